//! What is to be said, and published, about what was done to a table.

use crate::{Artifact, Privacy};
use ridotto_io::Staged;
use ridotto_policy::Problem;
use ridotto_report::{Finding, StepReport};

/// What was done to a table.
#[derive(Debug, Default)]
pub struct Trail {
    /// How many records the data have.
    pub records: u64,
    /// How many of them were left out before any step, because their persons have more than are kept.
    pub left_out: u64,
    /// The steps.
    pub steps: Vec<StepReport>,
    /// What they cost.
    pub findings: Vec<Finding>,
    /// What is rarely meant.
    pub lints: Vec<Problem>,
    /// What a reader of the report must know.
    pub notes: Vec<String>,
    /// Files that are published beside the release.
    pub files: Vec<Artifact>,
    /// Files that were staged and written by who knows how, such as mappings of pseudonyms.
    pub written: Vec<Staged>,
    /// A figure of the table that was read, and after each step, such as its risk; empty without a
    /// step, and where nothing may be told of the table that was read.
    pub course: Vec<f64>,
    /// Which key made the pseudonyms of a column: digits that tell keys apart and tell nothing of one.
    pub keys: Vec<(String, String)>,
    /// What was spent of privacy, and what is promised for it.
    pub privacy: Privacy,
}
