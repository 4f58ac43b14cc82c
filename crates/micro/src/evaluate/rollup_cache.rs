//! Looking at nodes of a large table: from coarser tables that are kept.
//!
//! Where nearly every record is alone, the nodes that can win have a hundredth as many classes as
//! the table. To look at them a table somewhere between is enough, because coarsening in two steps
//! is coarsening in one. So before a look the table is coarsened to a node below the one to be
//! looked at and below many other open ones, and that table serves all looks above it; from it a
//! smaller one is made, until looks are cheap. Of histograms it has what models need
//! ([`Needs`](ridotto_core::Needs)): of thousands of persons in a class, `k` are as good as all.
//!
//! How many classes a node has is estimated. Which tables are kept decides what a look costs, and
//! never what is seen.

mod estimate;
mod probe;
mod steps;

pub use steps::Thresholds;

use super::{Evaluate, HistogramEvaluator, Look, ModelNeeds, Subsets, is_dense};
use crate::lattice::{OpenNodes, is_at_most};
use estimate::Estimate;
use probe::Probe;
use ridotto_core::objective::Scorer;
use ridotto_core::{ClassModel, ClassTable, Code, Hierarchy};
use std::borrow::Cow;

/// Evaluates nodes for any models of classes, from the coarsest table at hand.
#[derive(Debug)]
pub struct RollupCache<'a> {
    table: &'a ClassTable,
    hierarchies: &'a [Hierarchy],
    demands: ModelNeeds<'a>,
    scorer: &'a Scorer,
    steps: Thresholds,
    /// Whether the table is looked at as it is.
    is_whole: bool,
    /// What looks at nodes from the whole table, once it is asked for.
    whole: Option<HistogramEvaluator<'a>>,
    estimate: Option<Estimate>,
    /// Coarser tables, the one used last at the end.
    kept: Vec<Coarse<'a>>,
    /// What tells of nodes that no kept table is below whether they fail.
    probe: Option<Probe<'a>>,
}

/// A table at a node, and what looks at nodes above it.
#[derive(Debug)]
struct Coarse<'a> {
    levels: Vec<u8>,
    classes: usize,
    strata: HistogramEvaluator<'a>,
}

/// Tables with so many classes together are always kept.
const LEAST_KEPT: usize = 1 << 22;

impl<'a> RollupCache<'a> {
    /// An evaluator of the classes of a table whose key attributes have these hierarchies.
    pub fn new(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        models: impl IntoIterator<Item = &'a Box<dyn ClassModel>>,
        scorer: &'a Scorer,
    ) -> Self {
        Self::with(table, hierarchies, ModelNeeds::new(models, table.sensitive()), scorer)
    }

    /// The same for models that ask for a class's size and no more: it must have `least` rows.
    pub fn of_sizes(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        least: u64,
        scorer: &'a Scorer,
    ) -> Self {
        Self::with(table, hierarchies, ModelNeeds::of_size(least, table.sensitive()), scorer)
    }

    fn with(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        demands: ModelNeeds<'a>,
        scorer: &'a Scorer,
    ) -> Self {
        let steps =
            if demands.are_sizes() { Thresholds::default() } else { Thresholds::of_histograms() };
        let cache = Self {
            table,
            hierarchies,
            demands,
            scorer,
            steps,
            is_whole: true,
            whole: None,
            estimate: None,
            kept: Vec::new(),
            probe: None,
        };
        cache.with_steps(steps)
    }

    /// The same, from other sizes on.
    #[must_use]
    pub fn with_steps(self, steps: Thresholds) -> Self {
        let len = self.table.len();
        let is_dense = || is_dense(self.table.keys(), self.hierarchies);
        let is_whole = len < steps.whole_sparse || len < steps.whole && is_dense();
        Self { steps, is_whole, ..self }
    }

