//! Steps that change values and leave them true.
//!
//! Such a step is a map of a column's dictionary, so it costs as much as there are distinct values and
//! gives a dictionary in which nothing of the old values is left.

use crate::ends::Ends;
use crate::recode::Recode;
use crate::replaced::Replaced;
use crate::round::Round;
use crate::unsuited::Unsuited;
use ridotto_core::Dictionary;

/// A step that changes the values of an attribute.
#[derive(Clone, Debug)]
pub enum Change {
    /// Replaces values by others that are listed.
    Recode(Recode),
    /// Joins the values at one end of their range.
    Ends(Ends),
    /// Rounds numbers.
    Round(Round),
}

impl Change {
    /// What becomes of a column's values. `is_missing` tells the texts that mean "missing".
    pub fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        match self {
            Self::Recode(recode) => Ok(recode.replace(dictionary, is_missing)),
            Self::Ends(ends) => ends.replace(dictionary, is_missing),
            Self::Round(round) => round.replace(dictionary, is_missing),
        }
    }
}
