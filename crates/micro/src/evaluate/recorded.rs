//! An evaluator that remembers what was seen at which node, for a picture of the search.

use super::{Ahead, Evaluate, Look};
use crate::Lattice;
use crate::lattice::{height, is_at_most};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Nodes that are remembered one by one; of more only how many there were is known.
const MOST: usize = 100_000;
/// Lattices of up to so many nodes are told node by node.
const LISTED: u128 = 4_096;

/// What is known about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Every requirement holds there, within the limit of suppression.
    Holds,
    /// They do not.
    Fails,
}

/// What was seen of a lattice.
#[derive(Clone, Debug, Default)]
pub struct Record {
    nodes: FxHashMap<Box<[u8]>, Seen>,
    /// Beyond those: how many of each height hold, and how many fail.
    more: BTreeMap<u32, (u64, u64)>,
}

/// How many nodes of a height hold, fail, and were not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The sum of levels.
    pub height: u32,
    /// Nodes where everything holds.
    pub holds: u64,
    /// Nodes where something does not.
    pub fails: u64,
    /// Nodes that were not looked at, or not to the end.
    pub skipped: u64,
}

impl Record {
    fn add(&mut self, levels: &[u8], seen: Seen) {
        if self.nodes.len() < MOST || self.nodes.contains_key(levels) {
            self.nodes.insert(levels.into(), seen);
            return;
        }
        let (holds, fails) = self.more.entry(height(levels)).or_default();
        match seen {
            Seen::Holds => *holds += 1,
            Seen::Fails => *fails += 1,
        }
    }

    /// Each node with what is known of it, `None` if nothing is; nothing if there are too many. If
    /// the models are monotone, what is finer than a node that fails fails, and what is coarser than
    /// one that holds holds.
    pub fn nodes(&self, lattice: &Lattice, monotone: bool) -> Option<Vec<(Vec<u8>, Option<Seen>)>> {
        if lattice.nodes() > LISTED || !self.more.is_empty() {
            return None;
        }
        let known = |levels: &[u8]| {
            let seen = self.nodes.get(levels).copied();
            seen.or_else(|| if monotone { self.inferred(levels) } else { None })
        };
        Some(lattice.iter().map(|levels| (levels.clone(), known(&levels))).collect())
    }

    fn inferred(&self, levels: &[u8]) -> Option<Seen> {
        let follows = |(other, seen): (&Box<[u8]>, &Seen)| match seen {
            Seen::Fails => is_at_most(levels, other).then_some(Seen::Fails),
            Seen::Holds => is_at_most(other, levels).then_some(Seen::Holds),
        };
        self.nodes.iter().find_map(follows)
    }

    /// How many nodes of each height are known to hold or to fail.
    pub fn layers(&self, lattice: &Lattice) -> Vec<Layer> {
        let mut seen = self.more.clone();
        for (levels, outcome) in &self.nodes {
            let (holds, fails) = seen.entry(height(levels)).or_default();
            match outcome {
                Seen::Holds => *holds += 1,
                Seen::Fails => *fails += 1,
            }
        }
        let all = sizes(lattice);
        let lowest = height(lattice.bottom());
        let layer = |(above, &nodes): (u32, &u64)| {
            let height = lowest + above;
            let (holds, fails) = seen.get(&height).copied().unwrap_or_default();
            Layer { height, holds, fails, skipped: nodes.saturating_sub(holds + fails) }
        };
        (0..).zip(&all).map(layer).collect()
    }
}

/// How many nodes have each height, from the lowest on.
fn sizes(lattice: &Lattice) -> Vec<u64> {
    let mut sizes = vec![1_u64];
    for (&low, &high) in lattice.bottom().iter().zip(lattice.top()) {
        let steps = usize::from(high - low);
        let mut next = vec![0_u64; sizes.len() + steps];
        for (at, &count) in sizes.iter().enumerate() {
            for more in &mut next[at..=at + steps] {
                *more = more.saturating_add(count);
            }
        }
        sizes = next;
    }
    sizes
}

/// An evaluator that remembers what it saw.
#[derive(Debug)]
pub struct Recorded<'e, E> {
    evaluate: &'e mut E,
    /// The most records that may be suppressed. A look with a lower limit that fails says only that
    /// the node cannot win.
    limit: u64,
    record: Record,
}

impl<'e, E: Evaluate> Recorded<'e, E> {
    /// Remembers what another evaluator sees; `limit` is the task's.
    pub fn new(evaluate: &'e mut E, limit: u64) -> Self {
        Self { evaluate, limit, record: Record::default() }
    }

    /// What was seen.
    pub fn into_record(self) -> Record {
        self.record
    }
}

impl<E: Evaluate> Evaluate for Recorded<'_, E> {
    fn look(&mut self, levels: &[u8], limit: u64) -> Look {
        let look = self.evaluate.look(levels, limit);
        let seen = match &look.outcome {
            Some(outcome) if outcome.suppressed <= self.limit => Some(Seen::Holds),
            Some(_) => Some(Seen::Fails),
            None if limit >= self.limit || look.floor > self.limit => Some(Seen::Fails),
            None => None,
        };
        if let Some(seen) = seen {
            self.record.add(levels, seen);
        }
        look
    }

    fn floor(&mut self, levels: &[u8], limit: u64) -> u64 {
        let floor = self.evaluate.floor(levels, limit);
        if floor > self.limit {
            self.record.add(levels, Seen::Fails);
        }
        floor
    }

    fn enter(&mut self, ahead: &Ahead<'_>) -> Option<Vec<u8>> {
        self.evaluate.enter(ahead)
    }

    fn coarser(&mut self, ahead: &Ahead<'_>, top: &[u8]) -> Option<Vec<u8>> {
        self.evaluate.coarser(ahead, top)
    }

    fn leave(&mut self) {
        self.evaluate.leave();
    }
}
