//! Hierarchies: chains of ever coarser groupings of one attribute's values.
//!
//! A hierarchy is *said* as a [`Builder`] (the lines of a file, interval widths, a redaction, …)
//! and *compiled* against the dictionary of a column. What comes out is the same for all of them:
//! per level a vector from value codes to group codes, and a label for each group. Level 0 is the
//! value itself and the top is always a single group: `*`, or the root of a tree by its own name, or
//! what is left of a code or an address without its characters. Groups are numbered in the order of
//! their first value, so a range of an ordered attribute stays a range on every level.
//!
//! # Notation
//!
//! Generalised values are written in one notation per kind, so that a released file can be read
//! again without the policy: numbers as a [`Span`] (`20-24`, `[0.5, 1)`, `<15`, `>=95`), codes
//! redacted (`9403*`), dates as `2024-W07`, `2024-03`, `2024-Q1`, `2024`, `2020-2029`, addresses
//! as `192.168.*.*` or `10.0.0.0/12`, neighbours in an order as `{low, medium}`, rare values as
//! `{rare: 12 values}`, and everything as `*`.

mod addresses;
mod auto;
mod builder;
mod compile;
mod cuts;
mod dates;
mod definition;
mod digits;
mod error;
mod groups;
mod intervals;
#[cfg(test)]
mod laws;
mod levels;
mod notation;
mod numbers;
mod range;
mod redact;
mod runs;
pub mod set;
mod span;
mod suppress;
mod table;
mod tree;

pub use addresses::AddressFamily;
pub use auto::{Auto, AutoBy};
pub use builder::Builder;
pub use dates::DateUnit;
pub use definition::{BUILDERS, BuilderDefinition};
pub use error::{Faulty, HierarchyError, Position};
pub use groups::Tree;
pub use intervals::Intervals;
pub use levels::LevelRange;
pub use notation::covers;
pub use range::{DaySpan, Ranges};
pub use redact::{Redact, Side};
pub use ridotto_catalogue::{Decimal, NotDecimal};
pub use span::{NotSpan, Span};
pub use table::Row;
pub use tree::Node;

use crate::{Code, Texts};
use std::fmt;

/// The label of the top level's only group, where it has no name of its own; and of what is
/// suppressed.
pub const TOP: &str = "*";

/// The most levels between the values and `*`. Levels are counted in bytes, in nodes of a lattice and
/// in saved decisions, and a little above the last level must fit them, too.
pub const MOST_LEVELS: usize = 250;

/// A chain of ever coarser groupings of one attribute's values, compiled against its dictionary.
#[derive(Clone, PartialEq)]
pub struct Hierarchy {
    name: String,
    domain: u64,
    levels: Vec<Level>,
}

/// One grouping of the values.
#[derive(Clone, PartialEq)]
struct Level {
    /// Value code to group code.
    map: Vec<Code>,
    /// Group code to the group code one level up; empty at the top.
    up: Vec<Code>,
    labels: Texts,
    missing: Option<Code>,
    leaves: Vec<u64>,
}

impl Hierarchy {
    /// The name it was given, usually its attribute's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of steps from the values to the top; the levels are `0..=height`.
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }

    /// How many groups of a level have a value of the dictionary.
    pub fn groups(&self, level: usize) -> usize {
        self.levels[level].labels.len()
    }

    /// The group of each value at a level, by value code.
    pub fn map(&self, level: usize) -> &[Code] {
        &self.levels[level].map
    }

    /// The group at level `to` of each group at level `from`; `from <= to`.
    pub fn step(&self, from: usize, to: usize) -> Vec<Code> {
        let mut groups: Vec<Code> = (0..self.groups(from) as Code).collect();
        for level in &self.levels[from..to] {
            for group in &mut groups {
                *group = level.up[*group as usize];
            }
        }
        groups
    }

    /// The label of a group; `None` for the group that holds only the missing value.
    pub fn label(&self, level: usize, group: Code) -> Option<&str> {
        let level = &self.levels[level];
        (level.missing != Some(group)).then(|| level.labels.get(group as usize))
    }

    /// The labels of all groups of a level; that of the missing value is empty.
    pub fn labels(&self, level: usize) -> &Texts {
        &self.levels[level].labels
    }

    /// The group that holds only the missing value, if the level has one.
    pub fn missing_group(&self, level: usize) -> Option<Code> {
        self.levels[level].missing
    }

    /// How many leaves of the whole domain are under each group of a level.
    pub fn leaves(&self, level: usize) -> &[u64] {
        &self.levels[level].leaves
    }

    /// How many leaves there are in all, also those that the data do not have.
    ///
    /// This is the *D* of the generalisation loss `(leaves - 1) / (D - 1)`.
    pub fn domain(&self) -> u64 {
        self.domain
    }

    /// Each value of the dictionary with its labels from level 0 to the top; `None` is missing.
    pub fn rows(&self) -> impl Iterator<Item = Vec<Option<&str>>> + '_ {
        (0..self.levels[0].map.len()).map(|value| {
            (0..self.levels.len())
                .map(|level| self.label(level, self.levels[level].map[value]))
                .collect()
        })
    }
}

impl fmt::Debug for Hierarchy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups: Vec<usize> = (0..self.levels.len()).map(|level| self.groups(level)).collect();
        write!(f, "Hierarchy({}, groups by level {groups:?})", self.name)
    }
}
