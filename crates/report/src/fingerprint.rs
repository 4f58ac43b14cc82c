//! Digests of files: plain ones, and ones with a key.

use hmac::{Hmac, KeyInit, Mac};
pub(crate) use ridotto_keys::{bytes_of, hexadecimal};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use zeroize::Zeroizing;

/// How a digest was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FingerprintKind {
    /// SHA-256 of the file's bytes, as `sha256sum` prints it.
    #[default]
    Sha256,
    /// HMAC-SHA-256, under a secret key, of the file's SHA-256 (its 32 bytes).
    HmacSha256,
}

/// The digest of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    /// How it was made.
    pub kind: FingerprintKind,
    /// It, as 64 lower-case hexadecimal digits.
    pub value: String,
}

impl Fingerprint {
    /// A plain digest that was made before: 64 hexadecimal digits.
    pub fn plain(sha256: &str) -> Self {
        Self { kind: FingerprintKind::Sha256, value: sha256.to_ascii_lowercase() }
    }

    /// The plain digest of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self { kind: FingerprintKind::Sha256, value: hexadecimal(&Sha256::digest(bytes)) }
    }

    /// This plain digest under a key; `None` if it is not a plain digest.
    pub fn keyed(&self, key: &FingerprintKey) -> Option<Self> {
        let plain: [u8; 32] = bytes_of(&self.value)?;
        (self.kind == FingerprintKind::Sha256).then(|| Self {
            kind: FingerprintKind::HmacSha256,
            value: hexadecimal(&key.sign(&plain)),
        })
    }
}

/// The secret key of digests. Whoever has it can confirm a guess of the file; nobody else can.
#[derive(Clone)]
pub struct FingerprintKey(Zeroizing<Vec<u8>>);

/// The key is too short to be a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key of digests has {0} bytes; it must have 16 at least, and 32 are better")]
pub struct ShortKey(usize);

impl FingerprintKey {
    /// A key of at least 16 bytes, which should come from the operating system's randomness.
    pub fn new(bytes: &[u8]) -> Result<Self, ShortKey> {
        if bytes.len() < 16 {
            Err(ShortKey(bytes.len()))
        } else {
            Ok(Self(Zeroizing::new(bytes.to_vec())))
        }
    }

    fn sign(&self, bytes: &[u8]) -> [u8; 32] {
        let mut code =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        code.update(bytes);
        code.finalize().into_bytes().into()
    }
}

impl fmt::Debug for FingerprintKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FingerprintKey(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standards() {
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Fingerprint::of(b"abc"), Fingerprint::plain(abc));
        // RFC 4231, test case 3: twenty times 0xaa, fifty times 0xdd.
        let key = FingerprintKey::new(&[0xaa; 20]).unwrap();
        let expected = "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe";
        assert_eq!(hexadecimal(&key.sign(&[0xdd; 50])), expected);
    }

    #[test]
    fn a_keyed_digest_depends_on_the_key_and_is_not_keyed_twice() {
        let plain = Fingerprint::of(b"abc");
        let with = |byte| plain.keyed(&FingerprintKey::new(&[byte; 32]).unwrap()).unwrap();
        assert_ne!(with(1), with(2));
        assert_eq!(with(1).keyed(&FingerprintKey::new(&[1; 32]).unwrap()), None);
        assert_eq!(
            Fingerprint::plain("short").keyed(&FingerprintKey::new(&[1; 32]).unwrap()),
            None
        );
    }

    #[test]
    fn keys_are_long_and_secret() {
        assert_eq!(FingerprintKey::new(&[7; 15]).unwrap_err(), ShortKey(15));
        let shown = format!("{:?}", FingerprintKey::new(&[7; 16]).unwrap());
        assert_eq!(shown, "FingerprintKey(secret)");
    }
}
