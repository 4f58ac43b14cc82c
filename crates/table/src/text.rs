//! Arrow values as text, and back.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Date64Type};
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_cast::display::FormatOptions;
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::{DataType, TimeUnit};
use std::sync::Arc;

const STRICT: CastOptions<'static> =
    CastOptions { safe: false, format_options: FormatOptions::new() };

/// The type of the values that a column has when it is read: what dictionaries hold and views
/// show; `None` if we do not read it.
pub fn plain_type(data_type: &DataType) -> Option<DataType> {
    Some(match data_type {
        DataType::Dictionary(_, values) => plain_type(values)?,
        DataType::Utf8View => DataType::Utf8,
        DataType::Null
        | DataType::Boolean
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64
        | DataType::Float32
        | DataType::Float64
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Date32
        | DataType::Date64
        | DataType::Timestamp(_, _)
        | DataType::Decimal128(_, _) => data_type.clone(),
        _ => return None,
    })
}

/// An array without dictionary or views.
pub fn plain(array: &ArrayRef) -> Option<ArrayRef> {
    let data_type = plain_type(array.data_type())?;
    if *array.data_type() == data_type {
        return Some(array.clone());
    }
    cast_with_options(array, &data_type, &STRICT).ok()
}

/// The values of a plain array as text: numbers in decimal, dates and times in ISO 8601.
pub fn to_text(array: &ArrayRef) -> Option<StringArray> {
    let array = match array.data_type() {
        DataType::Date64 if whole_days(array) => cast(array, &DataType::Date32)?,
        // The zone is only how a time is shown, and its name may be unknown here.
        DataType::Timestamp(unit, Some(_)) => in_utc(array, *unit)?,
        _ => array.clone(),
    };
    Some(cast(&array, &DataType::Utf8)?.as_string::<i32>().clone())
}

/// The values of an array as text, as they would stand in a text file; nulls stay nulls. `None` if
/// the type has no text.
pub fn texts(array: &ArrayRef) -> Option<StringArray> {
    plain(array).as_ref().and_then(to_text)
}

/// Texts that [`to_text`] has made as values of a type again; `None` if one of them is not.
pub fn from_text(texts: &StringArray, data_type: &DataType) -> Option<ArrayRef> {
    let texts: ArrayRef = Arc::new(texts.clone());
    match data_type {
        DataType::Null => None,
        DataType::Timestamp(unit, Some(zone)) => {
            let times = cast(&texts, &DataType::Timestamp(*unit, Some("+00:00".into())))?;
            zoned(&times, *unit, zone)
        }
        DataType::Date32 => cast(&texts, data_type).filter(can_be_shown),
        _ => cast(&texts, data_type),
    }
}

/// Whether all days have a text: those of some 260,000 years before and after 1970 have.
fn can_be_shown(days: &ArrayRef) -> bool {
    const FARTHEST: u32 = 95_000_000;
    days.as_primitive::<Date32Type>().iter().flatten().all(|day| day.unsigned_abs() <= FARTHEST)
}

fn cast(array: &ArrayRef, data_type: &DataType) -> Option<ArrayRef> {
    cast_with_options(array, data_type, &STRICT).ok()
}

/// A date in milliseconds is one of whole days, says the format; not all writers know.
fn whole_days(array: &ArrayRef) -> bool {
    const DAY: i64 = 86_400_000;
    array.as_primitive::<Date64Type>().iter().flatten().all(|time| time % DAY == 0)
}

fn in_utc(array: &ArrayRef, unit: TimeUnit) -> Option<ArrayRef> {
    zoned(array, unit, "+00:00")
}

/// The same points in time, shown in another zone.
fn zoned(array: &ArrayRef, unit: TimeUnit, zone: &str) -> Option<ArrayRef> {
    let data = array.to_data().into_builder();
    let data = data.data_type(DataType::Timestamp(unit, Some(zone.into())));
    Some(arrow_array::make_array(data.build().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{
        BooleanArray, Date32Array, Date64Array, Decimal128Array, Float64Array, Int32Array,
        LargeStringArray, StringViewArray, TimestampMicrosecondArray, TimestampSecondArray,
        UInt64Array,
    };

    #[test]
    fn values_become_text_and_come_back() {
        let zone = "Europe/Rome";
        let cases: Vec<(ArrayRef, [&str; 2])> = vec![
            (Arc::new(Int32Array::from(vec![-5, 7])), ["-5", "7"]),
            (Arc::new(UInt64Array::from(vec![0, u64::MAX])), ["0", "18446744073709551615"]),
            (Arc::new(Float64Array::from(vec![1.5, 0.1])), ["1.5", "0.1"]),
            (Arc::new(BooleanArray::from(vec![true, false])), ["true", "false"]),
            (Arc::new(Date32Array::from(vec![0, -1])), ["1970-01-01", "1969-12-31"]),
            (Arc::new(Date64Array::from(vec![0, 86_400_000])), ["1970-01-01", "1970-01-02"]),
            (
                Arc::new(TimestampSecondArray::from(vec![0, 90])),
                ["1970-01-01T00:00:00", "1970-01-01T00:01:30"],
            ),
            (
                Arc::new(TimestampMicrosecondArray::from(vec![0, 1]).with_timezone(zone)),
                ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000001Z"],
            ),
            (
                Arc::new(
                    Decimal128Array::from(vec![150, -5]).with_precision_and_scale(9, 2).unwrap(),
                ),
                ["1.50", "-0.05"],
            ),
            (Arc::new(LargeStringArray::from(vec!["a", ""])), ["a", ""]),
            (Arc::new(StringViewArray::from(vec!["a", "b"])), ["a", "b"]),
        ];
        for (array, expected) in cases {
            let array = plain(&array).unwrap();
            let text = to_text(&array).unwrap();
            assert_eq!(text.iter().flatten().collect::<Vec<_>>(), expected);
            assert_eq!(&from_text(&text, array.data_type()).unwrap(), &array);
        }
    }

    #[test]
    fn what_is_no_value_does_not_become_one() {
        let texts = StringArray::from(vec!["1", "[2, 5)"]);
        assert!(from_text(&texts, &DataType::Int32).is_none());
        let texts = StringArray::from(vec!["-3000044-03-15"]);
        assert!(from_text(&texts, &DataType::Date32).is_none());
    }

    #[test]
    fn nested_types_are_not_read() {
        assert_eq!(plain_type(&DataType::Binary), None);
        assert_eq!(plain_type(&DataType::new_list(DataType::Utf8, true)), None);
        let coded = DataType::Dictionary(DataType::Int8.into(), DataType::Utf8View.into());
        assert_eq!(plain_type(&coded), Some(DataType::Utf8));
    }
}
