//! The node with the lowest bound that is not known to fail, in a lattice too large to list.
//!
//! Boxes of the lattice wait in a heap by their bounds, which are those of their finest nodes. The
//! finest node of the first box is it, unless it is known to fail: then the box is cut beside the
//! failure.
//!
//! Where little may be suppressed that node is asked about first: its attributes are counted three
//! and four at a time. One that passes mostly holds.

use super::boxes::{LatticeInterval, Ranked};
use super::known::Explored;
use super::{Incumbent, Task};
use crate::evaluate::{Depth, Subsets};
use std::collections::BinaryHeap;

/// When it is given up: after so many comparisons of a box with a known failure, and after so many
/// looks without a better node.
struct Patience {
    comparisons: usize,
    misses: u32,
}

/// Where nothing may be suppressed a bound is a score, so the lowest that holds is the best.
const LONG: Patience = Patience { comparisons: 1 << 22, misses: 64 };
/// Elsewhere it is only a good guess.
const SHORT: Patience = Patience { comparisons: 1 << 20, misses: 1 };

fn patience(task: &Task<'_>) -> Patience {
    if task.limit == 0 { LONG } else { SHORT }
}

/// Finds nodes with the lowest bound.
#[derive(Debug)]
pub struct Lowest<'s, 'c> {
    waiting: BinaryHeap<Ranked>,
    numbered: u64,
    subsets: &'s mut Subsets<'c>,
    /// Comparisons left.
    left: usize,
    /// Looks that did not find a better node, since the last that did.
    misses: u32,
}

/// What the lowest node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This one.
    Node(Vec<u8>),
    /// Every node is known to fail, or cannot win.
    Nothing,
    /// It would take too long to tell.
    Spent,
}

impl<'s, 'c> Lowest<'s, 'c> {
    /// All nodes wait; what these subsets say is known.
    pub fn new(task: &Task<'_>, subsets: &'s mut Subsets<'c>, known: &mut Explored) -> Self {
        subsets.failing(0, task.limit, task.lattice.top()).for_each(|levels| known.fail(&levels));
        let mut lowest = Self {
            waiting: BinaryHeap::new(),
            numbered: 0,
            subsets,
            left: patience(task).comparisons,
            misses: 0,
        };
        lowest.put(task, LatticeInterval::of(task));
        lowest
    }

    /// The node with the lowest bound that was not looked at, may win, and does not fail by what its
    /// attributes say by four. What was counted is known from now on.
    pub fn next(
        &mut self,
        task: &Task<'_>,
        known: &mut Explored,
        best: Option<&Incumbent>,
    ) -> Next {
        loop {
            let found = self.unasked(task, known, best);
            let Next::Node(levels) = &found else { return found };
            let (before, top) = (self.subsets.len(), task.lattice.top());
            let depth = self.subsets.deepen(levels, task.limit, top);
            let new = self.subsets.failing(before, task.limit, top);
            new.for_each(|levels| known.fail(&levels));
            match depth {
                Depth::Fails => {}
                Depth::Whole(_) => return found,
                Depth::Spent => return Next::Spent,
            }
        }
    }

    /// What came of the look at the node; whether to go on.
    pub fn is_worth(&mut self, better: bool, task: &Task<'_>) -> bool {
        self.misses = if better { 0 } else { self.misses + 1 };
        self.misses < patience(task).misses
    }

    /// The same by what is known, with nothing counted.
    fn unasked(&mut self, task: &Task<'_>, known: &Explored, best: Option<&Incumbent>) -> Next {
        while let Some(Ranked { bound, mut at, .. }) = self.waiting.pop() {
            let Some(left) = self.left.checked_sub(1 + known.failing().len()) else {
                return Next::Spent;
            };
            self.left = left;
            if !at.shave(task, known, best) {
                continue;
            }
            if at.bound(task) > bound {
                self.put(task, at);
                continue;
            }
            let mut failing = known.failing();
            let parts = match failing.find(|failing| at.begins_below(failing)) {
                Some(failing) => at.cut_beside(failing),
                None if known.lesson(at.finest()).is_none() => {
                    let node = at.finest().to_vec();
                    self.put(task, at);
                    return Next::Node(node);
                }
                None if at.is_single() => continue,
                None => at.cut(task),
            };
            self.put(task, parts.0);
            self.put(task, parts.1);
        }
        Next::Nothing
    }

    fn put(&mut self, task: &Task<'_>, at: LatticeInterval) {
        self.waiting.push(Ranked::new(task, self.numbered, at));
        self.numbered += 1;
    }
}
