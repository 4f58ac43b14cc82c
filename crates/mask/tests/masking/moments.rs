//! The noise itself, by the formulas of the literature: for several seeds, sizes and amounts, and
//! with weights. Tolerances are five standard errors of what is measured, as statistics gives them.

use crate::masking::case::{correlation, figure, moments, normals, numbers, of};
use ridotto_core::Series;
use ridotto_mask::noise::{self, Kind, Noise, Outcome};
use ridotto_mask::{Dice, Extremes};

/// Records, alpha, seed.
const RUNS: [(usize, f64, u64); 4] =
    [(1500, 0.05, 1), (6000, 0.5, 2), (25_000, 0.1, 3), (25_000, 2.0, 4)];

const LINEAR: Kind = Kind::Linear { reveal: true };

fn run(kind: &Kind, alpha: f64, columns: &[Series], weights: Option<&[f64]>, seed: u64) -> Outcome {
    let noise = Noise { kind: kind.clone(), alpha: vec![alpha] };
    noise::mask(&noise, columns, weights, &Dice::seeded(seed)).unwrap()
}

/// What was added to each attribute; of linear noise, before the transformation.
fn added(columns: &[Series], outcome: &Outcome) -> Vec<Vec<f64>> {
    let each = columns.iter().zip(&outcome.masked.columns).enumerate().map(|(at, (x, y))| {
        let noisy = |y: f64| match &outcome.transformation {
            Some(transformation) => transformation.undo(at, y),
            None => y,
        };
        of(x).iter().zip(of(y)).map(|(x, y)| noisy(*y) - x).collect()
    });
    each.collect()
}

fn near(found: f64, expected: f64, error: f64, name: &str) {
    assert!((found - expected).abs() < 5.0 * error, "{name}: {found}, not {expected} ± {error}");
}

/// Normal noise has the mean 0 ± √(aV/n), the variance aV ± aV√(2/n), and a correlation with
/// anything of r ± (1 − r²)/√n: with the noise of other attributes that of the data, or none; with
/// the data none. So variances become (1 + a)V, with an error of V√((4a + 2a²)/n).
#[test]
fn additive_noise_is_what_it_says() {
    for (rows, alpha, seed) in RUNS {
        let (columns, n) = (normals(rows, 3, seed), rows as f64);
        for kind in [Kind::Uncorrelated, Kind::Correlated, LINEAR] {
            let outcome = run(&kind, alpha, &columns, None, seed + 100);
            let noise = added(&columns, &outcome);
            let name = format!("{kind:?}, {rows} records, alpha {alpha}");
            for (at, noise) in noise.iter().enumerate() {
                let own = moments(of(&columns[at])).1;
                let (mean, variance) = moments(noise);
                near(mean, 0.0, (alpha * own / n).sqrt(), &name);
                near(variance / own, alpha, alpha * (2.0 / n).sqrt(), &name);
                near(correlation(noise, of(&columns[at])), 0.0, 1.0 / n.sqrt(), &name);
                let growth = if kind == LINEAR { 1.0 } else { 1.0 + alpha };
                let shrunk = growth / (1.0 + alpha);
                let error = shrunk * ((4.0 * alpha + 2.0 * alpha * alpha) / n).sqrt();
                let reached = moments(of(&outcome.masked.columns[at])).1;
                near(reached / own, growth, error, &name);
            }
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let data = correlation(of(&columns[a]), of(&columns[b]));
                let wanted = if kind == Kind::Uncorrelated { 0.0 } else { data };
                let error = (1.0 - wanted * wanted) / n.sqrt();
                near(correlation(&noise[a], &noise[b]), wanted, error, &name);
                let shown = if kind == Kind::Uncorrelated { data / (1.0 + alpha) } else { data };
                let masked = &outcome.masked.columns;
                let reached = correlation(of(&masked[a]), of(&masked[b]));
                near(reached, shown, 1.0 / n.sqrt(), &name);
            }
        }
    }
}

/// A factor's logarithm is normal with variance s² = ln(1 + a) and mean −s²/2, so that the factor
/// has the mean 1 and the variance a; factors of two attributes have nothing to do with each other.
#[test]
fn factors_are_what_they_say() {
    for (rows, alpha, seed) in RUNS {
        let (columns, n) = (normals(rows, 2, seed), rows as f64);
        let outcome = run(&Kind::Multiplicative, alpha, &columns, None, seed + 100);
        let square = alpha.ln_1p();
        let mut logarithms = Vec::new();
        for (x, y) in columns.iter().zip(&outcome.masked.columns) {
            let factors: Vec<f64> = of(x).iter().zip(of(y)).map(|(x, y)| y / x).collect();
            near(moments(&factors).0, 1.0, (alpha / n).sqrt(), "mean of factors");
            // The fourth moment of a log-normal number: with w = 1 + a, w⁴ + 2w³ + 3w² − 3.
            let w = 1.0 + alpha;
            let kurtosis = w.powi(4) + 2.0 * w.powi(3) + 3.0 * w.powi(2) - 3.0;
            let error = alpha * ((kurtosis - 1.0) / n).sqrt();
            near(moments(&factors).1, alpha, error, "variance of factors");
            let own: Vec<f64> = factors.iter().map(|factor| factor.ln()).collect();
            let (mean, variance) = moments(&own);
            near(mean, -square / 2.0, (square / n).sqrt(), "mean of logarithms");
            near(variance, square, square * (2.0 / n).sqrt(), "variance of logarithms");
            near(correlation(&own, of(x)), 0.0, 1.0 / n.sqrt(), "factors and values");
            logarithms.push(own);
        }
        near(correlation(&logarithms[0], &logarithms[1]), 0.0, 1.0 / n.sqrt(), "two factors");
    }
}

