//! Rising from a node that is expected to fail to a coarser one that is expected to fail, too.
//!
//! If the coarser one fails, so does everything below it: more nodes than the first one closes, and
//! often more than any open node could, because a node that cannot win is no longer open and may
//! lie above many that can.

use super::{Surrogate, Task};
use crate::lattice::Packed;

/// How far to rise: so many logits beyond what may go, a node is guessed to fail.
#[derive(Clone, Copy, Debug)]
pub struct Ascent(f64);

/// The first margin, and what a node that held adds to it and one that failed takes.
const MARGIN: f64 = 0.3;
const STEP: f64 = 0.1;
/// The widest margin.
const WIDEST: f64 = 2.0;
/// Open nodes of which a step is to take in the most.
const COMPARED: usize = 128;

impl Ascent {
    /// Has not risen yet.
    pub fn new() -> Self {
        Self(MARGIN)
    }

    /// What came of a look at a coarser node.
    pub fn learn(&mut self, holds: bool) {
        self.0 = if holds { (self.0 + STEP).min(WIDEST) } else { (self.0 - STEP).max(0.0) };
    }

    /// The node itself, or one above it that is guessed to suppress more than `limit`, by those steps
    /// that take in the most open nodes. `holds` says which nodes are known to hold.
    pub fn from(
        self,
        node: Packed,
        open: impl ExactSizeIterator<Item = Packed>,
        holds: impl Fn(Packed) -> bool,
        limit: u64,
        (surrogate, task): (&Surrogate<'_>, &Task<'_>),
    ) -> Packed {
        let (m, top) = (task.lattice.attributes(), task.lattice.top());
        let least = surrogate.logit_of(limit) + self.0;
        let stride = open.len().div_ceil(COMPARED).max(1);
        let open: Vec<Packed> = open.step_by(stride).collect();
        let mut levels = node.bytes();
        let mut guess = surrogate.guess(&levels[..m]);
        loop {
            let step = |at: usize| {
                let to = levels[at] + 1;
                let after = surrogate.after(guess, at, levels[at], to);
                let mut levels = levels;
                levels[at] = to;
                let coarser = Packed::new(&levels);
                let logit = surrogate.logit(after);
                let fails = logit > least && !holds(coarser);
                let below = || open.iter().filter(|node| node.is_at_most(coarser)).count();
                fails.then(|| (below(), logit, after, coarser))
            };
            let steps = (0..m).filter(|&at| levels[at] < top[at]).filter_map(step);
            let most = steps.max_by(|(below, logit, ..), (other, against, ..)| {
                below.cmp(other).then(logit.total_cmp(against))
            });
            let Some((_, _, after, coarser)) = most else { return Packed::new(&levels[..m]) };
            (guess, levels) = (after, coarser.bytes());
        }
    }
}
