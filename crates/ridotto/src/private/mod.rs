//! Differential privacy of a release: what a policy must settle beforehand, and how it is made.
//!
//! The theorem ([`DifferentialPrivacy`]) speaks of a way from records to a release on which each
//! record walks alone: it is sampled by chance, generalised by a rule that knows no other record,
//! and shown if enough others look the same. So whatever usually is found out from the data must
//! stand in the policy here, and [`demands`] refuses a policy that leaves it open.

mod choice;
mod demands;
mod hierarchy;
mod release;
mod steps;

pub(crate) use choice::few_enough;
pub(crate) use hierarchy::{reading, total};
pub(crate) use release::{NOTE, by_construction, refuse};
pub(crate) use steps::{bind_steps, named_values};

use crate::bind::{BoundColumn, Input};
use crate::{Error, Policy};
use ridotto_core::model::{DifferentialPrivacy, ModelError};
use ridotto_core::{Fraction, Kind};
use ridotto_io::Want;
use ridotto_policy::language::Role;
use ridotto_policy::{Decimal, Problem, Rule};

/// How a release is made differentially private: what is spent on what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Private {
    /// ε in all.
    pub epsilon: Fraction,
    /// The part of ε with which levels are chosen; without it the policy fixes them.
    pub search: Option<Fraction>,
    /// The sample and the least size of a class, with what is left of ε.
    pub release: DifferentialPrivacy,
}

/// The construction that the policy asks for, if it asks for one and settles all that it needs.
pub(crate) fn bind(
    policy: &Policy,
    input: &Input,
    columns: &mut [BoundColumn],
) -> Result<Option<Private>, Error> {
    let is_private = |rule: &Rule| matches!(rule, Rule::DifferentialPrivacy { .. });
    let Some(asked) = policy.requirements.iter().find(|asked| is_private(&asked.rule)) else {
        return Ok(None);
    };
    let mut problems = demands::problems(policy, asked, input, columns);
    match model(&asked.rule).transpose() {
        Ok(model) if problems.is_empty() => {
            read_as_texts(columns);
            return Ok(model);
        }
        Ok(_) => {}
        Err(error) => problems.push(out_of_range(&error).at(asked.span, "this model")),
    }
    Err(policy.error(problems).into())
}

/// Cells are read as they stand. What they look like together is found out nowhere, and none can be
/// wrong.
fn read_as_texts(columns: &mut [BoundColumn]) {
    for column in columns.iter_mut().filter(|column| column.role == Role::QuasiIdentifier) {
        column.want = Want::Code { kind: Some(Kind::Text) };
    }
}

/// What is said of parameters with which there is no proof.
pub(crate) fn out_of_range(error: &ModelError) -> Problem {
    Problem::error("bind::model", error.to_string()).with_help(
        "`epsilon = 1.0` and `delta = 0.000001` are usual; with a `sample` of less than 1 - \
         e^-epsilon, classes may be smaller",
    )
}

/// The construction with the parameters of a rule; `None` if it is a rule of something else.
pub(crate) fn model(rule: &Rule) -> Option<Result<Private, ModelError>> {
    let Rule::DifferentialPrivacy { epsilon, delta, sample, search } = rule else { return None };
    let (epsilon, delta) = (exact(**epsilon), exact(**delta));
    let search = search.map(|search| exact(*search));
    let sample = sample.map(|sample| exact(*sample));
    let Some(rest) = less(epsilon, search.unwrap_or(Fraction::ZERO)) else {
        let given = search.unwrap_or(Fraction::ZERO).value();
        let needed = "less than epsilon: what is left of it is for the release";
        let error = ModelError::out_of_range("differential-privacy", "search", given, needed);
        return Some(Err(error));
    };
    let release = DifferentialPrivacy::new(rest, delta, sample);
    Some(release.map(|release| Private { epsilon, search, release }))
}

/// What is left of a number if another is taken away, without rounding; `None` if nothing is, or if
/// it has too many digits.
fn less(number: Fraction, other: Fraction) -> Option<Fraction> {
    let wide = u128::from;
    let below = wide(number.below()).checked_mul(wide(other.below()))?;
    let above = (wide(number.above()).checked_mul(wide(other.below()))?)
        .checked_sub(wide(other.above()).checked_mul(wide(number.below()))?)?;
    let divisor = greatest_common_divisor(above, below);
    let fit = |number: u128| u64::try_from(number / divisor).ok();
    Fraction::new(fit(above)?, fit(below)?).filter(|rest| *rest > Fraction::ZERO)
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
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
    fn parts_are_taken_away_without_rounding() {
        let decimal = |text: &str| exact(Decimal::parse(text).expect("a number"));
        for (number, other, rest) in [
            ("1", "0.1", Fraction::new(9, 10)),
            ("0.3", "0.1", Fraction::new(1, 5)),
            ("2.5", "0.000001", Fraction::new(2_499_999, 1_000_000)),
            ("1", "1", None),
            ("1", "1.5", None),
        ] {
            assert_eq!(less(decimal(number), decimal(other)), rest, "{number} - {other}");
        }
    }

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
