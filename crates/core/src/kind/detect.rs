//! Guessing the kind of a column from its distinct values.

use super::{FIRST_YEAR, Kind, Reading, date};

/// The date formats that are looked for, the day before the month where both fit.
const DATES: [&str; 9] = [
    "%Y-%m-%d",
    "%d.%m.%Y",
    DAY_FIRST,
    MONTH_FIRST,
    "%Y/%m/%d",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d %H:%M",
];
const DAY_FIRST: &str = "%d/%m/%Y";
const MONTH_FIRST: &str = "%m/%d/%Y";

/// The pairs of words that make a column Boolean; `0` and `1` are numbers.
const TRUTHS: [[&str; 2]; 4] =
    [["true", "false"], ["yes", "no"], ["TRUE", "FALSE"], ["True", "False"]];

impl Reading {
    /// Guesses how a column is read from its distinct values, missing ones left out.
    ///
    /// `decimal` is the decimal mark if it is known. `dates` are formats to try before the usual
    /// ones (ISO days and timestamps, `%d.%m.%Y`, `%d/%m/%Y`, `%m/%d/%Y`, `%Y/%m/%d`); only these
    /// may make a date of what looks like an integer (`%Y%m%d`).
    ///
    /// Every value must fit. The first that fits wins: a format of `dates`, truth values,
    /// integers, decimals with a point, with a comma, the usual dates; else it is text.
    /// - A sign other than `-`, a space, a leading zero, or an integer beyond 64 bits: text.
    /// - A comma is a decimal comma unless every one could part thousands (`1,234`) and `decimal`
    ///   is not given.
    /// - Of `03/04/2024` the day comes first unless some value says otherwise; if none settles
    ///   it, [`ambiguous_dates`](Reading::ambiguous_dates) is set.
    #[expect(clippy::needless_pass_by_value, reason = "an iterator is given, not lent")]
    pub fn detect<'a>(
        texts: impl Iterator<Item = &'a str> + Clone,
        decimal: Option<char>,
        dates: &[String],
    ) -> Self {
        if texts.clone().next().is_none() {
            return Self::of_kind(Kind::Text);
        }
        let all_days =
            |format: &str| texts.clone().all(|text| date::day(text, format, FIRST_YEAR).is_some());
        if let Some(format) = dates.iter().find(|format| all_days(format)) {
            return Self { date_format: format.clone(), ..Self::of_kind(Kind::Date) };
        }
        let is_pair = |pair: [&str; 2]| texts.clone().all(|text| pair.contains(&text));
        if TRUTHS.into_iter().any(is_pair) {
            return Self::of_kind(Kind::Boolean);
        }
        if let Some(reading) = numeric(texts.clone(), decimal) {
            return reading;
        }
        let Some(format) = DATES.into_iter().find(|format| all_days(format)) else {
            return Self::of_kind(Kind::Text);
        };
        Self {
            date_format: format.into(),
            ambiguous_dates: format == DAY_FIRST && all_days(MONTH_FIRST),
            ..Self::of_kind(Kind::Date)
        }
    }
}

/// What a text is as a number.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    Integer,
    /// A fraction after a point, or an exponent without a fraction.
    Point,
    Comma,
    /// A fraction after a comma that may as well part thousands.
    Thousands,
}

fn numeric<'a>(texts: impl Iterator<Item = &'a str>, decimal: Option<char>) -> Option<Reading> {
    let (mut point, mut comma, mut thousands) = (false, false, false);
    for text in texts {
        match look(text)? {
            Look::Integer => {}
            Look::Point => point = true,
            Look::Comma => comma = true,
            Look::Thousands => thousands = true,
        }
        let refused = match decimal {
            None => point && (comma || thousands),
            Some(',') => point,
            Some(_) => comma || thousands,
        };
        if refused {
            return None;
        }
    }
    if thousands && !comma && decimal.is_none() {
        return None;
    }
    let decimal_comma = comma || thousands;
    let kind = if point || decimal_comma { Kind::Decimal } else { Kind::Integer };
    Some(Reading { decimal_comma, ..Reading::of_kind(kind) })
}

/// How a text looks as a number, if it is one: `-?(0|[1-9][0-9]*)?([.,][0-9]+)?([eE][+-]?[0-9]+)?`.
fn look(text: &str) -> Option<Look> {
    let bytes = text.as_bytes();
    let unsigned = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let whole = digits(unsigned);
    if whole > 1 && unsigned[0] == b'0' {
        return None;
    }
    let rest = &unsigned[whole..];
    let Some(&mark) = rest.first() else {
        // `-0` is a number, but no integer writes it so.
        return if text == "-0" {
            Some(Look::Point)
        } else {
            text.parse::<i64>().ok().map(|_| Look::Integer)
        };
    };
    let parted = mark == b'.' || mark == b',';
    let fraction = if parted { digits(&rest[1..]) } else { 0 };
    if if parted { fraction == 0 } else { whole == 0 } {
        return None;
    }
    let exponent = &rest[fraction + usize::from(parted)..];
    if !exponent.is_empty() && !is_exponent(exponent) {
        return None;
    }
    let finite = super::decimal(text, mark == b',').is_some();
    let grouped = (1..=3).contains(&whole) && unsigned[0] != b'0' && fraction == 3;
    match mark {
        _ if !finite => None,
        b',' if grouped && exponent.is_empty() => Some(Look::Thousands),
        b',' => Some(Look::Comma),
        _ => Some(Look::Point),
    }
}

