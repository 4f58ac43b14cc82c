//! Values as PostgreSQL writes them, in the words that tables have for them.

use crate::from_text;
use arrow_array::{ArrayRef, StringArray};
use arrow_schema::DataType;
use std::borrow::Cow;

/// The values of a column; `None` if one is not of its type.
pub(super) fn values(texts: &StringArray, data_type: &DataType) -> Option<ArrayRef> {
    let word: fn(&str) -> Cow<'_, str> = match data_type {
        DataType::Boolean => truth,
        DataType::Date32 | DataType::Date64 => day,
        DataType::Timestamp(..) => time,
        _ => return from_text(texts, data_type),
    };
    let texts: StringArray = texts.iter().map(|text| text.map(word)).collect();
    from_text(&texts, data_type)
}

fn truth(text: &str) -> Cow<'_, str> {
    match text {
        "t" => "true".into(),
        "f" => "false".into(),
        other => other.into(),
    }
}

/// Years of more than four digits have a sign in ISO 8601.
fn day(text: &str) -> Cow<'_, str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 4 { format!("+{text}").into() } else { text.into() }
}

/// A blank stands before the time of day, and the zone, which was set to UTC, is a number.
fn time(text: &str) -> Cow<'_, str> {
    let (time, end) = match text.strip_suffix("+00") {
        Some(time) => (time, "Z"),
        None => (text, ""),
    };
    format!("{}{end}", day(time).replacen(' ', "T", 1)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_schema::TimeUnit;

    #[test]
    fn words_of_the_server_are_values() {
        let zoned = DataType::Timestamp(TimeUnit::Microsecond, Some("+00:00".into()));
        let local = DataType::Timestamp(TimeUnit::Microsecond, None);
        for (text, data_type, expected) in [
            ("t", DataType::Boolean, Some("true")),
            ("2024-01-31", DataType::Date32, Some("2024-01-31")),
            ("12024-01-31", DataType::Date32, Some("+12024-01-31")),
            ("2024-01-31 12:00:00.5", local.clone(), Some("2024-01-31T12:00:00.500")),
            ("2024-01-31 12:00:00+00", zoned, Some("2024-01-31T12:00:00Z")),
            ("0044-03-15 BC", DataType::Date32, None),
            ("infinity", local, None),
            ("1e+20", DataType::Float64, Some("1e20")),
        ] {
            let texts = StringArray::from(vec![Some(text), None]);
            let got = values(&texts, &data_type).and_then(|values| crate::texts(&values));
            let expected = expected.map(|text| StringArray::from(vec![Some(text), None]));
            assert_eq!(got, expected, "{text} as {data_type}");
        }
    }
}
