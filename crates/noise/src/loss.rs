//! What a mechanism costs, in the three notions of differential privacy, and how one becomes another.
//!
//! Let M be a mechanism, and D and D' any two neighbouring files.
//!
//! - *Pure* (ε): P(M(D) ∈ S) ≤ e^ε P(M(D') ∈ S) for every set S of outcomes.
//! - *Approximate* (ε, δ): P(M(D) ∈ S) ≤ e^ε P(M(D') ∈ S) + δ.
//! - *Zero-concentrated* (ρ): the Rényi divergence of every order α > 1 of M(D) from M(D') is at most
//!   ρ α (Bun and Steinke 2016, arXiv:1605.02065).
//!
//! Every conversion here rounds so that what is stated is never less than what is lost.

use crate::enclosure::Enclosure;
use crate::{Exact, NoiseError};
use std::fmt;
use std::num::NonZeroU64;

/// What one use of a mechanism costs, at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Pure differential privacy.
    Pure {
        /// ε
        epsilon: Exact,
    },
    /// Approximate differential privacy.
    Approximate {
        /// ε
        epsilon: Exact,
        /// δ
        delta: Exact,
    },
    /// Zero-concentrated differential privacy.
    Concentrated {
        /// ρ
        rho: Exact,
    },
}

impl Loss {
    /// (ε, δ), which is pure if δ is 0.
    pub fn of(epsilon: Exact, delta: Exact) -> Result<Self, NoiseError> {
        if epsilon.is_zero() && delta.is_zero() {
            return Err(NoiseError::Positive { parameter: "epsilon" });
        }
        check_delta(&delta)?;
        Ok(Self::stated(epsilon, delta))
    }

    /// Pure if δ is 0.
    pub(crate) fn stated(epsilon: Exact, delta: Exact) -> Self {
        if delta.is_zero() { Self::Pure { epsilon } } else { Self::Approximate { epsilon, delta } }
    }

    /// In a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Pure { .. } => "pure",
            Self::Approximate { .. } => "approximate",
            Self::Concentrated { .. } => "zero-concentrated",
        }
    }

    /// The loss for neighbours that differ in so many records where this is that of one: a chain of
    /// so many neighbours lies between the two files.
    ///
    /// *Pure*: m ε. *Zero-concentrated*: m² ρ (Bun and Steinke). *Approximate*: m ε
    /// and δ (1 + e^ε + … + e^((m−1)ε)), because each of the m − 1 later steps multiplies what failed
    /// before by e^ε; the sum is (e^(mε) − 1)/(e^ε − 1), or m if ε is 0.
    pub fn of_group(&self, records: NonZeroU64) -> Result<Self, NoiseError> {
        let times = Exact::whole(records.get());
        Ok(match self {
            _ if records.get() == 1 => self.clone(),
            Self::Pure { epsilon } => Self::Pure { epsilon: epsilon.times(&times) },
            Self::Concentrated { rho } => {
                Self::Concentrated { rho: rho.times(&times).times(&times) }
            }
            Self::Approximate { epsilon, delta } => {
                let whole = epsilon.times(&times);
                let factor = if epsilon.is_zero() { times } else { geometric(epsilon, &whole)? };
                let delta = delta.times(&factor);
                check_delta(&delta)?;
                Self::Approximate { epsilon: whole, delta }
            }
        })
    }

    /// The loss of several uses, one after the other, each perhaps chosen by what the others
    /// answered: ε, δ and ρ add up. `None` if one is zero-concentrated and another is not; see
    /// [`Loss::concentrated`].
    pub fn and(&self, other: &Self) -> Option<Self> {
        if let (Self::Concentrated { rho }, Self::Concentrated { rho: more }) = (self, other) {
            return Some(Self::Concentrated { rho: rho.plus(more) });
        }
        let ((epsilon, delta), (more, fails)) = (self.epsilon_delta()?, other.epsilon_delta()?);
        let (epsilon, delta) = (epsilon.plus(&more), delta.plus(&fails));
        Some(Self::stated(epsilon, delta))
    }

    /// ε and δ of a loss that is stated in them.
    pub fn epsilon_delta(&self) -> Option<(Exact, Exact)> {
        match self {
            Self::Pure { epsilon } => Some((epsilon.clone(), Exact::zero())),
            Self::Approximate { epsilon, delta } => Some((epsilon.clone(), delta.clone())),
            Self::Concentrated { .. } => None,
        }
    }

    /// ρ: of a pure loss ε it is ε²/2 (Bun and Steinke). `None` of an approximate one.
    pub fn concentrated(&self) -> Option<Exact> {
        match self {
            Self::Pure { epsilon } => epsilon.times(epsilon).over(&Exact::whole(2)),
            Self::Approximate { .. } => None,
            Self::Concentrated { rho } => Some(rho.clone()),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pure { epsilon } => write!(f, "epsilon {epsilon}"),
            Self::Approximate { epsilon, delta } => write!(f, "epsilon {epsilon}, delta {delta}"),
            Self::Concentrated { rho } => write!(f, "rho {rho}"),
        }
    }
}

