//! The values of parameters, for who asks for them by name.

use super::given::Table;
use super::tables::{Among, Domain};
use super::value::{Of, Value, value};
use crate::read::{self, Item, Written};
use crate::{Decimal, Named, Parameter, Problem, Section, Share, Span, Spanned};
use std::sync::atomic::{AtomicU64, Ordering};

/// The values of some parameters, with their places in the policy.
///
/// What is within limits, what is needed and what has a default was seen to when it was made. So a
/// getter cannot fail but by asking for what there is not, which no test survives.
#[derive(Debug)]
pub struct Fields {
    /// Whose they are.
    of: &'static str,
    /// One for each parameter, in order.
    slots: Vec<Slot>,
    /// Which of them somebody asked for: a bit for each.
    asked: AtomicU64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    name: &'static str,
    value: Option<Value>,
    span: Option<Span>,
    key: Option<Span>,
}

impl Fields {
    /// The values of parameters in a table. What is wrong is reported, and left out.
    pub(super) fn read(
        of: &'static str,
        parameters: impl Iterator<Item = &'static Parameter>,
        table: &Table<'_>,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let slot = |parameter: &'static Parameter| {
            let name = parameter.name;
            let (value, span, key) = match table.get(name) {
                Some((key, item)) => (value(parameter, key, item).map(Some), item.span, key),
                None if parameter.required => {
                    (Err(vec![read::missing(parameter, table.place, table.span)]), None, None)
                }
                None => (Ok(Value::usual(parameter)), None, None),
            };
            let value = value.unwrap_or_else(|found| {
                problems.extend(found);
                None
            });
            Slot { name, value, span, key }
        };
        Self { of, slots: parameters.map(slot).collect(), asked: AtomicU64::new(0) }
    }

    /// Values that no text has: a parameter that is given none has its default.
    pub(super) fn made(
        of: &'static str,
        parameters: impl Iterator<Item = &'static Parameter>,
        given: impl Fn(&'static Parameter) -> Option<Value>,
    ) -> Self {
        let slot = |parameter: &'static Parameter| {
            let value = given(parameter).or_else(|| Value::usual(parameter));
            Slot { name: parameter.name, value, span: None, key: None }
        };
        Self { of, slots: parameters.map(slot).collect(), asked: AtomicU64::new(0) }
    }

    /// The table that a parameter has.
    pub(super) fn within(
        parameter: &Parameter,
        section: &'static Section,
        item: &Item,
    ) -> Result<Self, Vec<Problem>> {
        if let Written::Table(_) = item.value {
            return Self::of_section(section, item);
        }
        let help = format!("write `[{}]` on a line of its own, and its keys below", parameter.name);
        Err(vec![read::wrong_type(parameter, "a table", item).with_help(help)])
    }

    /// A table that has the keys of a section and no others.
    pub(super) fn of_section(section: &'static Section, item: &Item) -> Result<Self, Vec<Problem>> {
        let Written::Table(items) = &item.value else { return Err(Vec::new()) };
        let place = &format!("`{}`", section.place);
        let table = Table { place, span: item.span, items };
        let mut problems = Vec::new();
        let fields = Self::read(section.place, section.keys.iter(), &table, &mut problems);
        let unknown = table.items.iter().filter(|(key, _)| section.key(key).is_none());
        problems.extend(unknown.map(|(key, _)| read::unknown_key(place, key, section.keys)));
        if problems.is_empty() { Ok(fields) } else { Err(problems) }
    }

    /// Where a parameter's value is written; `None` if it is a default, or absent.
    pub fn at(&self, name: &str) -> Option<Span> {
        self.slot(name)?.span
    }

    /// Where a parameter's key is written.
    pub fn key_of(&self, name: &str) -> Option<Span> {
        self.slot(name)?.key
    }

