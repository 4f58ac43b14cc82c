//! What a few attributes say of all nodes.
//!
//! With more attributes classes only split: records that are in classes too small where a few
//! attributes count alone are in classes too small wherever these have the same levels. To count
//! all pairs at all levels takes one pass over the classes for each pair; what it tells closes nodes
//! that would have cost a look each. Where little may be suppressed that is most of them: on Adult,
//! k = 5 and nothing suppressed, pairs leave 106 of 6,480 nodes.
//!
//! Of what is left a search asks about the most promising node: its attributes three at a time, and
//! then four ([`Subsets::deepen`]). Most of what pairs leave and fails, fails by these.
//!
//! # References
//! The subset property: K. `LeFevre`, D. J. `DeWitt`, R. Ramakrishnan (2005): Incognito: Efficient
//! Full-Domain K-Anonymity, doi:10.1145/1066157.1066164.

mod counter;
mod cube;

use counter::Counter;

use ridotto_core::Hierarchy;
use ridotto_core::class::Tally;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// The most attributes that are counted together.
const LARGEST: usize = 4;

/// What some subsets of the attributes suppress alone, by their levels.
#[derive(Debug)]
pub struct Subsets<'a> {
    counter: Counter<'a>,
    all: Vec<Subset>,
    /// What was counted beyond pairs.
    larger: FxHashSet<Vec<usize>>,
}

/// How many records a few attributes suppress alone, by their levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    attributes: Vec<usize>,
    /// How far apart two levels of each attribute are in `suppressed`.
    strides: Vec<usize>,
    /// The last attribute's levels follow each other. At levels that were not counted it is 0.
    suppressed: Vec<u64>,
}

/// What deepening has said of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All its attributes were counted up to four at a time: it suppresses at least so many.
    Whole(u64),
    /// It suppresses more than the limit.
    Fails,
    /// More would have to be counted than is worth it.
    Spent,
}

impl<'a> Subsets<'a> {
    /// Counts every two attributes of tuples, where a class must have `least` rows; `None` if that
    /// would take too long.
    pub fn new(classes: &'a Tally, hierarchies: &'a [Hierarchy], least: u64) -> Option<Self> {
        let counter = Counter::new(classes, hierarchies, least)?;
        let (all, larger) = (counter.pairs(), FxHashSet::default());
        Some(Self { counter, all, larger })
    }

    /// So many records are suppressed at a node, at least.
    pub fn floor(&self, levels: &[u8]) -> u64 {
        self.floor_since(0, levels)
    }

    /// The same by those subsets that were not there when there were `before`.
    pub fn floor_since(&self, before: usize, levels: &[u8]) -> u64 {
        self.all[before..].iter().map(|subset| subset.at(levels)).max().unwrap_or(0)
    }

    /// Whether a node is known to suppress more than `limit`.
    pub fn fails(&self, levels: &[u8], limit: u64) -> bool {
        self.all.iter().any(|subset| subset.at(levels) > limit)
    }

    /// How many subsets were counted.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The coarsest nodes up to `top` at which a subset alone suppresses more than `limit`, by those
    /// subsets that were not there when there were `before`.
    pub fn failing(&self, before: usize, limit: u64, top: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        self.all[before..].iter().flat_map(move |subset| subset.failing(limit, top))
    }

    /// Counts the attributes of a node three and four at a time, as far as they tell values apart
    /// there and were not counted yet. It ends as soon as the node is known to suppress more than
    /// `limit`. No level of an attribute is above `top`.
    pub fn deepen(&mut self, levels: &[u8], limit: u64, top: &[u8]) -> Depth {
        if self.fails(levels, limit) {
            return Depth::Fails;
        }
        let groups = |of: usize| self.counter.groups(of, levels[of]);
        let mut telling: Vec<usize> = (0..levels.len()).filter(|&of| groups(of) > 1).collect();
        // Where there are more groups, classes are smaller.
        telling.sort_by_key(|&of| Reverse(groups(of)));
        let mut bottom = None;
        for size in 3..=LARGEST.min(telling.len()) {
            for mut attributes in combinations(&telling, size) {
                attributes.sort_unstable();
                if self.larger.contains(&attributes) {
                    continue;
                }
                let bottom = bottom.get_or_insert_with(|| self.bottom(limit, top));
                let Some(subset) = self.counter.subset(&attributes, bottom) else {
                    return Depth::Spent;
                };
                let fails = subset.at(levels) > limit;
                self.all.push(subset);
                self.larger.insert(attributes);
                if fails {
                    return Depth::Fails;
                }
            }
        }
        Depth::Whole(self.floor(levels))
    }

