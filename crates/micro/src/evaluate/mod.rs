//! What a generalisation would do: how many records it would suppress, how many classes it would
//! leave, and the figures that objectives need.

mod outcome;
mod person;
mod recorded;
mod rollup;
mod rollup_cache;
mod scoped;
mod split_key;
mod subsets;
mod wildcard;

pub use person::{PersonEvaluator, persons_alike};
pub use recorded::{Layer, Record, Recorded, Seen};
pub use rollup::Rollup;
pub use rollup_cache::{RollupCache, Thresholds};
pub use scoped::{ModelRef, Scoped, ScopedModel, all_monotone, kept, suppressed, tables_hold};
pub use split_key::{HistogramEvaluator, SplitKeyEvaluator};
pub(crate) use split_key::{ModelNeeds, is_dense, number_pairs};
pub use subsets::{Depth, Subsets};
pub use wildcard::{WildcardEvaluator, WildcardScope, unmatched, wild_groups};

use crate::lattice::OpenNodes;
use ridotto_core::objective::Outcome;
use ridotto_core::{ClassModel, UnionRule};

/// Looks at nodes of a lattice, one after the other.
pub trait Evaluate {
    /// What is seen at a node, and what that says of every finer one. `open` are nodes that may be
    /// looked at later.
    fn look(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Look;

    /// How many records a node suppresses; `None` if more than `limit`. It may be cheaper than a look
    /// for who asks for nothing else.
    fn suppressed(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Option<u64> {
        self.look(levels, limit, open).outcome.map(|outcome| outcome.suppressed)
    }

    /// So many records are suppressed at a node and at every finer one, at least; counting ends when
    /// they are more than `limit`. It may be cheaper than a look, and says 0 where it is not.
    fn floor(&mut self, _levels: &[u8], _limit: u64) -> u64 {
        0
    }

    /// What is seen at a node; `None` if more than `limit` records would have to be suppressed.
    fn evaluate(&mut self, levels: &[u8], limit: u64) -> Option<Outcome> {
        self.look(levels, limit, OpenNodes::unknown()).outcome
    }
}

/// What a look at a node shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// What is seen; `None` if more records than the limit would have to be suppressed.
    pub outcome: Option<Outcome>,
    /// So many records are suppressed at this node and at every finer one, at least: the sum over
    /// classes of [`ClassModel::least_removed`], the most that one of the models says.
    pub floor: u64,
}

/// Whether records that are suppressed at a node are suppressed at every finer one, or, if none
/// may be, whether a node that fails makes every finer one fail.
///
/// With suppression a class that holds and one that fails may become one that fails, so that only
/// [`UnionRule::HoldsIfEither`] is enough; where nothing may be suppressed all classes of a finer
/// node hold, and [`UnionRule::HoldsIfBoth`] is enough, too.
pub fn is_monotone<'a>(
    models: impl IntoIterator<Item = &'a Box<dyn ClassModel>>,
    limit: u64,
) -> bool {
    let needed = if limit > 0 { UnionRule::HoldsIfEither } else { UnionRule::HoldsIfBoth };
    models.into_iter().all(|model| model.union_rule() >= needed)
}
