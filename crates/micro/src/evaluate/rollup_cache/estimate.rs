//! Guessing how many classes a node has, from a sample, and choosing a stage by that.

use crate::lattice::Packed;
use rayon::prelude::*;
use ridotto_core::class::Tally;
use ridotto_core::{Code, Hierarchy};
use rustc_hash::FxHashMap;

/// Tuples in the sample, at least and at most.
const SAMPLE: [usize; 2] = [1 << 12, 1 << 15];
/// One tuple in so many is in the sample.
const ONE_IN: usize = 64;

/// Guesses the number of classes at a node.
#[derive(Debug)]
pub struct Estimate {
    /// For each attribute and level the group of every tuple of the sample, spread over a word.
    groups: Vec<Vec<Vec<u64>>>,
    /// How many tuples there are in the sample, and in the table.
    sample: usize,
    tuples: usize,
    known: FxHashMap<Vec<u8>, f64>,
}

impl Estimate {
    /// Takes the sample.
    pub fn new(classes: &Tally, hierarchies: &[Hierarchy]) -> Self {
        let places = sample(classes.len());
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

    /// The classes to expect at a node.
    ///
    /// Chao's estimate, from the classes seen once and twice, is right where all classes are equally
    /// large, and too low otherwise. How unequal they are is told by the share of pairs of tuples
    /// that agree, which gives another estimate that is the same for equal classes and lower for
    /// others. The more they differ the more classes there are beyond the first estimate, up to a
    /// power of how much larger the table is than the sample; the figures are those of hospital
    /// stays.
    pub fn classes(&mut self, levels: &[u8]) -> f64 {
        if let Some(&classes) = self.known.get(levels) {
            return classes;
        }
        let classes = self.count(levels);
        self.known.insert(levels.to_vec(), classes);
        classes
    }

    /// Guesses at all neighbours of a node that have one attribute's level changed like this, as
    /// long as that is not `end`: several threads do it faster than one.
    fn foresee(&mut self, levels: &[u8], end: &[u8], change: fn(&mut u8)) {
        let near = (0..levels.len()).filter(|&attribute| levels[attribute] != end[attribute]);
        let near = near.map(|attribute| {
            let mut levels = levels.to_vec();
            change(&mut levels[attribute]);
            levels
        });
        let new: Vec<Vec<u8>> = near.filter(|levels| !self.known.contains_key(levels)).collect();
        let counted: Vec<f64> = new.par_iter().map(|levels| self.count(levels)).collect();
        self.known.extend(new.into_iter().zip(counted));
    }

    fn count(&self, levels: &[u8]) -> f64 {
        let mut words = vec![0_u64; self.sample];
        for (groups, &level) in self.groups.iter().zip(levels) {
            for (word, group) in words.iter_mut().zip(&groups[usize::from(level)]) {
                *word = word.wrapping_add(*group);
            }
        }
        let (mut seen, mut once, mut twice, mut pairs) = (0.0, 0.0, 0.0, 0.0);
        for size in sizes(&words).filter(|&size| size > 0) {
            seen += 1.0;
            once += f64::from(u8::from(size == 1));
            twice += f64::from(u8::from(size == 2));
            pairs += f64::from(size) * (f64::from(size) - 1.0);
        }
        let chao: f64 = seen + once * once / (2.0 * f64::max(twice, 1.0));
        let equal = (self.sample as f64).powi(2) / f64::max(pairs, 1.0);
        let unequal = (chao / equal - 1.0).max(0.0);
        let larger = self.tuples as f64 / self.sample.max(1) as f64;
        let more = larger.powf(0.44 * (1.0 - (-unequal / 0.17).exp()));
        (chao * more).min(self.tuples as f64)
    }

    /// A node with about `most` classes or fewer below the next one to be looked at, and how many
    /// open nodes are above it: always the step down that brings the most of them for the fewest
    /// classes. It is none if the next node has more classes by itself.
    pub fn below(&mut self, next: &[u8], open: &[Packed], most: usize) -> Option<(Vec<u8>, usize)> {
        let mut levels = next.to_vec();
        if self.classes(&levels) > most as f64 {
            return None;
        }
        let bottom = bottom(next, open);
        let mut above = at_or_above(&levels, open);
        loop {
            let classes = self.classes(&levels);
            self.foresee(&levels, &bottom, |level| *level -= 1);
            let mut best: Option<(f64, usize, usize)> = None;
            for attribute in 0..levels.len() {
                if levels[attribute] == bottom[attribute] {
                    continue;
                }
                levels[attribute] -= 1;
                let lower = self.classes(&levels);
                if lower <= most as f64 {
                    let more = at_or_above(&levels, open);
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
        Some((levels, above))
    }
}

/// How many of some nodes are as coarse as this one or coarser.
fn at_or_above(levels: &[u8], open: &[Packed]) -> usize {
    let node = Packed::new(levels);
    open.iter().filter(|&&open| node.is_at_most(open)).count()
}

/// Each attribute's least level among a node and others.
fn bottom(node: &[u8], others: &[Packed]) -> Vec<u8> {
    let mut least = node.to_vec();
    for other in others {
        least.iter_mut().zip(other.bytes()).for_each(|(least, level)| *least = level.min(*least));
    }
    least
}

/// How often each word occurs, in any order, and zeros. The words are spread: their lowest bits say
/// where to look for them.
fn sizes(words: &[u64]) -> impl Iterator<Item = u32> {
    let mut slots = vec![(0_u64, 0_u32); (2 * words.len()).next_power_of_two()];
    let mask = slots.len() - 1;
    for &word in words {
        let mut at = (word >> 20) as usize & mask;
        while slots[at].1 > 0 && slots[at].0 != word {
            at = (at + 1) & mask;
        }
        slots[at] = (word, slots[at].1 + 1);
    }
    slots.into_iter().map(|(_, size)| size)
}

/// The places of a sample, all of them where there are few. They fall at random, the same in every
/// run: a tally is in order, so places at equal distances would show too many values of the first
/// attributes.
fn sample(len: usize) -> Vec<usize> {
    let [least, most] = SAMPLE;
    if len <= least {
        return (0..len).collect();
    }
    let sample = (len / ONE_IN).clamp(least, most) as u64;
    let place = |at: u64| (u128::from(mixed(at)) * len as u128) >> 64;
    (0..sample).map(|at| place(at) as usize).collect()
}

/// A number for a group that hardly ever is the sum of others.
fn spread(attribute: usize, group: Code) -> u64 {
    mixed((attribute as u64) << 32 | u64::from(group))
}

/// A number that looks random: a step of splitmix.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_add(1).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB)
}
