//! The start: through the lattice, settling what can be settled at each generalisation.

use super::{Cluster, field::Field};
use crate::lattice::is_at_most;
use crate::local::numbers::Numbers;

/// Units that may be looked at in all; beyond that, generalisations are left out.
const WORK: usize = 1 << 26;
/// After a look ahead that found something, so many barren generalisations pass before the next.
const PATIENCE: u32 = 8;
/// Stands for no group.
const NONE: u32 = u32::MAX;

/// Which attributes share a word: the first word has 64 bits, later ones 32 beside a number.
struct Words(Vec<Vec<(usize, u32)>>);

impl Words {
    fn new(field: &Field<'_>) -> Self {
        let mut words = vec![Vec::new()];
        let mut free = u64::BITS;
        for (at, ladder) in field.ladders.iter().enumerate() {
            let bits = usize::BITS - ladder.nodes().leading_zeros();
            if bits > free {
                words.push(Vec::new());
                free = u32::BITS;
            }
            free -= bits;
            words.last_mut().expect("one at least").push((at, free));
        }
        Self(words)
    }
}

/// Memory that is used again.
#[derive(Default)]
struct Scratch {
    table: Numbers,
    keys: Vec<u64>,
    numbers: Vec<u32>,
    rows: Vec<u64>,
}

/// Generalisations at which nothing can be settled: nor can it at any finer one.
#[derive(Default)]
struct Barren(Vec<Vec<u8>>);

impl Barren {
    fn knows(&self, levels: &[u8]) -> bool {
        self.0.iter().any(|barren| is_at_most(levels, barren))
    }

    fn add(&mut self, levels: Vec<u8>) {
        self.0.retain(|barren| !is_at_most(barren, &levels));
        self.0.push(levels);
    }
}

