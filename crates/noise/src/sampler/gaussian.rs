//! The discrete Gaussian distribution: P(x) in proportion to e^(−x²/2σ²), for every whole x.
//!
//! The sampler is that of `prio`, as for [`laplace`](super::laplace).

use super::laplace::saturated;
use crate::{Exact, NoiseError};
use prio::dp::Rational;
use prio::dp::distributions::DiscreteGaussian;
use rand::Rng;
use rand::distr::Distribution;

/// A σ, ready to be drawn from.
pub(crate) struct Gaussian(DiscreteGaussian);

impl Gaussian {
    pub(crate) fn new(deviation: &Exact) -> Result<Self, NoiseError> {
        let (above, under) = deviation.short_parts().ok_or(NoiseError::Fine)?;
        if above == 0 {
            return Err(NoiseError::Sensitivity);
        }
        let deviation = Rational::from_unsigned(above, under).map_err(|_| NoiseError::Fine)?;
        Ok(Self(DiscreteGaussian::new(deviation).map_err(|_| NoiseError::Fine)?))
    }

    /// A value with noise; see [`Laplace::noisy`](super::laplace::Laplace::noisy) for the ends.
    pub(crate) fn noisy(&self, value: i64, random: &mut impl Rng) -> i64 {
        saturated(self.0.sample(random) + value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampler::fit::{assert_fits, assert_wrong};
    use rand::SeedableRng;
    use rand_chacha::ChaCha20Rng;

    fn drawn(deviation: (u128, u128), seed: u64, draws: usize) -> Vec<i64> {
        let gaussian = Gaussian::new(&Exact::ratio(deviation.0, deviation.1).unwrap()).unwrap();
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        (0..draws).map(|_| gaussian.noisy(0, &mut random)).collect()
    }

    fn probability(deviation: f64) -> impl Fn(i64) -> f64 {
        let weight = move |x: i64| (-((x * x) as f64) / (2.0 * deviation * deviation)).exp();
        let whole: f64 = (-400..=400).map(weight).sum();
        move |x| weight(x) / whole
    }

    #[test]
    fn a_million_draws_fit_the_exact_probabilities() {
        for (at, (deviation, draws)) in
            [((7, 2), 1_000_000), ((1, 1), 50_000), ((20, 1), 50_000)].into_iter().enumerate()
        {
            let of = drawn(deviation, 200 + at as u64, draws);
            assert_fits(&of, probability(deviation.0 as f64 / deviation.1 as f64));
        }
        assert!(Gaussian::new(&Exact::zero()).is_err());
    }

    #[test]
    fn a_wrong_deviation_does_not_fit() {
        assert_wrong(&drawn((7, 2), 6, 100_000), probability(3.57));
    }
}
