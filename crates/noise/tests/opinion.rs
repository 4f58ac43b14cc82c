//! A second opinion: the same work done by `OpenDP`, with the same budget. Distributions agree, and no
//! error of ours is larger.
#![cfg(feature = "second-opinion")]

use opendp::domains::{AtomDomain, VectorDomain};
use opendp::measurements::{make_gaussian, make_laplace, make_noisy_max};
use opendp::measures::{MaxDivergence, ZeroConcentratedDivergence};
use opendp::metrics::{AbsoluteDistance, L1Distance, L2Distance, LInfDistance};
use ridotto_noise::{
    Accountant, Budget, Decimal, Exact, Gaussian, Grid, Laplace, Loss, Mechanism, Neighbours,
    Permit, Protected, Scores, Selection, Source,
};

const DRAWS: usize = 100_000;

fn permit<M: Mechanism>(mechanism: M, seed: u64) -> Permit<M> {
    let budget = match mechanism.loss() {
        Loss::Concentrated { .. } => Budget::concentrated(Exact::whole(100)),
        _ => Budget::pure(Exact::whole(100)),
    };
    let protected = Protected::record(Neighbours::ChangeOne);
    let mut accountant =
        Accountant::new(budget.unwrap(), protected).drawing_from(Source::seeded_for_tests(seed));
    accountant.charge("a test", mechanism).unwrap()
}

/// The greatest distance of two empirical distributions, in units of its standard error
/// (Kolmogorov and Smirnov): above 2.5 is one in two hundred thousand.
fn apart(ours: &[i64], theirs: &[i64]) -> f64 {
    let (mut one, mut other) = (ours.to_vec(), theirs.to_vec());
    one.sort_unstable();
    other.sort_unstable();
    let most = one
        .iter()
        .chain(&other)
        .map(|at| {
            let share =
                |sorted: &[i64]| sorted.partition_point(|x| x <= at) as f64 / sorted.len() as f64;
            (share(&one) - share(&other)).abs()
        })
        .fold(0.0, f64::max);
    most / (2.0 / DRAWS as f64).sqrt()
}

#[test]
fn laplace_on_counts_is_theirs() {
    for (sensitivity, epsilon) in [(1_u32, "1"), (2, "0.5"), (7, "0.3")] {
        let exact: Exact = epsilon.parse().unwrap();
        let scale = f64::from(sensitivity) / exact.to_f64();
        let theirs = make_laplace::<_, _, MaxDivergence>(
            VectorDomain::new(AtomDomain::<i64>::default()),
            L1Distance::<i64>::default(),
            scale,
            None,
        )
        .unwrap();
        assert!((theirs.map(&sensitivity.into()).unwrap() / exact.to_f64() - 1.0).abs() < 1e-9);
        let ours = Laplace::new(sensitivity.into(), &exact).unwrap();
        let ours = permit(ours, 1).release(&vec![0; DRAWS]).unwrap().into_inner();
        let apart = apart(&ours, &theirs.invoke(&vec![0; DRAWS]).unwrap());
        assert!(apart < 2.5, "{epsilon}: {apart}");
    }
}

#[test]
fn gaussian_on_counts_is_theirs() {
    let rho: Exact = "0.125".parse().unwrap();
    let ours = Gaussian::new(1, &rho).unwrap();
    let scale = ours.deviation().to_f64();
    let theirs = make_gaussian::<_, _, ZeroConcentratedDivergence>(
        VectorDomain::new(AtomDomain::<i64>::default()),
        L2Distance::<f64>::default(),
        scale,
        None,
    )
    .unwrap();
    assert!((theirs.map(&1.0).unwrap() / 0.125 - 1.0).abs() < 1e-5);
    let ours = permit(ours, 2).release(&vec![0; DRAWS]).unwrap().into_inner();
    let apart = apart(&ours, &theirs.invoke(&vec![0; DRAWS]).unwrap());
    assert!(apart < 2.5, "{apart}");
}

