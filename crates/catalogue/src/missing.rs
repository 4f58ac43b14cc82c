//! What missing values count as.

use crate::names;

names! {
    /// What a missing sensitive value counts as when models of sensitive attributes judge a class.
    MissingSensitive {
        /// All missing values of a class are the same value, the worst one for the model.
        WorstCase = "worst-case" Now,
        /// "Missing" is one more value: this overstates how diverse a class is.
        OwnValue = "own-value" Now,
        /// Rows without a value are left out. A class without any known value does not hold.
        Ignored = "ignored" Now,
    }
}

#[expect(clippy::derivable_impls, reason = "`names!` derives what all enumerations have")]
impl Default for MissingSensitive {
    fn default() -> Self {
        Self::WorstCase
    }
}
