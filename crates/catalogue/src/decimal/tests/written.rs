//! Oracle: the numbers of policies, as they were kept before all were one.
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

    /// How far it is from this number to a greater one, as the nearest binary number.
    pub fn gap(self, greater: Self) -> f64 {
        let (this, other) = self.aligned(greater);
        (other - this) as f64 / 10_f64.powi(self.places.max(greater.places).cast_signed())
    }

    /// How far it is from this number to a greater one, compared with another number, exactly.
    pub fn compare_gap(self, greater: Self, gap: Self) -> Ordering {
        let places = self.places.max(greater.places).max(gap.places);
        let scale = |n: Self| i128::from(n.units) * 10_i128.pow(places - n.places);
        (scale(greater) - scale(self)).cmp(&scale(gap))
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
