//! What a model counts when it asks how large a class is.

use crate::{Class, SensitiveId};

/// What is counted in a class.
///
/// Rows are not people where one person can have several: four visits of one patient are four
/// rows and one person. The column that says whose row it is travels with the table as a
/// companion, in the same way as a sensitive attribute, and is never released.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// Every row.
    #[default]
    Rows,
    /// The distinct values of a companion column, such as the persons whose rows these are. Rows
    /// without a value count as one more value together, so they never fake safety.
    Distinct(SensitiveId),
}

impl Count {
    /// How many there are in a class.
    pub fn of(self, class: Class<'_>) -> u64 {
        match self {
            Self::Rows => class.size(),
            Self::Distinct(companion) => class.histogram(companion).len() as u64,
        }
    }
}
