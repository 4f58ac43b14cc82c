//! Guarantees in words. Whatever is said follows from the report's guarantee: the figure, the bound
//! that decided, its direction, and all parameters.

use crate::show::number;
use ridotto::{Guarantee, Parameter, Way};

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

/// Parameters whose values say what they are.
const KINDS: [&str; 7] = ["counts", "link", "kind", "distance", "absent", "estimator", "estimate"];

/// Whether the bound is another number than the one that the model is known by, or one of several,
/// and so must be named.
fn is_named(guarantee: &Guarantee) -> bool {
    let decided_by = guarantee.decided_by.as_ref().and_then(|name| guarantee.parameters.get(name));
    let is_counted = guarantee.decided_by.as_deref() == Some("counts");
    let is_parameter = matches!(decided_by, Some(Parameter::Number(_))) || own_k(guarantee);
    guarantee.decided_by.is_some() && !is_counted && (has_several(guarantee) || !is_parameter)
}

/// Whether the model has several numbers.
fn has_several(guarantee: &Guarantee) -> bool {
    let is_number = |(name, value): &(&String, &Parameter)| {
        matches!(value, Parameter::Number(_)) && *name != "every"
    };
    guarantee.parameters.iter().filter(is_number).count() > 1
}

/// The model with all of its parameters: `l-diversity (recursive, c = 2, l = 3) of diagnosis`. If
/// there is one number only, it is the bound, and told as such.
pub fn title(guarantee: &Guarantee) -> String {
    let mut told: Vec<String> =
        KINDS.iter().filter_map(|name| parameter(guarantee, name)).collect();
    let several = has_several(guarantee);
    // How a release was constructed is told in a sentence.
    let is_open = guarantee.model != "differential-privacy";
    for (name, value) in guarantee.parameters.iter().filter(|_| is_open) {
        let is_bound = guarantee.decided_by.as_ref() == Some(name) && !several;
        match (name.as_str(), value) {
            (kind, _) if KINDS.contains(&kind) => {}
            ("every" | "over", value) => told.push(format!("{name} {value}")),
            ("missing-sensitive", value) => told.push(format!("missing: {value}")),
            ("baseline", value) => told.push(format!("against {value}")),
            (_, Parameter::Number(_)) if is_bound => {}
            (_, Parameter::Number(value)) => told.push(format!("{name} = {}", number(*value))),
            (_, Parameter::Text(value)) => told.push(format!("{name} = {value}")),
        }
    }
    let told = if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) };
    let about = guarantee.attribute.as_ref().map_or(String::new(), |of| format!(" of {of}"));
    format!("{}{told}{about}", guarantee.model)
}

/// Whether each person's own k is required.
fn own_k(guarantee: &Guarantee) -> bool {
    matches!(guarantee.parameters.get("k"), Some(Parameter::Text(_)))
}

/// What is attained: `5`, or a word where no number says it.
pub fn attained(guarantee: &Guarantee) -> String {
    if guarantee.shown == Guarantee::BY_NO_FILE {
        return "cannot be seen in a file, only in how it was made".to_owned();
    }
    if guarantee.shown == Guarantee::BY_OTHER_DATA {
        return "cannot be judged from these files".to_owned();
    }
    if guarantee.shown == Guarantee::BY_THE_RECODING {
        return "compares with the input: `ridotto check --recoding FILE` judges it".to_owned();
    }
    let Some(level) = guarantee.attained else {
        let word = if guarantee.holds == Some(true) { "as required" } else { "beyond any bound" };
        return word.to_owned();
    };
    let is_broken = guarantee.holds == Some(false);
    let shown = match guarantee.required.map(number) {
        // What is beyond a bound by a hair is not shown as if it were the bound.
        Some(required) if is_broken && required == number(level) => level.to_string(),
        _ => number(level),
    };
    if own_k(guarantee) { format!("{shown} times the k asked for") } else { shown }
}

