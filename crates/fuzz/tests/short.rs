//! Some seconds of fuzzing in every run of the tests, always with the same inputs.

use ridotto_fuzz::driver::{Budget, corpus, drive};
use ridotto_fuzz::{Target, target};
use std::cell::RefCell;

const SEED: u64 = 20_261_115;

fn short(name: &str) {
    let target = target(name);
    if let Err(failure) = drive(target, SEED, Budget::Cases(target.cases)) {
        panic!("{failure}");
    }
}

#[test]
fn argus() {
    short("argus");
}

#[test]
fn csv() {
    short("csv");
}

#[test]
fn policy() {
    short("policy");
}

#[test]
fn hierarchy() {
    short("hierarchy");
}

#[test]
fn json() {
    short("json");
}

#[test]
fn xlsx() {
    short("xlsx");
}

#[test]
fn parquet() {
    short("parquet");
}

#[test]
fn arrow() {
    short("arrow");
}

#[test]
fn copy() {
    short("copy");
}

#[test]
fn recoding() {
    short("recoding");
}

#[test]
fn release() {
    short("release");
}

thread_local! {
    static SEEN: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// A reader that remembers what it was given.
const PATIENT: Target = Target {
    name: "hierarchy",
    run: |bytes| SEEN.with_borrow_mut(|seen| seen.push(bytes.to_vec())),
    words: &["¶", "x"],
    cases: 0,
};

/// One that cannot stand one of the words.
const CHOOSY: Target = Target {
    run: |bytes| {
        (PATIENT.run)(bytes);
        assert!(!bytes.windows(2).any(|pair| pair == "¶".as_bytes()), "as it was meant to");
    },
    ..PATIENT
};

/// The driver finds a fault, and the number that it tells finds the same fault again.
#[test]
fn a_failure_can_be_seen_again() {
    let failure = drive(&CHOOSY, 1, Budget::Cases(10_000)).expect_err("a word makes it fail");
    let found = SEEN.take().pop();
    assert!(failure.to_string().contains(&format!("--seed {} --cases 1", failure.seed)));
    let again = drive(&CHOOSY, failure.seed, Budget::Cases(1)).expect_err("it fails again");
    assert_eq!((again.seed, SEEN.take().pop()), (failure.seed, found));
    std::fs::remove_file(failure.file.expect("the input was kept")).expect("it is there");
}

/// Inputs are changed, and mostly not the same.
#[test]
fn inputs_differ() {
    let tried = drive(&PATIENT, 1, Budget::Cases(500)).expect("nothing is wrong with these");
    let (all, files) = (SEEN.take(), corpus(&PATIENT));
    assert_eq!((tried, all.len()), (500, 500 + files.len()));
    let different: std::collections::BTreeSet<_> = all.iter().collect();
    assert!(different.len() > 350, "{}", different.len());
}
