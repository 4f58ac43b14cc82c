//! From rows to tuples: the place of each row's tuple in a tally.

use super::words::scatter;
use super::{Tally, table::CodeColumn};
use rayon::prelude::*;

/// Rows looked at by one thread at a time.
const CHUNK: usize = 1 << 16;
/// Stands for a free slot: a tally has fewer tuples than this.
const FREE: u32 = u32::MAX;

/// For each row the place of its tuple in a tally of the same columns.
///
/// # Panics
/// If a row's tuple is not in the tally: it was counted from other columns.
pub fn number_rows(tally: &Tally, columns: &[CodeColumn<'_>], rows: usize) -> Vec<u32> {
    let layout = tally.layout();
    let places = Places::new(tally);
    let mut numbers = vec![0; rows];
    numbers.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, part)| {
        let words = layout.words();
        let mut tuples = vec![0; part.len() * words];
        for (attribute, column) in columns.iter().enumerate() {
            let mut at = 0;
            let range = chunk * CHUNK..chunk * CHUNK + part.len();
            column.codes.for_each(range, |code| {
                layout.set(&mut tuples[at..at + words], attribute, code);
                at += words;
            });
        }
        for (number, tuple) in part.iter_mut().zip(tuples.chunks_exact(words)) {
            *number = places.find(tuple).expect("the tally was counted from these columns");
        }
    });
    numbers
}

/// Where each tuple is, with open addressing.
pub(super) struct Places<'a> {
    tally: &'a Tally,
    slots: Vec<u32>,
}

impl<'a> Places<'a> {
    pub fn new(tally: &'a Tally) -> Self {
        let slots = vec![FREE; (tally.len() * 2).next_power_of_two().max(2)];
        let mut places = Self { tally, slots };
        for at in 0..tally.len() {
            let slot = places.slot(tally.tuple(at));
            places.slots[slot] = at as u32;
        }
        places
    }

    /// The place of a tuple, if it is in the tally.
    pub fn find(&self, tuple: &[u64]) -> Option<u32> {
        let place = self.slots[self.slot(tuple)];
        (place != FREE).then_some(place)
    }

    fn slot(&self, tuple: &[u64]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (scatter_all(tuple) >> 20) as usize & mask;
        while self.slots[slot] != FREE && self.tally.tuple(self.slots[slot] as usize) != tuple {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// Spreads the words of a tuple over all bits of one.
fn scatter_all(tuple: &[u64]) -> u64 {
    tuple.iter().fold(0, |before, &word| scatter(before ^ word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Codes;

    #[test]
    fn rows_find_their_tuples_in_one_word_and_in_many() {
        for values in [3, 1 << 31] {
            let codes = [[2, 0, 2, 1], [1, 1, 1, 0], [0, 2, 0, 2]];
            let columns = codes.map(|codes| Codes::from_codes(&codes, values));
            let keys: Vec<_> = columns.iter().map(|codes| CodeColumn { codes, values }).collect();
            let tally = Tally::count(&keys, 4);
            let numbers = number_rows(&tally, &keys, 4);
            assert_eq!(tally.len(), 3);
            for (row, &number) in numbers.iter().enumerate() {
                for (attribute, column) in columns.iter().enumerate() {
                    assert_eq!(tally.code(number as usize, attribute), column.get(row));
                }
            }
        }
    }
}
