//! The keys of certificates as files; [`ridotto_keys`] says how a key is written.

use super::{SigningKey, VerifyingKey};
use crate::fingerprint::FingerprintKey;
use hmac::{Hmac, KeyInit, Mac};
use ridotto_keys::{Kind, Misread, read, write};
use sha2::Sha256;
use zeroize::Zeroizing;

/// Why a file is not the key that it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyFault {
    /// It is no key at all, or it was cut or changed.
    #[error("this is not a key of ridotto")]
    NotAKey,
    /// It is the public key, where the private one is needed.
    #[error("this is a public key, and a certificate is signed with the private one")]
    Public,
    /// It is the private key, where the public one is needed.
    #[error("this is a private key, and a certificate is checked with the public one")]
    Private,
    /// It is a secret key, which makes pseudonyms.
    #[error("this is the key of pseudonyms, and certificates have keys of their own")]
    Secret,
}

impl From<Misread> for KeyFault {
    fn from(misread: Misread) -> Self {
        match misread {
            Misread::NotAKey => Self::NotAKey,
            Misread::Other(Kind::Public) => Self::Public,
            Misread::Other(Kind::Private) => Self::Private,
            Misread::Other(Kind::Secret) => Self::Secret,
        }
    }
}

/// The file of a private key. It is wiped from memory when it is dropped.
pub fn private_text(key: &SigningKey) -> Zeroizing<String> {
    write(Kind::Private, key.as_bytes())
}

/// The file of a public key.
pub fn public_text(key: &VerifyingKey) -> String {
    write(Kind::Public, key.as_bytes()).to_string()
}

/// Reads the file of a private key.
pub fn read_private(text: &[u8]) -> Result<SigningKey, KeyFault> {
    Ok(SigningKey::from_bytes(&*read(Kind::Private, text)?))
}

/// Reads the file of a public key.
pub fn read_public(text: &[u8]) -> Result<VerifyingKey, KeyFault> {
    let bytes = read(Kind::Public, text)?;
    VerifyingKey::from_bytes(&bytes).map_err(|_| KeyFault::NotAKey)
}

/// The key of digests that belongs to a signing key: HMAC-SHA-256 under the private key of the words
/// `ridotto digest key 1`. Nobody who lacks the private key can make it, and it tells nothing
/// about that key.
pub fn digest_key(key: &SigningKey) -> FingerprintKey {
    let mut code = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC takes any key");
    code.update(b"ridotto digest key 1");
    let bytes = Zeroizing::new(<[u8; 32]>::from(code.finalize().into_bytes()));
    FingerprintKey::new(&*bytes).expect("32 bytes are enough")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_back_and_not_mistaken() {
        let key = SigningKey::from_bytes(&[9; 32]);
        let (private, public) = (private_text(&key), public_text(&key.verifying_key()));
        assert_eq!(read_private(private.as_bytes()).unwrap().to_bytes(), key.to_bytes());
        assert_eq!(read_public(public.as_bytes()).unwrap(), key.verifying_key());
        assert_eq!(read_private(public.as_bytes()).unwrap_err(), KeyFault::Public);
        assert_eq!(read_public(private.as_bytes()).unwrap_err(), KeyFault::Private);
        let cut = &private.as_bytes()[..40];
        for strange in [&b""[..], b"ssh-ed25519 AAAA", b"\xff\xfe", cut] {
            assert_eq!(read_private(strange).unwrap_err(), KeyFault::NotAKey);
            assert!(read_public(strange).is_err());
        }
    }

    #[test]
    fn digests_of_two_publishers_differ() {
        let digest = crate::Fingerprint::of(b"input");
        let keyed = |byte| digest.keyed(&digest_key(&SigningKey::from_bytes(&[byte; 32])));
        assert!(keyed(1).is_some() && keyed(1) != keyed(2));
    }
}
