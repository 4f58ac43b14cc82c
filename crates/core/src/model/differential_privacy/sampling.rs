//! The arithmetic of sampling and hiding small classes: how far it may fail.

use super::binomial;
use super::interval::{Interval, Product};

/// Records are sampled with probability β, and a ratio of e^ε is promised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sampling {
    /// β.
    pub beta: Interval,
    /// γ = 1 − (1−β)·e^−ε: a class of which more than this share was sampled tells too much.
    pub gamma: Interval,
    /// R = (β/γ)·e^(ε(1−γ)/γ), below 1: Chernoff's bound is R to the power of the class's size.
    pub rate: Interval,
}

/// The greatest of the probabilities from some class size on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worst {
    /// Between what it lies.
    pub probability: Interval,
    /// The class size for which the proved bound is greatest.
    pub size: u64,
    /// From this size on Chernoff's bound was used.
    pub beyond: u64,
}

impl Sampling {
    /// `beta` is known exactly, above 0, and at most 1 − e^−ε.
    pub fn new(epsilon: Interval, beta: f64) -> Self {
        let beta = Interval::exactly(beta);
        let told = beta.rest_of_one() / epsilon.exponential();
        let gamma = told.rest_of_one();
        let rate = beta / gamma * (epsilon * told / gamma).exponential();
        Self { beta, gamma, rate }
    }

    /// The most records that a class can have of which `size` sampled ones are more than the share
    /// γ: the greatest whole number below size/γ. Its least and its greatest possible value.
    pub fn most(&self, size: u64) -> (u64, u64) {
        let whole = Interval::count(size) / self.gamma;
        let below = |number: f64| super::whole(number.ceil()).saturating_sub(1);
        (below(whole.low), below(whole.high))
    }

    /// The probability that at least `size` records are sampled of the most that there can be.
    pub fn tail(&self, size: u64) -> Interval {
        let (least, most) = self.most(size);
        let high = binomial::at_least(size, most, self.beta);
        if least == most {
            return high;
        }
        // More records make it likelier.
        Interval { low: binomial::at_least(size, least, self.beta).low, high: high.high }
    }

    /// Chernoff's bound on [`tail`](Self::tail), for this size and every greater one.
    fn chernoff(&self, size: u64) -> f64 {
        Product::power(self.rate, size).number().high
    }

    /// The least size up to `limit` from which on Chernoff's bound is at most `most`.
    pub fn beyond(&self, most: f64, limit: u64) -> Option<u64> {
        if self.rate.high >= 1.0 || self.chernoff(limit) > most {
            return None;
        }
        let (mut fails, mut holds) = (0, limit);
        while holds - fails > 1 {
            let middle = fails + (holds - fails) / 2;
            *(if self.chernoff(middle) <= most { &mut holds } else { &mut fails }) = middle;
        }
        Some(holds)
    }

    /// The greatest tail from this size on, which is d(k, β, ε) of the literature.
    pub fn worst(&self, from: u64, limit: u64) -> Option<Worst> {
        let first = self.tail(from);
        let beyond = self.beyond(first.high, limit)?.max(from + 1);
        let mut worst = Worst { probability: first, size: from, beyond };
        for size in from + 1..beyond {
            let tail = self.tail(size);
            worst.probability.low = worst.probability.low.max(tail.low);
            if tail.high > worst.probability.high {
                worst.probability.high = tail.high;
                worst.size = size;
            }
        }
        Some(worst)
    }
}
