//! The small models learn what is there to be learnt, and nothing from nothing.

use crate::case::{categories, near, numbers, random, random_codes};
use ridotto_core::Control;
use ridotto_measure::utility::model::{Binning, Boosting, Goal, Growth, Linear, Terms, Tree};
use ridotto_measure::utility::model::{Design, Encoding, Logistic};
use ridotto_measure::utility::{Learner, Task, prediction, propensity};
use ridotto_measure::{Series, Values};
use ridotto_testkit::Hurry;
use std::slice::from_ref;

/// Exclusive or: neither column alone says anything.
fn exclusive_or(rows: usize, seed: u64) -> (Vec<Series>, Vec<u32>) {
    let bits = |seed: u64| -> Vec<u32> {
        random(seed, rows).iter().map(|&number| u32::from(number < 0.5)).collect()
    };
    let (a, b) = (bits(seed), bits(seed + 1));
    let target = a.iter().zip(&b).map(|(a, b)| a ^ b).collect();
    (vec![categories("a", &a, 2), categories("b", &b, 2)], target)
}

fn task<'a>(columns: &'a [Series], target: &'a Series) -> Task<'a> {
    Task {
        before: columns,
        after: columns,
        target_before: target,
        target_after: target,
        rows: None,
        folds: 5,
        most_rows: 2_000,
        seed: 3,
        watch: &(),
    }
}

#[test]
fn trees_see_what_a_regression_does_not() {
    let (columns, target) = exclusive_or(2_000, 1);
    let target = categories("target", &target, 2);
    let found = prediction(&task(&columns, &target)).unwrap();
    assert!(found.baseline < 0.56 && found.regression_before < 0.6, "{found:?}");
    assert!(found.trees_before > 0.99 && found.trees_after > 0.99, "{found:?}");
}

#[test]
fn a_line_is_found_and_noise_is_not() {
    let x = random(9, 1_000);
    let (line, noise) = (x.iter().map(|x| 3.0 * x - 1.0).collect(), random(10, 1_000));
    let columns = [numbers("x", x)];
    let found = prediction(&task(&columns, &numbers("line", line))).unwrap();
    assert!(found.baseline.abs() < 0.01, "{found:?}");
    assert!(found.regression_before > 0.999 && found.trees_before > 0.99, "{found:?}");
    let found = prediction(&task(&columns, &numbers("noise", noise))).unwrap();
    assert!(found.regression_before < 0.02 && found.trees_before < 0.05, "{found:?}");
}

/// Labels that were shuffled teach nothing; three classes are told apart.
#[test]
fn what_masking_takes_away_is_missing_after() {
    let x = random(20, 3_000);
    let class: Vec<u32> =
        x.iter().map(|&x| if x < 0.3 { 0 } else { 1 + u32::from(x < 0.6) }).collect();
    let target = categories("class", &class, 3);
    let before = [numbers("x", x.clone())];
    let hidden = [numbers("x", vec![f64::NAN; 3_000])];
    let found = prediction(&Task { after: &hidden, ..task(&before, &target) }).unwrap();
    assert!(found.trees_before > 0.98, "{found:?}");
    assert!(near(found.trees_after, found.baseline, 0.05), "{found:?}");
    let rounded = [numbers("x", x.iter().map(|x| (x * 10.0).floor() / 10.0 + 0.05).collect())];
    let rows: Vec<u32> = (0..3_000).collect();
    let aligned = Task { after: &rounded, rows: Some(&rows), ..task(&before, &target) };
    let found = prediction(&aligned).unwrap();
    assert!(found.trees_after > 0.95, "{found:?}");
}

/// The best of all splits is found, for ordered columns and for categories.
#[test]
fn a_stump_is_the_best_stump() {
    for seed in 0..40 {
        let rows = 60;
        let (codes, y) = (random_codes(100 + seed, rows, 5), random(200 + seed, rows));
        for ordered in [true, false] {
            let column = if ordered {
                numbers("x", codes.iter().map(|&code| f64::from(code)).collect())
            } else {
                categories("x", &codes, 5)
            };
            let columns = [column];
            let binned = Binning::learn(&columns).bin(&columns);
            let growth = Growth { depth: 1, least_rows: 1, shrink: 0.0 };
            let targets: Vec<(f64, f64)> = y.iter().map(|&y| (y, 1.0)).collect();
            let tree = Tree::grow(&binned, (0..rows as u32).collect(), &targets, growth);
            let error = |left: &dyn Fn(u32) -> bool| -> f64 {
                let side = |wanted: bool| {
                    let of =
                        || (0..rows).filter(|&row| left(codes[row]) == wanted).map(|row| y[row]);
                    let mean = of().sum::<f64>() / of().count().max(1) as f64;
                    of().map(|y| (y - mean).powi(2)).sum::<f64>()
                };
                side(true) + side(false)
            };
            let best = (1..31_u32)
                .filter(|set| !ordered || (set + 1).is_power_of_two())
                .map(|set| error(&|code| set >> code & 1 == 1))
                .fold(f64::INFINITY, f64::min);
            let found: f64 =
                (0..rows).map(|row| (y[row] - tree.predict(&binned, row)).powi(2)).sum();
            assert!(near(found, best, 1e-9), "{ordered}, seed {seed}: {found} and {best}");
        }
    }
}

