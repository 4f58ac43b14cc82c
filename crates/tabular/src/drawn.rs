//! The tables as a page draws them.
//!
//! Of large tables the coarsest cells are drawn, and intervals are found where hidden cells are few enough
//! that nobody waits for a page.

use crate::cells::Line;
use crate::intervals::Told;
use crate::lines::shown;
use crate::outline::{dimension, made};
use crate::plan::{Measured, Plan, Planned};
use crate::protect::{Data, Decision};
use rayon::prelude::*;
use ridotto_audit::Interval;
use ridotto_release::Run;
use ridotto_report::page::{
    DrawnCell, DrawnDimension, DrawnTable, DrawnTables, Fate, Inference, LevelLost, TableUtility,
};
use rustc_hash::FxHashMap;

/// Cells of a table that are drawn at most.
const CELLS: usize = 4_000;
/// Hidden cells whose intervals are found at most.
const INTERVALS: usize = 400;

/// Draws the tables of a decision.
pub fn drawn(plan: &Plan, data: &Data, decision: &Decision, run: &Run<'_>) -> DrawnTables {
    let drawing = Drawing { plan, data, decision, told: Told::new(plan, data, decision, run) };
    let hidden = drawing.hidden();
    let is_few = hidden.len() <= INTERVALS;
    let intervals = if is_few { drawing.intervals(&hidden) } else { FxHashMap::default() };
    let tables = plan.tables.iter().zip(&decision.cells.tables);
    DrawnTables {
        tables: tables.map(|(table, lines)| drawing.table(table, lines, &intervals)).collect(),
        utility: Some(drawing.utility()),
        inferences: if is_few { drawing.inferences(&intervals) } else { Vec::new() },
        made: made(plan),
        without_intervals: if is_few { 0 } else { hidden.len() as u64 },
    }
}

/// What is drawn.
struct Drawing<'a> {
    plan: &'a Plan,
    data: &'a Data,
    decision: &'a Decision,
    told: Told<'a>,
}

