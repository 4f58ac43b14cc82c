//! The generalisation lattice: every choice of one level for each attribute.

mod open;
mod packed;

pub use open::OpenNodes;
pub use packed::{DEEPEST, PACKED, Packed};

/// The choices allowed: for each attribute the levels from `min` to `max`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    min: Vec<u8>,
    max: Vec<u8>,
}

impl Lattice {
    /// The lattice between two nodes, both included.
    ///
    /// # Panics
    /// If an attribute's least level is above its greatest; binding checks this.
    pub fn between(min: Vec<u8>, max: Vec<u8>) -> Self {
        assert!(min.len() == max.len() && min.iter().zip(&max).all(|(min, max)| min <= max));
        Self { min, max }
    }

    /// The finest node.
    pub fn bottom(&self) -> &[u8] {
        &self.min
    }

    /// The coarsest node.
    pub fn top(&self) -> &[u8] {
        &self.max
    }

    /// The number of attributes.
    pub fn attributes(&self) -> usize {
        self.min.len()
    }

    /// The number of nodes. Saturates: nobody visits 2^128 of them.
    pub fn nodes(&self) -> u128 {
        let choices = |(min, max): (&u8, &u8)| u128::from(max - min) + 1;
        self.min.iter().zip(&self.max).map(choices).fold(1, u128::saturating_mul)
    }

    /// All nodes in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let mut next = Some(self.min.clone());
        std::iter::from_fn(move || {
            let node = next.take()?;
            next = self.after(&node);
            Some(node)
        })
    }

    fn after(&self, node: &[u8]) -> Option<Vec<u8>> {
        let at = (0..node.len()).rev().find(|&at| node[at] < self.max[at])?;
        let mut after = node.to_vec();
        after[at] += 1;
        after[at + 1..].copy_from_slice(&self.min[at + 1..]);
        Some(after)
    }
}

/// The sum of a node's levels.
pub fn height(node: &[u8]) -> u32 {
    node.iter().copied().map(u32::from).sum()
}

/// Whether every level of `fine` is at most that of `coarse`.
pub fn is_at_most(fine: &[u8], coarse: &[u8]) -> bool {
    fine.iter().zip(coarse).all(|(fine, coarse)| fine <= coarse)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search space of the lecture's example: heights 3, 3, 2 give 48 full-domain nodes.
    #[test]
    fn nodes_are_counted_and_listed_in_order() {
        let lattice = Lattice::between(vec![0, 0, 0], vec![3, 3, 2]);
        let nodes: Vec<_> = lattice.iter().collect();
        assert_eq!((nodes.len() as u128, lattice.nodes()), (48, 48));
        assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(nodes.iter().all(|node| is_at_most(node, lattice.top())));
        assert_eq!(height(lattice.top()), 8);
        assert_eq!(Lattice::between(vec![1, 0], vec![1, 2]).iter().count(), 3);
        assert_eq!(Lattice::between(vec![0; 64], vec![255; 64]).nodes(), u128::MAX);
    }
}
