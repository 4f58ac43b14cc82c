//! What parameters of synthesis go together.

use super::SynthesisKind;
use super::SynthesisKind::{Hybrid, MultipleImputation, Partial, Private};
use crate::parameters::{KIND, unused};
use ridotto_catalogue::{Given, Problem, code};

/// All constraints that do not go with the kind of synthesis, or else the first other parameter.
pub(super) fn check(given: &Given) -> Vec<Problem> {
    let kind = given.choice("kind");
    let constraints = constraints(given, kind);
    if !constraints.is_empty() {
        return constraints;
    }
    let found = unsaid(given, kind).or_else(|| idle(given, kind)).or_else(|| nothing_drawn(given));
    found.into_iter().collect()
}

/// Private synthesis keeps to domains, and other kinds to constraints.
fn constraints(given: &Given, kind: SynthesisKind) -> Vec<Problem> {
    if kind != Private {
        let domains = given.key_of("domains");
        let problem = |at| unused("domains", Some(at), "`kind = \"private\"`", "that");
        return domains.map(problem).into_iter().collect();
    }
    let written = ["ranges", "sums", "impossible"]
        .into_iter()
        .filter_map(|name| Some((name, given.key_of(name)?)));
    let problem = |(name, at)| {
        Problem::error(code::CONTRADICTION, format!("`{name}` is not used here"))
            .at(Some(at), "would look at the data again")
            .with_help("private synthesis keeps to `domains` alone: remove the key")
    };
    written.map(problem).collect()
}

/// What the kind must be told.
fn unsaid(given: &Given, kind: SynthesisKind) -> Option<Problem> {
    let (message, help) = match kind {
        Private if given.get("epsilon").is_none() => {
            ("private synthesis needs `epsilon`", "add `epsilon = 1`: the budget of a whole record")
        }
        Partial if given.texts("attributes").is_empty() => (
            "partial synthesis needs `attributes`",
            "name the attributes that are drawn anew; others stay true",
        ),
        _ => return None,
    };
    let problem = Problem::error(code::MISSING_KEY, message);
    Some(problem.at(given.at("kind").or(given.span()), "asked for here").with_help(help))
}

/// A parameter of other kinds. Copies of a private file would each cost its budget, and there is no rule
/// for hybrids.
fn idle(given: &Given, kind: SynthesisKind) -> Option<Problem> {
    let of_kinds = [
        ("epsilon", kind == Private, given.at("epsilon"), "`kind = \"private\"`"),
        (
            "copies",
            !matches!(kind, Hybrid | Private),
            given.at("copies"),
            "the other kinds of synthesis",
        ),
        (
            "frame",
            kind == MultipleImputation,
            given.at("frame"),
            "`kind = \"multiple-imputation\"`",
        ),
        ("weight", kind == Hybrid, given.at("weight"), "`kind = \"hybrid\"`"),
        ("records", kind == Partial, given.key_of("records"), "`kind = \"partial\"`"),
        (
            "size",
            !matches!(kind, Partial | Hybrid),
            given.at("size"),
            "kinds in which no value stays true",
        ),
    ];
    let mut idle = of_kinds.into_iter().filter(|(_, is_used, at, _)| !is_used && at.is_some());
    idle.next().map(|(name, _, at, used_by)| unused(name, at, used_by, KIND))
}

/// A mixture with nothing of the synthetic record.
fn nothing_drawn(given: &Given) -> Option<Problem> {
    let is_whole = given.share("weight").to_f64() >= 1.0;
    is_whole.then(|| {
        Problem::error(code::OUT_OF_RANGE, "`weight` is 1, which leaves every record as it is")
            .at(given.at("weight"), "nothing would be synthetic")
            .with_help("take less than 1: at 0.5 a record is half true")
    })
}