impl Drawing<'_> {
    /// The hidden cells, each once.
    fn hidden(&self) -> Vec<u32> {
        let lines = self.decision.cells.tables.iter().flatten();
        let mut hidden: Vec<u32> =
            lines.map(|line| line.cell).filter(|&cell| self.told.is_hidden(cell)).collect();
        hidden.sort_unstable();
        hidden.dedup();
        hidden
    }

    /// The intervals of hidden cells for an outsider.
    fn intervals(&self, hidden: &[u32]) -> FxHashMap<u32, Interval> {
        hidden.par_iter().map(|&cell| (cell, self.told.interval(cell))).collect()
    }

    fn table(
        &self,
        table: &Planned,
        lines: &[Line],
        intervals: &FxHashMap<u32, Interval>,
    ) -> DrawnTable {
        let trees: Vec<(DrawnDimension, Vec<u32>)> = (table.dimensions.iter())
            .map(|&at| dimension(&self.plan.dimensions[at].0, self.data.space.nodes(at)))
            .collect();
        let places: Vec<&Vec<u32>> = trees.iter().map(|(_, places)| places).collect();
        // The coarsest lines stand last.
        let first = lines.len().saturating_sub(CELLS);
        let cell = |line: &Line| {
            let key = self.decision.cells.index.key(line.cell);
            let node = |(&at, places): (&usize, &&Vec<u32>)| {
                places[self.data.space.node(key, at) as usize]
            };
            let place = table.dimensions.iter().zip(&places).map(node).collect();
            DrawnCell { place, ..self.cell(*line, intervals) }
        };
        DrawnTable {
            name: table.name.clone().unwrap_or_default(),
            about: self.about(table),
            cells: lines[first..].iter().map(cell).collect(),
            dimensions: trees.into_iter().map(|(dimension, _)| dimension).collect(),
            left_out: first as u64,
        }
    }

    fn about(&self, table: &Planned) -> String {
        match &self.plan.measures[table.measure] {
            Measured::Count => "records".to_owned(),
            Measured::Column { name, .. } if table.is_mean => format!("mean of {name}"),
            Measured::Column { name, .. } => name.clone(),
        }
    }

    fn cell(&self, line: Line, intervals: &FxHashMap<u32, Interval>) -> DrawnCell {
        let Line { cell, .. } = line;
        let of = shown(self.plan, self.decision, line);
        let text =
            |cell: u32, units: Option<i64>| units.map(|units| self.told.number(cell, units as f64));
        if of.value.is_some() {
            let is_changed = self.decision.outcome.changed.is_some();
            let mean = line.count.map(|_| self.mean(cell, of.value, of.count));
            return DrawnCell {
                fate: if is_changed { Fate::Changed } else { Fate::Published },
                value: mean.or_else(|| text(cell, of.value)).unwrap_or_default(),
                count: line.count.and_then(|at| text(at, of.count)),
                ..DrawnCell::default()
            };
        }
        let is_sensitive = self.decision.judgement.reasons[cell as usize] != 0;
        let value = self.decision.values[cell as usize];
        let end = |of: f64| {
            if of.is_finite() { self.told.number(cell, of) } else { "any".to_owned() }
        };
        let between = intervals.get(&cell).map(|of| (end(value - of.down), end(value + of.up)));
        DrawnCell {
            fate: if is_sensitive { Fate::Sensitive } else { Fate::Hidden },
            between,
            reason: self.told.reason(cell),
            ..DrawnCell::default()
        }
    }

    fn mean(&self, cell: u32, value: Option<i64>, count: Option<i64>) -> String {
        let (Some(sum), Some(count)) = (value, count) else { return String::new() };
        let places = |measure: usize| self.data.units[measure].places;
        let measure = self.decision.cells.index.measure(cell);
        crate::lines::mean(sum, places(measure), count, places(0)).to_string()
    }

    /// What hidden cells are worth.
    fn utility(&self) -> TableUtility {
        let cells = &self.decision.cells;
        let shown = cells.shown();
        let count = |holds: &dyn Fn(u32) -> bool| {
            let all = (0..cells.len() as u32).filter(|&cell| shown[cell as usize]);
            all.filter(|&cell| holds(cell)).count() as u64
        };
        let is_sensitive = |cell: u32| self.decision.judgement.reasons[cell as usize] != 0;
        let is_secondary = |cell: u32| self.told.is_hidden(cell) && !is_sensitive(cell);
        TableUtility {
            cells: count(&|_| true),
            primary: count(&is_sensitive),
            secondary: count(&is_secondary),
            secondary_share: self.secondary_share(&is_secondary),
            distance: self.distance(),
            by_level: self.by_level(),
        }
    }

    /// How far all that is published is from the truth, where the method changes values.
    fn distance(&self) -> Option<f64> {
        let shown = self.decision.cells.shown();
        let all = (0..self.decision.cells.len() as u32).filter(|&cell| shown[cell as usize]);
        self.decision.outcome.changed.as_ref()?;
        Some(all.filter_map(|cell| self.far(cell)).sum())
    }

    /// The share of the value of all finest cells that is hidden for the sake of others.
    fn secondary_share(&self, is_secondary: &dyn Fn(u32) -> bool) -> Option<f64> {
        let cells = &self.decision.cells;
        let space = &self.data.space;
        let (mut all, mut lost) = (0.0, 0.0);
        for (table, lines) in self.plan.tables.iter().zip(&cells.tables) {
            for line in lines {
                let key = cells.index.key(line.cell);
                let is_finest =
                    |&at: &usize| space.nodes(at).children(space.node(key, at)).is_empty();
                if table.dimensions.iter().all(is_finest) {
                    let value = self.decision.values[line.cell as usize].abs();
                    all += value;
                    lost += if is_secondary(line.cell) { value } else { 0.0 };
                }
            }
        }
        (all > 0.0).then(|| lost / all)
    }

    /// How many cells of each level of each dimension there are, how many are hidden, and how far what is
    /// published is from the truth.
    fn by_level(&self) -> Vec<LevelLost> {
        let (cells, space) = (&self.decision.cells, &self.data.space);
        let mut found = Vec::new();
        for (at, (name, _)) in self.plan.dimensions.iter().enumerate() {
            let nodes = space.nodes(at);
            let mut levels = vec![LevelLost::default(); nodes.levels()];
            for line in cells.tables.iter().flatten() {
                let level = nodes.level_of(space.node(cells.index.key(line.cell), at));
                let lost = &mut levels[usize::from(level)];
                lost.cells += 1;
                lost.hidden += u64::from(self.told.is_hidden(line.cell));
                if let Some(far) = self.far(line.cell) {
                    lost.distance = Some(lost.distance.unwrap_or(0.0) + far);
                }
            }
            let last = levels.len() - 1;
            for (level, lost) in levels.into_iter().enumerate() {
                let called = match level {
                    0 => name.clone(),
                    level if level == last => format!("{name}, total"),
                    level => format!("{name}, level {level}"),
                };
                found.push(LevelLost { name: called, ..lost });
            }
        }
        found
    }

    /// How far what is published of a cell is from its value, where the method changes values.
    fn far(&self, cell: u32) -> Option<f64> {
        let (at, cells) = (cell as usize, &self.decision.cells);
        let changed = self.decision.outcome.changed.as_ref()?;
        let unit = self.decision.units[cells.index.measure(cell)];
        Some(cells.values[at].abs_diff(changed[at]) as f64 * unit)
    }

    /// What an outsider infers of sensitive cells, and what the largest respondent of each does; of what is
    /// changed nothing is known in this way.
    fn inferences(&self, intervals: &FxHashMap<u32, Interval>) -> Vec<Inference> {
        let needs = &self.decision.judgement.needs;
        let outsider = needs.iter().map(|need| intervals.get(&need.cell).copied());
        let cells: Vec<u32> = needs.iter().map(|need| need.cell).collect();
        let of = |who: &str, shares: Option<Vec<f64>>| inference(who, shares?);
        let outsider: Option<Vec<f64>> =
            outsider.zip(&cells).map(|(of, &cell)| Some(self.share(cell, of?))).collect();
        let largest = outsider.is_some().then(|| {
            let largest = |&cell: &u32| Some(self.share(cell, self.told.of_largest(cell)?));
            cells.par_iter().filter_map(largest).collect()
        });
        let both =
            [of("an outsider", outsider), of("the largest respondent of each cell", largest)];
        both.into_iter().flatten().collect()
    }

    /// How wide an interval is, as a share of the cell's value.
    fn share(&self, cell: u32, of: Interval) -> f64 {
        (of.down + of.up) / self.decision.values[cell as usize].abs().max(1.0)
    }
}

/// What somebody infers of some cells, by how wide the intervals are.
fn inference(who: &str, mut shares: Vec<f64>) -> Option<Inference> {
    shares.sort_by(f64::total_cmp);
    let finite = |share: f64| share.is_finite().then_some(share);
    Some(Inference {
        who: who.into(),
        cells: shares.len() as u64,
        narrowest: finite(*shares.first()?),
        median: finite(shares[shares.len() / 2]),
    })
}