#[test]
fn trees_keep_to_their_growth() {
    let x = random(5, 500);
    let columns = [numbers("x", x.clone())];
    let binned = Binning::learn(&columns).bin(&columns);
    let all = || (0..500).collect::<Vec<u32>>();
    let grow = |depth, least_rows| {
        let growth = Growth { depth, least_rows, shrink: 0.0 };
        let targets: Vec<(f64, f64)> = x.iter().map(|x| (x.sin(), 1.0)).collect();
        Tree::grow(&binned, all(), &targets, growth).leaves()
    };
    assert_eq!([grow(0, 1), grow(1, 1), grow(3, 1)], [1, 2, 8]);
    assert!(grow(9, 100) <= 5);
    assert_eq!(grow(5, 251), 1);
}

#[test]
fn boosting_mends_what_is_wrong() {
    let x = random(6, 800);
    let y: Vec<f64> = x.iter().map(|x| (6.0 * x).sin()).collect();
    let columns = [numbers("x", x)];
    let binned = Binning::learn(&columns).bin(&columns);
    let rows: Vec<u32> = (0..800).collect();
    let model = Boosting::fit(&binned, &rows, &Goal::Number(&y), &());
    let error: f64 = (0..800).map(|row| (y[row] - model.predict(&binned, row)[0]).powi(2)).sum();
    assert!(error / 800.0 < 0.003, "{error}");
}

/// Told to stop, models are as far as they are: those of many rows ask before each round.
#[test]
fn learning_ends_when_told() {
    let x = random(6, 2_000);
    let y: Vec<f64> = x.iter().map(|x| (6.0 * x).sin()).collect();
    let columns = [numbers("x", x)];
    let binned = Binning::learn(&columns).bin(&columns);
    let rows: Vec<u32> = (0..2_000).collect();
    let spread = |questions| {
        let watch = Hurry::after(questions, Control::Finish);
        let model = Boosting::fit(&binned, &rows, &Goal::Number(&y), &watch);
        let shown = (0..2_000).map(|row| model.predict(&binned, row)[0]);
        shown.clone().fold(0.0, f64::max) - shown.fold(0.0, f64::min)
    };
    assert!(spread(0) < spread(1) && spread(1) < spread(3));
    let design = Encoding::learn(&columns, Terms::Linear, 64).encode(&columns);
    let weight = |questions| {
        let watch = Hurry::after(questions, Control::Finish);
        Logistic::fit(&design, |row| y[row] > 0.0, 0.0, &watch).coefficients[1].abs()
    };
    assert!(weight(0) < weight(1) && weight(1) < weight(9));
}

/// Least squares makes residuals that no term explains, also where terms depend on one another.
#[test]
fn residuals_are_orthogonal() {
    let (a, b) = (random(1, 200), random(2, 200));
    let twice: Vec<f64> = a.iter().map(|a| 2.0 * a).collect();
    let y = random(3, 200);
    let columns = [numbers("a", a.clone()), numbers("b", b), numbers("twice", twice)];
    let design: Design = Encoding::learn(&columns, Terms::Linear, 64).encode(&columns);
    let model = Linear::fit(&design, &y, 0.0);
    let residual = |row: usize| y[row] - model.predict(&design, row);
    assert!((0..200).map(residual).sum::<f64>().abs() < 1e-6);
    assert!((0..200).map(|row| residual(row) * a[row]).sum::<f64>().abs() < 1e-6);
}

#[test]
fn propensity_knows_its_limits() {
    let x: Vec<f64> = random(30, 500);
    let before = [numbers("x", x.clone()), categories("c", &vec![1; 500], 4)];
    let far = [numbers("x", x.iter().map(|x| x + 9.0).collect()), before[1].clone()];
    let learners =
        [Learner::Logistic(Terms::Linear), Learner::Logistic(Terms::Quadratic), Learner::Tree];
    for learner in learners {
        let same = propensity(&before, &before, learner, &()).unwrap();
        assert!(same.u < 1e-20, "{learner:?}: {}", same.u);
        let other = propensity(&before, &far, learner, &()).unwrap();
        // A bin of the tree's may hold records of both files.
        assert!((0.24..=0.25 + 1e-12).contains(&other.u), "{learner:?}: {}", other.u);
        // A masked file of a third of all records: c(1 − c).
        let part: Vec<Series> =
            far.iter().map(|column| column.take(&(0..250).collect::<Vec<_>>())).collect();
        let u = propensity(&before, &part, learner, &()).unwrap().u;
        assert!(near(u, 2.0 / 9.0, 6e-3), "{learner:?}: {u}");
    }
    // Twice as wide around the same mean: a linear term sees nothing, the others do.
    let mean = x.iter().sum::<f64>() / 500.0;
    let wide =
        [numbers("x", x.iter().map(|x| mean + 2.0 * (x - mean)).collect()), before[1].clone()];
    let u = |learner| propensity(&before, &wide, learner, &()).unwrap().u;
    let [linear, quadratic, tree] = learners.map(u);
    assert!(linear < 1e-12 && quadratic > 0.02 && tree > 0.02, "{linear} {quadratic} {tree}");
    let nothing = Series { name: "x".into(), values: Values::Numbers(vec![]) };
    assert!(propensity(from_ref(&nothing), from_ref(&nothing), Learner::Tree, &()).is_none());
    let other_kind = [before[1].clone(), before[1].clone()];
    assert!(propensity(&before, &other_kind, Learner::Tree, &()).is_none());
}
