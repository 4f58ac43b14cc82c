//! Laplace noise that never exceeds a bound, at the price of a δ.

use super::laplace::scale;
use super::{Mechanism, each, released, sealed};
use crate::enclosure::Enclosure;
use crate::sampler::laplace;
use crate::{Exact, Loss, NoiseError, Permit, Released};

/// Discrete Laplace noise of the scale Δ/ε, drawn again until it is at most A away from 0.
///
/// # Guarantee
/// (ε, δ)-differential privacy, if one record changes the numbers by at most Δ in all. A is the least
/// for which δ is enough.
///
/// *The argument.* Let one number change by j ≤ Δ. Where both neighbours can give an outcome, the
/// probabilities differ by e^(jε/Δ) at most, as without a bound: both have the same normaliser.
/// Outcomes that one alone can give are the j outermost on one side, of probability m(j). Up to
/// j = A + 1 each further outcome is likelier than the one before, so m is convex with m(0) = 0,
/// and for several numbers that change by j₁ + j₂ + … ≤ Δ ≤ A the probabilities add up to m(Δ) at
/// most. With r = e^(−ε/Δ), m(Δ) = r^(A−Δ+1) (1 − r^Δ) / (1 + r − 2 r^(A+1)), which is computed
/// with every step rounded up.
///
/// # References
/// Q. Geng, W. Ding, R. Guo, S. Kumar (2020), *Tight analysis of privacy and utility tradeoff in
/// approximate differential privacy*, proceedings.mlr.press/v108/geng20a.html (the continuous case).
#[derive(Clone, Debug)]
pub struct Truncated {
    sensitivity: u64,
    epsilon: Exact,
    delta: Exact,
    scale: Exact,
    most: u64,
}

impl Truncated {
    /// For numbers that one record changes by so many steps in all.
    pub fn new(sensitivity: u64, epsilon: &Exact, delta: &Exact) -> Result<Self, NoiseError> {
        let scale = scale(sensitivity, epsilon)?;
        crate::loss::check_delta(delta)?;
        if delta.is_zero() {
            return Err(NoiseError::Delta { must_be: "more than 0 for noise with a bound" });
        }
        let most = least_bound(sensitivity, epsilon, delta)?;
        let (epsilon, delta) = (epsilon.clone(), delta.clone());
        Ok(Self { sensitivity, epsilon, delta, scale, most })
    }

    /// No number is further off, in steps.
    pub fn most(&self) -> u64 {
        self.most
    }
}

/// The least A ≥ Δ for which m(Δ) ≤ δ: m falls with A, so it is found by halving.
fn least_bound(sensitivity: u64, epsilon: &Exact, delta: &Exact) -> Result<u64, NoiseError> {
    let is_enough = |most: u64| fails(sensitivity, epsilon, most).is_some_and(|of| of <= *delta);
    let (mut few, mut many) = (sensitivity.saturating_sub(1), sensitivity);
    while !is_enough(many) {
        few = many;
        many = many.checked_mul(2).filter(|many| *many < 1 << 62).ok_or(NoiseError::Fine)?;
    }
    while many - few > 1 {
        let middle = few + (many - few) / 2;
        *(if is_enough(middle) { &mut many } else { &mut few }) = middle;
    }
    Ok(many)
}

/// m(Δ), rounded up; `None` if it cannot be told.
fn fails(sensitivity: u64, epsilon: &Exact, most: u64) -> Option<Exact> {
    let one = Exact::whole(1);
    // r to a power.
    let power = |power: u64| -> Option<Enclosure> {
        let of = epsilon.times(&Exact::whole(power)).over(&Exact::whole(sensitivity))?;
        Some(Enclosure::exp_of_minus(&of))
    };
    let outermost = power(most.checked_sub(sensitivity)?.checked_add(1)?)?.upper();
    let above = outermost.times(&one.minus(&power(sensitivity)?.lower())?);
    let twice = power(most.checked_add(1)?)?.upper().times(&Exact::whole(2));
    above.over(&one.plus(&power(1)?.lower()).minus(&twice)?)
}

impl sealed::Sealed for Truncated {}

impl Mechanism for Truncated {
    fn loss(&self) -> Loss {
        Loss::Approximate { epsilon: self.epsilon.clone(), delta: self.delta.clone() }
    }

    fn name(&self) -> &'static str {
        "truncated-laplace"
    }

    fn sensitivity(&self) -> Option<u64> {
        Some(self.sensitivity)
    }

    fn noise(&self) -> String {
        format!("discrete Laplace of scale {}, never more than {}", self.scale, self.most)
    }
}

impl Permit<Truncated> {
    /// The numbers with noise.
    pub fn release(self, values: &[i64]) -> Result<Released<Vec<i64>>, NoiseError> {
        let (noise, most) = (laplace::Laplace::new(&self.mechanism.scale)?, self.mechanism.most);
        let draw = |value: i64, random: &mut rand_chacha::ChaCha20Rng| loop {
            let drawn = noise.noisy(0, random);
            if drawn.unsigned_abs() <= most {
                return value.saturating_add(drawn);
            }
        };
        Ok(released(each(&self.key, values, draw)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        text.parse().unwrap()
    }

    /// m(Δ) by adding up the weights, in floating point.
    fn summed(sensitivity: u64, epsilon: f64, most: u64) -> f64 {
        let weight = |x: i64| (-(x.abs() as f64) * epsilon / sensitivity as f64).exp();
        let (most, sensitivity) = (most.cast_signed(), sensitivity.cast_signed());
        let whole: f64 = (-most..=most).map(weight).sum();
        (most - sensitivity + 1..=most).map(weight).sum::<f64>() / whole
    }

    #[test]
    fn the_bound_is_the_least_that_is_enough() {
        for (sensitivity, epsilon, delta) in
            [(1, "1", "0.00001"), (1, "0.1", "0.001"), (7, "0.5", "0.01"), (3, "2", "0.000000001")]
        {
            let made = Truncated::new(sensitivity, &exact(epsilon), &exact(delta)).unwrap();
            let (epsilon, delta) = (exact(epsilon).to_f64(), exact(delta).to_f64());
            let at = summed(sensitivity, epsilon, made.most());
            let before = summed(sensitivity, epsilon, made.most() - 1);
            assert!(at <= delta * (1.0 + 1e-9) && before > delta * (1.0 - 1e-9), "{at} {before}");
        }
        // A δ that is easily kept to: never less than the sensitivity.
        assert_eq!(Truncated::new(5, &exact("1"), &exact("0.999")).unwrap().most(), 5);
    }

    #[test]
    fn senseless_noise_is_refused() {
        for (sensitivity, epsilon, delta) in
            [(0, "1", "0.1"), (1, "0", "0.1"), (1, "1", "0"), (1, "1", "1"), (1, "1", "2")]
        {
            assert!(Truncated::new(sensitivity, &exact(epsilon), &exact(delta)).is_err());
        }
    }
}