/// What the private step did with `OpenDP`, and what it does now: a value between 0 and 100, whose error
/// is the noise's and that of rounding. Expected errors are compared, from their scales.
#[test]
fn errors_of_values_are_not_larger() {
    println!("| epsilon | mean error with OpenDP | with ours |\n|--:|--:|--:|");
    for epsilon in ["0.01", "0.1", "0.5", "1", "2", "10"] {
        let exact: Exact = epsilon.parse().unwrap();
        // As the step searched for a scale that its own account allows.
        let (distance, budget) = (100.0_f64.next_up(), exact.to_f64());
        let mut scale = distance / budget;
        let theirs = loop {
            let grid = (scale.min(distance).log2().floor() as i32 - 20).max(-1000);
            let domain = AtomDomain::<f64>::new_non_nan();
            let made = make_laplace::<_, _, MaxDivergence>(
                domain,
                AbsoluteDistance::<f64>::default(),
                scale,
                Some(grid),
            )
            .unwrap();
            let loss = made.map(&distance).unwrap();
            if loss <= budget {
                break made;
            }
            scale = (scale * (loss / budget)).next_up();
        };
        let decimal = |digits, places| Decimal { digits, places };
        let grid = Grid::new(decimal(0, 0), decimal(100, 0), decimal(1, 6)).unwrap();
        let ours = Laplace::new(grid.steps(), &exact).unwrap();
        let our_error = ours.mean_error() * grid.step() + grid.step() / 4.0;
        println!("| {epsilon} | {scale:.6} | {our_error:.6} |");
        assert!(our_error <= scale * 1.000_000_1, "{epsilon}: {our_error} and {scale}");
        // And what is drawn is what is expected: means of 20,000 sizes, within five standard errors.
        let noisy = permit(ours, 3).release(&vec![0; 20_000]).unwrap().into_inner();
        let mean = noisy.iter().map(|&x| grid.value(x).abs()).sum::<f64>() / 20_000.0;
        let other = (0..20_000).map(|_| theirs.invoke(&0.0).unwrap().abs()).sum::<f64>() / 20_000.0;
        for seen in [mean, other] {
            assert!((seen / scale - 1.0).abs() < 5.0 / 20_000.0_f64.sqrt(), "{seen} {scale}");
        }
    }
}

/// Choosing the best of some scores: as often as theirs, which is the same mechanism by noise.
#[test]
fn choices_are_theirs() {
    let scores = [10_i64, 9, 7, 7, 0];
    let epsilon: Exact = "1".parse().unwrap();
    let theirs = make_noisy_max(
        VectorDomain::new(AtomDomain::<i64>::default()),
        LInfDistance::<i64>::new(false),
        MaxDivergence,
        2.0,
        false,
    )
    .unwrap();
    let runs = 40_000;
    let (mut ours_seen, mut theirs_seen) = ([0.0; 5], [0.0; 5]);
    for seed in 0..runs {
        let selection = Selection::new(5, 1, Scores::MoveEitherWay, &epsilon).unwrap();
        ours_seen[*permit(selection, seed).choose(&scores).unwrap().get()] += 1.0 / runs as f64;
        theirs_seen[theirs.invoke(&scores.to_vec()).unwrap()] += 1.0 / runs as f64;
    }
    let mean = |seen: &[f64; 5]| (0..5).map(|at| seen[at] * scores[at] as f64).sum::<f64>();
    println!("expected score: {} with OpenDP, {} with ours", mean(&theirs_seen), mean(&ours_seen));
    for (ours, theirs) in ours_seen.iter().zip(theirs_seen) {
        let error = 5.0 * (2.0 * ours.max(0.001) / runs as f64).sqrt();
        assert!((ours - theirs).abs() < error, "{ours_seen:?} {theirs_seen:?}");
    }
    assert!(mean(&ours_seen) > mean(&theirs_seen) - 0.08);
}
