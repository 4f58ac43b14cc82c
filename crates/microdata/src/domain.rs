//! Microdata as a kind of data that can be released: one record for each person, or several.

use crate::account::guarantees;
use crate::bind::{Method, Plan};
use crate::data::Data;
use crate::decision::Found;
use crate::private::by_construction;
use crate::save;
use crate::steps;
use ridotto_core::CodeColumn;
use ridotto_io::{SourceOptions, Table};
use ridotto_micro::algorithm::Algorithm;
use ridotto_policy::Policy;
use ridotto_release::Error;
use ridotto_release::{
    Domain, Facts, Opened, Order, Output, Rows, Run, Siblings, Verdict, Written, verify,
};
use ridotto_report::Report;
use ridotto_report::page::Page;
use ridotto_table::OutColumn;
use ridotto_verify::{Expected, OutputColumn, Verified};
use std::sync::Arc;

/// Records of people.
#[derive(Debug)]
pub struct Microdata;

/// The records as they leave.
#[derive(Debug)]
pub struct Records<'a> {
    /// The columns, and what may stand in them.
    columns: Vec<OutputColumn<'a>>,
    rows: Rows<'a>,
}

impl Output for Records<'_> {
    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| column.name).collect()
    }

    fn columns(&self) -> Vec<OutColumn<'_>> {
        self.columns.iter().map(OutputColumn::to_write).collect()
    }

    fn rows(&self) -> Rows<'_> {
        self.rows
    }

    /// A record's place must tell nothing.
    fn order(&self) -> Order {
        Order::Shuffled
    }
}

impl Domain for Microdata {
    const KIND: &'static str = "microdata";
    type Plan = Plan;
    type Data = Data;
    type Decision = Found;
    type Output<'a> = Records<'a>;
    type Verified = Verified;

    fn bind(policy: &Arc<Policy>, inputs: &Opened, siblings: &Siblings) -> Result<Plan, Error> {
        Plan::bind(policy, inputs, siblings)
    }

    fn facts(plan: &Plan) -> Facts {
        let files = if plan.saved.is_some() { Vec::new() } else { steps::files(&plan.steps) };
        Facts {
            reads: vec![plan.wants.clone()],
            tables: vec!["data".into()],
            files,
            continued: plan.steps.steps.iter().flat_map(|step| step.continues()).collect(),
            others: plan.others.clone(),
            is_silent: plan.private.is_some() || plan.policy.private_file().is_some(),
            unsaved: unsaved(plan),
            has_intervals: false,
            escaped_by: None,
        }
    }

    fn prepare(plan: &Plan, tables: Vec<Table>, run: &mut Run<'_>) -> Result<Data, Error> {
        let table = tables.into_iter().next().expect("microdata have one input");
        prepare(plan, table, run)
    }

    fn decide(plan: &Plan, data: &Data, run: &mut Run<'_>) -> Result<Found, Error> {
        let mut found = match (&data.settled, &data.restored, &plan.saved) {
            (Some(levels), ..) => data.at_levels(levels)?,
            (_, Some(restored), Some(saved)) => data.decide_again((restored, saved), run)?,
            _ => {
                let classes = data.class_table();
                run.seconds.count = run.lap();
                let found = match data.method {
                    Method::Best => data.find_best(&classes, run)?,
                    method => data.by(method).find(&classes, run)?,
                };
                let mut found = Found { sizes: classes.keys().counts().to_vec(), ..found };
                if matches!(data.method, Method::ByValue(of) if of != Algorithm::None) {
                    found.beside.by_record = data.by_record(&found, run.watch);
                }
                found
            }
        };
        if let Some(weight) = &data.weight {
            found.decision.scale = weight.factor(&data.table, found.decision.rows())?;
        }
        Ok(found)
    }

    fn outputs<'a>(
        _: &'a Plan,
        data: &'a Data,
        found: &'a Found,
    ) -> Result<Vec<Records<'a>>, Error> {
        let columns = data.output_columns(&found.decision);
        Ok(vec![Records { columns, rows: found.decision.rows() }])
    }

    fn verify(
        _: &Plan,
        data: &Data,
        found: &Found,
        written: &[Written<'_, Records<'_>>],
        run: &mut Run<'_>,
    ) -> Result<Verdict<Verified>, Error> {
        let Written { output, staged, order } = &written[0];
        let judged: Vec<CodeColumn<'_>> =
            data.judged.iter().map(|judged| judged.column(&data.table)).collect();
        let expected = Expected {
            columns: &output.columns,
            order,
            hidden: found.decision.hidden(),
            missing: staged.missing(),
            judged: &judged,
            people: data.everybody(&found.decision, staged.escapes_formulas()),
            escaped: staged.escapes_formulas(),
        };
        let options =
            SourceOptions { digest: run.digests, threads: run.threads, ..SourceOptions::default() };
        let seen = verify(*staged, &options, &expected, run.watch)?;
        let guarantees = match &data.private {
            Some(private) => {
                let seen = data.seen(&seen);
                let promised = by_construction(private, Some(&run.trail.privacy));
                std::iter::once(promised).chain(seen).collect()
            }
            None => guarantees(data, found.decision.method, &seen),
        };
        Ok(Verdict { guarantees, tables: vec![(seen.rows, seen.sha256)], seen })
    }

    fn account(
        plan: &Plan,
        data: &Data,
        found: &Found,
        verdict: &Verdict<Verified>,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        match (&data.private, &data.restored) {
            (Some(private), _) => {
                data.account_privately(private, &plan.siblings, &verdict.seen, report);
            }
            (_, Some(restored)) => {
                data.account_again(restored, found, &plan.siblings, &verdict.seen, notes, report);
            }
            _ => data.account(found, &plan.siblings, &verdict.seen, notes, report),
        }
    }

    fn illustrate(_: &Plan, data: &Data, found: &Found, run: &Run<'_>, page: &mut Page) {
        if data.restored.is_none() {
            data.illustrate(found, &run.trail.course, page);
        }
    }

    fn save(plan: &Plan, data: &Data, found: &Found) -> Option<String> {
        let saved = save::saved(plan, data, &found.decision.shown);
        saved.as_ref().map(ridotto_report::to_json)
    }
}

/// Prepares a table that was read: for a search, for a private release, or for a saved decision.
pub fn prepare(plan: &Plan, mut table: Table, run: &mut Run<'_>) -> Result<Data, Error> {
    if let Some(saved) = &plan.saved {
        return Data::restore(plan, saved, table, run);
    }
    if let Some(persons) = &plan.persons {
        persons.cut(&mut table, run);
    }
    let mut data = Data::prepare(plan, table, run)?;
    if let Some(private) = plan.private.filter(|_| !run.is_preview) {
        data.make_private(&private, &mut run.trail.privacy)?;
    }
    run.trail.lints.clone_from(&data.lints);
    Ok(data)
}

/// Why a decision cannot be saved, if it cannot.
fn unsaved(plan: &Plan) -> Option<(String, String)> {
    let saves = match plan.method {
        Method::Best => plan.portfolio.saves(),
        method => method.saves(),
    };
    if !saves {
        return Some((
            "`local-suppression` has no recoding to save: which cells it hides makes sense for \
             these records alone"
                .into(),
            "leave out `recoding`, or use `local-recoding` or `mondrian`".into(),
        ));
    }
    plan.policy.data.population.as_ref().map(|_| {
        (
            "a decision that counted the population cannot be saved: it says nothing about other \
             data, whose people may be others"
                .into(),
            "leave out `recoding`, and anonymise the other data with their population".into(),
        )
    })
}
