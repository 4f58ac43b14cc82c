//! Pitman's estimate.
//!
//! Pitman's sampling formula has two parameters, θ and α: the next person starts a new class with
//! probability (θ + uα)/(θ + n) after n people in u classes, and joins a class of j people with
//! (j − α)/(θ + n). They are fitted to the sample by maximum likelihood: for each α the θ is found
//! where the likelihood's slope along θ is 0, and among these the α where its slope along α is 0,
//! both by halving an interval. That is slower than Newton's steps, and always arrives.

use super::super::gamma::{digamma, ln_gamma_ratio};
use super::Sample;

/// Halvings of an interval.
const HALVINGS: usize = 100;
/// The smallest α that is told from 0.
const LEAST: f64 = 1e-6;

/// The expected number of people who are unique in the population. `None` if all records are
/// unique, because then nothing bounds θ, or if the likelihood is not largest inside.
pub(super) fn uniques(sample: &Sample) -> Option<f64> {
    if sample.classes >= sample.rows || sample.classes < 2.0 {
        return None;
    }
    let slope = |alpha: f64| slope_of_alpha(sample, alpha, theta(sample, alpha));
    let (mut low, mut high) = (LEAST, 1.0 - LEAST);
    if slope(low) <= 0.0 {
        high = low; // nearly 0: Ewens's formula
    } else if slope(high) > 0.0 {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let (alpha, theta) = (low, theta(sample, low));
    let people = sample.people;
    // N · Γ(θ+1)/Γ(θ+α) · Γ(θ+α+N−1)/Γ(θ+N), exact for Pitman's formula.
    let logarithm = people.ln() + ln_gamma_ratio(theta + alpha, 1.0 - alpha)
        - ln_gamma_ratio(theta + alpha + people - 1.0, 1.0 - alpha);
    Some(logarithm.exp()).filter(|uniques| uniques.is_finite())
}

/// Σ 1/(θ + iα) for i from 1 to u − 1.
fn new_classes(sample: &Sample, alpha: f64, theta: f64) -> f64 {
    let ratio = theta / alpha;
    (digamma(sample.classes + ratio) - digamma(1.0 + ratio)) / alpha
}

/// The slope of the logarithm of the likelihood along θ.
fn slope_of_theta(sample: &Sample, alpha: f64, theta: f64) -> f64 {
    let people = digamma(sample.rows + theta) - digamma(1.0 + theta);
    new_classes(sample, alpha, theta) - people
}

/// The slope of the logarithm of the likelihood along α.
fn slope_of_alpha(sample: &Sample, alpha: f64, theta: f64) -> f64 {
    let started = (sample.classes - 1.0 - theta * new_classes(sample, alpha, theta)) / alpha;
    let first = digamma(1.0 - alpha);
    let joined = sample.each().filter(|&(size, _)| size > 1.0);
    started - joined.map(|(size, classes)| classes * (digamma(size - alpha) - first)).sum::<f64>()
}

/// The θ above −α at which the slope along θ is 0. It is infinite at −α, and below 0 far out,
/// where it is nearly (u − n)/θ.
fn theta(sample: &Sample, alpha: f64) -> f64 {
    let (mut low, mut high) = (1e-12_f64.ln(), 1e15_f64.ln());
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if slope_of_theta(sample, alpha, middle.exp() - alpha) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.exp() - alpha
}
