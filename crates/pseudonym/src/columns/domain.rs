//! The replacing of identifiers as a kind of release.

use super::replacing::{Plan, Replacements, Replacing};
use super::verb::of_policy;
use ridotto_io::{Column, SourceOptions, Table};
use ridotto_policy::Policy;
use ridotto_release::{
    Domain, Error, Facts, Opened, Order, Output, Rows, Run, Siblings, Verdict, Written, verify,
};
use ridotto_report::{Figures, Report};
use ridotto_table::OutColumn;
use ridotto_verify::{Expected, OutputColumn, Verified};
use std::sync::Arc;

/// A table, and what stands for the values of some of its columns.
#[derive(Debug)]
pub(super) struct Data {
    table: Table,
    replaced: Replacements,
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
        of_policy(policy, inputs)
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
