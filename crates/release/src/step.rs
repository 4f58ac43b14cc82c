//! Steps: what is done to a table before anything is decided about it.
//!
//! A step turns the table that was read into another one, and all that comes later sees only that. It
//! is bound to the columns before the data are read, and draws and computes nothing until it runs.

use crate::{Error, Privacy, Run, Trail, heed};
use ridotto_catalogue::{Entry, Problem};
use ridotto_core::Watch;
use ridotto_noise::{Budget, NoiseError, Protected};
use ridotto_numbers::{NoRandomness, Randomness};
use ridotto_report::{Known, StepFigure, StepReport, Transformation};
use ridotto_table::{Column, Table};
use std::fmt::Debug;
use std::path::PathBuf;

/// Something that is done to a table.
pub trait Step: Debug + Send + Sync {
    /// Its name in the policy.
    fn method(&self) -> &'static str;

    /// What is known of it, if it is in the catalogue.
    fn entry(&self) -> Option<&'static Entry> {
        None
    }

    /// The attributes that the policy names in it.
    fn attributes(&self) -> Vec<String>;

    /// Whether it draws random numbers: then nobody can say before it has run which values it leaves.
    fn draws(&self) -> bool;

    /// Whether the report lists it among the steps; what only stands for identifiers is no step of the
    /// policy.
    fn is_reported(&self) -> bool {
        true
    }

    /// The file that it publishes beside the release, if it does: it is staged before any work is done.
    fn publishes(&self) -> Option<FileTarget> {
        None
    }

    /// Files that it goes on with if they are there, such as a mapping of pseudonyms.
    fn continues(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// What it will spend of privacy, and whom that protects; `None` if nothing is drawn privately.
    fn spends(&self) -> Result<Option<(Budget, Protected)>, Error> {
        Ok(None)
    }

    /// What is rarely meant, and only the table that it left shows it.
    fn lints(&self, _: &Table) -> Vec<Problem> {
        Vec::new()
    }

    /// Does it.
    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error>;
}

/// A file that will be written, as a policy names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileTarget {
    /// Its name in the policy.
    pub file: String,
    /// Whether it is for the owner alone.
    pub is_private: bool,
}

/// What a step did to the cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepOutcome {
    /// How many cells it changed.
    pub cells_changed: u64,
    /// What was promised and what was reached.
    pub figures: Vec<StepFigure>,
    /// How attributes were transformed, if everybody may know.
    pub transformations: Vec<Transformation>,
}

/// What a step has while it runs, beside the table.
#[derive(Debug)]
pub struct StepRun<'a> {
    /// Its place among all steps; the first has 0.
    pub number: usize,
    /// Where its random numbers come from.
    pub randomness: Randomness,
    /// Who waits.
    pub watch: &'a dyn Watch,
    /// Whether nothing is written but the data.
    pub is_alone: bool,
    /// What is to be said about what was done.
    pub trail: &'a mut Trail,
}

impl StepRun<'_> {
    /// The name of the step's own stream of random numbers.
    pub fn stream_name(&self) -> String {
        format!("step {}", self.number)
    }

    /// The step's own random numbers.
    pub fn stream(&self) -> Result<rand_chacha::ChaCha20Rng, NoRandomness> {
        self.randomness.stream(&self.stream_name())
    }

    /// The step's own dice.
    pub fn dice(&self) -> Result<ridotto_numbers::Dice, NoRandomness> {
        self.randomness.dice(&self.stream_name())
    }
}

/// The steps of a policy, bound to the columns of a table.
#[derive(Debug, Default)]
pub struct Steps {
    /// In their order.
    pub steps: Vec<Box<dyn Step>>,
    /// Columns that are read for the steps alone, and forgotten when they are done.
    pub forgotten: Vec<usize>,
}

impl Steps {
    /// Does all steps in their order; in a preview those that draw are left out. `figure` is told of the
    /// table that was read and of what each step leaves.
    pub fn run(
        &self,
        table: &mut Table,
        figure: &dyn Fn(&Table) -> f64,
        run: &mut Run<'_>,
    ) -> Result<(), Error> {
        let (randomness, watch, is_alone) = (run.options.randomness, run.watch, run.is_alone);
        let trail = &mut run.trail;
        trail.records = table.rows as u64 + trail.left_out;
        if !run.is_preview {
            self.expect_paid(&trail.privacy)?;
        }
        if self.steps.iter().any(|step| step.is_reported()) {
            trail.course.push(figure(table));
        }
        for (number, step) in self.steps.iter().enumerate() {
            heed(watch)?;
            if run.is_preview && step.draws() {
                continue;
            }
            let mut step_run = StepRun { number, randomness, watch, is_alone, trail };
            let outcome = step.run(table, &mut step_run)?;
            if !step.is_reported() {
                continue;
            }
            trail.steps.push(StepReport {
                method: step.method().to_owned(),
                known: Known(step.entry()),
                attributes: step.attributes(),
                cells_changed: outcome.cells_changed,
                records: table.rows as u64,
                figures: outcome.figures,
                transformations: outcome.transformations,
            });
            trail.course.push(figure(table));
        }
        if trail.privacy.is_used() {
            // What the table was like before is not told.
            trail.course.clear();
        }
        for &column in &self.forgotten {
            table.columns[column] = Column::Skipped;
        }
        Ok(())
    }

    /// Refuses what the ledger cannot pay for: all steps together, before any of them is charged.
    fn expect_paid(&self, privacy: &Privacy) -> Result<(), Error> {
        let mut whole: Option<(Budget, Protected)> = None;
        for step in &self.steps {
            let Some((budget, protected)) = step.spends()? else { continue };
            whole = Some(match whole {
                None => (budget, protected),
                Some((so_far, protected)) => {
                    let sum = so_far.plus(&budget);
                    let hint = "take an `epsilon` with fewer digits".to_owned();
                    let refused =
                        |error: NoiseError| Error::Usage { message: error.to_string(), hint };
                    (sum.map_err(refused)?, protected)
                }
            });
        }
        whole.map_or(Ok(()), |(budget, protected)| privacy.expect(&budget, protected))
    }
}
