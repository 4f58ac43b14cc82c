//! What is said where a method does not fit its columns.

use crate::Refused;
use crate::step::StepContext;
use crate::unfit::Unfit;
use ridotto_policy::Problem;
use ridotto_release::Error;

/// A method that does not fit, at its place in the policy.
pub(crate) fn refused(context: &StepContext, refused: &Refused) -> Error {
    let mask = context.mask();
    let (refused, strata) = match refused {
        Refused::Strata { reason, failing, line, strata } => {
            let first = if *failing == 1 { "it" } else { "the first of them" };
            let told = format!(
                ", in {failing} of {strata} strata; {first} begins in line {line} of the data"
            );
            (reason.as_ref(), Some(told))
        }
        other => (other, None),
    };
    // The attribute that is at fault, if it is one of several.
    let (span, why) = match refused {
        Refused::Of { attribute, reason } => {
            let named = mask.attributes().iter().find(|name| name.as_str() == attribute);
            (named.and_then(|name| name.span), reason.as_ref())
        }
        other => (None, other),
    };
    let named = match (refused, mask.attributes()) {
        (Refused::Of { attribute, .. }, _) => Some(attribute.as_str()),
        (_, [only]) => Some(only.as_str()),
        _ => None,
    };
    let labelled = named.filter(|_| why.wants_numbers()).and_then(|of| context.labelled_by(of));
    let help = match labelled {
        Some(step) => texts_since(step),
        None if strata.is_some() => help_with_strata(why).to_owned(),
        None => help(why).to_owned(),
    };
    let of = named.map(|name| format!(" to `{name}`")).unwrap_or_default();
    let strata = strata.unwrap_or_default();
    let message = format!("`{}` cannot be done{of}: {why}{strata}", context.method());
    let problem = Problem::error("bind::mask", message).at(span.or(mask.span()), "not suited");
    context.error(problem.with_help(help))
}

/// What to do where a step before gave labels to numbers.
pub(crate) fn texts_since(step: &str) -> String {
    format!(
        "`{step}` before left texts among its numbers: do this step before that one, or let its label be a number"
    )
}

/// What to do about a refusal within strata: most of what they lack, more records have.
fn help_with_strata(refused: &Refused) -> &'static str {
    match refused {
        Refused::Constant | Refused::AllMissing => {
            "mask more records together: fewer `strata`, or `recode` them before so that small ones are joined"
        }
        other => help(other),
    }
}

/// What to do about a refusal.
fn help(refused: &Refused) -> &'static str {
    match refused {
        Refused::NeedsNumbers => {
            "only numbers and dates can be masked so: use `pram` or `swap` for categories, or give the attribute its `type`"
        }
        Refused::NeedsCategories => {
            "numbers have too many values for this: use `noise`, or `round` them first and give `type = \"text\"`"
        }
        Refused::TooFew { .. } => "mask more records together: fewer `strata`, or a smaller `k`",
        Refused::Constraint => "ask for less: a smaller `l`, a greater `t`, or fewer `strata`",
        Refused::Constant | Refused::AllMissing => "leave the attribute out of the step",
        Refused::MatrixSum { .. }
        | Refused::MatrixEntry { .. }
        | Refused::MatrixSize { .. }
        | Refused::MatrixNotSquare { .. } => {
            "each row has the probabilities of what one value becomes: none below 0, and 1 together"
        }
        Refused::NothingAllowed { .. } => {
            "forbid less in `never`, or write a `matrix` in which these categories stay"
        }
        Refused::Retention { .. } => {
            "leave out `invariant`, forbid less in `never`, or write a `matrix`"
        }
        Refused::Synthesis(Unfit::Broken { .. }) => {
            "correct the constraint, or mend these records before"
        }
        _ => "`ridotto explain` tells what the method needs",
    }
}
