//! Dice that fall the same way in every run.

/// Xorshift.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice of every search.
    pub fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// A number below `sides`.
    pub fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}
