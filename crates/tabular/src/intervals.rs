//! What the owner is told of hidden cells: why each is hidden, and between which ends outsiders know it to
//! lie. It holds true values, so nobody else may have it.

use crate::cells::Line;
use crate::judge::Judgement;
use crate::plan::Plan;
use crate::protect::{Data, Decision};
use crate::space::Key;
use rayon::prelude::*;
use ridotto_audit::{Audit, Interval, Need, Outside};
use ridotto_catalogue::Decimal;
use ridotto_core::Control;
use ridotto_release::{Error, Run, heed};
use rustc_hash::FxHashMap;

/// The file: a line for each hidden cell, under a line of names.
pub fn intervals(
    plan: &Plan,
    data: &Data,
    decision: &Decision,
    run: &Run<'_>,
) -> Result<String, Error> {
    run.watch.begin("finding intervals", None);
    let mut text = Form { plan, data }.header();
    let told = Told::new(plan, data, decision, run);
    for (table, lines) in plan.tables.iter().zip(&decision.cells.tables) {
        let hidden: Vec<&Line> = lines.iter().filter(|line| told.is_hidden(line.cell)).collect();
        let one = |line: &&Line| told.line(table.name.as_deref(), **line);
        let lines: Vec<String> = hidden.par_iter().map(one).collect();
        heed(run.watch)?;
        text.extend(lines);
    }
    Ok(text)
}

/// The form of the file, whoever hid the cells: that of a release, and of the audit of anybody's table.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The data, which have the labels.
    pub data: &'a Data,
}

/// What the file tells of a hidden cell.
pub struct Hidden<'a> {
    /// The table's name, if it has one.
    pub table: Option<&'a str>,
    /// Where the cell is.
    pub key: Key,
    /// What it adds up.
    pub measure: usize,
    /// Why it is hidden.
    pub reason: String,
    /// Its true value, in the smallest unit of its measure.
    pub value: f64,
    /// How far an outsider finds it possible to be from that.
    pub interval: Interval,
    /// How far they must, if it is sensitive.
    pub need: Option<Need>,
}

impl Form<'_> {
    /// The line of names.
    pub fn header(&self) -> String {
        let table = self.plan.has_several().then_some("table");
        let dimensions = self.plan.dimensions.iter().map(|(name, _)| name.as_str());
        let figures = ["reason", "true", "lower", "upper", "needed_lower", "needed_upper"];
        let names = table.into_iter().chain(dimensions).chain(figures);
        record(names.map(|name| Some(name.to_owned())))
    }

    /// The line of a hidden cell.
    pub fn line(&self, of: Hidden<'_>) -> String {
        let space = &self.data.space;
        let label = |at: usize| space.nodes(at).label(space.node(of.key, at)).map(str::to_owned);
        let labels = (0..self.plan.dimensions.len()).map(label);
        let numbers = [
            Some(of.value),
            Some(of.value - of.interval.down),
            Some(of.value + of.interval.up),
            of.need.map(|need| of.value - need.down),
            of.need.map(|need| of.value + need.up),
        ];
        let number = |units: Option<f64>| {
            let units = units.filter(|units| units.is_finite());
            units.map(|units| self.number(of.measure, units))
        };
        let table = self.plan.has_several().then(|| of.table.map(str::to_owned));
        let labels = table.into_iter().chain(labels).chain([Some(of.reason)]);
        record(labels.chain(numbers.map(number)))
    }

    /// A number in units of a measure as people write it.
    pub fn number(&self, measure: usize, units: f64) -> String {
        let places = self.data.units[measure].places;
        if units.fract().abs() < f64::EPSILON && units.abs() < 9e15 {
            return Decimal::new(units as i128, places).to_string();
        }
        (units / 10_f64.powi(places.cast_signed())).to_string()
    }
}

