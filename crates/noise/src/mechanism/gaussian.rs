//! The Gaussian mechanism on whole numbers.

use super::{Mechanism, each, released, sealed};
use crate::enclosure::Enclosure;
use crate::sampler::gaussian;
use crate::{Exact, Loss, NoiseError, Permit, Released};

/// Discrete Gaussian noise on each of some whole numbers.
///
/// # Guarantee
/// ρ-zero-concentrated differential privacy, if one record changes the numbers by at most Δ in the
/// norm L2 (the root of the sum of squares), with σ² ≥ Δ²/(2ρ).
///
/// *The argument.* Canonne, Kamath and Steinke (2020, arXiv:2004.00010, theorem 14): the Rényi
/// divergence of order α of the discrete Gaussian of σ around whole numbers x and x' is at most
/// α |x − x'|²/(2σ²), in any number of dimensions with noise of their own. σ is rounded up to a
/// fraction, so ρ is never more than what is charged.
///
/// # Does not protect against
/// As [`Laplace`](super::Laplace). It is no pure differential privacy: in ε it can be stated only
/// with a δ.
#[derive(Clone, Debug)]
pub struct Gaussian {
    squared_sensitivity: u64,
    rho: Exact,
    deviation: Exact,
}

impl Gaussian {
    /// For numbers whose changes by one record have squares that add up to at most so much.
    pub fn new(squared_sensitivity: u64, rho: &Exact) -> Result<Self, NoiseError> {
        if squared_sensitivity == 0 {
            return Err(NoiseError::Sensitivity);
        }
        let twice = rho.times(&Exact::whole(2));
        let square = Exact::whole(squared_sensitivity)
            .over(&twice)
            .ok_or(NoiseError::Positive { parameter: "rho" })?;
        let deviation = rounded_up(&Enclosure::sqrt(&square).upper()).ok_or(NoiseError::Fine)?;
        gaussian::Gaussian::new(&deviation)?;
        Ok(Self { squared_sensitivity, rho: rho.clone(), deviation })
    }

    /// σ, in steps.
    pub fn deviation(&self) -> &Exact {
        &self.deviation
    }
}

/// A multiple of 2⁻²⁰ that is not below.
fn rounded_up(number: &Exact) -> Option<Exact> {
    let fine = Exact::whole(1 << 20);
    let units = number.times(&fine).floor()?.checked_add(1)?;
    Exact::whole(units).over(&fine)
}

impl sealed::Sealed for Gaussian {}

impl Mechanism for Gaussian {
    fn loss(&self) -> Loss {
        Loss::Concentrated { rho: self.rho.clone() }
    }

    fn name(&self) -> &'static str {
        "gaussian"
    }

    fn sensitivity(&self) -> Option<u64> {
        None
    }

    fn noise(&self) -> String {
        format!(
            "discrete Gaussian of standard deviation {:.6}, for a squared sensitivity of {}",
            self.deviation.to_f64(),
            self.squared_sensitivity
        )
    }
}

impl Permit<Gaussian> {
    /// The numbers with noise.
    pub fn release(self, values: &[i64]) -> Result<Released<Vec<i64>>, NoiseError> {
        let noise = gaussian::Gaussian::new(&self.mechanism.deviation)?;
        Ok(released(each(&self.key, values, |value, random| noise.noisy(value, random))))
    }
}
