//! From rows to tuples: the place of each row's tuple in a tally.

use super::{Tally, table::KeyColumn};
use rayon::prelude::*;
use std::collections::HashMap;

/// Rows looked at by one thread at a time.
const CHUNK: usize = 1 << 16;
/// Stands for a free slot: a tally has fewer tuples than this.
const FREE: u32 = u32::MAX;

/// For each row the place of its tuple in a tally of the same columns.
///
/// # Panics
/// If a row's tuple is not in the tally: it was counted from other columns.
pub fn number_rows(tally: &Tally, columns: &[KeyColumn<'_>], rows: usize) -> Vec<u32> {
    let layout = tally.layout();
    let mut numbers = vec![0; rows];
    let fill = |find: &(dyn Fn(&[u64]) -> Option<u32> + Sync), numbers: &mut [u32]| {
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
                *number = find(tuple).expect("the tally was counted from these columns");
            }
        });
    };
    if layout.words() == 1 {
        let places = Places::new(tally);
        fill(&|tuple| places.find(tuple[0]), &mut numbers);
    } else {
        let places: HashMap<&[u64], u32> =
            (0..tally.len()).map(|at| (tally.tuple(at), at as u32)).collect();
        fill(&|tuple| places.get(tuple).copied(), &mut numbers);
    }
    numbers
}

/// Where each word is, with open addressing.
struct Places<'a> {
    tally: &'a Tally,
    slots: Vec<u32>,
}

impl<'a> Places<'a> {
    fn new(tally: &'a Tally) -> Self {
        let slots = vec![FREE; (tally.len() * 2).next_power_of_two().max(2)];
        let mut places = Self { tally, slots };
        for at in 0..tally.len() {
            let slot = places.slot(tally.tuple(at)[0]);
            places.slots[slot] = at as u32;
        }
        places
    }

    fn find(&self, word: u64) -> Option<u32> {
        let place = self.slots[self.slot(word)];
        (place != FREE).then_some(place)
    }

    fn slot(&self, word: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (super::words::scatter(word) >> 20) as usize & mask;
        while self.slots[slot] != FREE && self.tally.tuple(self.slots[slot] as usize)[0] != word {
            slot = (slot + 1) & mask;
        }
        slot
    }
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
            let keys: Vec<_> = columns.iter().map(|codes| KeyColumn { codes, values }).collect();
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