/// (e^(mε) − 1)/(e^ε − 1), or more.
fn geometric(epsilon: &Exact, whole: &Exact) -> Result<Exact, NoiseError> {
    let one = Exact::whole(1);
    let above = Enclosure::exp(whole).ok_or(NoiseError::TooLarge)?.upper().minus(&one);
    let under = Enclosure::exp(epsilon).ok_or(NoiseError::TooLarge)?.lower().minus(&one);
    // An ε so small that e^ε cannot be told from 1 makes no sense in a group.
    let quotient = above.zip(under).and_then(|(above, under)| above.over(&under));
    quotient.ok_or(NoiseError::TooLarge)
}

/// A probability below one.
pub(crate) fn check_delta(delta: &Exact) -> Result<(), NoiseError> {
    if *delta >= Exact::whole(1) {
        return Err(NoiseError::Delta { must_be: "at least 0 and below 1" });
    }
    Ok(())
}

/// An ε such that ρ-zero-concentrated privacy is (ε, δ)-differential privacy, rounded up.
///
/// The better of two bounds: ρ + 2 √(ρ ln(1/δ)) (Bun and Steinke), and, for any α > 1,
/// α ρ + (ln(1/δ) − ln α)/(α − 1) − ln(α/(α − 1)) (Canonne, Kamath and Steinke 2020,
/// arXiv:2004.00010, corollary 13, solved for ε). α is found in floating point, which does no harm:
/// the bound holds for every one.
pub fn epsilon_of(rho: &Exact, delta: &Exact) -> Result<Exact, NoiseError> {
    if delta.is_zero() {
        return Err(NoiseError::Delta { must_be: "more than 0 to say anything in epsilon" });
    }
    check_delta(delta)?;
    if rho.is_zero() {
        return Ok(Exact::zero());
    }
    let log = Enclosure::ln(&Exact::whole(1).over(delta).ok_or(NoiseError::TooLarge)?)
        .ok_or(NoiseError::TooLarge)?;
    let plain = plain_epsilon(rho, &log);
    let of = |alpha: f64| {
        let (rho, log) = (rho.to_f64(), log.upper().to_f64());
        alpha * rho + (log - alpha.ln()) / (alpha - 1.0) - (alpha / (alpha - 1.0)).ln()
    };
    let better = best_order(of).and_then(|alpha| epsilon_by(rho, &log, &alpha));
    Ok(better.map_or(plain.clone(), |better| better.min(plain)))
}

/// ρ + 2 √(ρ ln(1/δ)), rounded up.
fn plain_epsilon(rho: &Exact, log: &Enclosure) -> Exact {
    Enclosure::sqrt(&rho.times(&log.upper())).upper().times(&Exact::whole(2)).plus(rho)
}

/// The ε that an order α proves, rounded up.
fn epsilon_by(rho: &Exact, log: &Enclosure, alpha: &Exact) -> Option<Exact> {
    let less = alpha.minus(&Exact::whole(1))?;
    let ratio = Enclosure::ln(&alpha.over(&less)?)?;
    let part = log.minus(&Enclosure::ln(alpha)?).over(&Enclosure::of(&less))?;
    Some(Enclosure::of(&alpha.times(rho)).plus(&part).minus(&ratio).upper())
}

