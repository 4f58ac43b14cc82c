//! The histograms of a sensitive attribute, class by class, and what becomes of them when classes
//! are put together.

use super::Tally;
use crate::{Code, Needs};
use rayon::prelude::*;

/// One sensitive attribute's histograms: those of class `i` end at `ends[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histograms {
    /// How many values the attribute's dictionary has.
    pub values: usize,
    /// Where each class's entries end.
    pub ends: Vec<usize>,
    /// Values and how often they occur, class by class, in the values' order.
    pub entries: Vec<(Code, u64)>,
}

/// Which classes become the same.
pub struct Grouped {
    /// Where the members of each new class end.
    ends: Vec<u32>,
    /// Old classes, by new class.
    members: Vec<u32>,
}

/// Classes put together by one thread at a time.
const CHUNK: usize = 1 << 12;

impl Grouped {
    /// Groups classes by what each becomes, one of `classes` numbers.
    pub fn new(becomes: Vec<u32>, classes: usize) -> Self {
        let mut ends = vec![0_u32; classes];
        for &class in &becomes {
            ends[class as usize] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut members = vec![0; becomes.len()];
        for (old, class) in (0..).zip(becomes) {
            let at = &mut ends[class as usize];
            members[*at as usize] = old;
            *at += 1;
        }
        Self { ends, members }
    }

    fn members(&self, class: usize) -> &[u32] {
        let start = if class == 0 { 0 } else { self.ends[class - 1] };
        &self.members[start as usize..self.ends[class] as usize]
    }
}

impl Histograms {
    /// Cuts a tally of (key, value) where the key changes: it is in lexicographic order.
    pub fn from_tally(tally: &Tally, values: usize) -> Self {
        let value = tally.attributes() - 1;
        let entry = |at: usize| (tally.code(at, value), tally.counts()[at]);
        let mut own = vec![0; tally.layout().words()];
        tally.layout().set_all(&mut own, value);
        let same_key = |a: usize, b: usize| {
            let words = tally.tuple(a).iter().zip(tally.tuple(b)).zip(&own);
            words.fold(0, |differ, ((a, b), own)| differ | (a ^ b) & !own) == 0
        };
        let is_end = |&at: &usize| at == tally.len() || !same_key(at - 1, at);
        let (places, entries) = (1..=tally.len(), 0..tally.len());
        if tally.len() <= CHUNK {
            let (ends, entries) = (places.filter(is_end).collect(), entries.map(entry).collect());
            return Self { values, ends, entries };
        }
        let ends = places.into_par_iter().filter(is_end).collect();
        Self { values, ends, entries: entries.into_par_iter().map(entry).collect() }
    }

    /// The histogram of one class.
    pub fn of(&self, at: usize) -> &[(Code, u64)] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.entries[start..self.ends[at]]
    }

    /// The histograms of some classes.
    pub fn select(&self, classes: &[usize]) -> Self {
        let (mut ends, mut entries) = (Vec::with_capacity(classes.len()), Vec::new());
        for &at in classes {
            entries.extend_from_slice(self.of(at));
            ends.push(entries.len());
        }
        Self { values: self.values, ends, entries }
    }

    /// The histograms of classes put together, and of them what is needed.
    pub fn regroup(&self, classes: &Grouped, needs: Needs) -> Self {
        let all = classes.ends.len();
        let part = |from: usize| {
            let mut part = Self { values: self.values, ends: Vec::new(), entries: Vec::new() };
            let mut scratch = Vec::new();
            for class in from..all.min(from + CHUNK) {
                self.add_up(classes.members(class), needs, &mut scratch, &mut part.entries);
                part.ends.push(part.entries.len());
            }
            part
        };
        if all <= CHUNK {
            return part(0);
        }
        let parts: Vec<Self> = (0..all).into_par_iter().step_by(CHUNK).map(part).collect();
        let mut ends = Vec::with_capacity(all);
        let mut entries = Vec::with_capacity(parts.iter().map(|part| part.entries.len()).sum());
        for part in parts {
            ends.extend(part.ends.iter().map(|end| entries.len() + end));
            entries.extend_from_slice(&part.entries);
        }
        Self { values: self.values, ends, entries }
    }

    /// Appends the histogram of some classes together.
    fn add_up(
        &self,
        members: &[u32],
        needs: Needs,
        scratch: &mut Vec<(Code, u64)>,
        into: &mut Vec<(Code, u64)>,
    ) {
        let each = || members.iter().map(|&class| self.of(class as usize));
        let enough = match needs {
            Needs::Nothing => return,
            Needs::Distinct(enough) => enough as usize,
            Needs::All => usize::MAX,
        };
        if let Some(histogram) = each().find(|own| members.len() == 1 || own.len() >= enough) {
            return into.extend_from_slice(&histogram[..histogram.len().min(enough)]);
        }
        scratch.clear();
        each().for_each(|histogram| scratch.extend_from_slice(histogram));
        scratch.sort_unstable_by_key(|&(code, _)| code);
        let same = scratch.chunk_by(|a, b| a.0 == b.0).take(enough);
        into.extend(same.map(|same| (same[0].0, same.iter().map(|&(_, count)| count).sum())));
    }
}
