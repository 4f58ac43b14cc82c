//! Chains hold or break, torn lines are cut off, and nobody else gets in.

use super::*;
use crate::{Accountant, Budget, Exact, Laplace, Loss, Neighbours, NoiseError, Protected};
use std::fs;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

const PROTECTED: Protected = Protected::record(Neighbours::AddRemove);

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn pure(text: &str) -> Loss {
    Loss::Pure { epsilon: exact(text) }
}

/// A ledger with three charges of two users, and its text.
fn filled(folder: &tempfile::TempDir) -> (PathBuf, String) {
    let path = folder.path().join("ledger");
    let mut ledger = Ledger::create(&path, PROTECTED).unwrap();
    ledger.charge(Some("anna"), "a count", "laplace", &pure("0.1")).unwrap();
    ledger.charge(Some("bert"), "a mean", "laplace", &pure("1/3")).unwrap();
    let loss = Loss::of(exact("0.2"), exact("0.00001")).unwrap();
    ledger.charge(Some("anna"), "a table", "truncated-laplace", &loss).unwrap();
    ledger.grant(Some("anna"), exact("2"), Exact::zero()).unwrap();
    drop(ledger);
    let text = fs::read_to_string(&path).unwrap();
    (path, text)
}

#[test]
fn what_was_written_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = filled(&folder);
    let contents = Ledger::read(&path).unwrap();
    assert_eq!((contents.entries.len(), contents.torn), (5, None));
    assert_eq!(contents.users(), [Some("anna"), Some("bert")]);
    let anna: Vec<_> = contents.losses(Some("anna")).cloned().collect();
    assert_eq!(anna, [pure("0.1"), Loss::of(exact("0.2"), exact("0.00001")).unwrap()]);
    assert_eq!(contents.losses(None).count(), 3);
    assert_eq!(contents.granted(Some("anna")), (exact("2"), Exact::zero()));
    assert_eq!(contents.granted(Some("bert")), (Exact::zero(), Exact::zero()));
    assert!(text.ends_with(&format!("{}\"}}\n", contents.last_hash())));
    let opened = Ledger::open(&path).unwrap();
    assert_eq!(opened.contents(), &contents);
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "opening writes nothing");
}

#[test]
fn whatever_is_changed_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = filled(&folder);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let broken = |lines: &[&str]| {
        fs::write(&path, lines.concat()).unwrap();
        let error = Ledger::open(&path).unwrap_err();
        assert!(error.is_broken(), "{error}");
        let told = error.to_string();
        told[told.find("ledger:").unwrap()..].to_owned()
    };
    let cheaper = lines[1].replace("0.1", "0.01");
    let changed = [lines[0], &cheaper, lines[2], lines[3], lines[4]];
    assert_eq!(broken(&changed), "ledger:2: the chain is broken: the line was changed");
    let left_out = [lines[0], lines[2], lines[3]];
    let other = "the chain is broken: the line before it is another one";
    assert_eq!(broken(&left_out), format!("ledger:2: {other}"));
    assert_eq!(broken(&[lines[0], lines[1], lines[3], lines[2]]), format!("ledger:3: {other}"));
    assert_eq!(broken(&[lines[0], lines[1], lines[1]]), format!("ledger:3: {other}"));
    let garbage = "ledger:2: the chain is broken: it is no entry of a ledger";
    assert_eq!(broken(&[lines[0], "garbage\n", lines[1]]), garbage);
    assert_eq!(broken(&[lines[0], "\n", lines[1]]), garbage);
    let empty = "it has no line; if nothing was ever charged, remove the file";
    assert_eq!(broken(&[]), format!("ledger:1: the chain is broken: {empty}"));
    assert_eq!(broken(&["{}"]), "ledger:1: the chain is broken: it is no ledger");
    // Each byte of every line but the last end.
    for at in 0..text.len() - 1 {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(Ledger::read(&path).is_err(), "byte {at}");
    }
}

