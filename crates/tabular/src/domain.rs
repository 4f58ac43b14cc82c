//! Tables on the pipeline.

use crate::account::{figures, guarantees, of_private};
use crate::drawn::drawn;
use crate::given::{self, Given};
use crate::guess::Left;
use crate::intervals::intervals;
use crate::jj::jj;
use crate::lines::{Lined, lines};
use crate::neighbours::merge;
use crate::nodes::Nodes;
use crate::plan::{Plan, bounds};
use crate::private::{self, Counted, Noisy};
use crate::protect::{Data, Decision, Source, decide};
use crate::published;
use crate::records::{Measure, Records, Unit};
use crate::regrouped::regrouped;
use crate::space::Space;
use crate::told_apart::told_apart;
use crate::verify::{Found, verify};
use ridotto_core::hierarchy::Builder;
use ridotto_policy::{Policy, Problem};
use ridotto_release::hierarchy::builder;
use ridotto_release::{Domain, Error, Facts, Opened, Run, Siblings, Verdict, Written, silence};
use ridotto_report::Report;
use ridotto_report::page::Page;
use ridotto_table::{Column, Table};
use std::sync::Arc;

/// What tables are made of.
#[derive(Debug)]
pub enum Held {
    /// Records or cells, which are judged.
    Judged(Data),
    /// Counts that only noise is told of.
    Private(Counted),
}

/// What was decided.
#[derive(Debug)]
pub enum Settled {
    /// Which cells are shown, and as what.
    Judged(Box<Decision>),
    /// Counts with noise.
    Private(Noisy),
}

/// A private table that was decided otherwise, or the other way round.
const MIXED: &str = "what was decided is of the same kind as what was prepared";

impl Held {
    /// What is judged; an error of a policy whose table is private, where nothing may be judged.
    pub fn judged(self, plan: &Plan) -> Result<Data, Error> {
        judged_alone(plan)?;
        match self {
            Self::Judged(data) => Ok(data),
            Self::Private(_) => unreachable!("{MIXED}"),
        }
    }
}

/// An error of a policy whose table is private.
pub fn judged_alone(plan: &Plan) -> Result<(), Error> {
    if !plan.is_private() {
        return Ok(());
    }
    let problem = Problem::error("bind::private", "no cell of a private table is hidden")
        .at(plan.policy.protection.method.key(), "adds noise to every cell")
        .with_help("what it tells is bounded by epsilon; there is nothing to attack");
    Err(plan.policy.error([problem]).into())
}

/// Records of people, or of firms, released as tables.
#[derive(Debug)]
pub struct Tables;

impl Domain for Tables {
    const KIND: &'static str = "table";
    type Plan = Plan;
    type Data = Held;
    type Decision = Settled;
    type Output<'a> = Lined;
    type Verified = Found;

    fn bind(policy: &Arc<Policy>, inputs: &Opened, _: &Siblings) -> Result<Plan, Error> {
        let plan = Plan::bind(policy, inputs)?;
        private::refuse(&plan, inputs)?;
        Ok(plan)
    }

    fn facts(plan: &Plan) -> Facts {
        Facts {
            reads: vec![plan.wants.clone()],
            tables: vec!["data".into()],
            has_intervals: !plan.is_private(),
            is_silent: plan.is_private(),
            others: published::paths(plan),
            unsaved: Some((
                "a table has no decision to save".into(),
                "leave out `recoding`: the policy says all of it".into(),
            )),
            ..Facts::default()
        }
    }

    fn prepare(plan: &Plan, tables: Vec<Table>, run: &mut Run<'_>) -> Result<Held, Error> {
        if plan.is_private() {
            let table = tables.into_iter().next().expect("tables have one input");
            run.trail.records = table.rows as u64;
            return Counted::new(plan, &table).map(Held::Private);
        }
        let data = prepared(plan, tables, run)?;
        merge(plan, data, run).map(Held::Judged)
    }

    fn decide(plan: &Plan, data: &Held, run: &mut Run<'_>) -> Result<Settled, Error> {
        match data {
            Held::Judged(data) => decide(plan, data, run).map(Box::new).map(Settled::Judged),
            Held::Private(data) => Noisy::decide(plan, data, run).map(Settled::Private),
        }
    }

    fn outputs<'a>(
        plan: &'a Plan,
        data: &'a Held,
        decision: &'a Settled,
    ) -> Result<Vec<Lined>, Error> {
        Ok(vec![match (data, decision) {
            (Held::Judged(data), Settled::Judged(decision)) => lines(plan, data, decision),
            (Held::Private(data), Settled::Private(noisy)) => noisy.lines(plan, data),
            _ => unreachable!("{MIXED}"),
        }])
    }

    fn verify(
        plan: &Plan,
        data: &Held,
        decision: &Settled,
        written: &[Written<'_, Lined>],
        run: &mut Run<'_>,
    ) -> Result<Verdict<Found>, Error> {
        let found = match (data, decision) {
            (Held::Judged(data), Settled::Judged(decision)) => {
                verify(plan, data, decision, &written[0], run)?
            }
            (Held::Private(data), Settled::Private(noisy)) => {
                noisy.verify(plan, data, &written[0], run)?
            }
            _ => unreachable!("{MIXED}"),
        };
        let guarantees = match data {
            Held::Judged(_) => guarantees(plan, &found.attained),
            Held::Private(_) => vec![of_private(plan)],
        };
        Ok(Verdict { guarantees, tables: vec![found.file], seen: found })
    }

    fn intervals(
        plan: &Plan,
        data: &Held,
        decision: &Settled,
        run: &Run<'_>,
    ) -> Result<Option<String>, Error> {
        let (Held::Judged(data), Settled::Judged(decision)) = (data, decision) else {
            return Ok(None);
        };
        if run.intervals_end.as_deref() == Some("jj") {
            return Ok(Some(jj(plan, data, decision)));
        }
        intervals(plan, data, decision, run).map(Some)
    }

    fn illustrate(plan: &Plan, data: &Held, decision: &Settled, run: &Run<'_>, page: &mut Page) {
        if let (Held::Judged(data), Settled::Judged(decision)) = (data, decision) {
            page.tables = Some(drawn(plan, data, decision, run));
        }
    }

    fn illustrate_silent(plan: &Plan, data: &Held, decision: &Settled, page: &mut Page) {
        if let (Held::Private(data), Settled::Private(noisy)) = (data, decision) {
            page.tables = Some(noisy.drawing(plan, data));
        }
    }

    fn account(
        plan: &Plan,
        data: &Held,
        decision: &Settled,
        verdict: &Verdict<Found>,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        let decision = match (data, decision) {
            (_, Settled::Judged(decision)) => decision,
            (Held::Private(data), Settled::Private(noisy)) => {
                report.release = noisy.figures(plan, data).into();
                report.notes = vec![silence::NOTE.to_owned()];
                report.notes.extend(notes);
                return;
            }
            _ => unreachable!("{MIXED}"),
        };
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
    let span = source.and_then(|source| source.span);
    Ok(told_apart(plan, name, (dictionary, hierarchy.as_ref()), span))
}
