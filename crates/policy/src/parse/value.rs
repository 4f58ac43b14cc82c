//! Single values: from what TOML found to what a key takes, or the problem with it.

use crate::language::{Key, Limits, Named};
use ridotto_catalogue::read::{self, Written};
use ridotto_catalogue::{Decimal, Problem, Span, Spanned};
use toml::de::{DeInteger, DeString, DeValue};

pub(super) use ridotto_catalogue::read::{Read, comes_later, listed};

/// A value in the file.
pub(super) type Item<'a> = toml::Spanned<DeValue<'a>>;

/// A key in the file.
pub(super) type Spelled<'a> = toml::Spanned<DeString<'a>>;

pub(super) fn span(item: &Item<'_>) -> Span {
    item.span().into()
}

/// A value of the file in words that do not depend on TOML.
pub(super) fn written(item: &Item<'_>) -> read::Item {
    let value = match item.get_ref() {
        DeValue::String(text) => Written::Text(text.to_string()),
        DeValue::Integer(number) => Written::Whole(digits(number)),
        DeValue::Float(number) => Written::Number(number.as_str().to_owned()),
        DeValue::Boolean(value) => Written::Boolean(*value),
        DeValue::Datetime(_) => Written::Date,
        DeValue::Array(items) => Written::List(items.iter().map(written).collect()),
        DeValue::Table(table) => {
            let key =
                |name: &Spelled<'_>| Spanned::written(name.get_ref().to_string(), name.span());
            Written::Table(table.iter().map(|(name, item)| (key(name), written(item))).collect())
        }
    };
    read::Item { value, span: Some(span(item)) }
}

/// The digits of a whole number; none if it is too large to be kept.
fn digits(number: &DeInteger<'_>) -> String {
    if number.radix() == 10 {
        return number.as_str().to_owned();
    }
    let number = i64::from_str_radix(number.as_str(), number.radix());
    number.map_or_else(|_| String::new(), |number| number.to_string())
}

/// Says that a value is of another type than the key takes.
pub(super) fn wrong_type(key: &Key, expected: &str, item: &Item<'_>) -> Problem {
    read::wrong_type(key, expected, &written(item))
}

pub(super) fn text(key: &Key, item: &Item<'_>) -> Read<String> {
    read::text(key, &written(item))
}

pub(super) fn boolean(key: &Key, item: &Item<'_>) -> Read<bool> {
    read::boolean(key, &written(item))
}

/// A number as it was written, kept exactly.
pub(super) fn decimal(key: &Key, item: &Item<'_>) -> Read<Decimal> {
    read::decimal(key, &written(item))
}

/// A number within limits.
pub(super) fn number(key: &Key, item: &Item<'_>, limits: &Limits) -> Read<Decimal> {
    read::number(key, &written(item), limits)
}

/// A whole number within limits.
pub(super) fn integer(key: &Key, item: &Item<'_>, limits: &Limits) -> Read<u32> {
    read::integer(key, &written(item), limits)
}

/// One of the names of an enumeration.
pub(super) fn choice<T: Named>(key: &Key, item: &Item<'_>) -> Read<T> {
    read::choice(key, &written(item))
}

/// A text of exactly one character.
pub(super) fn character(key: &Key, item: &Item<'_>) -> Read<char> {
    read::character(key, &written(item))
}

/// One character, or the word `tab`.
pub(super) fn delimiter(key: &Key, item: &Item<'_>) -> Read<char> {
    match item.get_ref() {
        DeValue::String(text) if matches!(&**text, "tab" | "\\t") => {
            Ok(Spanned::written('\t', item.span()))
        }
        _ => character(key, item),
    }
}

/// The values if all are there. Unlike `collect` it goes on to the end after a failure, so that
/// every problem of a list is found.
pub(super) fn all<T>(read: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let read: Vec<_> = read.collect();
    read.into_iter().collect()
}
