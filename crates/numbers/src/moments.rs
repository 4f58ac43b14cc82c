//! Means, covariances, correlations and principal components of columns of numbers.

use crate::matrix::{Eigen, Matrix};
use crate::sum::sum_vectors;

/// Columns of numbers of which none is missing.
#[derive(Clone)]
pub struct Numbers {
    /// Each with as many numbers as every other.
    pub columns: Vec<Vec<f64>>,
}

impl Numbers {
    /// The rows in which no number of these columns is missing.
    pub fn complete(columns: &[&[f64]]) -> Self {
        let rows = columns.first().map_or(0, |column| column.len());
        let known = |row: &usize| columns.iter().all(|column| column[*row].is_finite());
        let kept: Vec<usize> = (0..rows).filter(known).collect();
        let keep = |column: &&[f64]| kept.iter().map(|&row| column[row]).collect();
        Self { columns: columns.iter().map(keep).collect() }
    }

    /// The first `count` columns, and the rest.
    pub fn split(mut self, count: usize) -> (Self, Self) {
        let rest = self.columns.split_off(count);
        (self, Self { columns: rest })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The mean of each column.
    pub fn means(&self) -> Vec<f64> {
        let sums = sum_vectors(self.rows(), self.width(), |rows, sums| {
            for (column, sum) in self.columns.iter().zip(sums) {
                *sum += column[rows.clone()].iter().sum::<f64>();
            }
        });
        sums.iter().map(|sum| sum / self.rows() as f64).collect()
    }

    /// Covariances of a sample, divided by n − 1.
    pub fn covariances(&self) -> Matrix {
        let (means, p) = (self.means(), self.width());
        let upper = sum_vectors(self.rows(), p * (p + 1) / 2, |rows, sums| {
            let mut sums = sums.iter_mut();
            for a in 0..p {
                for b in a..p {
                    let both =
                        self.columns[a][rows.clone()].iter().zip(&self.columns[b][rows.clone()]);
                    let product = both.map(|(x, y)| (x - means[a]) * (y - means[b]));
                    *sums.next().expect("so many entries") += product.sum::<f64>();
                }
            }
        });
        let divisor = (self.rows() as f64 - 1.0).max(1.0);
        let upper: Vec<f64> = upper.iter().map(|sum| sum / divisor).collect();
        Matrix::from_upper(p, &upper)
    }
}

/// Correlations from covariances: 1 with itself, and 0 with a constant.
pub fn correlations(covariances: &Matrix) -> Matrix {
    let p = covariances.size();
    let mut matrix = Matrix::zero(p);
    for a in 0..p {
        for b in 0..p {
            let scale = (covariances.at(a, a) * covariances.at(b, b)).sqrt();
            let entry = if a == b {
                1.0
            } else if scale > 0.0 {
                (covariances.at(a, b) / scale).clamp(-1.0, 1.0)
            } else {
                0.0
            };
            matrix.set(a, b, entry);
        }
    }
    matrix
}

/// Principal components of a correlation matrix. Rounding may leave a tiny negative eigenvalue.
pub fn components(correlations: &Matrix) -> Eigen {
    let mut eigen = correlations.eigen();
    let greatest = eigen.values.first().copied().unwrap_or(0.0);
    for value in &mut eigen.values {
        if *value < greatest * 1e-13 {
            *value = 0.0;
        }
    }
    eigen
}
