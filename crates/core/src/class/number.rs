//! From rows to tuples: the place of each row's tuple in a tally.

use super::{CodeColumn, Tally};
use rayon::prelude::*;

/// Rows looked at by one thread at a time.
const CHUNK: usize = 1 << 16;

/// For each row the place of its tuple in a tally of the same columns.
///
/// # Panics
/// If a row's tuple is not in the tally: it was counted from other columns.
pub fn number_rows(tally: &Tally, columns: &[CodeColumn<'_>], rows: usize) -> Vec<u32> {
    let layout = tally.layout();
    let places = tally.places();
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
