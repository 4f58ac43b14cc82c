//! Changes of a policy: the same policy with another k, another algorithm, one more step.
//!
//! A [`Change`] is made on the tree of values that every policy is, and so on any policy. It is made on
//! the text as well, where somebody wrote one: what is not changed stays as it was written, with its
//! comments. That the changed text says what the changed tree says is tried every time, and a text that
//! is written in a way in which it cannot be changed is left alone.

mod text;
mod toml;
mod tree;

use crate::entries::Entries;
use crate::policy::Policy;
use ridotto_catalogue::{Item, PolicyError, Written};

/// A step of a path to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A key of a table.
    Key(String),
    /// A place in a list, from 0.
    At(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(at: usize) -> Self {
        Self::At(at)
    }
}

/// A change of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A key of a table has this value, whatever it had before.
    Set {
        /// The path to the table.
        table: Vec<Step>,
        /// The key.
        key: String,
        /// Its value.
        value: Item,
    },
    /// A key of a table is not there.
    Remove {
        /// The path to the table.
        table: Vec<Step>,
        /// The key.
        key: String,
    },
    /// A list of the policy has one more table at its end.
    Add {
        /// The list, such as `mask`.
        list: String,
        /// The table.
        table: Item,
    },
}

impl Change {
    /// A key of a table has this value.
    pub fn set<const N: usize>(
        table: [Step; N],
        key: impl Into<String>,
        value: impl Into<Item>,
    ) -> Self {
        Self::Set { table: table.into(), key: key.into(), value: value.into() }
    }

    /// A key of a table is not there.
    pub fn remove<const N: usize>(table: [Step; N], key: impl Into<String>) -> Self {
        Self::Remove { table: table.into(), key: key.into() }
    }

    /// A list has one more table.
    pub fn add(list: impl Into<String>, table: impl Into<Item>) -> Self {
        Self::Add { list: list.into(), table: table.into() }
    }
}

impl Policy {
    /// The policy with these changes, one after the other.
    pub fn changed(&self, changes: &[Change], entries: &Entries) -> Result<Self, PolicyError> {
        Self::from_value(self.source().name(), tree::changed(self.written(), changes), entries)
    }

    /// The text of the policy with these changes; everything else stays as it was written. `None` if
    /// nobody wrote a text, or wrote it in a way in which it cannot be changed like that.
    pub fn changed_text(&self, changes: &[Change]) -> Option<String> {
        if self.source().is_value() {
            return None;
        }
        let mut text = self.source().text().to_owned();
        for change in changes {
            text = text::changed(&text, change)?;
        }
        let found = crate::parse::tree_of(&text)?;
        says_the_same(&found, &tree::changed(self.written(), changes)).then_some(text)
    }
}

/// These changes as lines of a policy, for who makes them by hand.
pub fn lines(changes: &[Change]) -> String {
    toml::lines(changes)
}

/// Whether two trees say the same, in whatever order their keys are written.
fn says_the_same(one: &Item, other: &Item) -> bool {
    match (&one.value, &other.value) {
        (Written::List(one), Written::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| says_the_same(a, b))
        }
        (Written::Table(fields), Written::Table(others)) => {
            fields.len() == others.len()
                && fields.iter().all(|(key, value)| {
                    other.get(key).is_some_and(|other| says_the_same(value, other))
                })
        }
        (one, other) => one == other,
    }
}
