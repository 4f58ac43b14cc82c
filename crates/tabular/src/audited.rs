//! `table audit`: what anybody's table tells of the cells that it hides.

use crate::{Examination, Tables, batch_of_labels, examine, examine_alone, examine_jj};
use ridotto_argus::jj::Jj;
use ridotto_core::Watch;
use ridotto_io::whole_text;
use ridotto_policy::{Kind, Policy, Problem};
use ridotto_release::{Bound, Domain, Error, Inputs, Run, RunOptions, Siblings, stage_owners_file};
use ridotto_report::{ByLines, TableAuditReport, UnsafeBy};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a table is audited.
#[derive(Clone, Debug, Default)]
pub struct TableAuditOptions {
    /// Its dimensions and rules; a JJ file needs none.
    pub policy: Option<Policy>,
    /// The data of which it was made; the policy's when `None`.
    pub input: Option<PathBuf>,
    /// Where the intervals of hidden cells go, for the owner alone.
    pub intervals: Option<PathBuf>,
    /// Whether files that exist are replaced.
    pub force: bool,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// Attacks a file: of our form, as τ-Argus writes tables, or JJ.
pub fn audit_table(
    file: &Path,
    options: &TableAuditOptions,
    watch: &dyn Watch,
) -> Result<TableAuditReport, Error> {
    let is_jj = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("jj"));
    if is_jj {
        if options.intervals.is_some() {
            return Err(Error::Usage {
                message: "a JJ file has no labels by which intervals could be told".into(),
                hint: "leave out `TableAuditOptions::intervals`".into(),
            });
        }
        let table = Jj::read(&whole_text(file)?).map_err(|fault| Error::of_fault(file, fault))?;
        return Ok(reported(&examine_jj(&table, file, watch)?));
    }
    let policy = options.policy.as_ref().ok_or_else(|| Error::Usage {
        message: "an audit needs a policy".into(),
        hint: "name the one that has the table's dimensions and rules: `TableAuditOptions::policy`"
            .into(),
    })?;
    if *policy.kind != Kind::Table {
        let problem = Problem::error("bind::kind", "the policy asks for no table")
            .at(policy.kind.span, "another kind of data")
            .with_help("say `kind = \"table\"` at its top");
        return Err(policy.error([problem]).into());
    }
    if options.input.is_none() && policy.data.input.is_none() {
        return without_data(file, policy, options, watch);
    }
    let inputs = options.input.as_ref().map_or_else(Inputs::of_policy, Inputs::file);
    let staged = options.intervals.as_ref().map(|target| {
        let input = inputs.path(policy);
        let read: Vec<&Path> = [file].into_iter().chain(input.as_deref()).collect();
        stage_owners_file(target, &[], &read, Some(policy), options.force)
    });
    let staged = staged.transpose()?;
    let opened = Inputs { threads: options.threads, digests: false, ..inputs }.open(policy)?;
    let bound = Bound::<Tables>::new(Arc::new(policy.clone()), opened, &Siblings::default())?;
    let mut run = Run::new(watch, options.threads, RunOptions::default());
    let tables = bound.read(watch)?;
    let data = Tables::prepare(&bound.plan, tables, &mut run)?;
    let found = examine(&bound.plan, &data, file, staged.is_some(), &run)?;
    if let (Some(staged), Some(intervals)) = (staged, &found.intervals) {
        staged.publish(intervals)?;
    }
    Ok(reported(&found))
}

/// The audit of a file of which nobody has the data: only what is certain is found.
fn without_data(
    file: &Path,
    policy: &Policy,
    options: &TableAuditOptions,
    watch: &dyn Watch,
) -> Result<TableAuditReport, Error> {
    if options.intervals.is_some() {
        return Err(Error::Usage {
            message: "there are no intervals without the data".into(),
            hint: "name the data: `TableAuditOptions::input`".into(),
        });
    }
    let batch = batch_of_labels(policy, file)?;
    let opened = Inputs { threads: options.threads, ..Inputs::batches([batch]) }.open(policy)?;
    let bound = Bound::<Tables>::new(Arc::new(policy.clone()), opened, &Siblings::default())?;
    let mut run = Run::new(watch, options.threads, RunOptions::default());
    let tables = bound.read(watch)?;
    let data = Tables::prepare(&bound.plan, tables, &mut run)?;
    let found = examine_alone(&bound.plan, &data, file, &run)?;
    Ok(TableAuditReport {
        not_safe: None,
        unsafe_by: None,
        largest_violation: None,
        by_lines: None,
        ..reported(&found)
    })
}

/// What was found, under the names of the document.
fn reported(found: &Examination) -> TableAuditReport {
    let by = found.by;
    TableAuditReport {
        cells: found.cells,
        suppressed: found.suppressed,
        exact: found.exact,
        not_safe: Some(found.not_safe()),
        unsafe_by: Some(UnsafeBy {
            outsider: by.outsider,
            respondent: by.respondent,
            coalition: by.coalition,
        }),
        largest_violation: Some(found.largest_violation),
        by_lines: found.by_lines.map(|(known, looked_at)| ByLines { known, looked_at }),
    }
}
