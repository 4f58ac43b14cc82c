//! What microaggregation did and reached.

use super::center::MaskedColumn;
use super::groups::{Groups, Loss};
pub use crate::grouped::Note;
use ridotto_core::KeyedMap;

/// What microaggregation did and reached.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The masked columns, in the order of those given.
    pub columns: Vec<MaskedColumn>,
    /// The groups of each part of the attributes.
    pub groups: Vec<Groups>,
    /// SSE, SSA and SST, in the units of the scaling.
    pub loss: Loss,
    /// The k that was asked for.
    pub expected_k: usize,
    /// How many records at least share their values in all masked columns, where a missing value
    /// is a value like any other.
    pub reached_k: usize,
    /// What a steward should know.
    pub notes: Vec<Note>,
}

/// The smallest number of records that share all masked values.
pub(super) fn reached(columns: &[&MaskedColumn], rows: usize) -> usize {
    let mut class = vec![0_u32; rows];
    let mut sizes = vec![rows];
    for column in columns {
        let mut known: KeyedMap<(u32, u64), u32> = KeyedMap::default();
        sizes.clear();
        for (row, class) in class.iter_mut().enumerate() {
            let next = known.len() as u32;
            *class = *known.entry((*class, column.cell(row))).or_insert(next);
            if *class == next && sizes.len() == next as usize {
                sizes.push(0);
            }
            sizes[*class as usize] += 1;
        }
    }
    sizes.into_iter().min().unwrap_or(0)
}
