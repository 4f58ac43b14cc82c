//! A builder as the catalogue has it: its entry, and how it is made from parameters.

use super::{
    Builder, addresses::ADDRESSES, auto::AUTO, cuts::CUTS, dates::DATES, digits::DIGITS,
    groups::GROUPS, intervals::INTERVALS, redact::REDACT, suppress::SUPPRESS, table::FILE,
};
use ridotto_catalogue::{BuilderFacts, Definition, Entry, Given};

/// Everything that a hierarchy can be built from, in the order of the book.
pub static BUILDERS: &[&BuilderDefinition] =
    &[&INTERVALS, &CUTS, &REDACT, &DIGITS, &DATES, &GROUPS, &ADDRESSES, &AUTO, &SUPPRESS, &FILE];

/// All that there is to a builder but the levels themselves.
#[derive(Debug)]
pub struct BuilderDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// Makes it from its parameters, which were checked; `None` if they do not say enough, as a
    /// file's name does not say its lines.
    pub bind: fn(&Given) -> Option<Builder>,
}

impl Definition for BuilderDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl BuilderDefinition {
    /// What is known of it as a builder.
    pub fn facts(&self) -> &BuilderFacts {
        self.entry.builder().expect("a builder has the facts of a builder")
    }
}
