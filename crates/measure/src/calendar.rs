//! Periods of the calendar as ranges of days since 1970-01-01.

/// The days of a period: `2024-W07`, `2024-03`, `2024-Q1`, `2024`, `2020-2029`, or days with a
/// slash between (`2024-03-01/..`), whose ends `day` reads. The first and the last day.
pub(crate) fn period(text: &str, day: impl Fn(&str) -> Option<f64>) -> Option<(f64, f64)> {
    if let Some((first, last)) = text.split_once('/') {
        let end = |text: &str, open: f64| if text == ".." { Some(open) } else { day(text) };
        return Some((end(first, f64::NEG_INFINITY)?, end(last, f64::INFINITY)?));
    }
    let (year, rest) = text.split_once('-').unwrap_or((text, ""));
    let year = number(year, 4)?;
    let months = |year: i64, first: i64, past_year: i64, past: i64| {
        Some((of_day(year, first, 1), of_day(past_year, past, 1) - 1.0))
    };
    let month_after = |month: i64| if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    if rest.is_empty() {
        return months(year, 1, year + 1, 1);
    }
    if let Some(week) = rest.strip_prefix('W') {
        let week = number(week, 2).filter(|week| (1..=53).contains(week))?;
        // The fourth of January lies in the first week; day 0 was a Thursday.
        let fourth = of_day(year, 1, 4);
        let monday = fourth - (fourth + 3.0).rem_euclid(7.0) + 7.0 * (week - 1) as f64;
        return Some((monday, monday + 6.0));
    }
    if let Some(quarter) = rest.strip_prefix('Q') {
        let last = number(quarter, 1).filter(|quarter| (1..=4).contains(quarter))? * 3;
        let (past_year, past) = month_after(last);
        return months(year, last - 2, past_year, past);
    }
    if let Some(last) = number(rest, 4).filter(|&last| last >= year) {
        return months(year, 1, last + 1, 1);
    }
    let month = number(rest, 2).filter(|month| (1..=12).contains(month))?;
    let (past_year, past) = month_after(month);
    months(year, month, past_year, past)
}

fn number(text: &str, digits: usize) -> Option<i64> {
    let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok())?
}

/// Days since 1970-01-01 in the Gregorian calendar. Years are counted from March, so that the leap
/// day is the last one; 400 years have 146,097 days.
fn of_day(year: i64, month: i64, day: i64) -> f64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    (era * 146_097 + days - 719_468) as f64
}
