//! Repairing totals: leaves step up and down until every total is within its window.
//!
//! Leaves are drawn, half of them below totals that are outside their windows, and step up or down if that
//! brings totals nearer to their windows; and now and then if it does not, the more rarely the longer it
//! goes on (simulated annealing, Kirkpatrick and others 1983). Draws depend on nothing but the table.

use super::even::{Choice, even};
use super::sums::Above;
use super::{Sums, Windows, scattered};
use ridotto_audit::System;

/// Numbers that add up.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The numbers.
    pub values: Vec<i64>,
    /// Whether totals, too, are within their windows.
    pub is_within: bool,
}

/// How many steps there are for each leaf, and at least and at most.
const STEPS: usize = 1_000;
const LEAST: usize = 200_000;
const MOST: usize = 20_000_000;
/// How much worse a step may be: at the beginning and at the end of the work.
const HOT: f64 = 0.8;
const COLD: f64 = 0.08;

/// Begins beside the leaves' targets, and repairs totals.
pub fn repair(
    system: &System,
    sums: &Sums,
    of: &Windows<'_>,
    stopped: &dyn Fn() -> bool,
) -> Repaired {
    let above = sums.above(system);
    let values = begin(system, (sums, &above), of, stopped);
    let mut state = State {
        system,
        sums,
        of,
        above,
        values,
        broken: Vec::new(),
        place: vec![None; of.target.len()],
        drawn: 0,
    };
    for cell in 0..of.target.len() as u32 {
        state.note(cell);
    }
    let leaves: Vec<u32> = (sums.leaves().iter().copied())
        .filter(|&leaf| of.low[leaf as usize] < of.high[leaf as usize])
        .collect();
    let mut best = (state.violation(), state.values.clone());
    let steps = if leaves.is_empty() { 0 } else { (STEPS * leaves.len()).clamp(LEAST, MOST) };
    for step in 0..steps {
        if state.broken.is_empty() || (step.is_multiple_of(1024) && stopped()) {
            break;
        }
        let done = step as f64 / steps as f64;
        state.step(&leaves, HOT * (COLD / HOT).powf(done));
        // Looking at all of them is dear, so it is done now and then.
        if step.is_multiple_of(leaves.len()) {
            let violation = state.violation();
            if violation < best.0 {
                best = (violation, state.values.clone());
            }
        }
    }
    if state.broken.is_empty() {
        best = (0, state.values);
    }
    Repaired { is_within: best.0 == 0, values: best.1 }
}

/// Leaves beside their targets, so that totals come out even.
fn begin(
    system: &System,
    (sums, above): (&Sums, &Above),
    of: &Windows<'_>,
    stopped: &dyn Fn() -> bool,
) -> Vec<i64> {
    let mut values: Vec<i64> = (0..of.target.len()).map(|cell| of.nearest(cell)).collect();
    let beside = |leaf: u32| {
        let at = leaf as usize;
        let down = (of.target[at].floor() as i64).clamp(of.low[at], of.high[at]);
        (leaf, down, (down + 1).min(of.high[at]))
    };
    let open: Vec<(u32, i64, i64)> =
        sums.leaves().iter().map(|&leaf| beside(leaf)).filter(|(_, down, up)| down < up).collect();
    // A leaf that is on its target stays there, unless totals need it.
    let off = |leaf: u32, value: i64| value as f64 - of.target[leaf as usize];
    let choices: Vec<Choice> = open
        .iter()
        .map(|&(leaf, down, up)| Choice { leaf, down: off(leaf, down), up: off(leaf, up) })
        .collect();
    let ups = even(of.target.len(), above, &choices, stopped);
    for ((leaf, down, up), is_up) in open.into_iter().zip(ups) {
        values[leaf as usize] = if is_up { up } else { down };
    }
    sums.fill(system, &mut values);
    values
}

struct State<'a> {
    system: &'a System,
    sums: &'a Sums,
    of: &'a Windows<'a>,
    above: Above,
    values: Vec<i64>,
    /// Totals outside their windows, and where each stands among them.
    broken: Vec<u32>,
    place: Vec<Option<u32>>,
    drawn: u64,
}

