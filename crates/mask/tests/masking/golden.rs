//! Vectors worked out elsewhere.

use crate::masking::case::{categories, codes, correlation, numbers, of};
use ridotto_core::Series;
use ridotto_mask::noise::{Kind, Transformation, expected};
use ridotto_mask::pram::Transition;
use ridotto_mask::swap::pairs;
use ridotto_mask::swap::rank::{self, RankSwap};
use ridotto_mask::{Dice, Extremes};
use ridotto_numbers::Matrix;
use ridotto_testkit::golden::{Vector, number, table};
use serde_json::Value;

ridotto_testkit::golden_families! {
    "crates/mask/tests/masking";
    noises: "noise" => noise;
    data_swaps: "dataswap" => data_swap;
    rank_swaps: "rankswap" => rank_swap;
    post_randomisations: "pram" => post_randomisation;
}

fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

fn all_near(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).for_each(|(a, b)| near(*a, *b));
}

/// Divided by n, as the vectors are.
fn population(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let mean = |x: &[f64]| x.iter().sum::<f64>() / n;
    a.iter().zip(b).map(|(x, y)| (x - mean(a)) * (y - mean(b))).sum::<f64>() / n
}

fn noise(vector: &Vector) {
    let (given, wanted) = (&vector.given, &vector.expected);
    let pair = |rho: f64| Matrix::from_upper(2, &[1.0, rho, 1.0]);
    match vector.id.as_str() {
        "noise.uncorrelated.identities" => {
            let (x, y) = (list(&given["x"]), list(&given["y"]));
            let variances = [population(&x, &x), population(&y, &y)];
            let rho = correlation(&x, &y);
            near(rho, number(&wanted["rho"]));
            let alpha = [number(&given["alpha"]); 2];
            let promised =
                expected(&Kind::Uncorrelated, &alpha, &[0.0; 2], &variances, &pair(rho)).unwrap();
            let after = promised.variances.unwrap();
            all_near(&after, &list(&wanted["E_var_masked"]));
            let shown = promised.correlations.unwrap().at(0, 1);
            near(shown, number(&wanted["rho_masked_population"]));
            near(shown * (after[0] * after[1]).sqrt(), number(&wanted["E_cov_masked"]));
        }
        "noise.uncorrelated.unequal_alpha" => {
            let alpha = [number(&given["alpha_i"]), number(&given["alpha_j"])];
            let rho = pair(number(&given["rho"]));
            let promised =
                expected(&Kind::Uncorrelated, &alpha, &[0.0; 2], &[1.0; 2], &rho).unwrap();
            near(promised.correlations.unwrap().at(0, 1), number(&wanted["rho_masked"]));
        }
        "noise.correlated.identities" => {
            let sigma: Vec<Vec<f64>> =
                given["Sigma"].as_array().unwrap().iter().map(list).collect();
            let variances = [sigma[0][0], sigma[1][1]];
            let rho = sigma[0][1] / (variances[0] * variances[1]).sqrt();
            let alpha = [number(&given["alpha"]); 2];
            let promised =
                expected(&Kind::Correlated, &alpha, &[0.0; 2], &variances, &pair(rho)).unwrap();
            let (after, shown) =
                (promised.variances.unwrap(), promised.correlations.unwrap().at(0, 1));
            near(shown, number(&wanted["rho_masked"]));
            near(after[0], number(&wanted["Sigma_masked"][0][0]));
            near(after[1], number(&wanted["Sigma_masked"][1][1]));
            near(shown * (after[0] * after[1]).sqrt(), number(&wanted["Sigma_masked"][0][1]));
        }
        "noise.linear_transform.kim" => {
            let (mean, alpha) = (number(&given["mean"]), number(&given["alpha"]));
            let made = Transformation::unbiased(alpha, &[mean]);
            near(made.scale, number(&wanted["c"]));
            near(made.shifts[0], number(&wanted["d"]));
            near(made.scale * mean + made.shifts[0], number(&wanted["E_mean"]));
            let variance = number(&given["var"]);
            near(made.scale.powi(2) * (1.0 + alpha) * variance, number(&wanted["E_var"]));
        }
        "noise.000.simplified" => simplified(given, wanted),
        other => panic!("no check for {other}"),
    }
}

