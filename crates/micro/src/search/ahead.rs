//! What lies ahead of a search: the nodes that are open.

use super::exact::Open;
use crate::lattice::Packed;

/// The nodes that a search may still look at.
#[derive(Debug)]
pub struct Ahead<'a> {
    open: &'a [Open],
    next: &'a [u8],
}

impl<'a> Ahead<'a> {
    /// Some nodes, and which of them is to be looked at next.
    pub(crate) fn new(open: &'a [Open], next: &'a [u8]) -> Self {
        Self { open, next }
    }

    /// The node that is to be looked at next.
    pub fn next(&self) -> &[u8] {
        self.next
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// How many of them are as coarse as this node or coarser.
    pub fn at_or_above(&self, levels: &[u8]) -> usize {
        let node = Packed::new(levels);
        self.open.iter().filter(|open| node.is_at_most(open.levels)).count()
    }

    /// How many of them are as fine as this node or finer.
    pub fn at_or_below(&self, levels: &[u8]) -> usize {
        let node = Packed::new(levels);
        self.open.iter().filter(|open| open.levels.is_at_most(node)).count()
    }

    /// Each attribute's least level among them.
    pub fn bottom(&self) -> Vec<u8> {
        let mut least = self.next.to_vec();
        for open in self.open {
            let levels = open.levels.bytes();
            least.iter_mut().zip(levels).for_each(|(least, level)| *least = level.min(*least));
        }
        least
    }
}
