//! Anybody's table, attacked: what a published file tells of the cells that it hides.
//!
//! Cells and relations are those of the policy; which cells are hidden, and what stands in the others, is
//! what the file says; the truth, who is in which cell and how much doubt it needs follow from the data.
//! Nothing here knows by which method cells were hidden, nor who hid them.

mod alone;
mod attack;
mod file;
mod jj;
mod labels;
mod lines;

use crate::cells::{Cells, Index};
use crate::judge::Judgement;
use crate::plan::Plan;
use crate::protect::{Assessed, Data, assess};
use crate::space::Key;
use attack::{Attacked, attacked};
use lines::Line;
use ridotto_audit::System;
use ridotto_core::Control;
use ridotto_release::{Error, Run, heed};
use std::path::Path;

pub use alone::examine_alone;
pub use jj::examine_jj;
pub use labels::batch_of_labels;

/// What an attacker learns from a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examination {
    /// How many cells there are.
    pub cells: u64,
    /// How many of them are hidden.
    pub suppressed: u64,
    /// How many of these an outsider knows exactly.
    pub exact: u64,
    /// Sensitive cells that are too well known, by whom.
    pub by: Whom,
    /// By how much what is needed is missed, at most, by the intervals of those who come too near.
    pub largest_violation: f64,
    /// How many sensitive counts besides are too well known to who makes use of lines, and how many were
    /// looked at, if that was not asked for with the others.
    pub by_lines: Option<(u64, u64)>,
    /// The hidden cells with their intervals, as a file for the owner, if it was asked for.
    pub intervals: Option<String>,
}

/// Sensitive cells that are too well known, by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whom {
    /// An outsider; everybody, if they are published.
    pub outsider: u64,
    /// A respondent of one record.
    pub respondent: u64,
    /// A respondent of several records, who knows them all: a holding.
    pub coalition: u64,
}

impl Examination {
    /// How many cells are not safe.
    pub fn not_safe(&self) -> u64 {
        self.by.outsider + self.by.respondent + self.by.coalition
    }
}

/// Cells that a file has or could have, with all that is known of them.
struct Case<'a> {
    plan: &'a Plan,
    data: &'a Data,
    cells: &'a Cells,
    judgement: &'a Judgement,
    /// All cells: those with records, and those that the file names besides.
    index: Index,
    system: System,
    /// The cell with records of each; a number that none has where there are no records.
    of_records: Vec<u32>,
    hidden: Vec<bool>,
}

/// Attacks a file: of our form, or as τ-Argus writes tables.
pub fn examine(
    plan: &Plan,
    data: &Data,
    file: &Path,
    wants_intervals: bool,
    run: &Run<'_>,
) -> Result<Examination, Error> {
    let watch = run.watch;
    let cancelled = || watch.control() == Control::Cancel;
    let lines = file::read(plan, data, file, run)?;
    watch.begin("counting", None);
    let Assessed { cells, judgement, .. } = assess(plan, data, &cancelled)?;
    let case = Case::new(plan, data, (&cells, &judgement), file, &lines)?;
    watch.begin("attacking", None);
    let Attacked { exact, by, largest_violation, by_lines } = attacked(&case, &cancelled);
    let intervals = wants_intervals.then(|| attack::intervals(&case, &lines, &cancelled));
    heed(watch)?;
    let count = |hidden: &Vec<bool>| hidden.iter().filter(|hidden| **hidden).count() as u64;
    Ok(Examination {
        cells: case.index.len() as u64,
        suppressed: count(&case.hidden),
        exact,
        by,
        largest_violation,
        by_lines,
        intervals,
    })
}

/// What no cell has for a number.
const NONE: u32 = u32::MAX;

impl<'a> Case<'a> {
    /// Holds the lines of a file against the data. A cell with records that the file does not have is
    /// hidden: nobody reads its value there.
    fn new(
        plan: &'a Plan,
        data: &'a Data,
        (cells, judgement): (&'a Cells, &'a Judgement),
        file: &Path,
        lines: &[Line],
    ) -> Result<Self, Error> {
        let measures = |line: &Line| -> Vec<(usize, Key)> {
            let measures = plan.tables[line.table].shown_measures();
            measures.map(|measure| (measure, line.key)).collect()
        };
        let own =
            (0..cells.len() as u32).map(|cell| (cells.index.measure(cell), cells.index.key(cell)));
        let named = lines.iter().flat_map(measures);
        let index = Index::new(plan.measures.len(), own.chain(named).collect());
        let system = index.system(&data.space, plan);
        let all = 0..index.len() as u32;
        let of_records =
            all.map(|cell| cells.index.find(index.measure(cell), index.key(cell)).unwrap_or(NONE));
        let (of_records, hidden) = (of_records.collect(), vec![true; index.len()]);
        let mut case = Self { plan, data, cells, judgement, index, system, of_records, hidden };
        let mut differing = (0_u64, 0);
        for line in lines.iter().filter(|line| !line.is_hidden) {
            if !case.publish(line) {
                differing =
                    (differing.0 + 1, if differing.0 == 0 { line.number } else { differing.1 });
            }
        }
        match differing {
            (0, _) => Ok(case),
            (count, first) => Err(differs(file, count, first)),
        }
    }

    /// A line tells the cells that it shows; whether it tells the truth.
    fn publish(&mut self, line: &Line) -> bool {
        let table = &self.plan.tables[line.table];
        let value = |this: &Self, measure: usize| {
            let cell = this.cells.index.find(measure, line.key);
            cell.map_or(0, |cell| this.cells.values[cell as usize])
        };
        let sum = value(self, table.measure);
        let places = |measure: usize| self.data.units[measure].places;
        let is_true = if table.is_mean {
            let count = value(self, 0);
            let is_counted =
                line.count.is_some_and(|written| lines::is_value(written, count, places(0)));
            let mean = crate::lines::mean(sum, places(table.measure), count, places(0));
            is_counted && line.value.is_some_and(|written| lines::is_near(written, mean))
        } else {
            line.value.is_some_and(|written| lines::is_value(written, sum, places(table.measure)))
        };
        for measure in table.shown_measures() {
            let cell = self.index.find(measure, line.key).expect("the cells of lines have numbers");
            self.hidden[cell as usize] = false;
        }
        is_true
    }

    /// The true value of a cell, in the smallest unit of its measure.
    fn value(&self, cell: u32) -> i64 {
        match self.of_records[cell as usize] {
            NONE => 0,
            old => self.cells.values[old as usize],
        }
    }

    /// What the smallest unit of a cell is worth.
    fn unit(&self, cell: u32) -> f64 {
        let places = self.data.units[self.index.measure(cell)].places;
        10_f64.powi(-places.cast_signed())
    }
}

fn differs(file: &Path, count: u64, first: u64) -> Error {
    let are = if count == 1 { "cell is" } else { "cells are" };
    Error::Usage {
        message: format!(
            "{}: {count} published {are} not what the data give; the first is in line {first}",
            file.display()
        ),
        hint: "is it a table of this policy and these data? An audit asks what hidden cells can be; where \
               values were rounded or perturbed, it is no answer"
            .into(),
    }
}
