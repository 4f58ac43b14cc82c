//! Counting persons by all the records that they have.
//!
//! The classes are those of the texts that were read; whose record each one is comes from the
//! input, by the order in which records were written. Two persons are alike if they have the same
//! number of records of every class. Plain maps, and nothing of the engine that decided.

use crate::seen::Seen;
use std::collections::BTreeMap;

impl Seen {
    /// The fewest persons who are alike; `person` is the judged column that tells them apart.
    pub fn least_alike(&self, person: usize) -> Option<u64> {
        let mut records: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
        for (&(class, code), &count) in self.judged(person) {
            *records.entry(code).or_default().entry(class).or_default() += count;
        }
        let mut alike: BTreeMap<BTreeMap<u32, u64>, u64> = BTreeMap::new();
        for own in records.into_values() {
            *alike.entry(own).or_default() += 1;
        }
        alike.into_values().min()
    }
}
