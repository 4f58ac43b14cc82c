//! Where noise comes from: `ChaCha20`, keyed by the operating system.
//!
//! Every charge has a key of its own, and every part of its work a stream of that key, so the same key
//! gives the same noise on any number of threads. A seed is for tests: who knows it knows the noise,
//! and whoever reports must say so ([`Source::is_seeded`]).

use crate::NoiseError;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use std::fmt;

/// A source of keys.
#[derive(Clone)]
pub struct Source(From);

#[derive(Clone)]
enum From {
    System,
    Seed(Box<ChaCha20Rng>),
}

impl Source {
    /// The operating system, which nobody can foresee.
    pub fn system() -> Self {
        Self(From::System)
    }

    /// For tests: the same seed always gives the same noise, which protects nobody.
    pub fn seeded_for_tests(seed: u64) -> Self {
        Self(From::Seed(Box::new(ChaCha20Rng::seed_from_u64(seed))))
    }

    /// Whether somebody may know the noise.
    pub fn is_seeded(&self) -> bool {
        matches!(self.0, From::Seed(_))
    }

    /// A key that nobody else gets.
    pub(crate) fn key(&mut self) -> Result<Key, NoiseError> {
        let mut key = [0; 32];
        match &mut self.0 {
            From::System => getrandom::fill(&mut key)
                .map_err(|error| NoiseError::NoRandomness(error.to_string()))?,
            From::Seed(random) => rand::Rng::fill_bytes(random.as_mut(), &mut key),
        }
        Ok(Key(key))
    }
}

/// Without what it holds.
impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_seeded() { "Source(seed)" } else { "Source(system)" })
    }
}

/// What the noise of one charge is made of.
pub(crate) struct Key([u8; 32]);

impl Key {
    /// Random numbers for one part of the work. Different names give independent numbers.
    pub(crate) fn stream(&self, name: u64) -> ChaCha20Rng {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_stream(name);
        stream
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn keys_and_streams_are_their_own() {
        let first = |source: &mut Source, name| source.key().unwrap().stream(name).next_u64();
        let mut system = Source::system();
        assert_ne!(first(&mut system, 0), first(&mut system, 0));
        let seeded = || Source::seeded_for_tests(7);
        assert_eq!(first(&mut seeded(), 0), first(&mut seeded(), 0));
        assert_ne!(first(&mut seeded(), 0), first(&mut seeded(), 1));
        let mut one = seeded();
        assert_ne!(first(&mut one, 0), first(&mut one, 0));
        assert_eq!(format!("{:?} {:?}", seeded(), system), "Source(seed) Source(system)");
        assert_eq!(format!("{:?}", seeded().key().unwrap()), "Key");
    }
}
