//! Regressions that give draws: linear for numbers, nested dichotomies for categories.
//!
//! A category is drawn by yes-or-no questions in the order of frequency (is it the first? if not,
//! is it the second?), each a logistic regression on the records that come so far. The likelihood
//! of such a model is the product of the questions', so each is fitted by itself, and so is the
//! posterior (J. Fox 1997, *Applied regression analysis*, on nested dichotomies).

use super::design::Design;
use super::normal_score::Scores;
use rand::RngExt;
use ridotto_core::Code;
use ridotto_numbers::dice::{Stream, normal};
use ridotto_numbers::matrix::Matrix;
use ridotto_numbers::sum::sum_vectors;

/// A normal linear regression.
pub(super) struct Line {
    coefficients: Vec<f64>,
    deviation: f64,
    /// If the regression is on normal scores.
    scores: Option<Scores>,
}

/// Nested dichotomies.
pub(super) struct Logits {
    /// Classes from the most frequent on; a missing value is one.
    classes: Vec<Option<Code>>,
    /// Of each class but the last.
    coefficients: Vec<Vec<f64>>,
}

/// A weak prior of coefficients (normal with deviation 5): keeps them finite where files are told
/// apart without error.
const RIDGE: f64 = 0.04;

/// Σ w·x·xᵀ and Σ g·x over rows with terms x.
fn equations(
    design: &Design,
    rows: &[u32],
    of: impl Fn(usize) -> (f64, f64) + Sync,
) -> (Matrix, Vec<f64>) {
    let width = design.width();
    let square = width * width;
    let sums = sum_vectors(rows.len(), square + width, |range, sums| {
        let mut terms = Vec::new();
        for &row in &rows[range] {
            let (weight, gradient) = of(row as usize);
            terms.clear();
            design.each(row as usize, |place, term| terms.push((place, term)));
            for (at, &(a, x)) in terms.iter().enumerate() {
                sums[square + a] += gradient * x;
                for &(b, y) in &terms[at..] {
                    sums[a * width + b] += weight * x * y;
                }
            }
        }
    });
    let mut matrix = Matrix::zero(width);
    for a in 0..width {
        for b in a..width {
            matrix.set(a, b, sums[a * width + b]);
            matrix.set(b, a, sums[a * width + b]);
        }
    }
    (matrix, sums[square..].to_vec())
}

/// Cholesky's triangle of a matrix, with more on the diagonal where terms depend on one another.
fn triangle(matrix: &Matrix) -> Matrix {
    let size = matrix.size();
    let most = (0..size).map(|at| matrix.at(at, at)).fold(1e-9, f64::max);
    let mut more = most * 1e-10;
    loop {
        let mut safe = matrix.clone();
        (0..size).for_each(|at| safe.set(at, at, safe.at(at, at) + more));
        if let Some(lower) = safe.cholesky() {
            return lower;
        }
        more *= 10.0;
    }
}

/// The x of L·Lᵀ·x = right.
fn solve(lower: &Matrix, right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    for row in 0..x.len() {
        let known: f64 = (0..row).map(|at| lower.at(row, at) * x[at]).sum();
        x[row] = (x[row] - known) / lower.at(row, row);
    }
    solve_transposed(lower, x)
}

/// The x of Lᵀ·x = right. Of standard normal numbers it makes ones with the covariances (L·Lᵀ)⁻¹.
fn solve_transposed(lower: &Matrix, mut x: Vec<f64>) -> Vec<f64> {
    for row in (0..x.len()).rev() {
        let known: f64 = (row + 1..x.len()).map(|at| lower.at(at, row) * x[at]).sum();
        x[row] = (x[row] - known) / lower.at(row, row);
    }
    x
}

/// Moves coefficients by a draw from the normal distribution with covariances `scale`²·(L·Lᵀ)⁻¹.
fn scatter(coefficients: &mut [f64], lower: &Matrix, scale: f64, stream: &mut Stream) {
    let noise = (0..coefficients.len()).map(|_| scale * normal(stream)).collect();
    let noise = solve_transposed(lower, noise);
    coefficients.iter_mut().zip(noise).for_each(|(one, noise)| *one += noise);
}

/// A number from the chi-square distribution (G. Marsaglia, W. Tsang 2000, *A simple method for
/// generating gamma variables*, doi:10.1145/358407.358414).
fn chi_square(degrees: f64, stream: &mut Stream) -> f64 {
    let shape = degrees / 2.0;
    if shape < 1.0 {
        // One of two degrees more, times a power of a uniform number.
        return chi_square(degrees + 2.0, stream) * stream.random::<f64>().powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    loop {
        let x = normal(stream);
        let v = (1.0 + x / (9.0 * d).sqrt()).powi(3);
        let u: f64 = stream.random();
        if v > 0.0 && u.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return 2.0 * d * v;
        }
    }
}

