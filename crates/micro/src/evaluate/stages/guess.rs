//! Guessing how many classes a node has, from a sample, and choosing a stage by that.

use super::super::Ahead;
use ridotto_core::class::Tally;
use ridotto_core::{Code, Hierarchy};
use rustc_hash::{FxHashMap, FxHashSet};

/// Tuples in the sample.
const SAMPLE: usize = 1 << 15;

/// Guesses the number of classes at a node.
#[derive(Debug)]
pub struct Guess {
    /// For each attribute and level the group of every tuple of the sample, spread over a word.
    groups: Vec<Vec<Vec<u64>>>,
    /// How many tuples there are in the sample, and in the table.
    sample: usize,
    tuples: usize,
    known: FxHashMap<Vec<u8>, f64>,
}

impl Guess {
    /// Takes the sample.
    pub fn new(classes: &Tally, hierarchies: &[Hierarchy]) -> Self {
        let stride = classes.len().div_ceil(SAMPLE).max(1);
        let places: Vec<usize> = (0..classes.len()).step_by(stride).collect();
        let at = |(attribute, hierarchy): (usize, &Hierarchy)| {
            let codes: Vec<Code> =
                places.iter().map(|&place| classes.code(place, attribute)).collect();
            let level = |level: usize| {
                let up = hierarchy.map(level);
                let spread = |&code: &Code| spread(attribute, up[code as usize]);
                codes.iter().map(spread).collect()
            };
            (0..=hierarchy.height()).map(level).collect()
        };
        let groups: Vec<Vec<Vec<u64>>> = hierarchies.iter().enumerate().map(at).collect();
        Self { groups, sample: places.len(), tuples: classes.len(), known: FxHashMap::default() }
    }

    /// The classes to expect at a node. From a quarter of the sample to half of it and to the whole
    /// their number grows by some factor; it goes on so up to the table, ever more slowly.
    pub fn classes(&mut self, levels: &[u8]) -> f64 {
        if let Some(&classes) = self.known.get(levels) {
            return classes;
        }
        let mut words = vec![0_u64; self.sample];
        for (groups, &level) in self.groups.iter().zip(levels) {
            for (word, group) in words.iter_mut().zip(&groups[usize::from(level)]) {
                *word = word.wrapping_add(*group);
            }
        }
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        seen.reserve(self.sample);
        let mut distinct = |from: usize, step: usize| {
            seen.extend(words.iter().skip(from).step_by(step));
            (seen.len().max(1) as f64).log2()
        };
        let (quarter, half, all) = (distinct(0, 4), distinct(2, 4), distinct(1, 2));
        let slower = ((all - half) / (half - quarter).max(1e-9)).clamp(0.5, 0.999);
        let steps = (self.tuples as f64 / self.sample.max(1) as f64).log2();
        let growth = (all - half) * slower * (1.0 - slower.powf(steps)) / (1.0 - slower);
        let classes = (all + growth).exp2();
        self.known.insert(levels.to_vec(), classes);
        classes
    }

    /// A node with about `most` classes or fewer, and many open nodes above it: the one to be looked
    /// at next, and then always the step down that brings the most open nodes for the fewest
    /// classes. It is none if that node has more classes by itself.
    pub fn stage(&mut self, ahead: &Ahead<'_>, most: usize) -> Option<Vec<u8>> {
        let mut levels = ahead.next().to_vec();
        if self.classes(&levels) > most as f64 {
            return None;
        }
        let bottom = ahead.bottom();
        let mut above = ahead.at_or_above(&levels);
        loop {
            let classes = self.classes(&levels);
            let mut best: Option<(f64, usize, usize)> = None;
            for attribute in 0..levels.len() {
                if levels[attribute] == bottom[attribute] {
                    continue;
                }
                levels[attribute] -= 1;
                let lower = self.classes(&levels);
                if lower <= most as f64 {
                    let more = ahead.at_or_above(&levels);
                    let gain = ((more + 1) as f64 / (above + 1) as f64).ln();
                    let rate = gain / (lower / classes).ln().max(1e-3);
                    if best.is_none_or(|(other, ..)| rate > other) {
                        best = Some((rate, attribute, more));
                    }
                }
                levels[attribute] += 1;
            }
            let Some((_, attribute, more)) = best else { break };
            levels[attribute] -= 1;
            above = more;
        }
        Some(levels)
    }

    /// A node that is coarser than the one to be looked at next, by steps that take in the most open
    /// nodes, and is still expected to have more than `least` classes.
    pub fn coarser(&mut self, ahead: &Ahead<'_>, top: &[u8], least: usize) -> Vec<u8> {
        let mut levels = ahead.next().to_vec();
        loop {
            let mut best: Option<(usize, f64, usize)> = None;
            for attribute in 0..levels.len() {
                if levels[attribute] == top[attribute] {
                    continue;
                }
                levels[attribute] += 1;
                let classes = self.classes(&levels);
                if classes > least as f64 {
                    let step = (ahead.at_or_below(&levels), classes, attribute);
                    if best.is_none_or(|best| (step.0, step.1) > (best.0, best.1)) {
                        best = Some(step);
                    }
                }
                levels[attribute] -= 1;
            }
            let Some((_, _, attribute)) = best else { return levels };
            levels[attribute] += 1;
        }
    }
}

/// A number for a group that hardly ever is the sum of others.
fn spread(attribute: usize, group: Code) -> u64 {
    let word = (attribute as u64) << 32 | u64::from(group);
    let word = (word ^ (word >> 30)).wrapping_add(1).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB)
}
