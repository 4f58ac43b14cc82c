//! Proving: branch and bound over boxes of the lattice, depth first.
//!
//! A box is all nodes between a finest and a coarsest one. If the coarsest fails, so does the
//! whole box; what it suppresses every node of the box suppresses, and with that floor the bound
//! of the finest node bounds the box. What neither closes is cut in two across one attribute. The
//! boxes not yet closed lie on a stack no deeper than the lattice is high; or, for a best-first
//! search, in a heap by their bounds.
//!
//! Before a box costs a look it is *shaved*: slices whose coarsest node lies below a known failure
//! or whose finest node cannot win are cut off its sides.

use super::known::Explored;
use super::{Incumbent, Observation, Task};
use crate::lattice::is_at_most;
use ridotto_core::objective::{Objective, Terms};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// All nodes between two.
#[derive(Clone, Debug)]
pub struct LatticeInterval {
    finest: Vec<u8>,
    coarsest: Vec<u8>,
    /// Every node suppresses at least so many records.
    suppressed: u64,
    /// No node scores below this.
    floor: f64,
    /// Whether the coarsest node was looked at, and the finest.
    seen: [bool; 2],
}

/// The boxes that may still hold the best node.
#[derive(Debug)]
pub struct Boxes {
    stack: Vec<LatticeInterval>,
    /// Where boxes with a low bound come first: those ranked. The stack then has what has no room.
    first: Option<BinaryHeap<Ranked>>,
    numbered: u64,
    /// The box about whose corner a question is open.
    asked: Option<LatticeInterval>,
    asks_finest: bool,
}

/// What to do next for the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Look at a node and say what it taught.
    Look(Vec<u8>),
    /// A box was cut or closed; go on.
    Continue,
    /// Nothing is left.
    Proved,
}

impl Boxes {
    /// The whole lattice.
    pub fn new(task: &Task<'_>) -> Self {
        // Only the size of classes bounds coarser nodes from finer ones.
        let asks_finest = matches!(
            task.scorer.objective(),
            Objective::Discernibility | Objective::ClassSize | Objective::Ambiguity
        );
        Self {
            stack: vec![LatticeInterval::of(task)],
            first: None,
            numbered: 0,
            asked: None,
            asks_finest,
        }
    }

    /// The whole lattice; of its boxes the one with the lowest bound comes first.
    pub fn lowest_first(task: &Task<'_>) -> Self {
        Self { first: Some(BinaryHeap::new()), ..Self::new(task) }
    }

    /// Takes the proof one step further. `holds` guesses whether a node holds.
    pub fn step(
        &mut self,
        task: &Task<'_>,
        known: &Explored,
        best: Option<&Incumbent>,
        holds: impl Fn(&[u8]) -> bool,
    ) -> Step {
        let Some(mut at) = self.take() else { return Step::Proved };
        at.floor = at.floor.max(known.floor(&at.finest));
        if !at.shave(task, known, best) {
            return Step::Continue;
        }
        if !at.seen[0] {
            let Some(lesson) = known.lesson(&at.coarsest) else {
                let node = at.coarsest.clone();
                self.asked = Some(at);
                return Step::Look(node);
            };
            at.seen[0] = true;
            if at.survives(lesson) {
                self.put(task, at);
            }
            return Step::Continue;
        }
        if at.is_single() {
            return Step::Continue;
        }
        let ask = self.asks_finest && !at.seen[1] && known.lesson(&at.finest).is_none();
        if ask && holds(&at.finest) {
            at.seen[1] = true;
            let node = at.finest.clone();
            self.asked = Some(at);
            return Step::Look(node);
        }
        let (finer, coarser) = at.cut(task);
        self.put(task, coarser);
        self.put(task, finer);
        Step::Continue
    }

    /// What a look that was asked for has taught.
    pub fn learn(&mut self, task: &Task<'_>, levels: &[u8], lesson: Observation) {
        let Some(mut at) = self.asked.take() else { return };
        let mut stays = true;
        if at.coarsest == levels {
            at.seen[0] = true;
            stays = at.survives(lesson);
        }
        if stays {
            self.put(task, at);
        }
    }

    /// What the nodes of all boxes score at least; `None` if no box is left.
    pub fn bound(&self, task: &Task<'_>) -> Option<f64> {
        let first = self.first.as_ref().and_then(|heap| heap.peek()).map(|ranked| ranked.bound);
        let rest = self.stack.iter().chain(&self.asked).map(|at| at.bound(task));
        rest.chain(first).reduce(f64::min)
    }

    /// The next box: the one with the lowest bound, or the last one.
    fn take(&mut self) -> Option<LatticeInterval> {
        let last = self.stack.pop();
        last.or_else(|| Some(self.first.as_mut()?.pop()?.at))
    }

    fn put(&mut self, task: &Task<'_>, at: LatticeInterval) {
        match &mut self.first {
            Some(heap) if heap.len() < RANKED => {
                heap.push(Ranked::new(task, self.numbered, at));
                self.numbered += 1;
            }
            _ => self.stack.push(at),
        }
    }
}

/// Boxes ranked at most. Beyond that, boxes are worked off depth first until there is room again.
const RANKED: usize = 1 << 16;

/// A box by its bound; of equal bounds the one that came last.
#[derive(Debug)]
pub struct Ranked {
    /// Its bound when it was ranked.
    pub bound: f64,
    number: u64,
    /// The box.
    pub at: LatticeInterval,
}

