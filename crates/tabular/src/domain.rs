//! Tables on the pipeline.

use crate::account::{figures, guarantees};
use crate::drawn::drawn;
use crate::given::{self, Given};
use crate::guess::Left;
use crate::intervals::intervals;
use crate::jj::jj;
use crate::lines::{Lined, lines};
use crate::neighbours::merge;
use crate::nodes::Nodes;
use crate::plan::{Plan, bounds};
use crate::protect::{Data, Decision, Source, decide};
use crate::published;
use crate::records::{Measure, Records, Unit};
use crate::regrouped::regrouped;
use crate::space::Space;
use crate::verify::{Found, verify};
use ridotto_core::hierarchy::Builder;
use ridotto_policy::{Policy, Problem};
use ridotto_release::hierarchy::builder;
use ridotto_release::{Domain, Error, Facts, Opened, Run, Siblings, Verdict, Written};
use ridotto_report::Report;
use ridotto_report::page::Page;
use ridotto_table::{Column, Table};
use std::sync::Arc;

/// Records of people, or of firms, released as tables.
#[derive(Debug)]
pub struct Tables;

impl Domain for Tables {
    const KIND: &'static str = "table";
    type Plan = Plan;
    type Data = Data;
    type Decision = Decision;
    type Output<'a> = Lined;
    type Verified = Found;

    fn bind(policy: &Arc<Policy>, inputs: &Opened, _: &Siblings) -> Result<Plan, Error> {
        Plan::bind(policy, inputs)
    }

    fn facts(plan: &Plan) -> Facts {
        Facts {
            reads: vec![plan.wants.clone()],
            tables: vec!["data".into()],
            has_intervals: true,
            others: published::paths(plan),
            unsaved: Some((
                "a table has no decision to save".into(),
                "leave out `recoding`: the policy says all of it".into(),
            )),
            ..Facts::default()
        }
    }

    fn prepare(plan: &Plan, tables: Vec<Table>, run: &mut Run<'_>) -> Result<Data, Error> {
        let data = prepared(plan, tables, run)?;
        merge(plan, data, run)
    }

    fn decide(plan: &Plan, data: &Data, run: &mut Run<'_>) -> Result<Decision, Error> {
        decide(plan, data, run)
    }

    fn outputs<'a>(
        plan: &'a Plan,
        data: &'a Data,
        decision: &'a Decision,
    ) -> Result<Vec<Lined>, Error> {
        Ok(vec![lines(plan, data, decision)])
    }

    fn verify(
        plan: &Plan,
        data: &Data,
        decision: &Decision,
        written: &[Written<'_, Lined>],
        run: &mut Run<'_>,
    ) -> Result<Verdict<Found>, Error> {
        let found = verify(plan, data, decision, &written[0], run)?;
        let guarantees = guarantees(plan, &found.attained);
        Ok(Verdict { guarantees, tables: vec![found.file], seen: found })
    }

    fn intervals(
        plan: &Plan,
        data: &Data,
        decision: &Decision,
        run: &Run<'_>,
    ) -> Result<Option<String>, Error> {
        if run.intervals_end.as_deref() == Some("jj") {
            return Ok(Some(jj(plan, data, decision)));
        }
        intervals(plan, data, decision, run).map(Some)
    }

    fn illustrate(plan: &Plan, data: &Data, decision: &Decision, run: &Run<'_>, page: &mut Page) {
        page.tables = Some(drawn(plan, data, decision, run));
    }

    fn account(
        plan: &Plan,
        _: &Data,
        decision: &Decision,
        verdict: &Verdict<Found>,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        report.notes.extend(notes);
        report.notes.extend(decision.outcome.notes.iter().cloned());
        let Found { hidden, not_safe, left, .. } = &verdict.seen;
        let mut figures = figures(decision, plan, hidden, *not_safe);
        if let Some(Left { guessed, lost }) = *left {
            figures = figures.with("guessed", guessed).with("lost", lost);
        }
        report.release = figures.into();
    }
}