impl State<'_> {
    fn draw(&mut self, below: usize) -> usize {
        self.drawn += 1;
        (scattered(self.drawn) % below as u64) as usize
    }

    /// How far a number is outside a cell's window.
    fn outside(&self, cell: u32, value: i64) -> i64 {
        let at = cell as usize;
        (self.of.low[at] - value).max(value - self.of.high[at]).max(0)
    }

    fn violation(&self) -> i64 {
        self.broken.iter().map(|&cell| self.outside(cell, self.values[cell as usize])).sum()
    }

    /// Keeps the list of broken totals.
    fn note(&mut self, cell: u32) {
        let at = cell as usize;
        let is_broken = self.outside(cell, self.values[at]) > 0;
        match (is_broken, self.place[at]) {
            (true, None) => {
                self.place[at] = Some(self.broken.len() as u32);
                self.broken.push(cell);
            }
            (false, Some(place)) => {
                self.place[at] = None;
                self.broken.swap_remove(place as usize);
                if let Some(&moved) = self.broken.get(place as usize) {
                    self.place[moved as usize] = Some(place);
                }
            }
            _ => {}
        }
    }

    fn chance(&mut self) -> f64 {
        self.drawn += 1;
        (scattered(self.drawn) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A leaf that is drawn steps, if that is not too bad.
    fn step(&mut self, leaves: &[u32], heat: f64) {
        let (leaf, by) = if self.drawn.is_multiple_of(2) {
            let at = self.draw(self.broken.len());
            let total = self.broken[at];
            let is_below = self.values[total as usize] < self.of.low[total as usize];
            (self.leaf_below(total), if is_below { 1 } else { -1 })
        } else {
            let leaf = leaves[self.draw(leaves.len())];
            let up = self.values[leaf as usize] == self.of.low[leaf as usize]
                || (self.values[leaf as usize] < self.of.high[leaf as usize] && self.draw(2) == 1);
            (leaf, if up { 1 } else { -1 })
        };
        let gain = self.gain(leaf, by);
        if gain >= 0.0 || (gain.is_finite() && self.chance() < (gain / heat).exp()) {
            self.apply(leaf, by);
        }
    }

    fn leaf_below(&mut self, total: u32) -> u32 {
        let mut cell = total;
        while !self.sums.is_leaf(cell) {
            let of = self.system.relations_of(cell);
            let own = |&&at: &&u32| self.system.relation(at as usize).total() == cell;
            let count = of.iter().filter(own).count();
            let choice = self.draw(count);
            let of = self.system.relations_of(cell);
            let own = |&&at: &&u32| self.system.relation(at as usize).total() == cell;
            let at = *of.iter().filter(own).nth(choice).expect("it was counted");
            let parts = self.system.relation(at as usize).parts();
            if parts.is_empty() {
                break;
            }
            cell = parts[self.draw(parts.len())];
        }
        cell
    }

    /// What a step of a leaf does for windows, and a little for costs.
    fn gain(&self, leaf: u32, by: i64) -> f64 {
        let at = leaf as usize;
        let after = self.values[at] + by;
        if !self.sums.is_leaf(leaf) || self.outside(leaf, after) > 0 {
            return f64::NEG_INFINITY;
        }
        let saved = self.of.cost_of(at, self.values[at]) - self.of.cost_of(at, after);
        let healed = self.above.of(leaf).iter().map(|&total| {
            let value = self.values[total as usize];
            let far = |value: i64| (self.outside(total, value) as f64).powi(2);
            far(value) - far(value + by)
        });
        healed.sum::<f64>() + 0.05 * saved
    }

    fn apply(&mut self, leaf: u32, by: i64) {
        self.values[leaf as usize] += by;
        for at in 0..self.above.of(leaf).len() {
            let total = self.above.of(leaf)[at];
            self.values[total as usize] += by;
            self.note(total);
        }
    }
}
