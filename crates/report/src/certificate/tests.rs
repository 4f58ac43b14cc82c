//! Tests of certificates: what is changed is found, whatever it is.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn key(byte: u8) -> SigningKey {
    SigningKey::from_bytes(&[byte; 32])
}

fn certificate() -> Certificate {
    let parameters = BTreeMap::from([
        ("k".to_owned(), Parameter::Number(5.0)),
        ("estimate".to_owned(), Parameter::Text("poisson".into())),
    ]);
    let verdict = Guarantee {
        model: "k-map".into(),
        attribute: None,
        parameters,
        required: Some(5.0),
        decided_by: Some("k".into()),
        bound: Some(crate::Way::AtLeast),
        attained: Some(0.1 + 0.2),
        holds: Some(true),
        shown: "by the file".into(),
        known: crate::Known::default(),
    };
    Certificate {
        ridotto: "0.1.0".into(),
        issued: "2026-01-31T12:00:00Z".into(),
        input: Some(Fingerprint::of(b"input")),
        policy: Fingerprint::of(b"policy"),
        output: Fingerprint::of(b"output"),
        verdicts: vec![verdict],
    }
}

fn expecting(byte: u8) -> Expected {
    Expected { key: Some(key(byte).verifying_key()), ..Expected::default() }
}

#[test]
fn a_signed_certificate_looks_like_this() {
    let document = certificate().issue(Some(&key(1))).unwrap();
    insta::assert_snapshot!(document);
    let canonical = String::from_utf8(certificate().canonical_bytes()).unwrap();
    insta::assert_snapshot!(canonical);
}

#[test]
fn what_was_issued_is_verified() {
    let signed = certificate().issue(Some(&key(1))).unwrap();
    let verified = verify(signed.as_bytes(), &expecting(1)).unwrap();
    assert_eq!((verified.signed, verified.holds), (true, true));
    assert_eq!(verified.certificate, certificate());
    let unknown = verify(signed.as_bytes(), &Expected::default()).unwrap();
    assert!(!unknown.signed, "nobody said who should have signed");
    let unsigned = certificate().issue(None).unwrap();
    assert!(!verify(unsigned.as_bytes(), &Expected::default()).unwrap().signed);
}

#[test]
fn every_changed_byte_is_found() {
    for (document, expected) in [
        (certificate().issue(Some(&key(1))).unwrap(), expecting(1)),
        (certificate().issue(None).unwrap(), Expected::default()),
    ] {
        let bytes = document.as_bytes();
        for at in 0..bytes.len() {
            for flip in [0x01, 0x02, 0x10, 0x20, 0x80] {
                let mut changed = bytes.to_vec();
                changed[at] ^= flip;
                assert!(verify(&changed, &expected).is_err(), "byte {at}, {flip:#x}");
            }
            let removed = [&bytes[..at], &bytes[at + 1..]].concat();
            assert!(verify(&removed, &expected).is_err(), "byte {at} removed");
            for added in [b' ', b'0', b'\n', b'"'] {
                let longer = [&bytes[..at], &[added], &bytes[at..]].concat();
                assert!(verify(&longer, &expected).is_err(), "{added} added before byte {at}");
            }
        }
    }
}

#[test]
fn each_fault_has_its_name() {
    let signed = certificate().issue(Some(&key(1))).unwrap();
    let fault =
        |document: &str, expected: &Expected| verify(document.as_bytes(), expected).unwrap_err();
    let one = expecting(1);
    assert!(matches!(fault("{}", &one), Fault::Unreadable { .. }));
    assert_eq!(fault(&signed.replace("\n  ", "\n\t"), &one), Fault::Reformatted);
    assert_eq!(
        fault(&signed.replace("\"holds\": true", "\"holds\": false"), &one),
        Fault::Tampered
    );
    assert_eq!(fault(&certificate().issue(None).unwrap(), &one), Fault::Unsigned);
    let forged = certificate().issue(Some(&key(2))).unwrap();
    let other = hexadecimal(key(2).verifying_key().as_bytes());
    assert_eq!(fault(&forged, &one), Fault::WrongKey { signer: other.clone() });
    // Somebody writes the right key above a wrong signature.
    let right = hexadecimal(key(1).verifying_key().as_bytes());
    assert_eq!(fault(&forged.replace(&other, &right), &one), Fault::Tampered);
}

#[test]
fn another_file_is_found() {
    let document = certificate().issue(None).unwrap();
    let with = |expected: Expected| verify(document.as_bytes(), &expected).map(|_| ());
    let output = |bytes| Expected { output: Some(Fingerprint::of(bytes)), ..Expected::default() };
    assert_eq!(with(output(b"output")), Ok(()));
    assert_eq!(with(output(b"other")), Err(Fault::OtherFile(FileRole::Output)));
    let input = Expected { input: Some(Fingerprint::of(b"x")), ..Expected::default() };
    assert_eq!(with(input), Err(Fault::OtherFile(FileRole::Input)));
    let keyed = Fingerprint::of(b"policy").keyed(&FingerprintKey::new(&[1; 32]).unwrap()).unwrap();
    assert_eq!(keyed.kind, FingerprintKind::HmacSha256);
    let policy = Expected { policy: Some(keyed), ..Expected::default() };
    assert_eq!(with(policy), Err(Fault::OtherKind(FileRole::Policy)));
}

#[test]
fn a_published_certificate_has_no_plain_digest_of_the_input() {
    let digest_key = FingerprintKey::new(&[5; 32]).unwrap();
    let published = certificate().published(&digest_key).unwrap();
    let document = published.issue(Some(&key(1))).unwrap();
    assert!(!document.contains(&certificate().input.expect("a digest").value));
    assert!(!document.contains(&certificate().policy.value));
    assert!(document.contains(&certificate().output.value));
    assert_eq!(published.published(&digest_key), Some(published.clone()));
    // Its owner, who has the key, can still say which input it is about.
    let input = Fingerprint::of(b"input").keyed(&digest_key);
    assert!(verify(document.as_bytes(), &Expected { input, ..expecting(1) }).unwrap().signed);
    let faulty = Certificate { input: Some(Fingerprint::plain("?")), ..certificate() };
    assert_eq!(faulty.published(&digest_key), None);
}

#[test]
fn what_does_not_hold_is_certified_as_such() {
    let mut content = certificate();
    content.verdicts[0].holds = None;
    let document = content.issue(None).unwrap();
    assert!(!verify(document.as_bytes(), &Expected::default()).unwrap().holds);
    content.verdicts[0].attained = Some(f64::NAN);
    assert_eq!(content.issue(None), Err(Unissued::NotFinite));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_content_is_read_back(text in any::<String>(), number in any::<f64>(), other in any::<f64>()) {
        let mut content = certificate();
        content.ridotto.clone_from(&text);
        content.verdicts[0].attained = Some(number);
        content.verdicts[0].parameters.insert(text, Parameter::Number(other));
        match content.issue(Some(&key(3))) {
            Ok(document) => prop_assert!(verify(document.as_bytes(), &expecting(3)).is_ok()),
            Err(_) => prop_assert!(!number.is_finite() || !other.is_finite()),
        }
    }
}
