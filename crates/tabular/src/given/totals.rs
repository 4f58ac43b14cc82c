//! Totals that cells which are given do not have: worked out of their parts, dimension by dimension, from the
//! lowest groups up.
//!
//! A total that is there stays what it is; whether it is a sum is for the check of all sums to say, which comes
//! later. Of what is worked out, contributors are those of the parts together, and the largest contributions the
//! largest of the parts: two cells are taken to have different contributors.

use super::{Given, Said, is_within};
use crate::plan::Plan;
use crate::space::{Key, Space};
use rustc_hash::FxHashMap;

/// Adds all totals of the tables of a plan.
pub(super) fn add(given: &mut Given, plan: &Plan, space: &Space) {
    for table in &plan.tables {
        for &dimension in &table.dimensions {
            for level in 1..space.nodes(dimension).levels() {
                let own = |key: Key| {
                    let node = space.node(key, dimension);
                    let parent = space.nodes(dimension).parent(node)?;
                    let is_next = usize::from(space.nodes(dimension).level_of(parent)) == level;
                    is_next.then(|| space.with(key, dimension, parent))
                };
                given.add_level(&|key| own(key).filter(|_| is_within(space, key, table)));
            }
        }
    }
}

impl Given {
    /// Adds what is not there of the totals to which cells belong.
    fn add_level(&mut self, total_of: &dyn Fn(Key) -> Option<Key>) {
        let known: FxHashMap<Key, usize> = self.rows();
        let mut new: Vec<(Key, Vec<usize>)> = Vec::new();
        let mut place: FxHashMap<Key, usize> = FxHashMap::default();
        for (row, &(key, _)) in self.keys.iter().enumerate() {
            let Some(total) = total_of(key).filter(|total| !known.contains_key(total)) else {
                continue;
            };
            let at = *place.entry(total).or_insert_with(|| {
                new.push((total, Vec::new()));
                new.len() - 1
            });
            new[at].1.push(row);
        }
        for (total, parts) in new {
            self.push_total(total, &parts);
        }
    }

    /// Adds a total of some rows.
    fn push_total(&mut self, total: Key, parts: &[usize]) {
        let sum = |all: &[i64]| parts.iter().fold(0_i64, |sum, &row| sum.saturating_add(all[row]));
        self.keys.push((total, 0));
        for values in &mut self.values {
            values.push(sum(values));
        }
        if let Some(contributors) = &mut self.contributors {
            contributors.push(sum(contributors));
        }
        let mut amounts: Vec<i64> =
            self.tops.iter().flatten().flat_map(|all| parts.iter().map(|&row| all[row])).collect();
        amounts.sort_unstable_by_key(|amount| std::cmp::Reverse(amount.abs()));
        let mut amounts = amounts.into_iter();
        for tops in self.tops.iter_mut().flatten() {
            tops.push(amounts.next().unwrap_or(0));
        }
        self.said.push(Said::Nothing);
        for levels in self.levels.iter_mut().flatten() {
            levels.push(None);
        }
    }
}
