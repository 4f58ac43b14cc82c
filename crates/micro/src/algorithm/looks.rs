//! Looking at nodes one by one, until there is no time left.

use crate::evaluate::Evaluate;
use crate::lattice::OpenNodes;
use crate::search::{Incumbent, SearchResult, Task};
use ridotto_core::watch::{Control, Watch};

/// So many looks are curious.
const CURIOUS: u64 = 200;

/// Looks at nodes and counts the looks.
pub(super) struct Looks<'a, 'e, E> {
    pub task: &'a Task<'a>,
    evaluate: &'e mut E,
    watch: &'a dyn Watch,
    /// The most records that may go: all suppressed is no release.
    limit: u64,
    pub checked: u64,
}

impl<'a, 'e, E: Evaluate> Looks<'a, 'e, E> {
    pub fn new(task: &'a Task<'a>, evaluate: &'e mut E, watch: &'a dyn Watch) -> Self {
        watch.begin("searching", None);
        let limit = task.limit.min(task.scorer.rows().saturating_sub(1));
        Self { task, evaluate, watch, limit, checked: 0 }
    }

    /// The most records that may go.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether it is time to end.
    pub fn is_over(&self) -> bool {
        let is_spent = self.task.most_checks.is_some_and(|most| self.checked >= most);
        is_spent || self.watch.control() != Control::Continue
    }

    /// What is seen at a node, if it satisfies the requirements.
    pub fn look(&mut self, levels: &[u8]) -> Option<Incumbent> {
        self.checked += 1;
        self.watch.advance(1);
        self.see(levels)
    }

    /// The same at a node that was looked at already, to count what it suppresses.
    pub fn see(&mut self, levels: &[u8]) -> Option<Incumbent> {
        let seen = self.evaluate.evaluate(levels, self.limit);
        let outcome = seen.filter(|_| self.task.scorer.rows() > 0)?;
        let score = self.task.scorer.score(levels, &outcome);
        Some(Incumbent { levels: levels.to_vec(), score, outcome })
    }

    /// What is seen at a node if it satisfies, and how many records it suppresses if it does not:
    /// the most there can be if they are far too many.
    pub fn look_beyond(&mut self, levels: &[u8]) -> (Option<Incumbent>, u64) {
        let most = self.beyond();
        self.checked += 1;
        self.watch.advance(1);
        let scorer = self.task.scorer;
        match self.evaluate.evaluate(levels, most) {
            Some(outcome) if outcome.suppressed <= self.limit && scorer.rows() > 0 => {
                let score = scorer.score(levels, &outcome);
                (Some(Incumbent { levels: levels.to_vec(), score, outcome }), 0)
            }
            seen => (None, seen.map_or(scorer.rows(), |outcome| outcome.suppressed)),
        }
    }

    /// How many records a node suppresses, `None` if they are far too many. Only the first such
    /// looks count beyond the limit.
    pub fn count_to_learn(&mut self, levels: &[u8], open: OpenNodes<'_>) -> Option<u64> {
        let most = if self.checked < CURIOUS { self.beyond() } else { self.limit };
        self.checked += 1;
        self.watch.advance(1);
        self.evaluate.suppressed(levels, most, open)
    }

    /// So many records are counted where it matters by how many a node fails.
    fn beyond(&self) -> u64 {
        self.limit.saturating_mul(4).saturating_add(self.task.scorer.rows() / 16)
    }

    /// Whether a node, of the lattice or above it, satisfies the requirements.
    pub fn holds(&mut self, levels: &[u8]) -> bool {
        self.checked += 1;
        self.watch.advance(1);
        self.evaluate.evaluate(levels, self.limit).is_some() && self.task.scorer.rows() > 0
    }

    /// What was found, with no more known than what holds before the first look.
    pub fn found(self, best: Option<Incumbent>) -> SearchResult {
        let bound = self.task.scorer.bound_at(self.task.lattice.bottom(), 0);
        let bound = best.as_ref().map_or(bound, |best| bound.min(best.score));
        SearchResult { best, checked: self.checked, proved: false, bound: Some(bound) }
    }
}
