//! Counting tuples that take one word each, or two.
//!
//! Rows are packed column by column, dealt out by a hash to parts that fit the cache, and counted
//! part by part; so ten million distinct tuples cost sequential passes and not ten million cache
//! misses. Tuples that come with counts, as those of a tally that gets coarser, are added up piece
//! by piece first: a tally is in order, so what becomes the same lies close together, and few of
//! its tuples are left to be dealt out. Parts, pieces and their order depend on the data alone:
//! any number of threads gives the same.

use super::{CodeColumn, Layout};
use crate::each_width;
use rayon::prelude::*;
use std::ops::Range;

/// A tuple and how often it occurs.
pub type Pair<K> = (K, u64);

/// A packed tuple of one word, or of two as one number: the first has the higher bits, so the order
/// of numbers is that of tuples.
pub trait Key: Copy + Default + Ord + Send + Sync + Counted<Key = Self> {
    /// How many words it has.
    const WORDS: usize;
    /// Puts it together.
    fn of(tuple: &[u64]) -> Self;
    /// Appends its words.
    fn extend(self, words: &mut Vec<u64>);
    /// Puts a code at its place.
    #[must_use]
    fn with(self, code: u64, word: usize, shift: u32) -> Self;
    /// Spreads it over all bits of a word.
    fn scatter(self) -> u64;
}

impl Key for u64 {
    const WORDS: usize = 1;
    fn of(tuple: &[u64]) -> Self {
        tuple[0]
    }
    fn extend(self, words: &mut Vec<u64>) {
        words.push(self);
    }
    fn with(self, code: u64, _: usize, shift: u32) -> Self {
        self | code << shift
    }
    fn scatter(self) -> u64 {
        scatter(self)
    }
}

impl Key for u128 {
    const WORDS: usize = 2;
    fn of(tuple: &[u64]) -> Self {
        u128::from(tuple[0]) << 64 | u128::from(tuple[1])
    }
    fn extend(self, words: &mut Vec<u64>) {
        words.extend([(self >> 64) as u64, self as u64]);
    }
    fn with(self, code: u64, word: usize, shift: u32) -> Self {
        self | u128::from(code) << (shift + if word == 0 { 64 } else { 0 })
    }
    fn scatter(self) -> u64 {
        scatter(scatter((self >> 64) as u64) ^ self as u64)
    }
}

/// Rows packed at a time: the scratch stays in the first-level cache.
const BATCH: usize = 2048;
/// Rows handed to one thread at a time.
const CHUNK: usize = 1 << 18;
/// Tuples of a tally added up by one thread at a time.
const PIECE: usize = 1 << 17;
/// Tuples in a part, on average: its counter fits the second-level cache.
const PART: usize = 1 << 13;

/// The distinct tuples of some columns in ascending order, each with its count.
pub fn count_rows<K: Key>(
    columns: &[CodeColumn<'_>],
    layout: &Layout,
    rows: usize,
) -> Vec<Pair<K>> {
    let parts = parts_of(rows);
    if parts == 1 {
        let rows = deal_rows::<K>(columns, layout, 0..rows, 1).concat();
        return count_few(rows.into_iter());
    }
    let chunks: Vec<Vec<Vec<K>>> = (0..rows.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            deal_rows(columns, layout, chunk * CHUNK..rows.min((chunk + 1) * CHUNK), parts)
        })
        .collect();
    count_parts(chunks, parts)
}

/// The distinct tuples of `tuples`, `words` words each, once they are replaced by `new`, in
/// ascending order, with the sums of their counts.
pub fn recount<K: Key>(
    tuples: &[u64],
    words: usize,
    counts: &[u64],
    new: impl Fn(&[u64]) -> K + Sync,
) -> Vec<Pair<K>> {
    if parts_of(counts.len()) == 1 {
        let tuples = tuples.chunks_exact(words).map(new);
        return count_few(tuples.zip(counts.iter().copied()));
    }
    let pieces: Vec<Vec<Pair<K>>> = tuples
        .par_chunks(PIECE * words)
        .zip(counts.par_chunks(PIECE))
        .map_init(Counter::default, |counter, (tuples, counts)| {
            counter.clear(counts.len().min(PART));
            let tuples = tuples.chunks_exact(words);
            tuples.zip(counts).for_each(|(tuple, &count)| counter.add(new(tuple), count));
            counter.pairs().collect()
        })
        .collect();
    let parts = parts_of(pieces.iter().map(Vec::len).sum());
    let chunks = pieces.into_par_iter().map(|piece| deal(piece.into_iter(), parts)).collect();
    count_parts(chunks, parts)
}

/// How many parts so many tuples are dealt out to.
fn parts_of(tuples: usize) -> usize {
    (tuples / PART).next_power_of_two().min(1 << 12)
}

/// What can be counted: a tuple, once or with its count.
pub trait Counted: Copy + Send + Sync {
    /// What its tuple is.
    type Key;
    /// The tuple and its count.
    fn pair(self) -> Pair<Self::Key>;
}

impl Counted for u64 {
    type Key = Self;
    fn pair(self) -> Pair<Self> {
        (self, 1)
    }
}

