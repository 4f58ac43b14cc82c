//! Numbers without rounding: how much privacy is spent, and how wide noise is.
//!
//! An ε of 0.1 is a tenth, which no binary number is. Whoever adds up a thousand charges in floating
//! point has spent something else than what the ledger says; so amounts are fractions of whole numbers
//! of any length, and are rounded only where people read them.

use crate::NoiseError;
use num_bigint::BigUint;
use num_rational::Ratio;
use std::fmt;
use std::str::FromStr;

/// A fraction that is not negative, kept exactly.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact(Ratio<BigUint>);

/// Longer texts are no amounts that anybody wrote.
const LONGEST: usize = 200;

/// Nor are longer ones amounts that were computed: what a person loses, and what fails in a group, have
/// some hundred digits. Ledgers hold these.
const LONGEST_COMPUTED: usize = 4000;

impl Exact {
    /// Zero.
    pub fn zero() -> Self {
        Self::whole(0)
    }

    /// A whole number.
    pub fn whole(number: u64) -> Self {
        Self(Ratio::from_integer(number.into()))
    }

    /// So many units of 10^-`places`: 125 with 2 places is 1.25.
    pub fn decimal(digits: u128, places: u32) -> Self {
        Self(Ratio::new(digits.into(), BigUint::from(10_u32).pow(places)))
    }

    /// One number over another; `None` if that is 0.
    pub fn ratio(above: u128, under: u128) -> Option<Self> {
        (under > 0).then(|| Self(Ratio::new(above.into(), under.into())))
    }

    /// A binary number as it is; `None` if it is negative, or no finite number.
    pub fn of_f64(number: f64) -> Option<Self> {
        if !(number.is_finite() && number >= 0.0) {
            return None;
        }
        let bits = number.to_bits();
        let (exponent, rest) = ((bits >> 52) & 0x7FF, bits & ((1 << 52) - 1));
        // Numbers too small for a leading one are multiples of the least.
        let (digits, power) = if exponent == 0 {
            (rest, -1074_i64)
        } else {
            (rest | 1 << 52, exponent.cast_signed() - 1075)
        };
        let two = BigUint::from(2_u32).pow(power.unsigned_abs() as u32);
        let digits = BigUint::from(digits);
        Some(Self(if power < 0 { Ratio::new(digits, two) } else { (digits * two).into() }))
    }

    /// Reads a text of at most so many letters.
    fn read(text: &str, longest: usize) -> Option<Self> {
        let number = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| digits.parse::<BigUint>().ok()).flatten()
        };
        if text.len() > longest {
            return None;
        }
        if let Some((above, under)) = text.split_once('/') {
            let under = number(under).filter(|under| *under != BigUint::ZERO)?;
            return Some(Self::of_parts(number(above)?, under));
        }
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let rest_is_there = text.contains('.') != rest.is_empty();
        let digits = number(&format!("{whole}{rest}"))?;
        let scale = BigUint::from(10_u32).pow(rest.len() as u32);
        (rest_is_there && !whole.is_empty()).then(|| Self::of_parts(digits, scale))
    }

    pub(crate) fn of_parts(above: BigUint, under: BigUint) -> Self {
        Self(Ratio::new(above, under))
    }

    pub(crate) fn numerator(&self) -> &BigUint {
        self.0.numer()
    }

    pub(crate) fn denominator(&self) -> &BigUint {
        self.0.denom()
    }

    /// Numerator and denominator, if both are short.
    pub(crate) fn short_parts(&self) -> Option<(u128, u128)> {
        Some((self.numerator().try_into().ok()?, self.denominator().try_into().ok()?))
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        *self.numerator() == BigUint::ZERO
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }

    /// The difference; `None` if it is negative.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| Self(&self.0 - &other.0))
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }

    /// The quotient; `None` if the other is 0.
    pub fn over(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| Self(&self.0 / &other.0))
    }

    /// An equal part of so many.
    #[must_use]
    pub fn share(&self, parts: std::num::NonZeroU64) -> Self {
        Self(&self.0 / BigUint::from(parts.get()))
    }

    /// The sum of many.
    pub fn sum<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        all.into_iter().fold(Self::zero(), |sum, one| sum.plus(one))
    }

    /// The whole number at or below this one, if 64 bits hold it.
    pub fn floor(&self) -> Option<u64> {
        (self.numerator() / self.denominator()).try_into().ok()
    }

    /// The nearest binary number, or one beside it; for people, and for where nothing hangs on it.
    pub fn to_f64(&self) -> f64 {
        match self.terminating() {
            Some(text) => text.parse().unwrap_or(f64::INFINITY),
            None => self.to_f64_up(),
        }
    }

    /// A binary number that is not below this one, and the next below it is not above it by much.
    pub fn to_f64_up(&self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        let (above, under) = (self.numerator(), self.denominator());
        // So that the quotient has 64 or 65 bits.
        let shift = 64 + under.bits().cast_signed() - above.bits().cast_signed();
        let (above, under) = if shift >= 0 {
            (above << shift.unsigned_abs(), under.clone())
        } else {
            (above.clone(), under << shift.unsigned_abs())
        };
        let quotient = u128::try_from(&above / &under).expect("it has 65 bits at most");
        let is_exact = BigUint::from(quotient) * &under == above;
        let number = quotient as f64;
        // Numbers below 2^53 and their multiples by powers of two are binary numbers.
        let spare = (u128::BITS - quotient.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
        let is_whole = is_exact && quotient.trailing_zeros() >= spare;
        // What is too small for a binary number becomes the least above 0.
        let scaled = number * 2_f64.powi(-(shift.clamp(-1000, 1000) as i32));
        let scaled = scaled * 2_f64.powi(-((shift - shift.clamp(-1000, 1000)) as i32));
        let lost = scaled < f64::MIN_POSITIVE;
        if is_whole && !lost { scaled } else { scaled.next_up() }
    }

    /// The digits, if they end.
    fn terminating(&self) -> Option<String> {
        let mut under = self.denominator().clone();
        let (mut twos, mut fives) = (0_u32, 0_u32);
        for (of, count) in [(2_u32, &mut twos), (5, &mut fives)] {
            while under.bits() > 1 && (&under % of) == BigUint::ZERO {
                under /= of;
                *count += 1;
                if *count > 60 {
                    return None;
                }
            }
        }
        if under.bits() > 1 {
            return None;
        }
        let places = twos.max(fives);
        let scale = BigUint::from(10_u32).pow(places);
        let digits = (self.numerator() * scale / self.denominator()).to_string();
        let width = places as usize;
        let digits = format!("{digits:0>width$}", width = width + 1);
        let (whole, rest) = digits.split_at(digits.len() - width);
        Some(if width == 0 { whole.to_owned() } else { format!("{whole}.{rest}") })
    }
}

