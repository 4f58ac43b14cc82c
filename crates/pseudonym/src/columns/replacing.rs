//! A file whose identifiers are replaced by pseudonyms, or brought back: a kind of release in which
//! every other cell stays what it was.

use super::{Pseudonyms, Scheme};
use ridotto_catalogue::similar;
use ridotto_core::Kind;
use ridotto_io::{Column, SourceOptions, Table, Want};
use ridotto_policy::Policy;
use ridotto_release::Error;
use ridotto_release::verify;
use ridotto_release::{
    Domain, Facts, Opened, Order, Output, Rows, Run, Siblings, Verdict, Written,
};
use ridotto_report::{Figures, ReplacedReport, Report};
use ridotto_table::{OutColumn, Source};
use ridotto_verify::OutputColumn;
use ridotto_verify::{Expected, Verified};
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

/// Identifiers are replaced.
#[derive(Debug)]
pub(super) struct Replacing;

/// What is replaced, and by whom.
#[derive(Debug)]
pub(super) struct Plan {
    /// The columns and their schemes.
    pub schemes: Vec<(String, Scheme)>,
    /// Where files that schemes name are.
    pub folder: PathBuf,
    /// Columns that are left out.
    pub dropped: Vec<String>,
    /// What is read of each column.
    pub wants: Vec<Want>,
    /// Who knows what stands for what.
    pub way: Box<dyn Replace>,
    /// In which order the records are written.
    pub order: Order,
    /// Files that are read beside the data.
    pub others: Vec<PathBuf>,
}

/// Somebody who knows what stands for what: there, or back.
pub(super) trait Replace: Debug + Send + Sync {
    /// What the values of the columns become, what is told of each, and what a reader must know.
    fn replace(&self, plan: &Plan, table: &Table, run: &Run<'_>) -> Result<Replacements, Error>;
}

/// A table, and what stands for the values of some of its columns.
#[derive(Debug)]
pub(super) struct Data {
    table: Table,
    replaced: Replacements,
}

/// What stands for values.
#[derive(Debug)]
pub(super) struct Replacements {
    pub made: Pseudonyms,
    pub attributes: Vec<ReplacedReport>,
    /// What is said before, and after, what is said of the file.
    pub notes: (Vec<String>, Vec<String>),
}

/// The columns as they leave.
#[derive(Debug)]
pub(super) struct Replaced<'a> {
    columns: Vec<OutputColumn<'a>>,
    rows: usize,
    order: Order,
}

impl Output for Replaced<'_> {
    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| column.name).collect()
    }

    fn columns(&self) -> Vec<OutColumn<'_>> {
        self.columns.iter().map(OutputColumn::to_write).collect()
    }

    fn rows(&self) -> Rows<'_> {
        Rows::All(self.rows)
    }

    fn order(&self) -> Order {
        self.order
    }
}

impl Domain for Replacing {
    const KIND: &'static str = "pseudonyms";
    type Plan = Plan;
    type Data = Data;
    type Decision = ();
    type Output<'a> = Replaced<'a>;
    type Verified = Verified;

    fn bind(policy: &Arc<Policy>, inputs: &Opened, _: &Siblings) -> Result<Plan, Error> {
        super::verb::of_policy(policy, inputs)
    }

    fn facts(plan: &Plan) -> Facts {
        Facts {
            reads: vec![plan.wants.clone()],
            tables: vec!["data".into()],
            others: plan.others.clone(),
            escaped_by: Some("`PseudonymizeOptions::escape_formulas`"),
            ..Facts::default()
        }
    }

    fn prepare(plan: &Plan, tables: Vec<Table>, run: &mut Run<'_>) -> Result<Data, Error> {
        let table = tables.into_iter().next().expect("there is one input");
        run.trail.records = table.rows as u64;
        run.watch.begin("replacing", None);
        let mut replaced = plan.way.replace(plan, &table, run)?;
        run.trail.written = replaced.made.stage()?;
        run.trail.notes.append(&mut replaced.notes.0);
        Ok(Data { table, replaced })
    }

    fn decide(_: &Plan, _: &Data, _: &mut Run<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn outputs<'a>(plan: &'a Plan, data: &'a Data, (): &'a ()) -> Result<Vec<Replaced<'a>>, Error> {
        let table = &data.table;
        let released = (0..table.columns.len())
            .filter(|&at| !matches!(table.columns[at], Column::Skipped))
            .map(|at| match data.replaced.made.of(at) {
                Some(replaced) => replaced.output(table, None),
                None => OutputColumn::same(table, at, None),
            });
        Ok(vec![Replaced { columns: released.collect(), rows: table.rows, order: plan.order }])
    }

    /// Every cell must be what it was, or what stands for it.
    fn verify(
        _: &Plan,
        _: &Data,
        (): &(),
        written: &[Written<'_, Replaced<'_>>],
        run: &mut Run<'_>,
    ) -> Result<Verdict<Verified>, Error> {
        let Written { output, staged, order } = &written[0];
        let expected = Expected {
            columns: &output.columns,
            order,
            hidden: None,
            missing: staged.missing(),
            judged: &[],
            people: None,
            escaped: staged.escapes_formulas(),
        };
        let options =
            SourceOptions { digest: run.digests, threads: run.threads, ..SourceOptions::default() };
        let seen = verify(*staged, &options, &expected, run.watch)?;
        Ok(Verdict { guarantees: Vec::new(), tables: vec![(seen.rows, seen.sha256)], seen })
    }

    fn account(
        plan: &Plan,
        data: &Data,
        (): &(),
        _: &Verdict<Verified>,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        report.notes.extend(notes);
        report.notes.extend(data.replaced.notes.1.iter().cloned());
        report.release = Figures::default()
            .with("attributes", value(&data.replaced.attributes))
            .with("dropped", value(&plan.dropped))
            .into();
    }
}

/// A document as a value.
fn value(document: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(document).expect("our documents have text keys and finite numbers")
}

/// What is read of each column: those that are replaced as codes, others as they are.
pub(super) fn wants(
    source: &dyn Source,
    replaced: &[&str],
    dropped: &dyn Fn(&str) -> bool,
) -> Result<Vec<Want>, Error> {
    source.expect(replaced.iter().copied())?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if let Some(lacking) = replaced.iter().find(|name| !names.contains(name)) {
        return Err(Error::Usage {
            message: format!("{}: there is no column `{lacking}`", source.name().display()),
            hint: similar(lacking, &names),
        });
    }
    let want = |name: &&str| {
        if replaced.contains(name) {
            Want::Code { kind: Some(Kind::Text) }
        } else if dropped(name) {
            Want::Skip
        } else {
            Want::Carry
        }
    };
    Ok(names.iter().map(want).collect())
}

/// The place of a column that is there.
pub(super) fn place(table: &Table, name: &str) -> usize {
    let place = table.names.iter().position(|other| other == name);
    place.expect("it was found when the file was read")
}

/// How many different values a column has.
pub(super) fn values(table: &Table, at: usize) -> u64 {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary.texts().len() as u64,
        _ => 0,
    }
}
