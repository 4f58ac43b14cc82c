//! What was read of the written file: labels as texts, and records counted by them.
//!
//! A text gets a number when it is first seen in its column, and records are counted by these
//! numbers. Nothing here knows the codes, hierarchies or packed keys of the engine that decided:
//! two records fall together if, and only if, their texts are the same bytes.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The texts of one column, each once. Number 0 is the null of a typed file.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    places: HashTable<u32>,
}

/// The number of a null.
pub(super) const NULL: u32 = 0;

impl Labels {
    pub fn new() -> Self {
        // The null takes the place of an empty text that no text can find.
        Self { bytes: Vec::new(), ends: vec![0], places: HashTable::new() }
    }

    /// Whether a number stands for a cell.
    #[inline]
    pub fn is(&self, number: u32, cell: Option<&[u8]>) -> bool {
        match cell {
            Some(cell) => number != NULL && same(self.text(number), cell),
            None => number == NULL,
        }
    }

    /// The number of a cell; a new one if it was never seen.
    pub fn number(&mut self, cell: Option<&[u8]>) -> u32 {
        let Some(cell) = cell else { return NULL };
        let Self { bytes, ends, places } = self;
        let text = |number: u32| text(bytes, ends, number);
        let found = places.entry(hash(cell), |&at| text(at) == cell, |&at| hash(text(at)));
        match found {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let number = u32::try_from(ends.len()).expect("fewer labels than records");
                entry.insert(number);
                bytes.extend_from_slice(cell);
                ends.push(bytes.len());
                number
            }
        }
    }

    #[inline]
    fn text(&self, number: u32) -> &[u8] {
        text(&self.bytes, &self.ends, number)
    }

    /// The numbers that another column's labels have, or now get, here.
    fn take_in(&mut self, other: &Self) -> Vec<u32> {
        let number = |at: usize| match at as u32 {
            NULL => NULL,
            at => self.number(Some(other.text(at))),
        };
        (0..other.ends.len()).map(number).collect()
    }
}

#[inline]
fn text<'a>(bytes: &'a [u8], ends: &[usize], number: u32) -> &'a [u8] {
    let at = number as usize;
    &bytes[ends[at - 1]..ends[at]]
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Whether two texts are the same. Most are short, and then a call to compare memory would take
/// longer than the comparison.
#[inline]
pub(super) fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        0 => true,
        1..=3 => a[0] == b[0] && a[a.len() / 2] == b[b.len() / 2] && a.last() == b.last(),
        4..=7 => a.first_chunk::<4>() == b.first_chunk() && a.last_chunk::<4>() == b.last_chunk(),
        8..=16 => a.first_chunk::<8>() == b.first_chunk() && a.last_chunk::<8>() == b.last_chunk(),
        _ => a == b,
    }
}

/// Records counted by the numbers of some of their cells.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    width: usize,
    tuples: Vec<u32>,
    counts: Vec<u64>,
    places: HashTable<u32>,
}

impl Counter {
    /// Counts tuples of so many numbers.
    pub fn new(width: usize) -> Self {
        Self { width, tuples: Vec::new(), counts: Vec::new(), places: HashTable::new() }
    }

    #[inline]
    pub fn add(&mut self, tuple: &[u32], count: u64) {
        let Self { width, tuples, counts, places } = self;
        let of = |at: u32| &tuples[at as usize * *width..][..*width];
        match places.entry(mix(tuple), |&at| of(at) == tuple, |&at| mix(of(at))) {
            Entry::Occupied(entry) => counts[*entry.get() as usize] += count,
            Entry::Vacant(entry) => {
                entry.insert(u32::try_from(counts.len()).expect("fewer classes than records"));
                tuples.extend_from_slice(tuple);
                counts.push(count);
            }
        }
    }

    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        self.tuples.chunks_exact(self.width.max(1)).zip(self.counts.iter().copied())
    }
}

#[inline]
fn mix(tuple: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for &number in tuple {
        hasher.write_u32(number);
    }
    hasher.finish()
}

/// What one thread, or all of them, have seen of the columns that are counted.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub labels: Vec<Labels>,
    pub records: Counter,
}

impl Seen {
    pub fn new(columns: usize) -> Self {
        Self { labels: vec![Labels::new(); columns], records: Counter::new(columns) }
    }

    /// Adds what another thread has seen.
    pub fn take_in(&mut self, other: &Self) {
        let numbers: Vec<Vec<u32>> = self
            .labels
            .iter_mut()
            .zip(&other.labels)
            .map(|(mine, theirs)| mine.take_in(theirs))
            .collect();
        let mut tuple = Vec::new();
        for (theirs, count) in other.records.iter() {
            tuple.clear();
            tuple.extend(theirs.iter().zip(&numbers).map(|(&at, numbers)| numbers[at as usize]));
            self.records.add(&tuple, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn short_comparisons_are_comparisons(a: Vec<u8>, b: Vec<u8>, at: usize, byte: u8) {
            prop_assert_eq!(same(&a, &b), a == b);
            prop_assert!(same(&a, &a.clone()));
            let mut near = a.clone();
            if !near.is_empty() {
                let at = at % near.len();
                near[at] = byte;
            }
            prop_assert_eq!(same(&a, &near), a == near);
        }

        #[test]
        fn short_texts_that_differ_in_a_byte(a in "[ab]{0,20}", b in "[ab]{0,20}") {
            prop_assert_eq!(same(a.as_bytes(), b.as_bytes()), a == b);
        }

        /// Records dealt to any threads in any way are counted as by a plain map.
        #[test]
        fn counted_as_by_a_plain_map(
            records in prop::collection::vec((prop::option::of("[ab]{0,2}"), "[xy]{0,2}", 0..3_usize), 0..60),
        ) {
            let mut threads = vec![Seen::new(2); 3];
            let mut plain = BTreeMap::new();
            for (first, second, thread) in &records {
                let Seen { labels, records } = &mut threads[*thread];
                let one = labels[0].number(first.as_ref().map(|text| text.as_bytes()));
                let two = labels[1].number(Some(second.as_bytes()));
                prop_assert!(labels[1].is(two, Some(second.as_bytes())));
                records.add(&[one, two], 1);
                *plain.entry((first, second)).or_insert(0_u64) += 1;
            }
            let mut all = threads.remove(0);
            threads.iter().for_each(|other| all.take_in(other));
            let mut counts = all.records.counts().to_vec();
            counts.sort_unstable();
            let mut expected: Vec<u64> = plain.into_values().collect();
            expected.sort_unstable();
            prop_assert_eq!(counts, expected);
        }
    }
}
