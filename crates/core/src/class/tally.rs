//! Counting tuples: the distinct ones in order, each with how often it occurs.
//!
//! Tuples of one word, the usual case, and of two are counted by parts that fit the cache (`words.rs`); wider
//! ones are sorted.

use super::places::Places;
use super::words::{Key, Pair, count_rows, recount};
use super::{CodeColumn, Layout, Sums};
use crate::Code;
use rayon::prelude::*;

/// Tuples whose places are looked up by one thread at a time.
const CHUNK: usize = 1 << 16;

/// The distinct tuples of some columns, in lexicographic order, with their counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    layout: Layout,
    tuples: Vec<u64>,
    counts: Vec<u64>,
}

impl Tally {
    /// Counts the tuples that the columns form, row by row. All columns have `rows` rows.
    pub fn count(columns: &[CodeColumn<'_>], rows: usize) -> Self {
        let layout = Layout::new(&columns.iter().map(|column| column.values).collect::<Vec<_>>());
        match layout.words() {
            1 => return Self::of_pairs(count_rows::<u64>(columns, &layout, rows), layout),
            2 => return Self::of_pairs(count_rows::<u128>(columns, &layout, rows), layout),
            _ => {}
        }
        let mut tuples = vec![0; rows * layout.words()];
        for (attribute, column) in columns.iter().enumerate() {
            for (row, tuple) in tuples.chunks_exact_mut(layout.words()).enumerate() {
                layout.set(tuple, attribute, column.codes.get(row));
            }
        }
        Self::from_packed(layout, &tuples, |_| 1)
    }

    fn of_pairs<K: Key>(pairs: Vec<Pair<K>>, layout: Layout) -> Self {
        let counts = pairs.iter().map(|pair| pair.1).collect();
        let mut tuples = Vec::with_capacity(pairs.len() * K::WORDS);
        for (tuple, _) in pairs {
            tuple.extend(&mut tuples);
        }
        Self { layout, tuples, counts }
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

    /// The place that each tuple has in the [recoded](Self::recode) tally.
    pub(super) fn recoded_places(&self, up: &[&[Code]], values: &[usize], to: &Self) -> Vec<u32> {
        let attributes: Vec<usize> = (0..self.layout.attributes()).collect();
        let old: Vec<usize> = up.iter().map(|up| up.len()).collect();
        let new = |attribute: usize, code: Code| up[attribute][code as usize];
        self.places_of(&Words::new(&self.layout, &attributes, &old, &Layout::new(values), new), to)
    }

    /// The place that each tuple has in the tally of [some of the columns](Self::project).
    pub(super) fn projected_places(
        &self,
        attributes: &[usize],
        values: &[usize],
        to: &Self,
    ) -> Vec<u32> {
        let same = |_: usize, code: Code| code;
        self.places_of(
            &Words::new(&self.layout, attributes, values, &Layout::new(values), same),
            to,
        )
    }

    /// Where each tuple is.
    pub(super) fn places(&self) -> Places<'_> {
        Places::new(&self.tuples, self.words())
    }

    /// The place in another tally of what each tuple becomes.
    fn places_of(&self, becomes: &Words, to: &Self) -> Vec<u32> {
        let (places, words) = (to.places(), to.layout.words());
        let find = |(found, tuples): (&mut [u32], &[u64])| {
            let mut tuple = vec![0; words];
            for (place, old) in found.iter_mut().zip(tuples.chunks_exact(self.words())) {
                becomes.write(old, &mut tuple);
                *place = places.find(&tuple).expect("what a tuple becomes was counted");
            }
        };
        let mut found = vec![0; self.len()];
        if found.len() <= CHUNK {
            find((&mut found, &self.tuples));
        } else {
            let tuples = self.tuples.par_chunks(CHUNK * self.words());
            found.par_chunks_mut(CHUNK).zip(tuples).for_each(find);
        }
        found
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
        let (words, from) = (Words::new(&self.layout, attributes, old, &layout, new), self.words());
        if layout.words() <= 2 && !self.counts.contains(&0) {
            if layout.words() == 1 {
                let new = |tuple: &[u64]| words.word(tuple, 0);
                return Self::of_pairs(recount(&self.tuples, from, &self.counts, new), layout);
            }
            let new = |tuple: &[u64]| u128::of(&[words.word(tuple, 0), words.word(tuple, 1)]);
            return Self::of_pairs(recount(&self.tuples, from, &self.counts, new), layout);
        }
        let mut tuples = vec![0; self.len() * layout.words()];
        let each = tuples.chunks_exact_mut(layout.words()).zip(self.tuples.chunks_exact(from));
        each.for_each(|(tuple, old)| words.write(old, tuple));
        Self::from_packed(layout, &tuples, |at| self.counts[at])
    }

    fn words(&self) -> usize {
        self.layout.words()
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

/// What a tuple becomes: each word of another layout is a sum over codes.
struct Words(Vec<Sums>);

impl Words {
    /// Some attributes of a layout, with `old` numbers of values, whose codes are replaced by `new`
    /// ones, in the order of another layout.
    fn new(
        from: &Layout,
        attributes: &[usize],
        old: &[usize],
        to: &Layout,
        new: impl Fn(usize, Code) -> Code,
    ) -> Self {
        let weights = |(at, (&attribute, &old)): (usize, (&usize, &usize))| {
            let codes = (0..old as Code).map(|code| new(attribute, code));
            (attribute, to.place(at).0, Sums::shifted(to, at, codes))
        };
        let all: Vec<_> = attributes.iter().zip(old).enumerate().map(weights).collect();
        let sums = |word: usize| {
            let own = all.iter().filter(|of| of.1 == word);
            Sums::new(from, own.map(|(attribute, _, weights)| (*attribute, weights.clone())))
        };
        Self((0..to.words()).map(sums).collect())
    }

    #[inline]
    fn word(&self, tuple: &[u64], word: usize) -> u64 {
        self.0[word].of(tuple)
    }

    #[inline]
    fn write(&self, tuple: &[u64], into: &mut [u64]) {
        into.iter_mut().zip(&self.0).for_each(|(word, sums)| *word = sums.of(tuple));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Codes;
    use proptest::prelude::*;

    /// Codes and counts, whatever the words they lie in.
    fn rows(tally: &Tally) -> Vec<(Vec<Code>, u64)> {
        let key = |at| (0..tally.attributes()).map(|of| tally.code(at, of)).collect();
        (0..tally.len()).map(|at| (key(at), tally.counts()[at])).collect()
    }

    proptest! {
        /// One word, two, and three, which are sorted: all say the same.
        #[test]
        fn the_width_of_a_tuple_does_not_matter(
            cells in prop::collection::vec((0_u32..6, 0_u32..4, 0_u32..9), 0..200),
            up in prop::collection::vec(0_u32..4, 9),
        ) {
            let columns = [0, 1, 2].map(|at| {
                let code = |cell: &(u32, u32, u32)| [cell.0, cell.1, cell.2][at];
                Codes::from_codes(&cells.iter().map(code).collect::<Vec<_>>(), 9)
            });
            let of = |values: usize| {
                let key = columns.each_ref().map(|codes| CodeColumn { codes, values });
                let tally = Tally::count(&key, cells.len());
                let coarse = tally.recode(&[&up[..]; 3], &[values; 3]);
                let narrow = tally.recode(&[&up[..]; 3], &[9; 3]);
                (rows(&tally), rows(&coarse), rows(&narrow))
            };
            let expected = of(1 << 33);
            prop_assert_eq!(Layout::new(&[1 << 33; 3]).words(), 3);
            prop_assert_eq!(Layout::new(&[1 << 31; 3]).words(), 2);
            prop_assert_eq!(&of(9), &expected);
            prop_assert_eq!(&of(1 << 31), &expected);
        }
    }
}
