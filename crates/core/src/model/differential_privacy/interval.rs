//! Numbers that are known to lie between two others.
//!
//! A proof must not rest on rounding. Every operation here rounds its result to the nearest binary
//! number, as IEEE 754 demands of `+`, `-`, `*` and `/`, and then takes the next number below and
//! the next above: the true result of true operands lies between them. Nothing is taken from the
//! system's library of functions, which promises no accuracy. Numbers are never negative.

use crate::Decimal;
use std::ops::{Add, Div, Mul};

/// A number that is not negative, and not known exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub low: f64,
    pub high: f64,
}

/// Terms of the series of the exponential: of a half, the rest is below 10⁻²⁶.
const TERMS: u64 = 20;

impl Interval {
    pub const ONE: Self = Self { low: 1.0, high: 1.0 };

    /// A number that is known exactly.
    pub const fn exactly(number: f64) -> Self {
        Self { low: number, high: number }
    }

    /// A count; exact below 2⁵³.
    pub fn count(count: u64) -> Self {
        Self::whole(count.into())
    }

    fn whole(count: u128) -> Self {
        let nearest = count as f64;
        if count < 1 << 53 { Self::exactly(nearest) } else { Self::around(nearest, nearest) }
    }

    /// A decimal that is not negative.
    pub fn of(decimal: Decimal) -> Self {
        Self::whole(decimal.digits().unsigned_abs()) / Self::whole(10_u128.pow(decimal.places()))
    }

    /// One step outward of two numbers that were rounded to the nearest.
    fn around(low: f64, high: f64) -> Self {
        Self { low: low.next_down().max(0.0), high: high.next_up() }
    }

    /// What remains of one if the number, which is at most one, is taken away.
    pub fn rest_of_one(self) -> Self {
        Self::around(1.0 - self.high, 1.0 - self.low)
    }

    /// e to the power of the number: Σ xⁱ/i! of a part of it that is at most a half, squared as
    /// often as the number was halved. The terms left out are at most twice the first of them,
    /// because each is less than half of the one before.
    pub fn exponential(self) -> Self {
        let (mut part, mut halvings) = (self, 0);
        while part.high > 0.5 {
            part = part * Self::exactly(0.5);
            halvings += 1;
        }
        let (mut term, mut sum) = (Self::ONE, Self::ONE);
        for at in 1..=TERMS {
            term = term * part / Self::count(at);
            sum = sum + term;
        }
        let rest = term * part / Self::count(TERMS + 1);
        sum = sum + Self { low: 0.0, high: (2.0 * rest.high).next_up() };
        (0..halvings).fold(sum, |power, _| power * power)
    }
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::around(self.low + other.low, self.high + other.high)
    }
}

impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::around(self.low * other.low, self.high * other.high)
    }
}

/// By a number that is not 0.
impl Div for Interval {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::around(self.low / other.high, self.high / other.low)
    }
}

/// A product that may become too small for a binary number on its way: a number times a power of
/// two that is kept apart, so that nothing is lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    value: Interval,
    /// The product is the value times [`STEP`] to this power.
    steps: i32,
}

/// 2⁴⁰⁰ and 2⁻⁴⁰⁰. To multiply by them is exact within the range of binary numbers.
const STEP: f64 = f64::from_bits((1023 + 400) << 52);
const BACK: f64 = f64::from_bits((1023 - 400) << 52);

impl Product {
    pub const ONE: Self = Self { value: Interval::ONE, steps: 0 };

    /// The product with one factor more, which lies between 2⁻³⁰⁰ and 2³⁰⁰.
    pub fn times(self, factor: Interval) -> Self {
        Self { value: self.value * factor, steps: self.steps }.settled()
    }

    /// A number to a power, by squaring.
    pub fn power(base: Interval, mut exponent: u64) -> Self {
        let (mut power, mut square) = (Self::ONE, Self::ONE.times(base));
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power.and(square);
            }
            square = square.and(square);
            exponent >>= 1;
        }
        power
    }

    /// The product of two products.
    pub fn and(self, other: Self) -> Self {
        let steps = self.steps.saturating_add(other.steps);
        Self { value: self.value * other.value, steps }.settled()
    }

    /// Between 2⁻⁴⁰⁰ and 2⁴⁰⁰ again, so that the next factor cannot lead out of range.
    fn settled(self) -> Self {
        let by =
            |factor: f64| Interval { low: self.value.low * factor, high: self.value.high * factor };
        if self.value.high < BACK {
            Self { value: by(STEP), steps: self.steps.saturating_sub(1) }
        } else if self.value.low > STEP {
            Self { value: by(BACK), steps: self.steps.saturating_add(1) }
        } else {
            self
        }
    }

    /// The number; one that is too small lies between 0 and the least binary number.
    pub fn number(self) -> Interval {
        let step = Interval::exactly(if self.steps < 0 { BACK } else { STEP });
        // After four steps no binary number is left, whatever the value.
        (0..self.steps.unsigned_abs().min(4)).fold(self.value, |value, _| value * step)
    }
}