/// Why a cell is hidden: the rules by which it is sensitive, or so that others are not known.
pub fn reason(judged: &Judgement, cell: u32) -> String {
    let reasons = judged.reasons[cell as usize];
    let broken = judged.names.iter().enumerate().filter(|(at, _)| reasons >> at & 1 == 1);
    let names: Vec<&str> = broken.map(|(_, name)| name.as_str()).collect();
    if names.is_empty() { SECONDARY.into() } else { format!("primary: {}", names.join(", ")) }
}

/// The reason of a cell that is hidden so that others are not known.
pub const SECONDARY: &str = "secondary";

/// What is known of hidden cells.
pub struct Told<'a> {
    plan: &'a Plan,
    data: &'a Data,
    decision: &'a Decision,
    needs: FxHashMap<u32, Need>,
    audit: Audit<'a>,
    run: &'a Run<'a>,
}

impl<'a> Told<'a> {
    /// Of the hidden cells of a decision.
    pub fn new(plan: &'a Plan, data: &'a Data, decision: &'a Decision, run: &'a Run<'_>) -> Self {
        let judged = &decision.judgement;
        let needs = judged.needs.iter().map(|need| (need.cell, *need)).collect();
        let hidden: &[bool] = &decision.outcome.hidden;
        let table = (&decision.cells.system, &decision.values[..], hidden);
        let outside = Outside { down: &judged.down, up: &judged.up };
        let audit = Audit::new(table, outside, &judged.contributors, plan.alone_know());
        Self { plan, data, decision, needs, audit, run }
    }

    /// Whether a cell is hidden.
    pub fn is_hidden(&self, cell: u32) -> bool {
        self.decision.outcome.hidden.get(cell as usize) == Some(&true)
    }

    /// How far an outsider finds it possible to be from its value.
    pub fn interval(&self, cell: u32) -> Interval {
        let cancelled = || self.run.watch.control() == Control::Cancel;
        self.audit.interval(cell, &cancelled)
    }

    /// The same for who contributes most to the cell, and knows their own part in every cell; nobody, if it
    /// is not known who.
    pub fn of_largest(&self, cell: u32) -> Option<Interval> {
        let largest = self.decision.cells.tops.of(cell as usize).first()?;
        let judged = &self.decision.judgement;
        let part = |cell: u32| judged.contributors.part(cell, largest.who);
        let down = down_for(&part, &self.decision.values, &judged.down);
        let known = self.audit.with_outside(Outside { down: &down, up: &judged.up });
        let cancelled = || self.run.watch.control() == Control::Cancel;
        Some(known.interval(cell, &cancelled))
    }

    /// The line of a hidden cell.
    fn line(&self, table: Option<&str>, Line { cell, .. }: Line) -> String {
        self.form().line(Hidden {
            table,
            key: self.decision.cells.index.key(cell),
            measure: self.decision.cells.index.measure(cell),
            reason: self.reason(cell),
            value: self.decision.values[cell as usize],
            interval: self.interval(cell),
            need: self.needs.get(&cell).copied(),
        })
    }

    fn form(&self) -> Form<'_> {
        Form { plan: self.plan, data: self.data }
    }

    /// Why a cell is hidden.
    pub fn reason(&self, cell: u32) -> String {
        reason(&self.decision.judgement, cell)
    }

    /// A number in units of a cell's measure as people write it.
    pub fn number(&self, cell: u32, units: f64) -> String {
        self.form().number(self.decision.cells.index.measure(cell), units)
    }
}

/// How far cells can be below their values for one who knows their own part of each.
pub fn down_for(part: &dyn Fn(u32) -> f64, values: &[f64], down: &[f64]) -> Vec<f64> {
    let one = |((cell, &down), &value): ((u32, &f64), &f64)| {
        // Where values can be negative nobody's part bounds a cell.
        let part = part(cell);
        if part > f64::MIN_POSITIVE { down.min((value - part).max(0.0)) } else { down }
    };
    (0..).zip(down).zip(values).map(one).collect()
}

/// A line of a text file with commas.
fn record(cells: impl Iterator<Item = Option<String>>) -> String {
    let quoted = |cell: Option<String>| {
        let cell = cell.unwrap_or_default();
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell
        }
    };
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
