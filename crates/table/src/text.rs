//! Arrow values as text, and back.
//!
//! Texts are those of `arrow-cast`, which would do this as well: with what it brings along it takes a
//! sixth of the whole build, for the dozen types that are read here. Tests hold the two against each
//! other. Reading is a little stricter: a text that the type cannot hold as it is, is no value of it.

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::temporal_conversions::{as_datetime, date32_to_datetime};
use arrow_array::types::{
    ArrowPrimitiveType, ArrowTimestampType, Date32Type, Date64Type, Decimal128Type, DecimalType,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, BooleanArray, LargeStringArray, PrimitiveArray, StringArray};
use arrow_schema::{DataType, TimeUnit};
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime};
use std::fmt::Write;
use std::sync::Arc;

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
    plain_type(array.data_type())?;
    match array.data_type() {
        DataType::Dictionary(_, _) => {
            let dictionary = array.as_any_dictionary();
            let values = plain(dictionary.values())?;
            arrow_select::take::take(&values, dictionary.keys(), None).ok()
        }
        DataType::Utf8View => Some(Arc::new(collected(array.as_string_view().iter())?)),
        _ => Some(array.clone()),
    }
}

/// The values of a plain array as text: numbers in decimal, dates and times in ISO 8601. `None` if one
/// of them has no text, such as a day that no calendar reaches.
pub fn to_text(array: &ArrayRef) -> Option<StringArray> {
    match array.data_type() {
        DataType::Null => Some(StringArray::new_null(array.len())),
        DataType::Boolean => {
            let words = array.as_boolean().iter().map(|is| is.map(word));
            Some(words.collect())
        }
        DataType::Int8 => numbers::<Int8Type>(array),
        DataType::Int16 => numbers::<Int16Type>(array),
        DataType::Int32 => numbers::<Int32Type>(array),
        DataType::Int64 => numbers::<Int64Type>(array),
        DataType::UInt8 => numbers::<UInt8Type>(array),
        DataType::UInt16 => numbers::<UInt16Type>(array),
        DataType::UInt32 => numbers::<UInt32Type>(array),
        DataType::UInt64 => numbers::<UInt64Type>(array),
        DataType::Float32 => {
            let mut digits = ryu::Buffer::new();
            written::<Float32Type>(array, |to, number| to.write_str(digits.format(number)).ok())
        }
        DataType::Float64 => {
            let mut digits = ryu::Buffer::new();
            written::<Float64Type>(array, |to, number| to.write_str(digits.format(number)).ok())
        }
        DataType::Decimal128(precision, scale) => written::<Decimal128Type>(array, |to, digits| {
            to.write_str(&Decimal128Type::format_decimal(digits, *precision, *scale)).ok()
        }),
        DataType::Date32 => written::<Date32Type>(array, |to, day| {
            write!(to, "{:?}", date32_to_datetime(day)?.date()).ok()
        }),
        DataType::Date64 => {
            let has_days = whole_days(array);
            written::<Date64Type>(array, |to, time| {
                let time = DateTime::from_timestamp_millis(time)?.naive_utc();
                if has_days { write!(to, "{:?}", time.date()) } else { write!(to, "{time:?}") }.ok()
            })
        }
        // The zone is only how a time is shown, and its name may be unknown here.
        DataType::Timestamp(unit, zone) => {
            let end = if zone.is_some() { "Z" } else { "" };
            match unit {
                TimeUnit::Second => times::<TimestampSecondType>(array, end),
                TimeUnit::Millisecond => times::<TimestampMillisecondType>(array, end),
                TimeUnit::Microsecond => times::<TimestampMicrosecondType>(array, end),
                TimeUnit::Nanosecond => times::<TimestampNanosecondType>(array, end),
            }
        }
        DataType::Utf8 => Some(array.as_string::<i32>().clone()),
        DataType::LargeUtf8 => collected(array.as_string::<i64>().iter()),
        _ => None,
    }
}

/// The values of an array as text, as they would stand in a text file; nulls stay nulls. `None` if
/// the type has no text.
pub fn texts(array: &ArrayRef) -> Option<StringArray> {
    plain(array).as_ref().and_then(to_text)
}

