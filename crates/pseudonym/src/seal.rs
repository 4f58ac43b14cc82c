//! How a mapping is closed in its file.
//!
//! ```text
//! ridotto-mapping-1\n   what the file is, and its version
//! 8 bytes               which key closes it: tells a wrong key from a damaged file
//! 12 bytes              the nonce, drawn by chance whenever the file is written
//! the rest              AES-256-GCM-SIV of the pairs, with its tag; all before it is authenticated
//! ```
//!
//! AES-GCM-SIV (RFC 8452), because a nonce that chance drew twice would only show that two mappings
//! are the same. Lengths and texts of the pairs are read by [`Reader`], which never reads beyond
//! what is there.

use crate::derive::derive;
use crate::{PseudonymError, SecretKey};
use aes_gcm_siv::aead::{Aead, KeyInit, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use rand::{CryptoRng, RngExt};
use zeroize::Zeroizing;

const MAGIC: &[u8] = b"ridotto-mapping-1\n";
const MARK: usize = 8;
const NONCE: usize = 12;
const HEAD: usize = MAGIC.len() + MARK;

/// Closes bytes.
pub(crate) fn close(plain: &[u8], key: &SecretKey, chance: &mut impl CryptoRng) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&derive(key, "mapping mark", "").bytes()[..MARK]);
    let mut nonce = [0; NONCE];
    chance.fill(&mut nonce);
    let payload = Payload { msg: plain, aad: &bytes };
    let closed = cipher(key)
        .encrypt(&Nonce::from(nonce), payload)
        .expect("no mapping has the 64 GiB that are too many");
    bytes.extend_from_slice(&nonce);
    bytes.extend_from_slice(&closed);
    bytes
}

/// Opens what was closed, if the key is the same and no byte was changed.
pub(crate) fn open(bytes: &[u8], key: &SecretKey) -> Result<Zeroizing<Vec<u8>>, PseudonymError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(PseudonymError::NotAMapping)?;
    let (mark, rest) = rest.split_at_checked(MARK).ok_or(PseudonymError::Damaged)?;
    if mark != &derive(key, "mapping mark", "").bytes()[..MARK] {
        return Err(PseudonymError::WrongKey);
    }
    let (nonce, closed) = rest.split_at_checked(NONCE).ok_or(PseudonymError::Damaged)?;
    let nonce: [u8; NONCE] = nonce.try_into().expect("it was split off at this length");
    let payload = Payload { msg: closed, aad: &bytes[..HEAD] };
    let plain = cipher(key).decrypt(&Nonce::from(nonce), payload);
    plain.map(Zeroizing::new).map_err(|_| PseudonymError::Damaged)
}

fn cipher(key: &SecretKey) -> Aes256GcmSiv {
    Aes256GcmSiv::new(derive(key, "mapping", "").bytes().into())
}

/// Bytes to be closed; they are wiped when dropped.
pub(crate) struct Parts {
    pub bytes: Zeroizing<Vec<u8>>,
}

impl Parts {
    /// As long as it will be: what grows leaves copies behind.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Zeroizing::new(Vec::with_capacity(bytes)) }
    }

    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub fn number(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        let length = u32::try_from(text.len()).expect("no cell has four gigabytes");
        self.bytes.extend_from_slice(&length.to_le_bytes());
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

/// Reads what [`Parts`] wrote.
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    pub fn text(&mut self) -> Option<&'a str> {
        let length = u32::from_le_bytes(self.take(4)?.try_into().ok()?);
        std::str::from_utf8(self.take(length as usize)?).ok()
    }
}
