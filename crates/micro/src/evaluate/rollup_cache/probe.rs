//! Whether a node suppresses too much, told from as few tuples of a large table as possible.
//!
//! A tally is in lexicographic order, so tuples that agree in the first attributes are a run. At a
//! node, runs whose first attributes become the same are taken together, the fewest rows first,
//! and counted by what their other attributes become. Most nodes of a table in which nearly every
//! record is alone suppress nearly everything: they are told from a tenth of the table.

use super::super::number_pairs;
use super::Thresholds;
use rayon::prelude::*;
use ridotto_core::class::{Sums, Tally};
use ridotto_core::{Code, Hierarchy};
use std::ops::Range;

/// Tuples dealt out by one thread at a time.
const PIECE: usize = 1 << 14;
/// Tuples in a part, on average: its counter fits the second-level cache.
const PART: usize = 1 << 12;

/// Tells whether nodes suppress too much.
#[derive(Debug)]
pub struct Probe<'a> {
    classes: &'a Tally,
    hierarchies: &'a [Hierarchy],
    /// How many attributes are the same in a run.
    first: usize,
    /// Where each run begins, and the end of the last one.
    runs: Vec<usize>,
    /// Tuples counted before the sum is looked at, at least.
    wave: usize,
}

impl<'a> Probe<'a> {
    /// Finds the runs of a table.
    pub fn new(classes: &'a Tally, hierarchies: &'a [Hierarchy], steps: Thresholds) -> Self {
        let mut runs = vec![0, classes.len()];
        let mut first = 0;
        while first < hierarchies.len() && runs.len() <= steps.runs {
            first += 1;
            let begins = |&at: &usize| {
                at == 0 || (0..first).any(|of| classes.code(at, of) != classes.code(at - 1, of))
            };
            runs = (0..classes.len()).into_par_iter().filter(begins).collect();
            runs.push(classes.len());
        }
        Self { classes, hierarchies, first, runs, wave: steps.wave }
    }

    /// So many rows are in classes of fewer than `least` at a node, exactly, or at least so many if
    /// they are more than `limit`; `None` if that cannot be told here, because what a tuple becomes
    /// does not fit a word.
    pub fn suppressed(&self, levels: &[u8], least: u64, limit: u64) -> Option<u64> {
        let groups = self.groups(levels);
        let mut others = Vec::new();
        let mut combinations = 1_u64;
        let rest = self.hierarchies.iter().zip(levels).enumerate().skip(self.first);
        for (attribute, (hierarchy, &level)) in rest {
            let (groups, digit) = (hierarchy.groups(level.into()) as u64, combinations);
            combinations = combinations.checked_mul(groups)?;
            if groups > 1 {
                let weight = |&group: &Code| u64::from(group) * digit;
                others.push((attribute, hierarchy.map(level.into()).iter().map(weight).collect()));
            }
        }
        combinations.checked_mul(groups.len() as u64)?;
        let others = Sums::new(self.classes.layout(), others.into_iter());
        let count = Count { classes: self.classes, others, combinations, least };
        let (mut suppressed, mut wave, mut tuples) = (0, Vec::new(), 0);
        for (group, runs) in (0..).zip(&groups) {
            wave.extend(runs.iter().map(|run| (group, run.clone())));
            tuples += tuples_of(runs);
            if tuples >= self.wave {
                suppressed += count.small(&wave, tuples);
                wave.clear();
                tuples = 0;
            }
            if suppressed > limit {
                return Some(suppressed);
            }
        }
        Some(suppressed + count.small(&wave, tuples))
    }

    /// The runs that a node takes together, the fewest tuples first.
    fn groups(&self, levels: &[u8]) -> Vec<Vec<Range<usize>>> {
        let runs = self.runs.len() - 1;
        let mut numbers = vec![0; runs];
        let mut groups = 1;
        for (attribute, (hierarchy, &level)) in
            self.hierarchies.iter().zip(levels).enumerate().take(self.first)
        {
            let up = hierarchy.map(level.into());
            let code = |&start: &usize| up[self.classes.code(start, attribute) as usize];
            let codes = self.runs[..runs].iter().map(code);
            groups = number_pairs(&mut numbers, groups, codes, hierarchy.groups(level.into()));
        }
        let mut grouped: Vec<Vec<Range<usize>>> = vec![Vec::new(); groups];
        for (run, &group) in self.runs.windows(2).zip(&numbers) {
            grouped[group as usize].push(run[0]..run[1]);
        }
        grouped.sort_by_key(|runs| tuples_of(runs));
        grouped
    }
}

fn tuples_of(runs: &[Range<usize>]) -> usize {
    runs.iter().map(ExactSizeIterator::len).sum()
}

