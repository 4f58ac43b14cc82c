//! What stands for the values of a column when it is written.

use ridotto_core::{Code, Texts};

/// A column's codes translated to labels: what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    /// For each code of the column the position of its label.
    pub label_of: Vec<Code>,
    /// The labels.
    pub labels: Texts,
    /// The label that stands for "missing", if there is one.
    pub missing: Option<Code>,
    /// Whether every label is the value itself.
    pub is_raw: bool,
}
