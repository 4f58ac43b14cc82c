//! What programs have, as values of the tree.

use super::{Item, Written};
use crate::{Decimal, Share};
use std::collections::{BTreeMap, HashMap};

impl From<&str> for Item {
    fn from(text: &str) -> Self {
        Self::new(Written::Text(text.to_owned()))
    }
}

impl From<String> for Item {
    fn from(text: String) -> Self {
        Self::new(Written::Text(text))
    }
}

impl From<&String> for Item {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<char> for Item {
    fn from(character: char) -> Self {
        character.to_string().into()
    }
}

impl From<bool> for Item {
    fn from(yes: bool) -> Self {
        Self::new(Written::Boolean(yes))
    }
}

macro_rules! wholes {
    ($($whole:ty)+) => {$(
        impl From<$whole> for Item {
            fn from(number: $whole) -> Self {
                Self::new(Written::Whole(number.to_string()))
            }
        }
    )+};
}

wholes! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

impl From<f64> for Item {
    /// The shortest decimal number that reads as this one: 0.1 is one tenth.
    fn from(number: f64) -> Self {
        Self::new(Written::Number(number.to_string().to_lowercase()))
    }
}

impl From<Decimal> for Item {
    fn from(number: Decimal) -> Self {
        let kind = if number.is_whole() { Written::Whole } else { Written::Number };
        Self::new(kind(number.to_string()))
    }
}

impl From<Share> for Item {
    fn from(share: Share) -> Self {
        share.decimal().into()
    }
}

impl<T: Into<Item>> From<Vec<T>> for Item {
    fn from(items: Vec<T>) -> Self {
        Self::new(Written::List(items.into_iter().map(Into::into).collect()))
    }
}

impl<T: Into<Item>, const N: usize> From<[T; N]> for Item {
    fn from(items: [T; N]) -> Self {
        Vec::from(items).into()
    }
}

impl<T: Clone + Into<Item>> From<&[T]> for Item {
    fn from(items: &[T]) -> Self {
        items.to_vec().into()
    }
}

impl<K: Into<String>, V: Into<Item>> From<BTreeMap<K, V>> for Item {
    fn from(table: BTreeMap<K, V>) -> Self {
        Self::table(table)
    }
}

impl<K: Into<String> + Ord, V: Into<Item>, S> From<HashMap<K, V, S>> for Item {
    /// In the order of the keys: that of the map is another in every run.
    fn from(table: HashMap<K, V, S>) -> Self {
        table.into_iter().collect::<BTreeMap<K, V>>().into()
    }
}

impl From<serde_json::Value> for Item {
    fn from(value: serde_json::Value) -> Self {
        serde_json::from_value(value).expect("every value of JSON is one of ours")
    }
}
