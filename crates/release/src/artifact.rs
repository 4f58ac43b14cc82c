//! Files beside the data: matrices, trees, mappings, decisions.

use std::fmt;

/// A file that is published beside the release, or kept as a value where there is no folder.
#[derive(Clone)]
pub struct Artifact {
    /// Its name in the policy.
    pub file: String,
    /// What is in it.
    pub text: String,
    /// Whether it is for the owner alone.
    pub is_private: bool,
}

/// Without what is in it: it may hold values of the data.
impl fmt::Debug for Artifact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Artifact({})", self.file)
    }
}
