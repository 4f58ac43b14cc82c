//! The cheapest pattern that is safe, by branch and cut.
//!
//! A pattern that hides more is not less safe. So whatever says that a pattern is not safe says that one
//! of the cells it publishes has to be hidden: those cuts, and the ones by capacity, are all that a
//! program of hidden shares knows, and it gets them as it breaks them. Its least cost is a bound for every
//! safe pattern; where shares are not whole, it branches. A pattern counts when the audit is clean, for
//! contributors and coalitions as well, and nothing but the audit decides that. Stopped early, the best
//! pattern so far and the bound remain.

use super::cuts::Cuts;
use super::residue::scattered;
use super::{Attacked, Outcome, Problem, Standing, Suppression, audit, fast, near};
use crate::solve::{Bounds, Covering, Row, Solved};
use ridotto_audit::Need;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

const HIDDEN: Bounds = Bounds { low: 1.0, high: 1.0 };
const SHOWN: Bounds = Bounds { low: 0.0, high: 0.0 };
const EITHER: Bounds = Bounds { low: 0.0, high: 1.0 };

/// Rounds of cuts at a node.
const ROUNDS: usize = 40;
/// Beyond this many rows, those that are more than covered are forgotten.
const ROWS: usize = 300;

/// The cheapest pattern, or the best until it was stopped.
pub fn optimal(of: &Problem<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Outcome {
    let begin = fast::fast(of, stopped);
    let exposed = |cell: u32| begin.exposed.iter().any(|of| of.0 == cell);
    let needs: Vec<Need> = of.needs.iter().filter(|need| !exposed(need.cell)).copied().collect();
    let problem = Problem { needs: &needs, ..*of };
    let mut search = Search::new(&problem, begin.hidden, stopped);
    let bound = search.run();
    let hidden = search.best;
    let proved = bound >= search.best_cost - search.step;
    let bound = if proved { search.best_cost } else { bound.min(search.best_cost) };
    Outcome { hidden, exposed: begin.exposed, bound: Some(bound), proved }
}

/// A part of the search: which cells are hidden or shown in it, and what it costs at least.
#[derive(Clone, Debug)]
struct Node {
    least: f64,
    depth: usize,
    fixed: Vec<(usize, bool)>,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    /// The cheapest first, and of equals the deepest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_cost = other.least.total_cmp(&self.least);
        by_cost.then(self.depth.cmp(&other.depth)).then_with(|| other.fixed.cmp(&self.fixed))
    }
}

