//! Symmetric matrices: solving by Cholesky's decomposition, eigenvalues by Jacobi's rotations.
//!
//! A table has tens of columns and a regression some hundreds of terms, so simple algorithms are
//! quick enough, and Jacobi's is the most exact of all for small matrices.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

/// Eigenvalues from the greatest down, and for each its vector of length 1, whose entry that is the
/// greatest in size is positive (the first of such entries, up to rounding).
pub struct Eigen {
    /// From the greatest down.
    pub values: Vec<f64>,
    /// The vector of each value.
    pub vectors: Vec<Vec<f64>>,
}

impl Matrix {
    /// All entries are 0.
    pub fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    /// A symmetric matrix from its upper triangle, row by row.
    pub fn from_upper(size: usize, upper: &[f64]) -> Self {
        let mut matrix = Self::zero(size);
        let mut entries = upper.iter();
        for row in 0..size {
            for column in row..size {
                let entry = *entries.next().expect("a triangle has so many entries");
                matrix.set(row, column, entry);
                matrix.set(column, row, entry);
            }
        }
        matrix
    }

    /// How many rows it has, and how many columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The entry in this row and column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    /// Puts an entry into this row and column.
    pub fn set(&mut self, row: usize, column: usize, entry: f64) {
        self.entries[row * self.size + column] = entry;
    }

    /// The entries of a row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.size..][..self.size]
    }

    /// The lower triangle L with `L · Lᵀ = self`, for a symmetric and positive definite matrix;
    /// `None` if it is not, as far as rounding lets one tell.
    pub fn cholesky(&self) -> Option<Self> {
        let n = self.size;
        let mut lower = Self::zero(n);
        for row in 0..n {
            for column in 0..=row {
                let product: f64 = (lower.row(row).iter().zip(lower.row(column)))
                    .take(column)
                    .map(|(a, b)| a * b)
                    .sum();
                let rest = self.at(row, column) - product;
                if row == column {
                    if rest.is_nan() || rest <= 1e-13 * self.at(row, row).abs() {
                        return None;
                    }
                    lower.set(row, row, rest.sqrt());
                } else {
                    lower.set(row, column, rest / lower.at(column, column));
                }
            }
        }
        Some(lower)
    }

    /// The x of `self · x = right` for a symmetric and positive definite matrix; `None` if it is
    /// not, as far as rounding lets one tell.
    pub fn solve(&self, right: &[f64]) -> Option<Vec<f64>> {
        let (n, lower) = (self.size, self.cholesky()?);
        let mut solution = right.to_vec();
        for row in 0..n {
            let known: f64 = (0..row).map(|column| lower.at(row, column) * solution[column]).sum();
            solution[row] = (solution[row] - known) / lower.at(row, row);
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|below| lower.at(below, row) * solution[below]).sum();
            solution[row] = (solution[row] - known) / lower.at(row, row);
        }
        Some(solution)
    }

    /// Eigenvalues and eigenvectors of a symmetric matrix.
    pub fn eigen(&self) -> Eigen {
        let n = self.size;
        let mut rotated = self.clone();
        // Its rows become the vectors.
        let mut vectors = Self::zero(n);
        (0..n).for_each(|at| vectors.set(at, at, 1.0));
        let scale: f64 = self.entries.iter().map(|entry| entry * entry).sum();
        for _ in 0..64 {
            let pairs = (0..n).flat_map(|p| (p + 1..n).map(move |q| (p, q)));
            let off: f64 = pairs.clone().map(|(p, q)| rotated.at(p, q).powi(2)).sum();
            if off <= scale * 1e-32 {
                break;
            }
            pairs.for_each(|(p, q)| rotate(&mut rotated, &mut vectors, p, q));
        }
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| rotated.at(b, b).total_cmp(&rotated.at(a, a)));
        Eigen {
            values: order.iter().map(|&at| rotated.at(at, at)).collect(),
            vectors: order.iter().map(|&at| upright(vectors.row(at))).collect(),
        }
    }
}

/// Turns rows and columns p and q so that the entry (p, q) becomes 0.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let off = matrix.at(p, q);
    if off == 0.0 {
        return;
    }
    let theta = (matrix.at(q, q) - matrix.at(p, p)) / (2.0 * off);
    let tangent = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = tangent * cosine;
    let turn = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
    for at in 0..matrix.size {
        let (a, b) = turn(matrix.at(at, p), matrix.at(at, q));
        matrix.set(at, p, a);
        matrix.set(at, q, b);
    }
    for at in 0..matrix.size {
        let (a, b) = turn(matrix.at(p, at), matrix.at(q, at));
        matrix.set(p, at, a);
        matrix.set(q, at, b);
        let (a, b) = turn(vectors.at(p, at), vectors.at(q, at));
        vectors.set(p, at, a);
        vectors.set(q, at, b);
    }
}

/// The vector or its opposite, whichever has a positive greatest entry.
fn upright(vector: &[f64]) -> Vec<f64> {
    let greatest = vector.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let first = vector.iter().find(|entry| entry.abs() >= greatest * (1.0 - 1e-9));
    let sign = if first.is_some_and(|&entry| entry < 0.0) { -1.0 } else { 1.0 };
    vector.iter().map(|entry| sign * entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::dice;

    /// A random matrix times its transpose.
    fn random(size: usize, seed: u64) -> Matrix {
        let entry = |at: usize| (dice(seed, at as u64) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        let mut matrix = Matrix::zero(size);
        for row in 0..size {
            for column in 0..size {
                let product = |k: usize| entry(row * size + k) * entry(column * size + k);
                matrix.set(row, column, (0..size).map(product).sum());
            }
        }
        matrix
    }

    fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
        let dot = |row: usize| matrix.row(row).iter().zip(vector).map(|(a, b)| a * b).sum();
        (0..matrix.size()).map(dot).collect()
    }

    #[test]
    fn solutions_solve() {
        for size in [1, 2, 5, 20] {
            let mut matrix = random(size, size as u64);
            (0..size).for_each(|at| matrix.set(at, at, matrix.at(at, at) + 0.1));
            let right: Vec<f64> = (0..size).map(|at| at as f64 - 2.0).collect();
            let solution = matrix.solve(&right).unwrap();
            let again = times(&matrix, &solution);
            assert!(again.iter().zip(&right).all(|(a, b)| (a - b).abs() < 1e-9), "{size}");
        }
        assert!(Matrix::from_upper(2, &[1.0, 1.0, 1.0]).solve(&[1.0, 1.0]).is_none());
        assert!(Matrix::from_upper(1, &[-1.0]).solve(&[1.0]).is_none());
    }

    #[test]
    fn eigenvectors_are_only_stretched() {
        for size in [1, 2, 3, 8, 25] {
            let matrix = random(size, 40 + size as u64);
            let Eigen { values, vectors } = matrix.eigen();
            assert!(values.is_sorted_by(|a, b| a >= b));
            let trace: f64 = (0..size).map(|at| matrix.at(at, at)).sum();
            assert!((values.iter().sum::<f64>() - trace).abs() < 1e-12);
            for (value, vector) in values.iter().zip(&vectors) {
                let stretched = times(&matrix, vector);
                assert!(stretched.iter().zip(vector).all(|(a, b)| (a - value * b).abs() < 1e-12));
                assert!((vector.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }
}