impl Counted for u128 {
    type Key = Self;
    fn pair(self) -> Pair<Self> {
        (self, 1)
    }
}

impl<K: Key> Counted for Pair<K> {
    type Key = K;
    fn pair(self) -> Pair<K> {
        self
    }
}

/// Packs a range of rows and deals the tuples out to parts.
fn deal_rows<K: Key>(
    columns: &[CodeColumn<'_>],
    layout: &Layout,
    rows: Range<usize>,
    parts: usize,
) -> Vec<Vec<K>> {
    let mut dealt = room(rows.len(), parts);
    let mut batch = [K::default(); BATCH];
    let mut start = rows.start;
    while start < rows.end {
        let end = rows.end.min(start + BATCH);
        let batch = &mut batch[..end - start];
        batch.fill(K::default());
        for (attribute, column) in columns.iter().enumerate() {
            let (word, shift) = layout.place(attribute);
            each_width!(column.codes, codes => {
                for (tuple, &code) in batch.iter_mut().zip(&codes[start..end]) {
                    *tuple = tuple.with(u64::from(code), word, shift);
                }
            });
        }
        deal_to(&mut dealt, batch.iter().copied());
        start = end;
    }
    dealt
}

fn deal<T: Counted<Key: Key>>(
    tuples: impl ExactSizeIterator<Item = T>,
    parts: usize,
) -> Vec<Vec<T>> {
    let mut dealt = room(tuples.len(), parts);
    deal_to(&mut dealt, tuples);
    dealt
}

fn room<T>(tuples: usize, parts: usize) -> Vec<Vec<T>> {
    let room = tuples / parts * 9 / 8 + 16;
    (0..parts).map(|_| Vec::with_capacity(room)).collect()
}

fn deal_to<T: Counted<Key: Key>>(dealt: &mut [Vec<T>], tuples: impl Iterator<Item = T>) {
    let mask = dealt.len() - 1;
    if mask == 0 {
        dealt[0].extend(tuples);
    } else {
        for tuple in tuples {
            dealt[tuple.pair().0.scatter() as usize & mask].push(tuple);
        }
    }
}

/// Counts so few tuples that other threads would come too late, and puts them in order.
fn count_few<T: Counted<Key: Key>>(tuples: impl ExactSizeIterator<Item = T>) -> Vec<Pair<T::Key>> {
    let mut counter = Counter::default();
    counter.clear(tuples.len());
    tuples.for_each(|tuple| counter.add(tuple.pair().0, tuple.pair().1));
    let mut pairs: Vec<Pair<T::Key>> = counter.pairs().collect();
    pairs.sort_unstable();
    pairs
}

/// Counts each part of all chunks, and puts the tuples in order.
fn count_parts<T: Counted<Key: Key>>(chunks: Vec<Vec<Vec<T>>>, parts: usize) -> Vec<Pair<T::Key>> {
    let mut pairs: Vec<Pair<T::Key>> = (0..parts)
        .into_par_iter()
        .map_init(Counter::default, |counter, part| {
            let tuples = || chunks.iter().flat_map(|chunk| &chunk[part]);
            counter.clear(tuples().count());
            tuples().for_each(|tuple| counter.add(tuple.pair().0, tuple.pair().1));
            counter.pairs().collect::<Vec<_>>()
        })
        .collect::<Vec<_>>()
        .concat();
    drop(chunks);
    pairs.par_sort_unstable();
    pairs
}

/// Adds up counts in a table with open addressing; a slot is free if its count is 0. The table is
/// used again and again: fresh memory would cost more than counting.
#[derive(Default)]
struct Counter<K> {
    slots: Vec<Pair<K>>,
    used: usize,
}

impl<K: Key> Counter<K> {
    /// Forgets everything and makes room for so many tuples.
    fn clear(&mut self, tuples: usize) {
        self.slots.clear();
        self.slots.resize((tuples * 2).next_power_of_two().max(2), (K::default(), 0));
        self.used = 0;
    }

    fn add(&mut self, tuple: K, count: u64) {
        let at = self.place(tuple);
        let slot = &mut self.slots[at];
        if slot.1 == 0 {
            self.used += usize::from(count > 0);
        }
        *slot = (tuple, slot.1 + count);
        if self.used * 2 > self.slots.len() {
            self.grow();
        }
    }

    fn place(&self, tuple: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (tuple.scatter() >> 20) as usize & mask;
        while self.slots[at].1 > 0 && self.slots[at].0 != tuple {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let wider = vec![(K::default(), 0); self.slots.len() * 4];
        let slots = std::mem::replace(&mut self.slots, wider);
        for slot in slots.into_iter().filter(|slot| slot.1 > 0) {
            let at = self.place(slot.0);
            self.slots[at] = slot;
        }
    }

    fn pairs(&self) -> impl Iterator<Item = Pair<K>> {
        self.slots.iter().copied().filter(|slot| slot.1 > 0)
    }
}

/// Spreads a packed tuple over all bits: a multiplication and a fold.
pub fn scatter(tuple: u64) -> u64 {
    let product = u128::from(tuple ^ 0xA076_1D64_78BD_642F) * 0xE703_7ED1_A0B4_28DB_u128;
    (product >> 64) as u64 ^ product as u64
}
