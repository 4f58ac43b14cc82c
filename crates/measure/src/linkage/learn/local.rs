//! A local search for the best distance: from the best of several starts, single parameters are
//! changed by smaller and smaller steps, and what links more is kept, until the trials are used up.

use super::super::aggregation::{factor, inverse, squared};
use super::Operator;
use super::pairs::Pairs;
use ridotto_numbers::chance::dice;

/// A generator of numbers that look random, the same for a seed on every machine.
pub(super) struct Dice {
    seed: u64,
    place: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self { seed, place: 0 }
    }

    fn next(&mut self) -> u64 {
        let next = dice(self.seed, self.place);
        self.place += 1;
        next
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

/// From so many of the starts it is climbed.
const CLIMBED: usize = 3;
/// Steps smaller than this share change nothing any more.
const SMALLEST: f64 = 1e-3;

/// The best parameters found, and how many were tried.
pub(super) fn search(pairs: &Pairs<'_>, trials: usize, seed: u64) -> (Vec<f64>, usize) {
    let mut dice = Dice::new(seed);
    let (starts, mut tried) = starts(pairs, trials, seed, &mut dice);
    let mut scored: Vec<(f64, Vec<f64>)> = Vec::new();
    for start in starts {
        // The first start is an answer, if a poor one.
        if scored.is_empty() || pairs.watch.goes_on() {
            scored.push((pairs.linked(&start).expected, start));
        }
    }
    tried += scored.len();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(CLIMBED);
    let each = trials.saturating_sub(tried) / scored.len().max(1);
    let mut best: Option<(f64, Vec<f64>)> = None;
    for start in scored {
        let (found, more) = climb(pairs, start, each, &mut dice);
        tried += more;
        if best.as_ref().is_none_or(|best| found.0 > best.0) {
            best = Some(found);
        }
    }
    (best.expect("equal weights are a start").1, tried)
}

/// Where to begin, and how many distances were tried to know that.
fn starts(pairs: &Pairs<'_>, trials: usize, seed: u64, dice: &mut Dice) -> (Vec<Vec<f64>>, usize) {
    let n = pairs.space.axes.len();
    let (mut starts, mut tried) = (vec![pairs.operator.equal(n)], 0);
    let mut simpler = |operator: Operator| {
        let (found, more) = search(&pairs.with(operator), trials / 3, seed);
        tried += more;
        found
    };
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
            let weights = simpler(Operator::WeightedMean);
            let sum =
                |set: usize| (0..n).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum();
            starts.push((0..1 << n).map(sum).collect());
            let weights = simpler(Operator::OrderedWeights);
            let first = |set: usize| weights.iter().take(set.count_ones() as usize).sum();
            starts.push((0..1 << n).map(first).collect());
        }
        Operator::Bilinear => {
            let weights = simpler(Operator::WeightedMean);
            let diagonal = |at: usize| if at / n == at % n { weights[at / n] } else { 0.0 };
            starts.push((0..n * n).map(diagonal).collect());
            starts.extend(mahalanobis(pairs));
        }
    }
    (starts, tried)
}

/// The inverse of the covariances of what masking changed: the distance that is best if the changes
/// are normal. With a little of the identity, so that it exists.
fn mahalanobis(pairs: &Pairs<'_>) -> Option<Vec<f64>> {
    let n = pairs.space.axes.len();
    let mut covariance = vec![0.0; n * n];
    for change in pairs.changes() {
        for (at, sum) in covariance.iter_mut().enumerate() {
            *sum += change[at / n] * change[at % n] / pairs.most();
        }
    }
    let mean = (0..n).map(|at| covariance[at * n + at]).sum::<f64>() / n as f64;
    (0..n).for_each(|at| covariance[at * n + at] += 1e-6 * mean);
    inverse(&covariance, n)
}

fn climb(
    pairs: &Pairs<'_>,
    start: (f64, Vec<f64>),
    trials: usize,
    dice: &mut Dice,
) -> ((f64, Vec<f64>), usize) {
    let n = start.1.len();
    let mut best = start;
    let (mut width, mut idle) = (1.0, 0);
    for trial in 0..trials {
        let is_over = trial % 8 == 7 && !pairs.watch.goes_on();
        if best.0 >= pairs.most() || width < SMALLEST || is_over {
            return (best, trial);
        }
        let (at, amount) = (dice.below(n), width * (2.0 * dice.share() - 1.0));
        let changed = change(pairs.operator, &best.1, at, amount);
        let expected = pairs.linked(&changed).expected;
        idle = if expected > best.0 { 0 } else { idle + 1 };
        if expected > best.0 {
            best = (expected, changed);
        }
        if idle >= (2 * n).min(64) {
            (width, idle) = (0.4 * width, 0);
        }
    }
    (best, trials)
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
        // Whatever becomes of a factor, its square makes nothing negative.
        Operator::Bilinear => {
            let n = parameters.len().isqrt();
            let Some(mut factor) = factor(parameters, n) else { return changed };
            let size = factor.iter().map(|entry| entry * entry).sum::<f64>() / n as f64;
            factor[at] += amount * size.sqrt();
            squared(&factor, n)
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
