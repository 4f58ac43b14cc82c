//! A k-d tree that finds the nearest points exactly, with all ties.
//!
//! Equal points are kept once with their number, so a file of many equal records costs no more
//! than one of few. A node knows the box of its points. The least squared distance to a box is
//! added up in the same order as a distance is, and each part of it is rounded from a number that
//! is not greater, so it never exceeds the distance of a point in the box, not even by rounding:
//! what is found is what comparing all pairs finds, to the last bit.

use super::space::Space;
use std::cmp::Ordering;

/// Points in a leaf.
const LEAF: usize = 16;

/// What is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    pub squared: f64,
    /// How many records are at this distance.
    pub tied: u64,
    /// The first of them.
    pub first: u32,
}

pub(super) struct Tree<'a> {
    space: &'a Space,
    /// The distinct points, leaf by leaf, and in a leaf axis by axis.
    points: Vec<f64>,
    /// For each how many records it is, and the first.
    records: Vec<(u64, u32)>,
    nodes: Vec<Node>,
    /// Of each node the lowest and highest value of each axis, and whether any is missing.
    bounds: Vec<(f64, f64)>,
    lacks: Vec<bool>,
}

struct Node {
    start: u32,
    end: u32,
    /// The node of the upper half; 0 for a leaf. That of the lower half is the next node.
    upper: u32,
}

impl<'a> Tree<'a> {
    /// The tree of some records of the file in which is searched.
    pub fn new(space: &'a Space, mut rows: Vec<u32>) -> Self {
        let compare = |a: &u32, b: &u32| {
            let pairs = space.to(*a as usize).iter().zip(space.to(*b as usize));
            pairs
                .map(|(a, b)| a.total_cmp(b))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        };
        rows.sort_unstable_by(|a, b| compare(a, b).then(a.cmp(b)));
        let same = rows.chunk_by(|a, b| compare(a, b).is_eq());
        let mut distinct: Vec<(u64, u32)> = same.map(|same| (same.len() as u64, same[0])).collect();
        let mut tree = Self {
            space,
            points: Vec::new(),
            records: Vec::new(),
            nodes: Vec::new(),
            bounds: Vec::new(),
            lacks: Vec::new(),
        };
        if !distinct.is_empty() {
            let end = distinct.len();
            tree.build(&mut distinct, 0, end);
        }
        let leaf = |node: &&Node| node.upper == 0;
        for node in tree.nodes.iter().filter(leaf) {
            let leaf = &distinct[node.start as usize..node.end as usize];
            for axis in 0..space.axes.len() {
                tree.points.extend(leaf.iter().map(|&(_, row)| space.to(row as usize)[axis]));
            }
        }
        tree.records = distinct;
        tree
    }

    fn build(&mut self, records: &mut [(u64, u32)], start: usize, end: usize) {
        let (at, dimensions) = (self.nodes.len(), self.space.axes.len());
        self.nodes.push(Node { start: start as u32, end: end as u32, upper: 0 });
        for axis in 0..dimensions {
            let (mut low, mut high, mut lacks) = (f64::INFINITY, f64::NEG_INFINITY, false);
            for &(_, row) in &records[start..end] {
                let value = self.space.to(row as usize)[axis];
                lacks |= value.is_nan();
                (low, high) = (low.min(value), high.max(value));
            }
            self.bounds.push((low, high));
            self.lacks.push(lacks);
        }
        if end - start <= LEAF {
            return;
        }
        // Along the axis where the ends of the box are the farthest apart.
        let spread = |axis: &usize| {
            let (low, high) = self.bounds[at * dimensions + axis];
            let (own, lacks) = (&self.space.axes[*axis], self.lacks[at * dimensions + axis]);
            let apart = if low < high { own.square(low, high) } else { 0.0 };
            if lacks { apart.max(own.square(f64::NAN, 0.0)) } else { apart }
        };
        let widest = (0..dimensions).max_by(|a, b| spread(a).total_cmp(&spread(b)));
        let axis = widest.expect("a space has an axis");
        let middle = (end - start) / 2;
        let value = |row: u32| self.space.to(row as usize)[axis];
        records[start..end].select_nth_unstable_by(middle, |a, b| {
            value(a.1).total_cmp(&value(b.1)).then(a.1.cmp(&b.1))
        });
        self.build(records, start, start + middle);
        self.nodes[at].upper = self.nodes.len() as u32;
        self.build(records, start + middle, end);
    }

    /// The values of a leaf's points on each axis.
    fn leaf(&self, node: &Node) -> impl Iterator<Item = &[f64]> {
        let (start, end) = (node.start as usize, node.end as usize);
        let dimensions = self.space.axes.len();
        self.points[start * dimensions..end * dimensions].chunks_exact(end - start)
    }

    /// At most the squared distance of a point of the node.
    fn least(&self, node: usize, from: &[f64]) -> f64 {
        let start = node * from.len();
        let bounds = &self.bounds[start..start + from.len()];
        if self.space.plain {
            let gap = |(value, &(low, high)): (&f64, &(f64, f64))| {
                let gap = (low - value).max(value - high).max(0.0);
                gap * gap
            };
            return from.iter().zip(bounds).map(gap).sum();
        }
        let lacks = &self.lacks[start..start + from.len()];
        let each = self.space.axes.iter().zip(from).zip(bounds.iter().zip(lacks));
        each.map(|((axis, &value), (&(low, high), &lacks))| axis.least(value, low, high, lacks))
            .sum()
    }

