//! All cells of a table, those that nobody is in too: what is there must not depend on records.

use ridotto_audit::System;

/// The nodes of a dimension: its values, groups and total. Each stands before the one above it, the total last.
#[derive(Clone, Debug)]
pub struct Dimension {
    /// The node above each node; none above the total.
    pub above: Vec<Option<u32>>,
}

impl Dimension {
    /// The parts of each node; none of a value.
    fn parts(&self) -> Vec<Vec<u32>> {
        let mut parts = vec![Vec::new(); self.above.len()];
        for (node, above) in (0..).zip(&self.above) {
            if let Some(above) = above {
                parts[*above as usize].push(node);
            }
        }
        parts
    }

    /// A node and all above it.
    fn path(&self, node: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(node), |&node| self.above[node as usize])
    }
}

/// All combinations of nodes, the last dimension counting fastest.
#[derive(Clone, Debug)]
pub struct Cells {
    dimensions: Vec<Dimension>,
}

impl Cells {
    /// All combinations of the nodes of some dimensions.
    pub fn new(dimensions: Vec<Dimension>) -> Self {
        Self { dimensions }
    }

    /// How many cells there are, if that can be counted.
    pub fn count(&self) -> Option<usize> {
        let sizes = self.dimensions.iter().map(|of| of.above.len());
        sizes.into_iter().try_fold(1_usize, usize::checked_mul)
    }

    /// The number of a cell.
    pub fn cell(&self, nodes: &[u32]) -> u32 {
        let pairs = nodes.iter().zip(&self.dimensions);
        pairs.fold(0, |cell, (&node, of)| cell * of.above.len() as u32 + node)
    }

    /// The nodes of a cell.
    pub fn nodes(&self, cell: u32) -> Vec<u32> {
        let mut left = cell;
        let mut nodes = vec![0; self.dimensions.len()];
        for (node, of) in nodes.iter_mut().zip(&self.dimensions).rev() {
            (*node, left) = (left % of.above.len() as u32, left / of.above.len() as u32);
        }
        nodes
    }

    /// In how many cells a record is at most.
    pub fn of_a_record(&self) -> u64 {
        let longest = |of: &Dimension| {
            (0..of.above.len() as u32).map(|node| of.path(node).count() as u64).max().unwrap_or(1)
        };
        self.dimensions.iter().map(longest).product()
    }

    /// Counts a record in all cells that it is in, given its values' nodes.
    pub fn add(&self, nodes: &[u32], counts: &mut [i64]) {
        let mut cells = vec![0_u32];
        for (&node, of) in nodes.iter().zip(&self.dimensions) {
            let size = of.above.len() as u32;
            let longer = |cell: u32| of.path(node).map(move |node| cell * size + node);
            cells = cells.into_iter().flat_map(longer).collect();
        }
        for cell in cells {
            counts[cell as usize] += 1;
        }
    }

    /// Adds up all totals, dimension by dimension, of cells in which finest ones alone are counted.
    pub fn add_totals(&self, counts: &mut [i64]) {
        let mut stride = 1;
        for of in self.dimensions.iter().rev() {
            let size = of.above.len();
            // A node stands before the one above it.
            for block in counts.chunks_mut(size * stride) {
                for (node, above) in of.above.iter().enumerate() {
                    let Some(above) = above else { continue };
                    for at in 0..stride {
                        block[*above as usize * stride + at] += block[node * stride + at];
                    }
                }
            }
            stride *= size;
        }
    }

    /// What ties the cells together: along each dimension a node is the sum of its parts.
    pub fn system(&self) -> System {
        let count = self.count().expect("whoever made so many cells counted them");
        let parts: Vec<Vec<Vec<u32>>> = self.dimensions.iter().map(Dimension::parts).collect();
        let mut relations = Vec::new();
        for cell in 0..count as u32 {
            let nodes = self.nodes(cell);
            for (at, parts) in parts.iter().enumerate() {
                let parts = &parts[nodes[at] as usize];
                if !parts.is_empty() {
                    let part = |&part: &u32| {
                        let mut nodes = nodes.clone();
                        nodes[at] = part;
                        self.cell(&nodes)
                    };
                    relations.push([cell].into_iter().chain(parts.iter().map(part)).collect());
                }
            }
        }
        System::new(count, relations.iter().map(|relation: &Vec<u32>| &relation[..]))
    }
}