/// A δ such that ρ-zero-concentrated privacy is (ε, δ)-differential privacy, rounded up: for any
/// α > 1, e^((α−1)(αρ−ε)) (1 − 1/α)^α / (α − 1) (Canonne, Kamath and Steinke 2020, corollary 13).
pub fn delta_of(rho: &Exact, epsilon: &Exact) -> Exact {
    let of = |alpha: f64| {
        let (rho, epsilon) = (rho.to_f64(), epsilon.to_f64());
        (alpha - 1.0) * (alpha * rho - epsilon) + alpha * (1.0 - 1.0 / alpha).ln()
            - (alpha - 1.0).ln()
    };
    let bound = best_order(of).and_then(|alpha| delta_by(rho, epsilon, &alpha));
    bound.map_or(Exact::whole(1), |bound| bound.min(Exact::whole(1)))
}

/// The δ that an order α proves, rounded up.
fn delta_by(rho: &Exact, epsilon: &Exact, alpha: &Exact) -> Option<Exact> {
    let less = alpha.minus(&Exact::whole(1))?;
    // ln of 1/(1 − 1/α)^α, which is α ln(α/(α − 1)).
    let shrink = Enclosure::ln(&alpha.over(&less)?)?.times(&Enclosure::of(alpha)).lower();
    let grown = alpha.times(rho).times(&less);
    let taken = epsilon.times(&less).plus(&shrink);
    let factor = match grown.minus(&taken) {
        Some(above) => Enclosure::exp(&above)?.upper(),
        None => Enclosure::exp_of_minus(&taken.minus(&grown)?).upper(),
    };
    factor.over(&less)
}

/// The greatest ρ, but for a millionth of it, that is (ε, δ)-differential privacy.
pub fn rho_within(epsilon: &Exact, delta: &Exact) -> Result<Exact, NoiseError> {
    if epsilon.is_zero() {
        return Err(NoiseError::Positive { parameter: "epsilon" });
    }
    // ε²/2 or less is kept to for some δ; the bounds are found by doubling.
    let mut fits = Exact::zero();
    let mut fails = epsilon.clone();
    let half = Exact::ratio(1, 2).unwrap_or_else(Exact::zero);
    for _ in 0..200 {
        if epsilon_of(&fails, delta)? > *epsilon {
            break;
        }
        fails = fails.times(&Exact::whole(2));
    }
    // Fractions with long digits would grow without end, so each middle is a multiple of 2⁻⁶⁴ of ε.
    for _ in 0..200 {
        let middle = rounded_down(&fits.plus(&fails).times(&half));
        let width = fails.minus(&fits).unwrap_or_else(Exact::zero);
        if middle <= fits || width.times(&Exact::whole(1 << 20)) <= fits {
            break;
        }
        let side = if epsilon_of(&middle, delta)? <= *epsilon { &mut fits } else { &mut fails };
        *side = middle;
    }
    if fits.is_zero() { Err(NoiseError::Fine) } else { Ok(fits) }
}

/// With 40 binary digits.
fn rounded_down(number: &Exact) -> Exact {
    let (above, under) = (number.numerator(), number.denominator());
    let shift = 40 + under.bits().cast_signed() - above.bits().cast_signed();
    let one = num_bigint::BigUint::from(1_u32);
    let two = &one << shift.unsigned_abs();
    if shift >= 0 {
        Exact::of_parts((above << shift.unsigned_abs()) / under, two)
    } else {
        Exact::of_parts(above / (under << shift.unsigned_abs()) * two, one)
    }
}

/// An order α with a small value: the best of a golden section on ln(α − 1), with few digits.
fn best_order(of: impl Fn(f64) -> f64) -> Option<Exact> {
    let at = |log: f64| of(1.0 + log.exp());
    let (mut low, mut high) = (-14.0_f64, 14.0_f64);
    let golden = 0.618_033_988_749_895;
    for _ in 0..80 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if at(left) <= at(right) { high = right } else { low = left }
    }
    let alpha = 1.0 + f64::midpoint(low, high).exp();
    // Few digits keep the fractions short.
    Exact::of_f64((alpha * f64::from(1_u32 << 24)).round() / f64::from(1_u32 << 24))
        .filter(|alpha| *alpha > Exact::whole(1))
}

#[cfg(test)]
mod tests;
