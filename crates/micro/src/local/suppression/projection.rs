//! Records that are alike on some of their keys.

use super::CellSet;
use crate::local::numbers::Numbers;
use ridotto_core::class::Tally;

/// The units of a table, ready to be grouped by any set of keys.
#[derive(Debug)]
pub(super) struct Projections<'a> {
    tally: &'a Tally,
    words: Vec<Word>,
    table: Numbers,
}

/// Some keys of all units, packed.
#[derive(Debug)]
struct Word {
    /// The keys and their bits.
    fields: Vec<(usize, u64)>,
    /// By unit.
    packed: Vec<u64>,
}

impl Word {
    fn new(units: usize) -> Self {
        Self { fields: Vec::new(), packed: vec![0; units] }
    }
}

/// The units grouped by a set of keys.
#[derive(Debug)]
pub(super) struct Alike {
    /// The group of each unit.
    pub group: Vec<u32>,
    /// The rows of each group.
    pub rows: Vec<u64>,
}

impl Alike {
    /// How many rows are alike with a unit.
    pub(super) fn rows_of(&self, unit: u32) -> u64 {
        self.rows[self.group[unit as usize] as usize]
    }
}

impl<'a> Projections<'a> {
    /// The units of a tally.
    pub(super) fn new(tally: &'a Tally) -> Self {
        let code = |at: usize| (0..tally.len()).map(move |unit| tally.code(unit, at));
        let values: Vec<usize> = (0..tally.attributes())
            .map(|at| code(at).max().map_or(1, |code| code as usize + 1))
            .collect();
        let mut words = vec![Word::new(tally.len())];
        let mut free = u64::BITS;
        for (at, &values) in values.iter().enumerate() {
            let bits = u64::BITS - (values as u64).leading_zeros();
            if bits > free {
                words.push(Word::new(tally.len()));
                free = u32::BITS;
            }
            free -= bits;
            let Word { fields, packed } = words.last_mut().expect("one at least");
            fields.push((at, ((1 << bits) - 1) << free));
            for (unit, word) in packed.iter_mut().enumerate() {
                *word |= u64::from(tally.code(unit, at)) << free;
            }
        }
        Self { tally, words, table: Numbers::default() }
    }

    pub(super) fn keys(&self) -> usize {
        self.tally.attributes()
    }

    pub(super) fn units(&self) -> usize {
        self.tally.len()
    }

    pub(super) fn tally(&self) -> &'a Tally {
        self.tally
    }

    /// The keys in which two units differ.
    pub(super) fn difference(&self, a: u32, b: u32) -> CellSet {
        let mut set = 0;
        for Word { fields, packed } in &self.words {
            let other = packed[a as usize] ^ packed[b as usize];
            for &(at, mask) in fields {
                set |= u32::from(other & mask != 0) << at;
            }
        }
        set
    }

    /// The units grouped by a set of keys, for one look.
    pub(super) fn count(&mut self, keep: CellSet) -> Alike {
        self.count_some(keep, 0..self.units())
    }

    /// Some units, and their rows alone, grouped by a set of keys.
    pub(super) fn count_some(
        &mut self,
        keep: CellSet,
        units: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> Alike {
        let mut group = vec![0; units.len()];
        let (mut keys, mut groups) = (Vec::new(), 0);
        for (nth, Word { fields, packed }) in self.words.iter().enumerate() {
            let kept = fields.iter().filter(|(at, _)| keep & (1 << at) != 0);
            let mask: u64 = kept.map(|field| field.1).sum();
            keys.clear();
            let high = |number: u32| if nth > 0 { u64::from(number) << 32 } else { 0 };
            let words = units.clone().map(|unit| packed[unit]).zip(&group);
            keys.extend(words.map(|(word, &n)| word & mask | high(n)));
            groups = self.table.number(&keys, &mut group);
        }
        let mut rows = vec![0; groups as usize];
        for (&group, unit) in group.iter().zip(units) {
            rows[group as usize] += self.tally.counts()[unit];
        }
        Alike { group, rows }
    }
}