impl Ranked {
    /// A box that came as the one of this number.
    pub fn new(task: &Task<'_>, number: u64, at: LatticeInterval) -> Self {
        Self { bound: at.bound(task), number, at }
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ranked {}

impl LatticeInterval {
    /// The whole lattice.
    pub fn of(task: &Task<'_>) -> Self {
        Self {
            finest: task.lattice.bottom().to_vec(),
            coarsest: task.lattice.top().to_vec(),
            suppressed: 0,
            floor: 0.0,
            seen: [false; 2],
        }
    }

    /// Its finest node.
    pub fn finest(&self) -> &[u8] {
        &self.finest
    }

    /// Whether it has one node only.
    pub fn is_single(&self) -> bool {
        self.finest == self.coarsest
    }

    /// Whether its finest node is as fine as another.
    pub fn begins_below(&self, levels: &[u8]) -> bool {
        is_at_most(&self.finest, levels)
    }

    /// What the nodes of the box score at least.
    pub fn bound(&self, task: &Task<'_>) -> f64 {
        task.scorer.bound_at(&self.finest, self.suppressed).max(self.floor)
    }

    /// What the coarsest node teaches about the box: whether anything is left.
    fn survives(&mut self, lesson: Observation) -> bool {
        match lesson {
            Observation::Fails { closes, .. } => !closes,
            Observation::Holds { floor_below, .. } => {
                self.suppressed = self.suppressed.max(floor_below);
                true
            }
        }
    }

    /// Cuts off slices that cannot hold the best node; whether anything is left.
    pub fn shave(&mut self, task: &Task<'_>, known: &Explored, best: Option<&Incumbent>) -> bool {
        loop {
            let before = (self.finest.clone(), self.coarsest.clone());
            self.suppressed = self.suppressed.max(known.suppressed(&self.coarsest));
            if !self.shave_fine(known) || !self.shave_coarse(task, best) {
                return false;
            }
            self.seen[0] &= self.coarsest == before.1;
            self.seen[1] &= self.finest == before.0;
            if (&self.finest, &self.coarsest) == (&before.0, &before.1) {
                return true;
            }
        }
    }

    /// Nodes below a known failure go. If the coarsest node is above a failure in one attribute
    /// only, then all nodes are below it whose level there is at most the failure's.
    fn shave_fine(&mut self, known: &Explored) -> bool {
        for failing in known.failing() {
            let mut above = (0..failing.len()).filter(|&at| self.coarsest[at] > failing[at]);
            match (above.next(), above.next()) {
                (None, _) => return false,
                (Some(at), None) => self.finest[at] = self.finest[at].max(failing[at] + 1),
                _ => {}
            }
        }
        debug_assert!(is_at_most(&self.finest, &self.coarsest));
        true
    }

    /// Levels go at which even the otherwise finest node cannot win.
    fn shave_coarse(&mut self, task: &Task<'_>, best: Option<&Incumbent>) -> bool {
        let Some(best) = best else { return true };
        let terms = task.scorer.terms(self.suppressed);
        let wins = |levels: &[u8]| self.wins(task, &terms, best, levels);
        if !wins(&self.finest) {
            return false;
        }
        let mut levels = self.finest.clone();
        let mut coarsest = self.coarsest.clone();
        for at in 0..levels.len() {
            levels[at] = coarsest[at];
            while levels[at] > self.finest[at] && !wins(&levels) {
                levels[at] -= 1;
            }
            coarsest[at] = std::mem::replace(&mut levels[at], self.finest[at]);
        }
        self.coarsest = coarsest;
        true
    }

    fn wins(&self, task: &Task<'_>, terms: &Terms, best: &Incumbent, levels: &[u8]) -> bool {
        best.could_lose_to(task.scorer.lower_bound(terms, levels).max(self.floor), levels)
    }

    /// Cuts the box in two: the finer part has a coarsest node that tells more records apart, the
    /// coarser part a finest node with a higher bound. The attribute is the one for which the
    /// product of both, as shares of what the box spans, is greatest.
    pub fn cut(self, task: &Task<'_>) -> (Self, Self) {
        let (at, level) = self.best_cut(task);
        self.cut_above(at, level)
    }

    /// Cuts a box that begins below a node and ends above it, so that the finer part is above it in
    /// one attribute less, and nothing of the coarser part is below it.
    pub fn cut_beside(self, levels: &[u8]) -> (Self, Self) {
        let above = (0..levels.len()).find(|&at| self.coarsest[at] > levels[at]);
        let at = above.expect("a box below the node is shaved off");
        self.cut_above(at, levels[at])
    }

    /// Cuts the box in two: up to this level of an attribute, and above it.
    fn cut_above(self, at: usize, level: u8) -> (Self, Self) {
        let (mut finer, mut coarser) = (self.clone(), self);
        finer.coarsest[at] = level;
        finer.seen[0] = false;
        coarser.finest[at] = level + 1;
        coarser.seen[1] = false;
        (finer, coarser)
    }

    fn best_cut(&self, task: &Task<'_>) -> (usize, u8) {
        let terms = task.scorer.terms(self.suppressed);
        let here = task.scorer.lower_bound(&terms, &self.finest);
        let mut levels = self.finest.clone();
        let mut best = (-1.0, 0, 0);
        for (at, scale) in task.scorer.scales().iter().enumerate() {
            for level in self.finest[at]..self.coarsest[at] {
                let entropy = |level: u8| scale.levels[usize::from(level)].entropy;
                let told_apart = entropy(self.coarsest[at]) - entropy(level);
                levels[at] = level + 1;
                let dearer = task.scorer.lower_bound(&terms, &levels) - here;
                // Neither may be nothing: some objectives' bounds know no levels.
                let gain = (told_apart + 1e-9) * (dearer + 1e-9 * (1.0 + here.abs()));
                if gain > best.0 {
                    best = (gain, at, level);
                }
            }
            levels[at] = self.finest[at];
        }
        (best.1, best.2)
    }
}
