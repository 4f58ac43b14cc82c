//! Keys as files: one line of text each, a word that says what the key is for and 64 hexadecimal
//! digits.
//!
//! Certificates and pseudonyms use keys of different kinds, and one must not be taken for another:
//! the word tells them apart. What holds a secret is wiped from memory when it is dropped, and its
//! `Debug` shows nothing of it.

use std::fmt;
use zeroize::Zeroizing;

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The private key that signs certificates.
    Private,
    /// The public key that checks them.
    Public,
    /// The secret key that makes pseudonyms.
    Secret,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Private, Self::Public, Self::Secret];

    const fn word(self) -> &'static str {
        match self {
            Self::Private => "ridotto-private-key-1 ",
            Self::Public => "ridotto-public-key-1 ",
            Self::Secret => "ridotto-secret-key-1 ",
        }
    }
}

/// Why a text is not the key that it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misread {
    /// It is no key at all, or it was cut or changed.
    #[error("this is not a key of ridotto")]
    NotAKey,
    /// It is a key of another kind.
    #[error("this is a key for another purpose")]
    Other(Kind),
}

/// The line of a key. It is wiped from memory when it is dropped.
///
/// ```
/// use ridotto_keys::{Kind, read, write};
///
/// let line = write(Kind::Secret, &[7; 32]);
/// assert_eq!(*read(Kind::Secret, line.as_bytes()).unwrap(), [7; 32]);
/// assert!(read(Kind::Private, line.as_bytes()).is_err());
/// ```
pub fn write(kind: Kind, bytes: &[u8; 32]) -> Zeroizing<String> {
    let word = kind.word();
    // As long as it will be: a text that grows leaves copies behind.
    let mut text = Zeroizing::new(String::with_capacity(word.len() + 65));
    text.push_str(word);
    push_hexadecimal(bytes, &mut text);
    text.push('\n');
    text
}

/// Reads the line of a key.
pub fn read(kind: Kind, text: &[u8]) -> Result<Zeroizing<[u8; 32]>, Misread> {
    let text = std::str::from_utf8(text).map_err(|_| Misread::NotAKey)?;
    let is = |kind: &Kind| text.starts_with(kind.word());
    if let Some(other) = Kind::ALL.into_iter().filter(|&other| other != kind).find(is) {
        return Err(Misread::Other(other));
    }
    let digits = text.strip_prefix(kind.word()).ok_or(Misread::NotAKey)?;
    bytes_of(digits.trim_end()).map(Zeroizing::new).ok_or(Misread::NotAKey)
}

/// 32 secret bytes. Their `Debug` shows nothing, and they are wiped when dropped.
#[derive(Clone)]
pub struct SecretKey(Zeroizing<[u8; 32]>);

impl SecretKey {
    /// A key of these bytes, which should come from the operating system's randomness.
    pub fn new(bytes: Zeroizing<[u8; 32]>) -> Self {
        Self(bytes)
    }

    /// Reads the file of a secret key.
    pub fn read(text: &[u8]) -> Result<Self, Misread> {
        read(Kind::Secret, text).map(Self)
    }

    /// The file of the key.
    pub fn write(&self) -> Zeroizing<String> {
        write(Kind::Secret, &self.0)
    }

    /// The bytes, for who computes with them.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(secret)")
    }
}

/// Bytes as lower-case hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    push_hexadecimal(bytes, &mut text);
    text
}

fn push_hexadecimal(bytes: &[u8], text: &mut String) {
    let digit = |four: u8| char::from_digit(u32::from(four), 16).unwrap_or('0');
    text.extend(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]));
}

/// The bytes that hexadecimal digits stand for, if there are exactly so many.
pub fn bytes_of<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let digits = digits.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16);
        *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_back_and_not_mistaken() {
        for kind in Kind::ALL {
            let line = write(kind, &[0xa5; 32]);
            for other in Kind::ALL {
                let read = read(other, line.as_bytes());
                let expected =
                    if kind == other { Ok([0xa5; 32]) } else { Err(Misread::Other(kind)) };
                assert_eq!(read.map(|bytes| *bytes), expected);
            }
            let cut = &line.as_bytes()[..40];
            for strange in [&b""[..], b"ssh-ed25519 AAAA", b"\xff\xfe", cut] {
                assert_eq!(read(kind, strange).unwrap_err(), Misread::NotAKey);
            }
        }
    }

    #[test]
    fn hexadecimal_digits_are_read_back() {
        assert_eq!(hexadecimal(&[0, 255, 16]), "00ff10");
        assert_eq!(bytes_of::<3>("00FF10"), Some([0, 255, 16]));
        for wrong in ["00ff1", "00ff1g", "00ff1000", "+0ff10"] {
            assert_eq!(bytes_of::<3>(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn debug_shows_nothing_of_a_key() {
        let key = SecretKey::new(Zeroizing::new([9; 32]));
        assert_eq!(format!("{key:?}"), "SecretKey(secret)");
    }
}