/// Draws that were printed: what they give, and what our formula predicts for them.
fn simplified(given: &Value, wanted: &Value) {
    let table = table(given["table"].as_str().unwrap());
    let column = |name: &str| -> Vec<f64> {
        table.columns(&[name]).iter().map(|row| row[0].parse().unwrap()).collect()
    };
    let (x, e) = ([column("x1"), column("x2")], [column("e1"), column("e2")]);
    let add = |at: usize| -> Vec<f64> { x[at].iter().zip(&e[at]).map(|(x, e)| x + e).collect() };
    let y = [add(0), add(1)];
    all_near(&y[0], &list(&wanted["y1"]));
    all_near(&y[1], &list(&wanted["y2"]));
    near(population(&x[0], &x[0]), number(&wanted["var_x_pop"]));
    let alpha = [0, 1].map(|at| population(&e[at], &e[at]) / population(&x[at], &x[at]));
    all_near(&alpha, &list(&wanted["alpha_hat"]));
    let variances = [0, 1].map(|at| population(&x[at], &x[at]));
    let rho = Matrix::from_upper(2, &[1.0, correlation(&x[0], &x[1]), 1.0]);
    let promised = expected(&Kind::Uncorrelated, &alpha, &[0.0; 2], &variances, &rho).unwrap();
    near(promised.correlations.unwrap().at(0, 1), number(&wanted["rho_predicted"]));
    near(correlation(&y[0], &y[1]), number(&wanted["rho_y"]));
    let columns = [numbers("y1", y[0].clone()), numbers("y2", y[1].clone())];
    near(population(of(&columns[0]), of(&columns[1])), number(&wanted["cov_y_pop"]));
}

/// Numbers of a column of a table.
fn column(table: &str, name: &str) -> Series {
    let rows = ridotto_testkit::golden::table(table).columns(&[name]);
    numbers(name, rows.iter().map(|row| row[0].parse().unwrap()).collect())
}

/// The record at risk is swapped with some other one; one of the seeds makes the printed swap, and
/// every one keeps the marginals.
fn data_swap(vector: &Vector) {
    let (given, wanted) = (&vector.given, &vector.expected);
    let attribute = given["attribute"].as_str().unwrap();
    let before = column(given["table"].as_str().unwrap(), attribute);
    let after = column(wanted["table"].as_str().unwrap(), attribute);
    let ids = column(given["table"].as_str().unwrap(), "ID");
    let swapped = list(&given["swap"]);
    let at_risk: Vec<bool> = of(&ids).iter().map(|id| *id == swapped[1]).collect();
    let runs: Vec<Series> = (0..40)
        .map(|seed| {
            let columns = std::slice::from_ref(&before);
            pairs::targeted(&at_risk, columns, &[], &Dice::seeded(seed)).unwrap().columns.remove(0)
        })
        .collect();
    assert_eq!(wanted["marginals_preserved"], true);
    for run in &runs {
        assert_eq!(crate::masking::case::sorted(run), crate::masking::case::sorted(&before));
        assert_eq!(of(run).iter().zip(of(&before)).filter(|(a, b)| a != b).count(), 2);
    }
    assert!(runs.iter().any(|run| of(run) == of(&after)));
}

fn rank_swap(vector: &Vector) {
    let (given, wanted) = (&vector.given, &vector.expected);
    if vector.id == "rankswap.000" {
        return ranked_by_another(given, wanted);
    }
    let (original, masked) = (list(&given["original"]), list(&given["masked"]));
    let range = number(&given["p_percent"]) / 100.0;
    let rank = |x: f64| original.iter().filter(|y| **y < x).count();
    let moves: Vec<f64> =
        original.iter().zip(&masked).map(|(x, y)| rank(*x).abs_diff(rank(*y)) as f64).collect();
    assert_eq!(moves, list(&wanted["rank_differences"]));
    near(range * original.len() as f64, number(&wanted["limit"]));
    // Legal is what some throw of the dice gives: pairs, none further apart than the limit. With so
    // few records all swaps of a range come up among some thousand throws.
    let options = RankSwap { range, extremes: Extremes::Move, correlation_change: None };
    let columns = [numbers("x", original.clone())];
    let legal = wanted["legal"].as_bool().unwrap();
    let run = |seed: u64| {
        rank::mask(&options, &columns, None, &Dice::seeded(seed)).unwrap().columns.remove(0)
    };
    let limit = number(&wanted["limit"]);
    let mut seen = false;
    for seed in 0..3000 {
        let run = run(seed);
        let within = |(x, y): (&f64, &f64)| rank(*x).abs_diff(rank(*y)) as f64 <= limit;
        assert!(of(&columns[0]).iter().zip(of(&run)).all(within));
        seen |= of(&run) == masked;
    }
    // The second vector leaves records unswapped though partners are free, which is legal and which
    // ours does not do.
    let is_full = moves.iter().filter(|ranks| **ranks == 0.0).count() < 2;
    assert_eq!(seen, legal && is_full);
}

