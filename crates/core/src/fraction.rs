//! Exact fractions: shares and bounds that are compared with counts without rounding.
//!
//! A person writes `0.2` and means one fifth; the nearest binary number is a little more. A class
//! that is exactly one fifth away must pass, and one that is a billionth further must not. So
//! bounds are kept as whole numbers above and below the line, and compared with counts so.

use std::cmp::Ordering;
use std::fmt;

/// A number that is not negative, as one whole number over another, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    above: u64,
    below: u64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { above: 0, below: 1 };
    /// One whole.
    pub const ONE: Self = Self { above: 1, below: 1 };

    /// `above / below`; `None` if `below` is 0.
    pub fn new(above: u64, below: u64) -> Option<Self> {
        if below == 0 {
            return None;
        }
        let divisor = common_divisor(above, below);
        Some(Self { above: above / divisor, below: below / divisor })
    }

    /// The decimal number that is meant: the shortest one that reads as `number`, so that 0.2 is
    /// one fifth. `None` if it is negative, not a number, or has more digits than 64 bits hold.
    pub fn from_decimal(number: f64) -> Option<Self> {
        if !number.is_finite() || number.is_sign_negative() && number != 0.0 {
            return None;
        }
        let text = number.abs().to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let above = format!("{whole}{part}").parse().ok()?;
        Self::new(above, 10_u64.checked_pow(part.len().try_into().ok()?)?)
    }

    /// A whole number.
    pub fn whole(number: u64) -> Self {
        Self { above: number, below: 1 }
    }

    /// The number above the line.
    pub fn above(self) -> u64 {
        self.above
    }

    /// The number below the line, never 0.
    pub fn below(self) -> u64 {
        self.below
    }

    /// The nearest binary number.
    pub fn value(self) -> f64 {
        self.above as f64 / self.below as f64
    }

    /// How `count / of` compares with this fraction; `of` is not 0. Exact for all numbers.
    pub fn compare_share(self, count: u128, of: u128) -> Ordering {
        let (above, below) = (u128::from(self.above), u128::from(self.below));
        match (count.checked_mul(below), above.checked_mul(of)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => compare(count, of, above, below),
        }
    }

    /// Whether `count / of` is at most this fraction.
    pub fn is_at_least(self, count: u128, of: u128) -> bool {
        self.compare_share(count, of).is_le()
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.above, other.below).cmp(&product(other.above, self.below))
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.above, self.below)
    }
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Compares `a / b` with `c / d` where products would not fit: whole parts first, then the rests
/// turned over, as Euclid does.
fn compare(mut a: u128, mut b: u128, mut c: u128, mut d: u128) -> Ordering {
    loop {
        let whole = (a / b).cmp(&(c / d));
        let rests = (a % b, c % d);
        match (whole, rests) {
            (Ordering::Equal, (0, 0)) => return Ordering::Equal,
            (Ordering::Equal, (0, _)) => return Ordering::Less,
            (Ordering::Equal, (_, 0)) => return Ordering::Greater,
            // a/b < c/d if and only if d/(c mod d) < b/(a mod b).
            (Ordering::Equal, (left, right)) => (a, b, c, d) = (d, right, b, left),
            (decided, _) => return decided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_what_was_meant() {
        for (number, above, below) in [
            (0.2, 1, 5),
            (0.0, 0, 1),
            (3.0, 3, 1),
            (0.125, 1, 8),
            (2.1, 21, 10),
            (1e-7, 1, 10_000_000),
        ] {
            assert_eq!(Fraction::from_decimal(number), Fraction::new(above, below), "{number}");
        }
        for number in [-0.1, f64::NAN, f64::INFINITY, 1e-300, 1e300] {
            assert_eq!(Fraction::from_decimal(number), None, "{number}");
        }
        assert_eq!(Fraction::new(1, 0), None);
        assert!(Fraction::new(2, 6) == Fraction::new(1, 3) && Fraction::ZERO < Fraction::ONE);
    }

    #[test]
    fn numbers_too_large_for_products_are_compared() {
        let third = Fraction::new(u64::MAX / 3, u64::MAX).expect("not over 0");
        let large = u128::MAX / 3;
        assert_eq!(third.compare_share(large, u128::MAX), Ordering::Equal);
        assert_eq!(third.compare_share(large - 1, u128::MAX), Ordering::Less);
        assert_eq!(third.compare_share(large + 1, u128::MAX), Ordering::Greater);
    }

    proptest! {
        #[test]
        fn the_long_way_agrees_with_products(a: u32, b in 1_u32.., c: u32, d in 1_u32..) {
            let wide = |number: u32| u128::from(number);
            let products = (wide(a) * wide(d)).cmp(&(wide(c) * wide(b)));
            prop_assert_eq!(compare(wide(a), wide(b), wide(c), wide(d)), products);
            let fraction = Fraction::new(c.into(), d.into()).expect("not over 0");
            prop_assert_eq!(fraction.compare_share(wide(a), wide(b)), products);
        }
    }
}