/// Texts that [`to_text`] has made as values of a type again; `None` if one of them is not.
pub fn from_text(texts: &StringArray, data_type: &DataType) -> Option<ArrayRef> {
    match data_type {
        DataType::Boolean => {
            let truth = |text: &str| [false, true].into_iter().find(|is| word(*is) == text);
            Some(Arc::new(all::<_, BooleanArray>(texts, truth)?))
        }
        DataType::Int8 => parsed::<Int8Type>(texts),
        DataType::Int16 => parsed::<Int16Type>(texts),
        DataType::Int32 => parsed::<Int32Type>(texts),
        DataType::Int64 => parsed::<Int64Type>(texts),
        DataType::UInt8 => parsed::<UInt8Type>(texts),
        DataType::UInt16 => parsed::<UInt16Type>(texts),
        DataType::UInt32 => parsed::<UInt32Type>(texts),
        DataType::UInt64 => parsed::<UInt64Type>(texts),
        DataType::Float32 => parsed::<Float32Type>(texts),
        DataType::Float64 => parsed::<Float64Type>(texts),
        DataType::Decimal128(precision, scale) => {
            let digits = read::<Decimal128Type>(texts, |text| decimal(text, *precision, *scale))?;
            Some(Arc::new(digits.with_precision_and_scale(*precision, *scale).ok()?))
        }
        DataType::Date32 => {
            let days = read::<Date32Type>(texts, |text| {
                let days = day(text)?.signed_duration_since(EPOCH).num_days();
                i32::try_from(days).ok()
            });
            Some(Arc::new(days?))
        }
        DataType::Date64 => {
            let times =
                read::<Date64Type>(texts, |text| Some(time(text)?.and_utc().timestamp_millis()));
            Some(Arc::new(times?))
        }
        DataType::Timestamp(unit, zone) => match unit {
            TimeUnit::Second => points::<TimestampSecondType>(texts, zone.as_ref()),
            TimeUnit::Millisecond => points::<TimestampMillisecondType>(texts, zone.as_ref()),
            TimeUnit::Microsecond => points::<TimestampMicrosecondType>(texts, zone.as_ref()),
            TimeUnit::Nanosecond => points::<TimestampNanosecondType>(texts, zone.as_ref()),
        },
        DataType::Utf8 => Some(Arc::new(texts.clone())),
        DataType::LargeUtf8 => Some(Arc::new(texts.iter().collect::<LargeStringArray>())),
        _ => None,
    }
}

const EPOCH: NaiveDate = NaiveDate::from_ymd_opt(1970, 1, 1).expect("a day");

/// Texts as an array whose places have 32 bits; `None` if they have more bytes than that.
fn collected<'a>(texts: impl Iterator<Item = Option<&'a str>> + Clone) -> Option<StringArray> {
    let bytes: usize = texts.clone().flatten().map(str::len).sum();
    i32::try_from(bytes).ok()?;
    Some(texts.collect())
}

fn word(is: bool) -> &'static str {
    if is { "true" } else { "false" }
}

/// Every value written by a function that says `None` if it has no text.
fn written<T: ArrowPrimitiveType>(
    array: &ArrayRef,
    mut write: impl FnMut(&mut StringBuilder, T::Native) -> Option<()>,
) -> Option<StringArray> {
    let mut texts = StringBuilder::with_capacity(array.len(), 8 * array.len());
    for value in array.as_primitive::<T>() {
        match value {
            Some(value) => {
                write(&mut texts, value)?;
                texts.append_value("");
            }
            None => texts.append_null(),
        }
    }
    Some(texts.finish())
}

fn numbers<T: ArrowPrimitiveType<Native: std::fmt::Display>>(
    array: &ArrayRef,
) -> Option<StringArray> {
    written::<T>(array, |to, number| write!(to, "{number}").ok())
}

fn times<T: ArrowTimestampType>(array: &ArrayRef, end: &str) -> Option<StringArray> {
    written::<T>(array, |to, time| write!(to, "{:?}{end}", as_datetime::<T>(time)?).ok())
}

/// All texts read; nulls stay nulls.
fn all<V, A: FromIterator<Option<V>>>(
    texts: &StringArray,
    read: impl Fn(&str) -> Option<V>,
) -> Option<A> {
    let value = |text: Option<&str>| text.map_or(Some(None), |text| read(text).map(Some));
    texts.iter().map(value).collect()
}