impl Field<'_> {
    /// Opens a cluster wherever units that are left are safe together, from the cheapest
    /// generalisation to the dearest; gives the clusters, what is left, and whether it had to
    /// hurry.
    pub(super) fn sweep(
        &self,
        nodes: &[(f64, Vec<u8>)],
        stopped: &dyn Fn() -> bool,
    ) -> (Vec<Cluster>, Vec<u32>, bool) {
        let words = Words::new(self);
        let mut left: Vec<u32> = (0..self.units() as u32).collect();
        let (mut clusters, mut scratch) = (Vec::new(), Scratch::default());
        let mut barren = Barren::default();
        let (mut work, mut skip, mut patience) = (0, 0.0, 0_u32);
        for (at, (_, levels)) in nodes.iter().enumerate() {
            let last = at + 1 == nodes.len();
            if stopped() {
                for (_, levels) in self.way_up(&nodes[at]) {
                    left = self.settle_at(&levels, &words, left, &mut clusters, &mut scratch);
                }
                return (clusters, left, true);
            }
            if barren.knows(levels) {
                continue;
            }
            if skip >= 1.0 && !last {
                skip -= 1.0;
                continue;
            }
            if self.rows(&left) < self.judge.least() {
                break;
            }
            work += left.len();
            // If everything to come cost what this does, and how much of it there is time for.
            let wanted = (nodes.len() - at) * left.len();
            skip += (wanted as f64 / WORK.saturating_sub(work).max(1) as f64 - 1.0).max(0.0);
            let before = left.len();
            left = self.settle_at(levels, &words, left, &mut clusters, &mut scratch);
            if left.len() < before {
                continue;
            }
            patience = patience.saturating_sub(1);
            let mut above = levels.clone();
            while patience == 0 && self.raise(&mut above) {
                work += left.len();
                if self.largest(&above, &words, &left, &mut scratch) >= self.judge.least() {
                    patience = PATIENCE;
                } else {
                    barren.add(above.clone());
                }
            }
        }
        (clusters, left, false)
    }

    /// Raises the two attributes that have the most levels to go; whether any was left.
    fn raise(&self, levels: &mut [u8]) -> bool {
        let mut raised = false;
        for _ in 0..2 {
            let to_go = |at: &usize| self.ladders[*at].levels() - 1 - usize::from(levels[*at]);
            let most = (0..levels.len()).max_by_key(to_go).filter(|at| to_go(at) > 0);
            if let Some(at) = most {
                levels[at] += 1;
                raised = true;
            }
        }
        raised
    }

    /// The rows of the largest group; the groups are in the scratch.
    fn largest(&self, levels: &[u8], words: &Words, units: &[u32], scratch: &mut Scratch) -> u64 {
        let Scratch { table, keys, numbers, rows } = scratch;
        let mut groups = 0;
        for (nth, word) in words.0.iter().enumerate() {
            keys.clear();
            keys.resize(units.len(), 0);
            if nth > 0 {
                keys.iter_mut().zip(&*numbers).for_each(|(key, &n)| *key = u64::from(n) << 32);
            }
            for &(at, shift) in word {
                let nodes = self.ladders[at].nodes_at(levels[at].into());
                for (key, &unit) in keys.iter_mut().zip(units) {
                    *key |= u64::from(nodes[self.codes(unit)[at] as usize]) << shift;
                }
            }
            groups = table.number(keys, numbers);
        }
        rows.clear();
        rows.resize(groups as usize, 0);
        for (&unit, &group) in units.iter().zip(&*numbers) {
            rows[group as usize] += u64::from(self.counts[unit as usize]);
        }
        rows.iter().copied().max().unwrap_or(0)
    }

    /// Settles what is safe at one generalisation, and gives what is left.
    fn settle_at(
        &self,
        levels: &[u8],
        words: &Words,
        left: Vec<u32>,
        clusters: &mut Vec<Cluster>,
        scratch: &mut Scratch,
    ) -> Vec<u32> {
        let least = self.judge.least();
        if self.largest(levels, words, &left, scratch) < least {
            return left;
        }
        let Scratch { numbers, rows, .. } = scratch;
        let mut place = vec![NONE; rows.len()];
        let mut found: Vec<Vec<u32>> = Vec::new();
        let mut kept = Vec::new();
        for (&unit, &group) in left.iter().zip(&*numbers) {
            let group = group as usize;
            if rows[group] < least {
                kept.push(unit);
                continue;
            }
            if place[group] == NONE {
                place[group] = found.len() as u32;
                found.push(Vec::new());
            }
            found[place[group] as usize].push(unit);
        }
        let before = kept.len();
        for units in found {
            if self.judge.size_decides() || self.holds(&units) {
                clusters.push(self.cluster(units));
            } else {
                kept.extend(units);
            }
        }
        if kept.len() > before {
            kept.sort_unstable();
        }
        kept
    }

    /// The best of the generalisations cheaper than `cost` that alone make everything safe, if
    /// there is one: no local recoding needs to be worse. For models of size only. Tables for
    /// which that is much work are not looked through to the end.
    pub(super) fn full_domain(
        &self,
        nodes: &[(f64, Vec<u8>)],
        cost: f64,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<Cluster>> {
        let words = Words::new(self);
        let units: Vec<u32> = (0..self.units() as u32).collect();
        let mut scratch = Scratch::default();
        let (mut failed, mut best, mut work) = (Barren::default(), None, 0);
        for (_, levels) in nodes.iter().filter(|node| node.0 < cost).rev() {
            if failed.knows(levels) {
                continue;
            }
            work += units.len();
            if work > WORK / 4 || stopped() {
                break;
            }
            self.largest(levels, &words, &units, &mut scratch);
            if scratch.rows.iter().all(|&rows| rows >= self.judge.least()) {
                best = Some(levels);
            } else {
                failed.add(levels.clone());
            }
        }
        let mut clusters = Vec::new();
        self.settle_at(best?, &words, units, &mut clusters, &mut scratch);
        Some(clusters)
    }
}