/// Wherever the last line was torn, it is cut off, the cut is noted, and all before it counts.
#[test]
fn a_torn_line_is_cut_off_wherever_it_is_torn() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = filled(&folder);
    let first = text.find('\n').unwrap() + 1;
    for length in (first..text.len()).step_by(3) {
        fs::write(&path, &text[..length]).unwrap();
        let whole = text[..length].rfind('\n').unwrap() + 1;
        if text[length..].starts_with('\n') {
            continue; // whole lines that lack their end are kept
        }
        let seen = Ledger::read(&path).unwrap();
        assert_eq!(seen.torn.map(|torn| torn.at), (whole < length).then_some(whole as u64));
        let lines = text[..whole].lines().count();
        let mut ledger = Ledger::open(&path).unwrap();
        let recovered = usize::from(whole < length);
        assert_eq!(ledger.contents().entries.len(), lines + recovered);
        ledger.charge(None, "after", "laplace", &pure("1")).unwrap();
        drop(ledger);
        let contents = Ledger::read(&path).unwrap();
        assert_eq!((contents.entries.len(), contents.torn), (lines + recovered + 1, None));
        if recovered == 1 {
            let bytes = (length - whole) as u64;
            assert_eq!(contents.entries[lines].event, Event::Recovered { bytes });
        }
    }
}

/// A charge that lost its end alone, in an editor or a copy, may have been answered: it counts, and what
/// follows begins in a line of its own.
#[test]
fn a_whole_line_without_its_end_counts() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = filled(&folder);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for kept in 1..=lines.len() {
        fs::write(&path, lines[..kept].concat().trim_end()).unwrap();
        let contents = Ledger::read(&path).unwrap();
        assert_eq!((contents.entries.len(), contents.torn), (kept, None));
        let mut ledger = Ledger::open(&path).unwrap();
        ledger.charge(None, "after", "laplace", &pure("1")).unwrap();
        drop(ledger);
        assert_eq!(Ledger::read(&path).unwrap().entries.len(), kept + 1);
        assert!(fs::read_to_string(&path).unwrap().starts_with(&lines[..kept].concat()));
    }
    // Opening alone mends the file, and says the same of it.
    fs::write(&path, text.trim_end()).unwrap();
    let opened = Ledger::open(&path).unwrap().contents().clone();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(opened, Ledger::read(&path).unwrap());
}

/// Whatever is charged or granted can be read again: amounts with hundreds of digits, which a group of
/// records or a long fraction has; what could not be read is not written.
#[test]
fn amounts_of_any_length_come_back_or_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let mut ledger = Ledger::create(&path, PROTECTED).unwrap();
    let long = exact(&format!("0.{}1", "123456789".repeat(12)));
    ledger.grant(Some("anna"), long.clone(), Exact::zero()).unwrap();
    let three = NonZeroU64::new(3).unwrap();
    let loss = Loss::of(exact("1/3"), exact("1/70000001")).unwrap().of_group(three).unwrap();
    ledger.charge(None, "a group", "truncated-laplace", &loss).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    let huge = (0..6).fold(long.clone(), |huge, _| huge.times(&huge));
    let refused = ledger.grant(None, huge, Exact::zero()).unwrap_err();
    assert!(matches!(refused, LedgerError::Amount { .. }), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    ledger.charge(None, "a count", "laplace", &pure("1")).unwrap();
    drop(ledger);
    let contents = Ledger::read(&path).unwrap();
    assert_eq!(contents.granted(Some("anna")).0, long);
    assert_eq!(contents.losses(None).next(), Some(&loss));
}

/// Grants that promise nothing any more are refused before an accountant would have to.
#[test]
fn grants_of_delta_stay_below_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = filled(&folder);
    let mut ledger = Ledger::open(&path).unwrap();
    let grant = |ledger: &mut Ledger, user, delta| ledger.grant(user, exact("1"), exact(delta));
    grant(&mut ledger, Some("anna"), "0.6").unwrap();
    let refused = grant(&mut ledger, Some("anna"), "0.6").unwrap_err();
    assert!(matches!(refused, LedgerError::Delta { .. }), "{refused}");
    grant(&mut ledger, Some("bert"), "0.6").unwrap();
}

/// A ledger has its name when its first line is on the disk, and nothing else is left beside it.
#[test]
fn a_new_ledger_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    drop(Ledger::create(&path, PROTECTED).unwrap());
    assert!(matches!(Ledger::create(&path, PROTECTED), Err(LedgerError::Exists { .. })));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let text = fs::read_to_string(&path).unwrap();
    for half in [0, 20, text.len() - 5] {
        fs::write(&path, &text[..half]).unwrap();
        let told = Ledger::open(&path).unwrap_err().to_string();
        assert!(told.ends_with("it has no line; if nothing was ever charged, remove the file"));
    }
}

