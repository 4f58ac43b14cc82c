//! Counting tuples: the distinct ones in order, each with how often it occurs.
//!
//! Tuples of one word, the usual case, are counted by parts that fit the cache ([`words`]); wider
//! ones are sorted.

use super::words::{count_rows, recount};
use super::{Layout, Sums, table::KeyColumn};
use crate::Code;
use rayon::prelude::*;

/// The distinct tuples of some columns, in lexicographic order, with their counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    layout: Layout,
    tuples: Vec<u64>,
    counts: Vec<u64>,
}

impl Tally {
    /// Counts the tuples that the columns form, row by row. All columns have `rows` rows.
    pub fn count(columns: &[KeyColumn<'_>], rows: usize) -> Self {
        let layout = Layout::new(&columns.iter().map(|column| column.values).collect::<Vec<_>>());
        if layout.words() == 1 {
            let (tuples, counts) = count_rows(columns, &layout, rows).into_iter().unzip();
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
        let old: Vec<usize> = up.iter().map(|up| up.len()).collect();
        self.repack(&attributes, &old, values, |attribute, code| up[attribute][code as usize])
    }

    /// The tally of some of the columns; `values` are their numbers of values.
    #[must_use]
    pub fn project(&self, attributes: &[usize], values: &[usize]) -> Self {
        self.repack(attributes, values, values, |_, code| code)
    }

    /// Some of the tuples, named by their places in ascending order.
    pub(super) fn select(&self, places: &[usize]) -> Self {
        let tuples = places.iter().flat_map(|&at| self.tuple(at)).copied().collect();
        let counts = places.iter().map(|&at| self.counts[at]).collect();
        Self { layout: self.layout.clone(), tuples, counts }
    }

    /// The tally of some attributes with `old` numbers of values, each code replaced by a `new` one
    /// below `values`.
    fn repack(
        &self,
        attributes: &[usize],
        old: &[usize],
        values: &[usize],
        new: impl Fn(usize, Code) -> Code,
    ) -> Self {
        let layout = Layout::new(values);
        if (self.layout.words(), layout.words()) == (1, 1) && !self.counts.contains(&0) {
            let weights = |(to, (&from, &old)): (usize, (&usize, &usize))| {
                let codes = (0..old as Code).map(|code| new(from, code));
                (from, Sums::shifted(&layout, to, codes))
            };
            let each = attributes.iter().zip(old).enumerate().map(weights);
            let sums = Sums::new(&self.layout, each);
            let pairs = recount(&self.tuples, &self.counts, |tuple| sums.of(&[tuple]));
            let (tuples, counts) = pairs.into_iter().unzip();
            return Self { layout, tuples, counts };
        }
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
