//! Tables on the pipeline.

use crate::cube::Cube;
use crate::nodes::Nodes;
use crate::plan::Plan;
use crate::recount::{Lines, recount};
use crate::rule::MINIMUM_FREQUENCY;
use arrow_array::{ArrayRef, Int64Array, StringArray};
use ridotto_core::count::{counted, grouped, records};
use ridotto_core::hierarchy::Builder;
use ridotto_core::{CodeColumn, Hierarchy};
use ridotto_policy::{Policy, Problem};
use ridotto_release::hierarchy::builder;
use ridotto_release::{
    Domain, Error, Facts, Opened, Order, Output, Rows, Run, Siblings, Unmet, Verdict, Written,
};
use ridotto_report::{Figures, Guarantee, Parameter, Report, Way};
use ridotto_table::{Block, Column, OutColumn, SourceOptions, Table, unescaped};
use std::sync::Arc;

/// Records of people, released as tables of counts.
#[derive(Debug)]
pub struct Tables;

/// Records, and the nodes of each dimension.
#[derive(Debug)]
pub struct Data {
    table: Table,
    nodes: Vec<Nodes>,
}

/// The cells of each table.
#[derive(Debug)]
pub struct Cells(Vec<Cube>);

/// The lines that are written: a column for the table if there are several, the dimensions, `value` and
/// `status`.
#[derive(Debug)]
pub struct Lined {
    names: Vec<String>,
    columns: Vec<[ArrayRef; 1]>,
    rows: usize,
}

impl Output for Lined {
    fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    fn columns(&self) -> Vec<OutColumn<'_>> {
        self.columns.iter().map(|column| OutColumn::Carried(column)).collect()
    }

    fn rows(&self) -> Rows<'_> {
        Rows::All(self.rows)
    }

    /// The order of cells follows from their labels and says nothing about anybody.
    fn order(&self) -> Order {
        Order::AsGiven
    }
}

impl Domain for Tables {
    const KIND: &'static str = "table";
    type Plan = Plan;
    type Data = Data;
    type Decision = Cells;
    type Output<'a> = Lined;
    type Verified = Counted;

    fn bind(policy: &Arc<Policy>, inputs: &Opened, _: &Siblings) -> Result<Plan, Error> {
        Plan::bind(policy, inputs)
    }

    fn facts(plan: &Plan) -> Facts {
        Facts {
            reads: vec![plan.wants.clone()],
            tables: vec!["data".into()],
            unsaved: Some((
                "a table of counts has no decision to save".into(),
                "leave out `recoding`: the policy says all of it".into(),
            )),
            ..Facts::default()
        }
    }

