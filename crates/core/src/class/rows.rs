//! From classes back to rows: which rows lie in classes that were marked.

use super::{CodeColumn, Layout, Tally};
use crate::{Code, each_width};
use rayon::prelude::*;
use std::collections::HashSet;

/// Rows looked at by one thread at a time.
const CHUNK: usize = 1 << 16;

/// Rows packed at a time: the scratch stays in the first-level cache.
const BATCH: usize = 1 << 11;

/// For each row whether its key, once each code was replaced by `up[attribute][code]`, is among
/// the tuples of `tally` that `is_marked` accepts.
pub fn mark_rows(
    tally: &Tally,
    columns: &[CodeColumn<'_>],
    up: &[&[Code]],
    rows: usize,
    is_marked: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let layout = tally.layout();
    let marked: Vec<usize> = (0..tally.len()).filter(|&at| is_marked(at)).collect();
    let mut result = vec![false; rows];
    if marked.is_empty() {
        return result;
    }
    if layout.words() > 1 {
        let set: HashSet<&[u64]> = marked.iter().map(|&at| tally.tuple(at)).collect();
        result.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, part)| {
            let mut tuple = vec![0; layout.words()];
            for (at, mark) in part.iter_mut().enumerate() {
                tuple.fill(0);
                for (attribute, (column, up)) in columns.iter().zip(up).enumerate() {
                    let code = column.codes.get(chunk * CHUNK + at);
                    layout.set(&mut tuple, attribute, up[code as usize]);
                }
                *mark = set.contains(&tuple[..]);
            }
        });
        return result;
    }
    let set = WordSet::new(marked.iter().map(|&at| tally.tuple(at)[0]));
    let shifted = shifted(layout, up);
    result.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, part)| {
        let mut tuples = [0_u64; BATCH];
        for (batch, part) in part.chunks_mut(BATCH).enumerate() {
            let tuples = &mut tuples[..part.len()];
            tuples.fill(0);
            let start = chunk * CHUNK + batch * BATCH;
            for (column, up) in columns.iter().zip(&shifted) {
                each_width!(column.codes, codes => {
                    for (tuple, &code) in tuples.iter_mut().zip(&codes[start..]) {
                        *tuple |= up[code as usize];
                    }
                });
            }
            for (mark, &tuple) in part.iter_mut().zip(&*tuples) {
                *mark = set.contains(tuple);
            }
        }
    });
    result
}

/// Each attribute's new codes, already in their place of the packed tuple.
fn shifted(layout: &Layout, up: &[&[Code]]) -> Vec<Vec<u64>> {
    let place = |attribute: usize| layout.place(attribute).1;
    up.iter()
        .enumerate()
        .map(|(at, up)| up.iter().map(|&code| u64::from(code) << place(at)).collect())
        .collect()
}

/// A set of words with open addressing.
struct WordSet {
    slots: Vec<Option<u64>>,
}

impl WordSet {
    fn new(words: impl ExactSizeIterator<Item = u64>) -> Self {
        let mut set = Self { slots: vec![None; (words.len() * 2).next_power_of_two().max(2)] };
        for word in words {
            let at = set.place(word);
            set.slots[at] = Some(word);
        }
        set
    }

    fn contains(&self, word: u64) -> bool {
        self.slots[self.place(word)].is_some()
    }

    fn place(&self, word: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (super::words::scatter(word) >> 20) as usize & mask;
        while self.slots[at].is_some_and(|other| other != word) {
            at = (at + 1) & mask;
        }
        at
    }
}
