//! `salted-hash`: pseudonyms without a secret.

use crate::distinct::{all_different, each};
use crate::{PseudonymError, Token};
use ridotto_core::{Texts, Watch};
use sha2::{Digest, Sha256};

/// Pseudonyms that are SHA-256 of a salt and the value.
///
/// # Guarantee
///
/// None against who can guess. The hash cannot be turned round, but it need not be: whoever can list
/// the values that there may be (dates, record numbers, names of a town) hashes them all.
/// A salt keeps tables that were made in advance from serving, and no more.
///
/// # Does not protect against
///
/// Guessing: all ten million numbers of seven digits take a computer a few seconds. Everything
/// that [`Keyed`](crate::Keyed) does not protect against.
///
/// # Parameters
///
/// The salt, which is no secret: it stands in the policy. Bits, 128 unless stated.
///
/// # Cost
///
/// One block of SHA-256 for a short value.
///
/// # Example
///
/// ```
/// use ridotto_pseudonym::{Salted, Token};
/// use ridotto_core::Texts;
///
/// let numbers: Texts = ["4711"].into_iter().collect();
/// let salted = Salted::new("2026", Token::default());
/// let made = salted.pseudonyms(&numbers, &()).unwrap();
/// // Whoever knows the salt tries them all.
/// let all: Texts = (0..10_000).map(|number| format!("{number:04}")).collect();
/// let tried = salted.pseudonyms(&all, &()).unwrap();
/// assert_eq!(tried.iter().position(|text| text == made.get(0)), Some(4711));
/// ```
///
/// # References
///
/// L. Demir, A. Kumar, M. Cunche, C. Lauradoux (2018): The pitfalls of hashing for privacy,
/// doi:10.1109/COMST.2017.2747598. AEPD and EDPS (2019): Introduction to the hash function as a
/// personal data pseudonymisation technique.
#[derive(Clone, Debug)]
pub struct Salted {
    salt: String,
    token: Token,
}

impl Salted {
    /// Pseudonyms with this salt.
    pub fn new(salt: &str, token: Token) -> Self {
        Self { salt: salt.to_owned(), token }
    }

    /// The pseudonyms of different values, in their order.
    pub fn pseudonyms(&self, values: &Texts, watch: &dyn Watch) -> Result<Texts, PseudonymError> {
        let made = each(values, watch, |value| self.token.text(&hash(&self.salt, value)))?;
        all_different(made.into_iter().collect())
    }
}

/// SHA-256 of the salt's length, the salt and the value. Without a salt it is that of the value.
fn hash(salt: &str, value: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    if !salt.is_empty() {
        hash.update((salt.len() as u64).to_le_bytes());
        hash.update(salt.as_bytes());
    }
    hash.update(value.as_bytes());
    hash.finalize().into()
}