/// Two accountants that live at once, for one user: each sees what the other has charged, and together they
/// spend the budget once.
#[test]
fn two_accountants_of_one_user_spend_one_budget() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let ledger = Arc::new(Mutex::new(Ledger::create(&path, PROTECTED).unwrap()));
    let open = || {
        let budget = Budget::pure(exact("1")).unwrap();
        Accountant::with_ledger(budget, PROTECTED, Arc::clone(&ledger), Some("anna")).unwrap()
    };
    let (mut one, mut other) = (open(), open());
    let laplace = |epsilon| Laplace::new(1, &exact(epsilon)).unwrap();
    _ = one.charge("first", laplace("0.4")).unwrap();
    _ = other.charge("second", laplace("0.5")).unwrap();
    assert_eq!(other.spent(), &pure("0.9"));
    assert!(matches!(one.charge("third", laplace("0.2")), Err(NoiseError::Exhausted { .. })));
    _ = one.charge("fourth", laplace("0.1")).unwrap();
    assert_eq!(one.spent(), &pure("1"));
    assert!(other.charge("fifth", laplace("0.000001")).is_err());
    drop((one, other));
    assert_eq!(Ledger::read(&path).unwrap().losses(Some("anna")).count(), 3);
}

#[test]
fn one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = filled(&folder);
    let ledger = Ledger::open(&path).unwrap();
    assert!(matches!(Ledger::open(&path), Err(LedgerError::InUse { .. })));
    assert!(Ledger::read(&path).is_ok(), "who only looks needs no lock");
    drop(ledger);
    assert!(Ledger::open(&path).is_ok());
    assert!(matches!(Ledger::create(&path, PROTECTED), Err(LedgerError::Exists { .. })));
    let missing = folder.path().join("missing");
    assert!(matches!(Ledger::open(&missing), Err(LedgerError::Io { .. })));
}

#[test]
fn a_ledger_is_for_one_notion_of_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = filled(&folder);
    let others = Protected::person(Neighbours::ChangeOne, NonZeroU64::new(3).unwrap());
    let error = Ledger::open_or_create(&path, others).unwrap_err().to_string();
    let told = "protects add-remove of 1 records, and not change-one of 3 records";
    assert!(error.ends_with(told), "{error}");
}

/// An accountant takes up where the ledger is, and grants count.
#[test]
fn budgets_go_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let budget = || Budget::pure(exact("1")).unwrap();
    let open = || {
        let ledger = Ledger::open_or_create(&path, PROTECTED).unwrap();
        let ledger = Arc::new(Mutex::new(ledger));
        Accountant::with_ledger(budget(), PROTECTED, ledger, Some("anna")).unwrap()
    };
    let laplace = || Laplace::new(1, &exact("0.4")).unwrap();
    _ = open().charge("first", laplace()).unwrap();
    _ = open().charge("second", laplace()).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    let mut third = open();
    assert!(matches!(third.charge("third", laplace()), Err(NoiseError::Exhausted { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), before, "a refusal is not charged");
    drop(third);
    Ledger::open(&path).unwrap().grant(Some("anna"), exact("0.5"), Exact::zero()).unwrap();
    let mut third = open();
    _ = third.charge("third", laplace()).unwrap();
    assert_eq!(third.spent(), &pure("1.2"));
    // Somebody else has a budget of their own.
    drop(third);
    let ledger = Arc::new(Mutex::new(Ledger::open(&path).unwrap()));
    let bert = Accountant::with_ledger(budget(), PROTECTED, ledger, Some("bert")).unwrap();
    assert_eq!(bert.spent(), &pure("0"));
}

/// What could not be written was not permitted, and nothing more is until the ledger is read again.
#[test]
fn a_write_that_fails_permits_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let mut ledger = Ledger::create(&path, PROTECTED).unwrap();
    assert!(matches!(
        ledger.charge(None, "two\nlines", "laplace", &pure("1")),
        Err(LedgerError::Text)
    ));
    ledger.charge(None, "a line", "laplace", &pure("1")).unwrap();
    assert_eq!(ledger.contents().losses(None).count(), 1);
}

