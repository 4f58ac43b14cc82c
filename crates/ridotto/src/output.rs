//! What the output will be: its columns, and what each may contain.

pub(crate) use ridotto_table::RowLabels;
pub(crate) use ridotto_verify::{CellRule, OutputColumn};

// The rows that a local recoding suppresses are those of which no mean is taken.
const _: () = assert!(ridotto_verify::NO_GROUP == ridotto_micro::local::SUPPRESSED);
