//! Looking at nodes of a large table for any models of classes: sizes first, from stages or the
//! whole table, and histograms from coarser tables at hand.
//!
//! Most nodes fail by the sizes of their classes, and those are cheap to count. To judge histograms
//! at the rest, a table somewhere below them is enough, because coarsening in two steps is
//! coarsening in one. So before a search looks at a node that sizes do not rule out, the table is
//! coarsened to a node below it and below many other open ones; a table that has much fewer classes
//! serves all looks above it, and the next table is made from it. Of histograms it has what models
//! need ([`Needs`](ridotto_core::Needs)): of thousands of persons in a class, `k` are as good as all.
//!
//! Which tables are at hand decides what a look costs, and never what is seen.

use super::stages::Guess;
use super::{Ahead, Demands, Evaluate, Look, Stages, Steps, Strata, Subset, Subsets};
use crate::lattice::is_at_most;
use ridotto_core::objective::Gauge;
use ridotto_core::{ClassModel, ClassTable, Code, Hierarchy};
use std::borrow::Cow;

/// Evaluates nodes for any models of classes, from the coarsest table at hand.
#[derive(Debug)]
pub struct Coarsened<'a> {
    table: &'a ClassTable,
    hierarchies: &'a [Hierarchy],
    demands: Demands<'a>,
    gauge: &'a Gauge,
    sizes: Stages<'a>,
    steps: Steps,
    guess: Option<Guess>,
    /// Coarser tables, the one made last at the end.
    at_hand: Vec<Coarse<'a>>,
    /// What looks at all nodes of a small table.
    whole: Option<Strata<'a>>,
    /// What sizes said of the node that was looked at last, and the limit.
    last: Option<(Vec<u8>, u64, Look)>,
}

/// A table at a node, and what looks at nodes above it.
#[derive(Debug)]
struct Coarse<'a> {
    levels: Vec<u8>,
    /// How many classes it has.
    classes: usize,
    strata: Strata<'a>,
}

/// Tables kept at hand.
const KEPT: usize = 4;

impl<'a> Coarsened<'a> {
    /// An evaluator of the classes of a table whose key attributes have these hierarchies.
    pub fn new(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        models: impl IntoIterator<Item = &'a Box<dyn ClassModel>>,
        gauge: &'a Gauge,
    ) -> Self {
        let demands = Demands::new(models, table.sensitive());
        let sizes = Stages::new(table.keys(), hierarchies, demands.least, gauge);
        Self {
            table,
            hierarchies,
            demands,
            gauge,
            sizes,
            steps: Steps::of_histograms(),
            guess: None,
            at_hand: Vec::new(),
            whole: None,
            last: None,
        }
    }

    /// The same, from other sizes on: of tables that histograms are looked at in, and of stages
    /// where sizes are.
    #[must_use]
    pub fn with_steps(self, steps: Steps, of_sizes: Steps) -> Self {
        Self { steps, sizes: self.sizes.with_steps(of_sizes), ..self }
    }

    /// What sizes say of a node.
    fn by_size(&mut self, levels: &[u8], limit: u64) -> &Look {
        let is_known =
            self.last.as_ref().is_some_and(|(of, under, _)| of == levels && *under == limit);
        if !is_known {
            self.last = Some((levels.to_vec(), limit, self.sizes.look(levels, limit)));
        }
        let (_, _, look) = self.last.as_ref().expect("it was just looked at");
        look
    }

    /// The smallest table at hand below a node.
    fn nearest(&self, levels: &[u8]) -> Option<usize> {
        let below =
            (0..self.at_hand.len()).filter(|&at| is_at_most(&self.at_hand[at].levels, levels));
        below.min_by_key(|&at| self.at_hand[at].classes)
    }

