//! Linear regression by least squares, and the normal equations that all regressions solve.

use super::Design;
use ridotto_numbers::matrix::Matrix;
use ridotto_numbers::sum::sum_vectors;

/// A linear regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// Of each term, the constant first.
    pub coefficients: Vec<f64>,
}

impl Linear {
    /// Minimises Σ (y − prediction)² + ridge · Σ coefficient², the constant's left out.
    pub fn fit(design: &Design, target: &[f64], ridge: f64) -> Self {
        let width = design.width();
        let sums = Sums::over(design, |row| (1.0, target[row], 0.0));
        Self { coefficients: sums.solve(&vec![0.0; width], ridge) }
    }

    /// The prediction for a row.
    pub fn predict(&self, design: &Design, row: usize) -> f64 {
        design.predict(row, &self.coefficients)
    }
}

/// Σ w·x·xᵀ, Σ g·x and Σ d over rows with terms x.
pub(super) struct Sums {
    products: Matrix,
    gradient: Vec<f64>,
    pub deviance: f64,
}

impl Sums {
    /// Adds up over rows, for each of which `of` gives w, g and d.
    pub fn over(design: &Design, of: impl Fn(usize) -> (f64, f64, f64) + Sync) -> Self {
        let width = design.width();
        let square = width * width;
        let sums = sum_vectors(design.rows(), square + width + 1, |rows, sums| {
            let mut terms = Vec::new();
            for row in rows {
                let (weight, gradient, deviance) = of(row);
                design.terms(row, &mut terms);
                for (at, &(a, x)) in terms.iter().enumerate() {
                    sums[square + a] += gradient * x;
                    // Places ascend but for the terms of a missing number: fill in both triangles.
                    for &(b, y) in &terms[at..] {
                        sums[a.min(b) * width + a.max(b)] += weight * x * y;
                    }
                }
                sums[square + width] += deviance;
            }
        });
        let mut products = Matrix::zero(width);
        for a in 0..width {
            for b in a..width {
                products.set(a, b, sums[a * width + b]);
                products.set(b, a, sums[a * width + b]);
            }
        }
        let gradient = sums[square..square + width].to_vec();
        Self { products, gradient, deviance: sums[square + width] }
    }

    /// The step from coefficients to where a quadratic with these sums and a ridge is least. Where
    /// terms depend on one another, all get a ridge that grows from almost nothing until it can be
    /// solved.
    pub fn solve(&self, coefficients: &[f64], ridge: f64) -> Vec<f64> {
        let width = self.products.size();
        let penalty = |at: usize| if at == 0 { 0.0 } else { ridge };
        let right: Vec<f64> =
            (0..width).map(|at| self.gradient[at] - penalty(at) * coefficients[at]).collect();
        let most = (0..width).map(|at| self.products.at(at, at)).fold(f64::MIN_POSITIVE, f64::max);
        let mut safeguard = 0.0;
        loop {
            let mut products = self.products.clone();
            for at in 0..width {
                // A term that no row has stays as it is.
                let unused = if products.at(at, at) == 0.0 { 1.0 } else { 0.0 };
                products.set(at, at, products.at(at, at) + penalty(at) + safeguard + unused);
            }
            if let Some(step) = products.solve(&right) {
                return step;
            }
            safeguard = if safeguard == 0.0 { most * 1e-10 } else { safeguard * 10.0 };
            if !safeguard.is_finite() {
                return vec![0.0; width];
            }
        }
    }

    /// How much a step can improve the fit, to first order.
    pub fn decrement(&self, step: &[f64], coefficients: &[f64], ridge: f64) -> f64 {
        let each = self.gradient.iter().zip(step).zip(coefficients).enumerate();
        each.map(|(at, ((gradient, step), coefficient))| {
            (gradient - if at == 0 { 0.0 } else { ridge * coefficient }) * step
        })
        .sum()
    }
}
