//! What the values of a column are.

use crate::{Native, SourceOptions};
use arrow::datatypes::DataType;
use ridotto_core::{Dictionary, Kind, Reading, kind::Value};

/// How the values of a column are read: by what they look like, or as the kind that they must have.
pub(crate) fn reading<'a>(
    values: impl Iterator<Item = &'a str> + Clone,
    kind: Option<Kind>,
    options: &SourceOptions,
) -> Reading {
    let detected = detect(values, options.decimal, &options.dates);
    match kind {
        Some(kind) if kind != detected.kind => Reading { kind, ..detected },
        _ => detected,
    }
}

/// Until the kernel has its own.
fn detect<'a>(
    mut values: impl Iterator<Item = &'a str> + Clone,
    _decimal: Option<char>,
    _dates: &[String],
) -> Reading {
    let integer = Reading::of_kind(Kind::Integer);
    let all = values.clone().next().is_some()
        && values.all(|text| integer.parse(text) != Value::Text);
    if all { integer } else { Reading::of_kind(Kind::Text) }
}

/// The Arrow type that all values of a text column can be written in; `None` for text.
pub(crate) fn native(dictionary: &Dictionary) -> Option<Native> {
    let reading = dictionary.reading();
    let data_type = match reading.kind {
        Kind::Text => return None,
        Kind::Integer => DataType::Int64,
        Kind::Decimal => DataType::Float64,
        Kind::Date => DataType::Date32,
        Kind::Boolean => DataType::Boolean,
    };
    Some(Native { data_type, reading: reading.clone() })
}
