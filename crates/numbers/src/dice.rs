//! Random numbers for masking: `ChaCha20`, keyed by the operating system or, for tests, by a seed.
//!
//! Who masks draws for each part of the work (an attribute, a block of rows, a cluster) from a
//! stream of its own, named by numbers. So the same key gives the same masks on any number of
//! threads, and what one part draws says nothing about what another does.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use std::fmt;

/// A source of independent streams of random numbers.
#[derive(Clone)]
pub struct Dice {
    key: [u8; 32],
}

/// A stream of random numbers.
pub type Stream = ChaCha20Rng;

impl Dice {
    /// From 32 random bytes, which should be the operating system's.
    pub const fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// For tests: the same seed always falls alike.
    pub fn seeded(seed: u64) -> Self {
        Self { key: ChaCha20Rng::seed_from_u64(seed).random() }
    }

    /// The stream of this name. Different names give independent streams.
    pub fn stream(&self, name: u64) -> Stream {
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.set_stream(name);
        stream
    }

    /// Dice of their own for a part of the work, which names its streams as it likes.
    #[must_use]
    pub fn part(&self, name: u64) -> Self {
        // From the other end of the streams, so that a part's key is no stream that somebody draws.
        let mut stream = self.stream(!name);
        Self { key: stream.random() }
    }
}

/// Without the key: who knows it can undo the mask.
impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice")
    }
}

/// A number from the standard normal distribution (polar method: G. Marsaglia, T. Bray 1964, *A
/// convenient method for generating normal variables*).
///
/// For masks whose protection is measured, not promised: floating-point normals must not be used
/// for differential privacy.
pub fn normal(stream: &mut Stream) -> f64 {
    loop {
        let x = 2.0 * stream.random::<f64>() - 1.0;
        let y = 2.0 * stream.random::<f64>() - 1.0;
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_theirs_alone() {
        let dice = Dice::seeded(1);
        let draw = |dice: &Dice, name| dice.stream(name).random::<u64>();
        assert_eq!(draw(&dice, 5), draw(&dice.clone(), 5));
        assert_ne!(draw(&dice, 5), draw(&dice, 6));
        assert_ne!(draw(&dice, 5), draw(&Dice::seeded(2), 5));
        assert_ne!(draw(&dice.part(0), 5), draw(&dice.part(1), 5));
        assert_ne!(draw(&dice.part(0), 5), draw(&dice, 5));
        assert_eq!(format!("{dice:?}"), "Dice");
    }

    #[test]
    fn normals_have_their_moments() {
        let mut stream = Dice::seeded(3).stream(0);
        let drawn: Vec<f64> = (0..200_000).map(|_| normal(&mut stream)).collect();
        let moment = |power| drawn.iter().map(|x: &f64| x.powi(power)).sum::<f64>() / 200_000.0;
        // Five standard errors of each.
        assert!(moment(1).abs() < 0.0112, "{}", moment(1));
        assert!((moment(2) - 1.0).abs() < 0.0158, "{}", moment(2));
        assert!(moment(3).abs() < 0.0433, "{}", moment(3));
        assert!((moment(4) - 3.0).abs() < 0.11, "{}", moment(4));
    }
}
