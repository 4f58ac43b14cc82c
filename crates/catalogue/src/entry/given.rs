//! The parameters that an entry was given, checked: who asks for one gets it.

use super::groups::{Group, groups};
use super::{Definition, Entry, levels};
use crate::read::{self, Field, Item, Written};
use crate::{
    Decimal, Limits, Named, Only, Parameter, Problem, Section, Shape, Share, Span, Spanned, code,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A number.
    Number(Decimal),
    /// One of the parameter's names.
    Choice(&'static str),
    /// True or false.
    Boolean(bool),
    /// A text.
    Text(String),
    /// Texts.
    Texts(Vec<Spanned<String>>),
    /// The column that has each record's own number.
    Column(Spanned<String>),
    /// A character.
    Character(char),
    /// Some of the parameter's names.
    Choices(Vec<Spanned<&'static str>>),
    /// Whole numbers.
    Wholes(Vec<Spanned<u32>>),
    /// Numbers.
    Numbers(Vec<Spanned<Decimal>>),
    /// Numbers for each level.
    Levels(Vec<Vec<Spanned<Decimal>>>),
    /// A tree.
    Groups(Vec<Group>),
}

impl Value {
    /// What is written, as a parameter takes it, or everything that is wrong with it.
    pub fn read(parameter: &Parameter, item: &Item) -> Result<Self, Vec<Problem>> {
        value(parameter, item)
    }
}

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

/// The parameters that an entry was given, with their places in the policy.
///
/// What is within limits, what is needed and what has a default was seen to when it was made. So a
/// getter cannot fail but by asking for what the entry does not have, which no test survives.
#[derive(Debug)]
pub struct Given {
    of: &'static dyn Definition,
    /// Where the entry is named: the name itself, and the key before it.
    span: Option<Span>,
    key: Option<Span>,
    values: Vec<Slot>,
    /// Which of the values somebody asked for: a bit for each.
    asked: AtomicU64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    name: &'static str,
    value: Value,
    span: Option<Span>,
    key: Option<Span>,
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
        let before = problems.len();
        let mut values = Vec::new();
        for parameter in of.entry().all_parameters() {
            match read(parameter, table) {
                Ok(slot) => values.extend(slot),
                Err(found) => problems.extend(found),
            }
        }
        let named = table.get(named_by);
        let (key, span) = (named.and_then(|(key, _)| key), named.and_then(|(_, item)| item.span));
        let given = Self { of, span, key, values, asked: AtomicU64::new(0) };
        problems.extend(given.misplaced(table));
        if problems.len() == before
            && let Err(problem) = (of.entry().check)(&given)
        {
            problems.push(problem);
        }
        given.asked.store(0, Ordering::Relaxed);
        (problems.len() == before).then_some(given)
    }

    /// Parameters from our own code. They need not keep to the limits, which are for people.
    pub fn of(of: &'static dyn Definition, literals: Literals) -> Self {
        let value = |parameter: &'static Parameter| {
            let literal = literals.iter().find(|(name, _)| *name == parameter.name);
            let value = literal.map(|(_, literal)| literal.value(parameter));
            let value = value.or_else(|| default(parameter))?;
            Some(Slot { name: parameter.name, value, span: None, key: None })
        };
        let values = of.entry().all_parameters().filter_map(value).collect();
        Self { of, span: None, key: None, values, asked: AtomicU64::new(0) }
    }

    /// Parameters that are needed with, or mean nothing for, the name that another one has.
    fn misplaced(&self, table: &Table<'_>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for parameter in self.entry().all_parameters() {
            let Some(Only { key, names, needed }) = parameter.only else { continue };
            let Some(kind) = self.slot(key) else { continue };
            let Value::Choice(name) = kind.value else { continue };
            let written = table.get(parameter.name).map(|(key, _)| key);
            let (fits, shown) = (names.contains(&name), format!("{key} = \"{name}\""));
            match written {
                None if fits && needed => problems.push(
                    Problem::error(
                        code::MISSING_KEY,
                        format!("`{shown}` needs `{}`", parameter.name),
                    )
                    .at(kind.span, format!("no `{}` here", parameter.name))
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

    /// Where a parameter's value is written; `None` if it is a default, or absent.
    pub fn at(&self, name: &str) -> Option<Span> {
        self.slot(name)?.span
    }

    /// Where a parameter's key is written.
    pub fn key_of(&self, name: &str) -> Option<Span> {
        self.slot(name)?.key
    }

    /// A problem with these parameters, at the entry's name.
    pub fn problem(&self, error: impl Into<String>) -> Problem {
        Problem::error("bind::model", error).at(self.span, "this model")
    }

    /// All values, in the order of the entry.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.values.iter().map(|slot| (slot.name, &slot.value))
    }

    /// The values that nobody asked for since it was read.
    pub fn unasked(&self) -> Vec<&'static str> {
        let asked = self.asked.load(Ordering::Relaxed);
        let is_unasked = |(at, _): &(usize, &Slot)| asked & (1 << at) == 0;
        self.values.iter().enumerate().filter(is_unasked).map(|(_, slot)| slot.name).collect()
    }

    /// Puts another value in the place of one that is there.
    pub fn set(&mut self, name: &str, value: Value) {
        if let Some(slot) = self.values.iter_mut().find(|slot| slot.name == name) {
            slot.value = value;
        }
    }

    fn slot(&self, name: &str) -> Option<&Slot> {
        self.values.iter().find(|slot| slot.name == name)
    }

    /// A value, for who only looks: it does not count as asked for.
    pub fn peek(&self, name: &str) -> Option<&Value> {
        self.slot(name).map(|slot| &slot.value)
    }

    /// The value of a parameter, if it has one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let known = self.entry().parameter(name).is_some();
        debug_assert!(known, "`{name}` is no parameter of `{}`", self.name());
        let at = self.values.iter().position(|slot| slot.name == name)?;
        self.asked.fetch_or(1 << at, Ordering::Relaxed);
        Some(&self.values[at].value)
    }

    fn needed(&self, name: &str) -> &Value {
        self.get(name).unwrap_or_else(|| panic!("`{}` has no value `{name}`", self.name()))
    }

    /// A whole number.
    pub fn whole(&self, name: &str) -> u64 {
        match self.needed(name) {
            Value::Whole(number) => *number,
            _ => panic!("`{name}` of `{}` is no whole number", self.name()),
        }
    }

    /// A number.
    pub fn number(&self, name: &str) -> Decimal {
        match self.needed(name) {
            Value::Number(number) => *number,
            _ => panic!("`{name}` of `{}` is no number", self.name()),
        }
    }

    /// A number that may be absent.
    pub fn number_if_given(&self, name: &str) -> Option<Decimal> {
        self.get(name).is_some().then(|| self.number(name))
    }

    /// A whole number that may be absent.
    pub fn whole_if_given(&self, name: &str) -> Option<u64> {
        self.get(name).is_some().then(|| self.whole(name))
    }

    /// A number that is a part of a whole.
    pub fn share(&self, name: &str) -> Share {
        Share::new(self.number(name)).expect("the limits are those of a share")
    }

    /// One of some names.
    pub fn choice<T: Named>(&self, name: &str) -> T {
        let Value::Choice(word) = self.needed(name) else {
            panic!("`{name}` of `{}` is no choice", self.name())
        };
        member(word)
    }

    /// One of some names that may be absent.
    pub fn choice_if_given<T: Named>(&self, name: &str) -> Option<T> {
        self.get(name).is_some().then(|| self.choice(name))
    }

    /// Some names, with their places.
    pub fn choices<T: Named>(&self, name: &str) -> Vec<Spanned<T>> {
        match self.needed(name) {
            Value::Choices(words) => {
                words.iter().map(|word| word.map(|word| member(word))).collect()
            }
            _ => panic!("`{name}` of `{}` is no list of names", self.name()),
        }
    }

    /// Numbers, with their places.
    pub fn numbers(&self, name: &str) -> &[Spanned<Decimal>] {
        match self.needed(name) {
            Value::Numbers(numbers) => numbers,
            _ => panic!("`{name}` of `{}` is no list of numbers", self.name()),
        }
    }

    /// A character.
    pub fn character(&self, name: &str) -> char {
        match self.needed(name) {
            Value::Character(character) => *character,
            _ => panic!("`{name}` of `{}` is no character", self.name()),
        }
    }

    /// Texts; none if it is absent.
    pub fn texts(&self, name: &str) -> &[Spanned<String>] {
        match self.get(name) {
            Some(Value::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// Whether it is true; not if it is absent.
    pub fn is(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Boolean(true)))
    }

    /// The column with each record's own number, if that is given instead of one number.
    pub fn column(&self, name: &str) -> Option<&Spanned<String>> {
        match self.get(name) {
            Some(Value::Column(column)) => Some(column),
            _ => None,
        }
    }

    /// The name that a parameter has, for who only looks.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.peek(name) {
            Some(Value::Choice(word)) => Some(word),
            _ => None,
        }
    }
}

