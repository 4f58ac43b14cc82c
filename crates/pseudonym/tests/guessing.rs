//! Why a hash without a key is no pseudonym: an intruder who can list the values hashes them all.
//!
//! The same intruder, with all the computing power of a list, finds nobody where there is a key.

use ridotto_core::Texts;
use ridotto_pseudonym::{Keyed, Salted, SecretKey, Token};
use std::collections::HashMap;
use zeroize::Zeroizing;

/// How many of the pseudonyms the intruder gets right, who makes one of every candidate.
fn found(
    people: &Texts,
    published: &Texts,
    candidates: &Texts,
    intruder: impl Fn(&Texts) -> Texts,
) -> usize {
    let tried = intruder(candidates);
    let table: HashMap<&str, &str> = tried.iter().zip(candidates.iter()).collect();
    let right = |(value, pseudonym): &(&str, &str)| table.get(pseudonym) == Some(value);
    people.iter().zip(published.iter()).filter(right).count()
}

/// Every day of 120 years: 43,830 of them.
fn birthdays() -> Texts {
    let days = |year: u32, month: u32| match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    };
    let months = (1906..2026).flat_map(|year| (1..=12).map(move |month| (year, month)));
    months
        .flat_map(|(year, month)| {
            (1..=days(year, month)).map(move |day| format!("{year}-{month:02}-{day:02}"))
        })
        .collect()
}

/// Record numbers of seven digits that one hospital gives, which all begin with 47. An intruder who
/// does not know that tries a hundred times as many, which takes some seconds.
fn numbers() -> Texts {
    (4_700_000..4_800_000).map(|number| number.to_string()).collect()
}

fn some(all: &Texts, each: usize) -> Texts {
    all.iter().skip(17).step_by(each).collect()
}

#[test]
fn unkeyed_hashes_of_what_can_be_guessed_are_undone() {
    for (candidates, each) in [(birthdays(), 997), (numbers(), 997)] {
        let people = some(&candidates, each);
        for salt in ["", "the salt that stands in the policy"] {
            let salted = Salted::new(salt, Token::default());
            let hash = |values: &Texts| salted.pseudonyms(values, &()).unwrap();
            let right = found(&people, &hash(&people), &candidates, hash);
            assert_eq!(right, people.len(), "everybody is found");
        }
    }
}

#[test]
fn with_a_key_nobody_is_found() {
    for (candidates, each) in [(birthdays(), 997), (numbers(), 997)] {
        let people = some(&candidates, each);
        let keyed = |byte: u8, domain: &str| {
            let key = SecretKey::new(Zeroizing::new([byte; 32]));
            Keyed::new(&key, domain, Token::default())
        };
        let published = keyed(1, "id").pseudonyms(&people, &()).unwrap();
        // Without the key: plain hashes, and another key.
        let salted = Salted::new("", Token::default());
        let plain = |values: &Texts| salted.pseudonyms(values, &()).unwrap();
        assert_eq!(found(&people, &published, &candidates, plain), 0);
        let wrong = |values: &Texts| keyed(2, "id").pseudonyms(values, &()).unwrap();
        assert_eq!(found(&people, &published, &candidates, wrong), 0);
        // With it, everybody: that is what the key is kept for, and from whom.
        let right = |values: &Texts| keyed(1, "id").pseudonyms(values, &()).unwrap();
        assert_eq!(found(&people, &published, &candidates, right), people.len());
    }
}