    /// What a few attributes say of all nodes, where at most `limit` records may be suppressed; `None`
    /// if these are so many that it is not worth counting.
    pub fn subsets(&self, limit: u64) -> Option<Subsets<'a>> {
        let least = self.demands.least;
        let is_worth = limit <= self.scorer.rows() / self.steps.rare && least > 1;
        is_worth.then(|| Subsets::new(self.table.keys(), self.hierarchies, least)).flatten()
    }

    /// The smallest kept table below a node.
    fn nearest(&self, levels: &[u8]) -> Option<usize> {
        let below = (0..self.kept.len()).filter(|&at| is_at_most(&self.kept[at].levels, levels));
        below.min_by_key(|&at| self.kept[at].classes)
    }

    /// The table at a node, made from a kept one below it, or from the whole.
    fn table_at(&self, levels: &[u8], from: Option<usize>) -> ClassTable {
        let from = from.map(|at| &self.kept[at]);
        let base = |attribute: usize| from.map_or(0, |coarse| coarse.levels[attribute]);
        let at = || self.hierarchies.iter().zip(levels);
        let up: Vec<Vec<Code>> = at()
            .enumerate()
            .map(|(attribute, (of, &level))| of.step(base(attribute).into(), level.into()))
            .collect();
        let up: Vec<&[Code]> = up.iter().map(Vec::as_slice).collect();
        let values: Vec<usize> = at().map(|(of, &level)| of.groups(level.into())).collect();
        let table = from.map_or(self.table, |coarse| coarse.strata.table());
        table.coarsen_for(&up, &values, &self.demands.needs)
    }

    /// What looks at the nodes above one, given the table there.
    fn above(&self, levels: &[u8], table: Cow<'a, ClassTable>) -> HistogramEvaluator<'a> {
        HistogramEvaluator::above(
            levels,
            table,
            self.hierarchies,
            self.demands.clone(),
            self.scorer,
        )
    }

    /// Makes and keeps a table for looks at this node and at open ones, if one is worth it; says
    /// whether it was.
    fn keep_one(&mut self, next: &[u8], open: OpenNodes<'_>) -> bool {
        let nearest = self.nearest(next);
        let (len, least, worth) = match nearest {
            None => (self.table.len(), 0, self.steps.worth_whole),
            Some(at) => (self.kept[at].classes, self.steps.small, self.steps.worth),
        };
        if len < least {
            return false;
        }
        let open = open.list();
        if open.len() < worth {
            return false;
        }
        let new = || Estimate::new(self.table.keys(), self.hierarchies);
        let estimate = self.estimate.get_or_insert_with(new);
        let Some((mut levels, above)) = estimate.below(next, &open, len / self.steps.fewer) else {
            return false;
        };
        // It is made from the nearest, so it is not finer in any attribute.
        let below = nearest.map(|at| &self.kept[at].levels);
        levels.iter_mut().zip(below.into_iter().flatten()).for_each(|(of, &at)| *of = at.max(*of));
        let is_new = self.kept.iter().all(|coarse| coarse.levels != levels);
        if !is_new || above < worth {
            return false;
        }
        let table = self.table_at(&levels, nearest);
        let classes = table.len();
        let strata = self.above(&levels, Cow::Owned(table));
        self.kept.push(Coarse { levels, classes, strata });
        self.forget();
        true
    }

    /// Drops tables that were not used for long, until all together have no more classes than the
    /// whole, or than fit some hundred megabytes.
    fn forget(&mut self) {
        let most = self.table.len().max(LEAST_KEPT);
        let mut classes: usize = self.kept.iter().map(|coarse| coarse.classes).sum();
        while self.kept.len() > 1 && classes > most {
            classes -= self.kept.remove(0).classes;
        }
    }

    /// What looks at a node cheaply: the whole table, or a kept one below it.
    fn at_hand(
        &mut self,
        levels: &[u8],
        open: OpenNodes<'_>,
    ) -> Option<&mut HistogramEvaluator<'a>> {
        if self.is_whole {
            return Some(self.whole());
        }
        while self.keep_one(levels, open) {}
        let at = self.nearest(levels)?;
        let used = self.kept.remove(at);
        self.kept.push(used);
        self.kept.last_mut().map(|coarse| &mut coarse.strata)
    }

    fn whole(&mut self) -> &mut HistogramEvaluator<'a> {
        if self.whole.is_none() {
            let bottom = vec![0; self.hierarchies.len()];
            self.whole = Some(self.above(&bottom, Cow::Borrowed(self.table)));
        }
        self.whole.as_mut().expect("it was just made")
    }

    /// So many records are in classes that are too small, told from the whole table: exactly, or at
    /// least so many if they are more than the limit. `None` if that cannot be told.
    fn too_small(&mut self, levels: &[u8], limit: u64) -> Option<u64> {
        let Self { table, hierarchies, steps, .. } = *self;
        let least = self.demands.least;
        if least <= 1 {
            return Some(0);
        }
        let probe = self.probe.get_or_insert_with(|| Probe::new(table.keys(), hierarchies, steps));
        probe.suppressed(levels, least, limit)
    }

    /// Whether too many classes are too small at a node that no kept table is below. Most such nodes
    /// fail by that, and to make a table for one costs more than to find out.
    fn fails_by_size(&mut self, levels: &[u8], limit: u64) -> bool {
        let is_far = !self.is_whole && self.nearest(levels).is_none();
        is_far && self.too_small(levels, limit).is_some_and(|small| small > limit)
    }

    /// Looks from a table made for this node alone.
    fn look_once(&self, levels: &[u8], limit: u64) -> Look {
        let table = self.table_at(levels, None);
        self.above(levels, Cow::Owned(table)).look(levels, limit, OpenNodes::unknown())
    }
}

impl Evaluate for RollupCache<'_> {
    fn look(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Look {
        if self.fails_by_size(levels, limit) {
            return Look { outcome: None, floor: limit.saturating_add(1) };
        }
        match self.at_hand(levels, open) {
            Some(strata) => strata.look(levels, limit, open),
            None => self.look_once(levels, limit),
        }
    }

    fn suppressed(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Option<u64> {
        let are_sizes = self.demands.are_sizes();
        if !are_sizes && self.fails_by_size(levels, limit) {
            return None;
        }
        if let Some(strata) = self.at_hand(levels, open) {
            return strata.suppressed(levels, limit, open);
        }
        // Who asks only for this asks about many nodes, so a table was worth trying first.
        match are_sizes.then(|| self.too_small(levels, limit)).flatten() {
            Some(small) => (small <= limit).then_some(small),
            None => self.look_once(levels, limit).outcome.map(|outcome| outcome.suppressed),
        }
    }

    fn floor(&mut self, levels: &[u8], limit: u64) -> u64 {
        if self.is_whole {
            return 0;
        }
        if let Some(at) = self.nearest(levels) {
            let small = self.kept[at].strata.too_small(levels, limit);
            return small.unwrap_or(limit.saturating_add(1));
        }
        self.too_small(levels, limit).unwrap_or(0)
    }
}
