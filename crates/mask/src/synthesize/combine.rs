//! One estimate from several synthetic copies.

use super::student;
use crate::Refused;

/// How copies were made, which decides how much they can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Fully synthetic, by multiple imputation: T = (1 + 1/M)·b − ū.
    Full {
        /// Records of a copy for each record of the original.
        ratio: f64,
    },
    /// Partially synthetic, parameters drawn from their posterior: T = ū + b/M.
    Partial,
    /// Every attribute synthetic, from models with their best parameters: T = ū·(ratio + 1/M).
    Plain {
        /// Records of a copy for each record of the original.
        ratio: f64,
    },
}

/// What several copies say together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combined {
    /// The mean of the copies' estimates.
    pub estimate: f64,
    /// Its variance T.
    pub variance: f64,
    /// The degrees of freedom of the t distribution that intervals are taken from.
    pub degrees: f64,
    /// The variance between copies, b.
    pub between: f64,
    /// The mean of the copies' own variances, ū.
    pub within: f64,
    /// Whether the rule of fully synthetic copies gave a variance of 0 or less, so that ū·ratio was
    /// taken instead.
    pub replaced: bool,
}

/// Combines what a user computed from each copy as if it were the original: an estimate of one
/// number, and the variance of that estimate.
///
/// # Guarantee
/// If the models that the copies were drawn from hold, and the estimate is about normal, a 95 %
/// interval covers the population's number in about 95 % of all samples.
///
/// # Does not protect against
/// Models that do not hold: then intervals are around the model's number, not the population's. For
/// fully synthetic copies T can be negative where M is small; then T = ū·ratio is taken, which is
/// usually too large.
///
/// # Parameters
/// One estimate and one variance of each copy: at least two copies, for [`Rule::Plain`] one.
///
/// # Example
/// ```
/// use ridotto_mask::synthesize::{Rule, combine};
/// let combined = combine(Rule::Partial, &[1.0, 2.0, 3.0], &[0.5, 0.5, 0.5]).unwrap();
/// assert_eq!(combined.estimate, 2.0);
/// // ū = 1/2 and b = 1.
/// assert!((combined.variance - (0.5 + 1.0 / 3.0)).abs() < 1e-12);
/// let (low, high) = combined.interval(0.95);
/// assert!(low < 2.0 && 2.0 < high);
/// ```
///
/// # References
/// T. Raghunathan, J. Reiter, D. Rubin (2003), *Multiple imputation for statistical disclosure
/// limitation*, Journal of Official Statistics 19(1). J. Reiter (2002), *Satisfying disclosure
/// restrictions with synthetic data sets*, Journal of Official Statistics 18(4), for T below 0.
/// J. Reiter (2003), *Inference for partially synthetic, public use microdata sets*, Survey
/// Methodology 29(2). G. Raab, B. Nowok, C. Dibben (2016), *Practical data synthesis for large
/// samples*, doi:10.29012/jpc.v7i3.407, for [`Rule::Plain`].
pub fn combine(rule: Rule, estimates: &[f64], variances: &[f64]) -> Result<Combined, Refused> {
    let plain = matches!(rule, Rule::Plain { .. });
    let needed = if plain { 1 } else { 2 };
    let refuse = |parameter, must_be| Err(Refused::Parameter { parameter, must_be });
    if estimates.len() != variances.len() || estimates.len() < needed {
        return refuse(
            "estimates",
            "as many as variances, and at least two (one for plain copies)",
        );
    }
    if estimates.iter().any(|one| !one.is_finite())
        || variances.iter().any(|one| !one.is_finite() || *one < 0.0)
    {
        return refuse("estimates", "numbers, with variances that are not negative");
    }
    if let Rule::Full { ratio } | Rule::Plain { ratio } = rule
        && !(ratio.is_finite() && ratio > 0.0)
    {
        return refuse("ratio", "above 0");
    }
    let m = estimates.len() as f64;
    let estimate = estimates.iter().sum::<f64>() / m;
    let within = variances.iter().sum::<f64>() / m;
    let squares: f64 = estimates.iter().map(|one| (one - estimate).powi(2)).sum();
    let between = if m > 1.0 { squares / (m - 1.0) } else { 0.0 };
    let mut replaced = false;
    let (variance, degrees) = match rule {
        Rule::Full { ratio } => {
            let variance = (1.0 + 1.0 / m) * between - within;
            replaced = variance <= 0.0;
            if replaced {
                (within * ratio, m - 1.0)
            } else {
                let share = within / ((1.0 + 1.0 / m) * between);
                (variance, (m - 1.0) * (1.0 - share).powi(2))
            }
        }
        Rule::Partial => {
            let extra = between / m;
            let degrees = if extra > 0.0 {
                (m - 1.0) * (1.0 + within / extra).powi(2)
            } else {
                f64::INFINITY
            };
            (within + extra, degrees)
        }
        Rule::Plain { ratio } => (within * (ratio + 1.0 / m), f64::INFINITY),
    };
    Ok(Combined { estimate, variance, degrees, between, within, replaced })
}

impl Combined {
    /// The interval that covers the true number with this probability. Fewer degrees than 1 are
    /// taken as 1: below, intervals say nothing at all.
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let p = 0.5 + confidence.clamp(0.0, 1.0) / 2.0;
        let width = student::quantile(p, self.degrees.max(1.0)) * self.variance.sqrt();
        (self.estimate - width, self.estimate + width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_as_published() {
        // q̄ = 10, b = 2.5, ū = 1.2, M = 5.
        let (estimates, variances) = ([8.0, 9.0, 10.0, 11.0, 12.0], [1.0, 1.1, 1.2, 1.3, 1.4]);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let full = combine(Rule::Full { ratio: 1.0 }, &estimates, &variances).unwrap();
        assert!(near(full.estimate, 10.0) && near(full.variance, 1.2 * 2.5 - 1.2));
        assert!(near(full.degrees, 4.0 * (1.0 - 1.2 / 3.0_f64).powi(2)));
        let partial = combine(Rule::Partial, &estimates, &variances).unwrap();
        assert!(near(partial.variance, 1.2 + 0.5));
        assert!(near(partial.degrees, 4.0 * (1.0 + 1.2 / 0.5_f64).powi(2)));
        let plain = combine(Rule::Plain { ratio: 2.0 }, &estimates[..1], &variances[..1]).unwrap();
        assert!(near(plain.variance, 3.0) && near(plain.estimate, 8.0));
        // Copies that hardly differ make T negative.
        let full = combine(Rule::Full { ratio: 0.5 }, &[1.0, 1.0], &[2.0, 4.0]).unwrap();
        assert!(near(full.variance, 1.5) && full.replaced && !partial.replaced);
    }

    #[test]
    fn too_little_is_refused() {
        assert!(combine(Rule::Partial, &[1.0], &[1.0]).is_err());
        assert!(combine(Rule::Partial, &[1.0, 2.0], &[1.0]).is_err());
        assert!(combine(Rule::Partial, &[1.0, f64::NAN], &[1.0, 1.0]).is_err());
        assert!(combine(Rule::Full { ratio: 0.0 }, &[1.0, 2.0], &[1.0, 1.0]).is_err());
    }
}
