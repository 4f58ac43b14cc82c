//! A regression tree on binned columns.

use super::Binned;
use rayon::prelude::*;

/// How far a tree grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// Questions from the root to a leaf, at most.
    pub depth: usize,
    /// Rows of a leaf, at least.
    pub least_rows: usize,
    /// Added to the rows by which a leaf's mean is taken: leaves with few rows keep near 0.
    pub shrink: f64,
}

/// A tree that asks one column at a time and ends in the mean of its rows' targets.
///
/// Columns with an order are split at a place. Categories are sorted by their mean target and then
/// split at a place, which finds the best of all ways to part them (L. Breiman, J. Friedman,
/// R. Olshen, C. Stone 1984, *Classification and regression trees*, doi:10.1201/9781315139470).
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Leaf(f64),
    /// Which column, which bins go left, and the places of both children.
    Split {
        column: usize,
        left: Vec<bool>,
        children: [usize; 2],
    },
}

/// Rows from which on columns are looked at by several threads.
const PARALLEL: usize = 1 << 14;

/// Rows, the sum of their targets, and the sum of their weights.
#[derive(Clone, Copy, Default)]
struct Sum {
    rows: usize,
    target: f64,
    weight: f64,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.target += other.target;
        self.weight += other.weight;
    }

    fn less(self, other: Self) -> Self {
        Self {
            rows: self.rows - other.rows,
            target: self.target - other.target,
            weight: self.weight - other.weight,
        }
    }

    /// How much the squared error shrinks when these rows get their mean.
    fn gain(self, shrink: f64) -> f64 {
        let divisor = self.weight + shrink;
        if divisor > 0.0 { self.target * self.target / divisor } else { 0.0 }
    }
}

impl Tree {
    /// Grows a tree on the rows named. `targets` has the target and the weight of every row of the
    /// columns: leaves are Σ target / (Σ weight + shrink), a mean where weights are 1.
    pub fn grow(columns: &Binned, rows: Vec<u32>, targets: &[(f64, f64)], growth: Growth) -> Self {
        let mut tree = Self { nodes: vec![Node::Leaf(0.0)] };
        let mut open = vec![(0, rows, growth.depth)];
        while let Some((at, rows, depth)) = open.pop() {
            let mut all = Sum::default();
            for &row in &rows {
                let (target, weight) = targets[row as usize];
                all.add(Sum { rows: 1, target, weight });
            }
            let divisor = all.weight + growth.shrink;
            let mean = if divisor > 0.0 { all.target / divisor } else { 0.0 };
            tree.nodes[at] = Node::Leaf(mean);
            if depth == 0 || rows.len() < 2 * growth.least_rows.max(1) {
                continue;
            }
            let best = |column: usize| best_split(columns, column, &rows, targets, all, growth);
            let every = 0..columns.columns.len();
            // Threads cost more than they save where there is little to add up.
            let found: Vec<_> = if rows.len() < PARALLEL {
                every.map(best).collect()
            } else {
                every.into_par_iter().map(best).collect()
            };
            let mut first_best: Option<(f64, usize, Vec<bool>)> = None;
            for (column, one) in found.into_iter().enumerate() {
                let most = first_best.as_ref().map_or(0.0, |&(gain, ..)| gain);
                if let Some((gain, left)) = one.filter(|&(gain, _)| gain > most) {
                    first_best = Some((gain, column, left));
                }
            }
            let Some((_, column, left)) = first_best else { continue };
            let goes_left = |row: &u32| left[usize::from(columns.columns[column][*row as usize])];
            let (lefts, rights): (Vec<u32>, Vec<u32>) = rows.into_iter().partition(goes_left);
            let children = [tree.nodes.len(), tree.nodes.len() + 1];
            tree.nodes.extend([Node::Leaf(0.0), Node::Leaf(0.0)]);
            tree.nodes[at] = Node::Split { column, left, children };
            open.push((children[1], rights, depth - 1));
            open.push((children[0], lefts, depth - 1));
        }
        tree
    }

    /// What the tree says of a row.
    pub fn predict(&self, columns: &Binned, row: usize) -> f64 {
        let mut at = 0;
        loop {
            match &self.nodes[at] {
                Node::Leaf(mean) => return *mean,
                Node::Split { column, left, children } => {
                    let goes_left = left[usize::from(columns.columns[*column][row])];
                    at = children[usize::from(!goes_left)];
                }
            }
        }
    }

    /// How many leaves it has.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Leaf(_))).count()
    }
}

/// The best split of rows by a column: what it gains, and which bins go left.
fn best_split(
    columns: &Binned,
    column: usize,
    rows: &[u32],
    targets: &[(f64, f64)],
    all: Sum,
    growth: Growth,
) -> Option<(f64, Vec<bool>)> {
    let mut sums = vec![Sum::default(); columns.bins[column]];
    let cells = &columns.columns[column];
    for &row in rows {
        let (target, weight) = targets[row as usize];
        sums[usize::from(cells[row as usize])].add(Sum { rows: 1, target, weight });
    }
    let mut order: Vec<usize> = (0..sums.len()).filter(|&bin| sums[bin].rows > 0).collect();
    if !columns.ordered[column] {
        let mean = |bin: usize| sums[bin].target / sums[bin].weight.max(f64::MIN_POSITIVE);
        // Divided once for each, and not at every comparison; of equals the first bin comes first.
        let mut means: Vec<(f64, usize)> = order.iter().map(|&bin| (mean(bin), bin)).collect();
        means.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        order = means.into_iter().map(|(_, bin)| bin).collect();
    }
    let nothing = all.gain(growth.shrink);
    let (mut best, mut left) = (None, Sum::default());
    for (place, &bin) in order.iter().enumerate().take(order.len().saturating_sub(1)) {
        left.add(sums[bin]);
        let right = all.less(left);
        if left.rows < growth.least_rows || right.rows < growth.least_rows {
            continue;
        }
        let gain = left.gain(growth.shrink) + right.gain(growth.shrink) - nothing;
        let least = 1e-9 * (nothing.abs() + all.weight.abs()) / all.rows.max(1) as f64;
        if gain > best.map_or(least, |(gain, _, _)| gain) {
            best = Some((gain, place, left.rows));
        }
    }
    let (gain, place, left_rows) = best?;
    // Bins that no row has: in an order on their side, otherwise with the majority.
    let mut goes_left = vec![2 * left_rows > rows.len(); sums.len()];
    if columns.ordered[column] {
        let last = order[place];
        goes_left.iter_mut().enumerate().for_each(|(bin, left)| *left = bin <= last);
    } else {
        order.iter().enumerate().for_each(|(at, &bin)| goes_left[bin] = at <= place);
    }
    Some((gain, goes_left))
}
