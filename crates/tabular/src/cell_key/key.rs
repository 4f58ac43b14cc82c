//! Keys of records and cells: fractions of 2^64, which are added up without rounding in any order.

use rand::Rng;
use rand_chacha::ChaCha20Rng;
use std::fmt;
use std::ops::AddAssign;

/// The key of a record, or of a cell: the sum of its records' keys modulo 1.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CellKey(u64);

impl CellKey {
    /// A key as it stands in a column: a fraction from 0 up to 1, or a whole number, whose bits are
    /// scattered evenly.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(number) = text.parse::<u64>() {
            let whole = if number == 0 { 0 } else { crate::additive::scattered(number) };
            return Some(Self(whole));
        }
        let digits = text.strip_prefix("0.").or_else(|| text.strip_prefix('.'));
        match digits {
            Some(digits) if digits.len() <= 18 && digits.bytes().all(|b| b.is_ascii_digit()) => {
                let above = u128::from(digits.parse::<u64>().unwrap_or(0)) << 64;
                Some(Self((above / 10_u128.pow(digits.len() as u32)) as u64))
            }
            _ => {
                let number: f64 = text.parse().ok()?;
                let is_key = (0.0..1.0).contains(&number);
                is_key.then(|| Self(of_fraction(number)))
            }
        }
    }

    /// The key as a fraction from 0 up to 1.
    pub fn fraction(self) -> f64 {
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A key that follows from this one and looks unlike it: for the noise of another figure of the cell.
    #[must_use]
    pub(super) fn other(self) -> Self {
        Self(crate::additive::scattered(self.0))
    }
}

#[expect(clippy::cast_sign_loss, reason = "a fraction is not negative")]
fn of_fraction(number: f64) -> u64 {
    (number * (1_u64 << 53) as f64) as u64 * (1 << 11)
}

impl AddAssign for CellKey {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

/// Who knows keys knows the noise.
impl fmt::Debug for CellKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CellKey")
    }
}

/// Keys for so many records, by their numbers.
pub fn drawn(stream: &mut ChaCha20Rng, records: usize) -> Vec<CellKey> {
    (0..records).map(|_| CellKey(stream.next_u64())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        for (text, fraction) in
            [("0.5", 0.5), (".25", 0.25), ("0.08301544", 0.083_015_44), ("5e-1", 0.5)]
        {
            let key = CellKey::parse(text).unwrap();
            assert!((key.fraction() - fraction).abs() < 1e-12, "{text}");
        }
        for text in ["1.5", "-0.1", "1.0", "key", "", "NaN"] {
            assert!(CellKey::parse(text).is_none(), "{text}");
        }
        assert_ne!(CellKey::parse("1"), CellKey::parse("2"));
        assert_eq!(format!("{:?}", CellKey::parse("0.5").unwrap()), "CellKey");
    }

    #[test]
    fn sums_are_modulo_one() {
        let mut sum = CellKey::parse("0.75").unwrap();
        sum += CellKey::parse("0.5").unwrap();
        assert!((sum.fraction() - 0.25).abs() < 1e-12);
    }
}
