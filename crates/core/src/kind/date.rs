//! Reading days, by hand where the format is made of numbers.

use jiff::{civil::Date, fmt::strtime};

/// The day of a text in days since 1970-01-01, or none if it is not a valid day in the format.
///
/// `%Y`, `%m`, `%d`, `%H`, `%M` and `%S` are read here: `%Y` has four digits, the others one or
/// two (just two where nothing parts them from the number before). After `%S` a fraction and a
/// time zone may follow; the day counts as written. Formats with anything else go to `jiff`.
///
/// A year of two digits (`%y`) is the one of the hundred years from `first_year` on that ends so.
pub(super) fn day(text: &str, format: &str, first_year: i32) -> Option<i32> {
    match fields(text.as_bytes(), format.as_bytes()) {
        Fields::Read { year, month, day } => number(year, month, day),
        Fields::NotRead => None,
        Fields::Unknown => {
            let date = strtime::parse(format, text).ok()?.to_date().ok()?;
            let (month, day) = (date.month().cast_unsigned(), date.day().cast_unsigned());
            let year = i32::from(date.year());
            let year = if has_two_digit_years(format) {
                first_year + (year - first_year).rem_euclid(100)
            } else {
                year
            };
            number(year, month.into(), day.into())
        }
    }
}

/// Whether a format has years of two digits, and no others.
pub(super) fn has_two_digit_years(format: &str) -> bool {
    let mut directives = format.split('%').skip(1);
    let mut has_short = false;
    while let Some(directive) = directives.next() {
        // What fills up is no part of the name, and `%%` is a percent sign.
        match directive.trim_start_matches(['-', '_', '0', '^', '#']).chars().next() {
            Some('Y' | 'F' | 'C' | 'G' | 's') => return false,
            Some('y') => has_short = true,
            Some(_) => {}
            None => _ = directives.next(),
        }
    }
    has_short
}

/// The year of a day since 1970-01-01.
pub(super) fn year(day: i32) -> i32 {
    from_number(day).0
}

/// The civil day of a number of days since 1970-01-01.
pub(crate) fn civil(day: i32) -> Option<Date> {
    let (year, month, day) = from_number(day);
    Date::new(year.try_into().ok()?, month as i8, day as i8).ok()
}

/// A number of days since 1970-01-01 as a text in this format; the ISO format if that cannot be.
pub(super) fn text(day: i32, format: &str) -> String {
    let Some(date) = civil(day) else { return day.to_string() };
    // A day has no time: midnight.
    strtime::format(format, date.at(0, 0, 0, 0)).unwrap_or_else(|_| date.to_string())
}

enum Fields {
    Read { year: i32, month: u32, day: u32 },
    NotRead,
    Unknown,
}

/// Walks through text and format side by side.
fn fields(text: &[u8], format: &[u8]) -> Fields {
    let (mut rest, mut at, mut glued) = (text, 0, false);
    let (mut year, mut month, mut day) = (None, None, None);
    while at < format.len() {
        if format[at] != b'%' {
            let Some((_, after)) = rest.split_first().filter(|(first, _)| **first == format[at])
            else {
                // A format that nobody here knows may stand further on.
                return if known(&format[at..]) { Fields::NotRead } else { Fields::Unknown };
            };
            (rest, at, glued) = (after, at + 1, false);
            continue;
        }
        let directive = format.get(at + 1).copied().unwrap_or(0);
        at += 2;
        let (most, limit) = match directive {
            b'Y' => (4, 9999),
            b'm' | b'd' => (2, 99),
            b'H' => (2, 23),
            b'M' => (2, 59),
            b'S' => (2, 60),
            _ => return Fields::Unknown,
        };
        let (number, digits) = digits(rest, most);
        let least =
            if directive == b'Y' || glued || format.get(at) == Some(&b'%') { most } else { 1 };
        if digits < least || number > limit {
            return if known(&format[at..]) { Fields::NotRead } else { Fields::Unknown };
        }
        rest = &rest[digits..];
        glued = true;
        match directive {
            b'Y' => year = Some(number.cast_signed()),
            b'm' => month = Some(number),
            b'd' => day = Some(number),
            b'S' => rest = &rest[fraction(rest)..],
            _ => {}
        }
        if at == format.len() && directive == b'S' {
            rest = &rest[zone(rest)..];
        }
    }
    match (year, month, day) {
        (Some(year), Some(month), Some(day)) if rest.is_empty() => {
            Fields::Read { year, month, day }
        }
        (Some(_), Some(_), Some(_)) => Fields::NotRead,
        _ => Fields::Unknown,
    }
}

/// Whether a format holds only directives that are read by hand.
fn known(format: &[u8]) -> bool {
    let mut bytes = format.iter();
    while let Some(byte) = bytes.next() {
        if *byte == b'%' && !bytes.next().is_some_and(|directive| b"YmdHMS".contains(directive)) {
            return false;
        }
    }
    true
}

/// The number that a text starts with, and its length; at most so many digits.
fn digits(text: &[u8], most: usize) -> (u32, usize) {
    let mut number = 0;
    let mut length = 0;
    for byte in text.iter().take(most).take_while(|byte| byte.is_ascii_digit()) {
        number = 10 * number + u32::from(byte - b'0');
        length += 1;
    }
    (number, length)
}

/// The length of a fraction of a second at the start of a text.
fn fraction(text: &[u8]) -> usize {
    let (_, length) = digits(text.get(1..).unwrap_or_default(), 9);
    if length > 0 && (text[0] == b'.' || text[0] == b',') { length + 1 } else { 0 }
}

