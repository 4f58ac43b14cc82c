//! What the values of a column are.

use crate::SourceOptions;
use arrow::datatypes::DataType;
use ridotto_core::{Kind, Reading};

/// How the values of a column are read: by their type, by what they look like, or as the kind that
/// they must have.
pub(crate) fn reading<'a>(
    values: impl Iterator<Item = &'a str> + Clone,
    kind: Option<Kind>,
    data_type: Option<&DataType>,
    options: &SourceOptions,
) -> Reading {
    match (kind, data_type.and_then(kind_of)) {
        (None, Some(kind)) => Reading::of_kind(kind),
        (Some(kind), Some(own)) if kind == own => Reading::of_kind(kind),
        (None, None) => Reading::detect(values, options.decimal, &options.dates),
        (Some(kind), _) => {
            let detected = Reading::detect(values, options.decimal, &options.dates);
            Reading { kind, ..detected }
        }
    }
}

/// The kind that a type says; texts and points in time are looked at.
fn kind_of(data_type: &DataType) -> Option<Kind> {
    match data_type {
        DataType::Boolean => Some(Kind::Boolean),
        DataType::Date32 | DataType::Date64 => Some(Kind::Date),
        DataType::Decimal128(_, _) => Some(Kind::Decimal),
        number if number.is_integer() => Some(Kind::Integer),
        number if number.is_floating() => Some(Kind::Decimal),
        _ => None,
    }
}
