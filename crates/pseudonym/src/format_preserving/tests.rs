//! Encryption that keeps shapes: published numbers, laws, and refusals.

use super::*;
use proptest::prelude::*;
use ridotto_keys::bytes_of;
use zeroize::Zeroizing;

fn key(byte: u8) -> SecretKey {
    SecretKey::new(Zeroizing::new([byte; 32]))
}

fn texts(all: &[&str]) -> Texts {
    all.iter().collect()
}

/// NIST, samples of FF1 with AES-256 (numbers 7 to 9).
#[test]
fn ff1_gives_the_published_numbers() {
    let key: [u8; 32] =
        bytes_of("2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94").unwrap();
    let number = |text: &str| -> Vec<u16> {
        text.chars().map(|digit| digit.to_digit(36).unwrap() as u16).collect()
    };
    for (radix, tweak, plain, expected) in [
        (10, &b""[..], "0123456789", "6657667009"),
        (10, b"9876543210", "0123456789", "1001623463"),
        (36, b"7777pqrs777", "0123456789abcdefghi", "xs8a0azh2avyalyzuwd"),
    ] {
        let cipher = FF1::new(&key, radix).unwrap();
        let there = run(&cipher, tweak, number(plain), Direction::There);
        assert!(there == Ok(number(expected)), "{expected}");
        let back = run(&cipher, tweak, number(expected), Direction::Back);
        assert!(back == Ok(number(plain)), "{plain}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn values_come_back_and_shapes_stay(value in "[a-z]{0,4}[0-9]{6,12}[ ./-]{0,2}[A-Z]{0,3}") {
        let shaped = FormatPreserving::new(&key(1), "id");
        let made = shaped.pseudonyms(&texts(&[&value]), &()).unwrap();
        prop_assert_eq!(shape::shape(made.get(0)), shape::shape(&value));
        let back = shaped.values(&made, &()).unwrap();
        prop_assert_eq!(back.get(0), &value);
    }
}

/// A permutation of each shape: nobody shares a pseudonym.
#[test]
fn different_values_stay_different() {
    let values: Texts = (0..3_000)
        .map(|number| format!("{number:06}"))
        .chain((0..3_000).map(|number| format!("AB{number:05}")))
        .collect();
    let made = FormatPreserving::new(&key(1), "id").pseudonyms(&values, &()).unwrap();
    assert!(crate::distinct::all_different(made).is_ok());
}

#[test]
fn keys_domains_and_shapes_are_apart() {
    let of = |byte, domain: &str, value: &str| {
        let made = FormatPreserving::new(&key(byte), domain).pseudonyms(&texts(&[value]), &());
        made.unwrap().get(0).to_owned()
    };
    let plain = of(1, "id", "12345678");
    assert_eq!(plain, of(1, "id", "12345678"));
    assert_ne!(plain, of(2, "id", "12345678"));
    assert_ne!(plain, of(1, "other", "12345678"));
    // The same digits in another shape.
    assert_ne!(plain, of(1, "id", "1234-5678").replace('-', ""));
}

#[test]
fn what_is_too_few_foreign_or_long_is_counted_and_refused() {
    let long = "x".repeat(26);
    let digits = "7".repeat(400);
    for (values, expected) in [
        (&["12345", "123456", "1-2-3"][..], Err(PseudonymError::SmallDomain(2))),
        (&["abcd"], Err(PseudonymError::SmallDomain(1))),
        (&["abcde"], Ok(())),
        (&["", "--"], Err(PseudonymError::SmallDomain(2))),
        (&["1234567", "Zoë-1234567"], Err(PseudonymError::Foreign(1))),
        (&[&long], Err(PseudonymError::TooLong(1))),
        (&[&digits], Ok(())),
    ] {
        let made = FormatPreserving::new(&key(1), "id").pseudonyms(&texts(values), &());
        assert_eq!(made.map(|_| ()), expected);
    }
}
