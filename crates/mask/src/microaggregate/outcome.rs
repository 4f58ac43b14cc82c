//! What microaggregation did and reached.

use super::center::MaskedColumn;
use super::groups::{Groups, Loss};
use ridotto_core::KeyedMap;
use std::fmt;

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

/// What a steward should know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// Attributes were grouped on their own; records are not k-anonymous.
    Individual {
        /// The attribute's place.
        attribute: usize,
        /// Half of the records are known to lie within a stretch of this share of the range,
        /// between the means of the groups before and after theirs.
        pinned: f64,
    },
    /// Several parts of the attributes were grouped on their own.
    Parts,
    /// Fewer records than k share all their masked values.
    Below {
        /// The smallest number that do.
        reached: usize,
    },
    /// Known cells were made missing.
    Suppressed {
        /// The attribute's place.
        attribute: usize,
        /// How many cells.
        cells: u64,
    },
    /// The center is a value that somebody has.
    TrueValues,
    /// There were too many records to look at all of them at once.
    Blocks {
        /// How many records a block has at most.
        records: usize,
    },
    /// There are groups of 2k or more, which a constraint made.
    Large {
        /// The size of the largest.
        size: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Individual { pinned, .. } => write!(
                f,
                "each attribute was grouped on its own, so records are not k-anonymous, and the \
                 averages before and after a group say between what its values lie: for half of \
                 the records, within {:.2} % of the range",
                100.0 * pinned
            ),
            Self::Parts => write!(
                f,
                "parts of the attributes were grouped on their own: k-anonymity holds for each \
                 part, and not for all of them together"
            ),
            Self::Below { reached } => write!(
                f,
                "only {reached} records share all their masked values; do not call the file \
                 k-anonymous for more than that"
            ),
            Self::Suppressed { cells, .. } => write!(
                f,
                "{cells} cells were made missing, because fewer than k records of their group \
                 have a value there, or lack the same ones"
            ),
            Self::TrueValues => {
                write!(f, "the center shows values that somebody really has; a mean does not")
            }
            Self::Blocks { records } => write!(
                f,
                "the file is large: records were grouped within blocks of at most {records} \
                 neighbours"
            ),
            Self::Large { size } => write!(
                f,
                "groups had to grow to keep what was required of them: the largest has {size} \
                 records"
            ),
        }
    }
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
