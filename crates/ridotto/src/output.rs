//! What the output will be: its columns, and what each may contain.

pub(crate) use crate::verify::{CellRule, OutputColumn};
pub(crate) use ridotto_table::RowLabels;

// The rows that a local recoding suppresses are those of which no mean is taken.
const _: () = assert!(crate::verify::NO_GROUP == ridotto_micro::local::SUPPRESSED);
