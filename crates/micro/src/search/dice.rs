//! Dice that fall the same way in every run.

use ridotto_core::splitmix::{STRIDE, mixed};

/// Xorshift.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice of every search.
    pub fn new() -> Self {
        Self(STRIDE)
    }

    /// Dice that fall as the seed says.
    pub fn seeded(seed: u64) -> Self {
        Self(mixed(seed.wrapping_add(STRIDE)).max(1))
    }

    /// A number below `sides`.
    pub fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}
