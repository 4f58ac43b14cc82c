//! Everybody who is in a cell, as the records say: asked where the few that are listed are not enough.
//!
//! The cube keeps a few of the largest contributors of each cell, and nobody else. An audit that takes one
//! who is not among them to be in every cell with the next largest part is never too hopeful, but finds
//! attackers who are not there. This looks into the records again, with nothing of the cube: which records
//! lie in a cell is asked dimension by dimension, and who they are of is added up.

use crate::cells::Index;
use crate::plan::Plan;
use crate::records::{Records, Unit, coded};
use crate::space::{Key, Space};
use ridotto_audit::{Contributor, Everybody};
use ridotto_core::CodeColumn;
use ridotto_table::Table;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

/// The records of some tables, whose cells have numbers and values.
pub struct Everyone<'a> {
    space: &'a Space,
    units: &'a [Unit],
    records: &'a Records,
    index: &'a Index,
    values: &'a [f64],
    columns: Vec<(usize, CodeColumn<'a>)>,
    /// Where the records of each respondent end, and which they are.
    rows: OnceLock<(Vec<u32>, Vec<u32>)>,
    /// Everybody in cells that were asked for, by number.
    asked: Mutex<FxHashMap<u32, Arc<[Contributor]>>>,
}

impl fmt::Debug for Everyone<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Everyone").field("records", &self.records.rows).finish_non_exhaustive()
    }
}

impl<'a> Everyone<'a> {
    /// Of cells that were made of records.
    pub fn new(
        (records, table, plan): (&'a Records, &'a Table, &'a Plan),
        (space, units): (&'a Space, &'a [Unit]),
        index: &'a Index,
        values: &'a [f64],
    ) -> Self {
        let columns = plan.dimensions.iter().enumerate();
        let columns = columns.map(|(at, (_, column))| (at, coded(table, *column))).collect();
        let (rows, asked) = (OnceLock::new(), Mutex::default());
        Self { space, units, records, index, values, columns, rows, asked }
    }

    /// Whether a record lies in a cell: in each dimension its value is the cell's node, or below it.
    fn is_in(&self, row: usize, key: Key) -> bool {
        let space = self.space;
        self.columns.iter().all(|(at, column)| {
            let (nodes, node) = (space.nodes(*at), space.node(key, *at));
            let above = |of: &u32| nodes.parent(*of);
            node == nodes.total()
                || std::iter::successors(Some(column.codes.get(row)), above).any(|of| of == node)
        })
    }

    /// The records of a respondent.
    fn rows_of(&self, who: u32) -> &[u32] {
        let (ends, rows) = self.rows.get_or_init(|| {
            let count = self.records.respondents().unwrap_or(self.records.rows);
            let mut rows: Vec<u32> = (0..self.records.rows as u32).collect();
            rows.sort_by_key(|&row| (self.records.who(row as usize), row));
            let mut ends = vec![0; count];
            for row in 0..self.records.rows {
                ends[self.records.who(row) as usize] += 1;
            }
            let mut end = 0;
            for own in &mut ends {
                end += *own;
                *own = end;
            }
            (ends, rows)
        });
        let who = who as usize;
        let Some(&end) = ends.get(who) else { return &[] };
        let start = if who == 0 { 0 } else { ends[who - 1] };
        &rows[start as usize..end as usize]
    }

    /// What some records of one respondent are to a cell. Where values can be negative nobody's part bounds
    /// a cell, and nobody puts more into one than there is.
    fn amount(&self, cell: u32, rows: impl Iterator<Item = usize>) -> f64 {
        let measure = self.index.measure(cell);
        if self.units[measure].is_signed {
            return 0.0;
        }
        let sum: i64 = rows.map(|row| self.records.contributes(measure, row)).sum();
        (sum.abs() as f64).min(self.values[cell as usize])
    }

    /// Everybody in a cell.
    fn all(&self, cell: u32) -> Arc<[Contributor]> {
        let known = || self.asked.lock().expect("nobody panics while holding it");
        if let Some(all) = known().get(&cell) {
            return Arc::clone(all);
        }
        let key = self.index.key(cell);
        let mut rows: Vec<(u32, usize)> = (0..self.records.rows)
            .filter(|&row| self.is_in(row, key))
            .map(|row| (self.records.who(row), row))
            .collect();
        rows.sort_unstable();
        let one = |of: &[(u32, usize)]| Contributor {
            who: of[0].0,
            amount: self.amount(cell, of.iter().map(|of| of.1)),
        };
        let all: Arc<[Contributor]> = rows.chunk_by(|a, b| a.0 == b.0).map(one).collect();
        known().insert(cell, Arc::clone(&all));
        all
    }
}

impl Everybody for Everyone<'_> {
    fn above(&self, cell: u32, least: f64) -> Vec<Contributor> {
        self.all(cell).iter().filter(|one| one.amount > least).copied().collect()
    }

    fn part(&self, cell: u32, who: u32) -> f64 {
        let key = self.index.key(cell);
        let rows = self.rows_of(who).iter().map(|&row| row as usize);
        let rows: Vec<usize> = rows.filter(|&row| self.is_in(row, key)).collect();
        self.amount(cell, rows.into_iter())
    }
}

#[cfg(test)]
mod tests;
