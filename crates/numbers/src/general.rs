//! Matrices that need not be symmetric: equations by Gauss's elimination. And the root of symmetric
//! ones that may be singular.

use crate::matrix::Matrix;

/// A matrix taken apart into triangles, with rows exchanged such that no divisor is small.
pub struct Triangles {
    /// Below the diagonal the lower triangle, whose diagonal is 1; from the diagonal on the upper.
    both: Matrix,
    /// Which row of the matrix stands in each row.
    order: Vec<usize>,
}

impl Triangles {
    /// Takes a matrix apart; `None` if it is singular, as far as rounding lets one tell.
    pub fn new(matrix: &Matrix) -> Option<Self> {
        let n = matrix.size();
        let (mut both, mut order) = (matrix.clone(), (0..n).collect::<Vec<_>>());
        let scale = (0..n).flat_map(|row| matrix.row(row)).fold(0.0_f64, |m, x| m.max(x.abs()));
        for step in 0..n {
            let size = |row: &usize| both.at(*row, step).abs();
            let best = (step..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
            if size(&best).is_nan() || size(&best) <= 1e-12 * scale {
                return None;
            }
            if best != step {
                order.swap(best, step);
                for column in 0..n {
                    let (a, b) = (both.at(best, column), both.at(step, column));
                    both.set(best, column, b);
                    both.set(step, column, a);
                }
            }
            for row in step + 1..n {
                let factor = both.at(row, step) / both.at(step, step);
                both.set(row, step, factor);
                for column in step + 1..n {
                    let rest = both.at(row, column) - factor * both.at(step, column);
                    both.set(row, column, rest);
                }
            }
        }
        Some(Self { both, order })
    }

    /// The x of `matrix · x = right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.both.size();
        let mut solution: Vec<f64> = self.order.iter().map(|&row| right[row]).collect();
        for row in 0..n {
            let known: f64 = (0..row).map(|at| self.both.at(row, at) * solution[at]).sum();
            solution[row] -= known;
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|at| self.both.at(row, at) * solution[at]).sum();
            solution[row] = (solution[row] - known) / self.both.at(row, row);
        }
        solution
    }
}

impl Matrix {
    /// A matrix F with `F · Fᵀ = self`, for a symmetric matrix without negative eigenvalues, also
    /// if it is singular; what rounding makes negative counts as 0.
    #[must_use]
    pub fn root(&self) -> Self {
        let (eigen, mut root) = (self.eigen(), Self::zero(self.size()));
        let least = 1e-13 * eigen.values.first().copied().unwrap_or(0.0);
        for (at, (value, vector)) in eigen.values.iter().zip(&eigen.vectors).enumerate() {
            let size = if *value > least { value.sqrt() } else { 0.0 };
            vector.iter().enumerate().for_each(|(row, entry)| root.set(row, at, size * entry));
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::dice;

    fn random(size: usize, seed: u64) -> Matrix {
        let mut matrix = Matrix::zero(size);
        for at in 0..size * size {
            let entry = (dice(seed, at as u64) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
            matrix.set(at / size, at % size, entry);
        }
        matrix
    }

    #[test]
    fn solutions_solve() {
        for size in [1, 2, 3, 10, 40] {
            let matrix = random(size, size as u64);
            let right: Vec<f64> = (0..size).map(|at| 3.0 - at as f64).collect();
            let solution = Triangles::new(&matrix).unwrap().solve(&right);
            for (row, right) in right.iter().enumerate() {
                let again: f64 = matrix.row(row).iter().zip(&solution).map(|(a, x)| a * x).sum();
                assert!((again - right).abs() < 1e-9, "{size}");
            }
        }
        let mut zero_first = Matrix::zero(2);
        zero_first.set(0, 1, 2.0);
        zero_first.set(1, 0, 4.0);
        assert_eq!(Triangles::new(&zero_first).unwrap().solve(&[2.0, 4.0]), [1.0, 1.0]);
        assert!(Triangles::new(&Matrix::from_upper(2, &[0.5, 0.5, 0.5])).is_none());
    }

    #[test]
    fn roots_give_the_matrix_again() {
        for upper in [[4.0, 1.0, 2.0, 3.0, 0.5, 2.0], [1.0; 6]] {
            let matrix = Matrix::from_upper(3, &upper);
            let root = matrix.root();
            for a in 0..3 {
                for b in 0..3 {
                    let again: f64 = root.row(a).iter().zip(root.row(b)).map(|(x, y)| x * y).sum();
                    assert!((again - matrix.at(a, b)).abs() < 1e-12);
                }
            }
        }
    }
}
