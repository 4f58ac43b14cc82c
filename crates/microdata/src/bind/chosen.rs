//! The method that a policy names, once it is known to go with all that it asks for.

use super::method::{self, Method};
use super::portfolio::Portfolio;
use super::together::{goes, grid, idle};
use ridotto_core::objective::Objective;
use ridotto_policy::{Policy, PolicyError, Problem};

/// The method and the objective that the policy names, which go with all that it asks for.
pub(crate) fn chosen(policy: &Policy) -> Result<(Method, Objective), PolicyError> {
    let (method, objective) = method::named(policy)?;
    together(policy, method).map(|()| (method, objective))
}

/// What is asked for must go together.
fn together(policy: &Policy, method: Method) -> Result<(), PolicyError> {
    let idle = idle(policy, method);
    let problems: Vec<Problem> = match method {
        Method::Best if idle.is_none() => return Portfolio::of(policy).map(drop),
        Method::Best => idle.into_iter().collect(),
        _ => grid(policy, method).into_iter().chain(idle).chain(goes(policy, method)).collect(),
    };
    if problems.is_empty() { Ok(()) } else { Err(policy.error(problems)) }
}
