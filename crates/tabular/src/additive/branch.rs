//! Search through whole numbers, with propagation: what a total may be follows from its parts, and what a
//! part may be from its total and the others.

use super::{Answer, Windows};
use ridotto_audit::System;

/// How many cells are narrowed down in all before the search gives up: some seconds.
const EFFORT: usize = 60_000_000;
/// Where there are more cells, nothing is searched through.
const CELLS: usize = 3_000;

/// The cheapest whole numbers in windows, or the best that were found.
pub fn search(system: &System, of: &Windows<'_>, stopped: &dyn Fn() -> bool) -> Answer {
    if of.target.len() > CELLS {
        return Answer::default();
    }
    let mut branch = Branch {
        system,
        of,
        low: of.low.to_vec(),
        high: of.high.to_vec(),
        trail: Vec::new(),
        waiting: vec![true; system.len()],
        best: None,
        effort: 0,
        stopped,
        is_complete: true,
    };
    let all: Vec<u32> = (0..system.len() as u32).collect();
    if branch.narrow(all) {
        branch.descend();
    }
    let values = branch.best.map(|(_, values)| values);
    Answer { values, is_proved: branch.is_complete, farther: None }
}

struct Branch<'a> {
    system: &'a System,
    of: &'a Windows<'a>,
    low: Vec<i64>,
    high: Vec<i64>,
    /// Cells with the ends that they had.
    trail: Vec<(u32, i64, i64)>,
    /// Whether a relation waits to be looked at.
    waiting: Vec<bool>,
    best: Option<(f64, Vec<i64>)>,
    effort: usize,
    stopped: &'a dyn Fn() -> bool,
    is_complete: bool,
}

impl Branch<'_> {
    fn descend(&mut self) {
        let bound = self.bound();
        if self.best.as_ref().is_some_and(|(best, _)| bound >= best - 1e-9 * best.abs()) {
            return;
        }
        let Some(cell) = self.undecided() else {
            self.best = Some((bound, self.low.clone()));
            return;
        };
        self.effort += self.low.len();
        if self.effort > EFFORT || (self.stopped)() {
            self.is_complete = false;
            return;
        }
        let at = cell as usize;
        let middle =
            ((self.of.target[at] + 0.5).floor() as i64).max(self.low[at]).min(self.high[at]);
        let ends = [(middle, middle), (middle + 1, i64::MAX), (i64::MIN, middle - 1)];
        for (low, high) in ends {
            let mark = self.trail.len();
            if self.tighten(cell, low, high) && self.narrow(self.system.relations_of(cell).to_vec())
            {
                self.descend();
            }
            self.undo(mark);
            if !self.is_complete {
                return;
            }
        }
    }

    /// What any numbers within the ends cost at least.
    fn bound(&self) -> f64 {
        let nearest = |(at, (&low, &high)): (usize, (&i64, &i64))| {
            let target = self.of.target[at];
            let off = (low as f64 - target).max(target - high as f64).max(0.0);
            off * self.of.weight[at]
        };
        // Between two whole numbers a cell cannot be on its target.
        let whole = |(at, (&low, &high)): (usize, (&i64, &i64))| {
            let target = self.of.target[at];
            if target > low as f64 && target < high as f64 {
                (target - target.floor()).min(target.ceil() - target) * self.of.weight[at]
            } else {
                nearest((at, (&low, &high)))
            }
        };
        self.low.iter().zip(&self.high).enumerate().map(whole).sum()
    }

    /// The cell with the fewest numbers left, more than one; the one that stands in most relations.
    fn undecided(&self) -> Option<u32> {
        let open = (0..self.low.len() as u32).filter(|&cell| {
            let at = cell as usize;
            self.low[at] < self.high[at]
        });
        let rank = |&cell: &u32| {
            let at = cell as usize;
            let relations = self.system.relations_of(cell).len();
            (self.high[at] - self.low[at], usize::MAX - relations)
        };
        open.min_by_key(rank)
    }

    /// Narrows a cell down; false if nothing is left.
    fn tighten(&mut self, cell: u32, low: i64, high: i64) -> bool {
        let at = cell as usize;
        let (old_low, old_high) = (self.low[at], self.high[at]);
        let (low, high) = (low.max(old_low), high.min(old_high));
        if (low, high) != (old_low, old_high) {
            self.trail.push((cell, old_low, old_high));
            (self.low[at], self.high[at]) = (low, high);
        }
        low <= high
    }

    fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let (cell, low, high) = self.trail.pop().expect("it is longer");
            (self.low[cell as usize], self.high[cell as usize]) = (low, high);
        }
    }

    /// Draws conclusions from relations until nothing follows any more; false if nothing is left.
    fn narrow(&mut self, mut open: Vec<u32>) -> bool {
        self.waiting.fill(false);
        for &at in &open {
            self.waiting[at as usize] = true;
        }
        while let Some(at) = open.pop() {
            self.waiting[at as usize] = false;
            let before = self.trail.len();
            if !self.conclude(at) {
                return false;
            }
            for changed in before..self.trail.len() {
                for &other in self.system.relations_of(self.trail[changed].0) {
                    if other != at && !std::mem::replace(&mut self.waiting[other as usize], true) {
                        open.push(other);
                    }
                }
            }
        }
        true
    }

    fn conclude(&mut self, at: u32) -> bool {
        let relation = self.system.relation(at as usize);
        let (total, parts) = (relation.total(), relation.parts());
        self.effort += parts.len();
        let sum = |ends: &[i64]| {
            parts.iter().fold(0_i64, |sum, &part| sum.saturating_add(ends[part as usize]))
        };
        let (low, high) = (sum(&self.low), sum(&self.high));
        if !self.tighten(total, low, high) {
            return false;
        }
        let (most, least) = (self.high[total as usize], self.low[total as usize]);
        for &part in parts {
            let (own_low, own_high) = (self.low[part as usize], self.high[part as usize]);
            let down = least.saturating_sub(high.saturating_sub(own_high));
            let up = most.saturating_sub(low.saturating_sub(own_low));
            if !self.tighten(part, down, up) {
                return false;
            }
        }
        true
    }
}
