//! Where cells are: one node of each dimension, packed into a number.
//!
//! All tables of a policy share one space. A dimension that a table does not have is at its total there,
//! so that cells that several tables have in common have the same number.

use crate::nodes::Nodes;

/// The number of a cell: its nodes, the first dimension in the highest digits.
pub type Key = u128;

/// All dimensions of some tables.
#[derive(Debug)]
pub struct Space {
    nodes: Vec<Nodes>,
    strides: Vec<Key>,
    /// Whether neighbours were merged by a search that did not look at all ways.
    is_guessed: bool,
}

impl Space {
    /// The space of some dimensions; `None` if its cells cannot be numbered.
    pub fn new(nodes: Vec<Nodes>) -> Option<Self> {
        let mut strides = vec![0; nodes.len()];
        let mut stride: Key = 1;
        for (at, of) in nodes.iter().enumerate().rev() {
            strides[at] = stride;
            stride = stride.checked_mul(of.len() as Key)?;
        }
        Some(Self { nodes, strides, is_guessed: false })
    }

    /// Says whether neighbours were merged by a search that did not look at all ways.
    pub fn set_guessed(&mut self, is_guessed: bool) {
        self.is_guessed = is_guessed;
    }

    /// Whether neighbours may be merged in a way that loses less.
    pub fn is_guessed(&self) -> bool {
        self.is_guessed
    }

    /// How many dimensions there are.
    pub fn dimensions(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes of a dimension.
    pub fn nodes(&self, dimension: usize) -> &Nodes {
        &self.nodes[dimension]
    }

    /// The cell that is total in every dimension.
    pub fn total(&self) -> Key {
        (0..self.dimensions()).map(|at| self.part(at, self.nodes[at].total())).sum()
    }

    /// What a node adds to the number of a cell.
    pub fn part(&self, dimension: usize, node: u32) -> Key {
        self.strides[dimension] * Key::from(node)
    }

    /// The node of a cell in a dimension.
    pub fn node(&self, key: Key, dimension: usize) -> u32 {
        let node = key / self.strides[dimension] % self.nodes[dimension].len() as Key;
        node as u32
    }

    /// The cell that has another node in a dimension.
    pub fn with(&self, key: Key, dimension: usize, node: u32) -> Key {
        key - self.part(dimension, self.node(key, dimension)) + self.part(dimension, node)
    }

    /// The order of lines: by levels, the finest first, and then by nodes.
    pub fn rank(&self, key: Key) -> (Key, Key) {
        let level = |at: usize| self.nodes[at].level_of(self.node(key, at));
        let levels = (0..self.dimensions()).fold(0, |all: Key, at| all << 8 | Key::from(level(at)));
        (levels, key)
    }
}
