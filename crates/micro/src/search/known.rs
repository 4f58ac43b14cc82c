//! What the looks have taught: nodes seen, the coarsest that fail, and how many records are gone
//! below those that hold.
//!
//! The memory is limited. What is forgotten costs looks, never the proof.

use super::Observation;
use crate::lattice::{height, is_at_most};
use rustc_hash::FxHashMap;

/// The nodes remembered one by one.
const SEEN: usize = 1 << 20;
/// The failing nodes, and the holding ones, that others are compared to.
const COMPARED: usize = 1 << 12;

/// What is known of the lattice.
#[derive(Debug)]
pub struct Explored {
    seen: FxHashMap<Box<[u8]>, Observation>,
    /// Nodes that fail, none below another, with their heights; the highest first.
    failing: Vec<(u32, Box<[u8]>)>,
    /// Nodes that hold and what every finer node suppresses, too; the most first.
    holding: Vec<(u64, Box<[u8]>)>,
    /// Nodes that bound the score of all above them, and by what; the highest first.
    floors: Vec<(f64, Box<[u8]>)>,
}

impl Explored {
    /// Nothing.
    pub fn new() -> Self {
        Self {
            seen: FxHashMap::default(),
            failing: Vec::new(),
            holding: Vec::new(),
            floors: Vec::new(),
        }
    }

    /// Remembers a look.
    pub fn learn(&mut self, levels: &[u8], lesson: Observation) {
        if self.seen.len() < SEEN {
            self.seen.insert(levels.into(), lesson);
        }
        match lesson {
            Observation::Fails { closes: true, .. } => self.fail(levels),
            Observation::Fails { closes: false, .. } => {}
            Observation::Holds { floor_below, floor_above, .. } => {
                if floor_below > 0 {
                    let at = self.holding.partition_point(|(other, _)| *other >= floor_below);
                    self.holding.insert(at, (floor_below, levels.into()));
                    self.holding.truncate(COMPARED);
                }
                if floor_above > 0.0 {
                    let at = self.floors.partition_point(|(other, _)| *other >= floor_above);
                    self.floors.insert(at, (floor_above, levels.into()));
                    self.floors.truncate(COMPARED);
                }
            }
        }
    }

    /// Remembers that a node fails, and so does everything below it.
    pub fn fail(&mut self, levels: &[u8]) {
        if self.fails(levels) {
            return;
        }
        let height = height(levels);
        self.failing.retain(|(_, other)| !is_at_most(other, levels));
        let at = self.failing.partition_point(|(other, _)| *other >= height);
        self.failing.insert(at, (height, levels.into()));
        self.failing.truncate(COMPARED);
    }

    /// What a look at this node taught, if it is remembered.
    pub fn lesson(&self, levels: &[u8]) -> Option<Observation> {
        self.seen.get(levels).copied()
    }

    /// Whether a coarser node is known to fail.
    pub fn fails(&self, levels: &[u8]) -> bool {
        let height = height(levels);
        let mut higher = self.failing.iter().take_while(|(other, _)| *other >= height);
        higher.any(|(_, failing)| is_at_most(levels, failing))
    }

    /// The records that are suppressed at a node at least.
    pub fn suppressed(&self, levels: &[u8]) -> u64 {
        let coarser = self.holding.iter().find(|(_, coarser)| is_at_most(levels, coarser));
        coarser.map_or(0, |(suppressed, _)| *suppressed)
    }

    /// A bound on the score of a node from finer ones.
    pub fn floor(&self, levels: &[u8]) -> f64 {
        let finer = self.floors.iter().find(|(_, finer)| is_at_most(finer, levels));
        finer.map_or(0.0, |(floor, _)| *floor)
    }

    /// The nodes known to fail, none below another.
    pub fn failing(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.failing.iter().map(|(_, levels)| &**levels)
    }
}