/// The bound that decides: `5 required`, `0.2 allowed`, or with its name where there are several.
fn bound(guarantee: &Guarantee, required: f64) -> String {
    let name = match &guarantee.decided_by {
        Some(name) if is_named(guarantee) => format!("{name} "),
        _ => String::new(),
    };
    let required = number(required);
    match guarantee.bound {
        Some(Way::AtMost) => format!("{name}{required} allowed"),
        Some(Way::Below) => format!("{name}below {required} required"),
        Some(Way::AtLeast) if own_k(guarantee) => format!("{required} times required"),
        Some(Way::AtLeast) | None => format!("{name}{required} required"),
    }
}

/// Whether it holds, and by how much.
pub fn verdict(guarantee: &Guarantee) -> String {
    let (Some(required), Some(holds)) = (guarantee.required, guarantee.holds) else {
        return "nothing required".to_owned();
    };
    let holds = if holds { "holds" } else { "DOES NOT HOLD" };
    format!("{holds}, {}", bound(guarantee, required))
}

/// Guarantees, a line each.
pub fn table(guarantees: &[Guarantee]) -> String {
    let titles: Vec<String> = guarantees.iter().map(title).collect();
    let width = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0);
    let line = |(guarantee, title): (&Guarantee, &String)| {
        let (attained, verdict) = (attained(guarantee), verdict(guarantee));
        let verdict =
            if guarantee.holds.is_some() { format!("  ({verdict})") } else { String::new() };
        format!("  {title:<width$}  {attained}{verdict}\n")
    };
    guarantees.iter().zip(&titles).map(line).collect()
}

/// What is attained, as its model calls it: `smallest class 5`.
fn reached(guarantee: &Guarantee, level: f64) -> String {
    match guarantee.statistic() {
        "" => format!("{} at worst", number(level)),
        what => format!("{what} {}", number(level)),
    }
}

/// How many records of a person are protected together, if that is known.
fn of_persons(guarantee: &Guarantee) -> String {
    let rows = parameter(guarantee, "rows-per-person");
    rows.map_or(String::new(), |rows| format!(", for all of a person's records, {rows} at most"))
}

/// What the ledger says, if one was charged.
fn of_ledger(guarantee: &Guarantee) -> String {
    let ledger = parameter(guarantee, "ledger");
    ledger.map_or(String::new(), |told| format!("; ledger: {told}"))
}

/// A sentence for the summary of a release.
pub fn sentence(guarantee: &Guarantee) -> String {
    let required = guarantee.required.unwrap_or_default();
    match guarantee.attained {
        // A step made the whole file private, and an accountant charged for it.
        Some(_)
            if guarantee.parameters.contains_key("spent")
                && !guarantee.parameters.contains_key("delta-bound") =>
        {
            let value = |name| parameter(guarantee, name).unwrap_or_default();
            format!(
                "holds by construction: epsilon {} of {} spent, delta {}, neighbours {}{}; not \
                 protected: {}{}",
                value("spent"),
                value("epsilon"),
                value("delta"),
                value("neighbours"),
                of_persons(guarantee),
                value("not-protected"),
                of_ledger(guarantee),
            )
        }
        Some(_) if guarantee.shown == Guarantee::BY_CONSTRUCTION => {
            let value = |name| parameter(guarantee, name).unwrap_or_default();
            format!(
                "holds by construction: epsilon {}, delta at most {} ({required} allowed){}; each \
                 record kept with probability {}, classes below {} left out{}",
                value("epsilon"),
                // To the last digit: a bound that is rounded is none.
                value("delta-bound"),
                of_persons(guarantee),
                parameter_number(guarantee, "beta"),
                value("k"),
                of_ledger(guarantee),
            )
        }
        Some(level) => format!(
            "holds: {}, {} (read from the written file)",
            reached(guarantee, level),
            bound(guarantee, required)
        ),
        None if guarantee.required.is_none() => {
            "keeps its own promise (read from the written file), and no rule's".to_owned()
        }
        None => {
            format!("holds, {} (read from the written file)", bound(guarantee, required))
        }
    }
}
