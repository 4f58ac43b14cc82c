//! Looking at nodes of a table with millions of classes: from coarser tables, stage by stage.
//!
//! Where nearly every record is alone, the nodes that can win have a hundredth as many classes as
//! the table. To look at them a table somewhere between is enough, because coarsening in two steps
//! is coarsening in one. So a search enters a *stage*, a node with few classes and many open nodes
//! above it, for which the table is coarsened once; and a stage within that, until looks are cheap.
//! What is seen there closes most other nodes unseen, and the rest gets stages of its own.
//!
//! A stage is chosen by guesses of how many classes a node has. It decides what a look costs, and
//! never what is seen.

mod guess;
mod probe;
mod steps;

pub use steps::Steps;

use super::{Ahead, Counter, Evaluate, Halves, Look, Subset, Subsets, is_dense};
use crate::lattice::is_at_most;
pub(super) use guess::Guess;
use probe::Probe;
use ridotto_core::class::Tally;
use ridotto_core::objective::Gauge;
use ridotto_core::{Code, Hierarchy};

/// Evaluates nodes for models that ask for a class's size and no more, stage by stage.
#[derive(Debug)]
pub struct Stages<'a> {
    classes: &'a Tally,
    hierarchies: &'a [Hierarchy],
    least: u64,
    gauge: &'a Gauge,
    steps: Steps,
    /// Whether the table is looked at as it is.
    is_whole: bool,
    guess: Option<Guess>,
    /// The stages entered, each within the one before.
    entered: Vec<Stage<'a>>,
    /// What tells of nodes outside of all stages whether they fail.
    probe: Option<Probe<'a>>,
    /// What looks at all nodes of a table without stages.
    whole: Option<Halves<'a>>,
    /// What counts a few attributes alone.
    counter: Option<Counter<'a>>,
    /// How many records might go when a node was looked at last.
    limit: u64,
}

/// A table at a node, and what looks at nodes above it.
#[derive(Debug)]
struct Stage<'a> {
    levels: Vec<u8>,
    /// The table; its codes are groups of these levels.
    classes: Tally,
    halves: Option<Halves<'a>>,
}

impl<'a> Stages<'a> {
    /// An evaluator of tuples whose attributes have these hierarchies; a class is kept if it has
    /// `least` rows.
    pub fn new(
        classes: &'a Tally,
        hierarchies: &'a [Hierarchy],
        least: u64,
        gauge: &'a Gauge,
    ) -> Self {
        Self {
            classes,
            hierarchies,
            least,
            gauge,
            steps: Steps::default(),
            is_whole: true,
            guess: None,
            entered: Vec::new(),
            probe: None,
            whole: None,
            counter: None,
            limit: 0,
        }
        .with_steps(Steps::default())
    }

    /// The same, from other sizes on.
    #[must_use]
    pub fn with_steps(self, steps: Steps) -> Self {
        let len = self.classes.len();
        let is_dense = || is_dense(self.classes, self.hierarchies);
        let is_whole = len < steps.whole_sparse || len < steps.whole && is_dense();
        Self { steps, is_whole, ..self }
    }

    /// Whether a look at a node is cheap: the whole table is looked at, or the node is above a stage.
    pub(super) fn is_at_hand(&self, levels: &[u8]) -> bool {
        self.is_whole || self.entered.iter().any(|stage| is_at_most(&stage.levels, levels))
    }

    /// The innermost stage's table.
    fn innermost(&self) -> &Tally {
        self.entered.last().map_or(self.classes, |stage| &stage.classes)
    }

    /// The innermost stage's table at a node above it.
    fn coarsen(&self, levels: &[u8]) -> Tally {
        let stage = self.entered.last();
        let base = |attribute: usize| stage.map_or(0, |stage| stage.levels[attribute]);
        let up = |(attribute, (hierarchy, &level)): (usize, (&Hierarchy, &u8))| {
            hierarchy.step(base(attribute).into(), level.into())
        };
        let at = || self.hierarchies.iter().zip(levels);
        let up: Vec<Vec<Code>> = at().enumerate().map(up).collect();
        let up: Vec<&[Code]> = up.iter().map(Vec::as_slice).collect();
        let values: Vec<usize> = at().map(|(of, &level)| of.groups(level.into())).collect();
        self.innermost().recode(&up, &values)
    }

