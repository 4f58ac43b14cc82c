//! The Laplace mechanism on whole numbers, which on counts is the geometric mechanism.

use super::{Mechanism, each, released, sealed};
use crate::sampler::laplace;
use crate::{Exact, Loss, NoiseError, Permit, Released};

/// Discrete Laplace noise of the scale Δ/ε on each of some whole numbers.
///
/// # Guarantee
/// ε-differential privacy, if one record changes the numbers by at most Δ in all, added up over them
/// (their sensitivity in the norm L1).
///
/// *The argument.* For numbers x and x' of two neighbours and any outcome y, the probabilities are
/// products of (1 − p)/(1 + p) p^|yᵢ − xᵢ|, with p = e^(−ε/Δ). Their quotient is p to the power
/// Σ |yᵢ − xᵢ| − |yᵢ − x'ᵢ|, which is at least −Σ |xᵢ − x'ᵢ| ≥ −Δ; so it is at most e^ε. A value that
/// is cut off at the ends of 64 bits, or by [`Grid`](crate::Grid), is a function of the noisy one.
///
/// # Does not protect against
/// More than one record of a person, unless the accountant was told; how many numbers there are.
///
/// # References
/// C. Dwork, F. `McSherry`, K. Nissim, A. Smith (2006), *Calibrating noise to sensitivity in private
/// data analysis*, doi:`10.1007/11681878_14`. A. Ghosh, T. Roughgarden, M. Sundararajan (2009),
/// *Universally utility-maximizing privacy mechanisms*, doi:10.1145/1536414.1536464 (the geometric
/// mechanism: for counts no other has a smaller expected loss).
#[derive(Clone, Debug)]
pub struct Laplace {
    sensitivity: u64,
    epsilon: Exact,
    scale: Exact,
}

impl Laplace {
    /// For numbers that one record changes by so many steps in all.
    pub fn new(sensitivity: u64, epsilon: &Exact) -> Result<Self, NoiseError> {
        let scale = scale(sensitivity, epsilon)?;
        laplace::Laplace::new(&scale)?;
        Ok(Self { sensitivity, epsilon: epsilon.clone(), scale })
    }

    /// The scale of the noise, in steps.
    pub fn scale(&self) -> &Exact {
        &self.scale
    }

    /// How far a number is off on average, in steps.
    pub fn mean_error(&self) -> f64 {
        laplace::mean_error(self.scale.to_f64())
    }

    /// The variance of the noise, in squares of steps.
    pub fn variance(&self) -> f64 {
        laplace::variance(self.scale.to_f64())
    }
}

/// Δ/ε, without rounding.
pub(super) fn scale(sensitivity: u64, epsilon: &Exact) -> Result<Exact, NoiseError> {
    if sensitivity == 0 {
        return Err(NoiseError::Sensitivity);
    }
    let scale = Exact::whole(sensitivity).over(epsilon);
    scale.ok_or(NoiseError::Positive { parameter: "epsilon" })
}

impl sealed::Sealed for Laplace {}

impl Mechanism for Laplace {
    fn loss(&self) -> Loss {
        Loss::Pure { epsilon: self.epsilon.clone() }
    }

    fn name(&self) -> &'static str {
        "laplace"
    }

    fn sensitivity(&self) -> Option<u64> {
        Some(self.sensitivity)
    }

    fn noise(&self) -> String {
        format!("discrete Laplace of scale {}", self.scale)
    }
}

impl Permit<Laplace> {
    /// The numbers with noise. One record may change them by the sensitivity in all: that is for
    /// whoever asked to show.
    pub fn release(self, values: &[i64]) -> Result<Released<Vec<i64>>, NoiseError> {
        let noise = laplace::Laplace::new(&self.mechanism.scale)?;
        Ok(released(each(&self.key, values, |value, random| noise.noisy(value, random))))
    }
}
