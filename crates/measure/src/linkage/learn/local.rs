//! A local search for the best distance: from several starts, each parameter is changed in turn by
//! smaller and smaller steps, and what links more is kept.

use super::super::aggregation::inverse;
use super::super::space::Space;
use super::pairs::Pairs;
use super::{Effort, Operator};

/// A generator of numbers that look random, the same for a seed on every machine: `splitmix64` of
/// Steele, Lea and Flood (2014).
pub(super) struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        ((u128::from(self.next()) * most as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The best parameters found.
pub(super) fn search(pairs: &Pairs<'_>, space: &Space, effort: Effort) -> Vec<f64> {
    let mut dice = Dice::new(effort.seed);
    let mut best: Option<(usize, Vec<f64>)> = None;
    for start in starts(pairs, space, effort, &mut dice) {
        // The first start is an answer, if a poor one.
        if best.is_some() && !pairs.watch.goes_on() {
            break;
        }
        let found = climb(pairs, start, effort.rounds, &mut dice);
        if best.as_ref().is_none_or(|best| found.0 > best.0) {
            best = Some(found);
        }
    }
    best.expect("equal weights are a start").1
}

fn starts(pairs: &Pairs<'_>, space: &Space, effort: Effort, dice: &mut Dice) -> Vec<Vec<f64>> {
    let n = space.axes.len();
    let mut starts = vec![pairs.operator.equal(n)];
    match pairs.operator {
        Operator::WeightedMean | Operator::OrderedWeights => {
            for at in 0..n {
                starts.push((0..n).map(|other| f64::from(u8::from(at == other))).collect());
            }
            for _ in 0..3 {
                let weights: Vec<f64> = (0..n).map(|_| -dice.share().max(1e-12).ln()).collect();
                starts.push(normalised(weights));
            }
        }
        // It contains the means and the ordered averages, so it begins with the best of these.
        Operator::Choquet => {
            let weights = search(&pairs.with(Operator::WeightedMean), space, effort);
            let sum =
                |set: usize| (0..n).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum();
            starts.push((0..1 << n).map(sum).collect());
            let weights = search(&pairs.with(Operator::OrderedWeights), space, effort);
            let first = |set: usize| weights.iter().take(set.count_ones() as usize).sum();
            starts.push((0..1 << n).map(first).collect());
        }
        Operator::Bilinear => {
            let weights = search(&pairs.with(Operator::WeightedMean), space, effort);
            let diagonal = |at: usize| if at / n == at % n { weights[at / n] } else { 0.0 };
            starts.push((0..n * n).map(diagonal).collect());
            starts.extend(mahalanobis(space));
        }
    }
    starts
}

/// The inverse of the covariances of what masking changed: the distance that is best if the changes
/// are normal. With a little of the identity, so that it exists.
fn mahalanobis(space: &Space) -> Option<Vec<f64>> {
    let (n, rows) = (space.axes.len(), space.looked_for());
    let mut covariance = vec![0.0; n * n];
    for row in 0..rows {
        let (a, b) = (space.from(row), space.to(row));
        for (at, sum) in covariance.iter_mut().enumerate() {
            *sum += (a[at / n] - b[at / n]) * (a[at % n] - b[at % n]) / rows as f64;
        }
    }
    let mean = (0..n).map(|at| covariance[at * n + at]).sum::<f64>() / n as f64;
    (0..n).for_each(|at| covariance[at * n + at] += 1e-6 * mean);
    inverse(&covariance, n)
}

fn climb(pairs: &Pairs<'_>, start: Vec<f64>, rounds: usize, dice: &mut Dice) -> (usize, Vec<f64>) {
    let mut best = (pairs.right(&start), start);
    let n = best.1.len();
    let mut width = 1.0;
    for _ in 0..rounds {
        let before = best.0;
        for step in 0..(2 * n).min(64) {
            if best.0 == pairs.asked() || step % 8 == 7 && !pairs.watch.goes_on() {
                return best;
            }
            let (at, amount) = (dice.below(n), width * (2.0 * dice.share() - 1.0));
            let changed = change(pairs.operator, &best.1, at, amount);
            let right = pairs.right(&changed);
            if right > best.0 {
                best = (right, changed);
            }
        }
        if best.0 == before {
            width *= 0.4;
        }
    }
    best
}

/// The parameters with one of them changed by an amount between -1 and 1, and mended so that they
/// are parameters of the kind again.
fn change(operator: Operator, parameters: &[f64], at: usize, amount: f64) -> Vec<f64> {
    let mut changed = parameters.to_vec();
    match operator {
        Operator::WeightedMean | Operator::OrderedWeights => {
            changed[at] = (changed[at] * (3.0 * amount).exp() + 0.05 * amount).max(0.0);
            normalised(changed)
        }
        Operator::Choquet => {
            let last = changed.len() - 1;
            if at == 0 || at == last {
                return changed;
            }
            let value = (changed[at] + amount).clamp(0.0, 1.0);
            for (set, other) in changed.iter_mut().enumerate() {
                if set & at == at {
                    *other = other.max(value);
                }
                if set & at == set {
                    *other = other.min(value);
                }
            }
            changed
        }
        // Adding a a^T for a vector keeps it free of negative values, and so does scaling a row
        // and its column.
        Operator::Bilinear => {
            let n = (1..=parameters.len()).find(|n| n * n == parameters.len()).unwrap_or(1);
            let (row, column) = (at / n, at % n);
            if row == column {
                let factor = (1.5 * amount).exp();
                (0..n).for_each(|other| changed[row * n + other] *= factor);
                (0..n).for_each(|other| changed[other * n + row] *= factor);
            } else {
                let (own, other) = (changed[row * n + row], changed[column * n + column]);
                let (a, b) = (own.sqrt() * amount, other.sqrt() * amount.abs());
                changed[row * n + row] += a * a;
                changed[column * n + column] += b * b;
                changed[row * n + column] += a * b;
                changed[column * n + row] += a * b;
            }
            changed
        }
    }
}

fn normalised(weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let n = weights.len() as f64;
    if sum > 0.0 {
        weights.into_iter().map(|weight| weight / sum).collect()
    } else {
        weights.into_iter().map(|_| 1.0 / n).collect()
    }
}