fn is_exponent(text: &[u8]) -> bool {
    let [b'e' | b'E', power @ ..] = text else { return false };
    let power = power.strip_prefix(b"-").or(power.strip_prefix(b"+")).unwrap_or(power);
    !power.is_empty() && digits(power) == power.len()
}

/// How many digits a text starts with.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(texts: &[&str], decimal: Option<char>, dates: &[&str]) -> Reading {
        let dates: Vec<String> = dates.iter().map(|&format| format.to_owned()).collect();
        Reading::detect(texts.iter().copied(), decimal, &dates)
    }

    #[test]
    fn kinds_are_told_apart() {
        for (texts, kind) in [
            (&[][..], Kind::Text),
            (&["a", "1"], Kind::Text),
            (&["0", "1"], Kind::Integer),
            (&["12", "-7", "0"], Kind::Integer),
            (&["02138", "53711"], Kind::Text),
            (&["7", "007"], Kind::Text),
            (&["+5"], Kind::Text),
            (&["5 "], Kind::Text),
            (&["1 000"], Kind::Text),
            (&["9223372036854775807"], Kind::Integer),
            (&["9223372036854775808"], Kind::Text),
            (&["1.5", "9223372036854775808"], Kind::Text),
            (&["12.5", "-0.25", "3"], Kind::Decimal),
            (&["1e3", "2.5E-7", "1e+05"], Kind::Decimal),
            (&[".5", "-.5"], Kind::Decimal),
            (&["-0", "1"], Kind::Decimal),
            (&["1e999"], Kind::Text),
            (&["5."], Kind::Text),
            (&["e3"], Kind::Text),
            (&["1e"], Kind::Text),
            (&["-"], Kind::Text),
            (&["00.5"], Kind::Text),
            (&["1.2.3"], Kind::Text),
            (&["inf", "NaN"], Kind::Text),
            (&["true", "false"], Kind::Boolean),
            (&["yes", "no"], Kind::Boolean),
            (&["True"], Kind::Boolean),
            (&["true", "no"], Kind::Text),
            (&["true", "FALSE"], Kind::Text),
            (&["20240131", "20240201"], Kind::Integer),
            (&["2023-02-28", "2023-02-30"], Kind::Text),
            (&["2023-02-28", "28.02.2023"], Kind::Text),
        ] {
            assert_eq!(detected(texts, None, &[]).kind, kind, "{texts:?}");
        }
    }

    #[test]
    fn a_comma_parts_fractions_unless_it_may_part_thousands() {
        for (texts, mark, expected) in [
            (&["12,5", "3"][..], None, Some(true)),
            (&["121,2345"], None, Some(true)),
            (&["1,234", "2,5"], None, Some(true)),
            (&["0,125"], None, Some(true)),
            (&["1234,567"], None, Some(true)),
            (&["1,234"], None, None),
            (&["1,234", "999"], None, None),
            (&["1,234"], Some(','), Some(true)),
            (&["1,5", "1.5"], None, None),
            (&["1.5"], Some(','), None),
            (&["1,5"], Some('.'), None),
            (&["1.5"], Some('.'), Some(false)),
            (&["1.234"], None, Some(false)),
            (&["1,234,567"], None, None),
        ] {
            let reading = detected(texts, mark, &[]);
            let comma = (reading.kind == Kind::Decimal).then_some(reading.decimal_comma);
            assert_eq!(comma, expected, "{texts:?}");
        }
    }

    #[test]
    fn date_formats_are_settled_by_the_data() {
        for (texts, dates, format, ambiguous) in [
            (&["2024-01-31"][..], &[][..], "%Y-%m-%d", false),
            (&["31.01.2024", "1.2.2024"], &[], "%d.%m.%Y", false),
            (&["31/01/2024", "01/02/2024"], &[], "%d/%m/%Y", false),
            (&["01/31/2024", "01/02/2024"], &[], "%m/%d/%Y", false),
            (&["01/02/2024", "03/04/2024"], &[], "%d/%m/%Y", true),
            (&["01/02/2024", "03/04/2024"], &["%m/%d/%Y"], "%m/%d/%Y", false),
            (&["2024/01/31"], &[], "%Y/%m/%d", false),
            (&["20240131"], &["%Y%m%d"], "%Y%m%d", false),
            (&["2024-01-31T10:00:00", "2024-01-31T10:00:00.5Z"], &[], "%Y-%m-%dT%H:%M:%S", false),
            (&["2024-01-31 10:00:00"], &["%Y%m%d"], "%Y-%m-%d %H:%M:%S", false),
            (&["2024-01-31 10:00"], &[], "%Y-%m-%d %H:%M", false),
        ] {
            let reading = detected(texts, None, dates);
            assert_eq!(reading.kind, Kind::Date, "{texts:?}");
            assert_eq!(
                (reading.date_format.as_str(), reading.ambiguous_dates),
                (format, ambiguous)
            );
        }
        assert_eq!(detected(&["31/01/2024", "01/31/2024"], None, &[]).kind, Kind::Text);
        assert_eq!(detected(&["20241331"], None, &["%Y%m%d"]).kind, Kind::Integer);
    }
}
