//! What was read of the written file: labels as texts, and records counted by them.
//!
//! A text gets a number when it is first seen in its column, and records are counted by these
//! numbers. Nothing here knows the codes, hierarchies or packed keys of the engine that decided:
//! two records fall together if, and only if, their texts are the same bytes.

use crate::expected::PopulationLabels;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use ridotto_core::texts::{prefetch, same};
use ridotto_core::{ClassTable, Code, Keyed, KeyedMap};

/// The texts of one column, each once. Number 0 is the null of a typed file.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    places: HashTable<u32>,
}

/// What a search for many texts or tuples needs; used again and again.
#[derive(Debug)]
pub(crate) struct Search {
    /// So many texts or tuples stay in a core's cache.
    cached: usize,
    pub hashes: Vec<u64>,
    /// What each will most likely be found to be, if that was looked up.
    pub likely: Vec<u32>,
    starts: Vec<usize>,
}

impl Search {
    /// A search that prefetches where there is more to be searched than stays in a cache.
    pub fn new(cached: usize) -> Self {
        Self { cached, hashes: Vec::new(), likely: Vec::new(), starts: Vec::new() }
    }
}

/// The number of a null.
pub(crate) const NULL: u32 = 0;

impl Labels {
    pub fn new() -> Self {
        // The null takes the place of an empty text that no text can find.
        Self { bytes: Vec::new(), ends: vec![0], places: HashTable::new() }
    }

