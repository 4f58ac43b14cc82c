//! How the data are looked at: through noise that was charged for.

use crate::synthesize::Unfit;
use ridotto_noise::{Accountant, Exact, Laplace, NoiseError, Scores, Selection};

/// What a synthesis asks of the data. Tests have one without noise, to see what was asked.
pub(super) trait Look {
    /// Counts, each with its own noise, so that the whole is `epsilon`-private if neighbouring counts
    /// are at most `distance` apart, added up over all of them.
    fn add(&mut self, counts: &[i64], distance: u64, epsilon: &Exact) -> Result<Vec<i64>, Unfit>;

    /// The place of one of the scores, a high one preferred, so that the choice is `epsilon`-private if
    /// each score differs by at most one between neighbours, up or down.
    fn choose(&mut self, scores: &[i64], epsilon: &Exact) -> Result<usize, Unfit>;
}

/// By the accountant.
impl Look for Accountant {
    fn add(&mut self, counts: &[i64], distance: u64, epsilon: &Exact) -> Result<Vec<i64>, Unfit> {
        let permit = self.charge("counts", Laplace::new(distance, epsilon)?)?;
        Ok(permit.release(counts)?.into_inner())
    }

    fn choose(&mut self, scores: &[i64], epsilon: &Exact) -> Result<usize, Unfit> {
        let selection = Selection::new(scores.len(), 1, Scores::MoveEitherWay, epsilon)?;
        Ok(self.charge("a pair of attributes", selection)?.choose(scores)?.into_inner())
    }
}

impl From<NoiseError> for Unfit {
    fn from(error: NoiseError) -> Self {
        Self::Private { reason: error.to_string() }
    }
}
