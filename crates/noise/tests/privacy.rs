//! A statistical test of (ε, δ) on neighbouring files, for every mechanism.
//!
//! The same test must find out a saboteur who claims ε and spends one and a half times that.

#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "small counts")]

use ridotto_noise::{
    Accountant, Budget, Decimal, Exact, Gaussian, Grid, Laplace, Loss, Mechanism, Neighbours,
    Permit, Protected, Response, Scores, Selection, Source, Thinning, Truncated, delta_of,
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

/// Vector `dp.eps_delta`: δ(ε) is the greatest Σ max(0, p − e^ε q) of both directions.
#[test]
fn the_lectures_delta() {
    let (p, q) = ([0.5, 0.3, 0.2, 0.0], [0.4, 0.3, 0.25, 0.05]);
    let delta = |epsilon: f64| {
        let of = |p: [f64; 4], q: [f64; 4]| {
            p.iter().zip(q).map(|(p, q)| (p - epsilon.exp() * q).max(0.0)).sum::<f64>()
        };
        of(p, q).max(of(q, p))
    };
    for (epsilon, expected) in [(0.0, 0.1), (0.1, 0.078_965_816_384_870_45), (1.25_f64.ln(), 0.05)]
    {
        assert!((delta(epsilon) - expected).abs() < 1e-12);
    }
}

/// Vectors `dp.sensitivity` and `dp.sensitivity.bruteforce`: how far a function moves between
/// neighbours, by trying all files of up to three records.
#[test]
fn the_lectures_sensitivities() {
    /// All files of so many records.
    fn files(domain: &[i64], records: usize) -> Vec<Vec<i64>> {
        (0..records).fold(vec![Vec::new()], |files, _| {
            let longer = |file: Vec<i64>| {
                domain.iter().map(move |&value| [file.clone(), vec![value]].concat())
            };
            files.into_iter().flat_map(longer).collect()
        })
    }
    type Function<'a> = &'a dyn Fn(&[i64]) -> Vec<i64>;
    let apart = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<i64>();
    let changed = |domain: &[i64], of: Function| {
        let files = files(domain, 3);
        let pairs = files.iter().flat_map(|one| files.iter().map(move |other| (one, other)));
        let near = pairs
            .filter(|(one, other)| one.iter().zip(*other).filter(|(a, b)| a != b).count() == 1);
        near.map(|(one, other)| apart(&of(one), &of(other))).max().unwrap()
    };
    let added = |domain: &[i64], of: Function| {
        let fewer = files(domain, 2);
        let one_more = fewer.iter().flat_map(|file| {
            domain.iter().map(move |&value| (file, [file.clone(), vec![value]].concat()))
        });
        one_more.map(|(file, more)| apart(&of(file), &of(&more))).max().unwrap()
    };
    let sum = |file: &[i64]| vec![file.iter().sum::<i64>()];
    let small = [0, 1, 2, 3];
    let range = |file: &[i64]| vec![file.iter().max().unwrap() - file.iter().min().unwrap()];
    let median = |file: &[i64]| {
        let mut sorted = file.to_vec();
        sorted.sort_unstable();
        vec![sorted[1]]
    };
    assert_eq!(changed(&small, &sum), 3);
    assert_eq!(changed(&small, &range), 3);
    assert_eq!(changed(&small, &median), 3);
    assert_eq!(changed(&small, &|file| vec![*file.iter().max().unwrap()]), 3);
    // The mean of three is a third of the sum.
    assert_eq!(changed(&small, &sum) / 3, 1);
    let (wide, hundred) = ([-20, 0, 100], [0, 50, 100]);
    assert_eq!((changed(&hundred, &sum), added(&hundred, &sum)), (100, 100));
    assert_eq!((changed(&wide, &sum), added(&wide, &sum)), (120, 100));
    let histogram = |file: &[i64]| -> Vec<i64> {
        small.iter().map(|value| file.iter().filter(|one| *one == value).count() as i64).collect()
    };
    assert_eq!((changed(&small, &histogram), added(&small, &histogram)), (2, 1));
    // A grid between −20 and 100 has the sensitivity of changing a value, in its steps.
    let decimal = |digits, places| Decimal { digits, places };
    let grid = Grid::new(decimal(-20, 0), decimal(100, 0), decimal(1, 0)).unwrap();
    assert_eq!(grid.steps(), 120);
}