    /// Each attribute's least level at which it does not suppress more than `limit` beside another
    /// at the top.
    fn bottom(&self, limit: u64, top: &[u8]) -> Vec<u8> {
        let mut bottom = vec![0; top.len()];
        for pair in self.all.iter().filter(|subset| subset.is_pair()) {
            for &of in &pair.attributes {
                let mut node = top.to_vec();
                let fails = |&level: &u8| {
                    node[of] = level;
                    pair.at(&node) > limit
                };
                let failing = (bottom[of]..top[of]).take_while(fails).count();
                bottom[of] += failing as u8;
            }
        }
        bottom
    }
}

impl Subset {
    /// Nothing suppressed yet, for attributes with these numbers of levels.
    fn new(attributes: Vec<usize>, levels: &[usize]) -> Self {
        let mut strides = vec![1; levels.len()];
        for at in (1..levels.len()).rev() {
            strides[at - 1] = strides[at] * levels[at];
        }
        let suppressed = vec![0; levels.iter().product()];
        Self { attributes, strides, suppressed }
    }

    /// Pairs are counted at all levels, larger subsets where no attribute alone suppresses too many.
    fn is_pair(&self) -> bool {
        self.attributes.len() == 2
    }

    /// So many records the subset suppresses at a node, at least.
    pub fn at(&self, levels: &[u8]) -> u64 {
        self.suppressed[self.place(levels)]
    }

    fn place(&self, levels: &[u8]) -> usize {
        let terms = self.attributes.iter().zip(&self.strides);
        terms.map(|(&of, stride)| usize::from(levels[of]) * stride).sum()
    }

    /// The node at a place, with the other attributes at `top`.
    fn node(&self, place: usize, top: &[u8]) -> Vec<u8> {
        let (mut node, mut rest) = (top.to_vec(), place);
        for (&of, stride) in self.attributes.iter().zip(&self.strides) {
            node[of] = (rest / stride) as u8;
            rest %= stride;
        }
        node
    }

    /// The coarsest nodes up to `top` at which it suppresses more than `limit`.
    pub fn failing(&self, limit: u64, top: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        let fails = move |place: &usize| self.suppressed[*place] > limit;
        (0..self.suppressed.len()).filter(fails).filter_map(move |place| {
            let node = self.node(place, top);
            let each = || self.attributes.iter().zip(&self.strides);
            let is_within = each().all(|(&of, _)| node[of] <= top[of]);
            let mut steps = each().filter(|&(&of, _)| node[of] < top[of]);
            let mut is_coarsest = || steps.all(|(_, step)| self.suppressed[place + step] <= limit);
            (is_within && is_coarsest()).then_some(node)
        })
    }
}

/// All choices of so many of these; the first come first.
fn combinations(of: &[usize], size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next: Option<Vec<usize>> = (size <= of.len()).then(|| (0..size).collect());
    std::iter::from_fn(move || {
        let places = next.take()?;
        let at = (0..size).rev().find(|&at| places[at] + size < of.len() + at);
        next = at.map(|at| {
            let from = places[at] + 1;
            places[..at].iter().copied().chain(from..from + size - at).collect()
        });
        Some(places.into_iter().map(|place| of[place]).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::combinations;

    #[test]
    fn all_choices_come_once_and_in_order() {
        let all: Vec<Vec<usize>> = combinations(&[7, 5, 9, 2], 3).collect();
        assert_eq!(all, [[7, 5, 9], [7, 5, 2], [7, 9, 2], [5, 9, 2]]);
        assert_eq!(combinations(&[1, 2, 3], 3).count(), 1);
        assert_eq!(combinations(&[1, 2], 3).count(), 0);
        let of: Vec<usize> = (0..9).collect();
        assert_eq!(combinations(&of, 4).count(), 126);
    }
}
