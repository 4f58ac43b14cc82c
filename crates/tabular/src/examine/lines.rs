//! The lines of a file, whoever wrote it.

use crate::space::Key;
use ridotto_catalogue::Decimal;

/// What a line says of a cell.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The line, from 1.
    pub number: u64,
    /// Its table, by its place.
    pub table: usize,
    /// The cell.
    pub key: Key,
    /// Whether its value is hidden.
    pub is_hidden: bool,
    /// What is written.
    pub value: Option<Decimal>,
    /// The count beside a mean.
    pub count: Option<Decimal>,
}

/// Whether what is written is a number of units of 10^-places, rounded to the decimals that are written.
pub(super) fn is_value(written: Decimal, units: i64, places: u32) -> bool {
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
pub(super) fn is_near(written: Decimal, value: f64) -> bool {
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
