//! The numbers that elimination works with: real ones for moves, and residues where a zero must be one.

use std::fmt::Debug;

/// A field, as far as elimination needs it.
pub trait Number: Copy + Debug + Send + Sync {
    /// A whole number.
    fn whole(of: i32) -> Self;
    /// Whether it is nothing.
    fn is_zero(self) -> bool;
    /// Whether it is 1 or −1, which are the safest to divide by.
    fn is_unit(self) -> bool;
    /// `self + by * other`.
    fn plus(self, by: Self, other: Self) -> Self;
    /// `-self / by`.
    fn over_minus(self, by: Self) -> Self;
}

/// What is smaller than this is what rounding left of nothing. Entries are sums and ratios of a few
/// whole numbers.
const DUST: f64 = 1e-9;

impl Number for f64 {
    fn whole(of: i32) -> Self {
        of.into()
    }

    fn is_zero(self) -> bool {
        self.abs() < DUST
    }

    fn is_unit(self) -> bool {
        (self.abs() - 1.0).abs() < DUST
    }

    fn plus(self, by: Self, other: Self) -> Self {
        self + by * other
    }

    fn over_minus(self, by: Self) -> Self {
        -self / by
    }
}

/// A residue modulo the prime 2^61 − 1. What is nothing here is a multiple of it in truth, and of the
/// few small whole numbers of tables that is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue(u64);

const PRIME: u64 = (1 << 61) - 1;

impl Residue {
    fn times(self, other: Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        let folded = (product as u64 & PRIME) + (product >> 61) as u64;
        Self(if folded >= PRIME { folded - PRIME } else { folded })
    }

    fn inverse(self) -> Self {
        let (mut power, mut left, mut result) = (self, PRIME - 2, Self(1));
        while left > 0 {
            if left & 1 == 1 {
                result = result.times(power);
            }
            power = power.times(power);
            left >>= 1;
        }
        result
    }
}

impl Number for Residue {
    fn whole(of: i32) -> Self {
        let size = Self(of.unsigned_abs().into());
        if of < 0 { Self(PRIME - size.0) } else { size }
    }

    fn is_zero(self) -> bool {
        self.0 == 0
    }

    fn is_unit(self) -> bool {
        self.0 == 1 || self.0 == PRIME - 1
    }

    fn plus(self, by: Self, other: Self) -> Self {
        let sum = self.0 + by.times(other).0;
        Self(if sum >= PRIME { sum - PRIME } else { sum })
    }

    fn over_minus(self, by: Self) -> Self {
        let ratio = self.times(by.inverse());
        Self(if ratio.0 == 0 { 0 } else { PRIME - ratio.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_are_a_field() {
        for (a, b) in [(7, 3), (-5, 11), (1, -1), (123_456, -98_765)] {
            let (a, b) = (Residue::whole(a), Residue::whole(b));
            // −a / b * b + a = 0
            assert!(a.plus(a.over_minus(b), b).is_zero(), "{a:?} {b:?}");
            assert_eq!(Residue(0).plus(a, b.times(b.inverse())), a);
        }
        assert!(Residue::whole(-1).is_unit() && Residue::whole(1).is_unit());
        assert!(!Residue::whole(2).is_unit());
    }
}
