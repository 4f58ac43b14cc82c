//! One key file, many uses: each use has a key of its own.
//!
//! A key made for a purpose and a domain is HMAC-SHA-256, under the key of the file, of words that
//! say which. So pseudonyms of two attributes tell nothing of each other, unless both are given
//! the same domain; and what is known of one use helps with no other.

use hmac::{Hmac, KeyInit, Mac};
use ridotto_keys::{SecretKey, hexadecimal};
use sha2::Sha256;
use zeroize::Zeroizing;

/// HMAC-SHA-256, after its key and before its message.
pub(crate) type Code = Hmac<Sha256>;

/// HMAC-SHA-256 under this key.
pub(crate) fn code(key: &[u8]) -> Code {
    Code::new_from_slice(key).expect("HMAC takes keys of any length")
}

/// The key of a purpose and a domain.
pub(crate) fn derive(key: &SecretKey, purpose: &str, domain: &str) -> SecretKey {
    let mut code = code(key.bytes());
    // Lengths are written, so that no two pairs give the same bytes.
    for part in ["ridotto pseudonym 1", purpose, domain] {
        code.update(&(part.len() as u64).to_le_bytes());
        code.update(part.as_bytes());
    }
    SecretKey::new(Zeroizing::new(code.finalize().into_bytes().into()))
}

/// Sixteen digits that tell keys apart and tell nothing of a key: 64 bits that are made from it
/// and serve no other end.
pub fn fingerprint(key: &SecretKey) -> String {
    hexadecimal(&derive(key, "fingerprint", "").bytes()[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_purpose_and_domain_has_its_own() {
        let key = SecretKey::new(Zeroizing::new([1; 32]));
        let other = SecretKey::new(Zeroizing::new([2; 32]));
        let made = [
            derive(&key, "a", "b"),
            derive(&key, "ab", ""),
            derive(&key, "", "ab"),
            derive(&key, "b", "a"),
            derive(&other, "a", "b"),
        ];
        for (at, one) in made.iter().enumerate() {
            assert!(made[..at].iter().all(|before| before.bytes() != one.bytes()));
            assert_ne!(one.bytes(), key.bytes());
        }
        assert_eq!(derive(&key, "a", "b").bytes(), made[0].bytes());
        assert_ne!(fingerprint(&key), fingerprint(&other));
        assert_eq!(fingerprint(&key).len(), 16);
    }
}
