//! `hmac-sha256`: pseudonyms from a secret key.

use crate::derive::{Code, code, derive};
use crate::distinct::{all_different, each};
use crate::{PseudonymError, SecretKey, Token};
use hmac::Mac;
use ridotto_core::{KeyedMap, Texts, Watch};
use std::fmt;

/// Pseudonyms that are HMAC-SHA-256 of the value, under a key for the attribute.
///
/// # Guarantee
///
/// Without the key a pseudonym cannot be told from chance, also by who knows many values and their
/// pseudonyms, if HMAC-SHA-256 is a pseudorandom function. The same value has the same pseudonym
/// wherever key and domain are the same: next month, and in another file.
///
/// # Does not protect against
///
/// Who has the key makes the pseudonym of any guess. Equal values have equal pseudonyms, so one sees
/// which records belong together and how often a value occurs. What stands beside a pseudonym
/// may tell whose it is.
///
/// # Parameters
///
/// The key (32 bytes), the domain (the attribute's name, or another that several attributes share so
/// that they can be linked), and how many bits are written, 128 unless stated.
///
/// # Cost
///
/// Two blocks of SHA-256 for a short value: about a million values a second on one core.
///
/// # Example
///
/// ```
/// use ridotto_pseudonym::{Keyed, SecretKey, Token};
/// use ridotto_core::Texts;
/// # use zeroize::Zeroizing;
///
/// let key = SecretKey::new(Zeroizing::new([7; 32])); // from the operating system, in earnest
/// let names: Texts = ["Alice", "Bob"].into_iter().collect();
/// let made = Keyed::new(&key, "name", Token::default()).pseudonyms(&names, &()).unwrap();
/// assert_eq!(made.get(0).len(), 32);
/// let doctors = Keyed::new(&key, "doctor", Token::default()).pseudonyms(&names, &()).unwrap();
/// assert_ne!(made.get(0), doctors.get(0)); // attributes are not linked
/// ```
///
/// # References
///
/// H. Krawczyk, M. Bellare, R. Canetti (1997): HMAC: keyed-hashing for message authentication, RFC
/// 2104. ISO 25237:2017, Health informatics: pseudonymization. ENISA (2019): Pseudonymisation
/// techniques and best practices.
#[derive(Clone)]
pub struct Keyed {
    code: Code,
    token: Token,
}

impl Keyed {
    /// Pseudonyms under a key, of the attributes that share a domain.
    pub fn new(key: &SecretKey, domain: &str, token: Token) -> Self {
        Self { code: code(derive(key, "hmac-sha256", domain).bytes()), token }
    }

    /// The pseudonyms of different values, in their order.
    pub fn pseudonyms(&self, values: &Texts, watch: &dyn Watch) -> Result<Texts, PseudonymError> {
        all_different(self.made(values, watch)?.into_iter().collect())
    }

    /// The values that pseudonyms stand for, looked for among candidates: there is no other way back.
    pub fn values(
        &self,
        pseudonyms: &Texts,
        candidates: &Texts,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<String>>, PseudonymError> {
        let made = self.made(candidates, watch)?;
        let found: KeyedMap<&str, &str> =
            made.iter().map(String::as_str).zip(candidates.iter()).collect();
        Ok(pseudonyms.iter().map(|text| found.get(text).map(|&value| value.to_owned())).collect())
    }

    fn made(&self, values: &Texts, watch: &dyn Watch) -> Result<Vec<String>, PseudonymError> {
        each(values, watch, |value| {
            let mut code = self.code.clone();
            code.update(value.as_bytes());
            self.token.text(&code.finalize().into_bytes().into())
        })
    }
}

impl fmt::Debug for Keyed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keyed({:?})", self.token)
    }
}

/// HMAC-SHA-256 itself: of a message, under a key of any length.
pub fn mac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut code = code(key);
    code.update(message);
    code.finalize().into_bytes().into()
}
