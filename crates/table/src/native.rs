//! The Arrow type behind a column's texts, and the way back from text to it.
//!
//! Values of a Parquet or Arrow file become text in Arrow's own notation when they are coded, and
//! can be read back from it. Values of a text file become numbers, dates or truth values by the
//! column's reading.

use crate::text::{from_text, to_text};
use arrow_array::{ArrayRef, BooleanArray, Date32Array, Float64Array, Int64Array, StringArray};
use arrow_schema::DataType;
use ridotto_core::{Dictionary, Kind, Reading, kind::Value};
use std::sync::Arc;

/// How a column's texts become Arrow values: raw values are written in their own type, so that
/// numbers stay numbers. Generalised values are text.
#[derive(Clone, Debug, PartialEq)]
pub struct Native {
    data_type: DataType,
    /// How the texts are read; `None` if they are in Arrow's notation.
    reading: Option<Reading>,
}

impl Native {
    /// Of a column that had this type in its file.
    pub fn of_type(data_type: DataType) -> Self {
        Self { data_type, reading: None }
    }

    /// Of a column of a text file; `None` if it is text.
    pub fn of_dictionary(dictionary: &Dictionary) -> Option<Self> {
        let reading = dictionary.reading();
        let data_type = match reading.kind {
            Kind::Text | Kind::Ordinal => return None,
            Kind::Integer => DataType::Int64,
            Kind::Decimal => DataType::Float64,
            // A day cannot hold the time of day.
            Kind::Date if reading.date_format.contains("%H") => return None,
            Kind::Date => DataType::Date32,
            Kind::Boolean => DataType::Boolean,
        };
        Some(Self { data_type, reading: Some(reading.clone()) })
    }

    /// The type for other values of the column: the same one if they can be read as it, else that
    /// of their kind; `None` if they are text.
    pub fn of_values(self, dictionary: &Dictionary) -> Option<Self> {
        let new = Self::of_dictionary(dictionary)?;
        let texts = StringArray::from_iter_values(dictionary.texts().iter());
        let is_same = new.data_type == self.data_type || self.reading.is_none();
        // A type may have fewer digits than the new values: what it cannot hold is not written in it.
        let holds = |values: &ArrayRef| {
            let (reading, plain) =
                (dictionary.reading(), Reading::of_kind(dictionary.reading().kind));
            let back = to_text(values)?;
            let mut pairs = dictionary.texts().iter().zip(&back);
            Some(pairs.all(|(text, back)| {
                back.is_some_and(|back| plain.parse(back) == reading.parse(text))
            }))
        };
        let values = if is_same { self.values(&texts) } else { None };
        if values.as_ref().and_then(holds) == Some(true) { Some(self) } else { Some(new) }
    }

    /// The type of the column in its file, or the one that its texts can be read as.
    pub fn data_type(&self) -> &DataType {
        &self.data_type
    }

    /// The texts as values of the type; `None` if one of them is not.
    pub fn values(&self, texts: &StringArray) -> Option<ArrayRef> {
        let Some(reading) = &self.reading else { return from_text(texts, &self.data_type) };
        let read = |text: &str| reading.parse(text);
        Some(match reading.kind {
            Kind::Text | Kind::Ordinal => return None,
            Kind::Integer => {
                Arc::new(all::<_, Int64Array>(texts, |text| integer(text, read(text)))?)
            }
            Kind::Decimal => Arc::new(all::<_, Float64Array>(texts, |text| match read(text) {
                Value::Number(number) => Some(number),
                _ => None,
            })?),
            Kind::Date => Arc::new(all::<_, Date32Array>(texts, |text| match read(text) {
                Value::Day(day) => Some(day),
                _ => None,
            })?),
            Kind::Boolean => Arc::new(all::<_, BooleanArray>(texts, |text| match read(text) {
                Value::Truth(truth) => Some(truth),
                _ => None,
            })?),
        })
    }
}

/// All texts read; nulls stay nulls.
fn all<V, A: FromIterator<Option<V>>>(
    texts: &StringArray,
    read: impl Fn(&str) -> Option<V>,
) -> Option<A> {
    let value = |text: Option<&str>| match text {
        None => Some(None),
        Some(text) => read(text).map(Some),
    };
    texts.iter().map(value).collect()
}

/// Whole numbers are exact beyond what a float can tell apart.
fn integer(text: &str, value: Value) -> Option<i64> {
    match (text.parse(), value) {
        (Ok(number), _) => Some(number),
        (_, Value::Number(number)) if number.abs() < 9e15 && number.fract() == 0.0 => {
            Some(number as i64)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use ridotto_core::Texts;

    #[test]
    fn new_values_have_the_old_type_if_it_holds_them() {
        for (data_type, texts, kind, expected) in [
            (DataType::Int32, ["10", "20"], Kind::Integer, DataType::Int32),
            (DataType::Int8, ["10", "200"], Kind::Integer, DataType::Int64),
            (DataType::Int32, ["2.5", "5"], Kind::Decimal, DataType::Float64),
            (DataType::Decimal128(9, 2), ["1.25", "2"], Kind::Decimal, DataType::Decimal128(9, 2)),
            (DataType::Decimal128(9, 2), ["1.125", "2"], Kind::Decimal, DataType::Float64),
            (DataType::Float64, ["1", "2.5"], Kind::Decimal, DataType::Float64),
        ] {
            let texts: Texts = texts.into_iter().collect();
            let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(kind), |_| false);
            let native = Native::of_type(data_type).of_values(&dictionary);
            assert_eq!(native.map(|native| native.data_type), Some(expected));
        }
        let texts: Texts = ["90+"].into_iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(Kind::Text), |_| false);
        assert_eq!(Native::of_type(DataType::Int32).of_values(&dictionary), None);
    }

    #[test]
    fn integers_of_a_text_file_become_numbers() {
        let texts: Texts = ["1", "-20", "9007199254740993"].into_iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(Kind::Integer), |_| false);
        let native = Native::of_dictionary(&dictionary).unwrap();
        let strings = StringArray::from_iter_values(texts.iter());
        let values = native.values(&strings).unwrap();
        let values = values.as_primitive::<arrow_array::types::Int64Type>();
        assert_eq!(values.values(), &[1, -20, 9_007_199_254_740_993]);
        let generalised = StringArray::from(vec!["[1, 5)"]);
        assert!(native.values(&generalised).is_none());
    }
}
