//! What parameters of noise go together.

use super::NoiseKind;
use crate::parameters::{KIND, unused};
use ridotto_catalogue::{Given, Problem, code};

/// Everything that does not go with the kind of noise.
pub(super) fn check(given: &Given) -> Vec<Problem> {
    let kind = given.choice("kind");
    let mut problems = if kind == NoiseKind::Private { unsaid(given) } else { Vec::new() };
    let is_bounded = matches!(kind, NoiseKind::Private | NoiseKind::Restricted);
    let idle = [
        ("epsilon", kind == NoiseKind::Private, given.at("epsilon"), "`kind = \"private\"`"),
        ("grid", kind == NoiseKind::Private, given.at("grid"), "`kind = \"private\"`"),
        ("publish", kind == NoiseKind::Linear, given.at("publish"), "`kind = \"linear\"`"),
        ("reveal", kind == NoiseKind::Linear, given.at("reveal"), "`kind = \"linear\"`"),
        ("alpha", kind != NoiseKind::Private, given.key_of("alpha"), "other kinds of noise"),
        ("strata", kind != NoiseKind::Private, given.key_of("strata"), "other kinds of noise"),
        ("lower", is_bounded, given.at("lower"), "`restricted` and `private` noise"),
        ("upper", is_bounded, given.at("upper"), "`restricted` and `private` noise"),
    ];
    let idle = idle.into_iter().filter(|(_, is_used, at, _)| !is_used && at.is_some());
    problems.extend(idle.map(|(name, _, at, used_by)| unused(name, at, used_by, KIND)));
    let bounds = given.number_if_given("lower").zip(given.number_if_given("upper"));
    if bounds.is_some_and(|(lower, upper)| lower >= upper) {
        problems.push(
            Problem::error(code::CONTRADICTION, "`lower` is not below `upper`")
                .at(given.at("upper"), "not above `lower`")
                .with_help("exchange the two, or correct one of them"),
        );
    }
    problems
}

/// What private noise must be told.
fn unsaid(given: &Given) -> Vec<Problem> {
    let absent = ["epsilon", "lower", "upper"].into_iter().filter(|name| given.get(name).is_none());
    let problem = |name: &str| {
        Problem::error(code::MISSING_KEY, format!("private noise needs `{name}`"))
            .at(given.at("kind").or(given.span()), "asked for here")
            .with_help(match name {
                "epsilon" => "add `epsilon = 1`: the budget of a whole record",
                _ => {
                    "say between which bounds values lie, without looking at the data: they decide how much noise is needed"
                }
            })
    };
    absent.map(problem).collect()
}