    fn prepare(plan: &Plan, tables: Vec<Table>, run: &mut Run<'_>) -> Result<Data, Error> {
        let table = tables.into_iter().next().expect("tables have one input");
        run.trail.records = table.rows as u64;
        let mut problems = Vec::new();
        let mut nodes = Vec::new();
        for (name, at) in &plan.dimensions {
            match compiled(plan, &table, name, *at)? {
                Ok(of) => nodes.push(of),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() {
            Ok(Data { table, nodes })
        } else {
            Err(plan.policy.error(problems).into())
        }
    }

    /// Counts all cells. If one breaks a rule there is no table: nothing is taken out of it.
    fn decide(plan: &Plan, data: &Data, run: &mut Run<'_>) -> Result<Cells, Error> {
        let cube = |(_, dimensions): &(_, Vec<usize>)| {
            let nodes: Vec<&Nodes> = dimensions.iter().map(|&at| &data.nodes[at]).collect();
            Cube::count(&data.columns(plan, dimensions), &nodes, data.table.rows)
        };
        let cubes: Vec<Cube> = plan.tables.iter().map(cube).collect();
        run.seconds.count = run.lap();
        let counts = || cubes.iter().flat_map(Cube::counts);
        let small: Vec<u64> = counts().copied().filter(|&count| count < plan.least).collect();
        match small.iter().min() {
            Some(&least) => Err(unmet(plan, small.len() as u64, counts().count(), least).into()),
            None => Ok(Cells(cubes)),
        }
    }

    fn outputs<'a>(plan: &'a Plan, data: &'a Data, cells: &'a Cells) -> Result<Vec<Lined>, Error> {
        Ok(vec![lines(plan, data, cells)])
    }

    /// Every line must be what a plain count of the records gives, and none may be missing.
    fn verify(
        plan: &Plan,
        data: &Data,
        _: &Cells,
        written: &[Written<'_, Lined>],
        run: &mut Run<'_>,
    ) -> Result<Verdict<Counted>, Error> {
        let Written { output, staged, .. } = &written[0];
        run.watch.begin("verifying", None);
        let mut expected = data.recounted(plan);
        let options =
            SourceOptions { digest: run.digests, threads: run.threads, ..SourceOptions::default() };
        let source = staged.reopen(&options)?;
        let columns: Vec<usize> = (0..output.names.len()).collect();
        let (missing, is_escaped) = (staged.missing(), staged.escapes_formulas());
        let read = |lines: &mut Vec<Line>, block: &Block<'_>| -> Result<(), Error> {
            for row in 0..block.rows() {
                let text = |column: usize| {
                    let text = block.cell(row, column)?;
                    let bytes = text.as_bytes();
                    let bytes = if is_escaped { unescaped(bytes) } else { bytes };
                    let text = String::from_utf8_lossy(bytes).into_owned();
                    (text != missing).then_some(text)
                };
                let last = columns.len() - 2;
                let labels = (0..last).map(text).collect();
                let count = text(last).and_then(|text| text.parse().ok());
                let is_published = text(last + 1).as_deref() == Some(PUBLISHED);
                let faulty = || Error::Unverified("a line has no count".into());
                let count = count.filter(|_| is_published).ok_or_else(faulty)?;
                lines.push((labels, count));
            }
            Ok(())
        };
        let scanned = source.scan(&columns, Vec::new, read, run.watch)?;
        let (mut cells, mut least) = (0, None);
        for (labels, count) in scanned.states.into_iter().flatten() {
            if expected.remove(&labels) != Some(count) {
                return Err(Error::Unverified("a cell is not what the records give".into()));
            }
            cells += 1;
            least = Some(least.map_or(count, |least: u64| least.min(count)));
        }
        if !expected.is_empty() {
            return Err(Error::Unverified("a cell that has records is missing".into()));
        }
        let guarantees = vec![guarantee(plan.least, least)];
        let tables = vec![(scanned.rows, scanned.sha256)];
        Ok(Verdict { guarantees, tables, seen: Counted { cells } })
    }

    fn account(
        _: &Plan,
        _: &Data,
        _: &Cells,
        verdict: &Verdict<Counted>,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        report.notes.extend(notes);
        report.release = Figures::default()
            .with("cells", verdict.seen.cells)
            .with("primary", 0)
            .with("by_rule", serde_json::json!({ "minimum-frequency": 0 }))
            .with("secondary", 0)
            .with("unsafe", 0)
            .into();
    }
}

/// What every cell is: nothing is taken out of these tables.
const PUBLISHED: &str = "published";

/// The labels of a line, and its count.
type Line = (Vec<Option<String>>, u64);

/// What the verifier counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    cells: u64,
}

impl Data {
    fn columns(&self, plan: &Plan, dimensions: &[usize]) -> Vec<CodeColumn<'_>> {
        let column = |&at: &usize| match &self.table.columns[plan.dimensions[at].1] {
            Column::Coded { codes, dictionary, .. } => {
                CodeColumn { codes, values: dictionary.len() }
            }
            _ => unreachable!("dimensions are read as codes"),
        };
        dimensions.iter().map(column).collect()
    }

    /// All lines of all tables, counted the plain way.
    fn recounted(&self, plan: &Plan) -> Lines {
        let total = plan.policy.release.total.value.clone();
        let mut lines = Lines::new();
        for (name, dimensions) in &plan.tables {
            let nodes: Vec<&Nodes> = dimensions.iter().map(|&at| &self.nodes[at]).collect();
            let columns = self.columns(plan, dimensions);
            for (labels, count) in recount(&columns, &nodes, self.table.rows) {
                // A dimension that a table does not have is summed up in it.
                let mut line = vec![Some(total.clone()); plan.dimensions.len()];
                for (&at, label) in dimensions.iter().zip(labels) {
                    line[at] = label;
                }
                if plan.has_several() {
                    line.insert(0, name.clone());
                }
                lines.insert(line, count);
            }
        }
        lines
    }
}