    /// The table at a node, made from one below it, or from the whole.
    fn at(&self, levels: &[u8], from: Option<usize>) -> ClassTable {
        let from = from.map(|at| &self.at_hand[at]);
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
    fn above(&self, levels: &[u8], table: Cow<'a, ClassTable>) -> Strata<'a> {
        Strata::above(levels, table, self.hierarchies, self.demands.clone(), self.gauge)
    }

    /// Whether the table is looked at as it is.
    fn is_small(&self) -> bool {
        self.table.len() < self.steps.whole
    }

    /// Makes a table for the nodes ahead, if one is worth it. `false` if not.
    fn prepare(&mut self, ahead: &Ahead<'_>) -> bool {
        let nearest = self.nearest(ahead.next());
        let (len, least, worth) = match nearest {
            None => (self.table.len(), self.steps.whole, self.steps.worth_whole),
            Some(at) => (self.at_hand[at].classes, self.steps.small, self.steps.worth),
        };
        if len < least {
            return false;
        }
        let guess =
            self.guess.get_or_insert_with(|| Guess::new(self.table.keys(), self.hierarchies));
        let Some(mut levels) = guess.stage(ahead, len / self.steps.fewer) else { return false };
        // It is made from the nearest, so it is not finer in any attribute.
        let below = nearest.map(|at| &self.at_hand[at].levels);
        levels.iter_mut().zip(below.into_iter().flatten()).for_each(|(of, &at)| *of = at.max(*of));
        let is_new = self.at_hand.iter().all(|coarse| coarse.levels != levels);
        if !is_new || ahead.at_or_above(&levels) < worth {
            return false;
        }
        let table = self.at(&levels, nearest);
        let classes = table.len();
        let strata = self.above(&levels, Cow::Owned(table));
        if self.at_hand.len() == KEPT {
            self.at_hand.remove(0);
        }
        self.at_hand.push(Coarse { levels, classes, strata });
        true
    }
}

impl Evaluate for Coarsened<'_> {
    fn look(&mut self, levels: &[u8], limit: u64) -> Look {
        let is_done = self.demands.are_sizes();
        let by_size = self.by_size(levels, limit);
        if by_size.outcome.is_none() || is_done {
            return by_size.clone();
        }
        if let Some(at) = self.nearest(levels) {
            return self.at_hand[at].strata.judge(levels, limit);
        }
        if self.is_small() {
            if self.whole.is_none() {
                let bottom = vec![0; levels.len()];
                self.whole = Some(self.above(&bottom, Cow::Borrowed(self.table)));
            }
            let whole = self.whole.as_mut().expect("it was just made");
            return whole.judge(levels, limit);
        }
        let table = self.at(levels, None);
        self.above(levels, Cow::Owned(table)).judge(levels, limit)
    }

    fn suppressed(&mut self, levels: &[u8], limit: u64) -> Option<u64> {
        // Classes that are too small are what most nodes fail by.
        let by_size = self.sizes.suppressed(levels, limit)?;
        if self.demands.are_sizes() {
            return Some(by_size);
        }
        self.look(levels, limit).outcome.map(|outcome| outcome.suppressed)
    }

    fn floor(&mut self, levels: &[u8], limit: u64) -> u64 {
        self.sizes.floor(levels, limit)
    }

    fn pairs(&mut self, limit: u64, top: &[u8]) -> Option<Subsets> {
        self.sizes.pairs(limit, top)
    }

    fn subset(&mut self, attributes: &[usize], bottom: &[u8], top: &[u8]) -> Option<Subset> {
        self.sizes.subset(attributes, bottom, top)
    }

    fn has_stages(&self) -> bool {
        self.sizes.has_stages()
    }

    fn enter(&mut self, ahead: &Ahead<'_>) -> Option<Vec<u8>> {
        if let Some(stage) = self.sizes.enter(ahead) {
            return Some(stage);
        }
        // Histograms count only where sizes do not decide, and elsewhere they mostly do.
        let limit = self.last.as_ref().map(|(_, limit, _)| *limit);
        let is_asked = !self.demands.are_sizes() && !self.is_small();
        if is_asked
            && self.sizes.is_at_hand(ahead.next())
            && limit.is_none_or(|limit| self.by_size(ahead.next(), limit).outcome.is_some())
        {
            while self.prepare(ahead) {}
        }
        None
    }

    fn coarser(&mut self, ahead: &Ahead<'_>, top: &[u8]) -> Option<Vec<u8>> {
        self.sizes.coarser(ahead, top)
    }

    fn leave(&mut self) {
        self.sizes.leave();
    }
}
