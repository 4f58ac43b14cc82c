//! Is a certificate what it claims to be, and is it about these files?

use super::{Document, Seal};
use crate::fingerprint::{Fingerprint, FingerprintKind, bytes_of};
use ed25519_dalek::{Signature, VerifyingKey};
use std::fmt;

/// What a certificate is held against. What is `None` is not checked.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// Who must have signed. Without it a signature is only known to fit its own key, which
    /// anybody could have made.
    pub key: Option<VerifyingKey>,
    /// The digest of the input at hand, of the same kind as in the certificate.
    pub input: Option<Fingerprint>,
    /// The digest of the policy at hand.
    pub policy: Option<Fingerprint>,
    /// The digest of the output at hand.
    pub output: Option<Fingerprint>,
}

/// What is known about a certificate that has no fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// Its content.
    pub certificate: super::Certificate,
    /// Whether it is signed by the expected key. False if it has only a checksum, and false if no
    /// key was expected: then nobody knows who signed.
    pub signed: bool,
    /// The public key that signed, whoever that is; `None` if it has only a checksum.
    pub signer: Option<String>,
    /// Whether there is a requirement, and every one holds. A certificate may honestly say that
    /// one does not.
    pub holds: bool,
}

/// A file that a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// The data that came in.
    Input,
    /// The policy.
    Policy,
    /// The data that go out.
    Output,
}

impl fmt::Display for FileRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Policy => "policy",
            Self::Output => "output",
        })
    }
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is not a certificate at all.
    #[error("this is not a certificate: line {line}, column {column} does not fit")]
    Unreadable {
        /// Where reading stopped.
        line: usize,
        /// Where in that line.
        column: usize,
    },
    /// It says something in another form than it was issued in, so its bytes were changed.
    #[error("the certificate was changed after it was issued: its form is not the issued one")]
    Reformatted,
    /// Its content does not fit its seal.
    #[error("the certificate was changed after it was issued: its content does not fit its seal")]
    Tampered,
    /// It is not signed, and a signature was expected.
    #[error("the certificate is not signed, so anybody could have made it")]
    Unsigned,
    /// It is signed by somebody else.
    #[error("the certificate is signed by another key than the expected one: {signer}")]
    WrongKey {
        /// The public key that signed.
        signer: String,
    },
    /// It is about another file.
    #[error("the certificate is about another {0} file than this one")]
    OtherFile(FileRole),
    /// The digest at hand and that of the certificate are of different kinds.
    #[error("the {0} file cannot be compared: one digest is plain and the other made with a key")]
    OtherKind(FileRole),
}

/// Checks a document, in this order: can it be read, is its form the issued one, does its seal fit,
/// is it signed by the expected key, is it about the files at hand. The first fault is returned.
pub fn verify(document: &[u8], expected: &Expected) -> Result<Verified, Fault> {
    let Document { certificate, seal } = serde_json::from_slice(document)
        .map_err(|error| Fault::Unreadable { line: error.line(), column: error.column() })?;
    let issued = Document { certificate, seal };
    if crate::to_json(&issued).as_bytes() != document {
        return Err(Fault::Reformatted);
    }
    let Document { certificate, seal } = issued;
    let signer = match &seal {
        Seal::Sha256 { checksum } => {
            if *checksum != certificate.checksum() {
                return Err(Fault::Tampered);
            }
            if expected.key.is_some() {
                return Err(Fault::Unsigned);
            }
            None
        }
        Seal::Ed25519 { public_key, signature } => {
            check_signature(&certificate.canonical_bytes(), public_key, signature)?;
            let other = |key: &VerifyingKey| bytes_of(public_key) != Some(key.to_bytes());
            if expected.key.as_ref().is_some_and(other) {
                return Err(Fault::WrongKey { signer: public_key.clone() });
            }
            Some(public_key.clone())
        }
    };
    let files = [
        (FileRole::Input, certificate.input.as_ref(), &expected.input),
        (FileRole::Policy, Some(&certificate.policy), &expected.policy),
        (FileRole::Output, Some(&certificate.output), &expected.output),
    ];
    for (role, certified, found) in files {
        match (certified, found) {
            (Some(certified), found) => check_file(role, certified, found.as_ref())?,
            // What is not certified cannot be the one at hand.
            (None, Some(_)) => return Err(Fault::OtherFile(role)),
            (None, None) => {}
        }
    }
    let every = certificate.verdicts.iter().all(|verdict| verdict.holds == Some(true));
    let holds = every && !certificate.verdicts.is_empty();
    Ok(Verified { signed: expected.key.is_some(), signer, holds, certificate })
}

fn check_signature(content: &[u8], key: &str, signature: &str) -> Result<(), Fault> {
    let lower = |text: &str| !text.bytes().any(|letter| letter.is_ascii_uppercase());
    if !lower(key) || !lower(signature) {
        return Err(Fault::Reformatted);
    }
    let key = bytes_of(key).and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
    let signature = bytes_of(signature).map(|bytes| Signature::from_bytes(&bytes));
    let (key, signature) = key.zip(signature).ok_or(Fault::Tampered)?;
    key.verify_strict(content, &signature).map_err(|_| Fault::Tampered)
}

fn check_file(
    role: FileRole,
    certified: &Fingerprint,
    found: Option<&Fingerprint>,
) -> Result<(), Fault> {
    let Some(found) = found else { return Ok(()) };
    let kinds: (FingerprintKind, FingerprintKind) = (certified.kind, found.kind);
    if kinds.0 != kinds.1 {
        return Err(Fault::OtherKind(role));
    }
    if certified.value == found.value { Ok(()) } else { Err(Fault::OtherFile(role)) }
}
