//! What is known of a builder of hierarchies: for which values it is, and how it is written.

use crate::Kind;

/// What is known of a builder of hierarchies.
#[derive(Debug)]
pub struct BuilderFacts {
    /// How it is written, for messages.
    pub notation: &'static str,
    /// The kinds of values that it serves.
    pub serves: &'static [Kind],
    /// What it needs, where it does not serve every kind: as in "needs dates".
    pub needs: &'static str,
    /// A value and what becomes of it, level by level.
    pub chain: &'static [&'static str],
    /// Why a label may depend on other records, if it does.
    pub depends: Option<&'static str>,
    /// Whether it states which values there can be.
    pub states_values: bool,
}
