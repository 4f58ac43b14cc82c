//! Exact decimal numbers.
//!
//! A policy says `0.1`, `0.3` and `0.29`, and means it: three tenths are a multiple of one tenth
//! and 29 % of a hundred records are 29, neither of which holds in binary floating point.

use std::cmp::Ordering;
use std::fmt;

/// The most digits a number may have.
const DIGITS: u32 = 18;

/// A decimal number of at most 18 digits, kept exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    // The value is `units / 10^places`, with as few places as possible, so equality is derived.
    units: i64,
    places: u32,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { units: 0, places: 0 };
    /// One.
    pub const ONE: Self = Self { units: 1, places: 0 };

    /// Reads `-12.50` or `3e-2`; `None` for anything else and for more than 18 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, number) = match number.as_bytes().first()? {
            b'-' => (true, &number[1..]),
            b'+' => (false, &number[1..]),
            _ => (false, number),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let kept = digits.trim_end_matches('0');
        let zeros = i32::try_from(digits.len() - kept.len()).ok()?;
        let places = i32::try_from(fraction.len()).ok()?.checked_sub(zeros)?;
        Self::from_parts(negative, kept, places.checked_sub(exponent)?)
    }

    fn from_parts(negative: bool, digits: &str, places: i32) -> Option<Self> {
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Some(Self::ZERO);
        }
        let zeros = u32::try_from(places.checked_neg()?.max(0)).ok()?;
        let places = places.max(0).unsigned_abs();
        if places > DIGITS || digits.len() as u64 + u64::from(zeros) > u64::from(DIGITS) {
            return None;
        }
        let units = digits.parse::<i64>().ok()? * 10_i64.pow(zeros);
        Some(Self { units: if negative { -units } else { units }, places })
    }

    /// The nearest binary number.
    pub fn to_f64(self) -> f64 {
        self.to_string().parse().expect("a decimal is written as Rust reads numbers")
    }

    /// Whether this is a whole number of times `other`; never so if `other` is zero.
    pub fn is_multiple_of(self, other: Self) -> bool {
        let (this, other) = self.aligned(other);
        other != 0 && this % other == 0
    }

    /// Whether this is more than zero.
    pub fn is_positive(self) -> bool {
        self.units > 0
    }

    /// Whether this has no fraction.
    pub fn is_whole(self) -> bool {
        self.places == 0
    }

    /// Both numbers as multiples of the same unit: below 10^36 in size, so they fit.
    fn aligned(self, other: Self) -> (i128, i128) {
        let places = self.places.max(other.places);
        let scale = |n: Self| i128::from(n.units) * 10_i128.pow(places - n.places);
        (scale(self), scale(other))
    }
}

impl From<i32> for Decimal {
    fn from(whole: i32) -> Self {
        Self { units: whole.into(), places: 0 }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let (this, other) = self.aligned(*other);
        this.cmp(&other)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places == 0 {
            return write!(f, "{}", self.units);
        }
        let one = 10_u64.pow(self.places);
        let (whole, fraction) = (self.units.unsigned_abs() / one, self.units.unsigned_abs() % one);
        let sign = if self.units < 0 { "-" } else { "" };
        write!(f, "{sign}{whole}.{fraction:0width$}", width = self.places as usize)
    }
}

/// A part of a whole, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(Decimal);

impl Share {
    /// Nothing.
    pub const ZERO: Self = Self(Decimal::ZERO);

    /// `None` outside 0 to 1.
    pub fn new(part: Decimal) -> Option<Self> {
        (Decimal::ZERO..=Decimal::ONE).contains(&part).then_some(Self(part))
    }

    /// This share of a number of things, rounded down to whole ones, exactly.
    ///
    /// ```
    /// use ridotto_catalogue::{Decimal, Share};
    ///
    /// let share = Decimal::parse("0.29").and_then(Share::new).unwrap();
    /// assert_eq!(share.of(100), 29); // while 0.29 * 100.0 is 28.999999999999996
    /// ```
    pub fn of(self, things: u64) -> u64 {
        let one = 10_u128.pow(self.0.places);
        let part = u128::from(self.0.units.unsigned_abs()) * u128::from(things) / one;
        u64::try_from(part).expect("a share is at most the whole")
    }

    /// The number itself.
    pub fn decimal(self) -> Decimal {
        self.0
    }

    /// The nearest binary number.
    pub fn to_f64(self) -> f64 {
        self.0.to_f64()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a decimal"))
    }

    #[test]
    fn reads_and_writes() {
        for (text, written) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("+5", "5"),
            ("1.50", "1.5"),
            ("1e3", "1000"),
            ("1.25e1", "12.5"),
            ("-3E-2", "-0.03"),
            ("120", "120"),
            ("0.000000000000000001", "0.000000000000000001"),
            ("999999999999999999", "999999999999999999"),
        ] {
            assert_eq!(decimal(text).to_string(), written, "{text}");
        }
    }

    #[test]
    fn refuses_what_it_cannot_keep() {
        let refused = [
            "",
            "-",
            "nan",
            "inf",
            "1e",
            "1e99",
            "1e-19",
            "1000000000000000000",
            "1.2.3",
            "é",
            "e5",
        ];
        for text in refused {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn tenths_are_exact() {
        assert!(decimal("0.3").is_multiple_of(decimal("0.1")));
        assert!(!decimal("0.3").is_multiple_of(decimal("0.2")));
        assert!(!decimal("1").is_multiple_of(Decimal::ZERO));
        assert!(decimal("0.30") == decimal("3e-1") && decimal("-2") < decimal("-1.5"));
    }

    proptest! {
        #[test]
        fn agrees_with_binary_numbers(units in -999_999_999_i64..1_000_000_000, places in 0_u32..9) {
            let text = format!("{units}e-{places}");
            let number: f64 = text.parse().unwrap();
            prop_assert!((decimal(&text).to_f64() - number).abs() <= f64::EPSILON * number.abs());
        }

        #[test]
        fn share_is_the_largest_part_within(ten_thousandths in 0_u64..=10_000, things in 0_u64..1 << 40) {
            let share = Share::new(decimal(&format!("{ten_thousandths}e-4"))).unwrap();
            prop_assert_eq!(share.of(things), things * ten_thousandths / 10_000);
        }

        #[test]
        fn no_text_panics(text in ".{0,30}|[-+0-9.eE]{0,30}") {
            if let Some(number) = Decimal::parse(&text) {
                prop_assert_eq!(Decimal::parse(&number.to_string()), Some(number));
            }
        }
    }
}
