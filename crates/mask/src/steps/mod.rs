//! Masking steps: what the policy has done to the table before anything is searched for.
//!
//! A step turns the table that was read into another one, and all that comes later sees only that:
//! hierarchies, classes, baselines and verification. What a step took away is not in it.

mod change;
mod draw;
mod perturb;
pub mod private;
mod wants;

pub use wants::wants;

use ridotto_core::Watch;
use ridotto_core::class::Tally;
use ridotto_core::{Code, KeyColumn};
use ridotto_io::{Column, SourceOptions, Table};
use ridotto_policy::language::Role;
use ridotto_policy::{Mask, Policy, Problem, Step};
use ridotto_release::Error;
use ridotto_release::heed;
use ridotto_report::{Concern, Finding, Guarantee, StepReport};
use std::fmt;
use std::path::Path;

/// A table after its steps.
#[derive(Debug)]
pub struct Masked {
    /// What is left.
    pub table: Table,
    /// What was done.
    pub trail: Trail,
}

/// What was done to a table.
#[derive(Debug, Default)]
pub struct Trail {
    /// How many records the file has.
    pub records: u64,
    /// The steps.
    pub steps: Vec<StepReport>,
    /// What they cost.
    pub findings: Vec<Finding>,
    /// What is rarely meant.
    pub lints: Vec<Problem>,
    /// What a reader of the report must know.
    pub notes: Vec<String>,
    /// Files that steps publish beside the release.
    pub files: Vec<Artifact>,
    /// The average risk of the table that was read, and after each step; empty without a step, and
    /// where nothing may be told of the table that was read.
    pub risks: Vec<f64>,
    /// The guarantee that a step gives to the whole file, by the way it is made.
    pub construction: Option<Guarantee>,
}

/// A file that is published beside the release.
#[derive(Clone)]
pub struct Artifact {
    /// Its name in the policy.
    pub file: String,
    /// What is in it.
    pub text: String,
    /// Whether it is for the owner alone.
    pub is_private: bool,
}

/// Without what is in it: categories are values of the data.
impl fmt::Debug for Artifact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Artifact({})", self.file)
    }
}

/// What the steps of a policy need to know beside the table.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// The texts that mean "missing".
    pub missing: &'a [String],
    /// Which columns are wanted when the steps are done; others are forgotten then.
    pub wanted: &'a [bool],
    /// For tests: draw by this seed.
    pub seed: Option<u64>,
    /// Where files that steps name are looked for, and how they are read.
    pub folder: &'a Path,
    /// How the data are read.
    pub reading: &'a SourceOptions,
    /// Who waits.
    pub watch: &'a dyn Watch,
}

impl Setting<'_> {
    fn is_missing(&self, text: &str) -> bool {
        self.missing.iter().any(|missing| missing == text)
    }
}

/// Does all steps in their order.
pub fn run(setting: Setting<'_>, table: Table) -> Result<Masked, Error> {
    let trail = Trail { records: table.rows as u64, ..Trail::default() };
    let mut masked = Masked { table, trail };
    if !setting.policy.masks.is_empty() {
        masked.trail.risks.push(average_risk(setting, &masked.table));
    }
    let private = setting.policy.private_file();
    for (at, mask) in setting.policy.masks.iter().enumerate() {
        heed(setting.watch)?;
        let number = at as u64;
        let (cells, figures) = match &mask.step {
            // Groups without noise are seen by nobody: both steps are done at once.
            _ if private.is_some_and(|(first, last)| (first..last).contains(&at)) => {
                (0, Vec::new())
            }
            Step::Sample { amount, design } => {
                let design = draw::Drawing { mask, amount, design, number };
                masked = draw::sample(setting, masked, design)?;
                (0, Vec::new())
            }
            Step::Delete => (delete(mask, &mut masked), Vec::new()),
            Step::Synthesize(step) => {
                perturb::synthesize(setting, mask, step, number, &mut masked)?
            }
            Step::Noise(_)
            | Step::Swap(_)
            | Step::Shuffle { .. }
            | Step::Pram(_)
            | Step::Microaggregate(_) => perturb::perturb(setting, mask, number, &mut masked)?,
            Step::Recode { .. }
            | Step::TopCode { .. }
            | Step::BottomCode { .. }
            | Step::Round { .. } => (change::change(setting, mask, &mut masked)?, Vec::new()),
        };
        masked.trail.steps.push(StepReport {
            method: mask.method().name().to_owned(),
            attributes: mask.attributes.iter().map(|name| name.value.clone()).collect(),
            cells_changed: cells,
            records: masked.table.rows as u64,
            figures,
        });
        masked.trail.risks.push(average_risk(setting, &masked.table));
    }
    if private.is_some() {
        masked.trail.risks.clear();
    }
    forget(setting, &mut masked.table);
    Ok(masked)
}

/// Classes over the quasi-identifiers as a share of the records.
fn average_risk(setting: Setting<'_>, table: &Table) -> f64 {
    let keys = setting.policy.with_role(Role::QuasiIdentifier);
    let columns: Vec<KeyColumn<'_>> = keys
        .filter_map(|attribute| match &table.columns[place(table, &attribute.name)] {
            Column::Coded { codes, dictionary, .. } => {
                Some(KeyColumn { codes, values: dictionary.len() })
            }
            _ => None,
        })
        .collect();
    let classes = Tally::count(&columns, table.rows).len();
    if table.rows == 0 { 0.0 } else { classes as f64 / table.rows as f64 }
}

/// The place of a column that exists: names were compared with the data before it was read.
fn place(table: &Table, name: &str) -> usize {
    let place = table.names.iter().position(|other| other == name);
    place.expect("the columns of all steps were found before the data were read")
}

/// A column that a step looks at.
fn coded<'a>(table: &'a Table, name: &str) -> KeyColumn<'a> {
    match &table.columns[place(table, name)] {
        Column::Coded { codes, dictionary, .. } => KeyColumn { codes, values: dictionary.len() },
        _ => unreachable!("what a step looks at is read as codes"),
    }
}

/// Removes whole attributes; how many cells that were.
fn delete(mask: &Mask, masked: &mut Masked) -> u64 {
    let mut cells = 0;
    for name in &mask.attributes {
        let at = place(&masked.table, name);
        masked.table.columns[at] = Column::Skipped;
        cells += masked.table.rows as u64;
        masked.trail.findings.push(cells_changed(mask, name, masked.table.rows as u64));
    }
    cells
}

/// What steps had to look at and nobody will see is not kept.
fn forget(setting: Setting<'_>, table: &mut Table) {
    let looked_at = setting.policy.masks.iter().flat_map(Mask::looks_at);
    for name in looked_at {
        let at = place(table, name);
        if !setting.wanted[at] {
            table.columns[at] = Column::Skipped;
        }
    }
}

fn cells_changed(mask: &Mask, name: &str, cells: u64) -> Finding {
    Finding {
        attribute: None,
        name: format!("cells changed by {} of {name}", mask.method()),
        concern: Concern::Utility,
        before: Some(0.0),
        after: Some(cells as f64),
    }
}

/// The line of the data in which a value comes first.
fn line_of(table: &Table, at: usize, value: Code) -> Option<u64> {
    let Column::Coded { codes, .. } = &table.columns[at] else { return None };
    codes.iter().position(|code| code == value).map(|row| table.line_of(row))
}
