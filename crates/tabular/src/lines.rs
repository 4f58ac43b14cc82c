//! The lines that are written: a column for the table if there are several, the dimensions, `value`,
//! `count` beside means, and `status`.

use crate::cells::Line;
use crate::method;
use crate::plan::Plan;
use crate::protect::{Data, Decision};
use crate::space::Space;
use arrow_array::{ArrayRef, Decimal128Array, Float64Array, Int64Array, StringArray};
use ridotto_release::{Order, Output, Rows};
use ridotto_table::{Look, Mark, NO_VALUE, OutColumn};
use std::sync::Arc;

pub use crate::method::PUBLISHED;
pub use crate::written::{SUPPRESSED, mean};

/// The lines of all tables.
#[derive(Debug)]
pub struct Lined {
    names: Vec<String>,
    columns: Vec<[ArrayRef; 1]>,
    rows: usize,
    looks: Vec<Look>,
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

    fn looks(&self) -> Option<&[Look]> {
        Some(&self.looks)
    }
}

/// What stands in a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// The value in the smallest unit of its measure, unless it is hidden.
    pub value: Option<i64>,
    /// The count beside a mean.
    pub count: Option<i64>,
    /// What became of the cell.
    pub status: &'static str,
}

/// What stands in the line of a cell.
pub fn shown(plan: &Plan, decision: &Decision, line: Line) -> Shown {
    let Decision { cells, outcome, .. } = decision;
    let value = |cell: u32| match &outcome.changed {
        Some(changed) => changed[cell as usize],
        None => cells.values[cell as usize],
    };
    if outcome.hidden.get(line.cell as usize) == Some(&true) {
        return Shown { value: None, count: None, status: SUPPRESSED };
    }
    let status = outcome.status(line.cell, method::of(plan));
    Shown { value: Some(value(line.cell)), count: line.count.map(value), status }
}

/// The lines of all tables.
pub fn lines(plan: &Plan, data: &Data, decision: &Decision) -> Lined {
    let tables = || plan.tables.iter().zip(&decision.cells.tables);
    let rows: usize = tables().map(|(_, lines)| lines.len()).sum();
    let mut lined = Lined::of_rows(rows);
    if plan.has_several() {
        let name = |(table, lines): (&crate::plan::Planned, &Vec<Line>)| {
            std::iter::repeat_n(table.name.clone(), lines.len())
        };
        lined.add("table", Arc::new(tables().flat_map(name).collect::<StringArray>()));
    }
    let all = || tables().flat_map(|(_, lines)| lines.iter());
    for (at, (name, _)) in plan.dimensions.iter().enumerate() {
        let nodes = data.space.nodes(at);
        let label =
            |line: &Line| nodes.label(data.space.node(decision.cells.index.key(line.cell), at));
        lined.add(name, Arc::new(all().map(label).collect::<StringArray>()));
    }
    let shown: Vec<Shown> = all().map(|line| shown(plan, decision, *line)).collect();
    lined.add("value", values(plan, data, decision, &shown));
    if plan.has_means() {
        let places = data.units[0].places;
        let counts: Vec<_> = shown.iter().map(|shown| shown.count).collect();
        lined.add("count", numbers(&counts, |_| places, places));
    }
    let status: StringArray = shown.iter().map(|shown| Some(shown.status)).collect();
    lined.add("status", Arc::new(status));
    lined.looks = looks(plan, data, decision, &shown);
    lined
}

/// Whether numbers that are hidden can be told from labels where a sheet marks them.
pub fn marks_hidden(plan: &Plan, space: &Space) -> bool {
    let has = |at: usize| space.nodes(at).called(Some(NO_VALUE)).is_some();
    !(0..plan.dimensions.len()).any(has)
}

/// How lines are drawn: by what they say, and by nothing else.
fn looks(plan: &Plan, data: &Data, decision: &Decision, shown: &[Shown]) -> Vec<Look> {
    let marks = marks_hidden(plan, &data.space);
    let tables = plan.tables.iter().zip(&decision.cells.tables);
    let lines = tables.flat_map(|(table, lines)| lines.iter().map(move |line| (table, line)));
    let look = |((table, line), shown): ((&crate::plan::Planned, &Line), &Shown)| {
        let key = decision.cells.index.key(line.cell);
        let adds = |&at: &usize| {
            let nodes = data.space.nodes(at);
            !nodes.children(data.space.node(key, at)).is_empty()
        };
        let mark = match shown.status {
            SUPPRESSED if marks => Mark::Hidden,
            PUBLISHED | SUPPRESSED => Mark::None,
            _ if decision.outcome.changed.is_some() => Mark::Changed,
            // Merged categories are true.
            _ => Mark::None,
        };
        Look { is_total: table.dimensions.iter().any(adds), mark }
    };
    lines.zip(shown).map(look).collect()
}

impl Lined {
    /// So many lines of which nothing is said yet.
    pub fn of_rows(rows: usize) -> Self {
        Self { names: Vec::new(), columns: Vec::new(), rows, looks: Vec::new() }
    }

    /// Says how every line is drawn.
    pub fn look(&mut self, looks: Vec<Look>) {
        self.looks = looks;
    }

    /// Says something of every line.
    pub fn add(&mut self, name: &str, column: ArrayRef) {
        self.names.push(name.to_owned());
        self.columns.push([column]);
    }
}

/// The column of values: whole numbers or decimals as exact as the data, and binary numbers where there are
/// means.
fn values(plan: &Plan, data: &Data, decision: &Decision, shown: &[Shown]) -> ArrayRef {
    let lines = || decision.cells.tables.iter().zip(&plan.tables);
    let measures: Vec<usize> = lines()
        .flat_map(|(lines, table)| std::iter::repeat_n(table.measure, lines.len()))
        .collect();
    let places = |at: usize| data.units[measures[at]].places;
    if plan.has_means() {
        let means = lines().flat_map(|(lines, of)| std::iter::repeat_n(of.is_mean, lines.len()));
        let number = |((at, shown), is_mean): ((usize, &Shown), bool)| {
            let (sum, counts) = (shown.value?, data.units[0].places);
            Some(match shown.count.filter(|_| is_mean) {
                Some(count) => mean(sum, places(at), count, counts),
                None => sum as f64 / 10_f64.powi(places(at).cast_signed()),
            })
        };
        return Arc::new(shown.iter().enumerate().zip(means).map(number).collect::<Float64Array>());
    }
    let most = measures.iter().map(|&of| data.units[of].places).max().unwrap_or(0);
    let values: Vec<Option<i64>> = shown.iter().map(|shown| shown.value).collect();
    numbers(&values, places, most)
}

/// Numbers of so many decimals each, in a column of the most.
fn numbers(values: &[Option<i64>], places: impl Fn(usize) -> u32, most: u32) -> ArrayRef {
    if most == 0 {
        return Arc::new(Int64Array::from(values.to_vec()));
    }
    let digits = |(at, value): (usize, &Option<i64>)| {
        Some(i128::from((*value)?) * 10_i128.pow(most - places(at)))
    };
    let all: Decimal128Array = values.iter().enumerate().map(digits).collect();
    let scale = i8::try_from(most).expect("decimals have at most 18 places, and weights as many");
    Arc::new(
        all.with_precision_and_scale(38, scale).expect("38 digits hold sums and their decimals"),
    )
}