/// One node's count.
struct Count<'a> {
    classes: &'a Tally,
    /// A number below `combinations` for what the other attributes become.
    others: Sums,
    combinations: u64,
    least: u64,
}

/// A word and its rows.
trait Entry: Copy + Send + Sync {
    fn new(word: u64, rows: u64) -> Self;
    fn parts(self) -> (u64, u64);
}

impl Entry for (u64, u64) {
    fn new(word: u64, rows: u64) -> Self {
        (word, rows)
    }

    fn parts(self) -> (u64, u64) {
        self
    }
}

/// Both in one word: half as much is moved about.
#[derive(Clone, Copy)]
struct Packed(u64);

/// Bits of rows.
const ROWS: u32 = 24;

impl Entry for Packed {
    fn new(word: u64, rows: u64) -> Self {
        Self(word << ROWS | rows)
    }

    fn parts(self) -> (u64, u64) {
        (self.0 >> ROWS, self.0 & ((1 << ROWS) - 1))
    }
}

/// Entries, dealt out to parts.
type Dealt<E> = Vec<Vec<E>>;

impl Count<'_> {
    /// The rows of some groups in classes of fewer than the least.
    fn small(&self, runs: &[(u64, Range<usize>)], tuples: usize) -> u64 {
        let groups = runs.last().map_or(0, |(group, _)| group + 1);
        let words = self.combinations.saturating_mul(groups);
        if words <= 1 << (u64::BITS - ROWS) && self.least < 1 << ROWS {
            self.small_by::<Packed>(runs, tuples)
        } else {
            self.small_by::<(u64, u64)>(runs, tuples)
        }
    }

    fn small_by<E: Entry>(&self, runs: &[(u64, Range<usize>)], tuples: usize) -> u64 {
        let parts = (tuples / PART).next_power_of_two();
        let pieces: Vec<Dealt<E>> =
            cut(runs).par_iter().map(|piece| self.deal(piece, parts)).collect();
        let small = |counter: &mut Counter, part: usize| {
            counter.clear(pieces.iter().map(|piece| piece[part].len()).sum());
            let words = pieces.iter().flat_map(|piece| &piece[part]);
            words.for_each(|entry| {
                let (word, rows) = entry.parts();
                counter.add(word, rows);
            });
            let sizes = counter.slots.iter().map(|slot| slot.1);
            sizes.filter(|&rows| rows < self.least).sum::<u64>()
        };
        (0..parts).into_par_iter().map_init(Counter::default, small).sum()
    }

    /// Rows beyond the least make no difference, and are not counted.
    fn deal<E: Entry>(&self, runs: &[(u64, Range<usize>)], parts: usize) -> Dealt<E> {
        let tuples: usize = runs.iter().map(|(_, run)| run.len()).sum();
        let room = tuples / parts * 5 / 4 + 8;
        let mut dealt: Dealt<E> = (0..parts).map(|_| Vec::with_capacity(room)).collect();
        for (group, run) in runs {
            let base = group * self.combinations;
            for (at, &rows) in run.clone().zip(&self.classes.counts()[run.clone()]) {
                let word = base + self.others.of(self.classes.tuple(at));
                let part = (hash(word) >> 32) as usize & (parts - 1);
                dealt[part].push(E::new(word, rows.min(self.least)));
            }
        }
        dealt
    }
}

/// Cuts runs into pieces of about as many tuples each.
fn cut(runs: &[(u64, Range<usize>)]) -> Vec<Vec<(u64, Range<usize>)>> {
    let (mut pieces, mut piece, mut tuples) = (Vec::new(), Vec::new(), 0);
    for (group, run) in runs {
        let mut start = run.start;
        while start < run.end {
            let end = run.end.min(start + PIECE - tuples);
            piece.push((*group, start..end));
            tuples += end - start;
            start = end;
            if tuples == PIECE {
                pieces.push(std::mem::take(&mut piece));
                tuples = 0;
            }
        }
    }
    pieces.push(piece);
    pieces
}

fn hash(word: u64) -> u64 {
    let hash = (word ^ (word >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}

/// Adds up rows by word, with open addressing; a slot without rows is free.
#[derive(Default)]
struct Counter {
    slots: Vec<(u64, u64)>,
}

impl Counter {
    fn clear(&mut self, words: usize) {
        self.slots.clear();
        self.slots.resize((words * 3 / 2).next_power_of_two().max(2), (0, 0));
    }

    fn add(&mut self, word: u64, rows: u64) {
        let mask = self.slots.len() - 1;
        let mut at = hash(word) as usize & mask;
        while self.slots[at].1 > 0 && self.slots[at].0 != word {
            at = (at + 1) & mask;
        }
        self.slots[at] = (word, self.slots[at].1 + rows);
    }
}
