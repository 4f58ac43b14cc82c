//! What a policy must settle so that its release is differentially private.
//!
//! The theorem ([`DifferentialPrivacy`](ridotto_core::model::DifferentialPrivacy)) speaks of a way from
//! records to a release on which each record walks alone: it is sampled by chance, generalised by a rule
//! that knows no other record, and shown if enough others look the same. So whatever usually is found
//! out from the data must stand in the policy here, and [`demands`] refuses a policy that leaves it open.

mod demands;
mod hierarchy;
mod persons;

pub(crate) use hierarchy::total;
pub(super) use persons::forgetting;
pub(crate) use persons::{PersonsKept, without_persons};

use super::columns::BoundColumn;
use super::quasi_identifiers::QuasiIdentifier;
use ridotto_core::Kind;
use ridotto_core::model::{DIFFERENTIAL_PRIVACY, Private, out_of_range};
use ridotto_io::ReadAs;
use ridotto_policy::language::Role;
use ridotto_policy::{Mask, Policy, PolicyError, Problem, Requirement};
use ridotto_release::Error;
use ridotto_release::private::{idle_terms, rows_per_person};
pub(crate) use ridotto_release::reading::reading;
use ridotto_release::{Input, Siblings};

/// The requirement of differential privacy, if there is one.
pub(crate) fn asked(policy: &Policy) -> Option<&Requirement> {
    policy.requirements.iter().find(|asked| asked.is(DIFFERENTIAL_PRIVACY.entry.name))
}

/// The construction that the policy asks for, if it asks for one and settles all that it needs.
pub(crate) fn bind(
    policy: &Policy,
    input: &Input,
    columns: &mut [BoundColumn],
) -> Result<Option<Private>, Error> {
    let Some(asked) = asked(policy) else { return Ok(None) };
    let mut problems = demands::problems(policy, asked, input, columns);
    match Private::of(&asked.given, rows_per_person(policy)) {
        Ok(private) if problems.is_empty() => {
            read_as_texts(columns);
            return Ok(Some(private));
        }
        Ok(_) => {}
        Err(error) => problems.push(out_of_range(&error).at(asked.span, "this model")),
    }
    Err(policy.error(problems).into())
}

/// The same for masking steps that are private, if the policy has them.
pub(crate) fn bind_steps(
    policy: &Policy,
    input: &Input,
    columns: &mut [BoundColumn],
    siblings: &Siblings,
) -> Result<(), Error> {
    let wants: Vec<ReadAs> = columns.iter().map(|column| column.want).collect();
    let stand = (siblings.stand)(policy, input, &wants)?;
    for (column, _) in columns.iter_mut().zip(stand).filter(|(_, stands)| *stands) {
        column.want = ReadAs::Code { kind: Some(Kind::Text) };
    }
    let is_private = asked(policy).is_some() || policy.masks.iter().any(Mask::is_private);
    match idle_terms(policy).filter(|_| !is_private) {
        Some(problem) => Err(policy.error([problem]).into()),
        None => Ok(()),
    }
}

/// Cells are read as they stand. What they look like together is found out nowhere, and none can be
/// wrong.
fn read_as_texts(columns: &mut [BoundColumn]) {
    for column in columns.iter_mut().filter(|column| column.role == Role::QuasiIdentifier) {
        column.want = ReadAs::Code { kind: Some(Kind::Text) };
    }
}

/// No more combinations of levels are looked at.
const MOST: f64 = 50_000.0;

/// Refuses a choice among too many combinations of levels. How many there are depends on the policy
/// alone.
pub(crate) fn few_enough(
    policy: &Policy,
    private: Option<&Private>,
    keys: &[QuasiIdentifier],
) -> Result<(), PolicyError> {
    let nodes: f64 = keys.iter().map(|key| f64::from(key.max - key.min) + 1.0).product();
    if private.is_none_or(|private| private.search.is_none()) || nodes <= MOST {
        return Ok(());
    }
    let message = format!("there are {nodes} combinations of levels to choose from");
    let problem = Problem::error("bind::private", message)
        .at(asked(policy).map(|asked| asked.span), "this model")
        .with_help("fix levels with `min-level` and `max-level` until there are at most 50,000");
    Err(policy.error([problem]))
}
