//! What is known of a masking step.

use super::{Disclosure, Limit};
use crate::Claim;

/// What is known of a masking step. Steps promise nothing by themselves unless they claim it: what
/// holds is what the requirements say of the written file.
#[derive(Clone, Copy, Debug)]
pub struct StepFacts {
    /// What it makes harder to disclose.
    pub against: &'static [Disclosure],
    /// Whether what it leaves is still true.
    pub truth: Truth,
    /// What stays as it was, in a few words.
    pub keeps: &'static str,
    /// What it did, for a sentence that begins with its name.
    pub did: &'static str,
    /// What it does not protect against.
    pub limits: &'static [Limit],
    /// What it leaves to attacks, if it claims anything.
    pub claims: &'static [Claim],
}

/// Whether what a step leaves is true of the people it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// Values are coarser or fewer, and true: the step is non-perturbative.
    True,
    /// Values are changed, so that statistics stay: the step is perturbative.
    Perturbed,
    /// Values are drawn from a model.
    Synthetic,
}

impl Truth {
    /// As the literature calls such steps.
    pub const fn word(self) -> &'static str {
        match self {
            Self::True => "non-perturbative",
            Self::Perturbed => "perturbative",
            Self::Synthetic => "synthetic",
        }
    }
}