    /// What looks at a node from the innermost stage below it, or from a table without stages.
    fn at_hand(&mut self, levels: &[u8]) -> Option<&mut Halves<'a>> {
        let Self { classes, hierarchies, least, gauge, is_whole, .. } = *self;
        let above =
            |base: &[u8], classes: &Tally| Halves::above(base, classes, hierarchies, least, gauge);
        let mut stages = self.entered.iter_mut().rev();
        if let Some(stage) = stages.find(|stage| is_at_most(&stage.levels, levels)) {
            let make = || above(&stage.levels, &stage.classes);
            return Some(stage.halves.get_or_insert_with(make));
        }
        let make = || Halves::new(classes, hierarchies, least, gauge);
        is_whole.then(|| self.whole.get_or_insert_with(make))
    }

    /// So many records are suppressed at a node, told from the whole table: exactly, or at least so
    /// many if they are more than the limit. `None` if that cannot be told.
    fn probed(&mut self, levels: &[u8], limit: u64) -> Option<u64> {
        let Self { classes, hierarchies, least, steps, .. } = *self;
        if least <= 1 {
            return Some(0);
        }
        let probe = self.probe.get_or_insert_with(|| Probe::new(classes, hierarchies, steps));
        probe.suppressed(levels, least, limit)
    }
}

impl Evaluate for Stages<'_> {
    fn look(&mut self, levels: &[u8], limit: u64) -> Look {
        self.limit = limit;
        if let Some(halves) = self.at_hand(levels) {
            return halves.look(levels, limit);
        }
        if self.probed(levels, limit).is_some_and(|suppressed| suppressed > limit) {
            return Look { outcome: None, floor: limit.saturating_add(1) };
        }
        let Self { hierarchies, least, gauge, .. } = *self;
        let classes = self.coarsen(levels);
        Halves::above(levels, &classes, hierarchies, least, gauge).look(levels, limit)
    }

    fn suppressed(&mut self, levels: &[u8], limit: u64) -> Option<u64> {
        self.limit = limit;
        if let Some(halves) = self.at_hand(levels) {
            return halves.suppressed(levels, limit);
        }
        match self.probed(levels, limit) {
            Some(suppressed) => Some(suppressed).filter(|&suppressed| suppressed <= limit),
            None => self.evaluate(levels, limit).map(|outcome| outcome.suppressed),
        }
    }

    fn floor(&mut self, levels: &[u8], limit: u64) -> u64 {
        self.probed(levels, limit).unwrap_or(0)
    }

    fn pairs(&mut self, limit: u64, _top: &[u8]) -> Option<Subsets> {
        let Self { classes, hierarchies, least, steps, .. } = *self;
        let is_rare = limit <= self.gauge.rows() / steps.rare;
        if !is_rare || least <= 1 {
            return None;
        }
        self.counter = Counter::new(classes, hierarchies, least);
        self.counter.as_ref().map(Counter::pairs)
    }

    fn subset(&mut self, attributes: &[usize], bottom: &[u8], _top: &[u8]) -> Option<Subset> {
        self.counter.as_mut()?.subset(attributes, bottom)
    }

    fn has_stages(&self) -> bool {
        !self.is_whole
    }

    fn enter(&mut self, ahead: &Ahead<'_>) -> Option<Vec<u8>> {
        let Self { classes, hierarchies, steps, .. } = *self;
        let len = self.innermost().len();
        if self.is_whole || !self.entered.is_empty() && len < steps.small {
            return None;
        }
        let guess = self.guess.get_or_insert_with(|| Guess::new(classes, hierarchies));
        let levels = guess.stage(ahead, len / steps.fewer)?;
        let worth = if self.entered.is_empty() { steps.worth_whole } else { steps.worth };
        let is_new = self.entered.last().is_none_or(|stage| stage.levels != levels);
        if !is_new || ahead.at_or_above(&levels) < worth {
            return None;
        }
        let classes = self.coarsen(&levels);
        self.entered.push(Stage { levels: levels.clone(), classes, halves: None });
        Some(levels)
    }

    fn coarser(&mut self, ahead: &Ahead<'_>, top: &[u8]) -> Option<Vec<u8>> {
        // Where nearly every record is alone, a node suppresses about as many as it has classes.
        let most = self.classes.len() / self.steps.fewer;
        let least = (2 * self.limit as usize).clamp(most / 16, most);
        let is_worth = self.entered.is_empty() && self.least > 1;
        let guess = self.guess.as_mut().filter(|_| is_worth)?;
        if guess.classes(ahead.next()) <= least as f64 {
            return None;
        }
        let levels = guess.coarser(ahead, top, least);
        (levels != ahead.next()).then_some(levels)
    }

    fn leave(&mut self) {
        self.entered.pop();
    }
}
