//! What `assess` and `attack` say of a pair of files.

use crate::{FileReport, Finding};
use serde::{Deserialize, Serialize};

/// Risk and utility of a masked file beside its original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssessReport {
    /// The program's version.
    pub ridotto: String,
    /// The file before masking.
    pub before: FileReport,
    /// The file after.
    pub after: FileReport,
    /// What was measured.
    pub findings: Vec<Finding>,
    /// What a reader must know about the figures.
    pub notes: Vec<String>,
}

/// What intruders could do with a masked file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackReport {
    /// The program's version.
    pub ridotto: String,
    /// The file with the people.
    pub before: FileReport,
    /// The file that was attacked.
    pub after: FileReport,
    /// What each attack found.
    pub findings: Vec<AttackResult>,
    /// What a reader must know about the figures.
    pub notes: Vec<String>,
}

/// What one attack found: how many people and how surely, and nobody's name or value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackResult {
    /// The attack.
    pub name: String,
    /// The attribute that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// What the intruder is assumed to know.
    pub knows: String,
    /// How many people were singled out, or something be learnt of them for certain.
    pub people: u64,
    /// How many were attacked.
    pub of: u64,
    /// How many of these no record fits.
    pub unmatched: u64,
    /// How sure the intruder is, on average.
    pub certainty: f64,
    /// How sure of the person of whom most is known.
    pub surest: f64,
    /// The least group in which somebody hides.
    pub smallest_group: Option<u64>,
    /// Sizes of groups, and how many people hide in one of that size.
    pub group_sizes: Vec<(u64, u64)>,
    /// What would have stopped it.
    pub stopped_by: Vec<String>,
}
