//! The certificate: which file was made from which, by which policy, and what holds.
//!
//! # The document
//! A certificate is one JSON document in exactly one form: the fields in the order of the types
//! here, indented by two spaces, numbers as short as they can be told apart, one newline at the
//! end. A document with the same content in another form is refused, so there is no byte of it
//! that could be changed unnoticed.
//!
//! # What is signed
//! The *canonical bytes*: the line `ridotto certificate 1`, a newline, and the document without its
//! `seal` as JSON without spaces or line ends. Ed25519 (RFC 8032) signs these. Without a key the
//! seal is their SHA-256: that finds accidents, but anybody could make it anew.
//!
//! # Example
//! ```
//! use ridotto_report::certificate::{Certificate, Expected, SigningKey, verify};
//! use ridotto_report::Fingerprint;
//! let key = SigningKey::from_bytes(&[7; 32]);
//! let content = Certificate {
//!     ridotto: "0.1.0".into(),
//!     issued: "2026-01-31T12:00:00Z".into(),
//!     input: Some(Fingerprint::of(b"input")),
//!     policy: Fingerprint::of(b"policy"),
//!     output: Fingerprint::of(b"output"),
//!     verdicts: vec![],
//! };
//! let document = content.issue(Some(&key)).unwrap();
//! let expected = Expected { key: Some(key.verifying_key()), ..Expected::default() };
//! assert!(verify(document.as_bytes(), &expected).unwrap().signed);
//! assert!(verify(document.replace("0.1.0", "0.1.1").as_bytes(), &expected).is_err());
//! ```

mod examine;
mod keys;
mod verify;

pub use ed25519_dalek::{SigningKey, VerifyingKey};
pub use examine::{AtHand, Examined, Match, Sealed, examine};
pub use keys::{KeyFault, digest_key, private_text, public_text, read_private, read_public};
pub use verify::{Expected, Fault, FileRole, Verified, verify};

use crate::fingerprint::{Fingerprint, FingerprintKey, FingerprintKind, hexadecimal};
use crate::{Guarantee, Parameter, Report};
use ed25519_dalek::Signer;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What a certificate says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The program's version.
    pub ridotto: String,
    /// When it was issued, as the caller says: RFC 3339 in UTC.
    pub issued: String,
    /// The data that came in. Give a keyed digest if the certificate is to be published; `null`
    /// where the report tells none, because the release is differentially private.
    pub input: Option<Fingerprint>,
    /// The policy's file.
    pub policy: Fingerprint,
    /// The data that go out.
    pub output: Fingerprint,
    /// What was required, and what the output attains.
    pub verdicts: Vec<Guarantee>,
}

/// What makes changes visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Seal {
    /// A signature of the canonical bytes.
    Ed25519 {
        /// The public key, as 64 hexadecimal digits.
        public_key: String,
        /// The signature, as 128 hexadecimal digits.
        signature: String,
    },
    /// A checksum of the canonical bytes: finds accidents, not forgers.
    Sha256 {
        /// It, as 64 hexadecimal digits.
        checksum: String,
    },
}

/// The document: content, then seal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Document {
    certificate: Certificate,
    seal: Seal,
}

/// Why no certificate can be issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unissued {
    /// A verdict has a number that JSON cannot write.
    #[error("a verdict has a number that is not finite, so it cannot be certified")]
    NotFinite,
}

impl Certificate {
    /// A certificate about a report: its version, files and verdicts.
    pub fn of(report: &Report, policy: Fingerprint, issued: &str) -> Self {
        Self {
            ridotto: report.ridotto.clone(),
            issued: issued.to_owned(),
            input: report.input.sha256.as_deref().map(Fingerprint::plain),
            policy,
            output: Fingerprint::plain(report.output.sha256.as_deref().unwrap_or_default()),
            verdicts: report.guarantees.clone(),
        }
    }

    /// The same for the public: digests of input and policy under a key, so that they confirm no
    /// guess, and verdicts without what the file attains ([`Guarantee::published`]). The output's
    /// digest stays plain: whoever has it can make it. Digests that already have a key are kept;
    /// `None` if one is no digest at all.
    pub fn published(&self, key: &FingerprintKey) -> Option<Self> {
        let keyed = |digest: &Fingerprint| match digest.kind {
            FingerprintKind::Sha256 => digest.keyed(key),
            FingerprintKind::HmacSha256 => Some(digest.clone()),
        };
        let input = match &self.input {
            Some(input) => Some(keyed(input)?),
            None => None,
        };
        let verdicts = self.verdicts.iter().map(Guarantee::published).collect();
        Some(Self { input, policy: keyed(&self.policy)?, verdicts, ..self.clone() })
    }

    /// The document, signed if there is a key.
    pub fn issue(&self, key: Option<&SigningKey>) -> Result<String, Unissued> {
        if !self.verdicts.iter().all(is_finite) {
            return Err(Unissued::NotFinite);
        }
        let seal = match key {
            Some(key) => Seal::Ed25519 {
                public_key: hexadecimal(key.verifying_key().as_bytes()),
                signature: hexadecimal(&key.sign(&self.canonical_bytes()).to_bytes()),
            },
            None => Seal::Sha256 { checksum: self.checksum() },
        };
        Ok(crate::to_json(&Document { certificate: self.clone(), seal }))
    }

    /// The bytes that are signed.
    pub fn canonical_bytes(&self) -> Vec<u8> {
        let mut bytes = b"ridotto certificate 1\n".to_vec();
        bytes.extend(serde_json::to_vec(self).expect("our documents have text keys"));
        bytes
    }

    fn checksum(&self) -> String {
        hexadecimal(&Sha256::digest(self.canonical_bytes()))
    }
}

fn is_finite(verdict: &Guarantee) -> bool {
    let numbers = verdict.parameters.values().filter_map(|parameter| match parameter {
        Parameter::Number(number) => Some(*number),
        Parameter::Text(_) => None,
    });
    numbers.chain(verdict.required).chain(verdict.attained).all(f64::is_finite)
}

#[cfg(test)]
mod tests;
