//! What the owner is told of hidden cells: why each is hidden, and between which ends outsiders know it to
//! lie. It holds true values, so nobody else may have it.

use crate::cells::Line;
use crate::plan::Plan;
use crate::protect::{Data, Decision};
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
    let table = plan.has_several().then_some("table");
    let dimensions = plan.dimensions.iter().map(|(name, _)| name.as_str());
    let figures = ["reason", "true", "lower", "upper", "needed_lower", "needed_upper"];
    let names = table.into_iter().chain(dimensions).chain(figures);
    let mut text = record(names.map(|name| Some(name.to_owned())));
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

    /// The line of a hidden cell.
    fn line(&self, table: Option<&str>, Line { cell, .. }: Line) -> String {
        let space = &self.data.space;
        let key = self.decision.cells.index.key(cell);
        let label = |at: usize| space.nodes(at).label(space.node(key, at)).map(str::to_owned);
        let labels = (0..self.plan.dimensions.len()).map(label);
        let value = self.decision.values[cell as usize];
        let Interval { down, up, .. } = self.interval(cell);
        let need = self.needs.get(&cell);
        let numbers = [
            Some(value),
            Some(value - down),
            Some(value + up),
            need.map(|need| value - need.down),
            need.map(|need| value + need.up),
        ];
        let number =
            |of: Option<f64>| of.filter(|of| of.is_finite()).map(|of| self.number(cell, of));
        let table = self.plan.has_several().then(|| table.map(str::to_owned));
        let reason = Some(self.reason(cell));
        record(table.into_iter().chain(labels).chain([reason]).chain(numbers.map(number)))
    }

    /// Why a cell is hidden.
    pub fn reason(&self, cell: u32) -> String {
        let judged = &self.decision.judgement;
        let reasons = judged.reasons[cell as usize];
        let broken = judged.names.iter().enumerate().filter(|(at, _)| reasons >> at & 1 == 1);
        let names: Vec<&str> = broken.map(|(_, name)| name.as_str()).collect();
        if names.is_empty() { "secondary".into() } else { format!("primary: {}", names.join(", ")) }
    }

    /// A number in units of a cell's measure as people write it.
    pub fn number(&self, cell: u32, units: f64) -> String {
        let places = self.data.units[self.decision.cells.index.measure(cell)].places;
        if units.fract().abs() < f64::EPSILON && units.abs() < 9e15 {
            return Decimal::new(units as i128, places).to_string();
        }
        (units / 10_f64.powi(places.cast_signed())).to_string()
    }
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
