//! An attacker who knows everything but whether one person is in the file makes thousands of
//! releases of both files and counts how often something happens.
//!
//! ε-differential privacy says that p ≤ e^ε q and 1 − q ≤ e^ε (1 − p), for the probabilities p and q
//! of any event with and without the person, and the same the other way round. Frequencies of n runs
//! are within five standard errors of these, √(p(1 − p)/n) and one in n where that is 0, so the
//! attacker cries out only if that does not explain it.

use super::*;
use ridotto_core::Values;
use ridotto_noise::{Exact, Source};

const RUNS: usize = 1500;
const EPSILON: f64 = 1.0;

/// What is looked at with: an honest accountant, or one that is told that one record changes less than
/// it does, and so spends many times the budget.
struct Told {
    accountant: Accountant,
    times: u64,
}

impl Look for Told {
    fn add(&mut self, counts: &[i64], distance: u64, epsilon: &Exact) -> Result<Vec<i64>, Unfit> {
        self.accountant.add(counts, distance, &epsilon.times(&Exact::whole(self.times)))
    }

    fn choose(&mut self, scores: &[i64], epsilon: &Exact) -> Result<usize, Unfit> {
        self.accountant.choose(scores, &epsilon.times(&Exact::whole(self.times)))
    }
}

/// Eight people who are all alike, and perhaps one who is not.
fn file(with_person: bool) -> Vec<Series> {
    let mut codes = vec![Some(0); 8];
    codes.extend(with_person.then_some(Some(1)));
    let column = |name: &str| {
        let values = Values::Categories { codes: codes.clone(), categories: 2, ordered: false };
        Series { name: name.into(), values }
    };
    vec![column("a"), column("b")]
}

/// What is seen in a release: somebody has the person's value of one attribute, or of both, or
/// several do; and how many records there are.
fn seen(copy: &[Series]) -> [bool; 5] {
    let codes = |at: usize| match &copy[at].values {
        Values::Categories { codes, .. } => codes,
        Values::Numbers(_) => unreachable!("they were categories"),
    };
    let ones = |at: usize| codes(at).iter().filter(|code| **code == Some(1)).count();
    let both = codes(0).iter().zip(codes(1)).filter(|both| *both == (&Some(1), &Some(1))).count();
    let records = codes(0).len();
    [ones(0) > 0, both > 0, ones(0) + ones(1) > 2, records > 8, records < 9]
}

/// How often each event happens.
fn frequencies(times: u64, with_person: bool) -> [f64; 5] {
    let private = Private { epsilon: Decimal::ONE, domains: vec![Domain::Categories(2); 2] };
    let file = file(with_person);
    let mut counts = [0.0; 5];
    for run in 0..RUNS {
        let dice = Dice::seeded(run as u64);
        let budget = Budget::pure(Exact::whole(100)).unwrap();
        let source = Source::seeded_for_tests(2 * run as u64 + u64::from(with_person));
        let accountant =
            Accountant::new(budget, Protected::record(Neighbours::AddRemove)).drawing_from(source);
        let mut look = Told { accountant, times };
        let outcome = looking(&private, &file, 1, None, &mut look, &dice).unwrap();
        for (count, seen) in counts.iter_mut().zip(seen(&outcome.copies[0])) {
            *count += f64::from(seen) / RUNS as f64;
        }
    }
    counts
}

/// By how much the frequencies are beyond what ε and chance explain: above 0 is a proof.
fn beyond(p: f64, q: f64) -> f64 {
    let n = RUNS as f64;
    let error = |p: f64| 5.0 * ((p * (1.0 - p) / n).sqrt() + 1.0 / n);
    let least = |p: f64| (p - error(p)).max(0.0);
    let most = |p: f64| (p + error(p)).min(1.0);
    let excess = |p: f64, q: f64| least(p) - EPSILON.exp() * most(q);
    excess(p, q).max(excess(q, p)).max(excess(1.0 - p, 1.0 - q)).max(excess(1.0 - q, 1.0 - p))
}

fn worst(times: u64) -> f64 {
    let (with, without) = (frequencies(times, true), frequencies(times, false));
    println!("with the person {with:.3?}, without {without:.3?}");
    with.into_iter().zip(without).map(|(p, q)| beyond(p, q)).fold(f64::MIN, f64::max)
}

#[test]
fn nobody_is_betrayed_and_a_broken_accountant_is_caught() {
    let honest = worst(1);
    assert!(honest <= 0.0, "beyond ε by {honest}");
    let broken = worst(12);
    assert!(broken > 0.0, "twelve times the budget was not noticed: {broken}");
}
