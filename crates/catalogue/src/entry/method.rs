//! What is known of a method that protects tables: what it does to cells, and what is certain after it.

use super::{Limit, Wording};

/// What is known of a method that protects tables.
#[derive(Debug)]
pub struct MethodFacts {
    /// What it does to cells, in a few words: as in "hides cells".
    pub does: &'static str,
    /// What the file says of a cell that it changed.
    pub status: &'static str,
    /// Whether what it gives is the best of its kind, and told to be.
    pub is_exact: bool,
    /// What is certain of the tables that it leaves; the first that fits.
    pub promises: &'static [Wording],
    /// What it does not protect against, or what it costs.
    pub limits: &'static [Limit],
    /// For which tables it is, in a few words.
    pub serves: &'static str,
}
