//! A process that charges is killed, without a warning, a hundred times: the chain holds, and what was
//! charged is never less than what was answered.
#![cfg(unix)]

use ridotto_noise::{Accountant, Budget, Exact, Laplace, Ledger, Loss, Neighbours, Protected};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const PROTECTED: Protected = Protected::record(Neighbours::AddRemove);

/// Where the child finds the ledger; the test does nothing without it.
const LEDGER: &str = "RIDOTTO_TEST_LEDGER";

fn thousandth() -> Exact {
    Exact::decimal(1, 3)
}

/// The child: charges a thousandth, answers by a line, and so on until it is killed.
#[test]
fn charge_until_killed() {
    let Some(path) = std::env::var_os(LEDGER) else { return };
    let ledger = Ledger::open_or_create(path.as_ref(), PROTECTED).unwrap();
    let budget = Budget::pure(Exact::whole(1_000_000)).unwrap();
    let ledger = Arc::new(Mutex::new(ledger));
    let mut accountant = Accountant::with_ledger(budget, PROTECTED, ledger, None).unwrap();
    let mut out = std::io::stdout().lock();
    loop {
        let permit = accountant.charge("a count", Laplace::new(1, &thousandth()).unwrap()).unwrap();
        let noisy = permit.release(&[5]).unwrap();
        writeln!(out, "\nanswered {}", noisy.get()[0]).unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn nothing_that_was_answered_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let (mut answered, mut recovered) = (0_u64, 0);
    // The moments are those of a generator of a few lines; what is hit is chance all the same.
    let mut state = 20_u64;
    for round in 0..100 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "charge_until_killed", "--nocapture"])
            .env(LEDGER, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let counter = std::thread::spawn(move || {
            output.lines().map_while(Result::ok).filter(|line| line.starts_with("answered")).count()
        });
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros(3_000 + (state >> 33) % 40_000));
        child.kill().unwrap();
        child.wait().unwrap();
        answered += counter.join().unwrap() as u64;
        if !path.exists() {
            assert_eq!(answered, 0);
            continue;
        }
        let Ok(contents) = Ledger::read(&path) else {
            // Killed within the very first line: there was no answer yet, and a person begins anew.
            assert_eq!(answered, 0, "round {round}: the chain is broken");
            std::fs::remove_file(&path).unwrap();
            continue;
        };
        recovered += u64::from(contents.torn.is_some());
        let charged = Exact::sum(contents.losses(None).map(|loss| match loss {
            Loss::Pure { epsilon } => epsilon,
            _ => panic!("all were pure"),
        }));
        let least = thousandth().times(&Exact::whole(answered));
        assert!(charged >= least, "round {round}: {charged} charged and {least} answered");
        // No more than one charge of each round had no answer yet.
        let most = thousandth().times(&Exact::whole(answered + round + 1));
        assert!(charged <= most, "round {round}: {charged} charged and {least} answered");
    }
    assert!(answered > 100, "only {answered} answers: nothing was tried");
    println!("{answered} answers, {recovered} torn lines");
}
