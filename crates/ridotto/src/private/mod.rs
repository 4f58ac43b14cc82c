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

pub(crate) use choice::few_enough;
pub(crate) use hierarchy::total;
pub(crate) use release::by_construction;

use crate::bind::BoundColumn;
use crate::{Error, Policy};
use ridotto_core::Kind;
use ridotto_core::model::{DIFFERENTIAL_PRIVACY, Private, out_of_range};
use ridotto_io::Want;
use ridotto_policy::Requirement;
use ridotto_policy::language::Role;
use ridotto_release::Input;
pub(crate) use ridotto_release::reading::reading;

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
    match Private::of(&asked.given) {
        Ok(private) if problems.is_empty() => {
            read_as_texts(columns);
            return Ok(Some(private));
        }
        Ok(_) => {}
        Err(error) => problems.push(out_of_range(&error).at(asked.span, "this model")),
    }
    Err(policy.error(problems).into())
}

/// The same for masking steps that make the whole file private, if the policy has them.
pub(crate) fn bind_steps(
    policy: &Policy,
    input: &Input,
    columns: &mut [BoundColumn],
) -> Result<(), Error> {
    let wants: Vec<Want> = columns.iter().map(|column| column.want).collect();
    if ridotto_mask::private::is_settled(policy, input, &wants)? {
        for column in columns.iter_mut().filter(|column| column.want != Want::Skip) {
            column.want = Want::Code { kind: Some(Kind::Text) };
        }
    }
    Ok(())
}

/// Cells are read as they stand. What they look like together is found out nowhere, and none can be
/// wrong.
fn read_as_texts(columns: &mut [BoundColumn]) {
    for column in columns.iter_mut().filter(|column| column.role == Role::QuasiIdentifier) {
        column.want = Want::Code { kind: Some(Kind::Text) };
    }
}
