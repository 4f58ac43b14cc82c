//! Large tables: sensitive cells go to the nearer of their ends, one after the other, and then single cells
//! step as long as the whole becomes cheaper.
//!
//! Every step of an inner cell changes all totals that it is in, so the table always adds up. A step that
//! would bring a cell between its ends is not made; a sensitive cell may jump from one of its sides to the
//! other.

use super::Question;
use super::signs::Sign;
use crate::additive::{Above, Sums};

/// How often every inner cell is looked at.
const ROUNDS: usize = 30;
/// And how often at most until all cells are where they may be.
const URGENT: usize = 300;

/// An adjusted table and the side of each sensitive cell, if all cells end where they may.
pub fn descended(of: &Question<'_>, stopped: &dyn Fn() -> bool) -> Option<Vec<i64>> {
    let sums = of.additive.sums().filter(|sums| sums.is_whole())?;
    let above = sums.above(of.system);
    let mut sensitive = vec![None; of.values.len()];
    for (at, need) in of.needs.iter().enumerate() {
        sensitive[need.cell as usize] = Some(at);
    }
    let urgency = vec![1.0; of.values.len()];
    let mut descent = Descent {
        of,
        sums,
        above,
        sensitive,
        values: of.values.to_vec(),
        urgency,
        is_urgent: true,
    };
    // First everybody must be somewhere allowed, whatever it costs; then costs count.
    descent.begin();
    for _ in 0..URGENT {
        descent.round();
        if !descent.insist() {
            break;
        }
        if stopped() {
            return None;
        }
    }
    if descent.insist() {
        return None;
    }
    descent.is_urgent = false;
    for _ in 0..ROUNDS {
        if !descent.round() || stopped() {
            break;
        }
    }
    Some(descent.values)
}

struct Descent<'a> {
    of: &'a Question<'a>,
    sums: &'a Sums,
    above: Above,
    /// Of each cell which of the needs it has.
    sensitive: Vec<Option<usize>>,
    values: Vec<i64>,
    /// How much it matters that a cell is where it must not be: the more, the longer it is there
    /// (Morris 1993, *The breakout method*).
    urgency: Vec<f64>,
    /// Whether some cells may still be where they must not.
    is_urgent: bool,
}

impl Descent<'_> {
    /// Inner cells to their nearer end, by what that does to all totals.
    fn begin(&mut self) {
        for need in self.of.needs {
            if !self.sums.is_leaf(need.cell) {
                continue;
            }
            let steps = self.steps(need.cell);
            let best = steps
                .into_iter()
                .min_by(|a, b| self.rise(need.cell, *a).total_cmp(&self.rise(need.cell, *b)));
            if let Some(step) = best {
                self.apply(need.cell, step);
            }
        }
    }

    /// Weighs cells that are where they must not be more; false if there are none.
    fn insist(&mut self) -> bool {
        let mut is_wrong = false;
        for cell in 0..self.values.len() as u32 {
            if self.wrong(cell, 0) > 0 {
                self.urgency[cell as usize] *= 1.5;
                is_wrong = true;
            }
        }
        is_wrong
    }

    /// Looks at every inner cell once; false if nothing became better.
    fn round(&mut self) -> bool {
        let mut is_better = false;
        for at in 0..self.sums.leaves().len() {
            let leaf = self.sums.leaves()[at];
            for step in self.steps(leaf) {
                if self.rise(leaf, step) < -1e-9 {
                    self.apply(leaf, step);
                    is_better = true;
                }
            }
        }
        is_better
    }

    /// Where an inner cell may go from where it is.
    fn steps(&self, leaf: u32) -> Vec<i64> {
        let at = leaf as usize;
        let value = self.values[at];
        let mut steps = vec![1, -1];
        if let Some(need) = self.sensitive[at] {
            let ends = [Sign::Down, Sign::Up].into_iter().filter(|&sign| self.of.may(need, sign));
            steps.extend(ends.map(|sign| {
                let (low, high) = self.of.ends(need, sign);
                (if sign == Sign::Down { high } else { low }) - value
            }));
        }
        steps.retain(|&step| step != 0 && self.wrong(leaf, step) == 0);
        steps
    }

    /// How far from where it may be a cell is after a step.
    fn wrong(&self, cell: u32, step: i64) -> i64 {
        let at = cell as usize;
        let value = self.values[at] + step;
        let off = |low: i64, high: i64| (low - value).max(value - high).max(0);
        match self.sensitive[at] {
            None => off(self.of.low[at], self.of.high[at]),
            Some(need) => {
                let ways = [Sign::Down, Sign::Up].into_iter();
                let ways = ways.filter(|&sign| self.of.may(need, sign));
                let each = ways.map(|sign| {
                    let (low, high) = self.of.ends(need, sign);
                    off(low, high)
                });
                each.min().unwrap_or(i64::MAX)
            }
        }
    }

    /// What a step costs: in what counts first, where cells are that must not be there.
    fn rise(&self, leaf: u32, step: i64) -> f64 {
        let mut rise = 0.0;
        for &cell in self.above.of(leaf).iter().chain([&leaf]) {
            let (before, after) = (self.wrong(cell, 0), self.wrong(cell, step));
            if after > before && !self.is_urgent {
                return f64::INFINITY;
            }
            let wrong = (after - before) as f64 * self.urgency[cell as usize];
            rise += wrong * super::STEEP * self.of.greatest;
            rise += self.of.distance(cell as usize, self.values[cell as usize] + step)
                - self.of.distance(cell as usize, self.values[cell as usize]);
        }
        rise
    }

    fn apply(&mut self, leaf: u32, step: i64) {
        self.values[leaf as usize] += step;
        for &cell in self.above.of(leaf) {
            self.values[cell as usize] += step;
        }
    }
}
