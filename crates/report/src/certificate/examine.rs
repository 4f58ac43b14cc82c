//! A certificate held against what is at hand, item by item.

use super::{Expected, Fault, FileRole, verify};
use crate::Guarantee;
use crate::fingerprint::{Fingerprint, FingerprintKey, FingerprintKind};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is at hand.
#[derive(Clone, Debug, Default)]
pub struct AtHand {
    /// Who must have signed, and plain digests of the files.
    pub expected: Expected,
    /// The publisher's key of digests, for certificates that were made for the public.
    pub digests: Option<FingerprintKey>,
}

/// What can be said of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Match {
    /// It is the certified one, to the byte.
    Matches,
    /// It is another one.
    Differs,
    /// There is none at hand.
    #[default]
    NotGiven,
    /// The certificate says nothing of it.
    NotCertified,
    /// The certificate has a digest that only the publisher's private key can make.
    NeedsKey,
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Matches => "matches",
            Self::Differs => "DIFFERS",
            Self::NotGiven => "not given",
            Self::NotCertified => "not certified",
            Self::NeedsKey => "cannot be compared without the publisher's private key",
        })
    }
}

/// What is known of who made a certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sealed {
    /// It is broken, or of another key than the expected one.
    #[default]
    Faulty,
    /// It is whole, and anybody could have made it.
    Unsigned,
    /// It is whole, and the key that it names has signed it. Whose that is, nobody said.
    ByItsOwnKey,
    /// It is whole, and the expected key has signed it.
    ByTheGivenKey,
}

/// What came of holding a certificate against what is at hand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Examined {
    /// Whether it is certain who says what: the given key has signed, every file at hand is the
    /// certified one, and every requirement holds. Never without a key: anybody can make a
    /// certificate that fits any files, and sign it with a key of their own.
    pub verified: bool,
    /// Whether nothing contradicts it: its seal is whole, every file at hand is the certified one,
    /// and every requirement is said to hold, by whomever.
    pub fits: bool,
    /// The seal.
    pub seal: Sealed,
    /// What is wrong with it.
    pub fault: Option<String>,
    /// The public key that signed.
    pub signer: Option<String>,
    /// The version that made the release.
    pub ridotto: Option<String>,
    /// When it was issued.
    pub issued: Option<String>,
    /// The input.
    pub input: Match,
    /// The policy.
    pub policy: Match,
    /// The output.
    pub output: Match,
    /// What was required, and what the output attains.
    pub guarantees: Vec<Guarantee>,
}

impl Examined {
    /// The files in their order.
    pub fn files(&self) -> [(FileRole, Match); 3] {
        [
            (FileRole::Input, self.input),
            (FileRole::Policy, self.policy),
            (FileRole::Output, self.output),
        ]
    }
}

/// Holds a certificate against what is at hand. If its seal is broken, nothing that it says is
/// compared with anything.
pub fn examine(document: &[u8], at_hand: &AtHand) -> Examined {
    let seal_only = Expected { key: at_hand.expected.key, ..Expected::default() };
    let verified = match verify(document, &seal_only) {
        Ok(verified) => verified,
        Err(fault) => {
            let signer = match &fault {
                Fault::WrongKey { signer } => Some(signer.clone()),
                _ => None,
            };
            return Examined { fault: Some(fault.to_string()), signer, ..Examined::default() };
        }
    };
    let (certificate, files) = (verified.certificate, &at_hand.expected);
    let keyed = |found: &Option<Fingerprint>, certified: Option<&Fingerprint>| {
        compare(certified, found.as_ref(), at_hand.digests.as_ref())
    };
    let input = keyed(&files.input, certificate.input.as_ref());
    let policy = keyed(&files.policy, Some(&certificate.policy));
    let output = keyed(&files.output, Some(&certificate.output));
    let is_right = |file: Match| matches!(file, Match::Matches | Match::NotGiven);
    let fits = verified.holds && [input, policy, output].into_iter().all(is_right);
    Examined {
        verified: fits && verified.signed,
        fits,
        seal: match (&verified.signer, verified.signed) {
            (None, _) => Sealed::Unsigned,
            (Some(_), true) => Sealed::ByTheGivenKey,
            (Some(_), false) => Sealed::ByItsOwnKey,
        },
        fault: None,
        signer: verified.signer,
        ridotto: Some(certificate.ridotto),
        issued: Some(certificate.issued),
        input,
        policy,
        output,
        guarantees: certificate.verdicts,
    }
}