/// The lines of all tables.
fn lines(plan: &Plan, data: &Data, Cells(cubes): &Cells) -> Lined {
    let total = plan.policy.release.total.as_str();
    let rows: usize = cubes.iter().map(Cube::len).sum();
    let (mut names, mut columns): (Vec<String>, Vec<[ArrayRef; 1]>) = (Vec::new(), Vec::new());
    if plan.has_several() {
        let of = |((name, _), cube): (&(Option<String>, _), &Cube)| {
            std::iter::repeat_n(name.clone(), cube.len())
        };
        names.push("table".into());
        let tables: StringArray = plan.tables.iter().zip(cubes).flat_map(of).collect();
        columns.push([Arc::new(tables)]);
    }
    for (at, (name, _)) in plan.dimensions.iter().enumerate() {
        let mut labels: Vec<Option<&str>> = Vec::with_capacity(rows);
        for ((_, dimensions), cube) in plan.tables.iter().zip(cubes) {
            let place = dimensions.iter().position(|&of| of == at);
            labels.extend((0..cube.len()).map(|cell| match place {
                Some(place) => {
                    let (level, node) = cube.place(cell)[place];
                    data.nodes[at].label(level.into(), node)
                }
                None => Some(total),
            }));
        }
        names.push(name.clone());
        columns.push([Arc::new(StringArray::from(labels))]);
    }
    let counts = cubes.iter().flat_map(Cube::counts).map(|&count| count.cast_signed());
    names.extend(["value".to_owned(), "status".to_owned()]);
    columns.push([Arc::new(counts.collect::<Int64Array>())]);
    columns.push([Arc::new(StringArray::from(vec![PUBLISHED; rows]))]);
    Lined { names, columns, rows }
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
    let source = plan.policy.attribute(name).and_then(|of| of.hierarchy.as_ref());
    let hierarchy = match source {
        None => None,
        Some(source) => {
            let built: Builder = builder(&source.value, &plan.folder)?;
            let is_missing = |text: &str| plan.missing.iter().any(|missing| missing == text);
            let counts = codes.histogram(dictionary.len());
            let compiled: Result<Hierarchy, _> =
                built.compile(name, dictionary, &counts, &is_missing);
            match compiled {
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
    Ok(Ok(Nodes::new(dictionary, hierarchy.as_ref(), total)))
}

/// What the tables attain. An empty one has no cell that could be too small.
fn guarantee(required: u64, attained: Option<u64>) -> Guarantee {
    Guarantee {
        model: MINIMUM_FREQUENCY.entry.name.to_owned(),
        parameters: [("n".to_owned(), Parameter::Number(required as f64))].into(),
        required: Some(required as f64),
        decided_by: Some("n".into()),
        bound: Some(Way::AtLeast),
        attained: attained.map(|least| least as f64),
        holds: Some(attained.is_none_or(|least| least >= required)),
        shown: Guarantee::BY_THE_FILE.to_owned(),
        known: ridotto_report::Known(Some(&MINIMUM_FREQUENCY.entry)),
        ..Guarantee::default()
    }
}

/// Cells that count too few records.
fn unmet(plan: &Plan, small: u64, all: usize, least: u64) -> Unmet {
    let are = if small == 1 { "counts" } else { "count" };
    Unmet {
        message: "a table would tell of too few people".into(),
        advice: format!(
            "{} of {} {are} fewer than {}, the smallest {}.\nLeave a dimension out, give it values \
             that are coarser, or ask for `n = {least}` or less.",
            grouped(small),
            counted(all as u64, "cell", "cells"),
            records(plan.least),
            records(least),
        ),
    }
}
