//! A column to count over.

use crate::Codes;

/// A column to count over: its codes, and how many values its dictionary has.
#[derive(Clone, Copy, Debug)]
pub struct CodeColumn<'a> {
    /// The codes, row by row.
    pub codes: &'a Codes,
    /// All codes are below this.
    pub values: usize,
}
