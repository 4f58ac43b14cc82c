//! An evaluator that remembers what was seen at which node, for a picture of the search.

use super::{Evaluate, Look};
use crate::Lattice;
use crate::lattice::{OpenNodes, height, is_at_most};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Nodes that are remembered one by one; of more only how many there were is known.
const MOST: usize = 100_000;
/// Lattices of up to so many nodes are told node by node.
const LISTED: u128 = 4_096;
/// Of lattices of up to so many nodes it is worked out what follows for each.
const INFERRED: u128 = 1 << 18;
/// Nodes that speak for others, at most.
const SPEAKING: usize = 2_000;

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
    /// The coarsest nodes at and below which everything fails.
    closed: Vec<Box<[u8]>>,
    /// The finest nodes at and above which everything holds.
    open: Vec<Box<[u8]>>,
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
    /// Nodes that were not looked at, or not to the end, and of which nothing follows from others.
    pub skipped: u64,
}

impl Record {
    /// Remembers a node; `speaks` if finer ones fail, or coarser ones hold, as it does.
    fn add(&mut self, levels: &[u8], seen: Seen, speaks: bool) {
        if speaks {
            match seen {
                Seen::Fails => keep(&mut self.closed, levels, is_at_most),
                Seen::Holds => keep(&mut self.open, levels, |new, old| is_at_most(old, new)),
            }
        }
        if self.nodes.len() < MOST || self.nodes.contains_key(levels) {
            self.nodes.insert(levels.into(), seen);
            return;
        }
        count(self.more.entry(height(levels)).or_default(), seen);
    }

    /// Remembers nodes that fail though nobody looked at them, and everything below them.
    pub fn close(&mut self, failing: impl Iterator<Item = Vec<u8>>) {
        failing.for_each(|levels| self.add(&levels, Seen::Fails, true));
    }

    /// What is known of a node: what was seen there, or what follows from others.
    fn known(&self, levels: &[u8]) -> Option<Seen> {
        if let Some(seen) = self.nodes.get(levels) {
            return Some(*seen);
        }
        if self.closed.iter().any(|closed| is_at_most(levels, closed)) {
            return Some(Seen::Fails);
        }
        self.open.iter().any(|open| is_at_most(open, levels)).then_some(Seen::Holds)
    }

    /// Each node with what is known of it, `None` if nothing is; nothing at all if there are too
    /// many nodes.
    pub fn nodes(&self, lattice: &Lattice) -> Option<Vec<(Vec<u8>, Option<Seen>)>> {
        if lattice.nodes() > LISTED {
            return None;
        }
        let node = |levels: Vec<u8>| {
            let seen = self.known(&levels);
            (levels, seen)
        };
        Some(lattice.iter().map(node).collect())
    }

    /// How many nodes of each height are known to hold or to fail. Of a very large lattice only those
    /// that were looked at are.
    pub fn layers(&self, lattice: &Lattice) -> Vec<Layer> {
        let mut seen = BTreeMap::new();
        if lattice.nodes() <= INFERRED {
            for levels in lattice.iter() {
                if let Some(known) = self.known(&levels) {
                    count(seen.entry(height(&levels)).or_default(), known);
                }
            }
        } else {
            seen.clone_from(&self.more);
            for (levels, outcome) in &self.nodes {
                count(seen.entry(height(levels)).or_default(), *outcome);
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

fn count((holds, fails): &mut (u64, u64), seen: Seen) {
    match seen {
        Seen::Holds => *holds += 1,
        Seen::Fails => *fails += 1,
    }
}

/// Adds a node unless one of the others says as much, and drops those that it says as much as.
fn keep(nodes: &mut Vec<Box<[u8]>>, new: &[u8], says_less: fn(&[u8], &[u8]) -> bool) {
    if nodes.iter().any(|old| says_less(new, old)) {
        return;
    }
    nodes.retain(|old| !says_less(old, new));
    if nodes.len() < SPEAKING {
        nodes.push(new.into());
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
    /// Whether what is finer than a node that fails fails, and what is coarser than one that holds
    /// holds.
    monotone: bool,
    record: Option<Record>,
}

impl<'e, E: Evaluate> Recorded<'e, E> {
    /// Remembers what another evaluator sees; `limit` and `monotone` are the task's.
    /// Who wants no picture remembers nothing.
    pub fn new(evaluate: &'e mut E, limit: u64, monotone: bool, is_wanted: bool) -> Self {
        Self { evaluate, limit, monotone, record: is_wanted.then(Record::default) }
    }

    /// What was seen, if it was wanted.
    pub fn into_record(self) -> Option<Record> {
        self.record
    }

    fn add(&mut self, levels: &[u8], seen: Seen, speaks: bool) {
        if let Some(record) = &mut self.record {
            record.add(levels, seen, speaks);
        }
    }
}

impl<E: Evaluate> Evaluate for Recorded<'_, E> {
    fn look(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Look {
        let look = self.evaluate.look(levels, limit, open);
        let seen = match &look.outcome {
            Some(outcome) if outcome.suppressed <= self.limit => Some(Seen::Holds),
            Some(_) => Some(Seen::Fails),
            None if limit >= self.limit || look.floor > self.limit => Some(Seen::Fails),
            None => None,
        };
        if let Some(seen) = seen {
            let closes = seen == Seen::Fails && look.floor > self.limit;
            self.add(levels, seen, self.monotone || closes);
        }
        look
    }

    fn suppressed(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Option<u64> {
        let suppressed = self.evaluate.suppressed(levels, limit, open);
        let seen = match suppressed {
            Some(suppressed) if suppressed <= self.limit => Some(Seen::Holds),
            _ => (limit >= self.limit).then_some(Seen::Fails),
        };
        if let Some(seen) = seen {
            self.add(levels, seen, self.monotone);
        }
        suppressed
    }

    fn floor(&mut self, levels: &[u8], limit: u64) -> u64 {
        let floor = self.evaluate.floor(levels, limit);
        if floor > self.limit {
            self.add(levels, Seen::Fails, true);
        }
        floor
    }
}
