//! Masking steps: what is done to a table before anything is searched for.
//!
//! A step that changes values ([`Change`]) is a map of a column's dictionary, so it costs as much as
//! there are distinct values and gives a dictionary in which nothing of the old values is left.
//! [`sample`] says which records stay, and [`likeness`] whether those still speak for all.

mod ends;
pub mod likeness;
mod recode;
mod replaced;
mod round;
pub mod sample;
mod unsuited;

pub use ends::{Ends, Side, Threshold};
pub use recode::Recode;
pub use replaced::Replaced;
pub use round::Round;
pub use unsuited::Unsuited;

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