/// Records and where they belong, before a method is asked whether it merges values.
pub fn prepared(plan: &Plan, tables: Vec<Table>, run: &mut Run<'_>) -> Result<Data, Error> {
    let mut table = tables.into_iter().next().expect("tables have one input");
    run.trail.records = table.rows as u64;
    let mut problems = Vec::new();
    let mut nodes = Vec::new();
    for (name, at) in &plan.dimensions {
        let found = match compiled(plan, &table, name, *at)? {
            Ok(of) => regrouped(plan, plan.policy.attribute(name), &mut table.columns[*at], of)?,
            Err(problem) => Err(problem),
        };
        match found {
            Ok(of) => nodes.push(of),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(plan.policy.error(problems).into());
    }
    let fault = |problem: Problem| Error::from(plan.policy.error([problem]));
    let space = Space::new(nodes).ok_or_else(|| {
        fault(
            Problem::error("bind::too-many", "the tables have too many dimensions")
                .with_help("leave some out: so many cells cannot be numbered"),
        )
    })?;
    let (source, units) = source(plan, &table, &space).map_err(fault)?;
    match unbounded(plan, &units) {
        Some(problem) => Err(fault(problem)),
        None => Ok(Data { table, source, units, space }),
    }
}

/// What tables are made of, and in what their sums are counted.
fn source(plan: &Plan, table: &Table, space: &Space) -> Result<(Source, Vec<Unit>), Problem> {
    if plan.has_cells {
        let given = Given::new(plan, table, space)?;
        let unit = |&(places, is_signed): &(u32, bool)| Unit { places, is_signed };
        let units = given.units.iter().map(unit).collect();
        return Ok((Source::Cells(given), units));
    }
    let records = Records::new(plan, table)?;
    let unit = |of: &Measure| Unit { places: of.places, is_signed: of.is_signed };
    let units = records.measures.iter().map(unit).collect();
    Ok((Source::Records(records), units))
}

/// Where values can be negative, nothing is known of a cell but what `bounds` say.
fn unbounded(plan: &Plan, units: &[Unit]) -> Option<Problem> {
    let is_signed = |measure: usize| units[measure].is_signed;
    let table = plan.tables.iter().position(|table| is_signed(table.measure))?;
    if bounds(&plan.policy).is_some() {
        return None;
    }
    let response = plan.policy.tables[table].response.as_ref()?;
    Some(
        Problem::error("bind::negative", format!("`{response}` has negative values"))
            .at(response.span, "between which ends does everybody know a cell to lie?")
            .with_help("say it in `[release]`, as shares of the value: `bounds = [0.0, 2.0]`"),
    )
}

/// The nodes of a dimension, by its hierarchy if it has one.
fn compiled(
    plan: &Plan,
    table: &Table,
    name: &str,
    at: usize,
) -> Result<Result<Nodes, Problem>, Error> {
    let Column::Coded { codes, dictionary, .. } = &table.columns[at] else {
        unreachable!("dimensions are read as codes");
    };
    let total = &plan.policy.release.total;
    if plan.has_cells {
        let source = plan.policy.attribute(name).and_then(|of| of.hierarchy.as_ref());
        let source = source.map(|source| (&source.value, source.span));
        return given::nodes(plan, (codes, dictionary), name, source);
    }
    let source = plan.policy.attribute(name).and_then(|of| of.hierarchy.as_ref());
    let hierarchy = match source {
        None => None,
        Some(source) => {
            let built: Builder = builder(&source.value, &plan.folder)?;
            let is_missing = |text: &str| plan.missing.iter().any(|missing| missing == text);
            let counts = codes.histogram(dictionary.len());
            match built.compile(name, dictionary, &counts, &is_missing) {
                Ok(hierarchy) => Some(hierarchy),
                Err(error) => {
                    return Ok(Err(Problem::error("bind::hierarchy", error.to_string())
                        .at(source.span, "this hierarchy")
                        .with_help(error.hint())));
                }
            }
        }
    };
    let is_taken = |text: &str| text == total.as_str();
    if dictionary.texts().iter().any(is_taken) {
        let message = format!("a value of `{name}` is called as totals are");
        return Ok(Err(Problem::error("bind::total", message)
            .at(total.span, "also a value of the data")
            .with_help("call totals otherwise: `total = \"All\"` in `[release]`")));
    }
    Ok(Nodes::new(dictionary, hierarchy.as_ref(), total).map_err(|_| {
        let message = format!("two groups, or a group and a value, of `{name}` are called alike");
        Problem::error("bind::label", message)
            .at(source.and_then(|source| source.span), "this hierarchy")
            .with_help("the lines of a table are told apart by what they are called: rename one, or the total")
    }))
}
