//! Exact decimal numbers.
//!
//! A policy says `0.1`, `0.3` and `0.29`, and means it: three tenths are a multiple of one tenth,
//! 29 % of a hundred records are 29, and ten steps of 0.1 lead to 1, none of which holds in binary
//! floating point. A class that is exactly one fifth away from all must pass a bound of 0.2, and
//! one that is a billionth further must not. So numbers that people write are kept as digits, and
//! compared with counts and with each other without rounding.

mod compare;
mod read;
mod share;
#[cfg(test)]
mod tests;

pub use read::{NotDecimal, floor_units};
pub use share::Share;

use std::cmp::Ordering;
use std::fmt;

/// A decimal number with at most 18 places after the decimal mark, kept exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    // The value is `digits / 10^places`, with as few places as possible, so equality is derived.
    digits: i128,
    places: u32,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { digits: 0, places: 0 };
    /// One.
    pub const ONE: Self = Self { digits: 1, places: 0 };
    /// The most digits after the decimal mark.
    pub const MOST_PLACES: u32 = 18;
    /// The most digits before it in a text. What is worked out may have more.
    pub const MOST_WHOLE: u32 = 20;
    /// No text has so many units of any size: 10^38.
    pub const FAR: i128 = 10_i128.pow(Self::MOST_WHOLE + Self::MOST_PLACES);

    /// So many units of 10^-`places`.
    ///
    /// # Panics
    /// If there are more than 18 places.
    pub fn new(mut digits: i128, mut places: u32) -> Self {
        assert!(places <= Self::MOST_PLACES, "a decimal has at most 18 places");
        while places > 0 && digits % 10 == 0 {
            digits /= 10;
            places -= 1;
        }
        Self { digits, places }
    }

    /// How many digits stand after the decimal mark.
    pub fn places(self) -> u32 {
        self.places
    }

    /// The number in units of 10^-[`places`](Self::places).
    pub fn digits(self) -> i128 {
        self.digits
    }

    /// The number in units of 10^-`places`, which are at least its own; `None` if these are more
    /// than 128 bits hold.
    pub fn checked_units(self, places: u32) -> Option<i128> {
        self.digits.checked_mul(10_i128.checked_pow(places.checked_sub(self.places)?)?)
    }

    /// The nearest binary number.
    pub fn to_f64(self) -> f64 {
        // Both are whole numbers that a binary number holds, and so their quotient is the nearest one.
        if self.digits.unsigned_abs() < 1 << 53 {
            return self.digits as f64 / 10_f64.powi(self.places.cast_signed());
        }
        self.to_string().parse().expect("a decimal is written as Rust reads numbers")
    }

    /// Whether this is more than zero.
    pub fn is_positive(self) -> bool {
        self.digits > 0
    }

    /// Whether this has no fraction.
    pub fn is_whole(self) -> bool {
        self.places == 0
    }

    /// This number less another; `None` if 128 bits do not hold it.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        let units = self.checked_units(places)?.checked_sub(other.checked_units(places)?)?;
        Some(Self::new(units, places))
    }

    /// This number times a number of things, rounded down to whole ones, exactly; `None` if 128 bits
    /// do not hold it.
    pub fn floor_of(self, things: u64) -> Option<i128> {
        let (whole, rest) = self.parts();
        // Below 10^18 times 2^64.
        let rest = rest * u128::from(things) / PARTS;
        whole.checked_mul(things.into())?.checked_add(rest.cast_signed())
    }

    /// The multiple of this number, which is above 0, that is nearest to a number as it is written;
    /// from the middle the one further from 0. Exact. `None` if the text is no number, or one of
    /// more than 20 digits before the decimal mark.
    ///
    /// ```
    /// use ridotto_catalogue::Decimal;
    /// let quarter: Decimal = "0.25".parse().unwrap();
    /// assert_eq!(quarter.nearest_multiple("12.3", '.').as_deref(), Some("12.25"));
    /// assert_eq!(quarter.nearest_multiple("-0.125", '.').as_deref(), Some("-0.25"));
    /// ```
    pub fn nearest_multiple(self, text: &str, mark: char) -> Option<String> {
        let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text);
        // With one digit more, half of the number is whole; the text is rounded down to such units,
        // which keeps it on its side of every middle.
        let places = self.places + 1;
        let units = floor_units(magnitude, mark, places).filter(|_| !magnitude.starts_with('-'))?;
        let most = 10_i128.checked_pow(Self::MOST_WHOLE + places).unwrap_or(Self::FAR);
        if units >= most.min(Self::FAR) || self.digits <= 0 {
            return None;
        }
        let step = self.checked_units(places)?;
        let multiple = units.checked_add(step / 2)? / step * self.digits;
        let sign = if text.starts_with('-') { -1 } else { 1 };
        Some(Self::new(sign * multiple, self.places).text(mark))
    }

    /// The number as text with the decimal mark given.
    pub fn text(self, mark: char) -> String {
        if self.places == 0 {
            return self.digits.to_string();
        }
        let sign = if self.digits < 0 { "-" } else { "" };
        let unit = 10_u128.pow(self.places);
        let (whole, rest) = (self.digits.unsigned_abs() / unit, self.digits.unsigned_abs() % unit);
        format!("{sign}{whole}{mark}{rest:0width$}", width = self.places as usize)
    }

    /// The whole number at or below this one, and what is beyond it in units of 10^-18.
    fn parts(self) -> (i128, u128) {
        let unit = 10_i128.pow(self.places);
        let rest = self.digits.rem_euclid(unit).unsigned_abs();
        let scale = 10_u128.pow(Self::MOST_PLACES - self.places);
        (self.digits.div_euclid(unit), rest * scale)
    }
}

/// So many of the smallest units are one.
const PARTS: u128 = 10_u128.pow(Decimal::MOST_PLACES);

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text('.'))
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
