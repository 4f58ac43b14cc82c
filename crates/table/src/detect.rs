//! What the values of a column are.

use crate::SourceOptions;
use arrow_schema::DataType;
use ridotto_core::{Kind, Reading, kind::Value};

/// How the values of a column are read: by their type, by what they look like, or as the kind that
/// they must have.
pub fn reading<'a>(
    values: impl Iterator<Item = &'a str> + Clone,
    kind: Option<Kind>,
    data_type: Option<&DataType>,
    options: &SourceOptions,
) -> Reading {
    let reading = match (kind, data_type.and_then(kind_of)) {
        (None, Some(kind)) => Reading::of_kind(kind),
        (Some(kind), Some(own)) if kind == own => Reading::of_kind(kind),
        (None, None) => Reading::detect(values, options.decimal, &options.dates),
        (Some(kind), _) => {
            let detected = Reading::detect(values.clone(), options.decimal, &options.dates);
            if detected.kind == kind { detected } else { closest(&values, kind, options) }
        }
    };
    Reading { first_year: options.first_year, ..reading }
}

/// Date formats to try when the values must be dates.
const DATES: [&str; 6] =
    ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%Y-%m-%dT%H:%M:%S"];

/// The reading of a kind by which most values can be read, though not all can.
fn closest<'a>(
    values: &(impl Iterator<Item = &'a str> + Clone),
    kind: Kind,
    options: &SourceOptions,
) -> Reading {
    let usual = Reading::of_kind(kind);
    let candidates: Vec<Reading> = match kind {
        Kind::Text | Kind::Boolean | Kind::Ordinal => return usual,
        Kind::Integer | Kind::Decimal => [false, true]
            .into_iter()
            .filter(|&comma| options.decimal.is_none_or(|mark| (mark == ',') == comma))
            .map(|decimal_comma| Reading { decimal_comma, ..usual.clone() })
            .collect(),
        Kind::Date => {
            let formats = options.dates.iter().map(String::as_str).chain(DATES);
            let reading = |format: &str| Reading { date_format: format.into(), ..usual.clone() };
            formats.map(reading).collect()
        }
    };
    let read = |reading: &Reading| {
        values.clone().filter(|text| reading.parse(text) != Value::Text).count()
    };
    // Of equally good ones the last is taken, and the first is meant.
    candidates.into_iter().rev().max_by_key(read).unwrap_or(usual)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_is_said_is_read_as_well_as_it_can_be() {
        let check = |texts: &[&str], kind, dates: &[&str], expected: (bool, &str)| {
            let dates = dates.iter().map(|&format| format.to_owned()).collect();
            let options = SourceOptions { dates, ..SourceOptions::default() };
            let got = reading(texts.iter().copied(), Some(kind), None, &options);
            assert_eq!(got.kind, kind);
            assert_eq!((got.decimal_comma, got.date_format.as_str()), expected, "{texts:?}");
        };
        let iso = "%Y-%m-%d";
        check(&["1,5", "2,25", "x"], Kind::Decimal, &[], (true, iso));
        check(&["1.5", "x"], Kind::Decimal, &[], (false, iso));
        check(&["1", "2"], Kind::Decimal, &[], (false, iso));
        check(&["31.12.2020", "x"], Kind::Date, &[], (false, "%d.%m.%Y"));
        check(&["20201231", "x"], Kind::Date, &["%Y%m%d"], (false, "%Y%m%d"));
        check(&["x"], Kind::Date, &[], (false, iso));
        check(&["x"], Kind::Boolean, &[], (false, iso));
    }

    #[test]
    fn a_type_of_the_file_decides() {
        let options = SourceOptions::default();
        let got =
            |data_type, kind| reading(["1"].into_iter(), kind, Some(&data_type), &options).kind;
        assert_eq!(got(DataType::Int8, None), Kind::Integer);
        assert_eq!(got(DataType::Float64, None), Kind::Decimal);
        assert_eq!(got(DataType::Utf8, None), Kind::Integer);
        assert_eq!(got(DataType::Int8, Some(Kind::Text)), Kind::Text);
    }
}