fn read<T: ArrowPrimitiveType>(
    texts: &StringArray,
    value: impl Fn(&str) -> Option<T::Native>,
) -> Option<PrimitiveArray<T>> {
    let values: Vec<Option<T::Native>> = all(texts, value)?;
    Some(values.into_iter().collect())
}

fn parsed<T: ArrowPrimitiveType<Native: std::str::FromStr>>(
    texts: &StringArray,
) -> Option<ArrayRef> {
    Some(Arc::new(read::<T>(texts, |text| text.parse().ok())?))
}

fn points<T: ArrowTimestampType>(texts: &StringArray, zone: Option<&Arc<str>>) -> Option<ArrayRef> {
    let has_zone = zone.is_some();
    let point = |text: &str| {
        let text = if has_zone { text.strip_suffix('Z')? } else { text };
        let point = T::from_naive_datetime(time(text)?, None)?;
        // A unit may be too coarse for a time.
        (as_datetime::<T>(point)? == time(text)?).then_some(point)
    };
    Some(Arc::new(read::<T>(texts, point)?.with_timezone_opt(zone.cloned())))
}

/// A day as it is written.
fn day(text: &str) -> Option<NaiveDate> {
    text.parse().ok().filter(|day| format!("{day:?}") == text)
}

/// A time of a day with any number of digits behind the seconds, or the midnight with which a day
/// begins.
fn time(text: &str) -> Option<NaiveDateTime> {
    match text.split_once('T') {
        None => Some(day(text)?.and_time(NaiveTime::MIN)),
        Some((date, clock)) => {
            let is_whole = matches!(clock.as_bytes(), [_, _, b':', _, _, b':', _, _, ..]);
            Some(day(date)?.and_time(clock.parse().ok().filter(|_| is_whole)?))
        }
    }
}

/// The digits of a decimal with so many places; `None` if it has more, or too many digits.
fn decimal(text: &str, precision: u8, scale: i8) -> Option<i128> {
    let places = usize::try_from(scale).ok()?;
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, text),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let part = part.trim_end_matches('0');
    if whole.is_empty() || !is_number(whole) || !is_number(part) || part.len() > places {
        return None;
    }
    let digits: i128 = format!("{whole}{part:0<places$}").parse().ok()?;
    let limit = 10_i128.checked_pow(precision.into())?;
    (digits < limit).then_some(sign * digits)
}

