//! A statistical test of (ε, δ) on neighbouring files, for every mechanism.
//!
//! The same test must find out a saboteur who claims ε and spends one and a half times that.

#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "small counts")]

use ridotto_noise::{
    Accountant, Budget, Exact, Gaussian, Laplace, Loss, Mechanism, Neighbours, Permit, Protected,
    Response, Scores, Selection, Source, Thinning, Truncated, delta_of,
};
use ridotto_testkit::neighbours::beyond_claim;

const RUNS: u64 = 60_000;

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn permit<M: Mechanism>(mechanism: M, seed: u64) -> Permit<M> {
    let budget = match mechanism.loss() {
        Loss::Concentrated { .. } => Budget::concentrated(Exact::whole(100)),
        _ => Budget::approximate(Exact::whole(100), exact("0.9")),
    };
    let neighbours = mechanism.argued_for().unwrap_or(Neighbours::ChangeOne);
    let protected = Protected::record(neighbours);
    let mut accountant =
        Accountant::new(budget.unwrap(), protected).drawing_from(Source::seeded_for_tests(seed));
    accountant.charge("a test", mechanism).unwrap()
}

/// A mechanism that claims (ε, δ): honest, it keeps to that on both files; with `sabotaged` in its
/// place, which spends 1.5 ε, it is found out.
fn try_both<M: Mechanism + Clone>(
    claim: (f64, f64),
    honest: &M,
    sabotaged: &M,
    run: impl Fn(Permit<M>, bool) -> Vec<i64>,
) {
    let with = |mechanism: &M| {
        let file = |is_other: bool| {
            let (mechanism, run) = (mechanism.clone(), &run);
            move |seed| run(permit(mechanism.clone(), seed), is_other)
        };
        beyond_claim([&file(false), &file(true)], RUNS, claim)
    };
    let (honest, sabotaged) = (with(honest), with(sabotaged));
    println!("honest {honest:.1}, sabotaged {sabotaged:.1} standard errors beyond the claim");
    assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
    assert!(sabotaged > 5.0, "a saboteur is not found out: {sabotaged} standard errors");
}

/// A count, and the same with one record more.
#[test]
fn laplace_on_a_count() {
    for (epsilon, sabotaged) in [("1", "1.5"), ("0.3", "0.45")] {
        let of = |epsilon| Laplace::new(1, &exact(epsilon)).unwrap();
        try_both((exact(epsilon).to_f64(), 0.0), &of(epsilon), &of(sabotaged), |permit, more| {
            permit.release(&[7 + i64::from(more)]).unwrap().into_inner()
        });
    }
}

/// A histogram in which one record says something else: two cells change, and the sensitivity is 2
/// (vector `dp.sensitivity`).
#[test]
fn laplace_on_a_histogram() {
    let of = |epsilon| Laplace::new(2, &exact(epsilon)).unwrap();
    try_both((1.0, 0.0), &of("1"), &of("1.5"), |permit, other| {
        let cells = if other { [4, 8] } else { [5, 7] };
        // Which side each cell is on is enough to be told apart by.
        let noisy = permit.release(&cells).unwrap().into_inner();
        vec![noisy[0].clamp(2, 7), noisy[1].clamp(5, 10)]
    });
}

#[test]
fn truncated_laplace() {
    let of = |epsilon| Truncated::new(1, &exact(epsilon), &exact("0.01")).unwrap();
    try_both((1.0, 0.01), &of("1"), &of("1.5"), |permit, more| {
        permit.release(&[i64::from(more)]).unwrap().into_inner()
    });
}

/// In ρ: an ε that is off by 1.5 is a ρ that is off by 1.5². What is claimed is the δ that the
/// conversion gives. Ten steps apart, so that the distribution is fine enough to be told from another.
#[test]
fn gaussian() {
    let of = |rho| Gaussian::new(100, &exact(rho)).unwrap();
    let delta = delta_of(&exact("0.5"), &exact("1")).to_f64();
    assert!((0.2..0.3).contains(&delta), "{delta}");
    try_both((1.0, delta), &of("0.5"), &of("1.125"), |permit, more| {
        permit.release(&[10 * i64::from(more)]).unwrap().into_inner()
    });
}

#[test]
fn selection_by_scores_that_move_either_way() {
    let of = |epsilon| Selection::new(2, 1, Scores::MoveEitherWay, &exact(epsilon)).unwrap();
    try_both((1.0, 0.0), &of("1"), &of("1.5"), |permit, other| {
        let scores = if other { [4, 3] } else { [3, 4] };
        vec![*permit.choose(&scores).unwrap().get() as i64]
    });
}

#[test]
fn selection_by_scores_that_move_together() {
    let of = |epsilon| Selection::new(2, 1, Scores::MoveTogether, &exact(epsilon)).unwrap();
    try_both((1.0, 0.0), &of("1"), &of("1.5"), |permit, more| {
        let scores = if more { [5, 6] } else { [5, 5] };
        vec![*permit.choose(&scores).unwrap().get() as i64]
    });
}

#[test]
fn randomised_response() {
    let of = |epsilon| Response::new(3, &exact(epsilon)).unwrap();
    try_both((1.0, 0.0), &of("1"), &of("1.5"), |permit, other| {
        let says = if other { [1, 2] } else { [1, 0] };
        permit.answer(&says).into_inner().into_iter().map(i64::from).collect()
    });
}

/// A class of twelve people of whom each is kept with probability 0.5, and which is left out below eight;
/// with one person more. ε = ln 2, and δ is that of the two binomial distributions, exactly.
#[test]
fn samples_of_classes() {
    const LEAST: usize = 8;
    let shown = |people: u64, keep: f64| -> Vec<f64> {
        let chance = |kept: u64| {
            let ways: f64 = (0..kept).map(|at| (people - at) as f64 / (at + 1) as f64).product();
            ways * keep.powi(kept as i32) * (1.0 - keep).powi((people - kept) as i32)
        };
        let mut shown: Vec<f64> =
            (0..=13).map(|kept| if kept <= people { chance(kept) } else { 0.0 }).collect();
        let hidden = shown[..LEAST].iter().sum();
        shown[..LEAST].fill(0.0);
        shown[0] = hidden;
        shown
    };
    let (p, q) = (shown(13, 0.5), shown(12, 0.5));
    let beyond =
        |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(p, q)| (p - 2.0 * q).max(0.0)).sum::<f64>();
    let delta = beyond(&p, &q).max(beyond(&q, &p));
    // Who keeps with probability 0.646 spends an ε of 1.5 times ln 2.
    let of = |keep: f64| {
        let epsilon = Exact::of_f64(-(1.0 - keep).ln().next_down()).unwrap();
        let loss = Loss::of(epsilon, Exact::of_f64(delta).unwrap()).unwrap();
        Thinning::new((keep * 2.0_f64.powi(53)) as u64, loss).unwrap()
    };
    try_both((2.0_f64.ln(), delta), &of(0.5), &of(1.0 - 0.5_f64.powf(1.5)), |permit, more| {
        let kept = permit.keep(12 + usize::from(more)).into_inner().len();
        vec![if kept < LEAST { 0 } else { kept as i64 }]
    });
}