    /// The number of a cell; a new one if it was never seen.
    pub fn number(&mut self, cell: Option<&[u8]>) -> u32 {
        let Some(cell) = cell else { return NULL };
        let Self { bytes, ends, places } = self;
        let text = |number: u32| text(bytes, ends, number);
        let found = places.entry(hash(cell), |&at| same(text(at), cell), |&at| hash(text(at)));
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

    /// The text of a number that is not that of a null.
    #[inline]
    pub fn text(&self, number: u32) -> &[u8] {
        text(&self.bytes, &self.ends, number)
    }

    /// What is shown by a number; nothing by that of a null.
    #[inline]
    pub fn cell(&self, number: u32) -> Option<&[u8]> {
        (number != NULL).then(|| self.text(number))
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// The number of a cell, if it was seen.
    pub fn find(&self, cell: &[u8]) -> Option<u32> {
        self.find_hashed(hash(cell), cell)
    }

    /// As [`find`](Self::find), with a hash that was [prepared](Self::prepare).
    #[inline]
    pub fn find_hashed(&self, hash: u64, cell: &[u8]) -> Option<u32> {
        self.places.find(hash, |&at| same(self.text(at), cell)).copied()
    }

    /// Prepares a search for many texts: computes their hashes and, if there are too many texts for
    /// a cache, looks where each will be found. One after the other the searches would wait for
    /// memory; in steps of their own all wait at once, as none depends on another.
    pub fn prepare(&self, texts: &[&[u8]], search: &mut Search) {
        let Search { cached, hashes, likely, starts } = search;
        hashes.clear();
        hashes.extend(texts.iter().map(|text| hash(text)));
        likely.clear();
        if self.len() > *cached {
            let number = |&hash: &u64| self.places.find(hash, |_| true).copied().unwrap_or(NULL);
            likely.extend(hashes.iter().map(number));
            starts.clear();
            starts.extend(likely.iter().map(|&at| self.ends[(at as usize).saturating_sub(1)]));
            prefetch(
                starts.iter().map(|&start| self.bytes.get(start).map_or(0, |&byte| byte.into())),
            );
        }
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

#[inline]
fn hash(bytes: &[u8]) -> u64 {
    Keyed.bytes(bytes)
}

/// Records counted by the numbers of some of their cells.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
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

    /// Counts a tuple, and says which it is: the first one is 0.
    #[inline]
    pub fn add(&mut self, tuple: &[u32], count: u64) -> u32 {
        self.add_hashed(mix(tuple), tuple, count)
    }

    /// Counts a tuple that was counted before.
    #[inline]
    pub fn add_again(&mut self, number: u32) -> u32 {
        self.counts[number as usize] += 1;
        number
    }

    /// Counts each of the tuples that lie one after the other, and passes on which it is. They have
    /// at least one number.
    pub fn add_all(&mut self, tuples: &[u32], search: &mut Search, mut pass: impl FnMut(u32)) {
        let Search { cached, hashes, likely, .. } = search;
        hashes.clear();
        hashes.extend(tuples.chunks_exact(self.width).map(mix));
        if self.counts.len() > *cached {
            let number = |&hash: &u64| self.places.find(hash, |_| true).copied().unwrap_or(0);
            likely.clear();
            likely.extend(hashes.iter().map(number));
            prefetch(likely.iter().map(|&at| self.tuples[at as usize * self.width]));
        }
        for (tuple, &hash) in tuples.chunks_exact(self.width).zip(&*hashes) {
            pass(self.add_hashed(hash, tuple, 1));
        }
    }

    #[inline]
    fn add_hashed(&mut self, hash: u64, tuple: &[u32], count: u64) -> u32 {
        let Self { width, tuples, counts, places } = self;
        let of = |at: u32| &tuples[at as usize * *width..][..*width];
        let is_same = |&at: &u32| same_numbers(of(at), tuple);
        match places.entry(hash, is_same, |&at| mix(of(at))) {
            Entry::Occupied(entry) => {
                counts[*entry.get() as usize] += count;
                *entry.get()
            }
            Entry::Vacant(entry) => {
                let number = u32::try_from(counts.len()).expect("fewer classes than records");
                entry.insert(number);
                tuples.extend_from_slice(tuple);
                counts.push(count);
                number
            }
        }
    }

    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Which tuple this is, if it was counted.
    fn find(&self, tuple: &[u32]) -> Option<u32> {
        let of = |at: u32| &self.tuples[at as usize * self.width..][..self.width];
        self.places.find(mix(tuple), |&at| of(at) == tuple).copied()
    }

    /// The tuples and their counts, in the order in which they came. One without any number is one
    /// all the same: that of all records where there is no key column.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        let tuple = |at: usize| &self.tuples[at * self.width..][..self.width];
        self.counts.iter().enumerate().map(move |(at, &count)| (tuple(at), count))
    }
}

/// Whether two tuples of the same width are the same. They are short: four numbers at a time are
/// compared, and a call to compare memory would take longer.
#[inline]
fn same_numbers(a: &[u32], b: &[u32]) -> bool {
    let ((fours, rest), (others, other_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    fours.iter().zip(others).all(|(a, b)| a == b)
        && rest.iter().zip(other_rest).all(|(a, b)| a == b)
}

#[inline]
fn mix(tuple: &[u32]) -> u64 {
    Keyed.numbers(tuple)
}

/// What one thread, or all of them, have seen: the classes that the labels of the key columns
/// form, and how often each value of a judged column occurs in each class.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub labels: Vec<Labels>,
    pub classes: Counter,
    judged: Vec<KeyedMap<(u32, Code), u64>>,
    /// Everybody of the population by the labels that they would show.
    people: Option<Counter>,
}

impl Seen {
    pub fn new(keys: usize, judged: usize) -> Self {
        Self {
            labels: vec![Labels::new(); keys],
            classes: Counter::new(keys),
            judged: vec![KeyedMap::default(); judged],
            people: None,
        }
    }

    /// Counts everybody of the population by the texts that they would show. What is missing is
    /// what is read where a record of the file has nothing.
    pub fn count_people(&mut self, people: &PopulationLabels<'_>, missing: &[u8]) {
        let columns = self.labels.iter_mut().zip(&people.labels);
        let numbers: Vec<Vec<u32>> = columns
            .map(|(seen, labels)| {
                let nothing = seen.find(missing).unwrap_or(NULL);
                let number = |label: &Option<String>| match label {
                    Some(label) => seen.number(Some(label.as_bytes())),
                    None => nothing,
                };
                labels.iter().map(number).collect()
            })
            .collect();
        let mut counter = Counter::new(numbers.len());
        let mut tuple = Vec::new();
        for (at, &count) in people.tally.counts().iter().enumerate() {
            tuple.clear();
            let codes = (0..numbers.len()).map(|key| people.tally.code(at, key) as usize);
            tuple.extend(codes.zip(&numbers).map(|(code, numbers)| numbers[code]));
            counter.add(&tuple, count);
        }
        self.people = Some(counter);
    }

    /// Counts a record by the numbers of its labels; says its class.
    #[inline]
    pub fn add(&mut self, tuple: &[u32]) -> u32 {
        self.classes.add(tuple, 1)
    }

    /// How many numbers a record has.
    pub fn width(&self) -> usize {
        self.labels.len()
    }

    /// Counts the values of a judged column in the classes of some records.
    pub fn judge(&mut self, column: usize, values: impl Iterator<Item = (u32, Code)>) {
        let counts = &mut self.judged[column];
        values.for_each(|pair| *counts.entry(pair).or_default() += 1);
    }

    /// How often each value of a judged column occurs in each class.
    pub fn judged(&self, column: usize) -> &KeyedMap<(u32, Code), u64> {
        &self.judged[column]
    }

    /// The classes over some of the key columns, with a histogram for each judged column; the
    /// number of values that each of these has is given.
    pub fn table(&self, keys: &[usize], values: &[usize]) -> ClassTable {
        let mut classes = Counter::new(keys.len());
        let mut tuple = Vec::new();
        let class_of: Vec<u32> = self
            .classes
            .iter()
            .map(|(all, count)| {
                tuple.clear();
                tuple.extend(keys.iter().map(|&key| all[key]));
                classes.add(&tuple, count)
            })
            .collect();
        let histograms = self.judged.iter().zip(values).map(|(counts, &values)| {
            let mut entries: Vec<(u32, Code, u64)> = counts
                .iter()
                .map(|(&(class, code), &count)| (class_of[class as usize], code, count))
                .collect();
            entries.sort_unstable();
            (values, entries)
        });
        let table = ClassTable::of_numbered(classes.counts(), histograms);
        let Some(everybody) = &self.people else { return table };
        let (mut people, mut outside) = (vec![0; table.len()], 0);
        for (all, count) in everybody.iter() {
            tuple.clear();
            tuple.extend(keys.iter().map(|&key| all[key]));
            match classes.find(&tuple) {
                Some(class) => people[class as usize] += count,
                None => outside += count,
            }
        }
        table.with_people(&people, outside)
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
        let mut class_of = Vec::new();
        for (theirs, count) in other.classes.iter() {
            tuple.clear();
            tuple.extend(theirs.iter().zip(&numbers).map(|(&at, numbers)| numbers[at as usize]));
            class_of.push(self.classes.add(&tuple, count));
        }
        for (mine, theirs) in self.judged.iter_mut().zip(&other.judged) {
            for (&(class, code), count) in theirs {
                *mine.entry((class_of[class as usize], code)).or_default() += count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Texts and tuples that were chosen for a hash without secrets, which was here before: all of
    /// them had one value there.
    #[test]
    fn what_was_chosen_does_not_fall_together() {
        use std::collections::BTreeSet;
        const FIRST: u64 = 0x243f_6a88_85a3_08d3;
        const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
        let text = |at: u64| hash(&[FIRST.to_le_bytes(), at.to_le_bytes()].concat());
        let tuple = |at: u64| {
            let words = [at, at.wrapping_mul(FACTOR).wrapping_neg()];
            mix(&words.map(|word| [(word >> 32) as u32, word as u32]).concat())
        };
        let (texts, tuples): (BTreeSet<u64>, BTreeSet<u64>) =
            (1..1000).map(|at| (text(at), tuple(at))).unzip();
        assert_eq!((texts.len(), tuples.len()), (999, 999));
    }

    /// Whichever thread counts them, and whether the first one counts any.
    #[test]
    fn without_key_columns_all_records_are_one_class() {
        for dealt in [[3, 0, 0], [0, 3, 0], [1, 1, 1], [0, 2, 1]] {
            let mut threads = dealt.map(|records| {
                let mut seen = Seen::new(0, 1);
                for value in 0..records {
                    let class = seen.add(&[]);
                    seen.judge(0, std::iter::once((class, value)));
                }
                seen
            });
            let [all, others @ ..] = &mut threads;
            for other in others.iter() {
                all.take_in(other);
            }
            assert_eq!(all.classes.counts(), [3], "{dealt:?}");
            assert_eq!(all.table(&[], &[3]).classes().count(), 1);
        }
    }

    proptest! {
        /// Records dealt to any threads in any way are counted as by a plain map, and so are the
        /// values of a judged column in each class, over both key columns or one of them.
        #[test]
        fn counted_as_by_a_plain_map(
            records in prop::collection::vec(
                (prop::option::of("[ab]{0,2}"), "[xy]{0,2}", 0..3_u32, 0..3_usize), 0..60),
        ) {
            let mut threads = vec![Seen::new(2, 1); 3];
            let mut plain = BTreeMap::new();
            let mut narrow = BTreeMap::new();
            for (first, second, value, thread) in &records {
                let seen = &mut threads[*thread];
                let one = seen.labels[0].number(first.as_ref().map(String::as_bytes));
                let two = seen.labels[1].number(Some(second.as_bytes()));
                prop_assert_eq!(seen.labels[1].cell(two), Some(second.as_bytes()));
                prop_assert_eq!(seen.labels[0].cell(one), first.as_ref().map(String::as_bytes));
                let class = seen.add(&[one, two]);
                seen.judge(0, std::iter::once((class, *value)));
                *plain.entry((first, second)).or_insert([0_u64; 3]).get_mut(*value as usize).unwrap() += 1;
                *narrow.entry(second).or_insert([0_u64; 3]).get_mut(*value as usize).unwrap() += 1;
            }
            let mut all = threads.remove(0);
            for other in &threads {
                all.take_in(other);
            }
            let histograms = |keys: &[usize]| {
                let table = all.table(keys, &[3]);
                let histogram = |class: ridotto_core::Class<'_>| {
                    let mut counts = [0; 3];
                    for &(code, count) in class.histogram(0) {
                        counts[code as usize] = count;
                    }
                    assert_eq!(counts.iter().sum::<u64>(), class.size());
                    counts
                };
                let mut found: Vec<[u64; 3]> = table.classes().map(histogram).collect();
                found.sort_unstable();
                found
            };
            let sorted = |mut counts: Vec<[u64; 3]>| {
                counts.sort_unstable();
                counts
            };
            prop_assert_eq!(histograms(&[0, 1]), sorted(plain.into_values().collect()));
            prop_assert_eq!(histograms(&[1]), sorted(narrow.into_values().collect()));
        }
    }
}