    /// All values, in order.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.slots.iter().filter_map(|slot| Some((slot.name, slot.value.as_ref()?)))
    }

    /// The values that nobody asked for since they were read.
    pub fn unasked(&self) -> Vec<&'static str> {
        let asked = self.asked.load(Ordering::Relaxed);
        let is_unasked =
            |(at, slot): &(usize, &Slot)| slot.value.is_some() && asked & (1 << at) == 0;
        self.slots.iter().enumerate().filter(is_unasked).map(|(_, slot)| slot.name).collect()
    }

    /// Nobody has asked for anything.
    pub(super) fn forget_asked(&self) {
        self.asked.store(0, Ordering::Relaxed);
    }

    /// Puts another value in the place of one that is there.
    pub fn set(&mut self, name: &str, value: Value) {
        if let Some(slot) = self.slots.iter_mut().find(|slot| slot.name == name)
            && slot.value.is_some()
        {
            slot.value = Some(value);
        }
    }

    fn slot(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// A value, for who only looks: it does not count as asked for.
    pub fn peek(&self, name: &str) -> Option<&Value> {
        self.slot(name)?.value.as_ref()
    }

    /// The texts that a parameter has, for who only looks; `table.key` is a parameter of a table within.
    pub fn named(&self, path: &str) -> &[Spanned<String>] {
        let (name, within) = path.split_once('.').unwrap_or((path, ""));
        match self.peek(name) {
            Some(Value::Section(fields)) => fields.named(within),
            value => value.map_or(&[], Value::texts),
        }
    }

    /// The value of a parameter, if it has one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let at = self.slots.iter().position(|slot| slot.name == name);
        debug_assert!(at.is_some(), "`{name}` is no parameter of `{}`", self.of);
        self.asked.fetch_or(1 << at?, Ordering::Relaxed);
        self.slots[at?].value.as_ref()
    }

    fn needed(&self, name: &str) -> &Value {
        self.get(name).unwrap_or_else(|| panic!("`{}` has no value `{name}`", self.of))
    }

    /// A whole number.
    pub fn whole(&self, name: &str) -> u64 {
        match self.needed(name) {
            Value::Whole(number) => *number,
            _ => panic!("`{name}` of `{}` is no whole number", self.of),
        }
    }

    /// A number.
    pub fn number(&self, name: &str) -> Decimal {
        match self.needed(name) {
            Value::Number(number) => *number,
            _ => panic!("`{name}` of `{}` is no number", self.of),
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

    /// A part of a whole that may be absent.
    pub fn share_if_given(&self, name: &str) -> Option<Share> {
        self.get(name).is_some().then(|| self.share(name))
    }

    /// One of some names.
    pub fn choice<T: Named>(&self, name: &str) -> T {
        let Value::Choice(word) = self.needed(name) else {
            panic!("`{name}` of `{}` is no choice", self.of)
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
            _ => panic!("`{name}` of `{}` is no list of names", self.of),
        }
    }

    /// Numbers, with their places.
    pub fn numbers(&self, name: &str) -> &[Spanned<Decimal>] {
        match self.needed(name) {
            Value::Numbers(numbers) => numbers,
            _ => panic!("`{name}` of `{}` is no list of numbers", self.of),
        }
    }

    /// A character.
    pub fn character(&self, name: &str) -> char {
        match self.needed(name) {
            Value::Character(character) => *character,
            _ => panic!("`{name}` of `{}` is no character", self.of),
        }
    }

    /// A text that may be absent.
    pub fn text(&self, name: &str) -> Option<&Spanned<String>> {
        match self.get(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Texts; none if it is absent.
    pub fn texts(&self, name: &str) -> &[Spanned<String>] {
        match self.get(name) {
            Some(Value::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// A table with parameters of its own that may be absent.
    pub fn section(&self, name: &str) -> Option<&Self> {
        match self.get(name) {
            Some(Value::Section(fields)) => Some(fields),
            _ => None,
        }
    }

    /// What each of some texts becomes; none if it is absent.
    pub fn mapping(&self, name: &str) -> &[Of<Spanned<String>>] {
        match self.get(name) {
            Some(Value::Mapping(mapping)) => mapping,
            _ => &[],
        }
    }

    /// Texts for each of some texts; none if it is absent.
    pub fn lists(&self, name: &str) -> &[Of<Vec<Spanned<String>>>] {
        match self.get(name) {
            Some(Value::Lists(lists)) => lists,
            _ => &[],
        }
    }

    /// Numbers for pairs of texts; none if it is absent.
    pub fn matrix(&self, name: &str) -> &[Of<Vec<Of<Decimal>>>] {
        match self.get(name) {
            Some(Value::Matrix(rows)) => rows,
            _ => &[],
        }
    }

    /// The least and the greatest number of attributes; none if it is absent.
    pub fn ranges(&self, name: &str) -> &[Of<(Decimal, Decimal)>] {
        match self.get(name) {
            Some(Value::Ranges(ranges)) => ranges,
            _ => &[],
        }
    }

    /// Combinations of values of attributes; none if it is absent.
    pub fn combinations(&self, name: &str) -> &[Vec<Of<Among>>] {
        match self.get(name) {
            Some(Value::Combinations(combinations)) => combinations,
            _ => &[],
        }
    }

    /// The values that attributes can have; none if it is absent.
    pub fn domains(&self, name: &str) -> &[Of<Domain>] {
        match self.get(name) {
            Some(Value::Domains(domains)) => domains,
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

impl Clone for Fields {
    fn clone(&self) -> Self {
        let asked = AtomicU64::new(self.asked.load(Ordering::Relaxed));
        Self { of: self.of, slots: self.slots.clone(), asked }
    }
}

impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of && self.slots == other.slots
    }
}

impl Eq for Fields {}
