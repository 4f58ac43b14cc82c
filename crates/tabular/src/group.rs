//! Group disclosure: where all contributors of a total are in one of its parts, whoever is known to be in
//! the total is known to be in that part.
//!
//! That a part is hidden does not help while the others are known to be empty. So one empty cell beside it,
//! with those above it that are empty too, becomes a cell of the table, which may be hidden and must then be
//! found possible not to be empty.

use crate::cube::Cube;
use crate::space::{Key, Space};
use rustc_hash::FxHashSet;

/// Cells that have all contributors of a total, and the empty cells that must be in doubt for their sake.
#[derive(Debug, Default)]
pub struct Groups {
    /// Parts that have all contributors of a total.
    pub whole: Vec<Key>,
    /// Empty cells beside them.
    pub empty: Vec<Key>,
    /// All empty cells that become cells of the table.
    pub added: Vec<Key>,
}

/// Finds them in a table of these dimensions.
pub fn groups(space: &Space, dimensions: &[usize], cube: &Cube) -> Groups {
    let cells = Present { cube, space, dimensions };
    let mut found = Groups::default();
    let mut added: FxHashSet<Key> = FxHashSet::default();
    for (at, &key) in cube.keys.iter().enumerate().filter(|(at, _)| cube.contributors[*at] > 0) {
        for &dimension in dimensions {
            let Some((part, empty)) = cells.whole(at, key, dimension) else { continue };
            found.whole.push(part);
            found.empty.push(empty);
            added.extend(cells.with_all_above(cells.finest(empty)));
        }
    }
    found.added = added.into_iter().collect();
    for list in [&mut found.whole, &mut found.empty, &mut found.added] {
        list.sort_unstable();
        list.dedup();
    }
    found
}

/// The cells that a table has.
struct Present<'a> {
    cube: &'a Cube,
    space: &'a Space,
    dimensions: &'a [usize],
}

impl Present<'_> {
    fn find(&self, key: Key) -> Option<usize> {
        self.cube.keys.binary_search(&key).ok()
    }

    /// The part of a total, in a dimension, that has all its contributors, and an empty one beside it.
    fn whole(&self, at: usize, key: Key, dimension: usize) -> Option<(Key, Key)> {
        let children = self.space.nodes(dimension).children(self.space.node(key, dimension));
        let mut parts = children.iter().map(|&node| self.space.with(key, dimension, node));
        let all = self.cube.contributors[at];
        let whole = parts.clone().find(|&part| {
            self.find(part).is_some_and(|cell| self.cube.contributors[cell] == all)
        })?;
        let is_empty = |part: &Key| {
            *part != whole && self.find(*part).is_none_or(|cell| self.cube.contributors[cell] == 0)
        };
        Some((whole, parts.find(is_empty)?))
    }

    /// The first of the finest cells below one.
    fn finest(&self, mut key: Key) -> Key {
        for &dimension in self.dimensions {
            let nodes = self.space.nodes(dimension);
            while let Some(&first) = nodes.children(self.space.node(key, dimension)).first() {
                key = self.space.with(key, dimension, first);
            }
        }
        key
    }

    /// A cell and those above it that the table does not have yet.
    fn with_all_above(&self, key: Key) -> Vec<Key> {
        let mut all = vec![key];
        for &dimension in self.dimensions {
            let nodes = self.space.nodes(dimension);
            let up = |key: Key| {
                let start = Some(self.space.node(key, dimension));
                let up = std::iter::successors(start, |&node| nodes.parent(node));
                up.map(move |node| self.space.with(key, dimension, node))
            };
            all = all.into_iter().flat_map(up).collect();
        }
        all.retain(|&key| self.find(key).is_none());
        all
    }
}
