//! The nodes that an exact search has still to look at.

use super::Task;
use crate::lattice::Packed;
use ridotto_core::objective::Terms;

/// A node that may still be the best.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Its levels.
    pub levels: Packed,
    /// Its score is not below this.
    pub bound: f64,
    /// It suppresses at least so many records.
    pub suppressed: u64,
    /// What was expected of it before the first look ([`Surrogate::prior`](super::Surrogate::prior)).
    pub prior: f64,
}

impl Open {
    /// Raises its bound, now that it is known to suppress at least so many records; `terms` are those
    /// of the scorer for so many.
    pub fn raise(&mut self, task: &Task<'_>, suppressed: u64, terms: &Terms) {
        if self.suppressed < suppressed {
            let levels = self.levels.bytes();
            let bound = task.scorer.lower_bound(terms, &levels[..task.lattice.attributes()]);
            self.suppressed = suppressed;
            self.bound = self.bound.max(bound);
        }
    }
}