fn compare(
    certified: Option<&Fingerprint>,
    found: Option<&Fingerprint>,
    key: Option<&FingerprintKey>,
) -> Match {
    let Some(found) = found else { return Match::NotGiven };
    let Some(certified) = certified else { return Match::NotCertified };
    let found = match (certified.kind, key) {
        (FingerprintKind::Sha256, _) => Some(found.clone()),
        (FingerprintKind::HmacSha256, Some(key)) => found.keyed(key),
        (FingerprintKind::HmacSha256, None) => return Match::NeedsKey,
    };
    if found.is_some_and(|found| found.value == certified.value) {
        Match::Matches
    } else {
        Match::Differs
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Certificate, SigningKey, digest_key};
    use super::*;

    fn certificate() -> Certificate {
        let holds = Guarantee { holds: Some(true), ..Guarantee::default() };
        Certificate {
            input: Some(Fingerprint::of(b"input")),
            policy: Fingerprint::of(b"policy"),
            output: Fingerprint::of(b"output"),
            verdicts: vec![holds],
            ..Certificate::default()
        }
    }

    fn with_input(bytes: &[u8]) -> AtHand {
        let expected = Expected { input: Some(Fingerprint::of(bytes)), ..Expected::default() };
        AtHand { expected, digests: None }
    }

    #[test]
    fn each_item_is_told() {
        let document = certificate().issue(None).unwrap();
        let right = examine(document.as_bytes(), &with_input(b"input"));
        assert_eq!((right.verified, right.fits, right.seal), (false, true, Sealed::Unsigned));
        assert_eq!((right.input, right.policy), (Match::Matches, Match::NotGiven));
        let wrong = examine(document.as_bytes(), &with_input(b"another"));
        assert_eq!((wrong.fits, wrong.input), (false, Match::Differs));
        let none = Certificate { input: None, ..certificate() }.issue(None).unwrap();
        let said = examine(none.as_bytes(), &with_input(b"input"));
        assert_eq!((said.fits, said.input), (false, Match::NotCertified));
    }

    #[test]
    fn what_does_not_hold_is_not_verified() {
        let fails = Guarantee { holds: Some(false), ..Guarantee::default() };
        let broken = Certificate { verdicts: vec![fails], ..certificate() };
        let key = SigningKey::from_bytes(&[5; 32]);
        let document = broken.issue(Some(&key)).unwrap();
        let examined = examine(document.as_bytes(), &signed_by(&key));
        assert_eq!((examined.verified, examined.fits), (false, false));
        assert_eq!(examined.seal, Sealed::ByTheGivenKey);
    }

    fn signed_by(key: &SigningKey) -> AtHand {
        let expected = Expected { key: Some(key.verifying_key()), ..Expected::default() };
        AtHand { expected, digests: None }
    }

    #[test]
    fn what_a_stranger_signed_fits_and_is_not_verified() {
        let [publisher, stranger] = [5, 6].map(|byte| SigningKey::from_bytes(&[byte; 32]));
        let forged = certificate().issue(Some(&stranger)).unwrap();
        let unasked = examine(forged.as_bytes(), &with_input(b"input"));
        assert_eq!((unasked.verified, unasked.fits), (false, true));
        assert_eq!(unasked.seal, Sealed::ByItsOwnKey);
        let asked = examine(forged.as_bytes(), &signed_by(&publisher));
        assert_eq!((asked.verified, asked.fits, asked.seal), (false, false, Sealed::Faulty));
        let genuine = certificate().issue(Some(&publisher)).unwrap();
        assert!(examine(genuine.as_bytes(), &signed_by(&publisher)).verified);
    }

    #[test]
    fn public_digests_want_the_private_key() {
        let key = SigningKey::from_bytes(&[5; 32]);
        let public = certificate().published(&digest_key(&key)).unwrap();
        let document = public.issue(Some(&key)).unwrap();
        let stranger = examine(document.as_bytes(), &with_input(b"input"));
        assert_eq!((stranger.verified, stranger.input), (false, Match::NeedsKey));
        assert_eq!(stranger.seal, Sealed::ByItsOwnKey);
        for (bytes, said) in [(&b"input"[..], Match::Matches), (b"other", Match::Differs)] {
            let owner = AtHand { digests: Some(digest_key(&key)), ..with_input(bytes) };
            assert_eq!(examine(document.as_bytes(), &owner).input, said);
        }
    }

    #[test]
    fn broken_seals_are_compared_with_nothing() {
        let document =
            certificate().issue(None).unwrap().replace("\"issued\": \"", "\"issued\": \"1");
        let broken = examine(document.as_bytes(), &with_input(b"input"));
        assert_eq!((broken.fits, broken.seal), (false, Sealed::Faulty));
        assert_eq!((broken.input, broken.issued), (Match::NotGiven, None));
        assert!(broken.fault.is_some());
    }
}
