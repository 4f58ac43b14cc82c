//! The document of an inspected file: what is known of it before anything was done.

use crate::FileReport;
use serde::{Deserialize, Serialize};

/// What a file is like, and who could be found in it as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InspectReport {
    /// The program's version.
    pub ridotto: String,
    /// The file.
    pub file: FileReport,
    /// Its columns.
    pub columns: Vec<ColumnReport>,
    /// The share of cells that are filled in.
    pub completeness: Option<f64>,
    /// The share of records that are no copy of an earlier one.
    pub uniqueness: Option<f64>,
    /// The share of records, of those with a day, that are not older than they may be.
    pub timeliness: Option<f64>,
    /// The share of filled-in cells, in columns with a rule, that keep to it.
    pub validity: Option<f64>,
    /// The share of cells that are as they truly are, of those whose truth is known.
    pub accuracy: Option<f64>,
    /// The share of records that keep to what must hold between attributes.
    pub consistency: Option<f64>,
    /// Whether the quasi-identifiers were guessed.
    pub guessed: bool,
    /// Different combinations of quasi-identifiers.
    pub classes: u64,
    /// Records that are alone with theirs.
    pub unique_records: u64,
    /// Records that three or fewer quasi-identifiers suffice to single out, where that was counted.
    pub special_uniques: Option<u64>,
    /// Combinations of a few quasi-identifiers that single people out: the worst
    /// of each number of columns.
    pub combinations: Vec<CombinationReport>,
    /// What each k would cost if records were only suppressed.
    pub k_loss: Vec<KLossReport>,
    /// How well sensitive attributes are guessed.
    pub guesses: Vec<GuessReport>,
    /// What a reader must know about the figures.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnReport {
    /// Its name.
    pub name: String,
    /// The type of its values.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its role.
    pub role: String,
    /// What its values look like, if that is known.
    pub looks_like: Option<String>,
    /// Different values.
    pub distinct: u64,
    /// Records without a value.
    pub missing: u64,
    /// Records whose value no other record has.
    pub alone: u64,
    /// Different values as a share of the records that have one.
    pub distinction: f64,
    /// The share of pairs of records that it tells apart.
    pub separation: f64,
    /// How much lower the average risk would be without it, if it is a quasi-identifier.
    pub adds_to_average_risk: Option<f64>,
}

/// A combination of quasi-identifiers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombinationReport {
    /// Their names.
    pub attributes: Vec<String>,
    /// Records that are alone with their values of these.
    pub unique_records: u64,
    /// Different combinations as a share of the records.
    pub distinction: f64,
    /// The share of pairs of records that they tell apart.
    pub separation: f64,
}

/// What a k would cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KLossReport {
    /// The k.
    pub k: u64,
    /// Records in smaller classes.
    pub records: u64,
    /// The same as a share.
    pub share: f64,
}

/// How well a sensitive attribute is guessed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuessReport {
    /// The attribute.
    pub attribute: String,
    /// How often the most frequent value of a person's class is right.
    pub best_guess: f64,
    /// How often that of the whole file is.
    pub without_class: f64,
    /// The share of records whose class has one value only.
    pub certain: f64,
}
