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
const LEAF: usize = 12;

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
    /// The distinct points, in the tree's order.
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
        let points = distinct.iter().flat_map(|&(_, row)| space.to(row as usize));
        tree.points = points.copied().collect();
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

    fn point(&self, at: usize) -> &[f64] {
        let dimensions = self.space.axes.len();
        &self.points[at * dimensions..][..dimensions]
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
        let Node { start, end, upper } = self.nodes[node];
        if upper == 0 {
            for at in start as usize..end as usize {
                let squared = self.space.squared(from, self.point(at));
                best.offer(squared, self.records[at]);
            }
            return;
        }
        let halves = [node + 1, upper as usize].map(|half| (self.least(half, from), half));
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

    /// How many records lie in a box, and the first: of each axis the lowest and highest value.
    /// Only for spaces of lines without missing values.
    pub fn within(&self, sides: &[(f64, f64)]) -> u64 {
        if self.nodes.is_empty() { 0 } else { self.count(0, sides) }
    }

    fn count(&self, node: usize, sides: &[(f64, f64)]) -> u64 {
        let Node { start, end, upper } = self.nodes[node];
        let bounds = &self.bounds[node * sides.len()..][..sides.len()];
        let mut pairs = bounds.iter().zip(sides);
        if pairs.clone().any(|(bound, side)| bound.1 < side.0 || side.1 < bound.0) {
            return 0;
        }
        let records = start as usize..end as usize;
        if pairs.all(|(bound, side)| side.0 <= bound.0 && bound.1 <= side.1) {
            return self.records[records].iter().map(|record| record.0).sum();
        }
        if upper == 0 {
            let inside = |at: &usize| {
                let mut pairs = self.point(*at).iter().zip(sides);
                pairs.all(|(value, side)| side.0 <= *value && *value <= side.1)
            };
            return records.filter(inside).map(|at| self.records[at].0).sum();
        }
        self.count(node + 1, sides) + self.count(upper as usize, sides)
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
