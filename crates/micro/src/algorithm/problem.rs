//! What is asked of an algorithm, and what it answers.

use crate::Grouping;
use crate::cut::Scored;
use crate::search::{Incumbent, SearchResult, Task};
use ridotto_core::watch::{Control, Watch};
use ridotto_core::{ClassModel, ClassTable, Hierarchy};

/// What an algorithm works on.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The lattice, the objective and the limit.
    pub task: Task<'a>,
    /// The classes of the input, with the histograms that models ask for.
    pub table: &'a ClassTable,
    /// The hierarchies of the key attributes.
    pub hierarchies: &'a [Hierarchy],
    /// What every class that is kept must satisfy.
    pub models: &'a [Box<dyn ClassModel>],
}

/// What an algorithm found.
#[derive(Clone, Debug, PartialEq)]
pub struct AlgorithmResult {
    /// What it decided, or nothing if it found nothing that satisfies the requirements.
    pub best: Option<Scored>,
    /// How many generalisations were looked at.
    pub checked: u64,
    /// Whether it is certain that, of those it chooses from, none has a lower score.
    pub proved: bool,
    /// No generalisation that it chooses from and that satisfies has a score below this.
    pub bound: Option<f64>,
    /// What else should be said.
    pub note: Option<Note>,
}

/// What an algorithm has to say about its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `mu-argus` would have stopped at these levels, where every combination of up to `size`
    /// attributes is safe, but all of them together are not; the final check went on from there.
    CombinationsOnly {
        /// How many attributes a combination has at most.
        size: usize,
        /// Where it would have stopped.
        levels: Vec<u8>,
    },
    /// `incognito` found all generalisations below which none satisfies: these, in the order of
    /// their levels.
    Minimal(Vec<Vec<u8>>),
}

impl AlgorithmResult {
    /// The levels, if every attribute has one for all its values.
    pub fn levels(&self) -> Option<Vec<u8>> {
        self.best.as_ref()?.groupings.iter().map(Grouping::level).collect()
    }
}

impl From<Incumbent> for Scored {
    fn from(best: Incumbent) -> Self {
        let groupings = best.levels.into_iter().map(Grouping::Level).collect();
        Self { groupings, score: best.score, outcome: best.outcome }
    }
}

impl From<SearchResult> for AlgorithmResult {
    fn from(found: SearchResult) -> Self {
        let SearchResult { best, checked, proved, bound } = found;
        Self { best: best.map(Scored::from), checked, proved, bound, note: None }
    }
}

impl Problem<'_> {
    /// The most records that may go: all suppressed is no release.
    pub(super) fn limit(&self) -> u64 {
        self.task.limit.min(self.task.scorer.rows().saturating_sub(1))
    }

    /// Whether it is time to end.
    pub(super) fn is_over(&self, checked: u64, watch: &dyn Watch) -> bool {
        let is_spent = self.task.most_checks.is_some_and(|most| checked >= most);
        is_spent || watch.control() != Control::Continue
    }

    /// An answer of which no more is known than what holds before the first look.
    pub(super) fn answer(&self, best: Option<Scored>, checked: u64) -> AlgorithmResult {
        let bound = self.task.scorer.bound_at(self.task.lattice.bottom(), 0);
        let bound = best.as_ref().map_or(bound, |best| bound.min(best.score));
        AlgorithmResult { best, checked, proved: false, bound: Some(bound), note: None }
    }
}
