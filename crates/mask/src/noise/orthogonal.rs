//! Random orthogonal masking.
//!
//! Let W be the data, centred and made uncorrelated with variances 1 (so many columns as the data
//! have dimensions). To W we add normal noise with variance alpha, centre the sum, and make it
//! uncorrelated with variances 1 again: Z. Back on the scale of the data, Z has exactly their means
//! and covariances. Two tables with the same means and products are turned into each other by an
//! orthogonal matrix that leaves the vector of ones alone; so this is a random one, near the
//! identity for a small alpha and evenly spread for a large one. It is never written down, as it
//! would have as many rows as the data have, and as many columns.

use super::additive::expected;
use super::draw::normals;
use super::{Drawn, Kind, Task, WeightedColumns};
use crate::Refused;
use rayon::prelude::*;
use ridotto_numbers::{Matrix, components, correlations};

/// Components that carry less than this share of the largest are rounding.
const NEGLIGIBLE: f64 = 1e-12;

/// See [`super::Kind::Orthogonal`].
pub(super) fn mask(task: &Task<'_>) -> Result<Drawn, Refused> {
    task.needs_joint()?;
    let (rows, sheet) = (task.sheet.rows(), task.sheet);
    let (means, covariances) = sheet.covariances();
    let deviations: Vec<f64> = (0..task.width()).map(|at| covariances.at(at, at).sqrt()).collect();
    if deviations.contains(&0.0) {
        return Err(Refused::Constant);
    }
    let eigen = components(&correlations(&covariances));
    let rank = eigen.values.iter().filter(|v| **v > NEGLIGIBLE * eigen.values[0]).count();
    let roots: Vec<f64> = eigen.values[..rank].iter().map(|value| value.sqrt()).collect();
    // A gap counts as the mean; it is put back at the end.
    let standard = |at: usize, row: usize| match sheet.columns[at][row] {
        value if value.is_finite() => (value - means[at]) / deviations[at],
        _ => 0.0,
    };
    let drawn = normals(rows, rank, task.dice);
    let noisy = |to: usize| -> Vec<f64> {
        let alpha = task.alpha[0].sqrt();
        let entry = |row: usize| {
            let parts = eigen.vectors[to].iter().enumerate();
            let score: f64 = parts.map(|(at, entry)| entry * standard(at, row)).sum();
            score / roots[to] + alpha * drawn[to][row]
        };
        (0..rows).into_par_iter().map(entry).collect()
    };
    let noisy: Vec<Vec<f64>> = (0..rank).map(noisy).collect();
    let scores = uncorrelated(noisy, sheet)?;
    let column = |at: usize| -> Vec<f64> {
        let entry = |row: usize| {
            let original = sheet.columns[at][row];
            if !original.is_finite() {
                return original;
            }
            let part = |to: usize| eigen.vectors[to][at] * roots[to] * scores[to][row];
            means[at] + deviations[at] * (0..rank).map(part).sum::<f64>()
        };
        (0..rows).into_par_iter().map(entry).collect()
    };
    let before = &task.moments;
    Ok(Drawn {
        columns: (0..task.width()).map(column).collect(),
        expected: expected(
            &Kind::Orthogonal,
            &task.alpha,
            &before.means,
            &before.variances,
            &before.correlations,
        )
        .expect("it says what it preserves"),
        decimals: vec![None; task.width()],
        notes: task.incomplete().into_iter().collect(),
        figures: Vec::new(),
        transformation: None,
    })
}

/// The columns, centred and multiplied such that the complete rows have covariances 1 and 0. Done
/// twice, as the first time leaves what rounding adds.
fn uncorrelated(
    mut columns: Vec<Vec<f64>>,
    data: WeightedColumns<'_>,
) -> Result<Vec<Vec<f64>>, Refused> {
    for _ in 0..2 {
        let (means, covariances) = moments(&columns, data);
        let lower = covariances.cholesky().ok_or(Refused::Constant)?;
        let mut rows: Vec<usize> = (0..columns[0].len()).collect();
        let solved: Vec<Vec<f64>> = rows
            .par_iter_mut()
            .map(|row| solve(&lower, columns.iter().zip(&means).map(|(c, m)| c[*row] - m)))
            .collect();
        for (at, column) in columns.iter_mut().enumerate() {
            column.par_iter_mut().zip(&solved).for_each(|(entry, row)| *entry = row[at]);
        }
    }
    Ok(columns)
}

/// Moments of the rows that are complete in the data.
fn moments(columns: &[Vec<f64>], data: WeightedColumns<'_>) -> (Vec<f64>, Matrix) {
    let weights: Vec<f64> = (0..data.rows())
        .map(|row| if data.is_complete(row) { data.weight(row) } else { 0.0 })
        .collect();
    let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    WeightedColumns { columns: &slices, weights: Some(&weights) }.covariances()
}

/// The x of `lower · x = right`.
fn solve(lower: &Matrix, right: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut solution: Vec<f64> = Vec::with_capacity(lower.size());
    for (row, right) in right.enumerate() {
        let known: f64 = lower.row(row).iter().zip(&solution).map(|(a, b)| a * b).sum();
        solution.push((right - known) / lower.at(row, row));
    }
    solution
}
