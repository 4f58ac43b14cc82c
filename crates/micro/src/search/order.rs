//! Which node to look at next.
//!
//! First *aim*: find a good solution in few looks. How much a node suppresses depends, above all,
//! on how much it still tells records apart, and the sum of its attributes' entropies (its
//! *spread*) says that before looking. So there is a spread up to which nodes hold; the aim closes
//! in on it from both sides, each time taking the node with the lowest bound below it.
//!
//! Then *prove*: of a few open nodes take the one that closes the most whichever way it turns out:
//! those below it if it fails, those with a higher bound if it holds.
//!
//! `docs/decisions/0003-order-of-exploration.md` has the figures.

use super::Task;
use super::dice::Dice;
use super::exact::Open;

/// Looks without a better solution after which aiming ends.
const MISSES: u32 = 24;
/// The part of the interval by which a hit or a miss moves its ends.
const STEP: f64 = 0.15;
/// Open nodes compared when proving.
const COMPARED: usize = 8;

/// The order of exploration, and what it has learned.
#[derive(Debug)]
pub struct Order {
    low: f64,
    high: f64,
    misses: u32,
    dice: Dice,
}

impl Order {
    /// Begins with all nodes open.
    pub fn new(open: &[Open]) -> Self {
        let high = open.iter().map(|node| node.spread).fold(0.0, f64::max);
        Self { low: 0.0, high, misses: 0, dice: Dice::new() }
    }

    /// The place of the next node among those open.
    pub fn next(&mut self, open: &[Open]) -> usize {
        if self.misses < MISSES { self.aim(open) } else { self.prove(open) }
    }

    /// What came of a look at a node with this spread: a better solution, or not.
    pub fn learn(&mut self, spread: f64, better: bool) {
        let step = STEP * (self.high - self.low);
        if better {
            self.low = self.low.max(spread - step);
            self.high += step / 2.0;
            self.misses = 0;
        } else {
            self.high -= step;
            self.misses += 1;
        }
        self.low = self.low.min(self.high - step / 2.0);
    }

    fn aim(&self, open: &[Open]) -> usize {
        let target = self.low.midpoint(self.high);
        let below = open.iter().enumerate().filter(|(_, node)| node.spread <= target);
        let lowest = below.min_by(|(_, a), (_, b)| {
            a.bound.total_cmp(&b.bound).then_with(|| a.levels.cmp(&b.levels))
        });
        let coarsest = || {
            open.iter().enumerate().min_by(|(_, a), (_, b)| {
                a.spread.total_cmp(&b.spread).then_with(|| a.levels.cmp(&b.levels))
            })
        };
        lowest.or_else(coarsest).map_or(0, |(at, _)| at)
    }

    fn prove(&mut self, open: &[Open]) -> usize {
        let mut best = (0, 0);
        for _ in 0..COMPARED {
            let at = self.dice.throw(open.len());
            let node = &open[at];
            let (mut below, mut above) = (0, 0);
            for other in open {
                below += u32::from(other.levels.is_at_most(node.levels));
                above += u32::from(other.bound >= node.bound);
            }
            best = best.max((below.min(above), at));
        }
        best.1
    }
}

/// How much a node still tells records apart: the sum of its attributes' entropies, in bits.
pub fn spread(task: &Task<'_>, levels: &[u8]) -> f64 {
    let bits = |(scale, &level): (&ridotto_core::objective::Scale, &u8)| {
        scale.levels[scale.height()].entropy - scale.levels[level as usize].entropy
    };
    let sum: f64 = task.gauge.scales().iter().zip(levels).map(bits).sum();
    sum / task.gauge.rows().max(1) as f64
}
