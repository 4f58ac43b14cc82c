//! One part of a table: the cheapest cells by branch and bound, row by row.

use super::needs::{Needs, SAME};
use super::{Budget, total};
use crate::local::suppression::CellSet;

/// Rows at most; of more, no proof is tried.
const ROWS: usize = 24;

/// Some rows that may help each other, and the best that is known for them.
#[derive(Debug)]
pub(super) struct Part<'a, 'b> {
    needs: &'a Needs<'b>,
    /// Each row and the place of its unit, in the order in which they are decided.
    rows: Vec<(usize, usize)>,
    /// The best choice so far.
    best: Vec<CellSet>,
    best_cost: f64,
    /// The choice that is tried.
    cells: Vec<CellSet>,
    /// The scopes in which each row needs others.
    scopes: Vec<Vec<CellSet>>,
    /// The keys in which two rows differ.
    apart: Vec<CellSet>,
    /// How many pairs of rows were looked at, and may be.
    looks: u64,
    most: u64,
}

impl<'a, 'b> Part<'a, 'b> {
    /// The rows of some units, with the cells that were chosen for them.
    pub(super) fn new(
        needs: &'a Needs<'b>,
        units: &[usize],
        unit_of: &[u32],
        cells: &[CellSet],
    ) -> Self {
        let mut rows = needs.needy(unit_of);
        rows.retain(|(_, unit)| units.binary_search(unit).is_ok());
        // Rows of a unit stand together, and what decides the most comes first.
        rows.sort_by(|a, b| {
            needs.own(b.1).total_cmp(&needs.own(a.1)).then((a.1, a.0).cmp(&(b.1, b.0)))
        });
        let best: Vec<CellSet> = rows.iter().map(|(row, _)| cells[*row]).collect();
        let best_cost = total(&best, needs.costs);
        let scopes = rows.iter().map(|row| needs.scopes_of(row.1).collect()).collect();
        let pairs = rows.iter().flat_map(|a| rows.iter().map(|b| needs.apart(a.1, b.1)));
        let (apart, cells) = (pairs.collect(), vec![0; rows.len()]);
        Self { needs, rows, best, best_cost, cells, scopes, apart, looks: 0, most: 0 }
    }

    /// The rows and their cells.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, CellSet)> + '_ {
        self.rows.iter().map(|(row, _)| *row).zip(self.best.iter().copied())
    }

    /// What the best choice costs.
    pub(super) fn cost(&self) -> f64 {
        self.best_cost
    }

    /// Looks for something cheaper; whether nothing is.
    pub(super) fn solve(&mut self, floor: f64, budget: &mut Budget) -> bool {
        if self.best_cost <= floor + SAME {
            return true;
        }
        if self.rows.len() > ROWS {
            return false;
        }
        self.most = budget.part.min(budget.all);
        self.go(0, 0.0);
        budget.all -= self.looks.min(self.most);
        self.looks <= self.most
    }

    fn go(&mut self, row: usize, cost: f64) {
        if self.looks > self.most || !self.may_win(row, cost) {
            return;
        }
        let Some(&(_, unit)) = self.rows.get(row) else {
            (self.best_cost, self.best) = (cost, self.cells.clone());
            return;
        };
        let needs = self.needs;
        // Rows of one unit are alike: each hides no earlier set than the one before.
        let again = row > 0 && self.rows[row - 1].1 == unit;
        let sets = &needs.options[unit];
        let from = sets.iter().position(|&set| again && set == self.cells[row - 1]).unwrap_or(0);
        for &set in &sets[from..] {
            let dearer = cost + needs.cost(set);
            if dearer >= self.best_cost - SAME || self.looks > self.most {
                break;
            }
            self.cells[row] = set;
            self.go(row + 1, dearer);
        }
    }

    /// Whether rows from `row` on can do what those before need, for less than the best.
    fn may_win(&mut self, row: usize, cost: f64) -> bool {
        self.looks += 1;
        (0..row).all(|at| {
            (0..self.scopes[at].len()).all(|scope| {
                self.looks += self.rows.len() as u64;
                let more = self.lacks(at, row, self.scopes[at][scope]);
                more.is_some_and(|more| cost + more < self.best_cost - SAME)
            })
        })
    }

    /// What rows from `row` on have to hide at least for the sake of one before, in one scope;
    /// `None` if that is not enough whatever they hide.
    fn lacks(&self, at: usize, row: usize, scope: CellSet) -> Option<f64> {
        let (needs, shown) = (self.needs, scope & !self.cells[at]);
        let apart = &self.apart[at * self.rows.len()..][..self.rows.len()];
        let decided = apart[..row].iter().zip(&self.cells);
        let decided = decided.filter(|(apart, cells)| {
            let open = *apart & shown;
            open != 0 && open & *cells == open
        });
        let fits = needs.alone(self.rows[at].1, self.cells[at], scope) + decided.count() as u64;
        let lacks = needs.k.saturating_sub(fits) as usize;
        if lacks == 0 {
            return Some(0.0);
        }
        let mut offers: Vec<f64> = (apart[row..].iter().zip(&self.rows[row..]))
            .filter(|(apart, _)| *apart & shown != 0)
            .map(|(apart, other)| (needs.cost(apart & shown), needs.own(other.1)))
            .filter(|(cost, own)| *cost <= own + SAME)
            .map(|(cost, _)| cost)
            .collect();
        offers.sort_by(f64::total_cmp);
        (offers.len() >= lacks).then(|| offers[..lacks].iter().sum())
    }
}
