//! Counting tuples: the distinct ones in order, each with how often it occurs.
//!
//! Rows are packed column by column, dealt out by a hash to parts that fit the cache, and counted
//! part by part; so ten million distinct tuples cost sequential passes and not ten million cache
//! misses. The parts and their order depend on the data alone: any number of threads gives the
//! same tally.

use super::{Layout, table::KeyColumn};
use crate::{Code, each_width};
use rayon::prelude::*;

/// The distinct tuples of some columns, in lexicographic order, with their counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    layout: Layout,
    tuples: Vec<u64>,
    counts: Vec<u64>,
}

/// Rows packed at a time: the scratch stays in the first-level cache.
const BATCH: usize = 2048;
/// Rows handed to one thread at a time.
const CHUNK: usize = 1 << 18;
/// Tuples in a part, on average: its counter fits the second-level cache.
const PART: usize = 1 << 13;

impl Tally {
    /// Counts the tuples that the columns form, row by row. All columns have `rows` rows.
    pub fn count(columns: &[KeyColumn<'_>], rows: usize) -> Self {
        let layout = Layout::new(&columns.iter().map(|column| column.values).collect::<Vec<_>>());
        if layout.words() == 1 {
            let (tuples, counts) = count_words(columns, &layout, rows).into_iter().unzip();
            return Self { layout, tuples, counts };
        }
        let mut tuples = vec![0; rows * layout.words()];
        for (attribute, column) in columns.iter().enumerate() {
            for (row, tuple) in tuples.chunks_exact_mut(layout.words()).enumerate() {
                layout.set(tuple, attribute, column.codes.get(row));
            }
        }
        Self::from_packed(layout, &tuples, |_| 1)
    }

    /// The tally of tuples that come with counts; equal tuples may come several times.
    pub(super) fn from_tuples<T: Iterator<Item = Code>>(
        values: &[usize],
        tuples: impl Iterator<Item = (T, u64)>,
    ) -> Self {
        let layout = Layout::new(values);
        let (mut packed, mut counts) = (Vec::new(), Vec::new());
        for (tuple, count) in tuples {
            let start = packed.len();
            packed.resize(start + layout.words(), 0);
            for (attribute, code) in tuple.enumerate() {
                layout.set(&mut packed[start..], attribute, code);
            }
            counts.push(count);
        }
        Self::from_packed(layout, &packed, |at| counts[at])
    }

    /// Sorts packed tuples and adds up the counts of equal ones.
    fn from_packed(layout: Layout, tuples: &[u64], count: impl Fn(usize) -> u64 + Sync) -> Self {
        let words = layout.words();
        if words == 1 {
            let pairs = tuples.iter().enumerate().map(|(at, &tuple)| (tuple, count(at))).collect();
            let (tuples, counts) = sum_equal(pairs).into_iter().unzip();
            return Self { layout, tuples, counts };
        }
        let tuple = |at: u32| &tuples[at as usize * words..(at as usize + 1) * words];
        let mut order: Vec<u32> = (0..(tuples.len() / words) as u32).collect();
        order.par_sort_unstable_by(|&a, &b| tuple(a).cmp(tuple(b)));
        let (mut distinct, mut counts) = (Vec::new(), Vec::<u64>::new());
        for &at in &order {
            if distinct.len() >= words && &distinct[distinct.len() - words..] == tuple(at) {
                *counts.last_mut().expect("a distinct tuple has a count") += count(at as usize);
            } else {
                distinct.extend_from_slice(tuple(at));
                counts.push(count(at as usize));
            }
        }
        Self { layout, tuples: distinct, counts }
    }

    /// Adds another tally of columns with the same numbers of values.
    #[must_use]
    pub fn merge(&self, other: &Self) -> Self {
        assert_eq!(self.layout, other.layout, "tallies of one layout are merged");
        let tuples = [&self.tuples[..], &other.tuples[..]].concat();
        Self::from_packed(self.layout.clone(), &tuples, |at| {
            *self.counts.get(at).unwrap_or_else(|| &other.counts[at - self.len()])
        })
    }

    /// The tally of the same rows after each code was replaced by `up[attribute][code]`.
    /// `values` are the attributes' new numbers of values.
    #[must_use]
    pub fn recode(&self, up: &[&[Code]], values: &[usize]) -> Self {
        let attributes: Vec<usize> = (0..self.layout.attributes()).collect();
        self.repack(&attributes, values, |attribute, code| up[attribute][code as usize])
    }

    /// The tally of some of the columns; `values` are their numbers of values.
    #[must_use]
    pub fn project(&self, attributes: &[usize], values: &[usize]) -> Self {
        self.repack(attributes, values, |_, code| code)
    }

    /// Some of the tuples, named by their places in ascending order.
    pub(super) fn select(&self, places: &[usize]) -> Self {
        let tuples = places.iter().flat_map(|&at| self.tuple(at)).copied().collect();
        let counts = places.iter().map(|&at| self.counts[at]).collect();
        Self { layout: self.layout.clone(), tuples, counts }
    }

    fn repack(
        &self,
        attributes: &[usize],
        values: &[usize],
        new: impl Fn(usize, Code) -> Code,
    ) -> Self {
        let layout = Layout::new(values);
        let mut tuples = vec![0; self.len() * layout.words()];
        for (at, tuple) in tuples.chunks_exact_mut(layout.words()).enumerate() {
            for (to, &from) in attributes.iter().enumerate() {
                layout.set(tuple, to, new(from, self.code(at, from)));
            }
        }
        Self::from_packed(layout, &tuples, |at| self.counts[at])
    }

    /// Where each attribute lies in a packed tuple.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many distinct tuples there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many attributes a tuple has.
    pub fn attributes(&self) -> usize {
        self.layout.attributes()
    }

    /// The packed words of a tuple.
    pub fn tuple(&self, at: usize) -> &[u64] {
        let words = self.layout.words();
        &self.tuples[at * words..(at + 1) * words]
    }

    /// The place of a packed tuple that is there.
    pub(super) fn place(&self, tuple: &[u64]) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.tuple(middle) < tuple {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The code of an attribute in a tuple.
    pub fn code(&self, at: usize, attribute: usize) -> Code {
        self.layout.code(self.tuple(at), attribute)
    }

    /// Sets how often a tuple occurs.
    pub(super) fn set_count(&mut self, at: usize, count: u64) {
        self.counts[at] = count;
    }

    /// How often each tuple occurs.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

/// Counts tuples of one word each.
fn count_words(columns: &[KeyColumn<'_>], layout: &Layout, rows: usize) -> Vec<(u64, u64)> {
    let parts = (rows / PART).next_power_of_two().min(1 << 12);
    let chunks: Vec<Vec<Vec<u64>>> = (0..rows.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| deal(columns, layout, chunk * CHUNK..rows.min((chunk + 1) * CHUNK), parts))
        .collect();
    let mut pairs: Vec<(u64, u64)> = (0..parts)
        .into_par_iter()
        .map_init(Vec::new, |slots, part| count_part(&chunks, part, slots))
        .collect::<Vec<_>>()
        .concat();
    drop(chunks);
    pairs.par_sort_unstable();
    pairs
}

/// Packs a range of rows and deals the tuples out to parts.
fn deal(
    columns: &[KeyColumn<'_>],
    layout: &Layout,
    rows: std::ops::Range<usize>,
    parts: usize,
) -> Vec<Vec<u64>> {
    let room = rows.len() / parts * 9 / 8 + 16;
    let mut dealt: Vec<Vec<u64>> = (0..parts).map(|_| Vec::with_capacity(room)).collect();
    let mut batch = [0_u64; BATCH];
    let mut start = rows.start;
    while start < rows.end {
        let end = rows.end.min(start + BATCH);
        let batch = &mut batch[..end - start];
        batch.fill(0);
        for (attribute, column) in columns.iter().enumerate() {
            let (_, shift) = layout.place(attribute);
            each_width!(column.codes, codes => {
                for (tuple, &code) in batch.iter_mut().zip(&codes[start..end]) {
                    *tuple |= u64::from(code) << shift;
                }
            });
        }
        if parts == 1 {
            dealt[0].extend_from_slice(batch);
        } else {
            for &tuple in &*batch {
                dealt[scatter(tuple) as usize & (parts - 1)].push(tuple);
            }
        }
        start = end;
    }
    dealt
}

/// A tuple and its count; free if the count is 0.
type CountSlot = (u64, u32);

/// Counts one part of all chunks in a small table with open addressing. The table is used again
/// and again: fresh memory would cost more than counting.
fn count_part(
    chunks: &[Vec<Vec<u64>>],
    part: usize,
    slots: &mut Vec<CountSlot>,
) -> Vec<(u64, u64)> {
    let tuples: usize = chunks.iter().map(|chunk| chunk[part].len()).sum();
    slots.clear();
    slots.resize((tuples * 2).next_power_of_two().max(2), (0, 0));
    let mask = slots.len() - 1;
    for &tuple in chunks.iter().flat_map(|chunk| &chunk[part]) {
        let mut at = (scatter(tuple) >> 20) as usize & mask;
        while slots[at].1 > 0 && slots[at].0 != tuple {
            at = (at + 1) & mask;
        }
        slots[at] = (tuple, slots[at].1 + 1);
    }
    let counted = slots.iter().filter(|slot| slot.1 > 0);
    counted.map(|&(tuple, count)| (tuple, u64::from(count))).collect()
}

/// Sorts pairs by tuple and adds up the counts of equal tuples.
fn sum_equal(mut pairs: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    pairs.par_sort_unstable();
    pairs.dedup_by(|next, kept| {
        let equal = next.0 == kept.0;
        kept.1 += if equal { next.1 } else { 0 };
        equal
    });
    pairs
}

/// Spreads a packed tuple over all bits: a multiplication and a fold.
pub(super) fn scatter(tuple: u64) -> u64 {
    let product = u128::from(tuple ^ 0xA076_1D64_78BD_642F) * 0xE703_7ED1_A0B4_28DB_u128;
    (product >> 64) as u64 ^ product as u64
}
