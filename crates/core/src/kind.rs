//! Kinds of values, and how the texts of a column are read as one.
//!
//! Detection is careful where a wrong guess would change data: what looks like a number but is a
//! name (`02138`, `007`, `+49`, twenty digits) stays text, `1,234` alone is not taken for a
//! decimal, and `20240131` is a date only if somebody says so. Reading is done by hand for the
//! usual formats, because a column may have millions of distinct values.

mod date;
mod detect;

pub(crate) use date::civil;
pub use ridotto_catalogue::Kind;

use ridotto_catalogue::Named;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, fmt};

/// For what serves every kind of values.
pub(crate) const ALL_KINDS: &[Kind] = Kind::ALL;

/// How the texts of one column are read: their kind, the decimal mark, the date format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The kind of the values.
    pub kind: Kind,
    /// Whether a comma parts the fraction (`12,5`).
    pub decimal_comma: bool,
    /// How a date is written, in the notation of `strftime` (`%Y-%m-%d`).
    pub date_format: String,
    /// Whether the data leave open which of two numbers is the day and which the month
    /// (`03/04/2024` and no number above 12); the day was then taken to come first.
    #[serde(default)]
    pub ambiguous_dates: bool,
    /// The values of an ordinal attribute, from the first to the last; empty for other kinds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    /// The first of the hundred years that two digits can mean.
    #[serde(default = "first_year")]
    pub first_year: i32,
}

/// What two digits of a year mean when nobody says: 1969 to 2068, as in `strptime`.
pub const FIRST_YEAR: i32 = 1969;

fn first_year() -> i32 {
    FIRST_YEAR
}

/// The year of a day since 1970-01-01.
pub fn year_of(day: i32) -> i32 {
    date::year(day)
}

/// A text read by a [`Reading`]; ordered within one kind. Its `Debug` shows only the kind.
#[derive(Clone, Copy, PartialEq)]
pub enum Value {
    /// Not read: a text, or a text that is not of the kind.
    Text,
    /// A whole number.
    Integer(i64),
    /// A number with a fraction; finite.
    Number(f64),
    /// Days since 1970-01-01.
    Day(i32),
    /// A truth value.
    Truth(bool),
    /// The place of a value in its order, from 0.
    Rank(u32),
}

impl Value {
    /// The value as a number: of a date the day number, of a truth value 0 or 1, of an ordinal value
    /// its place in the order.
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Self::Text => None,
            Self::Integer(number) => Some(number as f64),
            Self::Number(number) => Some(number),
            Self::Day(day) => Some(f64::from(day)),
            Self::Truth(truth) => Some(f64::from(u8::from(truth))),
            Self::Rank(rank) => Some(f64::from(rank)),
        }
    }

    /// A number that orders the values of one kind as [`Reading::compare`] does; none if not read.
    pub(crate) fn rank(self) -> Option<u64> {
        let signed = |number: i64| number.cast_unsigned() ^ (1 << 63);
        match self {
            Self::Text => None,
            Self::Integer(number) => Some(signed(number)),
            Self::Number(number) => {
                // As `f64::total_cmp` does: negative numbers are ordered by their flipped bits.
                let bits = number.to_bits().cast_signed();
                Some(signed(bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()))
            }
            Self::Day(day) => Some(signed(day.into())),
            Self::Truth(truth) => Some(truth.into()),
            Self::Rank(rank) => Some(rank.into()),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "Text",
            Self::Integer(_) => "Integer(…)",
            Self::Number(_) => "Number(…)",
            Self::Day(_) => "Day(…)",
            Self::Truth(_) => "Truth(…)",
            Self::Rank(_) => "Rank(…)",
        })
    }
}

impl Reading {
    /// The usual reading of a kind: decimal point, ISO dates.
    pub fn of_kind(kind: Kind) -> Self {
        Self {
            kind,
            decimal_comma: false,
            date_format: "%Y-%m-%d".into(),
            ambiguous_dates: false,
            order: Vec::new(),
            first_year: FIRST_YEAR,
        }
    }

    /// The reading of values that are in this order, from the first to the last.
    pub fn of_order(order: Vec<String>) -> Self {
        Self { order, ..Self::of_kind(Kind::Ordinal) }
    }

    /// Whether it reads dates whose years have two digits.
    pub fn has_two_digit_years(&self) -> bool {
        self.kind == Kind::Date && date::has_two_digit_years(&self.date_format)
    }

    /// Reads a text; `Value::Text` when it is not of the kind.
    ///
    /// This is more lenient than detection, as the kind may have been given by a person: `007`
    /// is an integer here, and `1` and `0` are truth values.
    pub fn parse(&self, text: &str) -> Value {
        match self.kind {
            Kind::Text => Value::Text,
            Kind::Integer => text.parse().map_or(Value::Text, Value::Integer),
            Kind::Decimal => decimal(text, self.decimal_comma).map_or(Value::Text, Value::Number),
            Kind::Date => {
                date::day(text, &self.date_format, self.first_year).map_or(Value::Text, Value::Day)
            }
            Kind::Boolean => truth(text).map_or(Value::Text, Value::Truth),
            Kind::Ordinal => {
                let place = self.order.iter().position(|value| value == text);
                place.map_or(Value::Text, |place| Value::Rank(place as u32))
            }
        }
    }

