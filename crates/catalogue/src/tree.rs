//! A tree of values: what was said, before anybody asked what it should be.
//!
//! It comes from a text, and then everything in it has its place there, or from a program: numbers,
//! texts, lists and [`Parameters`] become values by `into`, and so does `serde_json::Value`.

mod from;
mod parameters;
mod placed;
mod serial;

use crate::{Span, Spanned};
pub use parameters::Parameters;

/// A value as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub value: Written,
    /// Where it stands, if it is from a text.
    pub span: Option<Span>,
}

/// The kinds of values that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A text.
    Text(String),
    /// The digits of a whole number; none if it is too large to be kept.
    Whole(String),
    /// A number with a fraction, as it was written.
    Number(String),
    /// True or false.
    Boolean(bool),
    /// A date.
    Date,
    /// What JSON calls null.
    Nothing,
    /// A list.
    List(Vec<Item>),
    /// A table with its keys, in the order written.
    Table(Vec<Field>),
}

/// A key of a table, and what it has.
pub type Field = (Spanned<String>, Item);

impl Item {
    /// A value from a program.
    pub const fn new(value: Written) -> Self {
        Self { value, span: None }
    }

    /// A table from a program.
    pub fn table<K: Into<String>, V: Into<Self>>(fields: impl IntoIterator<Item = (K, V)>) -> Self {
        let field = |(key, value): (K, V)| (Spanned::assumed(key.into()), value.into());
        Self::new(Written::Table(fields.into_iter().map(field).collect()))
    }

    /// Another value at the same place.
    pub(crate) fn with<T>(&self, value: T) -> Spanned<T> {
        Spanned { value, span: self.span }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Written::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What is in the list, if it is one.
    pub fn as_list(&self) -> Option<&[Self]> {
        match &self.value {
            Written::List(items) => Some(items),
            _ => None,
        }
    }

    /// The keys and values of the table, if it is one.
    pub fn as_table(&self) -> Option<&[Field]> {
        match &self.value {
            Written::Table(fields) => Some(fields),
            _ => None,
        }
    }

    /// What a key of the table has.
    pub fn get(&self, name: &str) -> Option<&Self> {
        field(self.as_table()?, name).map(|(_, item)| item)
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.as_list().is_some()
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.as_table().is_some()
    }
}

/// A key of a table and what it has.
pub fn field<'a>(table: &'a [Field], name: &str) -> Option<&'a Field> {
    table.iter().find(|(key, _)| key.value == name)
}
