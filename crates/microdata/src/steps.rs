//! The masking steps of a plan, done to its table.

use crate::bind::Plan;
use ridotto_core::CodeColumn;
use ridotto_core::class::Tally;
use ridotto_io::{Column, Table};
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_release::{FileTarget, Run, Steps};

/// A step of a plan: its method, its attributes, and whether it draws random numbers.
pub(crate) type Planned = (&'static str, Vec<String>, bool);

/// Does the steps; where nothing may be drawn, those that draw are left out.
pub(crate) fn run(plan: &Plan, table: &mut Table, run: &mut Run<'_>) -> Result<(), Error> {
    let risk = |table: &Table| average_risk(&plan.policy, table);
    plan.steps.run(table, &risk, run)
}

/// The steps as a plan tells them.
pub(crate) fn planned(steps: &Steps) -> Vec<Planned> {
    let reported = steps.steps.iter().filter(|step| step.is_reported());
    reported.map(|step| (step.method(), step.attributes(), step.draws())).collect()
}

/// The files that steps publish.
pub(crate) fn files(steps: &Steps) -> Vec<FileTarget> {
    steps.steps.iter().filter_map(|step| step.publishes()).collect()
}

/// Classes over the quasi-identifiers as a share of the records.
fn average_risk(policy: &Policy, table: &Table) -> f64 {
    let place = |name: &str| table.names.iter().position(|other| other == name);
    let columns: Vec<CodeColumn<'_>> = policy
        .with_role(Role::QuasiIdentifier)
        .filter_map(|attribute| match &table.columns[place(&attribute.name)?] {
            Column::Coded { codes, dictionary, .. } => {
                Some(CodeColumn { codes, values: dictionary.len() })
            }
            _ => None,
        })
        .collect();
    let classes = Tally::count(&columns, table.rows).len();
    if table.rows == 0 { 0.0 } else { classes as f64 / table.rows as f64 }
}
