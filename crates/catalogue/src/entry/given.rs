//! The parameters that an entry was given, checked: who asks for one gets it.

use super::fields::Fields;
use super::value::Value;
use super::{Definition, Entry};
use crate::read::{self, Field, Item};
use crate::{Decimal, Only, Parameter, Problem, Span, Spanned, code};
use std::ops::{Deref, DerefMut};

/// A value that is written in our own code, for tests and for what is told unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A whole number.
    Whole(u64),
    /// A number, as decimal digits.
    Number(&'static str),
    /// A name.
    Choice(&'static str),
    /// Texts.
    Texts(&'static [&'static str]),
}

/// Parameters by name that are written in our own code.
pub type Literals = &'static [(&'static str, Literal)];

/// The parameters that an entry was given, with their places in the policy. Their values are its
/// [`Fields`].
#[derive(Clone, Debug)]
pub struct Given {
    of: &'static dyn Definition,
    /// Where the entry is named: the name itself, and the key before it.
    span: Option<Span>,
    key: Option<Span>,
    fields: Fields,
}

impl Deref for Given {
    type Target = Fields;

    fn deref(&self) -> &Fields {
        &self.fields
    }
}

impl DerefMut for Given {
    fn deref_mut(&mut self) -> &mut Fields {
        &mut self.fields
    }
}

/// A table as it was written.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// How a person calls it, for messages.
    pub place: &'a str,
    /// Where it stands.
    pub span: Option<Span>,
    /// Its keys and values.
    pub items: &'a [Field],
}

impl<'a> Table<'a> {
    /// The value of a key, with the key's place.
    pub fn get(&self, name: &str) -> Option<(Option<Span>, &'a Item)> {
        read::field(self.items, name).map(|(key, item)| (key.span, item))
    }
}

impl Given {
    /// Reads a table's parameters; `named_by` is the key that names the entry, if it is there. `None`
    /// only after a problem was reported. Keys that the entry does not have are left to who knows the others.
    pub fn read(
        of: &'static dyn Definition,
        named_by: &str,
        table: &Table<'_>,
        problems: &mut Vec<Problem>,
    ) -> Option<Self> {
        let (before, entry) = (problems.len(), of.entry());
        let fields = Fields::read(entry.name, entry.all_parameters(), table, problems);
        let named = table.get(named_by);
        let (key, span) = (named.and_then(|(key, _)| key), named.and_then(|(_, item)| item.span));
        let given = Self { of, span, key, fields };
        problems.extend(given.misplaced(table));
        if problems.len() == before {
            problems.extend((entry.check)(&given));
        }
        given.forget_asked();
        (problems.len() == before).then_some(given)
    }

    /// Parameters from our own code. They need not keep to the limits, which are for people.
    pub fn of(of: &'static dyn Definition, literals: Literals) -> Self {
        Self::made(of, |parameter| {
            let literal = literals.iter().find(|(name, _)| *name == parameter.name);
            literal.map(|(_, literal)| literal.value(parameter))
        })
    }

    /// Parameters from a program that knows what the entry takes; those it does not give have their
    /// defaults. They are not checked.
    pub fn with(of: &'static dyn Definition, values: &[(&'static str, Value)]) -> Self {
        let is_known = |(name, _): &(&str, Value)| of.entry().parameter(name).is_some();
        debug_assert!(values.iter().all(is_known), "a parameter that `{}` lacks", of.entry().name);
        Self::made(of, |parameter| {
            let value = values.iter().find(|(name, _)| *name == parameter.name);
            value.map(|(_, value)| value.clone())
        })
    }

    fn made(
        of: &'static dyn Definition,
        given: impl Fn(&'static Parameter) -> Option<Value>,
    ) -> Self {
        let fields = Fields::made(of.entry().name, of.entry().all_parameters(), given);
        Self { of, span: None, key: None, fields }
    }

    /// Parameters that are needed with, or mean nothing for, the name that another one has.
    fn misplaced(&self, table: &Table<'_>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for parameter in self.entry().all_parameters() {
            let Some(Only { key, names, needed }) = parameter.only else { continue };
            let Some(name) = self.word(key) else { continue };
            let written = table.get(parameter.name).map(|(key, _)| key);
            let (fits, shown) = (names.contains(&name), format!("{key} = \"{name}\""));
            match written {
                None if fits && needed => problems.push(
                    Problem::error(
                        code::MISSING_KEY,
                        format!("`{shown}` needs `{}`", parameter.name),
                    )
                    .at(self.at(key), format!("no `{}` here", parameter.name))
                    .with_help(format!("add `{} = {}`", parameter.name, parameter.example)),
                ),
                Some(place) if !fits => problems.push(
                    Problem::error(
                        code::CONTRADICTION,
                        format!("`{}` means nothing for `{shown}`", parameter.name),
                    )
                    .at(place, "not used")
                    .with_help(format!("remove the key, or choose the {key} that it belongs to")),
                ),
                _ => {}
            }
        }
        problems
    }

    /// The entry.
    pub fn entry(&self) -> &'static Entry {
        self.of.entry()
    }

    /// The entry's name.
    pub fn name(&self) -> &'static str {
        self.entry().name
    }

    /// What has the entry.
    pub fn definition(&self) -> &'static dyn Definition {
        self.of
    }

    /// Where the entry is named.
    pub fn span(&self) -> Option<Span> {
        self.span
    }

    /// Whether the policy names it, and it is not what holds when nothing is said.
    pub fn is_written(&self) -> bool {
        self.span.is_some()
    }

    /// Where the key is that names the entry.
    pub fn key(&self) -> Option<Span> {
        self.key
    }

    /// A problem with these parameters, at the entry's name.
    pub fn problem(&self, error: impl Into<String>) -> Problem {
        Problem::error("bind::model", error).at(self.span, "this model")
    }
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        self.entry() == other.entry() && self.fields == other.fields
    }
}

impl Eq for Given {}

impl Literal {
    fn value(self, parameter: &Parameter) -> Value {
        match self {
            Self::Whole(number) => Value::Whole(number),
            Self::Number(digits) => {
                Value::Number(Decimal::parse(digits).expect("our own numbers are numbers"))
            }
            Self::Choice(name) => Value::chosen(parameter, name).expect("our own names are names"),
            Self::Texts(texts) => {
                Value::Texts(texts.iter().map(|text| Spanned::assumed((*text).into())).collect())
            }
        }
    }

    /// As a policy says it.
    pub fn toml(self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Number(digits) => digits.to_owned(),
            Self::Choice(name) => format!("{name:?}"),
            Self::Texts(texts) => format!("{texts:?}"),
        }
    }
}
