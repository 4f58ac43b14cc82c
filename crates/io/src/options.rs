//! How a table is written.

use crate::{Dialect, Format};

/// How a table is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The format.
    pub format: Format,
    /// What a text file is to look like.
    pub dialect: Dialect,
    /// How a missing value is written in a text file.
    pub missing: String,
    /// Whether cells of a text file that a spreadsheet would run get an apostrophe in front.
    pub escape_formulas: bool,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}
