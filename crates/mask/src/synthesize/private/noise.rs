//! How the data are looked at: through noise that was charged for.

use crate::synthesize::Unfit;
use ridotto_noise::{
    Accountant, Exact, Laplace, Neighbours, NoiseError, Protected, Scores, Selection,
};

/// What a synthesis asks of the data. Tests have one without noise, to see what was asked.
pub(super) trait Look {
    /// Counts, each with its own noise, so that the whole is `epsilon`-private if the counts of files of which
    /// one has a record more are at most `distance` apart, added up over all of them.
    fn add(&mut self, counts: &[i64], distance: u64, epsilon: &Exact) -> Result<Vec<i64>, Unfit>;

    /// The place of one of the scores, a high one preferred, so that the choice is `epsilon`-private if
    /// each score differs by at most one between files of which one has a record more, up or down.
    fn choose(&mut self, scores: &[i64], epsilon: &Exact) -> Result<usize, Unfit>;

    /// By how many times noise is larger than for one record more or less.
    fn times(&self) -> f64 {
        1.0
    }
}

/// By the accountant, for whom it protects: a record that says something else is one less and one more, which
/// changes twice as much; and each of a person's records loses a share of ε.
impl Look for Accountant {
    fn add(&mut self, counts: &[i64], distance: u64, epsilon: &Exact) -> Result<Vec<i64>, Unfit> {
        let (changes, epsilon) = of_record(self.protected(), epsilon);
        let distance = distance.checked_mul(changes).ok_or(NoiseError::TooLarge)?;
        let permit = self.charge("counts", Laplace::new(distance, &epsilon)?)?;
        Ok(permit.release(counts)?.into_inner())
    }

    fn choose(&mut self, scores: &[i64], epsilon: &Exact) -> Result<usize, Unfit> {
        let (changes, epsilon) = of_record(self.protected(), epsilon);
        let selection = Selection::new(scores.len(), changes, Scores::MoveEitherWay, &epsilon)?;
        Ok(self.charge("a pair of attributes", selection)?.choose(scores)?.into_inner())
    }

    fn times(&self) -> f64 {
        let protected = self.protected();
        changes(protected.neighbours) as f64 * protected.records.get() as f64
    }
}

/// In how many records' presence neighbours differ.
pub(in crate::synthesize) fn changes(neighbours: Neighbours) -> u64 {
    match neighbours {
        Neighbours::AddRemove => 1,
        Neighbours::ChangeOne => 2,
    }
}

/// The same, and the loss of one record of a person.
fn of_record(protected: Protected, epsilon: &Exact) -> (u64, Exact) {
    (changes(protected.neighbours), epsilon.share(protected.records))
}

impl From<NoiseError> for Unfit {
    fn from(error: NoiseError) -> Self {
        Self::Private { reason: error.to_string() }
    }
}
