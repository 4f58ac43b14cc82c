//! What parameters of swapping go together.

use super::SwapKind;
use crate::parameters::{KIND, unused};
use ridotto_catalogue::{Given, Problem, code};

/// The parameters that only some kinds have.
const OF_KINDS: [&str; 6] = ["range", "extremes", "correlations", "share", "alike", "with"];

/// Everything that does not go with the kind of swapping.
pub(super) fn check(given: &Given) -> Vec<Problem> {
    let kind = given.choice("kind");
    let used: &[&str] = match kind {
        SwapKind::Rank => &["range", "extremes", "correlations"],
        SwapKind::Pairs => &["share", "alike"],
        SwapKind::Targeted => &["alike"],
        SwapKind::CrossSet => &["range", "with"],
    };
    let idle = OF_KINDS.into_iter().filter(|name| !used.contains(name));
    let idle = idle.filter_map(|name| Some((name, given.key_of(name)?)));
    let unused = |(name, at)| unused(name, Some(at), "other kinds of swapping", KIND);
    let mut problems: Vec<Problem> = idle.map(unused).collect();
    if kind == SwapKind::CrossSet && given.text("with").is_none() {
        problems.push(
            Problem::error(code::MISSING_KEY, "swapping across two files needs the other")
                .at(given.at("kind").or(given.span()), "asked for here")
                .with_help("add `with = \"other.csv\"`: a file with the same columns"),
        );
    }
    problems
}
