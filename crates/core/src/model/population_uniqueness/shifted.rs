//! The estimate of the shifted negative binomial model (SNB).
//!
//! The population has K classes, and the size of a class, less 1, is negative binomial with α and
//! β. K is estimated by Shlosser's formula; α and β are those at which the expected numbers of
//! sample classes of size 1 and 2 are the observed ones. For each β the ratio of the two numbers
//! gives α; then β is looked for, from many places, at which the first number fits. If there is
//! none there is no estimate; if there are several the one with the most uniques is taken.

use super::Sample;

/// Places between 1e-12 and 1 at which a change of sign is looked for.
const PLACES: i32 = 1200;
/// Halvings of an interval.
const HALVINGS: usize = 100;

pub(super) fn uniques(sample: &Sample) -> Option<f64> {
    let model = Shifted::new(sample);
    if model.ratio == 0.0 || !model.classes.is_finite() {
        return None;
    }
    let beta = |place: i32| 10_f64.powf(-12.0 * (1.0 - f64::from(place) / f64::from(PLACES)));
    let mut most: Option<f64> = None;
    for place in 0..PLACES {
        let (low, high) = (beta(place), beta(place + 1).min(1.0 - 1e-12));
        let (Some(left), Some(right)) = (model.misfit(low), model.misfit(high)) else { continue };
        if left == 0.0 || left.signum() != right.signum() {
            let beta = model.root(low, high, left)?;
            let uniques = model.classes * beta.powf(model.alpha(beta)?);
            most = Some(most.map_or(uniques, |most| most.max(uniques)));
        }
    }
    most
}

struct Shifted {
    /// The estimated number of classes of the population.
    classes: f64,
    fraction: f64,
    /// Sample classes of size 1.
    ones: f64,
    /// Sample classes of size 2 over those of size 1.
    ratio: f64,
}

impl Shifted {
    fn new(sample: &Sample) -> Self {
        let ones = sample.of_size(1);
        let ratio = sample.of_size(2) / ones;
        Self { classes: shlosser(sample), fraction: sample.fraction(), ones, ratio }
    }

    /// (1 − f)(1 − β).
    fn unseen(&self, beta: f64) -> f64 {
        (1.0 - self.fraction) * (1.0 - beta)
    }

    /// The α at which the expected ratio of twos to ones is the observed one; the ratio grows
    /// with α.
    fn alpha(&self, beta: f64) -> Option<f64> {
        let unseen = self.unseen(beta);
        let ratio = |alpha: f64| {
            let above = self.fraction * alpha * (1.0 - beta) * (2.0 - unseen + alpha * unseen);
            above / (2.0 * (1.0 - unseen) * (1.0 - unseen + alpha * unseen))
        };
        let (mut low, mut high) = (1e-15_f64.ln(), 1e15_f64.ln());
        if ratio(high.exp()) < self.ratio || ratio(low.exp()) > self.ratio {
            return None;
        }
        for _ in 0..HALVINGS {
            let middle = low.midpoint(high);
            if ratio(middle.exp()) < self.ratio { low = middle } else { high = middle }
        }
        Some(low.exp())
    }

    /// The logarithm of the expected over the observed number of ones.
    fn misfit(&self, beta: f64) -> Option<f64> {
        let (alpha, unseen) = (self.alpha(beta)?, self.unseen(beta));
        let expected = (self.classes * self.fraction).ln()
            + alpha * (beta / (1.0 - unseen)).ln()
            + (alpha * unseen / (1.0 - unseen)).ln_1p();
        Some(expected - self.ones.ln())
    }

    fn root(&self, mut low: f64, mut high: f64, left: f64) -> Option<f64> {
        for _ in 0..HALVINGS {
            let middle = low.midpoint(high);
            if self.misfit(middle)?.signum() == left.signum() {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }
}

/// Shlosser's modified estimate of the number of classes in the population.
fn shlosser(sample: &Sample) -> f64 {
    let fraction = sample.fraction();
    let (mut a, mut b, mut c, mut d) = (0.0, 0.0, 0.0, 0.0);
    for (size, classes) in sample.each() {
        let none = (1.0 - fraction).powf(size) * classes;
        let square = fraction * fraction;
        a += size * square * (1.0 - square).powf(size - 1.0) * classes;
        // (1 + f)^size − 1 without losing what is small.
        b += none * (size * fraction.ln_1p()).exp_m1();
        c += none;
        d += size * fraction * (1.0 - fraction).powf(size - 1.0) * classes;
    }
    sample.classes + sample.of_size(1) * (a / b) * (c / d) * (c / d)
}

#[cfg(test)]
impl Shifted {
    /// The expected numbers of sample classes of size 1 and 2.
    fn expected(&self, alpha: f64, beta: f64) -> (f64, f64) {
        let (unseen, f) = (self.unseen(beta), self.fraction);
        let none = (beta / (1.0 - unseen)).powf(alpha);
        let ones = self.classes * f * none * (alpha * unseen / (1.0 - unseen) + 1.0);
        let twos = self.classes * f * f * alpha * (1.0 - beta) * none
            / (2.0 * (1.0 - unseen).powi(2))
            * (2.0 - (1.0 - alpha) * unseen);
        (ones, twos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected numbers, added up class size by class size.
    #[test]
    fn expectations_are_those_of_the_model() {
        let model = Shifted { classes: 1000.0, fraction: 0.2, ones: 1.0, ratio: 1.0 };
        let (alpha, beta) = (1.7_f64, 0.4_f64);
        let (mut ones, mut twos, mut probability) = (0.0, 0.0, beta.powf(alpha));
        for less in 0..400 {
            let size = f64::from(less) + 1.0;
            let chance = model.classes * probability;
            ones += chance * size * 0.2 * 0.8_f64.powf(size - 1.0);
            twos += chance * size * (size - 1.0) / 2.0 * 0.04 * 0.8_f64.powf(size - 2.0);
            probability *= (alpha + size - 1.0) / size * (1.0 - beta);
        }
        let expected = model.expected(alpha, beta);
        assert!((expected.0 - ones).abs() < 1e-9 && (expected.1 - twos).abs() < 1e-9);
        // From these numbers the parameters come back.
        let model = Shifted { ones, ratio: twos / ones, ..model };
        assert!((model.alpha(beta).expect("there is one") - alpha).abs() < 1e-9);
        assert!(model.misfit(beta).expect("there is one").abs() < 1e-9);
    }
}
