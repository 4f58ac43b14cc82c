//! The discrete Laplace distribution: P(x) in proportion to e^(−|x|/scale), for every whole x.
//!
//! The sampler is that of `prio` (Divvi Up, ISRG), which others vet: exact, over whole numbers of any
//! length. It is also called the two-sided geometric distribution.

use crate::{Exact, NoiseError};
use num_bigint::BigInt;
use prio::dp::Rational;
use prio::dp::distributions::DiscreteLaplace;
use rand::Rng;
use rand::distr::Distribution;

/// A scale, ready to be drawn from.
pub(crate) struct Laplace(DiscreteLaplace);

impl Laplace {
    pub(crate) fn new(scale: &Exact) -> Result<Self, NoiseError> {
        let (above, under) = scale.short_parts().ok_or(NoiseError::Fine)?;
        let scale = Rational::from_unsigned(above, under).map_err(|_| NoiseError::Fine)?;
        Ok(Self(DiscreteLaplace::new(scale).map_err(|_| NoiseError::Sensitivity)?))
    }

    /// A whole number.
    pub(crate) fn draw(&self, random: &mut impl Rng) -> BigInt {
        self.0.sample(random)
    }

    /// A value with noise. Far beyond 64 bits it is their end, which is no secret: it follows from
    /// the noisy value.
    pub(crate) fn noisy(&self, value: i64, random: &mut impl Rng) -> i64 {
        saturated(self.draw(random) + value)
    }
}

pub(crate) fn saturated(number: BigInt) -> i64 {
    let is_below = number < BigInt::ZERO;
    i64::try_from(number).unwrap_or(if is_below { i64::MIN } else { i64::MAX })
}

/// The mean distance from 0 of noise of this scale: 2p/(1 − p²) with p = e^(−1/scale).
pub(crate) fn mean_error(scale: f64) -> f64 {
    let p = (-1.0 / scale).exp();
    -2.0 * p / (-2.0 / scale).exp_m1()
}

/// Its variance: 2p/(1 − p)².
pub(crate) fn variance(scale: f64) -> f64 {
    let p = (-1.0 / scale).exp();
    2.0 * p / (-1.0 / scale).exp_m1().powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampler::fit::{assert_fits, assert_wrong};
    use rand::SeedableRng;
    use rand_chacha::ChaCha20Rng;

    const DRAWS: usize = 1_000_000;

    fn drawn(scale: (u128, u128), seed: u64, draws: usize) -> Vec<i64> {
        let laplace = Laplace::new(&Exact::ratio(scale.0, scale.1).unwrap()).unwrap();
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        (0..draws).map(|_| laplace.noisy(0, &mut random)).collect()
    }

    /// P(x) = (1 − p)/(1 + p) p^|x|, with p = e^(−1/scale).
    fn probability(scale: f64) -> impl Fn(i64) -> f64 {
        let p = (-1.0 / scale).exp();
        move |x| (1.0 - p) / (1.0 + p) * p.powi(x.unsigned_abs().min(1 << 30) as i32)
    }

    /// A million draws; all that is expected five times or more has a cell of its own, and each tail
    /// beyond has one.
    #[test]
    fn a_million_draws_fit_the_exact_probabilities() {
        for (at, (scale, draws)) in
            [((5, 2), DRAWS), ((1, 1), DRAWS / 10), ((20, 1), DRAWS / 10)].into_iter().enumerate()
        {
            let draws = drawn(scale, 100 + at as u64, draws);
            assert_fits(&draws, probability(scale.0 as f64 / scale.1 as f64));
        }
    }

    /// The test of fit is strong enough to tell a scale that is off by a fiftieth from a quarter of the
    /// draws.
    #[test]
    fn a_wrong_scale_does_not_fit() {
        assert_wrong(&drawn((5, 2), 5, DRAWS / 4), probability(2.55));
    }

    #[test]
    fn moments_are_those_of_the_lectures() {
        // Vectors `dp.laplace`: at scales far above a step the discrete distribution is the other.
        for (scale, variance_, mean_) in [(10.0, 200.0, 10.0), (20.0, 800.0, 20.0)] {
            assert!((variance(scale) - variance_).abs() < 0.2);
            assert!((mean_error(scale) - mean_).abs() < 0.02);
        }
        let draws = drawn((10, 1), 9, 100_000);
        let error = draws.iter().map(|x| x.abs() as f64).sum::<f64>() / 1e5;
        assert!((error / mean_error(10.0) - 1.0).abs() < 0.02, "{error}");
        let square = draws.iter().map(|x| (x * x) as f64).sum::<f64>() / 1e5;
        assert!((square / variance(10.0) - 1.0).abs() < 0.04, "{square}");
    }

    #[test]
    fn the_ends_of_64_bits_hold() {
        let laplace = Laplace::new(&Exact::decimal(10_u128.pow(30), 0)).unwrap();
        let mut random = ChaCha20Rng::seed_from_u64(1);
        let seen: Vec<i64> = (0..20).map(|_| laplace.noisy(i64::MAX, &mut random)).collect();
        assert!(seen.contains(&i64::MAX) && seen.contains(&i64::MIN));
        assert!(Laplace::new(&Exact::zero()).is_err());
    }

    /// What is documented: the random words that a draw takes grow by the same for each multiple of the
    /// scale that the noise is away from 0, and by nothing else.
    #[test]
    fn time_grows_with_the_noise_as_documented() {
        use std::convert::Infallible;
        struct Counting(ChaCha20Rng, u64);
        impl rand::TryRng for Counting {
            type Error = Infallible;
            fn try_next_u32(&mut self) -> Result<u32, Infallible> {
                self.1 += 1;
                Ok(self.0.next_u32())
            }
            fn try_next_u64(&mut self) -> Result<u64, Infallible> {
                self.1 += 1;
                Ok(self.0.next_u64())
            }
            fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
                self.1 += bytes.len().div_ceil(8) as u64;
                self.0.fill_bytes(bytes);
                Ok(())
            }
        }
        let laplace = Laplace::new(&Exact::whole(100)).unwrap();
        let mut random = Counting(ChaCha20Rng::seed_from_u64(3), 0);
        // Words by how many times the scale the noise is large.
        let (mut words, mut draws) = ([0.0_f64; 5], [0.0_f64; 5]);
        for _ in 0..200_000 {
            random.1 = 0;
            let noise = laplace.noisy(0, &mut random).unsigned_abs() as usize / 100;
            if noise < 5 {
                words[noise] += random.1 as f64;
                draws[noise] += 1.0;
            }
        }
        let mean = |at: usize| words[at] / draws[at];
        let steps: Vec<f64> = (1..5).map(|at| mean(at) - mean(at - 1)).collect();
        // One coin of e^-1 that succeeds.
        for step in &steps {
            assert!((step / steps[0] - 1.0).abs() < 0.25 && *step > 0.0, "{steps:?}");
        }
    }
}