    /// Writes a number as the texts of this reading are written: days in their format, and numbers
    /// with so many digits behind the decimal mark, or with as many as they need. Of an ordinal
    /// attribute it is the value at the nearest place.
    #[expect(clippy::cast_sign_loss, reason = "a place is not below 0")]
    pub fn write(&self, number: f64, decimals: Option<u8>) -> String {
        if self.kind == Kind::Date {
            let day = number.round().clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32;
            return date::text(day, &self.date_format);
        }
        if let (Kind::Ordinal, Some(last)) = (self.kind, self.order.len().checked_sub(1)) {
            return self.order[number.round().clamp(0.0, last as f64) as usize].clone();
        }
        // Not −0, and nothing that is rounded to it.
        let number = match decimals {
            Some(decimals) => {
                let unit = 10_f64.powi(i32::from(decimals));
                let rounded = (number * unit).round() / unit;
                if rounded.is_finite() { rounded } else { number }
            }
            None => number,
        } + 0.0;
        let text = match decimals {
            Some(decimals) => format!("{number:.*}", usize::from(decimals)),
            None => number.to_string(),
        };
        if self.decimal_comma && self.kind != Kind::Text { text.replace('.', ",") } else { text }
    }

    /// Orders two values of one reading; those that were not read come last.
    pub fn compare(&self, a: &Value, b: &Value) -> Ordering {
        match (a.rank(), b.rank()) {
            (Some(a), Some(b)) => a.cmp(&b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        }
    }
}

/// A finite number with a decimal point, or with a decimal comma.
fn decimal(text: &str, comma: bool) -> Option<f64> {
    let number = if !comma {
        text.parse::<f64>().ok()
    } else if text.contains('.') {
        None
    } else {
        // Nothing is allocated for the usual lengths.
        let mut room = [0; 32];
        match room.get_mut(..text.len()) {
            Some(copy) => {
                copy.copy_from_slice(text.as_bytes());
                copy.iter_mut().filter(|byte| **byte == b',').for_each(|byte| *byte = b'.');
                std::str::from_utf8(copy).ok()?.parse().ok()
            }
            None => text.replace(',', ".").parse().ok(),
        }
    };
    number.filter(|number| number.is_finite())
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "TRUE" | "True" | "yes" | "YES" | "Yes" | "1" => Some(true),
        "false" | "FALSE" | "False" | "no" | "NO" | "No" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_their_kind() {
        let of = Reading::of_kind;
        let comma = Reading { decimal_comma: true, ..of(Kind::Decimal) };
        let long = format!("-12,{}", "5".repeat(40));
        let order = Reading::of_order(["low", "medium", "high"].map(str::to_owned).to_vec());
        assert_eq!(
            [-1.0, 0.4, 0.6, 7.0].map(|at| order.write(at, None)),
            ["low", "low", "medium", "high"]
        );
        for (reading, text, value) in [
            (of(Kind::Text), "12", Value::Text),
            (of(Kind::Integer), "-12", Value::Integer(-12)),
            (of(Kind::Integer), "9223372036854775807", Value::Integer(i64::MAX)),
            (of(Kind::Integer), "1.5", Value::Text),
            (of(Kind::Decimal), "-0.25", Value::Number(-0.25)),
            (of(Kind::Decimal), "1e3", Value::Number(1000.0)),
            (of(Kind::Decimal), "12,5", Value::Text),
            (of(Kind::Decimal), "NaN", Value::Text),
            (of(Kind::Decimal), "1e999", Value::Text),
            (comma.clone(), "12,5", Value::Number(12.5)),
            (comma.clone(), "12.5", Value::Text),
            (comma.clone(), "1,2,3", Value::Text),
            (comma, &long, Value::Number(-12.555_555_555_555_556)),
            (of(Kind::Date), "1970-01-02", Value::Day(1)),
            (of(Kind::Date), "2023-02-30", Value::Text),
            (of(Kind::Boolean), "yes", Value::Truth(true)),
            (of(Kind::Boolean), "maybe", Value::Text),
            (order.clone(), "low", Value::Rank(0)),
            (order.clone(), "high", Value::Rank(2)),
            (order.clone(), "lowest", Value::Text),
        ] {
            assert_eq!(reading.parse(text), value, "{text} as {}", reading.kind);
        }
    }

    #[test]
    fn values_are_ordered_exactly_and_what_was_not_read_comes_last() {
        let reading = Reading::of_kind(Kind::Integer);
        let numbers = |list: [f64; 6]| list.map(Value::Number);
        let large = 1_i64 << 53;
        for ascending in [
            [i64::MIN, -1, 0, large, large + 1, i64::MAX].map(Value::Integer),
            numbers([f64::MIN, -0.25, -0.0, 0.0, 1e-300, f64::MAX]),
            [i32::MIN, -3, -1, 0, 1, i32::MAX].map(Value::Day),
        ] {
            for (a, b) in ascending.iter().zip(&ascending[1..]) {
                assert_eq!(reading.compare(a, b), Ordering::Less, "{a:?} {b:?}");
                assert_eq!(reading.compare(b, a), Ordering::Greater, "{b:?} {a:?}");
                assert_eq!(reading.compare(a, a), Ordering::Equal);
                assert_eq!(reading.compare(a, &Value::Text), Ordering::Less);
            }
        }
        assert_eq!(reading.compare(&Value::Text, &Value::Text), Ordering::Equal);
        assert_eq!(format!("{:?}", Value::Integer(41)), "Integer(…)");
    }
}
