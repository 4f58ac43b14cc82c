//! Vectors worked out elsewhere.

use crate::case::{correlation, numbers, of};
use ridotto_numbers::Matrix;
use ridotto_perturb::noise::{Kind, Transformation, expected};
use ridotto_testkit::golden::{Vector, number, table};
use serde_json::Value;

ridotto_testkit::golden_families! {
    "crates/perturb/tests/masking";
    noises: "noise" => noise;
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
