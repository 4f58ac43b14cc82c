//! The population that a table's rows were taken from, counted by the same key.
//!
//! A class is safe against an attacker who does not know whether a person is in the file if many
//! people *outside* the file look the same. Those people are counted once by their key, and this
//! tally grows coarser together with the class table: also keys that no row of the table has
//! are kept, because at a coarser level they may fall together with one that a row has.

use super::Tally;
use std::cmp::Ordering;

/// Everybody's keys, and how many people have the key of each class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Population {
    everybody: Tally,
    by_class: Vec<u64>,
}

impl Population {
    /// Joins both tallies, which are in the same order.
    pub(super) fn new(everybody: Tally, keys: &Tally) -> Self {
        assert_eq!(everybody.layout(), keys.layout(), "population and table have one layout");
        let mut at = 0;
        let by_class = (0..keys.len())
            .map(|class| {
                let order = |at: usize| everybody.tuple(at).cmp(keys.tuple(class));
                while at < everybody.len() && order(at) == Ordering::Less {
                    at += 1;
                }
                let found = at < everybody.len() && order(at) == Ordering::Equal;
                if found { everybody.counts()[at] } else { 0 }
            })
            .collect();
        Self { everybody, by_class }
    }

    /// How many people have each key.
    pub fn everybody(&self) -> &Tally {
        &self.everybody
    }

    /// How many people there are.
    pub fn people(&self) -> u64 {
        self.everybody.counts().iter().sum()
    }

    /// How many people have a key that no class of the table has.
    pub fn outside(&self) -> u64 {
        self.people() - self.by_class.iter().sum::<u64>()
    }

    /// How many people have the key of a class.
    pub(super) fn of_class(&self, at: usize) -> u64 {
        self.by_class[at]
    }
}
