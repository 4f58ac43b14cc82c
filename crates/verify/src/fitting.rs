//! Counting where `*` and missing cells fit anything.
//!
//! Two records fit if their texts are the same wherever neither is `*` or missing. Classes of
//! the same *pattern* of such cells are taken together: two patterns are joined on the columns
//! that both show. The kernel has another implementation of this, which is not used here.

use crate::seen::{Counter, NULL, Seen};
use ridotto_core::hierarchy::TOP;
use std::collections::BTreeMap;

impl Seen {
    /// The fewest records that fit a record over some of the key columns, itself among them.
    pub fn least_fitting(&self, keys: &[usize], missing: &[u8]) -> Option<u64> {
        let is_wild = |key: usize, number: u32| {
            number == NULL || [TOP.as_bytes(), missing].contains(&self.labels[key].text(number))
        };
        let mut patterns: BTreeMap<Vec<bool>, Counter> = BTreeMap::new();
        let mut tuple = Vec::new();
        for (all, count) in self.classes.iter() {
            tuple.clear();
            tuple.extend(keys.iter().map(|&key| all[key]));
            let pattern = keys.iter().map(|&key| is_wild(key, all[key])).collect();
            patterns.entry(pattern).or_insert_with(|| Counter::new(keys.len())).add(&tuple, count);
        }
        patterns.iter().filter_map(|own| least_of(own, &patterns)).min()
    }
}

/// The fewest records that fit a record of one pattern.
fn least_of(
    (hidden, own): (&Vec<bool>, &Counter),
    patterns: &BTreeMap<Vec<bool>, Counter>,
) -> Option<u64> {
    let mut fits = vec![0; own.counts().len()];
    for (others_hidden, others) in patterns {
        let shown: Vec<usize> =
            (0..hidden.len()).filter(|&at| !hidden[at] && !others_hidden[at]).collect();
        let mut on_shown = Counter::new(shown.len());
        let mut tuple = Vec::new();
        let mut project = |all: &[u32], count: u64, counter: &mut Counter| {
            tuple.clear();
            tuple.extend(shown.iter().map(|&at| all[at]));
            counter.add(&tuple, count) as usize
        };
        for (all, count) in others.iter() {
            project(all, count, &mut on_shown);
        }
        for ((all, _), fits) in own.iter().zip(&mut fits) {
            let at = project(all, 0, &mut on_shown);
            *fits += on_shown.counts()[at];
        }
    }
    fits.into_iter().min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every pair of records compared, cell by cell.
        #[test]
        fn counted_as_by_comparing_all_pairs(
            records in prop::collection::vec(
                prop::array::uniform3(prop::sample::select(vec![Some("a"), Some("b"), Some("*"), Some("?"), None])),
                0..30),
            keys in prop::sample::subsequence(vec![0_usize, 1, 2], 1..=3),
        ) {
            let mut seen = Seen::new(3, 0);
            for record in &records {
                let tuple: Vec<u32> = (0..3)
                    .map(|at| seen.labels[at].number(record[at].map(str::as_bytes)))
                    .collect();
                seen.add(&tuple);
            }
            let is_wild = |cell: Option<&str>| matches!(cell, None | Some("*" | "?"));
            let fit = |a: &[Option<&str>; 3], b: &[Option<&str>; 3]| {
                keys.iter().all(|&at| is_wild(a[at]) || is_wild(b[at]) || a[at] == b[at])
            };
            let fits = |own: &[Option<&str>; 3]| records.iter().filter(|other| fit(own, other)).count() as u64;
            prop_assert_eq!(seen.least_fitting(&keys, b"?"), records.iter().map(fits).min());
        }
    }
}
