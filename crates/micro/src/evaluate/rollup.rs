//! The plain way to look at a node: coarsen the class table and ask every model of every class.
//!
//! It serves any class model, and it is the measure of truth for faster ways.

use super::outcome::table_at;
use super::{Evaluate, Look};
use crate::lattice::OpenNodes;
use ridotto_core::objective::{Objective, Outcome, Scorer};
use ridotto_core::{Class, ClassModel, ClassTable, Hierarchy};

/// Evaluates nodes by rolling up a class table.
#[derive(Debug)]
pub struct Rollup<'a> {
    table: &'a ClassTable,
    hierarchies: &'a [Hierarchy],
    models: Vec<&'a dyn ClassModel>,
    scorer: &'a Scorer,
}

impl<'a> Rollup<'a> {
    /// An evaluator of the classes of a table whose key attributes have these hierarchies.
    pub fn new(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        models: impl IntoIterator<Item = &'a Box<dyn ClassModel>>,
        scorer: &'a Scorer,
    ) -> Self {
        let models = models.into_iter().map(|model| &**model).collect();
        Self { table, hierarchies, models, scorer }
    }

    /// The class table at a node.
    pub fn table_at(&self, levels: &[u8]) -> ClassTable {
        table_at(self.table, self.hierarchies, levels)
    }

    /// A class's part of the ambiguity; 0 unless that is the objective.
    fn ambiguity(&self, levels: &[u8], class: Class<'_>) -> f64 {
        if self.scorer.objective() != Objective::Ambiguity {
            return 0.0;
        }
        let factor = |(at, code): (usize, u32)| {
            let leaves = self.hierarchies[at].leaves(levels[at].into())[code as usize];
            self.scorer.ambiguity_factor(at, leaves)
        };
        class.size() as f64 * class.key().enumerate().map(factor).product::<f64>()
    }
}

impl Evaluate for Rollup<'_> {
    fn look(&mut self, levels: &[u8], limit: u64, _open: OpenNodes<'_>) -> Look {
        let table = self.table_at(levels);
        let mut outcome = Outcome {
            suppressed_by_group: table.values().iter().map(|&groups| vec![0; groups]).collect(),
            ..Outcome::default()
        };
        let mut floor = 0;
        for class in table.classes() {
            let ambiguity = self.ambiguity(levels, class);
            let mut failing = self.models.iter().filter(|model| !model.holds(class)).peekable();
            if failing.peek().is_none() {
                outcome.classes += 1;
                outcome.squares += class.size() as f64 * class.size() as f64;
                outcome.ambiguity += ambiguity;
                continue;
            }
            floor += failing.map(|model| model.least_removed(class)).max().unwrap_or(0);
            outcome.suppressed += class.size();
            outcome.suppressed_ambiguity += ambiguity;
            for (by_group, code) in outcome.suppressed_by_group.iter_mut().zip(class.key()) {
                by_group[code as usize] += class.size();
            }
        }
        let outcome = (outcome.suppressed <= limit).then_some(outcome);
        Look { outcome, floor }
    }
}
