//! Means, deviations and correlations of columns with weights and missing values.

use crate::Refused;
use crate::masked::{Figure, Pooled};
use ridotto_core::{Series, Values};
use ridotto_numbers::Matrix;
use ridotto_numbers::sum::{sum, sum_vectors};
use std::cmp::Ordering;

/// Columns of numbers of equal length, and how much each row counts.
#[derive(Clone, Copy)]
pub(crate) struct WeightedColumns<'a> {
    pub(crate) columns: &'a [&'a [f64]],
    pub(crate) weights: Option<&'a [f64]>,
}

/// Means and variances of each column's own values, correlations of the complete rows.
#[derive(Clone, Debug)]
pub(crate) struct Moments {
    pub(crate) means: Vec<f64>,
    pub(crate) variances: Vec<f64>,
    pub(crate) correlations: Matrix,
    /// Rows in which no column misses a value.
    pub(crate) complete: u64,
}

impl WeightedColumns<'_> {
    pub(crate) fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.len())
    }

    pub(crate) fn weight(&self, row: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights[row])
    }

    pub(crate) fn is_complete(&self, row: usize) -> bool {
        self.columns.iter().all(|column| column[row].is_finite())
    }

    pub(crate) fn moments(&self) -> Moments {
        let (means, variances) = self.columns.iter().map(|column| self.spread(column)).unzip();
        let complete = sum(self.rows(), |row| f64::from(self.is_complete(row)));
        let correlations = ridotto_numbers::correlations(&self.covariances().1);
        Moments { means, variances, correlations, complete: whole(complete) }
    }

    /// Mean and variance of a column's own values: the weighted mean of squares times n / (n − 1),
    /// which without weights is the variance of a sample.
    fn spread(&self, column: &[f64]) -> (f64, f64) {
        let counts = |row: usize| column[row].is_finite() && self.weight(row) > 0.0;
        let total = |each: &(dyn Fn(usize) -> f64 + Sync)| {
            sum(column.len(), |row| if counts(row) { self.weight(row) * each(row) } else { 0.0 })
        };
        let (weight, n) = (total(&|_| 1.0), sum(column.len(), |row| f64::from(counts(row))));
        let mean = total(&|row| column[row]) / weight;
        let squares = total(&|row| (column[row] - mean).powi(2)) / weight;
        (mean, squares * n / (n - 1.0).max(1.0))
    }

    /// Means and covariances of the complete rows.
    pub(crate) fn covariances(&self) -> (Vec<f64>, Matrix) {
        let p = self.columns.len();
        let counts = |row: &usize| self.is_complete(*row) && self.weight(*row) > 0.0;
        let sums = sum_vectors(self.rows(), p + 2, |rows, sums| {
            for row in rows.filter(counts) {
                let weight = self.weight(row);
                for (sum, column) in sums.iter_mut().zip(self.columns) {
                    *sum += weight * column[row];
                }
                sums[p] += weight;
                sums[p + 1] += 1.0;
            }
        });
        let (weight, n) = (sums[p], sums[p + 1]);
        let means: Vec<f64> = sums[..p].iter().map(|sum| sum / weight).collect();
        let upper = sum_vectors(self.rows(), p * (p + 1) / 2, |rows, sums| {
            let mut apart = vec![0.0; p];
            for row in rows.filter(counts) {
                let from_mean = self.columns.iter().zip(&means).map(|(column, m)| column[row] - m);
                apart.iter_mut().zip(from_mean).for_each(|(apart, from_mean)| *apart = from_mean);
                let mut sums = sums.iter_mut();
                for a in 0..p {
                    for b in a..p {
                        let entry = sums.next().expect("so many entries");
                        *entry += self.weight(row) * apart[a] * apart[b];
                    }
                }
            }
        });
        let scale = n / (n - 1.0).max(1.0) / weight;
        let upper: Vec<f64> = upper.iter().map(|sum| sum * scale).collect();
        (means, Matrix::from_upper(p, &upper))
    }
}

/// A count that was added up as a number.
#[expect(clippy::cast_sign_loss, reason = "a count is not negative")]
pub(crate) fn whole(count: f64) -> u64 {
    count as u64
}

/// The numbers of each column; refuses categories, and attributes without a value or with one only.
pub(crate) fn numbers(columns: &[Series]) -> Result<Vec<&[f64]>, Refused> {
    if columns.is_empty() {
        return Err(Refused::Uneven);
    }
    let mut slices = Vec::with_capacity(columns.len());
    for column in columns {
        match &column.values {
            Values::Categories { .. } => return Err(Refused::NeedsNumbers.of(&column.name)),
            Values::Numbers(_) if column.len() != columns[0].len() => return Err(Refused::Uneven),
            Values::Numbers(numbers) => slices.push(numbers.as_slice()),
        }
    }
    Ok(slices)
}

/// Refuses a column whose values are all missing or all the same.
pub(crate) fn varied(values: &[f64]) -> Result<(), Refused> {
    let mut known = values.iter().filter(|value| value.is_finite());
    let first = known.next().ok_or(Refused::AllMissing)?;
    let other = known.any(|value| value.partial_cmp(first) != Some(Ordering::Equal));
    if other { Ok(()) } else { Err(Refused::Constant) }
}

/// Refuses weights that are none.
pub(crate) fn usable(weights: Option<&[f64]>, rows: usize) -> Result<(), Refused> {
    let Some(weights) = weights else { return Ok(()) };
    if weights.len() != rows {
        return Err(Refused::Uneven);
    }
    let is_weight = |weight: &f64| weight.is_finite() && *weight >= 0.0;
    let some = weights.iter().any(|weight| *weight > 0.0);
    if some && weights.iter().all(is_weight) { Ok(()) } else { Err(Refused::Weights) }
}

/// What a method promises, in the order of the columns; what it does not say is `None`.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The mean of each attribute.
    pub means: Vec<f64>,
    /// The variance of each attribute.
    pub variances: Option<Vec<f64>>,
    /// The correlations.
    pub correlations: Option<Matrix>,
}

/// Means, variances and correlations: before, expected and reached.
pub(crate) fn figures(
    columns: &[Series],
    before: &Moments,
    expected: &Expected,
    reached: &Moments,
) -> Vec<Figure> {
    let name = |at: usize| &columns[at].name;
    let p = columns.len();
    let means = (0..p).map(|at| Figure {
        name: format!("mean of {}", name(at)),
        original: before.means[at],
        expected: Some(expected.means[at]),
        reached: reached.means[at],
        pooled: Pooled::Mean,
    });
    let variances = (0..p).map(|at| Figure {
        name: format!("variance of {}", name(at)),
        original: before.variances[at],
        expected: expected.variances.as_ref().map(|variances| variances[at]),
        reached: reached.variances[at],
        pooled: Pooled::Mean,
    });
    let pairs = (0..p).flat_map(|a| (a + 1..p).map(move |b| (a, b)));
    let correlations = pairs.filter(|_| before.complete > 2).map(|(a, b)| Figure {
        name: format!("correlation of {} and {}", name(a), name(b)),
        original: before.correlations.at(a, b),
        expected: expected.correlations.as_ref().map(|matrix| matrix.at(a, b)),
        reached: reached.correlations.at(a, b),
        pooled: Pooled::Mean,
    });
    means.chain(variances).chain(correlations).collect()
}