struct Search<'a> {
    of: &'a Problem<'a>,
    cuts: Cuts<'a>,
    program: Covering,
    /// Whether a cell is open.
    open: Vec<bool>,
    best: Vec<bool>,
    best_cost: f64,
    /// A pattern that is cheaper is so by more than this.
    step: f64,
    /// By how much the program's costs may be too high, all together.
    excess: f64,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Search<'a> {
    fn new(of: &'a Problem<'a>, begin: Vec<bool>, stopped: &'a (dyn Fn() -> bool + Sync)) -> Self {
        let open: Vec<bool> = of.standing.iter().map(|of| *of == Standing::Open).collect();
        let bounds = of.standing.iter().map(|of| match of {
            Standing::Open => EITHER,
            Standing::Sensitive => HIDDEN,
            Standing::Published => SHOWN,
        });
        let cost = |cell: usize| if open[cell] { of.cost[cell] } else { 0.0 };
        let whole = (0..open.len()).all(|cell| cost(cell).fract() == 0.0);
        let (count, sum) = (0..open.len())
            .map(cost)
            .fold((0.0_f64, 0.0), |(count, sum), cost| (count + 1.0, sum + cost));
        // Costs that differ a little keep the simplex method from going in circles.
        let little = 1e-6 * sum / count.max(1.0);
        let shaken = |cell: usize| {
            cost(cell) + little * (scattered(1, cell as u64) as f64 / (1_u64 << 61) as f64)
        };
        let excess = little * count;
        let program = Covering::new((0..open.len()).map(shaken).collect(), bounds.collect());
        let step = if whole { 1.0 - 1e-6 } else { 0.0 };
        let mut search = Self {
            of,
            cuts: Cuts::new(of, of.needs),
            program,
            open,
            best: Vec::new(),
            best_cost: f64::INFINITY,
            step,
            excess,
            stopped,
        };
        search.better(begin);
        search
    }

    /// A pattern that the audit finds clean, thinned, is kept if it is the best.
    fn better(&mut self, mut hidden: Vec<bool>) {
        let proofs = audit(self.of, &hidden).proofs(self.of.needs, self.stopped);
        super::thin::thin(self.of, &mut hidden, proofs, self.stopped);
        let cost = Suppression { hidden: hidden.clone(), exposed: Vec::new() }.cost(self.of);
        if cost < self.best_cost {
            (self.best, self.best_cost) = (hidden, cost);
        }
    }

    /// Searches until nothing cheaper is left, or it is stopped; the cost that no pattern undercuts.
    fn run(&mut self) -> f64 {
        let mut nodes = BinaryHeap::from([Node { least: 0.0, depth: 0, fixed: Vec::new() }]);
        while let Some(node) = nodes.pop() {
            if self.is_hopeless(node.least) {
                return self.best_cost;
            }
            if (self.stopped)() {
                return node.least;
            }
            // Down one way until it ends, so that good patterns are found early.
            let mut way = Some(node);
            while let Some(node) = way.take() {
                match self.look(&node) {
                    Looked::Closed => {}
                    Looked::Unknown(least) => {
                        return nodes.peek().map_or(least, |of| of.least.min(least));
                    }
                    Looked::Branch(cell, least) => {
                        // What would cost too much to change is as it is wherever it goes on from here.
                        let gap = self.best_cost - self.step - least;
                        let settled = self.program.settled(gap);
                        let child = |is_hidden| {
                            let mut fixed = node.fixed.clone();
                            fixed.extend(settled.iter().filter(|of| of.0 != cell));
                            fixed.push((cell, is_hidden));
                            Node { least, depth: node.depth + 1, fixed }
                        };
                        nodes.push(child(false));
                        way = Some(child(true));
                    }
                }
            }
        }
        self.best_cost
    }

    fn is_hopeless(&self, least: f64) -> bool {
        least >= self.best_cost - self.step
    }

    /// Bounds a node by cuts, and says where to branch.
    fn look(&mut self, node: &Node) -> Looked {
        for (cell, _) in self.open.iter().enumerate().filter(|(_, open)| **open) {
            self.program.bind(cell, EITHER);
        }
        for &(cell, is_hidden) in &node.fixed {
            self.program.bind(cell, if is_hidden { HIDDEN } else { SHOWN });
        }
        let (mut least, mut idle) = (node.least, 0);
        for round in 0.. {
            let cost = match self.program.solve(self.best_cost + self.excess, &self.stopped) {
                Solved::Cost(cost) => cost - self.excess,
                Solved::Impossible => return Looked::Closed,
                // Whatever the program has reached, nothing that covers its rows costs less.
                Solved::Unknown => {
                    return Looked::Unknown(least.max(self.program.spent() - self.excess));
                }
            };
            if self.is_hopeless(cost) {
                return Looked::Closed;
            }
            idle = if cost > least + 1e-3 * self.best_cost.abs() { 0 } else { idle + 1 };
            least = least.max(cost);
            let shares = self.program.shares();
            let fraction = self.most_divided(&shares);
            if fraction.is_none() {
                let is_done = self.is_whole_done(&shares);
                match (is_done, (self.stopped)()) {
                    (_, true) => return Looked::Unknown(least),
                    (true, false) => return Looked::Closed,
                    (false, false) => continue,
                }
            }
            let mut rows = Vec::new();
            if round < ROUNDS && idle < 6 {
                rows = self.cuts.broken(&shares, false);
                rows.extend(self.cuts.alone(&shares));
            }
            if rows.is_empty() {
                if node.depth == 0 {
                    self.round_up(&shares);
                }
                return Looked::Branch(fraction.expect("it is divided"), least);
            }
            self.take(rows);
        }
        unreachable!("rounds are counted without end")
    }

    fn take(&mut self, rows: Vec<Row>) {
        if self.program.len() > ROWS {
            self.program.forget(0.1);
        }
        for row in rows {
            self.program.add(row);
        }
    }

    /// An open cell whose share is neither whole nor nothing, rather hidden than not; of equals the dearest.
    fn most_divided(&self, shares: &[f64]) -> Option<usize> {
        let off = |at: usize| (shares[at] - 0.6).abs();
        let divided =
            (0..shares.len()).filter(|&at| self.open[at] && (shares[at] - 0.5).abs() < 0.5 - 1e-6);
        divided.min_by(|&a, &b| {
            let by_cost = self.of.cost[b].total_cmp(&self.of.cost[a]);
            ((off(a) * 20.0).round())
                .total_cmp(&(off(b) * 20.0).round())
                .then(by_cost)
                .then(a.cmp(&b))
        })
    }

    /// A whole pattern is either safe, and then as good as it gets here, or it breaks a cut.
    fn is_whole_done(&mut self, shares: &[f64]) -> bool {
        let mut rows = self.cuts.broken(shares, true);
        rows.extend(self.cuts.alone(shares));
        if !rows.is_empty() {
            self.take(rows);
            return false;
        }
        let hidden: Vec<bool> = shares.iter().map(|share| *share > 0.5).collect();
        let attacked = near(&audit(self.of, &hidden), self.of.needs, self.stopped);
        if (self.stopped)() {
            return false;
        }
        match attacked.first() {
            None => {
                self.better(hidden);
                true
            }
            Some(&one) => {
                let row = self.one_more(hidden, one);
                self.take(vec![row]);
                false
            }
        }
    }

    /// Of a pattern that is not safe: at least one of the cells that it shows has to be hidden; and so
    /// of as large a pattern as can be found that is still not safe.
    fn one_more(&self, mut hidden: Vec<bool>, attacked: Attacked) -> Row {
        let mut shown: Vec<usize> =
            (0..hidden.len()).filter(|&at| self.open[at] && !hidden[at]).collect();
        shown.sort_by(|&a, &b| self.of.cost[a].total_cmp(&self.of.cost[b]).then(a.cmp(&b)));
        let need = [attacked.need];
        let mark = |hidden: &mut Vec<bool>, some: &[usize], is_hidden| {
            for &at in some {
                hidden[at] = is_hidden;
            }
        };
        let mut size = shown.len().div_ceil(2).max(1);
        loop {
            let mut left = Vec::new();
            for some in shown.chunks(size) {
                mark(&mut hidden, some, true);
                if near(&audit(self.of, &hidden), &need, self.stopped).is_empty() {
                    mark(&mut hidden, some, false);
                    left.extend_from_slice(some);
                }
            }
            shown = left;
            if size == 1 {
                break;
            }
            size = size.div_ceil(3);
        }
        Row { terms: shown.into_iter().map(|at| (at, 1.0)).collect(), least: 1.0 }
    }

    /// A safe pattern near some shares.
    fn round_up(&mut self, shares: &[f64]) {
        for least in [0.7, 0.5, 0.3] {
            let hidden = shares.iter().map(|share| *share > least).collect();
            let (found, _) = fast::mended(self.of, hidden, self.stopped);
            if found.exposed.is_empty() && !(self.stopped)() {
                self.better(found.hidden);
            }
        }
    }
}

/// What became of a node.
enum Looked {
    /// Nothing cheaper is in it.
    Closed,
    /// Where it branches, and what it costs at least.
    Branch(usize, f64),
    /// It was stopped; what it costs at least.
    Unknown(f64),
}
