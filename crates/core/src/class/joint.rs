//! Several sensitive attributes taken as one.
//!
//! A release can be diverse in the diagnosis and diverse in the income, and still give away the
//! pair. To ask a model about the pair, combine both columns into one whose values are the
//! combinations that occur; every model of a sensitive attribute then serves it unchanged.

use super::{CodeColumn, Tally};
use crate::{Code, Codes};
use std::fmt;

/// A column of combinations.
#[derive(Clone, PartialEq, Eq)]
pub struct Joint {
    /// The combination in each row.
    pub codes: Codes,
    /// The combinations that occur, in lexicographic order, with how often they do.
    pub combinations: Tally,
}

impl Joint {
    /// How many combinations occur.
    pub fn values(&self) -> usize {
        self.combinations.len()
    }

    /// The column to count over.
    pub fn column(&self) -> CodeColumn<'_> {
        CodeColumn { codes: &self.codes, values: self.values() }
    }
}

impl fmt::Debug for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Joint({} rows, {} combinations)", self.codes.len(), self.values())
    }
}

/// Combines columns of `rows` rows each: rows get the same code if and only if they agree in all
/// columns, and codes have the lexicographic order of the combinations.
pub fn combine(columns: &[CodeColumn<'_>], rows: usize) -> Joint {
    let combinations = Tally::count(columns, rows);
    let layout = combinations.layout();
    let mut codes = Codes::for_values(combinations.len());
    let mut tuple = vec![0; layout.words()];
    for row in 0..rows {
        tuple.fill(0);
        for (attribute, column) in columns.iter().enumerate() {
            layout.set(&mut tuple, attribute, column.codes.get(row));
        }
        codes.extend_from_codes(&[combinations.place(&tuple) as Code]);
    }
    Joint { codes, combinations }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn codes_are_ranks_of_combinations(
            cells in prop::collection::vec((0_u32..4, 0_u32..5, 0_u32..3), 0..50), wide: bool,
        ) {
            let columns: [Vec<Code>; 3] = [
                cells.iter().map(|row| row.0).collect(),
                cells.iter().map(|row| row.1).collect(),
                cells.iter().map(|row| row.2).collect(),
            ];
            let columns = columns.map(|codes| Codes::from_codes(&codes, 5));
            let values = if wide { 1 << 40 } else { 5 };
            let keys = columns.each_ref().map(|codes| CodeColumn { codes, values });
            let joint = combine(&keys, cells.len());
            let mut distinct = cells.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(joint.values(), distinct.len());
            for (row, cell) in cells.iter().enumerate() {
                let rank = distinct.iter().position(|other| other == cell);
                prop_assert_eq!(Some(joint.codes.get(row) as usize), rank);
            }
        }
    }
}
