//! What came out of a synthesis, and what is to be said about it.

use super::Replicated;
use ridotto_core::Series;
use std::fmt;
use std::sync::Arc;

/// Synthetic data and what was reached.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Each a whole file with the original's columns.
    pub copies: Vec<Vec<Series>>,
    /// Of each column with numbers, the digits behind the point to write it with; none if there is
    /// no end to them.
    pub decimals: Vec<Option<u32>>,
    /// Statistics of the first copy beside what they should be; none where they would tell more
    /// than the copy may.
    pub figures: Vec<Figure>,
    /// Replicated uniques of each copy, as they were found and before any was removed; empty if
    /// there are no keys.
    pub replicated: Vec<Replicated>,
    /// What a steward should know.
    pub notes: Vec<Note>,
    /// How much of ε was spent, if the method is differentially private.
    pub spent: Option<f64>,
}

/// A statistic.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is: "mean of age".
    pub name: String,
    /// The original's, or what a synthesis by the right model is expected to have.
    pub expected: f64,
    /// The first copy's.
    pub reached: f64,
}

/// Something to know about synthetic data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A regression was asked, and the attribute has too many categories for one.
    TreeInstead(Arc<str>),
    /// Values that constraints forced, because the model gave none that keeps them.
    Forced(u64),
    /// Numbers are those of true records.
    NumbersCopied,
    /// Uniques of the original that stand in a copy and are alone there.
    ReplicatedUniques {
        /// Which copy, from 1.
        copy: usize,
        /// How many there were.
        records: u64,
        /// Whether they were left out.
        removed: bool,
    },
    /// Attributes that stay as they are give no protection.
    Kept(u64),
    /// What must not be published beside a differentially private file.
    Private,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TreeInstead(name) => {
                write!(f, "{name} has too many categories for a regression, so a tree is its model")
            }
            Self::Forced(values) => write!(
                f,
                "for {values} values the model gave none that keeps the constraints, so any value \
                 of the attribute that keeps them was taken"
            ),
            Self::NumbersCopied => f.write_str(
                "numbers are copied from true records; an exact income or balance can give a \
                 person away, so think about smoothing",
            ),
            Self::ReplicatedUniques { copy, records, removed } => write!(
                f,
                "copy {copy} had {records} records that are alone in it and equal, by the keys, to \
                 one that is alone in the original; they were {}",
                if *removed { "left out" } else { "left in" }
            ),
            Self::Private => f.write_str(
                "the file is differentially private, and a comparison with the original is not: \
                 publish no measure that looked at both",
            ),
            Self::Kept(attributes) => write!(
                f,
                "{attributes} attributes are the true ones: who knows them finds the record, and \
                 only what was replaced is protected"
            ),
        }
    }
}
