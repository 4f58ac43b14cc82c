//! Searching the lattice for the best generalisation.

mod aim;
mod ascent;
mod best_first;
mod boxes;
pub(crate) mod dice;
mod exact;
mod first;
mod known;
mod large;
mod lowest;
mod open;
mod order;
mod rarity;
mod regression;
mod surrogate;

pub(crate) use ascent::Ascent;
pub use best_first::best_first;
pub use exact::{among, exact};
pub use large::large;
pub(crate) use surrogate::Surrogate;

use crate::Lattice;
use crate::evaluate::{Evaluate, Subsets};
use crate::lattice::{self, OpenNodes};
use ridotto_core::Watch;
use ridotto_core::objective::{Outcome, Scorer};
use std::cmp::Ordering;

/// What is searched: a lattice, an objective, and how many records may go.
#[derive(Debug)]
pub struct Task<'a> {
    /// The nodes to choose from.
    pub lattice: &'a Lattice,
    /// What to minimise.
    pub scorer: &'a Scorer,
    /// The most records that may be suppressed.
    pub limit: u64,
    /// Whether the models promise that records suppressed at a node are suppressed at every finer
    /// node ([`is_monotone`](crate::evaluate::is_monotone)). Then a search skips what lies below a
    /// node that failed; if not, only below one that fails by those models that do promise it.
    pub monotone: bool,
    /// Stop after so many nodes, with the best found by then.
    pub most_checks: Option<u64>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best node, or none if no node looked at satisfies the requirements.
    pub best: Option<Incumbent>,
    /// How many nodes were looked at.
    pub checked: u64,
    /// Whether it is certain that there is no better node (or none at all).
    pub proved: bool,
    /// No node that satisfies the requirements has a score below this; `None` if nothing is known.
    pub bound: Option<f64>,
}

/// The best node and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Incumbent {
    /// Each attribute's level.
    pub levels: Vec<u8>,
    /// The objective's value.
    pub score: f64,
    /// What was seen there.
    pub outcome: Outcome,
}

/// Finds the best node: all nodes are listed where that is possible. Where it is not, the search
/// is as good as the time it is given, and says whether it could prove its result. What subsets of the
/// attributes say is used, if it is given.
pub fn search<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    subsets: Option<&mut Subsets<'_>>,
    watch: &dyn Watch,
) -> SearchResult {
    if is_listed(task) {
        exact(task, evaluate, subsets, watch)
    } else {
        large(task, evaluate, subsets, watch)
    }
}

/// Whether a lattice is small enough for all its nodes to be listed, as [`exact`](exact()) does.
pub fn is_listed(task: &Task<'_>) -> bool {
    task.lattice.nodes() <= exact::LISTED
        && task.lattice.attributes() <= lattice::PACKED
        && task.lattice.top().iter().all(|&level| level < lattice::DEEPEST)
}

/// Scores closer than this, relatively, are equal: they differ by the order of additions only.
const SAME: f64 = 1e-12;
/// A bound must exceed the best score by this much, relatively, before a node is skipped: more
/// than additions in another order can make.
const SURE: f64 = 1e-11;

impl Incumbent {
    /// Better, worse, or the same node. The rule for ties: the lower score; of equal scores the
    /// fewer generalisation steps; of equally many the node that comes first when levels are read
    /// in the attributes' order.
    pub fn rank(&self, other: &Self) -> Ordering {
        let same = (self.score - other.score).abs() <= SAME * self.score.abs().max(1e-300);
        let by_score = if same { Ordering::Equal } else { self.score.total_cmp(&other.score) };
        by_score.then_with(|| rule(&self.levels).cmp(&rule(&other.levels)))
    }

    /// Whether a node whose score is at least `bound` could still rank before this one.
    fn could_lose_to(&self, bound: f64, levels: &[u8]) -> bool {
        let size = self.score.abs();
        if bound > self.score + size * SURE {
            return false;
        }
        // A node that can at best tie must win the tie.
        bound < self.score - size * SAME || rule(levels) < rule(&self.levels)
    }
}

/// The static part of the ranking.
fn rule(levels: &[u8]) -> (u32, &[u8]) {
    (lattice::height(levels), levels)
}

