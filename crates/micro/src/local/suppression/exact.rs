//! The least number of cells, proved: for tables of a few rows, and for tests of the heuristic.

use super::CellSet;

/// A table of a few rows: the codes of each, and what a cell of each key costs.
struct Search<'a> {
    rows: &'a [Vec<u32>],
    costs: &'a [f64],
    k: usize,
    cells: Vec<CellSet>,
    best: f64,
    found: Vec<CellSet>,
}

/// The cheapest cells after whose suppression every row fits at least `k` rows, itself included,
/// if a suppressed cell fits anything. Branch and bound over all sets of cells, row by row.
///
/// Mind what it finds: `k - 1` rows without any value, as soon as that is the cheapest.
///
/// # Panics
/// If there are fewer than `k` rows.
pub fn least_cells(rows: &[Vec<u32>], costs: &[f64], k: usize) -> Vec<CellSet> {
    assert!(rows.len() >= k, "fewer rows than k");
    let all: CellSet = super::all(costs.len());
    // All cells of k - 1 rows are enough, and of all but one row if those are fewer.
    let mut found = vec![0; rows.len()];
    found.iter_mut().take(k - 1).for_each(|set| *set = all);
    let best = costs.iter().sum::<f64>() * (k - 1) as f64;
    let mut search = Search { rows, costs, k, cells: vec![0; rows.len()], best, found };
    search.go(0, 0.0);
    search.found
}

impl Search<'_> {
    fn go(&mut self, row: usize, cost: f64) {
        if cost >= self.best - 1e-9 || !self.can_still_hold(row) {
            return;
        }
        if row == self.rows.len() {
            (self.best, self.found) = (cost, self.cells.clone());
            return;
        }
        let mut sets: Vec<(f64, CellSet)> = (0..=super::all(self.costs.len()))
            .map(|set| (super::cost(set, self.costs), set))
            .collect();
        sets.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (dearer, set) in sets {
            self.cells[row] = set;
            self.go(row + 1, cost + dearer);
        }
        self.cells[row] = 0;
    }

    /// Whether every row fits `k` rows if all rows from `row` on hid everything.
    fn can_still_hold(&self, row: usize) -> bool {
        let open = self.rows.len() - row;
        (0..row).all(|at| {
            let fits = (0..row).filter(|&other| {
                let hidden = self.cells[at] | self.cells[other];
                let pairs = self.rows[at].iter().zip(&self.rows[other]).enumerate();
                pairs.into_iter().all(|(key, (a, b))| a == b || hidden & (1 << key) != 0)
            });
            fits.count() + open >= self.k
        })
    }
}
