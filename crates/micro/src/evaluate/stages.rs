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

use super::{Ahead, Evaluate, Halves, Look};
use crate::lattice::is_at_most;
use guess::Guess;
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
    guess: Option<Guess>,
    /// The stages entered, each within the one before.
    entered: Vec<Stage<'a>>,
    /// What tells of nodes outside of all stages whether they fail.
    probe: Option<Probe<'a>>,
    /// What looks at all nodes of a table without stages.
    whole: Option<Halves<'a>>,
}

/// A table at a node, and what looks at nodes above it.
#[derive(Debug)]
struct Stage<'a> {
    levels: Vec<u8>,
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
        let (guess, entered) = (None, Vec::new());
        let (steps, probe, whole) = (Steps::default(), None, None);
        Self { classes, hierarchies, least, gauge, steps, guess, entered, probe, whole }
    }

    /// The same, from other sizes on.
    #[must_use]
    pub fn with_steps(self, steps: Steps) -> Self {
        Self { steps, ..self }
    }

    /// The innermost stage's table.
    fn innermost(&self) -> &Tally {
        self.entered.last().map_or(self.classes, |stage| &stage.classes)
    }

    /// A table at a node. Each group is written as the first value in it, so that the
    /// codes, and what the hierarchies make of them, stay what they are.
    fn coarsen(&self, classes: &Tally, levels: &[u8]) -> Tally {
        let first = |(hierarchy, &level): (&Hierarchy, &u8)| {
            let groups = hierarchy.map(level.into());
            let mut first = vec![Code::MAX; hierarchy.groups(level.into())];
            for (value, &group) in groups.iter().enumerate() {
                let first = &mut first[group as usize];
                *first = (*first).min(value as Code);
            }
            groups.iter().map(|&group| first[group as usize]).collect::<Vec<Code>>()
        };
        let up: Vec<Vec<Code>> = self.hierarchies.iter().zip(levels).map(first).collect();
        let up: Vec<&[Code]> = up.iter().map(Vec::as_slice).collect();
        let values: Vec<usize> = self.hierarchies.iter().map(|of| of.groups(0)).collect();
        classes.recode(&up, &values)
    }
}

impl Evaluate for Stages<'_> {
    fn look(&mut self, levels: &[u8], limit: u64) -> Look {
        let Self { classes, hierarchies, least, gauge, steps, .. } = *self;
        let make = |classes: &Tally| Halves::new(classes, hierarchies, least, gauge);
        let mut stages = self.entered.iter_mut().rev();
        if let Some(stage) = stages.find(|stage| is_at_most(&stage.levels, levels)) {
            let halves = stage.halves.get_or_insert_with(|| make(&stage.classes));
            return halves.look(levels, limit);
        }
        if classes.len() < steps.whole {
            return self.whole.get_or_insert_with(|| make(classes)).look(levels, limit);
        }
        let probe = self.probe.get_or_insert_with(|| Probe::new(classes, hierarchies, steps));
        if probe.exceeds(levels, least, limit) == Some(true) {
            return Look { outcome: None, floor: limit.saturating_add(1) };
        }
        make(&self.coarsen(classes, levels)).look(levels, limit)
    }

    fn enter(&mut self, ahead: &Ahead<'_>) -> Option<Vec<u8>> {
        let Self { classes, hierarchies, steps, .. } = *self;
        let len = self.innermost().len();
        let least = if self.entered.is_empty() { steps.whole } else { steps.small };
        if len < least {
            return None;
        }
        let guess = self.guess.get_or_insert_with(|| Guess::new(classes, hierarchies));
        let levels = guess.stage(ahead, len / steps.fewer)?;
        let worth = if self.entered.is_empty() { steps.worth_whole } else { steps.worth };
        let is_new = self.entered.last().is_none_or(|stage| stage.levels != levels);
        if !is_new || ahead.at_or_above(&levels) < worth {
            return None;
        }
        let classes = self.coarsen(self.innermost(), &levels);
        self.entered.push(Stage { levels: levels.clone(), classes, halves: None });
        Some(levels)
    }

    fn coarser(&mut self, ahead: &Ahead<'_>, top: &[u8]) -> Option<Vec<u8>> {
        let least = self.classes.len() / self.steps.fewer;
        let guess = self.guess.as_mut().filter(|_| self.entered.is_empty())?;
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