    /// What is nearest to a point; `None` in a tree of no records.
    pub fn nearest(&self, from: &[f64]) -> Option<Nearest> {
        if self.nodes.is_empty() {
            return None;
        }
        let mut best = Nearest { squared: f64::INFINITY, tied: 0, first: 0 };
        self.look(0, from, &mut best);
        Some(best)
    }

    fn look(&self, node: usize, from: &[f64], best: &mut Nearest) {
        let this = &self.nodes[node];
        if this.upper == 0 {
            let records = &self.records[this.start as usize..this.end as usize];
            let mut squares = [0.0; LEAF];
            for ((axis, &value), others) in self.space.axes.iter().zip(from).zip(self.leaf(this)) {
                let each = squares.iter_mut().zip(others);
                if self.space.plain {
                    each.for_each(|(sum, other)| *sum += (value - other) * (value - other));
                } else {
                    each.for_each(|(sum, &other)| *sum += axis.square(value, other));
                }
            }
            for (&squared, &record) in squares.iter().zip(records) {
                best.offer(squared, record);
            }
            return;
        }
        let halves = [node + 1, this.upper as usize].map(|half| (self.least(half, from), half));
        let [mut near, mut far] = halves;
        if far.0 < near.0 {
            (near, far) = (far, near);
        }
        for (least, half) in [near, far] {
            if least <= best.squared {
                self.look(half, from, best);
            }
        }
    }

    /// How many records are exactly as near to a point as `own`, by a distance that grows with each
    /// attribute's squared difference; `None` if one is nearer, which ends the search. `distance` may
    /// change the order of the differences that it is given.
    pub fn tied(
        &self,
        from: &[f64],
        own: f64,
        distance: &dyn Fn(&mut [f64]) -> f64,
    ) -> Option<u64> {
        let mut search = Ties { tree: self, from, own, distance, room: vec![0.0; from.len()] };
        if self.nodes.is_empty() { Some(0) } else { search.count(0) }
    }

    /// How many records lie in a box: of each axis the lowest and highest value.
    /// Only for spaces of lines without missing values.
    pub fn within(&self, sides: &[(f64, f64)]) -> u64 {
        if self.nodes.is_empty() { 0 } else { self.count(0, sides) }
    }

    fn count(&self, node: usize, sides: &[(f64, f64)]) -> u64 {
        let this = &self.nodes[node];
        let bounds = &self.bounds[node * sides.len()..][..sides.len()];
        let mut pairs = bounds.iter().zip(sides);
        if pairs.clone().any(|(bound, side)| bound.1 < side.0 || side.1 < bound.0) {
            return 0;
        }
        let records = &self.records[this.start as usize..this.end as usize];
        if pairs.all(|(bound, side)| side.0 <= bound.0 && bound.1 <= side.1) {
            return records.iter().map(|record| record.0).sum();
        }
        if this.upper == 0 {
            let mut inside = [true; LEAF];
            for (side, others) in sides.iter().zip(self.leaf(this)) {
                for (inside, other) in inside.iter_mut().zip(others) {
                    *inside &= side.0 <= *other && *other <= side.1;
                }
            }
            let found = records.iter().zip(inside).filter(|&(_, inside)| inside);
            return found.map(|(record, _)| record.0).sum();
        }
        self.count(node + 1, sides) + self.count(this.upper as usize, sides)
    }
}

/// A search for records that are as near as one.
struct Ties<'a> {
    tree: &'a Tree<'a>,
    from: &'a [f64],
    own: f64,
    distance: &'a dyn Fn(&mut [f64]) -> f64,
    room: Vec<f64>,
}

/// Sums of other parts may be rounded up by this share: boxes that are hardly too far are looked into.
const ROUNDING: f64 = 1e-12;

impl Ties<'_> {
    /// At most the distance of a point of the node.
    fn least(&mut self, node: usize) -> f64 {
        let (axes, start) = (&self.tree.space.axes, node * self.from.len());
        for (at, axis) in axes.iter().enumerate() {
            let ((low, high), lacks) = (self.tree.bounds[start + at], self.tree.lacks[start + at]);
            self.room[at] = axis.least(self.from[at], low, high, lacks);
        }
        (self.distance)(&mut self.room) * (1.0 - ROUNDING)
    }

    fn count(&mut self, node: usize) -> Option<u64> {
        let this = &self.tree.nodes[node];
        if this.upper == 0 {
            return self.count_leaf(this);
        }
        let halves = [node + 1, this.upper as usize];
        let [mut near, mut far] = halves.map(|half| (self.least(half), half));
        if far.0 < near.0 {
            (near, far) = (far, near);
        }
        let mut tied = 0;
        for (least, half) in [near, far] {
            if least <= self.own {
                tied += self.count(half)?;
            }
        }
        Some(tied)
    }

    fn count_leaf(&mut self, leaf: &Node) -> Option<u64> {
        let (start, end) = (leaf.start as usize, leaf.end as usize);
        let (size, axes) = (end - start, &self.tree.space.axes);
        let points = &self.tree.points[start * axes.len()..end * axes.len()];
        let mut tied = 0;
        for place in 0..size {
            for (at, axis) in axes.iter().enumerate() {
                self.room[at] = axis.square(self.from[at], points[at * size + place]);
            }
            let distance = (self.distance)(&mut self.room);
            if distance < self.own {
                return None;
            }
            tied += if distance <= self.own { self.tree.records[start + place].0 } else { 0 };
        }
        Some(tied)
    }
}

impl Nearest {
    fn offer(&mut self, squared: f64, (records, first): (u64, u32)) {
        if squared < self.squared {
            *self = Self { squared, tied: records, first };
        } else if squared <= self.squared {
            self.tied += records;
            self.first = self.first.min(first);
        }
    }
}
