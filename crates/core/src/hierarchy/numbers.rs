//! The values of a numeric column as whole numbers of units, for intervals and cuts.

use super::{Decimal, HierarchyError, Span, builder::Column};
use crate::{Kind, kind::Value};
use ridotto_catalogue::floor_units;

/// Values are told apart to so many digits after the decimal mark.
pub(super) const MOST_PLACES: u32 = 15;

/// Beyond every number, in units.
pub(super) const FAR: i128 = Decimal::FAR;

/// Numbers of units below this can be added up.
const LARGE: i128 = 10_i128.pow(36);

/// The parameters of a hierarchy in units of 10^-`scale`, which are at least their own.
pub(super) fn in_units<'a>(
    parameters: impl IntoIterator<Item = &'a Decimal>,
    scale: u32,
    column: Column<'_>,
) -> Result<Vec<i128>, HierarchyError> {
    let units = |number: &Decimal| {
        let units = number.checked_units(scale).filter(|units| units.abs() < LARGE);
        units.ok_or_else(|| column.parameter("its numbers have more than 36 digits together"))
    };
    parameters.into_iter().map(units).collect()
}

/// The most digits after the decimal mark that some numbers have.
pub(super) fn scale_of<'a>(numbers: impl IntoIterator<Item = &'a Decimal>) -> u32 {
    numbers.into_iter().map(|number| number.places()).max().unwrap_or(0)
}

/// The values of a column in units of 10^-scale, rounded down; see [`floor_units`].
pub(super) struct Numbers {
    /// By value code.
    pub units: Vec<i128>,
    pub decimal_comma: bool,
    scale: u32,
    whole: bool,
}

/// Reads a column's values; all of them must be numbers.
pub(super) fn read(column: Column<'_>, scale: u32) -> Result<Numbers, HierarchyError> {
    let (hierarchy, needs) = (column.name.to_owned(), "numbers");
    let reading = column.dictionary.reading();
    let texts = column.dictionary.texts();
    let units: Vec<Option<i128>> = match reading.kind {
        Kind::Integer => {
            let unit = 10_i128.pow(scale);
            let integer = |text| match reading.parse(text) {
                Value::Integer(number) => Some(i128::from(number) * unit),
                _ => None,
            };
            texts.iter().map(integer).collect()
        }
        Kind::Decimal => {
            let mark = if reading.decimal_comma { ',' } else { '.' };
            texts.iter().map(|text| floor_units(text, mark, scale)).collect()
        }
        kind => return Err(HierarchyError::WrongKind { hierarchy, needs, kind }),
    };
    column.refuse(
        |value| units[value].is_none(),
        |hierarchy, values| HierarchyError::Unreadable { hierarchy, needs, values },
    )?;
    Ok(Numbers {
        units: units.into_iter().flatten().collect(),
        decimal_comma: reading.decimal_comma,
        scale,
        whole: reading.kind == Kind::Integer && scale == 0,
    })
}

impl Numbers {
    /// From this size on, numbers have more digits than a boundary may have.
    pub(super) fn limit(&self) -> i128 {
        10_i128.pow(Decimal::MOST_WHOLE + self.scale.min(16))
    }

    /// The span from `start`, included, to `end`, excluded, in units; `FAR` is no bound.
    pub(super) fn span(&self, start: i128, end: i128) -> Span {
        let number = |units| Decimal::new(units, self.scale);
        match (start > -FAR, end < FAR) {
            (false, _) => Span::Below(number(end)),
            (true, false) => Span::AtLeast(number(start)),
            (true, true) if self.whole => Span::Whole(number(start), number(end - 1)),
            (true, true) => Span::HalfOpen(number(start), number(end)),
        }
    }
}
