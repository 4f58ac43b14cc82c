//! The differences of the pairs that are compared while learning, and who is linked rightly.

use super::super::aggregation;
use super::super::space::Space;
use super::{Effort, Operator};
use rayon::prelude::*;
use ridotto_core::Watch;
use std::sync::atomic::{AtomicU32, Ordering};

/// Pairs of some records with some others.
pub(super) struct Pairs<'a> {
    space: &'a Space,
    pub operator: Operator,
    from: Vec<u32>,
    to: Vec<u32>,
    /// For each record the other that was nearer the last time: most likely it is again, so it is
    /// looked at first. It changes how long an answer takes, not the answer.
    nearer: Vec<AtomicU32>,
    pub watch: &'a dyn Watch,
}

/// Whoever is compared with so many others takes long enough to ask whether somebody waits.
const MANY: usize = 1 << 14;

impl<'a> Pairs<'a> {
    /// Records against all others.
    pub fn all(
        space: &'a Space,
        operator: Operator,
        rows: usize,
        (effort, watch): (Effort, &'a dyn Watch),
    ) -> Self {
        let from = chosen(rows, effort.records, effort.seed);
        Self::new(space, operator, from, (0..rows as u32).collect(), watch)
    }

    /// The same records against some others, and themselves.
    pub fn sampled(
        space: &'a Space,
        operator: Operator,
        (effort, watch): (Effort, &'a dyn Watch),
    ) -> Self {
        let rows = space.looked_for();
        let from = chosen(rows, effort.records, effort.seed);
        let mut to = chosen(rows, effort.others, effort.seed ^ 0x5DEE_CE66);
        to.extend(&from);
        to.sort_unstable();
        to.dedup();
        Self::new(space, operator, from, to, watch)
    }

    fn new(
        space: &'a Space,
        operator: Operator,
        from: Vec<u32>,
        to: Vec<u32>,
        watch: &'a dyn Watch,
    ) -> Self {
        let first = to.first().copied().unwrap_or(0);
        let nearer = from.iter().map(|_| AtomicU32::new(first)).collect();
        Self { space, operator, from, to, nearer, watch }
    }

    /// The same pairs for another kind of distance.
    pub fn with(&self, operator: Operator) -> Self {
        Self::new(self.space, operator, self.from.clone(), self.to.clone(), self.watch)
    }

    pub fn asked(&self) -> usize {
        self.from.len()
    }

    /// The differences of a pair, in the way that the operator wants them.
    fn differences(&self, from: u32, to: u32, into: &mut [f64]) {
        let (a, b) = (self.space.from(from as usize), self.space.to(to as usize));
        if self.operator == Operator::Bilinear {
            into.iter_mut().zip(a.iter().zip(b)).for_each(|(into, (a, b))| *into = a - b);
            return;
        }
        let axes = self.space.axes.iter().zip(a.iter().zip(b));
        for (into, (axis, (&a, &b))) in into.iter_mut().zip(axes) {
            *into = axis.square(a, b);
        }
        if self.operator == Operator::OrderedWeights {
            into.sort_unstable_by(|a, b| b.total_cmp(a));
        }
    }

    fn distance(&self, differences: &[f64], parameters: &[f64]) -> f64 {
        match self.operator {
            // The differences are sorted already.
            Operator::WeightedMean | Operator::OrderedWeights => {
                aggregation::weighted_mean(differences, parameters)
            }
            Operator::Choquet => aggregation::choquet(differences, parameters),
            Operator::Bilinear => aggregation::bilinear(differences, parameters),
        }
    }

    /// How many records are nearer to their own than to any other.
    pub fn right(&self, parameters: &[f64]) -> usize {
        let asked = self.from.par_iter().zip(&self.nearer);
        asked.filter(|(from, nearer)| self.is_right(**from, nearer, parameters)).count()
    }

    fn is_right(&self, from: u32, nearer: &AtomicU32, parameters: &[f64]) -> bool {
        if self.to.len() >= MANY && !self.watch.goes_on() {
            return false;
        }
        let mut differences = vec![0.0; self.space.axes.len()];
        let mut to = |to: u32| {
            self.differences(from, to, &mut differences);
            self.distance(&differences, parameters)
        };
        let own = to(from);
        let mut beaten = |other: u32| other != from && to(other) <= own;
        if beaten(nearer.load(Ordering::Relaxed)) {
            return false;
        }
        match self.to.iter().find(|&&other| beaten(other)) {
            Some(&other) => {
                nearer.store(other, Ordering::Relaxed);
                false
            }
            None => true,
        }
    }

    /// For each record how much farther each other is than its own, in each of the pure distances
    /// (parameter vectors) of which every distance of the kind is a mixture.
    pub fn gaps(&self, pure: &[Vec<f64>]) -> Vec<Vec<Vec<f64>>> {
        let mut differences = vec![0.0; self.space.axes.len()];
        let mut values = |from: u32, to: u32| -> Vec<f64> {
            self.differences(from, to, &mut differences);
            pure.iter().map(|pure| self.distance(&differences, pure)).collect()
        };
        let mut of = |from: u32| -> Vec<Vec<f64>> {
            let own = values(from, from);
            let others = self.to.iter().filter(|&&other| other != from);
            let gap = |values: Vec<f64>| values.iter().zip(&own).map(|(a, b)| a - b).collect();
            others.map(|&other| gap(values(from, other))).collect()
        };
        self.from.iter().map(|&from| of(from)).collect()
    }
}

/// Some rows, all if there are not more, ascending.
fn chosen(rows: usize, most: usize, seed: u64) -> Vec<u32> {
    let mut all: Vec<u32> = (0..rows as u32).collect();
    if rows > most {
        let mut dice = super::local::Dice::new(seed);
        for at in 0..most {
            all.swap(at, at + dice.below(rows - at));
        }
        all.truncate(most);
        all.sort_unstable();
    }
    all
}