/// The printed example: ranked by income, the illness is swapped.
fn ranked_by_another(given: &Value, wanted: &Value) {
    let illness = |name: &str| {
        let rows = table(name).columns(&[given["swap_attribute"].as_str().unwrap(), "Income"]);
        let mut rows: Vec<(u32, u32)> =
            rows.iter().map(|row| (row[1].parse().unwrap(), u32::from(row[0] == "y"))).collect();
        rows.sort_unstable();
        rows
    };
    let sorted = illness(wanted["sorted"].as_str().unwrap());
    assert_eq!(sorted, illness(given["table"].as_str().unwrap()));
    let income = numbers("Income", sorted.iter().map(|row| f64::from(row.0)).collect());
    let before = [categories("Illness", sorted.iter().map(|row| Some(row.1)).collect(), 2)];
    let range = number(&wanted["p_min_percent"]) / 100.0;
    let options = RankSwap { range, extremes: Extremes::Move, correlation_change: None };
    let result = illness(wanted["result"].as_str().unwrap());
    let printed: Vec<Option<u32>> = result.iter().map(|row| Some(row.1)).collect();
    let runs = (0..20).map(|seed| {
        rank::mask(&options, &before, Some(&income), &Dice::seeded(seed)).unwrap().columns.remove(0)
    });
    assert!(runs.into_iter().any(|run| codes(&run) == printed));
    let smaller = RankSwap { range: range - 0.01, ..options };
    assert!(rank::mask(&smaller, &before, Some(&income), &Dice::seeded(0)).is_err());
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(list).collect()
}

fn post_randomisation(vector: &Vector) {
    let (given, wanted) = (&vector.given, &vector.expected);
    let matrix = |name: &str| Transition::new(rows(&given[name])).unwrap();
    match vector.id.as_str() {
        "pram.expected" => {
            let (matrix, frequencies) = (matrix("matrix"), list(&given["freq"]));
            let masked = matrix.expected(&frequencies);
            all_near(&masked, &list(&wanted["expected_masked"]));
            let back = matrix.estimate(&masked, false).unwrap().frequencies;
            all_near(&back, &list(&wanted["estimate_back"]));
            let observed = matrix.estimate(&[46.0, 31.0, 23.0], false).unwrap().frequencies;
            let wanted = list(&wanted["unbiased_estimate_for_observed_46_31_23"]);
            observed.iter().zip(&wanted).for_each(|(a, b)| assert!((a - b).abs() < 1e-11));
        }
        "pram.invariant" => {
            let frequencies = list(&given["freq"]);
            let invariant = matrix("matrix").two_stages(&frequencies).unwrap();
            for (at, row) in rows(&wanted["R"]).iter().enumerate() {
                all_near(invariant.row(at), row);
            }
            all_near(&invariant.expected(&frequencies), &list(&wanted["expected_masked"]));
        }
        "pram.encompasses" => {
            let all = [Some(0), Some(1), Some(2), None];
            let dice = Dice::seeded(1);
            let recoded = matrix("recoding_matrix").apply(&all, &dice).unwrap();
            assert_eq!(recoded, [Some(1), Some(1), Some(2), None]);
            let suppressed = matrix("suppression_matrix").apply(&all, &dice).unwrap();
            assert_eq!(suppressed, [Some(2), Some(2), Some(2), None]);
        }
        other => panic!("no check for {other}"),
    }
}
