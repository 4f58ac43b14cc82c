//! Counting where a missing value matches anything.
//!
//! Two records fit if they agree on every attribute where neither is missing. That is not an
//! equivalence: a record that lacks its sex fits men and women, who do not fit each other. So
//! there are no classes, only for each record the number of records that fit it (itself among
//! them). **This number does not bound the risk of re-identification by its inverse**: all the
//! records that fit may be complete and differ from one another where the attacker can see it.
//!
//! Comparing all pairs takes hours. Instead, distinct tuples are grouped by their *pattern*, the
//! set of attributes they lack. Two tuples of known patterns fit if and only if they are equal on
//! the attributes that both patterns have: a join on those, by a hash. In a packed tuple they are
//! picked out by one mask. Time: tuples × patterns, of which real data have few.

use super::{Layout, Tally, words::scatter};
use crate::Code;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// For each distinct tuple of a tally, how many rows fit it. `missing[attribute]` is the code that
/// stands for a missing value, if the attribute has one.
pub fn wildcard_counts(tally: &Tally, missing: &[Option<Code>]) -> Vec<u64> {
    let patterns = patterns(tally, missing);
    let masks: Vec<Vec<u64>> =
        (0..missing.len()).map(|attribute| mask_of(tally.layout(), attribute)).collect();
    let by_pattern: Vec<Vec<u64>> = patterns
        .par_iter()
        .map_init(Join::default, |join, own| {
            let mut sums = vec![0; own.places.len()];
            for other in &patterns {
                add_fitting(tally, own, other, &masks, join, &mut sums);
            }
            sums
        })
        .collect();
    let mut counts = vec![0; tally.len()];
    for (pattern, sums) in patterns.iter().zip(by_pattern) {
        for (&place, sum) in pattern.places.iter().zip(sums) {
            counts[place] = sum;
        }
    }
    counts
}

/// Tuples that lack the same attributes.
struct Pattern {
    missing: Vec<bool>,
    places: Vec<usize>,
}

fn patterns(tally: &Tally, missing: &[Option<Code>]) -> Vec<Pattern> {
    assert_eq!(tally.attributes(), missing.len(), "each attribute has or lacks a missing code");
    let mut found: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
    let mut pattern = vec![false; missing.len()];
    for place in 0..tally.len() {
        for (attribute, (lacks, &code)) in pattern.iter_mut().zip(missing).enumerate() {
            *lacks = code.is_some_and(|code| tally.code(place, attribute) == code);
        }
        match found.get_mut(&pattern) {
            Some(places) => places.push(place),
            None => {
                found.insert(pattern.clone(), vec![place]);
            }
        }
    }
    found.into_iter().map(|(missing, places)| Pattern { missing, places }).collect()
}

/// The bits of an attribute in a packed tuple.
fn mask_of(layout: &Layout, attribute: usize) -> Vec<u64> {
    let mut mask = vec![0; layout.words()];
    layout.set_all(&mut mask, attribute);
    mask
}

/// Adds to `sums` for each tuple of `own` the rows of `other` that fit it.
fn add_fitting(
    tally: &Tally,
    own: &Pattern,
    other: &Pattern,
    masks: &[Vec<u64>],
    join: &mut Join,
    sums: &mut [u64],
) {
    let mut both = vec![0; tally.layout().words()];
    let mut all_present = true;
    for (attribute, mask) in masks.iter().enumerate() {
        if own.missing[attribute] || other.missing[attribute] {
            all_present = false;
        } else {
            both.iter_mut().zip(mask).for_each(|(word, mask)| *word |= mask);
        }
    }
    if all_present {
        // Complete tuples are distinct: only itself fits.
        for (sum, &place) in sums.iter_mut().zip(&own.places) {
            *sum += tally.counts()[place];
        }
        return;
    }
    // The smaller side makes the table, which then stays in the cache.
    if own.places.len() < other.places.len() {
        join.fill(tally, &own.places, &both, |_| 0);
        for &place in &other.places {
            let at = join.slot(tally, place, &both);
            if join.slots[at].0 != FREE {
                join.slots[at].1 += tally.counts()[place];
            }
        }
    } else {
        join.fill(tally, &other.places, &both, |place| tally.counts()[place]);
    }
    for (sum, &place) in sums.iter_mut().zip(&own.places) {
        *sum += join.slots[join.slot(tally, place, &both)].1;
    }
}

/// A slot that names no tuple.
const FREE: usize = usize::MAX;

/// The rows of some tuples, added up by what a mask leaves of them: open addressing, where a slot
/// names a tuple and has the sum; that of a free one is 0.
#[derive(Default)]
struct Join {
    slots: Vec<(usize, u64)>,
}

impl Join {
    fn fill(
        &mut self,
        tally: &Tally,
        places: &[usize],
        mask: &[u64],
        count: impl Fn(usize) -> u64,
    ) {
        self.slots.clear();
        self.slots.resize((places.len() * 2).next_power_of_two().max(2), (FREE, 0));
        for &place in places {
            let at = self.slot(tally, place, mask);
            self.slots[at] = (place, self.slots[at].1 + count(place));
        }
    }

    fn slot(&self, tally: &Tally, place: usize, mask: &[u64]) -> usize {
        let tuple = tally.tuple(place);
        let hash = tuple.iter().zip(mask).fold(0, |hash, (word, mask)| scatter(hash ^ word & mask));
        let last = self.slots.len() - 1;
        let mut at = (hash >> 20) as usize & last;
        let differs = |(other, _): (usize, u64)| {
            let pairs = || tuple.iter().zip(tally.tuple(other)).zip(mask);
            other != FREE && pairs().any(|((a, b), mask)| (a ^ b) & mask != 0)
        };
        while differs(self.slots[at]) {
            at = (at + 1) & last;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CodeColumn, Codes};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_comparing_all_pairs(
            rows in prop::collection::vec([0_u32..4, 0_u32..3, 0_u32..4, 0_u32..2], 0..60),
            has in [any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()],
            wide: bool,
        ) {
            // The code 1 is the missing one, where there is one.
            let missing = has.map(|has| has.then_some(1));
            let columns: Vec<Codes> = (0..4)
                .map(|at| Codes::from_codes(&rows.iter().map(|row| row[at]).collect::<Vec<_>>(), 4))
                .collect();
            let values = if wide { 1 << 30 } else { 4 };
            let keys: Vec<_> = columns.iter().map(|codes| CodeColumn { codes, values }).collect();
            let tally = Tally::count(&keys, rows.len());
            let counts = wildcard_counts(&tally, &missing);
            for (place, &count) in counts.iter().enumerate() {
                let fits = |row: &&[u32; 4]| (0..4).all(|at| {
                    let (own, other) = (tally.code(place, at), row[at]);
                    own == other || missing[at] == Some(own) || missing[at] == Some(other)
                });
                prop_assert_eq!(count, rows.iter().filter(fits).count() as u64);
            }
        }
    }

    #[test]
    fn a_record_that_lacks_its_sex_fits_both() {
        let sex = Codes::from_codes(&[0, 0, 1, 2], 3);
        let tally = Tally::count(&[CodeColumn { codes: &sex, values: 3 }], 4);
        assert_eq!(wildcard_counts(&tally, &[Some(2)]), [3, 2, 4]);
        assert_eq!(wildcard_counts(&tally, &[None]), [2, 1, 1]);
    }
}