/// A quarter of the records has nine times the weight, is elsewhere, and differs less.
fn survey(rows: usize) -> (Vec<Series>, Vec<f64>) {
    let heavy = |row: usize| row.is_multiple_of(4);
    let columns = normals(rows, 2, 17).into_iter().enumerate().map(|(at, column)| {
        let own = |(row, x): (usize, &f64)| {
            let apart = x - 100.0 * (at as f64 + 1.0);
            if heavy(row) { 905.0 + apart / 10.0 } else { 900.0 + apart }
        };
        numbers(&column.name, of(&column).iter().enumerate().map(own).collect())
    });
    let columns = columns.collect();
    (columns, (0..rows).map(|row| if heavy(row) { 9.0 } else { 1.0 }).collect())
}

fn weighted(values: &[f64], weights: &[f64]) -> (f64, f64) {
    let all: f64 = weights.iter().sum();
    let total = |of: &dyn Fn(f64) -> f64| {
        values.iter().zip(weights).map(|(x, w)| w * of(*x)).sum::<f64>() / all
    };
    let mean = total(&|x| x);
    (mean, total(&|x| (x - mean).powi(2)))
}

/// The noise has alpha times the *weighted* variance, which here is far from the other one.
#[test]
fn weights_say_how_much_noise() {
    let (columns, weights) = survey(12_000);
    let n = 12_000.0_f64;
    for kind in [Kind::Uncorrelated, Kind::Correlated, LINEAR] {
        for seed in 0..3 {
            let outcome = run(&kind, 0.3, &columns, Some(&weights), seed);
            for (at, noise) in added(&columns, &outcome).iter().enumerate() {
                let (mean, own) = weighted(of(&columns[at]), &weights);
                let plain = moments(of(&columns[at])).1;
                assert!((plain / own - 1.0).abs() > 0.2, "the test would say nothing");
                // One in n is what the correction for a sample may make of it.
                let error = 0.3 * (2.0 / n).sqrt() + 1.0 / n;
                near(moments(noise).1 / own, 0.3, error, &format!("{kind:?}"));
                // The weighted mean of what is published: Σw² / (Σw)² of the noise's variance.
                let masked = weighted(of(&outcome.masked.columns[at]), &weights).0;
                let share = weights.iter().map(|w| w * w).sum::<f64>()
                    / weights.iter().sum::<f64>().powi(2);
                near(masked, mean, (0.3 * own * share).sqrt(), &format!("{kind:?}"));
            }
        }
    }
}

/// Over sixty seeds the mean of what is reached is what is expected, for every promise of every
/// kind, with weights and without: to within five standard errors of that mean, as the seeds differ,
/// and a thousandth for what has a bias of the order 1/n.
#[test]
fn what_is_expected_is_reached_on_average() {
    let (columns, weights) = survey(2000);
    let even = vec![1.0; 2000];
    let restricted = |extremes| Kind::Restricted { lower: None, upper: None, extremes };
    let kinds = [
        Kind::Uncorrelated,
        Kind::Correlated,
        LINEAR,
        Kind::OutlierAware,
        Kind::Orthogonal,
        Kind::Multiplicative,
        restricted(Extremes::Keep),
        restricted(Extremes::Move),
    ];
    let names = [
        "mean of a0",
        "mean of a1",
        "variance of a0",
        "variance of a1",
        "correlation of a0 and a1",
    ];
    for weights in [&even, &weights] {
        for kind in &kinds {
            let runs: Vec<Outcome> =
                (0..60).map(|seed| run(kind, 0.4, &columns, Some(weights), seed)).collect();
            let mut promised = 0;
            for name in names {
                let (original, expected, _) = figure(&runs[0].masked, name);
                let Some(expected) = expected else { continue };
                promised += 1;
                let reached: Vec<f64> =
                    runs.iter().map(|run| figure(&run.masked, name).2).collect();
                let (mean, variance) = moments(&reached);
                let error = (variance / 60.0).sqrt() + 2e-4 * original.abs();
                near(mean, expected, error, &format!("{kind:?}: {name}"));
            }
            assert!(promised == 5 || matches!(kind, Kind::Restricted { .. }) && promised == 2);
            let name = "variance of a1";
            let own = weighted(of(&columns[1]), weights).1;
            assert!((figure(&runs[0].masked, name).0 / own - 1.0).abs() < 1e-3, "weighted");
        }
    }
}

/// Thrown back at the bounds, the weighted mean is kept exactly where nothing is rounded.
#[test]
fn restricted_noise_keeps_weighted_means() {
    let (columns, weights) = survey(3000);
    let kind = Kind::Restricted { lower: None, upper: None, extremes: Extremes::Move };
    let masked = run(&kind, 0.5, &columns, Some(&weights), 3).masked;
    for (before, after) in columns.iter().zip(&masked.columns) {
        let (old, new) = (weighted(of(before), &weights).0, weighted(of(after), &weights).0);
        assert!((old - new).abs() < 1e-9 * old, "{old} {new}");
    }
}
