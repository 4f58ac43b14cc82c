//! `format-preserving`: numbers and codes that keep their shape.

use crate::derive::derive;
use crate::distinct::each;
use crate::shape::{self, SMALLEST_DOMAIN};
use crate::{PseudonymError, SecretKey};
use aes::Aes256;
use fpe::ff1::{FF1, FlexibleNumeralString};
use ridotto_core::{Texts, Watch};
use std::fmt;

/// Pseudonyms that have the shape of the value: FF1 encryption under a key for the attribute.
///
/// Digits become digits, small letters small letters, capitals capitals, and punctuation stays.
/// Values of different shapes (lengths, places of hyphens) are encrypted apart: the shape is the
/// *tweak*, so each shape has a permutation of its own, and no two values get the same pseudonym.
/// What has digits alone is encrypted by FF1 with radix 10; where there are letters, the value's
/// number among all of its shape is encrypted by FF1 with radix 2, again and again until the result is
/// such a number (*cycle walking*, on average fewer than two times).
///
/// # Guarantee
///
/// Without the key the pseudonyms are a permutation of the values of a shape that cannot be told from
/// one by chance, if FF1 with AES-256 is a strong pseudorandom permutation. Who has the key goes
/// back without a mapping.
///
/// # Does not protect against
///
/// The shape is seen: lengths, and where letters and punctuation stand. A pseudonym looks like a
/// real value and may be that of somebody else. Check digits are not kept. With a wrong key one goes
/// back to wrong values and nothing tells. Everything that [`Keyed`](crate::Keyed) does not protect
/// against.
///
/// # Parameters
///
/// The key and the domain. Shapes of fewer than a million values are refused.
///
/// # Cost
///
/// Ten rounds of AES on numbers of any length: some hundred thousand values a second on one core.
///
/// # Example
///
/// ```
/// use ridotto_pseudonym::{FormatPreserving, SecretKey};
/// use ridotto_core::Texts;
/// # use zeroize::Zeroizing;
///
/// let key = SecretKey::new(Zeroizing::new([7; 32]));
/// let shaped = FormatPreserving::new(&key, "card");
/// let cards: Texts = ["4000-1234", "AB 123456"].into_iter().collect();
/// let made = shaped.pseudonyms(&cards, &()).unwrap();
/// assert_eq!((made.get(0).len(), &made.get(0)[4..5]), (9, "-"));
/// assert_eq!(shaped.values(&made, &()).unwrap(), cards);
/// ```
///
/// # References
///
/// M. Dworkin (2016): Recommendation for block cipher modes of operation: methods for
/// format-preserving encryption, NIST SP 800-38G, doi:10.6028/NIST.SP.800-38G, and the draft of its
/// Revision 1 (2019). J. Black, P. Rogaway (2002): Ciphers with arbitrary finite domains,
/// doi:10.1007/3-540-45760-7_9.
pub struct FormatPreserving {
    decimal: FF1<Aes256>,
    binary: FF1<Aes256>,
}

/// Which way to go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    There,
    Back,
}

/// Why a value has no pseudonym.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unfit {
    Small,
    Foreign,
    Long,
}

impl FormatPreserving {
    /// Encryption under a key, of the attributes that share a domain.
    pub fn new(key: &SecretKey, domain: &str) -> Self {
        let cipher = |purpose: &str, radix: u32| {
            FF1::new(derive(key, purpose, domain).bytes(), radix).expect("FF1 has this radix")
        };
        Self {
            decimal: cipher("format-preserving digits", 10),
            binary: cipher("format-preserving letters", 2),
        }
    }

    /// The pseudonyms of values, in their order.
    pub fn pseudonyms(&self, values: &Texts, watch: &dyn Watch) -> Result<Texts, PseudonymError> {
        self.all(values, Direction::There, watch)
    }

    /// The values that pseudonyms stand for, in their order.
    pub fn values(&self, pseudonyms: &Texts, watch: &dyn Watch) -> Result<Texts, PseudonymError> {
        self.all(pseudonyms, Direction::Back, watch)
    }

    fn all(
        &self,
        texts: &Texts,
        direction: Direction,
        watch: &dyn Watch,
    ) -> Result<Texts, PseudonymError> {
        let made = each(texts, watch, |text| self.one(text, direction))?;
        for why in [Unfit::Foreign, Unfit::Small, Unfit::Long] {
            if let count @ 1.. = made.iter().filter(|one| **one == Err(why)).count() as u64 {
                return Err(match why {
                    Unfit::Foreign => PseudonymError::Foreign(count),
                    Unfit::Small => PseudonymError::SmallDomain(count),
                    Unfit::Long => PseudonymError::TooLong(count),
                });
            }
        }
        Ok(made.into_iter().flatten().collect())
    }

    fn one(&self, text: &str, direction: Direction) -> Result<String, Unfit> {
        if !shape::is_known(text) {
            return Err(Unfit::Foreign);
        }
        let tweak = shape::shape(text);
        if shape::has_only_digits(text) {
            let digits = shape::digits(text);
            if digits.len() < 6 {
                return Err(Unfit::Small);
            }
            let digits = run(&self.decimal, tweak.as_bytes(), digits, direction)?;
            return Ok(shape::with_digits(text, &digits));
        }
        let values = shape::values(text).ok_or(Unfit::Long)?;
        if values < SMALLEST_DOMAIN {
            return Err(Unfit::Small);
        }
        let bits = u128::BITS - (values - 1).leading_zeros();
        let mut rank = shape::rank(text);
        loop {
            let written = (0..bits).rev().map(|bit| (rank >> bit & 1) as u16).collect();
            let read = run(&self.binary, tweak.as_bytes(), written, direction)?;
            rank = read.into_iter().fold(0, |rank, bit| rank * 2 + u128::from(bit));
            if rank < values {
                return Ok(shape::unrank(rank, text));
            }
        }
    }
}

/// FF1, there or back.
fn run(
    cipher: &FF1<Aes256>,
    tweak: &[u8],
    numerals: Vec<u16>,
    direction: Direction,
) -> Result<Vec<u16>, Unfit> {
    let numerals = FlexibleNumeralString::from(numerals);
    let run = match direction {
        Direction::There => cipher.encrypt(tweak, &numerals),
        Direction::Back => cipher.decrypt(tweak, &numerals),
    };
    run.map(Vec::from).map_err(|_| Unfit::Long)
}

impl fmt::Debug for FormatPreserving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FormatPreserving(secret)")
    }
}

#[cfg(test)]
mod tests;
