//! Cells that turn out not to be needed are given back.
//!
//! A row *covers* another if both agree wherever the first shows a value. The rows that a row
//! covers, and those that cover it, all fit it; that two rows fit because each hides what the
//! other shows is not counted, so the count is never above the true one. When a row gives cells
//! back it covers fewer rows, and all that changes is among those that it covered before.

use super::{
    CellSet,
    projection::{Alike, Projections},
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The rows of each group of a projection.
struct Lists {
    alike: Rc<Alike>,
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Lists {
    fn new(alike: Rc<Alike>, unit_of: &[u32]) -> Self {
        let mut starts = vec![0_u32; alike.rows.len() + 1];
        for (group, &rows) in alike.rows.iter().enumerate() {
            starts[group + 1] = starts[group] + rows as u32;
        }
        let mut next = starts.clone();
        let mut rows = vec![0; unit_of.len()];
        for (row, &unit) in (0..).zip(unit_of) {
            let group = alike.group[unit as usize] as usize;
            rows[next[group] as usize] = row;
            next[group] += 1;
        }
        Self { alike, starts, rows }
    }

    fn of(&self, unit: u32) -> &[u32] {
        let group = self.alike.group[unit as usize] as usize;
        &self.rows[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

struct Thinning<'a, 'b> {
    projections: &'a mut Projections<'b>,
    unit_of: &'a [u32],
    scopes: &'a [CellSet],
    k: u64,
    cells: Vec<CellSet>,
    lists: FxHashMap<CellSet, Rc<Lists>>,
    /// For each scope and row, how many rows cover it that it does not cover.
    covered: Vec<Vec<u32>>,
}

/// Gives back what all rows can do without. Every row covers `k` rows with the cells it has.
pub(super) fn thin(
    projections: &mut Projections<'_>,
    unit_of: &[u32],
    cells: Vec<CellSet>,
    costs: &[f64],
    scopes: &[CellSet],
    k: u64,
) -> Vec<CellSet> {
    let covered = vec![vec![0; unit_of.len()]; scopes.len()];
    let lists = FxHashMap::default();
    let mut thinning = Thinning { projections, unit_of, scopes, k, cells, lists, covered };
    thinning.count();
    let mut order = thinning.order(costs);
    // The second round takes what the first could not because a neighbour came later.
    for _ in 0..2 {
        for &row in &order {
            thinning.give_back(row, costs);
        }
        order.retain(|&row| thinning.cells[row as usize] != 0);
    }
    thinning.cells
}

impl Thinning<'_, '_> {
    fn lists(&mut self, keep: CellSet) -> Rc<Lists> {
        if let Some(lists) = self.lists.get(&keep) {
            return Rc::clone(lists);
        }
        let lists = Rc::new(Lists::new(self.projections.by(keep), self.unit_of));
        self.lists.insert(keep, Rc::clone(&lists));
        lists
    }

    fn difference(&self, a: u32, b: u32) -> CellSet {
        self.projections.difference(self.unit_of[a as usize], self.unit_of[b as usize])
    }

    fn count(&mut self) {
        for row in 0..self.unit_of.len() as u32 {
            if self.cells[row as usize] == 0 {
                continue;
            }
            for at in 0..self.scopes.len() {
                let scope = self.scopes[at];
                let lists = self.lists(scope & !self.cells[row as usize]);
                for &other in lists.of(self.unit_of[row as usize]) {
                    let apart = self.difference(row, other) & scope;
                    if apart & !self.cells[other as usize] != 0 {
                        self.covered[at][other as usize] += 1;
                    }
                }
            }
        }
    }

    /// Rows with suppressed cells: the dearest first, then those on whom the fewest rows depend.
    fn order(&mut self, costs: &[f64]) -> Vec<u32> {
        let mut order: Vec<(f64, usize, u32)> = Vec::new();
        for row in 0..self.unit_of.len() as u32 {
            let set = self.cells[row as usize];
            if set == 0 {
                continue;
            }
            let lists = self.lists(self.scopes[0] & !set);
            let rare = lists.of(self.unit_of[row as usize]).iter();
            let rare = rare.filter(|&&other| self.cells[other as usize] != 0).count();
            order.push((-cost(set, costs), rare, row));
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        order.into_iter().map(|(_, _, row)| row).collect()
    }

    /// Tries to give back all cells of a row, or else one after the other.
    fn give_back(&mut self, row: u32, costs: &[f64]) {
        let set = self.cells[row as usize];
        if self.replace(row, 0) {
            return;
        }
        let mut single: Vec<u32> = (0..32).filter(|at| set & (1 << at) != 0).collect();
        single.sort_by(|&a, &b| costs[b as usize].total_cmp(&costs[a as usize]).then(a.cmp(&b)));
        for at in single {
            self.replace(row, self.cells[row as usize] & !(1 << at));
        }
    }

    /// Sets a row's cells to fewer, if every row still fits `k`.
    fn replace(&mut self, row: u32, fewer: CellSet) -> bool {
        let before = self.cells[row as usize];
        if fewer == before {
            return false;
        }
        let unit = self.unit_of[row as usize];
        let mut changes: Vec<(usize, u32, i32)> = Vec::new();
        for at in 0..self.scopes.len() {
            let scope = self.scopes[at];
            let (old, new) = (self.lists(scope & !before), self.lists(scope & !fewer));
            let mut own = 0;
            for &other in old.of(unit) {
                let apart = self.difference(row, other) & scope;
                if apart & !fewer == 0 {
                    continue; // covered as before
                }
                if apart & !self.cells[other as usize] == 0 {
                    own += 1; // the other one still covers this row
                } else if self.fits(at, other) <= self.k {
                    return false;
                } else {
                    changes.push((at, other, -1));
                }
            }
            let fits = new.of(unit).len() as u64 + u64::from(self.covered[at][row as usize]) + own;
            if fits < self.k {
                return false;
            }
            changes.push((at, row, own as i32));
        }
        self.cells[row as usize] = fewer;
        for (at, other, by) in changes {
            let covered = &mut self.covered[at][other as usize];
            *covered = covered.saturating_add_signed(by);
        }
        true
    }

    /// How many rows a row is known to fit in a scope.
    fn fits(&mut self, at: usize, row: u32) -> u64 {
        let keep = self.scopes[at] & !self.cells[row as usize];
        let own = self.lists(keep).of(self.unit_of[row as usize]).len() as u64;
        own + u64::from(self.covered[at][row as usize])
    }
}

fn cost(set: CellSet, costs: &[f64]) -> f64 {
    costs.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0).map(|(_, cost)| cost).sum()
}
