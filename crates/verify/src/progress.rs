//! What a thread that checks cells has learnt, and the room that it needs.

use ridotto_core::{Code, KeyedSet};

/// What a thread has learnt of all columns.
pub(crate) struct Progress {
    /// Of each column.
    pub columns: Vec<OfColumn>,
    /// The input's codes of a column, and the words that they come from.
    pub codes: Vec<Code>,
    pub words: Vec<u64>,
    /// So many labels stay in a core's cache.
    pub cached: usize,
}

/// What a thread has learnt of a column.
pub(crate) struct OfColumn {
    /// The level that fitted last.
    pub hint: usize,
    /// The label that each value of the input was last seen as, and found to be allowed as.
    pub admitted: Vec<u32>,
    /// The values and labels that were found to go together.
    pub pairs: KeyedSet<(Code, u32)>,
}

/// No label was seen yet.
const UNKNOWN: u32 = u32::MAX;

impl Progress {
    /// Nothing was learnt yet of columns that have so many values whose labels are worth remembering.
    pub fn new(values: impl Iterator<Item = usize>, cached: usize) -> Self {
        let column = |values: usize| OfColumn {
            hint: 0,
            admitted: vec![UNKNOWN; values],
            pairs: KeyedSet::default(),
        };
        let columns = values.map(column).collect();
        Self { columns, codes: Vec::new(), words: Vec::new(), cached }
    }
}
