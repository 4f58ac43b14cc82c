//! The exact search of a lattice small enough to list.
//!
//! Every open node has a bound from below on its score. A node that fails closes all that lie
//! below it; one that holds closes all whose bound is above its score, and what it suppresses
//! raises the bound of everything finer. [`Order`] says which node is looked at next.

use super::order::Order;
use super::{Found, Lesson, Task, Walk};
use crate::evaluate::Evaluate;
use ridotto_core::watch::{Watch, Wish};

/// More nodes than this are not listed.
pub const LISTED: u128 = 1 << 20;

/// A node that may still be the best.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Its levels.
    pub levels: Packed,
    /// Its score is not below this.
    pub bound: f64,
    /// It suppresses at least so many records.
    pub suppressed: u64,
}

/// Levels, one byte each: sixteen of them compare in a few instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packed(u128);

/// Levels below this are packed: the highest bit of a byte tells whether it borrowed.
pub const DEEPEST: u8 = 128;

/// The most attributes that are packed.
pub const PACKED: usize = 16;

const HIGH: u128 = u128::from_le_bytes([0x80; PACKED]);

impl Packed {
    /// At most sixteen levels, all below 128.
    pub fn new(levels: &[u8]) -> Self {
        let mut bytes = [0; PACKED];
        bytes[..levels.len()].copy_from_slice(levels);
        Self(u128::from_le_bytes(bytes))
    }

    /// The levels, and zeros behind them.
    pub fn bytes(self) -> [u8; PACKED] {
        self.0.to_le_bytes()
    }

    /// Whether no level is above the other's: no byte borrows when they are subtracted.
    pub fn is_at_most(self, other: Self) -> bool {
        ((other.0 | HIGH) - self.0) & HIGH == HIGH
    }
}

/// Finds the best node of a lattice of at most 2^20 nodes and 16 attributes, none deeper than 127.
pub fn exact<E: Evaluate>(task: &Task<'_>, evaluate: &mut E, watch: &dyn Watch) -> Found {
    run(task, evaluate, watch, open(task, task.lattice.iter()))
}

/// Finds the best of some nodes, of a lattice as [`exact`] takes it. Only these are looked at.
pub fn among<E: Evaluate>(
    task: &Task<'_>,
    nodes: impl Iterator<Item = Vec<u8>>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Found {
    run(task, evaluate, watch, open(task, nodes))
}

fn run<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
    mut open: Vec<Open>,
) -> Found {
    let m = task.lattice.attributes();
    let mut walk = Walk::new(task, evaluate);
    let mut order = Order::new(task);
    watch.begin("searching", Some(open.len() as u64));
    while !open.is_empty() {
        if watch.wish() != Wish::GoOn || walk.is_spent() {
            break;
        }
        let before = open.len();
        let affordable = walk.affordable;
        let node = open.swap_remove(order.next(&open, affordable));
        let levels = &node.levels.bytes()[..m];
        let (lesson, better) = walk.look(levels, order.is_curious());
        order.learn(levels, lesson, affordable, better);
        learn(task, &mut open, node.levels, &lesson);
        if let Some(best) = &walk.best {
            open.retain(|open| best.could_lose_to(open.bound, &open.levels.bytes()[..m]));
        }
        watch.advance((before - open.len()) as u64);
    }
    let bound = open.iter().map(|node| node.bound).reduce(f64::min);
    walk.found(bound.is_none(), bound)
}

fn open(task: &Task<'_>, nodes: impl Iterator<Item = Vec<u8>>) -> Vec<Open> {
    let terms = task.gauge.terms(0);
    let node = |levels: Vec<u8>| Open {
        bound: task.gauge.bound(&terms, &levels),
        levels: Packed::new(&levels),
        suppressed: 0,
    };
    nodes.map(node).collect()
}

/// Closes nodes, and raises bounds, as a look at one of them allows.
fn learn(task: &Task<'_>, open: &mut Vec<Open>, at: Packed, lesson: &Lesson) {
    let m = task.lattice.attributes();
    match *lesson {
        Lesson::Fails { closes: true, .. } => open.retain(|node| !node.levels.is_at_most(at)),
        Lesson::Fails { closes: false, .. } => {}
        Lesson::Holds { floor_below, floor_above, .. } => {
            if floor_below > 0 {
                let terms = task.gauge.terms(floor_below);
                for node in open.iter_mut() {
                    if node.suppressed < floor_below && node.levels.is_at_most(at) {
                        node.suppressed = floor_below;
                        let bound = task.gauge.bound(&terms, &node.levels.bytes()[..m]);
                        node.bound = node.bound.max(bound);
                    }
                }
            }
            if floor_above > 0.0 {
                for node in open.iter_mut().filter(|node| at.is_at_most(node.levels)) {
                    node.bound = node.bound.max(floor_above);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::is_at_most;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_levels_compare_as_levels_do(
            a in prop::collection::vec(0_u8..128, 1..16),
            b in prop::collection::vec(0_u8..128, 1..16),
        ) {
            let m = a.len().min(b.len());
            let (a, b) = (&a[..m], &b[..m]);
            prop_assert_eq!(Packed::new(a).is_at_most(Packed::new(b)), is_at_most(a, b));
            prop_assert_eq!(&Packed::new(a).bytes()[..m], a);
        }
    }
}
