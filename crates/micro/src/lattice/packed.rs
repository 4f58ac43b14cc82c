//! Nodes of at most sixteen attributes in one word.

/// Levels, one byte each: sixteen of them compare in a few instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packed(u128);

/// Levels below this are packed: the highest bit of a byte tells whether it borrowed.
pub const DEEPEST: u8 = 128;

/// The most attributes that are packed.
pub const PACKED: usize = 16;

const HIGH: u128 = u128::from_le_bytes([0x80; PACKED]);

impl Packed {
    /// At most sixteen levels, all below 128.
    pub fn new(levels: &[u8]) -> Self {
        let mut bytes = [0; PACKED];
        bytes[..levels.len()].copy_from_slice(levels);
        Self(u128::from_le_bytes(bytes))
    }

    /// The levels, and zeros behind them.
    pub fn bytes(self) -> [u8; PACKED] {
        self.0.to_le_bytes()
    }

    /// Whether no level is above the other's: no byte borrows when they are subtracted.
    pub fn is_at_most(self, other: Self) -> bool {
        ((other.0 | HIGH) - self.0) & HIGH == HIGH
    }
}

#[cfg(test)]
mod tests {
    use super::super::is_at_most;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_levels_compare_as_levels_do(
            a in prop::collection::vec(0_u8..128, 1..16),
            b in prop::collection::vec(0_u8..128, 1..16),
        ) {
            let m = a.len().min(b.len());
            let (a, b) = (&a[..m], &b[..m]);
            prop_assert_eq!(Packed::new(a).is_at_most(Packed::new(b)), is_at_most(a, b));
            prop_assert_eq!(&Packed::new(a).bytes()[..m], a);
        }
    }
}
