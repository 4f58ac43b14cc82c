//! Differential privacy of a release: what a policy must settle beforehand, and how it is made.
//!
//! The theorem ([`DifferentialPrivacy`]) speaks of a way from records to a release on which each
//! record walks alone: it is sampled by chance, generalised by a rule that knows no other record,
//! and shown if enough others look the same. So whatever usually is found out from the data must
//! stand in the policy here, and [`demands`] refuses a policy that leaves it open.

mod complete;
mod demands;
mod release;

pub(crate) use complete::completed;
pub(crate) use release::by_construction;

use crate::bind::BoundColumn;
use crate::{Error, Policy};
use ridotto_core::Fraction;
use ridotto_core::model::{DifferentialPrivacy, ModelError};
use ridotto_io::Source;
use ridotto_policy::{Decimal, Problem, Rule};

/// The construction that the policy asks for, if it asks for one and settles all that it needs.
pub(crate) fn bind(
    policy: &Policy,
    source: &Source,
    columns: &[BoundColumn],
) -> Result<Option<DifferentialPrivacy>, Error> {
    let is_private = |rule: &Rule| matches!(rule, Rule::DifferentialPrivacy { .. });
    let Some(asked) = policy.requirements.iter().find(|asked| is_private(&asked.rule)) else {
        return Ok(None);
    };
    let mut problems = demands::problems(policy, asked.span, source, columns);
    match model(&asked.rule).transpose() {
        Ok(model) if problems.is_empty() => return Ok(model),
        Ok(_) => {}
        Err(error) => problems.push(out_of_range(&error).at(asked.span, "this model")),
    }
    Err(policy.error(problems).into())
}

/// What is said of parameters with which there is no proof.
pub(crate) fn out_of_range(error: &ModelError) -> Problem {
    Problem::error("bind::model", error.to_string()).with_help(
        "`epsilon = 1.0` and `delta = 0.000001` are usual; with a `sample` of less than 1 - \
         e^-epsilon, classes may be smaller",
    )
}

/// The construction with the parameters of a rule; `None` if it is a rule of something else.
pub(crate) fn model(rule: &Rule) -> Option<Result<DifferentialPrivacy, ModelError>> {
    let Rule::DifferentialPrivacy { epsilon, delta, sample } = rule else { return None };
    let sample = sample.map(|sample| exact(*sample));
    Some(DifferentialPrivacy::new(exact(**epsilon), exact(**delta), sample))
}

/// A decimal of the policy, which is above 0 and has at most 18 digits, without rounding.
fn exact(decimal: Decimal) -> Fraction {
    let text = decimal.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let above = format!("{whole}{part}").parse().ok();
    let below = 10_u64.checked_pow(part.len() as u32);
    let fraction = above.zip(below).and_then(|(above, below)| Fraction::new(above, below));
    fraction.expect("the policy's numbers have at most 18 digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_become_fractions_without_rounding() {
        for (text, above, below) in [
            ("0.000000000000000001", 1, 1_000_000_000_000_000_000),
            ("0.1", 1, 10),
            ("1", 1, 1),
            ("0.123456789012345678", 123_456_789_012_345_678, 1_000_000_000_000_000_000),
        ] {
            let decimal = Decimal::parse(text).expect("a number");
            assert_eq!(Some(exact(decimal)), Fraction::new(above, below), "{text}");
        }
    }
}