/// Looks at one node, and keeps count and the best.
#[derive(Debug)]
struct SearchState<'a, 'e, E> {
    task: &'a Task<'a>,
    evaluate: &'e mut E,
    best: Option<Incumbent>,
    affordable: u64,
    checked: u64,
}

/// What a look at a node has taught.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Observation {
    /// More than the limit would have to be suppressed: how many, if they were counted.
    /// Whether it closes everything below it.
    Fails { suppressed: Option<u64>, closes: bool },
    /// The node satisfies the requirements; its score, the records suppressed, those of them that
    /// every finer node suppresses, and the floor of the score at coarser nodes.
    Holds { score: f64, suppressed: u64, floor_below: u64, floor_above: f64 },
}

impl<'a, 'e, E: Evaluate> SearchState<'a, 'e, E> {
    fn new(task: &'a Task<'a>, evaluate: &'e mut E) -> Self {
        // All records suppressed is no release.
        let affordable = task.limit.min(task.scorer.rows().saturating_sub(1));
        Self { task, evaluate, best: None, affordable, checked: 0 }
    }

    /// Looks at a node; says what that teaches, and whether the node is the best so far. A curious
    /// look counts on beyond the limit, so that a miss tells by how much it missed.
    fn look(
        &mut self,
        levels: &[u8],
        is_curious: bool,
        open: OpenNodes<'_>,
    ) -> (Observation, bool) {
        self.checked += 1;
        let scorer = self.task.scorer;
        let beyond = if is_curious { 4 * self.affordable + scorer.rows() / 64 } else { 0 };
        let limit = self.affordable.max(beyond);
        let look = self.evaluate.look(levels, limit, open);
        let closes = self.task.monotone || look.floor > self.affordable;
        let Some(outcome) = look.outcome else {
            return (Observation::Fails { suppressed: None, closes }, false);
        };
        let suppressed = outcome.suppressed;
        if suppressed > self.affordable || scorer.rows() == 0 {
            return (Observation::Fails { suppressed: Some(suppressed), closes }, false);
        }
        let score = scorer.score(levels, &outcome);
        let floor_below = if self.task.monotone { suppressed } else { look.floor };
        let floor_above = scorer.floor_above(&outcome);
        let lesson = Observation::Holds { score, suppressed, floor_below, floor_above };
        let new = Incumbent { levels: levels.to_vec(), score, outcome };
        let better = self.best.as_ref().is_none_or(|best| new.rank(best) == Ordering::Less);
        if better {
            self.best = Some(new);
            self.affordable = self.affordable();
        }
        (lesson, better)
    }

    /// So many records are suppressed at a node and at every finer one, at least. It counts as a
    /// look at the node if the node fails: if not, the look may be yet to come.
    fn floor(&mut self, levels: &[u8]) -> u64 {
        let floor = self.evaluate.floor(levels, self.affordable);
        self.checked += u64::from(floor > self.affordable);
        floor
    }

    /// Whether as many nodes were looked at as the task allows.
    fn is_spent(&self) -> bool {
        self.task.most_checks.is_some_and(|most| self.checked >= most)
    }

    /// What was found; `bound` is what the nodes not looked at score at least, if there are any.
    fn found(self, proved: bool, bound: Option<f64>) -> SearchResult {
        let best = self.best.as_ref().map(|best| best.score);
        let bound = match (best, bound) {
            (Some(best), Some(bound)) => Some(best.min(bound)),
            (best, bound) => best.filter(|_| proved).or(bound),
        };
        SearchResult { best: self.best, checked: self.checked, proved, bound }
    }

    /// How many records may go before even the finest node could not win any more. A node that
    /// suppresses more cannot win, as one cannot that exceeds the task's limit.
    fn affordable(&self) -> u64 {
        let (limit, bottom) = (self.affordable, self.task.lattice.bottom());
        let Some(best) = &self.best else { return limit };
        let wins = |suppressed: u64| {
            best.could_lose_to(self.task.scorer.bound_at(bottom, suppressed), bottom)
        };
        if wins(limit) {
            return limit;
        }
        let (mut low, mut high) = (0, limit);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if wins(middle) { low = middle } else { high = middle - 1 }
        }
        low
    }
}
