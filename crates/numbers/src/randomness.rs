//! Where random numbers come from: the operating system or, for tests, a seed.
//!
//! Who draws names its stream ("order", "pseudonyms", "step 2"), and different names give independent
//! numbers. So what one part of a run draws says nothing about what another does, and no part has to
//! know which numbers the others took.

use crate::Dice;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use std::fmt;

/// The randomness of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Randomness(From);

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum From {
    #[default]
    System,
    Seed(u64),
    Nowhere,
}

/// A seed is not shown: who knows it knows what was drawn.
impl fmt::Debug for From {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::System => "system",
            Self::Seed(_) => "seed",
            Self::Nowhere => "nowhere",
        })
    }
}

/// The operating system gives no random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRandomness(String);

impl fmt::Display for NoRandomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the operating system gives no randomness: {}", self.0)
    }
}

impl std::error::Error for NoRandomness {}

impl Randomness {
    /// The operating system's, which nobody can guess.
    pub const fn system() -> Self {
        Self(From::System)
    }

    /// For tests: the same seed always gives the same numbers.
    pub const fn seeded(seed: u64) -> Self {
        Self(From::Seed(seed))
    }

    /// For tests: whoever draws panics. What must not depend on chance is run with this.
    pub const fn forbidden() -> Self {
        Self(From::Nowhere)
    }

    /// By a seed if there is one, and by the operating system otherwise.
    pub fn of_seed(seed: Option<u64>) -> Self {
        seed.map_or(Self::system(), Self::seeded)
    }

    /// The seed, if somebody knows one.
    pub const fn seed(&self) -> Option<u64> {
        match self.0 {
            From::Seed(seed) => Some(seed),
            _ => None,
        }
    }

    /// Whether somebody may know what is drawn.
    pub const fn is_seeded(&self) -> bool {
        self.seed().is_some()
    }

    /// Numbers of this name.
    ///
    /// # Panics
    /// If the randomness is [`forbidden`](Self::forbidden).
    pub fn stream(&self, name: &str) -> Result<ChaCha20Rng, NoRandomness> {
        match self.0 {
            From::System => Ok(ChaCha20Rng::from_seed(system_key()?)),
            From::Seed(seed) => Ok(ChaCha20Rng::seed_from_u64(mixed(seed, name))),
            From::Nowhere => panic!("`{name}` draws where nothing may be drawn"),
        }
    }

    /// Dice of this name, for work that names its own streams.
    ///
    /// # Panics
    /// If the randomness is [`forbidden`](Self::forbidden).
    pub fn dice(&self, name: &str) -> Result<Dice, NoRandomness> {
        Ok(Dice::new(self.stream(name)?.random()))
    }
}

/// 32 bytes of the operating system.
fn system_key() -> Result<[u8; 32], NoRandomness> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| NoRandomness(error.to_string()))?;
    Ok(key)
}

/// A seed of its own for each name (FNV-1a).
fn mixed(seed: u64, name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().chain(seed.to_le_bytes()).fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(randomness: Randomness, name: &str) -> u64 {
        randomness.stream(name).unwrap().random()
    }

    #[test]
    fn names_and_seeds_give_numbers_of_their_own() {
        let one = Randomness::seeded(1);
        assert_eq!(first(one, "order"), first(one, "order"));
        assert_ne!(first(one, "order"), first(one, "step 0"));
        assert_ne!(first(one, "order"), first(Randomness::seeded(2), "order"));
        let system = Randomness::system();
        assert_ne!(first(system, "order"), first(system, "order"), "the system repeats nothing");
        assert_eq!((one.seed(), system.seed()), (Some(1), None));
    }

    #[test]
    #[should_panic(expected = "`order` draws where nothing may be drawn")]
    fn forbidden_randomness_is_not_drawn() {
        _ = Randomness::forbidden().stream("order");
    }

    #[test]
    fn a_seed_is_not_shown() {
        assert_eq!(format!("{:?}", Randomness::seeded(77)), "Randomness(seed)");
    }
}
