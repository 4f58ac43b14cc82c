//! What must hold of every way to make pseudonyms.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use ridotto_core::{Control, Texts, Watch};
use ridotto_keys::hexadecimal;
use ridotto_pseudonym::{
    Alphabet, Drawn, FormatPreserving, Keyed, Mapping, PseudonymError, Salted, SecretKey, Token,
    Way, fingerprint, mac,
};
use ridotto_testkit::golden;
use std::collections::BTreeSet;
use zeroize::Zeroizing;

fn key(byte: u8) -> SecretKey {
    SecretKey::new(Zeroizing::new([byte; 32]))
}

fn chance(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn texts(all: &BTreeSet<String>) -> Texts {
    all.iter().collect()
}

/// RFC 4231, section 4: all seven cases.
#[test]
fn hmac_is_that_of_the_standard() {
    let counted: Vec<u8> = (1..=25).collect();
    let cases: [(&[u8], &[u8], &str); 7] = [
        (
            &[0x0b; 20],
            b"Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        ),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            &[0xaa; 20],
            &[0xdd; 50],
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        ),
        (&counted, &[0xcd; 50], "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        (&[0x0c; 20], b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b"),
        (
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
        (
            &[0xaa; 131],
            b"This is a test using a larger than block-size key and a larger than block-size \
              data. The key needs to be hashed before being used by the HMAC algorithm.",
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        ),
    ];
    for (key, message, expected) in cases {
        let made = hexadecimal(&mac(key, message));
        assert_eq!(&made[..expected.len()], expected);
    }
}

/// The vector of the lectures: names under a key. SHA-1 is in it and is not offered.
#[test]
fn names_have_the_hashes_of_the_vector() {
    golden::assert_all_run("crates/pseudonym/tests/pseudonyms.rs", &["pseudonym"]);
    golden::each("pseudonym", |vector| {
        let secret = vector.given["key"].as_str().unwrap();
        let all = Token::new(256, Alphabet::Hexadecimal).unwrap();
        for name in &golden::texts(&vector.given["names"]) {
            let expected = |of: &str| vector.expected[of][name.as_str()].as_str().unwrap();
            let keyed = hexadecimal(&mac(secret.as_bytes(), name.as_bytes()));
            assert_eq!(keyed, expected("hmac_sha256"));
            let hash = Salted::new("", all).pseudonyms(&[name].into_iter().collect(), &());
            assert_eq!(hash.unwrap().get(0), expected("sha256"));
        }
    });
}

fn values() -> impl Strategy<Value = BTreeSet<String>> {
    proptest::collection::btree_set("\\PC{0,12}", 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn keyed_ones_are_found_among_candidates_and_nowhere_else(
        people in values(), others in values(), seed in 0_u8..4,
    ) {
        let (people, others) = (texts(&people), texts(&others));
        let keyed = Keyed::new(&key(seed), "name", Token::default());
        let made = keyed.pseudonyms(&people, &()).unwrap();
        let back = keyed.values(&made, &people, &()).unwrap();
        prop_assert!(back.iter().map(|value| value.as_deref().unwrap()).eq(people.iter()));
        for (value, found) in people.iter().zip(keyed.values(&made, &others, &()).unwrap()) {
            let listed = others.iter().any(|other| other == value);
            prop_assert_eq!(found.as_deref(), listed.then_some(value));
        }
        let stranger = Keyed::new(&key(seed + 100), "name", Token::default());
        prop_assert!(stranger.values(&made, &people, &()).unwrap().iter().all(Option::is_none));
    }

    #[test]
    fn a_mapping_goes_there_and_back(
        first in values(), second in values(), counter in any::<bool>(), seed in any::<u64>(),
    ) {
        let way = if counter { Way::Counter } else { Way::Random };
        let drawn = Drawn::new(way, Token::default());
        let mut mapping = Mapping::default();
        let names = mapping.of_way("name", way).unwrap();
        let made = drawn.pseudonyms(&texts(&first), names, &mut chance(seed)).unwrap();
        let closed = mapping.close(&key(1), &mut chance(seed));
        let mut opened = Mapping::open(&closed, &key(1)).unwrap();
        prop_assert_eq!(&opened, &mapping);
        // Another file, later: who was there keeps the name.
        let names = opened.of_way("name", way).unwrap();
        let later = drawn.pseudonyms(&texts(&second), names, &mut chance(seed ^ 1)).unwrap();
        for (value, pseudonym) in
            texts(&first).iter().zip(made.iter()).chain(texts(&second).iter().zip(later.iter()))
        {
            prop_assert_eq!(names.value(pseudonym), Some(value));
            prop_assert_eq!(names.pseudonym(value), Some(pseudonym));
        }
        let all: BTreeSet<&str> = made.iter().chain(later.iter()).collect();
        prop_assert_eq!(all.len(), first.union(&second).count());
        if counter {
            let numbers: BTreeSet<usize> = all.iter().map(|text| text.parse().unwrap()).collect();
            prop_assert!(numbers.into_iter().eq(1..=all.len()));
        }
    }

    #[test]
    fn a_changed_byte_or_another_key_is_found_out(
        people in values(), at in any::<proptest::sample::Index>(), bit in 0_u32..8, cut in any::<bool>(),
    ) {
        let mut mapping = Mapping::default();
        let names = mapping.of_way("name", Way::Random).unwrap();
        let drawn = Drawn::new(Way::Random, Token::default());
        drawn.pseudonyms(&texts(&people), names, &mut chance(1)).unwrap();
        let closed = mapping.close(&key(1), &mut chance(2));
        prop_assert_eq!(Mapping::open(&closed, &key(2)).unwrap_err(), PseudonymError::WrongKey);
        let at = at.index(closed.len());
        let mut changed = closed.clone();
        if cut { changed.truncate(at) } else { changed[at] ^= 1 << bit }
        prop_assert!(Mapping::open(&changed, &key(1)).is_err());
        changed.push(0);
        prop_assert!(Mapping::open(&changed, &key(1)).is_err());
    }
}

proptest! {
    /// Nothing that somebody puts in the place of a key or a mapping makes us panic.
    #[test]
    fn any_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Mapping::open(&bytes, &key(1)).is_err());
        let named = [&b"ridotto-mapping-1\n"[..], &bytes].concat();
        prop_assert!(Mapping::open(&named, &key(1)).is_err());
        prop_assert!(SecretKey::read(&bytes).is_err());
        let named = [&b"ridotto-secret-key-1 "[..], &bytes].concat();
        prop_assert!(SecretKey::read(&named).is_err());
    }
}

#[test]
fn a_mapping_shows_nothing_without_its_key() {
    let mut mapping = Mapping::default();
    let names = mapping.of_way("patient", Way::Counter).unwrap();
    let people: Texts = ["Margarethe Hollmann"].into_iter().collect();
    let drawn = Drawn::new(Way::Counter, Token::default());
    drawn.pseudonyms(&people, names, &mut chance(1)).unwrap();
    let closed = mapping.close(&key(1), &mut chance(2));
    let has = |text: &[u8]| closed.windows(text.len()).any(|part| part == text);
    assert!(has(b"ridotto-mapping-1") && !has(b"Hollmann") && !has(b"patient"));
    assert_ne!(closed, mapping.close(&key(1), &mut chance(3)), "each has a nonce of its own");
    assert!(!format!("{mapping:?}").contains("Hollmann"));
    assert_eq!(mapping.of_way("patient", Way::Random).unwrap_err(), PseudonymError::OtherWay);
    assert_eq!(Mapping::open(b"names.csv", &key(1)).unwrap_err(), PseudonymError::NotAMapping);
}

#[test]
fn numbers_do_not_show_the_order() {
    let people: Texts = (0..200).map(|number| format!("{number:03}")).collect();
    let order = |seed| {
        let mut names = ridotto_pseudonym::Names::new(Way::Counter);
        let drawn = Drawn::new(Way::Counter, Token::default());
        let made = drawn.pseudonyms(&people, &mut names, &mut chance(seed)).unwrap();
        made.iter().map(|text| text.parse().unwrap()).collect::<Vec<u32>>()
    };
    let (one, other) = (order(1), order(2));
    assert_ne!(one, other);
    // In a shuffled order about half of the neighbours rise; 200 of them sorted would all.
    let rising = one.windows(2).filter(|pair| pair[0] < pair[1]).count();
    assert!((60..140).contains(&rising), "{rising}");
}

#[test]
fn threads_do_not_change_a_pseudonym() {
    let people: Texts = (0..20_000).map(|number| format!("{number:07}")).collect();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let keyed = Keyed::new(&key(1), "id", Token::default()).pseudonyms(&people, &());
            (keyed, FormatPreserving::new(&key(1), "id").pseudonyms(&people, &()))
        })
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn secrets_are_not_shown() {
    let secret = key(0x5a);
    let shown = format!(
        "{secret:?} {:?} {:?} {}",
        Keyed::new(&secret, "id", Token::default()),
        FormatPreserving::new(&secret, "id"),
        fingerprint(&secret)
    );
    assert!(!shown.contains("5a5a") && !shown.contains("90, 90"), "{shown}");
}

#[derive(Debug)]
struct Impatient;

impl Watch for Impatient {
    fn control(&self) -> Control {
        Control::Cancel
    }
}

#[test]
fn who_does_not_wait_gets_nothing() {
    let people: Texts = ["1234567"].into_iter().collect();
    let keyed = Keyed::new(&key(1), "id", Token::default());
    assert_eq!(keyed.pseudonyms(&people, &Impatient), Err(PseudonymError::Cancelled));
}
