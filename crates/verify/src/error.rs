//! What can be wrong with what was written.

use ridotto_core::count::{grouped, records};
use ridotto_table::IoError;
use thiserror::Error;

/// Why what was written is not verified. No cell value is in it.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// It could not be read again, or somebody interrupted.
    #[error(transparent)]
    Io(#[from] IoError),
    /// Other columns, or in another order.
    #[error("the columns are not those that were to be written")]
    Columns,
    /// More records than were written; where reading ended, nobody knows how many.
    #[error("it has more records than were written")]
    TooManyRecords,
    /// Another number of records.
    #[error("it has {} and not {}", records(*.found), grouped(*.due))]
    Records {
        /// How many there are.
        found: u64,
        /// How many were to be written.
        due: u64,
    },
    /// A cell that is not true of its record.
    #[error("a cell of `{column}` is neither its input cell nor {else_allowed}")]
    Cell {
        /// The column.
        column: String,
        /// What else it might have been, in words.
        else_allowed: &'static str,
    },
    /// A column that shows `*` in some records, where it had to in all or in none.
    #[error("`{column}` shows `*` in some records, and it was to be suppressed in all or in none")]
    NotWhole {
        /// The column.
        column: String,
    },
    /// A cell of a column of which no value may be seen, and that is not the label of its value.
    #[error("a cell of `{column}` is not what stands for it")]
    NotReplaced {
        /// The column.
        column: String,
    },
}
