//! Operators that make one number of the differences of all attributes: what a distance is made of.
//!
//! # References
//! R. R. Yager (1988), *On ordered weighted averaging aggregation operators in multicriteria
//! decisionmaking*, doi:10.1109/21.87068. G. Choquet (1953), *Theory of capacities*. P. C.
//! Mahalanobis (1936), *On the generalised distance in statistics*. D. Abril, G. Navarro-Arribas, V.
//! Torra (2012), *Improving record linkage with supervised learning for disclosure risk assessment*,
//! doi:10.1016/j.inffus.2011.05.001.

use ridotto_numbers::matrix::{Eigen, Matrix};

/// The weighted mean: Σ wᵢ dᵢ.
pub fn weighted_mean(differences: &[f64], weights: &[f64]) -> f64 {
    differences.iter().zip(weights).map(|(difference, weight)| difference * weight).sum()
}

/// The ordered weighted average: the i-th weight goes to the i-th *largest* difference. Equal
/// weights give the mean, all weight on the first the maximum.
pub fn ordered_weights(differences: &[f64], weights: &[f64]) -> f64 {
    let mut sorted = differences.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    weighted_mean(&sorted, weights)
}

/// The Choquet integral of differences that are not negative: Σ (d₍ᵢ₎ - d₍ᵢ₋₁₎) μ(A₍ᵢ₎), with the
/// differences in ascending order and A₍ᵢ₎ the attributes from the i-th on. `measure[set]` is μ of
/// a set, in which bit `i` is the i-th attribute. An additive measure gives the weighted mean, one
/// that depends on the set's size alone the ordered one.
///
/// # Panics
/// If there are not 2^n values of the measure.
pub fn choquet(differences: &[f64], measure: &[f64]) -> f64 {
    assert_eq!(measure.len(), 1 << differences.len(), "a value for each set of attributes");
    let mut places = [0; usize::BITS as usize];
    let order = &mut places[..differences.len()];
    order.iter_mut().enumerate().for_each(|(at, place)| *place = at);
    order.sort_unstable_by(|&a, &b| differences[a].total_cmp(&differences[b]));
    let (mut set, mut last, mut sum) = (measure.len() - 1, 0.0, 0.0);
    for &mut at in order {
        sum += (differences[at] - last) * measure[set];
        last = differences[at];
        set &= !(1 << at);
    }
    sum
}

/// The bilinear form dᵀ Q d of signed differences, with the matrix row by row. With the inverse of
/// a covariance matrix it is the square of Mahalanobis's distance; it is the square of a distance
/// only if no vector makes it negative.
pub fn bilinear(differences: &[f64], matrix: &[f64]) -> f64 {
    let rows = matrix.chunks_exact(differences.len());
    differences.iter().zip(rows).map(|(one, row)| one * weighted_mean(differences, row)).sum()
}

/// A matrix F with `FᵀF = matrix`, both row by row with `n` rows: the bilinear form is then the squared
/// length of F d. `None` if the matrix is not symmetric or makes something negative, but for rounding.
pub fn factor(matrix: &[f64], n: usize) -> Option<Vec<f64>> {
    let largest = matrix.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let places = (0..n).flat_map(|row| (row..n).map(move |column| (row, column)));
    let is_symmetric = |(row, column): (usize, usize)| {
        (matrix[row * n + column] - matrix[column * n + row]).abs() <= 1e-9 * largest
    };
    if matrix.len() != n * n || !largest.is_finite() || !places.clone().all(is_symmetric) {
        return None;
    }
    let upper: Vec<f64> = places.map(|(row, column)| matrix[row * n + column]).collect();
    let Eigen { values, vectors } = Matrix::from_upper(n, &upper).eigen();
    let row = |(value, vector): (&f64, Vec<f64>)| {
        let root = value.max(0.0).sqrt();
        vector.into_iter().map(move |entry| root * entry)
    };
    let is_positive = values.iter().all(|&value| value >= -1e-9 * largest);
    is_positive.then(|| values.iter().zip(vectors).flat_map(row).collect())
}

/// `FᵀF`, of `n` rows.
pub fn squared(factor: &[f64], n: usize) -> Vec<f64> {
    let entry = |at: usize| {
        let rows = factor.chunks_exact(n);
        rows.map(|row| row[at / n] * row[at % n]).sum()
    };
    (0..n * n).map(entry).collect()
}

/// The inverse of a square matrix of `n` rows, by Gauss and Jordan with the largest pivots; `None`
/// if it has none, or nearly so.
pub fn inverse(matrix: &[f64], n: usize) -> Option<Vec<f64>> {
    let (mut left, mut right) = (matrix.to_vec(), vec![0.0; n * n]);
    (0..n).for_each(|at| right[at * n + at] = 1.0);
    let largest = matrix.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    for at in 0..n {
        let size = |row: &usize| left[row * n + at].abs();
        let pivot = (at..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&pivot) <= 1e-12 * largest || size(&pivot).is_nan() {
            return None;
        }
        for column in 0..n {
            left.swap(at * n + column, pivot * n + column);
            right.swap(at * n + column, pivot * n + column);
        }
        let divisor = left[at * n + at];
        for column in 0..n {
            left[at * n + column] /= divisor;
            right[at * n + column] /= divisor;
        }
        for row in (0..n).filter(|&row| row != at) {
            let factor = left[row * n + at];
            for column in 0..n {
                left[row * n + column] -= factor * left[at * n + column];
                right[row * n + column] -= factor * right[at * n + column];
            }
        }
    }
    Some(right)
}
