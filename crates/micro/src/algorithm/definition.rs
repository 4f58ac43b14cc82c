//! An algorithm as the catalogue has it: its entry, and what is run for it.

use super::Algorithm;
use ridotto_catalogue::{AlgorithmFacts, Definition, Entry, Generalize, Reference, Suppress};

/// All that there is to an algorithm but the search itself.
#[derive(Debug)]
pub struct AlgorithmDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// What is run.
    pub approach: Approach,
}

/// What is run for an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    /// A search after which a value becomes the same for all records.
    ByValue(Algorithm),
    /// Cuts through the space of the keys: [`mondrian`](crate::local::mondrian).
    Regions,
    /// A sweep that generalises cells: [`cell`](crate::local::cell).
    Cells,
    /// A search for cells to hide: [`suppression`](crate::local::suppression).
    Suppression,
    /// Several of the others.
    Best,
}

impl Definition for AlgorithmDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl AlgorithmDefinition {
    /// What is known of it as an algorithm.
    pub fn facts(&self) -> &AlgorithmFacts {
        self.entry.algorithm().expect("an algorithm has the facts of an algorithm")
    }
}

/// What algorithms that give each attribute a level can generalise and suppress.
pub(super) const LEVELS: &[(Generalize, &[Suppress])] = &[
    (
        Generalize::Attribute,
        &[Suppress::Record, Suppress::Attribute, Suppress::Cell, Suppress::None],
    ),
    (Generalize::None, &[Suppress::Record, Suppress::Attribute, Suppress::None]),
];

/// Sweeney's paper, in which several algorithms are.
pub(super) const SWEENEY: Reference = Reference {
    authors: "L. Sweeney",
    year: 2002,
    title: "Achieving k-anonymity privacy protection using generalization and suppression",
    doi: "10.1142/S021848850200165X",
};
