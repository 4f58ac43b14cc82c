//! The document of estimates that were combined from several synthetic copies.

use crate::FileReport;
use crate::number::{whole, whole_or_null};
use serde::{Deserialize, Serialize};

/// What several synthetic copies say together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombineReport {
    /// The program's version.
    pub ridotto: String,
    /// The file with what was computed from each copy.
    pub file: FileReport,
    /// How the copies were made: `full`, `partial` or `plain`.
    pub copies: String,
    /// Records of a copy for each record of the original.
    #[serde(serialize_with = "whole")]
    pub ratio: f64,
    /// How often an interval is to cover the truth.
    #[serde(serialize_with = "whole")]
    pub level: f64,
    /// One for each quantity, in the order in which they first stand in the file.
    pub quantities: Vec<CombinedReport>,
    /// What a reader must know about the figures.
    pub notes: Vec<String>,
}

/// One quantity, estimated from all copies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombinedReport {
    /// Its name; `null` in a file with one quantity and no names.
    pub name: Option<String>,
    /// How many copies there are.
    pub copies: u64,
    /// The mean of the copies' estimates.
    #[serde(serialize_with = "whole")]
    pub estimate: f64,
    /// The root of its variance.
    #[serde(serialize_with = "whole")]
    pub standard_error: f64,
    /// Where the interval begins.
    #[serde(serialize_with = "whole")]
    pub lower: f64,
    /// Where it ends.
    #[serde(serialize_with = "whole")]
    pub upper: f64,
    /// Degrees of freedom of the t distribution that the interval is taken from; `null` for the
    /// normal one.
    #[serde(serialize_with = "whole_or_null")]
    pub degrees: Option<f64>,
    /// The variance between copies.
    #[serde(serialize_with = "whole")]
    pub between: f64,
    /// The mean of the copies' own variances.
    #[serde(serialize_with = "whole")]
    pub within: f64,
    /// Whether the rule gave no positive variance, and another one was taken.
    pub replaced: bool,
}