/// A date in milliseconds is one of whole days, says the format; not all writers know.
fn whole_days(array: &ArrayRef) -> bool {
    const DAY: i64 = 86_400_000;
    array.as_primitive::<Date64Type>().iter().flatten().all(|time| time % DAY == 0)
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

    /// What `arrow-cast` makes of the same values, or that it makes nothing.
    fn by_arrow(array: &ArrayRef) -> Option<StringArray> {
        let options = arrow_cast::CastOptions { safe: false, ..Default::default() };
        let days = *array.data_type() == DataType::Date64 && whole_days(array);
        let array = match array.data_type() {
            DataType::Date64 if days => {
                arrow_cast::cast_with_options(array, &DataType::Date32, &options).ok()?
            }
            DataType::Timestamp(unit, Some(_)) => {
                let utc = DataType::Timestamp(*unit, Some("+00:00".into()));
                arrow_cast::cast_with_options(array, &utc, &options).ok()?
            }
            _ => array.clone(),
        };
        let texts = arrow_cast::cast_with_options(&array, &DataType::Utf8, &options).ok()?;
        Some(texts.as_string::<i32>().clone())
    }

    /// Arrays of a type from the same bits, with a null among them.
    fn arrays(bits: &[u64]) -> Vec<ArrayRef> {
        let mut arrays: Vec<ArrayRef> = Vec::new();
        macro_rules! add {
            ($($array:ident, $native:ty, $make:expr;)*) => {$({
                let make: fn(u64) -> $native = $make;
                let values = bits.iter().map(|&bits| Some(make(bits))).chain([None]);
                arrays.push(Arc::new(arrow_array::$array::from(values.collect::<Vec<_>>())));
            })*};
        }
        add! {
            Int8Array, i8, |bits| bits as i8;
            Int16Array, i16, |bits| bits as i16;
            Int32Array, i32, |bits| bits as i32;
            Int64Array, i64, |bits| bits.cast_signed();
            UInt8Array, u8, |bits| bits as u8;
            UInt16Array, u16, |bits| bits as u16;
            UInt32Array, u32, |bits| bits as u32;
            UInt64Array, u64, |bits| bits;
            Float32Array, f32, |bits| f32::from_bits(bits as u32);
            Float64Array, f64, f64::from_bits;
            Date32Array, i32, |bits| bits as i32 % 80_000_000;
            Date64Array, i64, |bits| bits.cast_signed() % 8_000_000_000_000_000;
            TimestampSecondArray, i64, |bits| bits.cast_signed() % 8_000_000_000_000;
            TimestampMillisecondArray, i64, |bits| bits.cast_signed() % 8_000_000_000_000_000;
            TimestampMicrosecondArray, i64, |bits| bits.cast_signed();
            TimestampNanosecondArray, i64, |bits| bits.cast_signed();
        }
        for scale in [0, 2, 9] {
            let digits =
                bits.iter().map(|&bits| Some(i128::from(bits.cast_signed() % 1_000_000_000)));
            let digits: Decimal128Array = digits.chain([None]).collect();
            arrays.push(Arc::new(digits.with_precision_and_scale(9, scale).unwrap()));
        }
        arrays
    }

    proptest::proptest! {
        /// The texts are those of `arrow-cast`, and they come back as the same values.
        #[test]
        fn texts_are_those_of_arrow(bits in proptest::collection::vec(proptest::num::u64::ANY, 1..8)) {
            for array in arrays(&bits) {
                let texts = to_text(&array);
                proptest::prop_assert_eq!(&texts, &by_arrow(&array), "{}", array.data_type());
                let Some(texts) = texts else { continue };
                let back = from_text(&texts, array.data_type()).unwrap();
                // NaN is no value that equals itself.
                proptest::prop_assert_eq!(to_text(&back).unwrap(), texts);
                if !array.data_type().is_floating() {
                    proptest::prop_assert_eq!(&back, &array);
                }
            }
        }

        /// What is read here, `arrow-cast` reads as the same value.
        #[test]
        fn arrow_reads_no_less(text in "[-+]?[0-9]{1,5}([.][0-9]{1,3})?([eE][0-9])?|[0-9]{1,5}-[0-9]{1,2}-[0-9]{1,2}(T[0-9]{2}:[0-9]{2}:[0-9]{2})?") {
            let texts = StringArray::from(vec![text.as_str()]);
            for array in arrays(&[0]) {
                let Some(value) = from_text(&texts, array.data_type()) else { continue };
                let other: ArrayRef = Arc::new(texts.clone());
                let options = arrow_cast::CastOptions { safe: false, ..Default::default() };
                let other = arrow_cast::cast_with_options(&other, array.data_type(), &options);
                proptest::prop_assert_eq!(&value, &other.unwrap(), "{} as {}", text, array.data_type());
            }
        }
    }

    #[test]
    fn dictionaries_and_views_become_plain() {
        let dictionary: arrow_array::DictionaryArray<Int32Type> =
            vec![Some("b"), None, Some("a"), Some("b")].into_iter().collect();
        let plain = texts(&(Arc::new(dictionary) as ArrayRef)).unwrap();
        assert_eq!(plain, StringArray::from(vec![Some("b"), None, Some("a"), Some("b")]));
    }

    #[test]
    fn what_is_no_value_does_not_become_one() {
        for (text, data_type) in [
            ("1.505", DataType::Decimal128(9, 2)),
            ("12345678.9", DataType::Decimal128(9, 2)),
            (".", DataType::Decimal128(9, 2)),
            ("300", DataType::UInt8),
            ("yes", DataType::Boolean),
            ("2024-01-01T00:00:00.5", DataType::Timestamp(TimeUnit::Second, None)),
            ("2024-01-01T00:00:00", DataType::Timestamp(TimeUnit::Second, Some("UTC".into()))),
            ("2024-02-30", DataType::Date32),
        ] {
            let texts = StringArray::from(vec![text]);
            assert!(from_text(&texts, &data_type).is_none(), "{text} as {data_type}");
        }
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
