//! The document of a file whose identifiers were replaced, or brought back.

use crate::FileReport;
use serde::{Deserialize, Serialize};

/// What was replaced in a file. There is no value and no key in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PseudonymReport {
    /// The program's version.
    pub ridotto: String,
    /// The data that came in.
    pub input: FileReport,
    /// The data that went out.
    pub output: FileReport,
    /// The columns that were replaced.
    pub attributes: Vec<ReplacedReport>,
    /// Columns that were left out.
    pub dropped: Vec<String>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// A column that was replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacedReport {
    /// Its name.
    pub name: String,
    /// How pseudonyms are made.
    pub method: String,
    /// How many different values there were; what is missing is none.
    pub values: u64,
    /// How many of them were not known and stayed as they were.
    pub unknown: u64,
}
