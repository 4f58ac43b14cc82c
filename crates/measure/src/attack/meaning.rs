//! What a cell may stand for: the set of original values that its text leaves possible.
//!
//! An intruder does not see values but labels: `20-24`, `537**`, `{Divorced, Widowed}`, `*`. A
//! label is read once into a [`Meaning`], and all attacks ask the same two questions of two of
//! them: can they be the same person's ([`Meaning::meets`]), and what do both together say
//! ([`Meaning::both`])? So attacks work on any masked file, ours or another program's, and it does
//! not matter which of two files is the generalised one.
//!
//! Where a notation leaves something open the answer is the careful one for whoever reads the
//! result: a label that might fit fits, so nobody is called found who may not be.

mod language;
mod range;

pub use language::Language;
pub use range::Range;

use std::fmt;
use std::hash::{Hash, Hasher};

/// A value that stands for itself: its text, and its number if it has one.
#[derive(Clone)]
pub struct Exact {
    text: Box<str>,
    number: Option<f64>,
}

/// The original values that a cell leaves possible. Its `Debug` shows no value.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// Any value at all: `*`, or a cell that was taken away.
    Anything,
    /// One value.
    Exact(Exact),
    /// The numbers, days or addresses of a range.
    Range(Range),
    /// The texts of this length with these characters; `None` is any character.
    Pattern(Vec<Option<char>>),
    /// One of several values, in the order of their texts.
    OneOf(Vec<Exact>),
}

impl Exact {
    /// A value by its text, and its number if it has one.
    pub fn new(text: impl Into<Box<str>>, number: Option<f64>) -> Self {
        Self { text: text.into(), number }
    }

    /// The text, written in one way where numbers can be written in many.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number, if it has one.
    pub fn number(&self) -> Option<f64> {
        self.number
    }
}

/// The text says it all: the number follows from it.
impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Exact {}

impl Hash for Exact {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Meaning {
    /// One of the values given; of one value that value.
    pub fn one_of(mut values: Vec<Exact>) -> Self {
        values.sort_by(|a, b| a.text.cmp(&b.text));
        values.dedup_by(|a, b| a.text == b.text);
        match values.len() {
            1 => Self::Exact(values.swap_remove(0)),
            _ => Self::OneOf(values),
        }
    }

    /// The values, if they can be listed.
    pub fn values(&self) -> Option<&[Exact]> {
        match self {
            Self::Exact(value) => Some(std::slice::from_ref(value)),
            Self::OneOf(values) => Some(values),
            _ => None,
        }
    }

    /// Whether a value is among those that are possible.
    pub fn holds(&self, value: &Exact) -> bool {
        match self {
            Self::Anything => true,
            Self::Exact(own) => own.text == value.text,
            Self::Range(range) => value.number.is_some_and(|number| range.contains(number)),
            Self::Pattern(letters) => matches(letters, &value.text),
            Self::OneOf(values) => values.binary_search_by(|own| own.text.cmp(&value.text)).is_ok(),
        }
    }

    /// Whether two cells can stand for the same value.
    pub fn meets(&self, other: &Self) -> bool {
        if let Some(values) = self.values() {
            return values.iter().any(|value| other.holds(value));
        }
        if let Some(values) = other.values() {
            return values.iter().any(|value| self.holds(value));
        }
        match (self, other) {
            (Self::Range(a), Self::Range(b)) => a.both(*b).is_some(),
            (Self::Pattern(a), Self::Pattern(b)) => both_patterns(a, b).is_some(),
            (Self::Range(range), Self::Pattern(letters))
            | (Self::Pattern(letters), Self::Range(range)) => {
                // What is no number in any case might still be read as one by somebody.
                Range::of_pattern(letters).is_none_or(|of| of.both(*range).is_some())
            }
            _ => true,
        }
    }

    /// What remains possible if both cells are the same person's; `None` if they cannot be. Never
    /// less than what truly remains.
    pub fn both(&self, other: &Self) -> Option<Self> {
        let held = |values: &[Exact], by: &Self| {
            let left: Vec<Exact> = values.iter().filter(|value| by.holds(value)).cloned().collect();
            (!left.is_empty()).then(|| Self::one_of(left))
        };
        match (self, other) {
            (Self::Anything, any) | (any, Self::Anything) => Some(any.clone()),
            (Self::Exact(_) | Self::OneOf(_), _) => held(self.values()?, other),
            (_, Self::Exact(_) | Self::OneOf(_)) => held(other.values()?, self),
            (Self::Range(a), Self::Range(b)) => a.both(*b).map(Self::Range),
            (Self::Pattern(a), Self::Pattern(b)) => both_patterns(a, b).map(Self::Pattern),
            (Self::Range(range), Self::Pattern(letters))
            | (Self::Pattern(letters), Self::Range(range)) => match Range::of_pattern(letters) {
                Some(of) => of.both(*range).map(Self::Range),
                None => Some(Self::Range(*range)),
            },
        }
    }

    /// Whether everything that is possible here is possible there, so far as it can be told.
    pub fn within(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Anything) => true,
            (Self::Exact(_) | Self::OneOf(_), _) => {
                self.values().is_some_and(|own| own.iter().all(|value| other.holds(value)))
            }
            (Self::Range(a), Self::Range(b)) => a.both(*b) == Some(*a),
            (Self::Pattern(a), Self::Pattern(b)) => both_patterns(a, b).as_ref() == Some(a),
            (Self::Pattern(letters), Self::Range(range)) => {
                Range::of_pattern(letters).is_some_and(|of| of.both(*range) == Some(of))
            }
            _ => false,
        }
    }
}

fn matches(letters: &[Option<char>], text: &str) -> bool {
    let mut given = text.chars();
    let all =
        letters.iter().all(|letter| given.next().is_some_and(|c| letter.is_none_or(|l| l == c)));
    all && given.next().is_none()
}

fn both_patterns(a: &[Option<char>], b: &[Option<char>]) -> Option<Vec<Option<char>>> {
    let letter = |(a, b): (&Option<char>, &Option<char>)| match (*a, *b) {
        (Some(one), Some(other)) => (one == other).then_some(Some(one)),
        (one, other) => Some(one.or(other)),
    };
    (a.len() == b.len()).then(|| a.iter().zip(b).map(letter).collect())?
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Exact(…)")
    }
}

impl fmt::Debug for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anything => f.write_str("Anything"),
            Self::Exact(_) => f.write_str("Exact(…)"),
            Self::Range(_) => f.write_str("Range(…)"),
            Self::Pattern(_) => f.write_str("Pattern(…)"),
            Self::OneOf(values) => write!(f, "OneOf({} values)", values.len()),
        }
    }
}

#[cfg(test)]
mod tests;
