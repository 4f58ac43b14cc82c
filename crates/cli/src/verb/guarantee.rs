//! Guarantees in words.

use crate::show::number;
use ridotto::count::{counted, records};
use ridotto::{Guarantee, Parameter, WILDCARDS};

/// Whether more is better: of the others less is.
fn is_floor(guarantee: &Guarantee) -> bool {
    match guarantee.model.as_str() {
        "k-anonymity" | WILDCARDS | "k-map" | "p-sensitive" => true,
        "l-diversity" => !parameter(guarantee, "kind").is_some_and(|kind| {
            matches!(
                kind.as_str(),
                "recursive" | "positive-disclosure" | "negative-positive-disclosure"
            )
        }),
        _ => false,
    }
}

fn parameter(guarantee: &Guarantee, name: &str) -> Option<String> {
    guarantee.parameters.get(name).map(ToString::to_string)
}

/// A parameter that is a number, shortened.
fn parameter_number(guarantee: &Guarantee, name: &str) -> String {
    match guarantee.parameters.get(name) {
        Some(Parameter::Number(value)) => number(*value),
        _ => String::new(),
    }
}

/// The model with what tells it from others of its name: `l-diversity (entropy) of diagnosis`.
pub fn title(guarantee: &Guarantee) -> String {
    let kind = ["counts", "link", "kind", "distance", "absent", "estimator", "estimate"];
    let mut kind: Vec<String> = kind.iter().filter_map(|name| parameter(guarantee, name)).collect();
    kind.extend(parameter(guarantee, "missing-sensitive").map(|rule| format!("missing: {rule}")));
    kind.extend(parameter(guarantee, "baseline").map(|of| format!("against {of}")));
    kind.extend(parameter(guarantee, "every").map(|every| format!("every {every}")));
    kind.extend(parameter(guarantee, "over").map(|names| format!("over {names}")));
    let kind = if kind.is_empty() { String::new() } else { format!(" ({})", kind.join(", ")) };
    let about = guarantee.attribute.as_ref().map_or(String::new(), |of| format!(" of {of}"));
    format!("{}{kind}{about}", guarantee.model)
}

/// How it is shown that no file could show it.
const CONSTRUCTED: &str = "by construction";

/// What is attained: `5`, or a word where no number says it.
pub fn attained(guarantee: &Guarantee) -> String {
    if guarantee.shown == "by no file" {
        return "cannot be seen in a file, only in how it was made".to_owned();
    }
    if guarantee.shown == "by the recoding" {
        return "compares with the input: say `--recoding FILE` to judge it".to_owned();
    }
    guarantee.attained.map_or_else(|| "beyond any bound".to_owned(), number)
}

/// Whether it holds, and by how much.
pub fn verdict(guarantee: &Guarantee) -> String {
    let (Some(required), Some(holds)) = (guarantee.required, guarantee.holds) else {
        return "nothing required".to_owned();
    };
    let holds = if holds { "holds" } else { "DOES NOT HOLD" };
    let needed = if is_floor(guarantee) { "required" } else { "allowed" };
    format!("{holds}, {} {needed}", number(required))
}

/// A sentence for the summary of a release.
#[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
pub fn sentence(guarantee: &Guarantee) -> String {
    let required = guarantee.required.unwrap_or_default();
    let at_least = is_floor(guarantee);
    let own = guarantee.parameters.get("k").is_some_and(|k| matches!(k, Parameter::Text(_)));
    match (guarantee.model.as_str(), guarantee.attained) {
        (_, Some(_)) if guarantee.shown == CONSTRUCTED => {
            let value = |name| parameter(guarantee, name).unwrap_or_default();
            format!(
                "holds by construction: epsilon {}, delta at most {} ({required} allowed); each \
                 record kept with probability {}, classes below {} left out",
                value("epsilon"),
                // To the last digit: a bound that is rounded is none.
                value("delta-bound"),
                parameter_number(guarantee, "beta"),
                value("k"),
            )
        }
        ("k-anonymity", Some(times)) if own => format!(
            "holds: every class has at least {} times the k that anybody in it asks for (read from \
             the written file)",
            number(times)
        ),
        ("k-anonymity", Some(fewest)) if parameter(guarantee, "link").is_some() => format!(
            "holds: {} at least have the same rows, all of them, {required} required (read from \
             the written file)",
            counted(fewest as u64, "person", "persons")
        ),
        ("k-anonymity", Some(smallest)) => format!(
            "holds: the smallest class has {}, {required} required (read from the written file)",
            match parameter(guarantee, "counts") {
                Some(_) => counted(smallest as u64, "person", "persons"),
                None => records(smallest as u64),
            }
        ),
        (WILDCARDS, Some(fewest)) => format!(
            "holds: every record fits {} if `*` and missing fit anything, {required} required \
             (read from the written file)",
            records(fewest as u64)
        ),
        (_, Some(level)) => format!(
            "holds: {} at worst, {} {} (read from the written file)",
            number(level),
            number(required),
            if at_least { "required" } else { "allowed" }
        ),
        (_, None) => format!("holds, {} required (read from the written file)", number(required)),
    }
}
