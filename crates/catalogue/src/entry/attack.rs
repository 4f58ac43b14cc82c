//! What is known of an attack.

use super::{Disclosure, Entry, Facts, Reference, Worked, any};
use crate::Status;

/// What is known of an attack. What models leave to it they claim themselves
/// ([`ModelFacts::claims`](super::ModelFacts::claims)).
#[derive(Clone, Copy, Debug)]
pub struct AttackFacts {
    /// What the intruder is assumed to know, besides the release.
    pub knows: &'static str,
    /// What becomes known of people.
    pub discloses: &'static [Disclosure],
    /// What one must give to try it, besides the file before, the release and their policy; empty if
    /// that is enough.
    pub needs: &'static str,
    /// What stops or bounds it, besides models that claim to.
    pub help: &'static [Help],
    /// Numbers of its own, by their names in reports, and what they are.
    pub figures: &'static [(&'static str, &'static str)],
}

/// Something that stops or bounds an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// A model that bounds it by what it is, though nothing was counted.
    Model(&'static str),
    /// A masking step.
    Step(&'static str),
    /// A method that protects tables.
    Method(&'static str),
    /// Something that one makes a habit of, in a few words.
    Habit(&'static str),
}

impl Help {
    /// As it is called.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Model(text) | Self::Step(text) | Self::Method(text) | Self::Habit(text) => text,
        }
    }
}

/// All that is to be written of an attack. It takes no parameters of a policy.
#[derive(Clone, Copy, Debug)]
pub struct AttackEntry {
    /// See [`Entry::name`].
    pub name: &'static str,
    /// See [`Entry::title`].
    pub title: &'static str,
    /// See [`Entry::aliases`].
    pub aliases: &'static [&'static str],
    /// When a person is found, in one line.
    pub formula: &'static str,
    /// What the intruder does, in a sentence.
    pub summary: &'static str,
    /// What else is to be said, in sentences; may be empty.
    pub advice: &'static str,
    /// What is known of it.
    pub facts: AttackFacts,
    /// See [`Entry::references`].
    pub references: &'static [Reference],
    /// See [`Entry::worked`].
    pub worked: Worked,
}

impl AttackEntry {
    /// Its entry.
    pub const fn entry(self) -> Entry {
        Entry {
            name: self.name,
            title: self.title,
            aliases: self.aliases,
            formula: self.formula,
            status: Status::Now,
            summary: self.summary,
            parameters: &[],
            check: any,
            facts: Facts::Attack(self.facts),
            advice: self.advice,
            references: self.references,
            example: "",
            worked: self.worked,
        }
    }
}