impl Line {
    /// Fits to the numbers of these rows, of which none is missing. With `posterior` the variance
    /// and the coefficients are drawn from theirs; otherwise they are the best ones.
    pub fn fit(
        design: &Design,
        numbers: &[f64],
        rows: &[u32],
        scores: Option<Scores>,
        posterior: Option<&mut Stream>,
    ) -> Self {
        let y = |row: usize| match &scores {
            Some(scores) => scores.score(numbers[row]),
            None => numbers[row],
        };
        let (products, right) = equations(design, rows, |row| (1.0, y(row)));
        let lower = triangle(&products);
        let mut coefficients = solve(&lower, &right);
        let squares = sum_vectors(rows.len(), 1, |range, sum| {
            for &row in &rows[range] {
                let error = y(row as usize) - design.predict(row as usize, &coefficients);
                sum[0] += error * error;
            }
        })[0];
        let used = (0..design.width()).filter(|&at| products.at(at, at) > 0.0).count();
        let degrees = (rows.len() as f64 - used as f64).max(1.0);
        let variance = match posterior {
            Some(stream) => {
                let variance = squares / chi_square(degrees, stream);
                scatter(&mut coefficients, &lower, variance.sqrt(), stream);
                // Terms that no row has are not known at all: leave them out.
                for at in (0..design.width()).filter(|&at| products.at(at, at) == 0.0) {
                    coefficients[at] = 0.0;
                }
                variance
            }
            None => squares / degrees,
        };
        Self { coefficients, deviation: variance.sqrt(), scores }
    }

    /// A number for a row of other terms, perhaps out of the range.
    pub fn draw(&self, given: &Design, row: usize, stream: &mut Stream) -> f64 {
        let drawn = given.predict(row, &self.coefficients) + self.deviation * normal(stream);
        match &self.scores {
            Some(scores) => scores.number(drawn),
            None => drawn,
        }
    }
}

impl Logits {
    /// Fits to the classes of these rows. With `posterior` coefficients are drawn from theirs, as a
    /// normal distribution around the best ones; otherwise they are the best ones.
    pub fn fit(
        design: &Design,
        codes: &[Option<Code>],
        rows: &[u32],
        mut posterior: Option<&mut Stream>,
    ) -> Self {
        let mut counts = std::collections::BTreeMap::new();
        for &row in rows {
            *counts.entry(codes[row as usize]).or_insert(0_u32) += 1;
        }
        let mut classes: Vec<(Option<Code>, u32)> = counts.into_iter().collect();
        classes.sort_by_key(|&(code, count)| (std::cmp::Reverse(count), code));
        let classes: Vec<Option<Code>> = classes.into_iter().map(|(code, _)| code).collect();
        let mut left = rows.to_vec();
        let mut coefficients = Vec::new();
        for &class in classes.iter().take(classes.len().saturating_sub(1)) {
            let yes = |row: usize| codes[row] == class;
            let (mut best, lower) = newton(design, &left, yes);
            if let Some(stream) = posterior.as_deref_mut() {
                scatter(&mut best, &lower, 1.0, stream);
            }
            coefficients.push(best);
            left.retain(|&row| !yes(row as usize));
        }
        Self { classes, coefficients }
    }

    /// A class for a row of other terms.
    pub fn draw(&self, given: &Design, row: usize, stream: &mut Stream) -> Option<Code> {
        let questions = self.coefficients.iter().zip(&self.classes);
        for (coefficients, &class) in questions {
            if stream.random::<f64>() < logistic(given.predict(row, coefficients)) {
                return class;
            }
        }
        self.classes.last().copied().flatten()
    }
}

fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The coefficients at which the posterior is greatest, and the triangle of its curvature there.
fn newton(design: &Design, rows: &[u32], yes: impl Fn(usize) -> bool + Sync) -> (Vec<f64>, Matrix) {
    let loss = |coefficients: &[f64]| {
        let likelihood = sum_vectors(rows.len(), 1, |range, sum| {
            for &row in &rows[range] {
                let x = design.predict(row as usize, coefficients);
                let x = if yes(row as usize) { -x } else { x };
                // log(1 + e^x), where e^x may be beyond all numbers.
                sum[0] += x.max(0.0) + (-x.abs()).exp().ln_1p();
            }
        })[0];
        let squares: f64 = coefficients[1..].iter().map(|one| one * one).sum();
        likelihood + RIDGE / 2.0 * squares
    };
    let mut coefficients = vec![0.0; design.width()];
    let mut now = loss(&coefficients);
    loop {
        let (mut curvature, mut gradient) = equations(design, rows, |row| {
            let p = logistic(design.predict(row, &coefficients));
            (p * (1.0 - p), f64::from(u8::from(yes(row))) - p)
        });
        for at in 1..design.width() {
            curvature.set(at, at, curvature.at(at, at) + RIDGE);
            gradient[at] -= RIDGE * coefficients[at];
        }
        let lower = triangle(&curvature);
        let step = solve(&lower, &gradient);
        let mut length = 1.0;
        let (next, then) = loop {
            let moved = coefficients.iter().zip(&step).map(|(one, step)| one + length * step);
            let moved: Vec<f64> = moved.collect();
            let then = loss(&moved);
            if then <= now || length < 1e-4 {
                break (moved, then);
            }
            length /= 2.0;
        };
        let progress = now - then;
        if progress > 0.0 {
            (coefficients, now) = (next, then);
        }
        if progress <= 1e-8 * (1.0 + now.abs()) {
            return (coefficients, lower);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_numbers::Dice;

    #[test]
    fn chi_squares_have_their_moments() {
        let mut stream = Dice::seeded(5).stream(0);
        for degrees in [1.0, 4.0, 50.0] {
            let drawn: Vec<f64> = (0..40_000).map(|_| chi_square(degrees, &mut stream)).collect();
            let mean = drawn.iter().sum::<f64>() / 40_000.0;
            let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 40_000.0;
            // Five standard errors of each; the fourth central moment is 12k(k + 4).
            assert!((mean - degrees).abs() < 5.0 * (2.0 * degrees / 40_000.0).sqrt());
            let error = (12.0 * degrees * (degrees + 4.0) - 4.0 * degrees * degrees) / 40_000.0;
            assert!((variance - 2.0 * degrees).abs() < 5.0 * error.sqrt(), "{variance}");
        }
    }
}