/// The member of an enumeration with this name.
fn member<T: Named>(name: &str) -> T {
    let at = T::NAMES.iter().position(|of| of.name == name);
    at.map(|at| T::ALL[at]).expect("the parameter's names are those of the type")
}

impl Clone for Given {
    fn clone(&self) -> Self {
        let asked = AtomicU64::new(self.asked.load(Ordering::Relaxed));
        Self { of: self.of, span: self.span, key: self.key, values: self.values.clone(), asked }
    }
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        self.entry() == other.entry() && self.values == other.values
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
            Self::Choice(name) => choice(parameter, name).expect("our own names are names"),
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

/// The value that holds without one.
fn default(parameter: &Parameter) -> Option<Value> {
    let text = parameter.default?;
    match parameter.shape {
        Shape::Choice(_) => choice(parameter, text.trim_matches('"')),
        Shape::Boolean => Some(Value::Boolean(text == "true")),
        Shape::Number(_) => Decimal::parse(text).map(Value::Number),
        Shape::Integer(_) => text.parse().ok().map(Value::Whole),
        Shape::Character => text.trim_matches('"').chars().next().map(Value::Character),
        _ => None,
    }
}

fn choice(parameter: &Parameter, name: &str) -> Option<Value> {
    let Shape::Choice(names) = parameter.shape else { return None };
    names.iter().find(|of| of.name == name).map(|of| Value::Choice(of.name))
}

/// The value of a parameter in a table; nothing if it is absent and has no default.
fn read(parameter: &'static Parameter, table: &Table<'_>) -> Result<Option<Slot>, Vec<Problem>> {
    let Some((key, item)) = table.get(parameter.name) else {
        if parameter.required {
            return Err(vec![read::missing(parameter, table.place, table.span)]);
        }
        let slot = |value| Slot { name: parameter.name, value, span: None, key: None };
        return Ok(default(parameter).map(slot));
    };
    let value = value(parameter, item)?;
    Ok(Some(Slot { name: parameter.name, value, span: item.span, key }))
}

fn value(parameter: &Parameter, item: &Item) -> Result<Value, Vec<Problem>> {
    let one = |problem: Problem| vec![problem];
    match parameter.shape {
        Shape::Integer(limits) => whole(parameter, item, &limits).map_err(one),
        Shape::Number(limits) => {
            let number = read::number(parameter, item, &limits);
            number.map(|number| Value::Number(number.value)).map_err(one)
        }
        Shape::Choice(names) => {
            let place = read::name(parameter, item, names);
            place.map(|place| Value::Choice(names[place.value].name)).map_err(one)
        }
        Shape::Boolean => {
            read::boolean(parameter, item).map(|of| Value::Boolean(of.value)).map_err(one)
        }
        Shape::Decimal => {
            read::decimal(parameter, item).map(|of| Value::Number(of.value)).map_err(one)
        }
        Shape::Character => {
            read::character(parameter, item).map(|of| Value::Character(of.value)).map_err(one)
        }
        Shape::Yes => levels::yes(parameter, item).map_err(one),
        Shape::Widths => levels::widths(parameter, item).map(Value::Numbers),
        Shape::Cuts => levels::cuts(parameter, item).map(Value::Levels),
        Shape::Choices(names) => levels::choices(parameter, item, names).map(Value::Choices),
        Shape::Prefixes(limits, names) => levels::prefixes(parameter, item, &limits, names),
        Shape::Auto(limits, names) => levels::auto(parameter, item, &limits, names).map_err(one),
        Shape::Groups => groups(parameter, item).map(Value::Groups),
        Shape::Text => read::text(parameter, item).map(|of| Value::Text(of.value)).map_err(one),
        Shape::Texts => texts(parameter, item).map(Value::Texts),
        Shape::TextOrTexts => match item.value {
            Written::List(_) => texts(parameter, item).map(Value::Texts),
            _ => read::text(parameter, item).map(|text| Value::Texts(vec![text])).map_err(one),
        },
        Shape::IntegerOr(limits, section) => match &item.value {
            Written::Table(items) => column(section, items, item.span).map_err(one),
            _ => whole(parameter, item, &limits).map_err(one),
        },
        _ => panic!("entries have no parameters of this shape: `{}`", parameter.name),
    }
}

fn whole(parameter: &Parameter, item: &Item, limits: &Limits) -> Result<Value, Problem> {
    read::integer(parameter, item, limits).map(|number| Value::Whole(number.value.into()))
}

/// A list of texts; every bad one is reported.
fn texts(parameter: &Parameter, item: &Item) -> Result<Vec<Spanned<String>>, Vec<Problem>> {
    let Written::List(items) = &item.value else {
        return Err(vec![read::wrong_type(parameter, "a list of texts", item)]);
    };
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for item in items {
        match read::text(parameter, item) {
            Ok(text) => good.push(text),
            Err(problem) => bad.push(problem),
        }
    }
    if bad.is_empty() { Ok(good) } else { Err(bad) }
}

/// The column of a table such as `{ column = "own_k" }`.
fn column(section: &Section, items: &[Field], span: Option<Span>) -> Result<Value, Problem> {
    let parameter = &section.keys[0];
    match read::field(items, parameter.name) {
        Some((_, item)) => read::text(parameter, item).map(Value::Column),
        None => Err(read::missing(parameter, &format!("`{}`", section.place), span)),
    }
}
