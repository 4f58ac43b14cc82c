//! Logistic regression by Newton's method.

use super::Design;
use super::linear::Sums;
use ridotto_core::Watch;

/// A logistic regression: the probability of *yes* is 1/(1 + e^−(sum of terms)).
///
/// It maximises the likelihood, less ridge/2 · Σ coefficient² (the constant's left out). Newton's
/// steps are halved when they overshoot; where files can be told apart without error coefficients
/// grow without end, and it stops when probabilities are 0 and 1 to all purposes.
///
/// # Example
/// ```
/// use ridotto_measure::utility::model::{Design, Logistic};
/// let design = Design::of_numbers(vec![vec![0.0, 0.0, 0.0, 1.0, 1.0]]);
/// let model = Logistic::fit(&design, |row| row >= 2 && row != 4, 0.0, &());
/// // One of three says yes where the number is 0, and one of two where it is 1.
/// assert!((model.predict(&design, 0) - 1.0 / 3.0).abs() < 1e-12);
/// assert!((model.predict(&design, 4) - 0.5).abs() < 1e-12);
/// ```
///
/// # References
/// P. `McCullagh`, J. Nelder (1989), *Generalized linear models*, doi:10.1201/9780203753736.
#[derive(Clone, Debug, PartialEq)]
pub struct Logistic {
    /// Of each term, the constant first.
    pub coefficients: Vec<f64>,
}

const MOST_STEPS: usize = 40;

/// With fewer rows it is done before anybody could be asked whether to go on.
const MANY: usize = 1 << 10;

/// A sum of terms beyond which a probability is 0 or 1.
const FAR: f64 = 36.0;

impl Logistic {
    /// Fits to rows of which `yes` says what is to be predicted. Told to stop, it is as far as it is.
    pub fn fit(
        design: &Design,
        yes: impl Fn(usize) -> bool + Sync,
        ridge: f64,
        watch: &dyn Watch,
    ) -> Self {
        let sums = |coefficients: &[f64]| {
            Sums::over(design, |row| {
                let sum = design.predict(row, coefficients).clamp(-FAR, FAR);
                let p = 1.0 / (1.0 + (-sum).exp());
                let yes = yes(row);
                // −log of the probability of what is true, exact also where it is nearly 0.
                let deviance = if yes { (-sum).exp().ln_1p() } else { sum.exp().ln_1p() };
                (p * (1.0 - p), f64::from(u8::from(yes)) - p, deviance)
            })
        };
        let loss = |sums: &Sums, coefficients: &[f64]| {
            let squares: f64 = coefficients[1..].iter().map(|one| one * one).sum();
            sums.deviance + ridge / 2.0 * squares
        };
        let mut coefficients = vec![0.0; design.width()];
        let mut now = sums(&coefficients);
        for _ in 0..MOST_STEPS {
            if design.rows() >= MANY && !watch.goes_on() {
                break;
            }
            let step = now.solve(&coefficients, ridge);
            let decrement = now.decrement(&step, &coefficients, ridge);
            let before = loss(&now, &coefficients);
            let mut length = 1.0;
            let (next, sums) = loop {
                let next: Vec<f64> =
                    coefficients.iter().zip(&step).map(|(one, step)| one + length * step).collect();
                let sums = sums(&next);
                if loss(&sums, &next) <= before * (1.0 + 1e-12) || length < 1e-3 {
                    break (next, sums);
                }
                length /= 2.0;
            };
            (coefficients, now) = (next, sums);
            // Quadratic convergence: the next step would be the square of this one.
            if decrement.is_nan() || decrement <= 1e-14 * design.rows() as f64 {
                break;
            }
        }
        Self { coefficients }
    }

    /// The probability of *yes* in a row.
    pub fn predict(&self, design: &Design, row: usize) -> f64 {
        1.0 / (1.0 + (-design.predict(row, &self.coefficients)).exp())
    }
}
