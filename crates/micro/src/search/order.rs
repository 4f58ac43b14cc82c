//! Which open node to look at next.
//!
//! Where a [`first`](super::first()) node is known to be promising, that one. Then *aim*: look where
//! the [`Surrogate`] expects the lowest score, until it misses some times.
//!
//! Then *prove*: of a few open nodes take the one that closes the most whichever way it turns out:
//! those below it if it fails, those with a higher bound if it holds.
//!
//! `docs/decisions/0003-order-of-exploration.md` has the figures.

use super::dice::Dice;
use super::open::Open;
use super::surrogate::{Optimism, Surrogate};
use super::{Ascent, Observation, Task};
use crate::lattice::Packed;

/// Looks without a better solution after which aiming ends.
const MISSES: u32 = 24;
/// Looks without a better solution after which a miss need not tell by how much it misses.
const CURIOUS: u32 = 8;
/// Open nodes compared when proving.
const COMPARED: usize = 8;

/// The order of exploration, and what it has learned.
#[derive(Debug)]
pub struct Order<'a> {
    /// The node to look at before all others.
    first: Option<Packed>,
    surrogate: Surrogate<'a>,
    courage: Optimism,
    misses: u32,
    dice: Dice,
    /// How to rise to coarser nodes while proving; nothing if that is no help.
    ascent: Option<Ascent>,
    /// Coarser nodes that did not fail.
    held: Vec<Packed>,
}

impl<'a> Order<'a> {
    /// Begins with all nodes open, and with a node to look at before all others, if there is one.
    pub fn new(surrogate: Surrogate<'a>, first: Option<Packed>, ascent: Option<Ascent>) -> Self {
        let (courage, dice) = (Optimism::default(), Dice::new());
        Self { first, surrogate, courage, misses: 0, dice, ascent, held: Vec::new() }
    }

    /// A node above the next one that is expected to fail, and closes more if it does.
    pub fn coarser(
        &self,
        next: Packed,
        open: &[Open],
        affordable: u64,
        task: &Task<'_>,
    ) -> Option<Packed> {
        let ascent = self.ascent.filter(|_| !self.aims())?;
        let levels = open.iter().map(|open| open.levels);
        let holds = |node: Packed| self.held.iter().any(|held| held.is_at_most(node));
        let coarser = ascent.from(next, levels, holds, affordable, (&self.surrogate, task));
        (coarser != next).then_some(coarser)
    }

    /// What came of asking about a coarser node. If nothing did, no other is asked about.
    pub fn learn_floor(&mut self, coarser: Packed, floor: u64, affordable: u64) {
        if floor == 0 {
            self.ascent = None;
        }
        if let Some(ascent) = &mut self.ascent {
            ascent.learn(floor <= affordable);
        }
        if floor <= affordable {
            self.held.push(coarser);
        }
    }

    /// The place of the next node among those open; at most `affordable` records may go.
    pub fn next(&mut self, open: &[Open], affordable: u64) -> usize {
        let first = self.first.and_then(|first| open.iter().position(|open| open.levels == first));
        match first {
            Some(first) => first,
            None if self.aims() => self.aim(open, affordable),
            None => self.prove(open),
        }
    }

    /// Whether it still aims.
    fn aims(&self) -> bool {
        self.misses < MISSES
    }

    /// Whether a miss should tell by how much it misses.
    pub fn is_curious(&self) -> bool {
        self.misses < CURIOUS
    }

    /// What came of a look, and whether the node is the best so far.
    pub fn learn(&mut self, levels: &[u8], lesson: Observation, affordable: u64, better: bool) {
        self.first = None;
        if self.aims() {
            self.surrogate.learn(levels, lesson, affordable);
        }
        self.courage.learn(better);
        self.misses = if better { 0 } else { self.misses + 1 };
    }

    fn aim(&self, open: &[Open], affordable: u64) -> usize {
        let affordable = self.surrogate.logit_of(affordable) + self.courage.logits();
        let score =
            |node: &Open| self.surrogate.expect(node.prior, &node.levels.bytes(), affordable);
        let scores = open.iter().map(score).enumerate();
        let lowest = scores.min_by(|(a, score), (b, other)| {
            score.total_cmp(other).then_with(|| open[*a].levels.cmp(&open[*b].levels))
        });
        lowest.map_or(0, |(at, _)| at)
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