/// The length of a time zone (`Z`, `+01:00`, `+0100`) at the start of a text.
fn zone(text: &[u8]) -> usize {
    match text {
        [b'Z' | b'z', ..] => 1,
        [b'+' | b'-', a, b, b':', c, d, ..] if [a, b, c, d].iter().all(|d| d.is_ascii_digit()) => 6,
        [b'+' | b'-', a, b, c, d, ..] if [a, b, c, d].iter().all(|d| d.is_ascii_digit()) => 5,
        _ => 0,
    }
}

/// The number of a day, if the calendar has it.
///
/// Years are counted from March, so that the leap day is the last of a year, and in spans of 400
/// years, which all have 146,097 days.
fn number(year: i32, month: u32, day: u32) -> Option<i32> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        1..=12 => 31,
        _ => return None,
    };
    if day == 0 || day > length {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let (span, year) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let of_span = 365 * year + year / 4 - year / 100 + of_year.cast_signed();
    Some(146_097 * span + of_span - 719_468)
}

/// The reverse of [`number`].
fn from_number(day: i32) -> (i32, u32, u32) {
    let day = day.saturating_add(719_468);
    let (span, of_span) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_span - of_span / 1460 + of_span / 36_524 - of_span / 146_096) / 365;
    let of_year = (of_span - (365 * year + year / 4 - year / 100)).cast_unsigned();
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * span + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn days_are_read_in_many_formats() {
        let day = |text: &str, format: &str| day(text, format, 1969);
        let expected = day("2024-01-31", "%Y-%m-%d");
        assert_eq!(expected, Some(19_753));
        for (text, format) in [
            ("31.01.2024", "%d.%m.%Y"),
            ("31.1.2024", "%d.%m.%Y"),
            ("31/01/2024", "%d/%m/%Y"),
            ("1/31/2024", "%m/%d/%Y"),
            ("2024/01/31", "%Y/%m/%d"),
            ("20240131", "%Y%m%d"),
            ("2024-01-31T23:59:59", "%Y-%m-%dT%H:%M:%S"),
            ("2024-01-31 00:00:00.125", "%Y-%m-%d %H:%M:%S"),
            ("2024-01-31T00:30:00+02:00", "%Y-%m-%dT%H:%M:%S"),
            ("2024-01-31T00:30:00.5Z", "%Y-%m-%dT%H:%M:%S"),
            ("31 January 2024", "%d %B %Y"),
            ("Jan 31, 2024", "%b %d, %Y"),
            ("31.01.24", "%d.%m.%y"),
        ] {
            assert_eq!(day(text, format), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_day_is_not_read() {
        for (text, format) in [
            ("2023-02-30", "%Y-%m-%d"),
            ("2023-02-29", "%Y-%m-%d"),
            ("1900-02-29", "%Y-%m-%d"),
            ("2023-00-10", "%Y-%m-%d"),
            ("2023-13-10", "%Y-%m-%d"),
            ("2023-04-31", "%Y-%m-%d"),
            ("2023-04-00", "%Y-%m-%d"),
            ("2023-04-1x", "%Y-%m-%d"),
            ("2023-04-011", "%Y-%m-%d"),
            ("23-04-01", "%Y-%m-%d"),
            ("", "%Y-%m-%d"),
            ("2024131", "%Y%m%d"),
            ("2024-01-31T24:00:00", "%Y-%m-%dT%H:%M:%S"),
            ("2024-01-31T10:00:00 later", "%Y-%m-%dT%H:%M:%S"),
            ("2024", "%Y"),
            ("31 Janvember 2024", "%d %B %Y"),
            ("2024-01-31", "%"),
        ] {
            assert_eq!(day(text, format, 1969), None, "{text}");
        }
    }

    /// Years of two digits lie in the hundred years that are named, whichever these are.
    #[test]
    fn two_digit_years_are_of_the_century_that_is_said() {
        for (text, format, first_year, expected) in [
            ("64/04/12", "%y/%m/%d", 1927, "1964-04-12"),
            ("64/04/12", "%y/%m/%d", 1969, "2064-04-12"),
            ("26/04/12", "%y/%m/%d", 1927, "2026-04-12"),
            ("27/04/12", "%y/%m/%d", 1927, "1927-04-12"),
            ("00/02/29", "%y/%m/%d", 1927, "2000-02-29"),
            ("12 Apr 64", "%d %b %y", 1900, "1964-04-12"),
            ("12.04.99", "%d.%m.%y", 1800, "1899-04-12"),
            // A year that is written in full is not moved.
            ("2064/04/12", "%Y/%m/%d", 1927, "2064-04-12"),
            ("12 Apr 2064", "%d %b %Y", 1927, "2064-04-12"),
        ] {
            let got = day(text, format, first_year);
            assert_eq!(got, day(expected, "%Y-%m-%d", 1969), "{text} from {first_year}");
            assert!(got.is_some());
        }
        assert_eq!(day("00/02/29", "%y/%m/%d", 1899), None, "1900 was no leap year");
        for (format, expected) in [
            ("%y", true),
            ("%d.%m.%y", true),
            ("%-y", true),
            ("%Y", false),
            ("%%y", false),
            ("%F", false),
            ("%%%y", true),
        ] {
            assert_eq!(has_two_digit_years(format), expected, "{format}");
        }
    }

    proptest! {
        #[test]
        fn the_calendar_agrees_with_jiff(day in -719_528..2_932_896_i32) {
            let date = civil(day).unwrap();
            let epoch = jiff::civil::date(1970, 1, 1);
            prop_assert_eq!(date.since(epoch).unwrap().get_days(), day);
            let text = format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day());
            prop_assert_eq!(super::day(&text, "%Y-%m-%d", 1969), Some(day));
            prop_assert_eq!(year(day), i32::from(date.year()));
        }
    }
}
