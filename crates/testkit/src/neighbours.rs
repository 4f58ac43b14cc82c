//! A statistical test of (ε, δ) on neighbouring files.
//!
//! What is tested runs on two neighbours many times. Half of the runs say which outcomes S are likelier by
//! more than e^ε; the other half say how likely S is, and P(S) − e^ε Q(S) must be at most δ. It is a proof
//! of a breach, but for chance, if it is more than that by five standard errors.

use std::collections::BTreeMap;

/// Something that draws on one of two files, told which seed to take, and says what is seen of it.
pub type Run<'a> = &'a dyn Fn(u64) -> Vec<i64>;

/// How often each outcome came, in two halves of the runs.
type Halves = [BTreeMap<Vec<i64>, f64>; 2];

fn halves(run: Run<'_>, runs: u64, offset: u64) -> Halves {
    let mut halves = [BTreeMap::new(), BTreeMap::new()];
    for seed in 0..runs {
        let half: &mut BTreeMap<_, f64> = &mut halves[(seed % 2) as usize];
        *half.entry(run(offset + seed)).or_default() += 2.0 / runs as f64;
    }
    halves
}

/// By how many standard errors P(S) − e^ε Q(S) is above δ, for the S that the first halves show.
fn breach(p: &Halves, q: &Halves, runs: u64, (epsilon, delta): (f64, f64)) -> f64 {
    let of =
        |half: &BTreeMap<Vec<i64>, f64>, outcome: &Vec<i64>| *half.get(outcome).unwrap_or(&0.0);
    let worse = p[0].keys().filter(|at| p[0][*at] > epsilon.exp() * of(&q[0], at));
    let (mut in_p, mut in_q) = (0.0, 0.0);
    for outcome in worse {
        in_p += of(&p[1], outcome);
        in_q += of(&q[1], outcome);
    }
    let runs = runs as f64 / 2.0;
    let variance = |p: f64| (p * (1.0 - p)).max(1.0 / runs) / runs;
    let error = (variance(in_p) + (2.0 * epsilon).exp() * variance(in_q)).sqrt();
    (in_p - epsilon.exp() * in_q - delta) / error
}

/// By how many standard errors two files are told apart beyond (ε, δ), in the worse direction.
pub fn beyond_claim(files: [Run<'_>; 2], runs: u64, claim: (f64, f64)) -> f64 {
    let (one, other) = (halves(files[0], runs, 0), halves(files[1], runs, 1 << 32));
    breach(&one, &other, runs, claim).max(breach(&other, &one, runs, claim))
}
