//! Values to and from any format that serde knows, in the order written.
//!
//! Numbers that others would round are written as `{"$number": "0.1234567890123456789"}`: most readers of
//! JSON keep some 16 digits, and a bound must come back as it was.

use super::{Field, Item, Written};
use crate::{Decimal, Spanned};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// The only key of a table that is a number.
const NUMBER: &str = "$number";

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Written::Text(text) => to.serialize_str(text),
            Written::Whole(digits) => match digits.parse() {
                Ok(number) => to.serialize_i64(number),
                Err(_) => exact(digits, to),
            },
            Written::Number(digits) => {
                match digits.parse().ok().filter(|it| is_kept(digits, *it)) {
                    Some(number) => to.serialize_f64(number),
                    None => exact(digits, to),
                }
            }
            Written::Boolean(yes) => to.serialize_bool(*yes),
            Written::Date | Written::Nothing => to.serialize_unit(),
            Written::List(items) => to.collect_seq(items),
            Written::Table(fields) => {
                to.collect_map(fields.iter().map(|(key, item)| (&key.value, item)))
            }
        }
    }
}

/// Whether a number is the same after others kept it.
fn is_kept(digits: &str, number: f64) -> bool {
    let again = Decimal::parse(&number.to_string());
    again.is_some() && again == Decimal::parse(digits)
}

fn exact<S: Serializer>(digits: &str, to: S) -> Result<S::Ok, S::Error> {
    let mut table = to.serialize_map(Some(1))?;
    table.serialize_entry(NUMBER, digits)?;
    table.end()
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reading)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Item;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a text, a number, true or false, a list or a table")
    }

    fn visit_str<E>(self, text: &str) -> Result<Item, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Item, E> {
        Ok(text.into())
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Item, E> {
        Ok(yes.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Item, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Item, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Item, E> {
        Ok(number.into())
    }

    fn visit_unit<E>(self) -> Result<Item, E> {
        Ok(Item::new(Written::Nothing))
    }

    fn visit_none<E>(self) -> Result<Item, E> {
        Ok(Item::new(Written::Nothing))
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Item, D::Error> {
        from.deserialize_any(Self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Item, A::Error> {
        let mut items: Vec<Item> = Vec::new();
        while let Some(item) = from.next_element()? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Item, A::Error> {
        let mut fields: Vec<Field> = Vec::new();
        while let Some((key, item)) = from.next_entry()? {
            fields.push((Spanned::assumed(key), item));
        }
        Ok(Item::new(number(&fields).unwrap_or(Written::Table(fields))))
    }
}

/// The number that a table is.
fn number(fields: &[Field]) -> Option<Written> {
    let [(key, item)] = fields else { return None };
    let digits = item.as_text().filter(|_| key.value == NUMBER)?;
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit() || b"+-".contains(&byte));
    let kind = if is_whole { Written::Whole } else { Written::Number };
    Some(kind(digits.to_owned()))
}
