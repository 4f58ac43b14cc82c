//! The node to look at first, where little may be suppressed and pairs of attributes were counted.
//!
//! Of the nodes that pairs leave the one with the lowest bound is asked about: what do its attributes
//! suppress three and four at a time? If that is too much it fails unseen, and the next is asked
//! about. A node that passes mostly holds, and where nothing is suppressed its bound is its score: it
//! is the best, and there is nothing left to look at.

use super::open::Open;
use super::{Task, rule};
use crate::evaluate::{Depth, Subsets};
use crate::lattice::Packed;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Nodes asked about at most.
const ASKED: usize = 1 << 12;

/// The open node with the lowest bound, as far as its attributes say by four; `None` if that would
/// take too long to tell. What was counted on the way closes other nodes, and raises bounds.
pub fn first(task: &Task<'_>, open: &mut Vec<Open>, subsets: &mut Subsets<'_>) -> Option<Packed> {
    let (m, top, before) = (task.lattice.attributes(), task.lattice.top(), subsets.len());
    let mut waiting: BinaryHeap<Waiting> = open.iter().copied().map(Waiting).collect();
    let mut first = None;
    for _ in 0..ASKED {
        let Some(Waiting(mut open)) = waiting.pop() else { break };
        let levels = &open.levels.bytes()[..m];
        match subsets.deepen(levels, task.limit, top) {
            Depth::Fails => {}
            Depth::Spent => break,
            Depth::Whole(floor) if floor <= open.suppressed => {
                first = Some(open.levels);
                break;
            }
            Depth::Whole(floor) => {
                open.raise(task, floor, &task.scorer.terms(floor));
                waiting.push(Waiting(open));
            }
        }
    }
    open.retain_mut(|open| {
        let floor = subsets.floor_since(before, &open.levels.bytes()[..m]);
        if floor > open.suppressed {
            open.raise(task, floor, &task.scorer.terms(floor));
        }
        floor <= task.limit
    });
    first
}

/// An open node that has to be asked about; the one with the lowest bound is the greatest.
struct Waiting(Open);

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let (own, others) = (self.0.levels.bytes(), other.0.levels.bytes());
        other.0.bound.total_cmp(&self.0.bound).then_with(|| rule(&others).cmp(&rule(&own)))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}
