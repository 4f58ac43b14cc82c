//! More noise for records that are far from the others.
//!
//! Distances are those of R. Maronna, R. Zamar (2002), *Robust estimates of location and dispersion
//! for high-dimensional datasets*, doi:10.1198/004017002188618509: medians and median deviations of
//! the attributes, correlations from the deviations of sums and differences, and once more along
//! the components of these. A few wild records do not change them.

use super::additive::weakened;
use super::draw::normals;
use super::moments::Expected;
use super::{Drawn, Task, fine};
use rayon::prelude::*;
use ridotto_numbers::Matrix;
use ridotto_numbers::sum::sum;

/// Of ordinary normal data 2.5 % are further away than this: the 97.5th percentile of the normal
/// distribution.
const QUANTILE: f64 = 1.959_964;

/// The median deviation of a normal distribution times this is its standard deviation.
const TO_DEVIATION: f64 = 1.482_602_2;

/// The middle of numbers and how far they are from it, both robust.
struct Middle {
    median: f64,
    deviation: f64,
}

/// See [`super::Kind::OutlierAware`]. The noise of a record has the deviation `√alpha` times the
/// attribute's robust deviation times the record's distance in units of the ordinary one, or 1 if
/// that is less.
pub(super) fn mask(task: &Task<'_>) -> Drawn {
    let middles: Vec<Middle> = (task.sheet.columns.iter().zip(&task.moments.variances))
        .map(|(values, variance)| middle(values, variance.sqrt()))
        .collect();
    let factors = factors(task, &middles);
    let mut columns = normals(task.sheet.rows(), task.width(), task.dice);
    let (mut variances, mut decimals) = (Vec::new(), Vec::new());
    for (at, noise) in columns.iter_mut().enumerate() {
        let values = task.sheet.columns[at];
        let deviation = task.alpha[at].sqrt() * middles[at].deviation;
        let known = |row: usize| values[row].is_finite();
        let total = |each: &(dyn Fn(usize) -> f64 + Sync)| {
            let of = |row: usize| task.sheet.weight(row) * each(row);
            sum(values.len(), |row| if known(row) { of(row) } else { 0.0 })
        };
        let square = total(&|row| factors[row].powi(2)) / total(&|_| 1.0);
        variances.push(task.moments.variances[at] + deviation.powi(2) * square);
        decimals.push(Some(fine(values, deviation)));
        let all = noise.par_iter_mut().zip(values.par_iter()).zip(&factors);
        all.for_each(|((noise, value), factor)| *noise = value + deviation * factor * *noise);
    }
    let before = &task.moments;
    let correlations = Some(weakened(&before.correlations, &before.variances, &variances));
    let expected =
        Expected { means: before.means.clone(), variances: Some(variances), correlations };
    let notes = task.incomplete().into_iter().collect();
    Drawn { columns, expected, decimals, notes, figures: Vec::new(), transformation: None }
}

/// Median and median deviation; where half of the numbers are the same, the standard deviation.
fn middle(values: &[f64], otherwise: f64) -> Middle {
    let mut numbers: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    let median = median(&mut numbers);
    numbers.par_iter_mut().for_each(|number| *number = (*number - median).abs());
    let deviation = TO_DEVIATION * self::median(&mut numbers);
    Middle { median, deviation: if deviation > 0.0 { deviation } else { otherwise } }
}

fn median(numbers: &mut [f64]) -> f64 {
    if numbers.is_empty() {
        return 0.0;
    }
    let (half, is_odd) = (numbers.len() / 2, numbers.len() % 2 == 1);
    let (below, upper, _) = numbers.select_nth_unstable_by(half, f64::total_cmp);
    let upper = *upper;
    if is_odd {
        return upper;
    }
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    f64::midpoint(lower, upper)
}

/// How many times more noise each record gets.
fn factors(task: &Task<'_>, middles: &[Middle]) -> Vec<f64> {
    let (p, rows) = (task.width(), task.sheet.rows());
    let standard: Vec<Vec<f64>> = (task.sheet.columns.iter().zip(middles))
        .map(|(values, middle)| {
            values.par_iter().map(|value| (value - middle.median) / middle.deviation).collect()
        })
        .collect();
    let complete: Vec<usize> = (0..rows).filter(|&row| task.sheet.is_complete(row)).collect();
    let one = |z: f64| if z.is_finite() { z.abs() / limit(1) } else { 0.0 };
    let by_itself = |row: usize| standard.iter().map(|z| one(z[row])).fold(1.0, f64::max);
    let mut factors: Vec<f64> = (0..rows).into_par_iter().map(by_itself).collect();
    if p == 1 || complete.len() < 2 * p {
        return factors;
    }
    let vectors = robust_correlations(&standard, &complete).eigen().vectors;
    let mut distances = vec![0.0; complete.len()];
    for vector in &vectors {
        let along = |row: &usize| vector.iter().zip(&standard).map(|(v, z)| v * z[*row]).sum();
        let scores: Vec<f64> = complete.par_iter().map(along).collect();
        let Middle { median, deviation } = middle(&scores, 0.0);
        if deviation > 0.0 {
            let both = distances.par_iter_mut().zip(&scores);
            both.for_each(|(sum, score)| *sum += ((score - median) / deviation).powi(2));
        }
    }
    for (row, square) in complete.iter().zip(&distances) {
        factors[*row] = (square.sqrt() / limit(p)).max(1.0);
    }
    factors
}

/// Of each pair from the deviations of sum and difference.
fn robust_correlations(standard: &[Vec<f64>], rows: &[usize]) -> Matrix {
    let p = standard.len();
    let mut upper = Vec::new();
    for a in 0..p {
        for b in a..p {
            let square = |sign: f64| {
                let of = |row: &usize| standard[a][*row] + sign * standard[b][*row];
                middle(&rows.par_iter().map(of).collect::<Vec<f64>>(), 0.0).deviation.powi(2)
            };
            let (sum, difference) = (square(1.0), square(-1.0));
            let all = sum + difference;
            upper.push(if a == b {
                1.0
            } else if all > 0.0 {
                (sum - difference) / all
            } else {
                0.0
            });
        }
    }
    Matrix::from_upper(p, &upper)
}

/// The distance that 2.5 % of normal records exceed: the root of a chi-squared quantile, as E.
/// Wilson and M. Hilferty (1931) approximate it.
fn limit(dimensions: usize) -> f64 {
    let p = dimensions as f64;
    let part = 2.0 / (9.0 * p);
    (p * (1.0 - part + QUANTILE * part.sqrt()).powi(3)).sqrt()
}
