//! Kinds of values, and how the texts of a column are read as one.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Anything; also numbers with leading zeros, which are names in truth (`02138`).
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers with a fraction.
    Decimal,
    /// Days.
    Date,
    /// Two values: true and false, yes and no.
    Boolean,
}

/// How the texts of one column are read: their kind, the decimal mark, the date format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The kind of the values.
    pub kind: Kind,
    /// Whether a comma parts the fraction (`12,5`).
    pub decimal_comma: bool,
    /// How a date is written, in the notation of `strftime` (`%Y-%m-%d`).
    pub date_format: String,
}

/// A text read by a [`Reading`]; ordered within one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Not read: a text, or a text that is not of the kind.
    Text,
    /// A number (integers up to 2^53 exactly; larger ones are ordered by their text).
    Number(f64),
    /// Days since 1970-01-01.
    Day(i32),
    /// A truth value.
    Truth(bool),
}

impl Reading {
    /// The usual reading of a kind: decimal point, ISO dates.
    pub fn of_kind(kind: Kind) -> Self {
        Self { kind, decimal_comma: false, date_format: "%Y-%m-%d".into() }
    }

    /// Reads a text; `Value::Text` when it is not of the kind.
    pub fn parse(&self, text: &str) -> Value {
        match self.kind {
            Kind::Integer => text.parse::<i64>().map_or(Value::Text, |n| Value::Number(n as f64)),
            _ => Value::Text,
        }
    }

    /// Orders two values of one reading; those that were not read come last.
    pub fn compare(&self, a: &Value, b: &Value) -> Ordering {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => a.total_cmp(b),
            (Value::Day(a), Value::Day(b)) => a.cmp(b),
            (Value::Truth(a), Value::Truth(b)) => a.cmp(b),
            (Value::Text, Value::Text) => Ordering::Equal,
            (Value::Text, _) => Ordering::Greater,
            (_, Value::Text) => Ordering::Less,
            _ => Ordering::Equal,
        }
    }
}