/// What a ledger grants is one budget for all who charge it, beside that of each accountant: releases of one policy
/// after the other.
#[test]
fn a_ledger_limits_all_who_charge_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let mut ledger = Ledger::create(&path, PROTECTED).unwrap();
    ledger.grant(Some("anna"), exact("1"), Exact::zero()).unwrap();
    drop(ledger);
    let release = |epsilon: &str| {
        let ledger = Arc::new(Mutex::new(Ledger::open(&path).unwrap()));
        let budget = Budget::pure(exact(epsilon)).unwrap();
        Accountant::new(budget, PROTECTED).charged_to(ledger, Some("anna")).unwrap()
    };
    let laplace = |epsilon| Laplace::new(1, &exact(epsilon)).unwrap();
    let mut first = release("0.6");
    assert!(matches!(first.charge("too much", laplace("0.7")), Err(NoiseError::Exhausted { .. })));
    first.affords(first.budget()).unwrap();
    _ = first.charge("a release", laplace("0.6")).unwrap();
    assert_eq!(first.spent(), &pure("0.6"));
    assert_eq!(first.of_ledger().unwrap().0, &pure("0.6"));
    drop(first);
    // The second has its own budget, and the ledger has less.
    let mut second = release("0.6");
    assert_eq!(second.spent(), &pure("0"));
    let refused = second.affords(second.budget()).unwrap_err();
    assert!(refused.to_string().ends_with("epsilon would be 1.2 of 1"), "{refused}");
    assert!(matches!(second.charge("", laplace("0.6")), Err(NoiseError::Exhausted { .. })));
    assert_eq!((second.spent(), second.charges().len()), (&pure("0"), 0));
    let delta = Budget::approximate(exact("0.1"), exact("0.1")).unwrap();
    let refused = second.affords(&delta).unwrap_err().to_string();
    assert!(refused.ends_with("delta would be 0.1 of 0"), "{refused}");
    _ = second.charge("what is left", laplace("0.4")).unwrap();
    drop(second);
    assert_eq!(Ledger::read(&path).unwrap().losses(Some("anna")).count(), 2);
    // Whom nothing was granted has nothing.
    let ledger = Arc::new(Mutex::new(Ledger::open(&path).unwrap()));
    let budget = Budget::pure(exact("1")).unwrap();
    let mut bert = Accountant::new(budget, PROTECTED).charged_to(ledger, Some("bert")).unwrap();
    assert!(matches!(bert.charge("", laplace("0.1")), Err(NoiseError::Exhausted { .. })));
}

/// A person's records are charged together, in the ledger as well, and others than it protects cannot charge it.
#[test]
fn a_ledger_is_charged_for_persons() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let person = Protected::person(Neighbours::AddRemove, NonZeroU64::new(4).unwrap());
    Ledger::create(&path, person).unwrap().grant(None, exact("1"), Exact::zero()).unwrap();
    let open = || Arc::new(Mutex::new(Ledger::open(&path).unwrap()));
    let budget = || Budget::pure(exact("1")).unwrap();
    let records = Accountant::new(budget(), PROTECTED).charged_to(open(), None);
    assert!(matches!(records, Err(NoiseError::Ledger(LedgerError::Other { .. }))));
    let mut accountant = Accountant::new(budget(), person).charged_to(open(), None).unwrap();
    _ = accountant.charge("visits", Laplace::new(1, &exact("0.25")).unwrap()).unwrap();
    drop(accountant);
    let contents = Ledger::read(&path).unwrap();
    assert_eq!(contents.losses(None).collect::<Vec<_>>(), [&pure("1")]);
}

/// On a disk on which a file has one name only a ledger is made all the same, never in the place of another
/// file; and what a crash leaves in between is no ledger, and says what to do.
#[test]
fn a_disk_without_second_names_has_ledgers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let one_name = |_: &std::path::Path, _: &std::path::Path| {
        Err(std::io::Error::from(std::io::ErrorKind::Unsupported))
    };
    let other = folder.path().join("other");
    drop(Ledger::create(&other, PROTECTED).unwrap());
    let text = fs::read_to_string(&other).unwrap();
    let made = file::begun(&path, &text, &one_name).unwrap();
    assert!(matches!(Ledger::open(&path), Err(LedgerError::InUse { .. })), "it is locked");
    drop(made);
    Ledger::open(&path).unwrap().grant(None, exact("1"), Exact::zero()).unwrap();
    let exists = file::begun(&path, &text, &one_name);
    assert!(matches!(exists, Err(LedgerError::Exists { .. })));
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "nothing else is left");
    for half in ["", &text[..20]] {
        fs::write(&path, half).unwrap();
        let told = Ledger::open(&path).unwrap_err().to_string();
        assert!(told.contains("if nothing was ever charged, remove the file"), "{told}");
    }
}