/// Its digits if they end, and else the two numbers: `1/3`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.terminating() {
            Some(text) => f.pad(&text),
            None => f.pad(&format!("{}/{}", self.numerator(), self.denominator())),
        }
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what [`Display`](fmt::Display) writes: `12`, `0.1` or `1/3`.
impl FromStr for Exact {
    type Err = NoiseError;

    fn from_str(text: &str) -> Result<Self, NoiseError> {
        Self::read(text, LONGEST).ok_or(NoiseError::Amount)
    }
}

impl serde::Serialize for Exact {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Exact {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let read = Self::read(&text, LONGEST_COMPUTED).ok_or(NoiseError::Amount);
        read.map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        text.parse().unwrap()
    }

    #[test]
    fn texts_come_back() {
        for text in ["0", "1", "0.1", "12.5", "0.000000000000000001", "1/3", "22/7"] {
            assert_eq!(exact(text).to_string(), text);
        }
        assert_eq!(exact("2/4").to_string(), "0.5");
        assert_eq!(exact("0.10").to_string(), "0.1");
        for text in ["", ".", "1.", ".5", "-1", "+1", "1e3", "1/0", "1/", "/2", "NaN", "inf", "1_0"]
        {
            assert!(text.parse::<Exact>().is_err(), "{text}");
        }
        assert!("1".repeat(201).parse::<Exact>().is_err());
    }

    #[test]
    fn nothing_is_rounded() {
        let tenth = exact("0.1");
        let sum = Exact::sum(std::iter::repeat_n(&tenth, 1000));
        assert_eq!(sum, Exact::whole(100));
        assert_eq!(exact("1").minus(&exact("1/3")).unwrap(), exact("2/3"));
        assert_eq!(exact("0.3").minus(&exact("0.4")), None);
        assert_eq!(exact("1").share(3.try_into().unwrap()).times(&exact("3")), exact("1"));
        assert_eq!(exact("1").over(&Exact::zero()), None);
    }

    #[test]
    fn binary_numbers_are_at_or_above() {
        for text in ["0.1", "1/3", "0.5", "7", "1/7", "123456789.123", "0.000001", "1/1000003"] {
            let number = exact(text);
            let up = number.to_f64_up();
            assert!(Exact::of_f64(up).unwrap() >= number, "{text}");
            assert!(Exact::of_f64(up.next_down().next_down()).unwrap() < number, "{text}");
        }
        assert_eq!(exact("0.1").to_f64().to_bits(), 0.1_f64.to_bits());
        assert_eq!(exact("0.5").to_f64_up().to_bits(), 0.5_f64.to_bits());
        assert_eq!(Exact::of_f64(0.75), Some(exact("0.75")));
        assert!(Exact::of_f64(5e-324).unwrap().to_f64_up() > 0.0);
        for bad in [f64::NAN, f64::INFINITY, -1.0] {
            assert_eq!(Exact::of_f64(bad), None);
        }
    }
}
