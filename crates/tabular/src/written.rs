//! What stands in a file of ours, and how it is read: statuses, and numbers as they are written.

use ridotto_catalogue::Decimal;
use ridotto_io::Format;
use ridotto_table::NO_VALUE;
use std::path::Path;

/// What a line says of a cell that is shown as it is.
pub const PUBLISHED: &str = "published";
/// What it says of one that is hidden, for whatever reason: which are sensitive in themselves would tell
/// how small they are.
pub const SUPPRESSED: &str = "suppressed";

/// Whether a status says that a cell is hidden; `None` of tables whose values were changed.
pub fn is_hidden(status: Option<&str>) -> Option<bool> {
    match status {
        Some(SUPPRESSED) => Some(true),
        Some(PUBLISHED) => Some(false),
        _ => None,
    }
}

/// The texts of a file that stand for numbers that it hides: a sheet shows some.
pub fn hidden_texts(file: &Path) -> Vec<String> {
    match Format::of(file) {
        Ok(Format::Excel) => vec![NO_VALUE.to_owned()],
        _ => Vec::new(),
    }
}

/// A mean as it is written.
pub fn mean(sum: i64, places: u32, count: i64, count_places: u32) -> f64 {
    // An empty cell that stands beside a group has neither.
    if count == 0 {
        return 0.0;
    }
    let value = sum as f64 / 10_f64.powi(places.cast_signed());
    value * 10_f64.powi(count_places.cast_signed()) / count as f64
}

/// Whether what is written is a number of units of 10^-places, rounded to the decimals that are written.
pub fn is_value(written: Decimal, units: i64, places: u32) -> bool {
    let exact = Decimal::new(units.into(), places);
    let Some(difference) = written.checked_sub(exact) else { return false };
    if difference == Decimal::ZERO {
        return true;
    }
    // Half a unit of the last decimal that is written, where fewer are written than there are.
    let half = Decimal::new(5, (written.places() + 1).min(Decimal::MOST_PLACES));
    let size = if difference.is_positive() {
        Some(difference)
    } else {
        Decimal::ZERO.checked_sub(difference)
    };
    let room = size.and_then(|size| half.checked_sub(size));
    written.places() < places
        && room.is_some_and(|room| room == Decimal::ZERO || room.is_positive())
}

/// Whether what is written is a binary number but for what its digits leave out.
pub fn is_near(written: Decimal, value: f64) -> bool {
    let written = written.to_f64();
    (written - value).abs() <= value.abs().max(1.0) * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_be_rounded_to_the_decimals_that_are_written() {
        for (written, units, places, expected) in [
            ("5", 5, 0, true),
            ("5.00", 5, 0, true),
            ("5", 6, 0, false),
            ("5.1", 512, 2, true),
            ("5.1", 515, 2, true),
            ("5.1", 516, 2, false),
            ("5", 449, 2, false),
            ("-5.1", -512, 2, true),
            ("5.12", 512, 2, true),
        ] {
            let parsed: Decimal = written.parse().expect("a number");
            assert_eq!(is_value(parsed, units, places), expected, "{written} {units}");
        }
    }
}
