//! How tables are protected, and what it costs to hide a cell.

use super::NOT_HERE;
use super::collect::Said;
use super::quoted::quoted;
use super::rules::percent;
use crate::Fault;
use crate::batch::{Call, Table};
use crate::metadata::{Metadata, Use};
use crate::text::unquoted;

/// `[release]`, as it is written, with the line of the batch that says so.
#[derive(Debug, Default)]
pub(super) struct Method {
    pub keys: Vec<(Option<u64>, &'static str, String)>,
    /// The variable that says what it costs to hide a cell.
    pub cost: Option<String>,
}

/// τ-Argus's methods, and ours.
const METHODS: [(&str, &str); 7] = [
    ("GH", "hypercube"),
    ("MOD", "modular"),
    ("OPT", "optimal"),
    ("NET", "network"),
    ("RND", "round"),
    ("CTA", "adjust"),
    ("CKM", "cell-key"),
];

pub(super) fn method(
    said: &mut Said,
    metadata: &Metadata,
    faults: &mut Vec<Fault>,
    find: &dyn Fn(&str) -> Option<String>,
) -> Method {
    let mut method = Method::default();
    let methods = said.methods.clone();
    let Some((line, first, rest)) = methods.first() else {
        let line = said.tables[0].0;
        said.note(line, "the batch protects nothing; ridotto does, by its usual method");
        costs(said, &mut method, faults);
        return method;
    };
    for (other, call, _) in &methods[1..] {
        if call.name != first.name {
            let hint = "ridotto protects all tables together by one method";
            faults.push(Fault::new(*other, "another table is protected by another method", hint));
        }
    }
    if methods.len() > 1 || said.tables.len() > 1 && first.whole(0) != Some(0) {
        said.note(*line, "all tables are protected together, as linked tables are");
    }
    let Some((_, name)) = METHODS.iter().find(|(theirs, _)| *theirs == first.name) else {
        faults.push(Fault::new(*line, "a method that is not there in ridotto", NOT_HERE));
        return method;
    };
    method.keys.push((Some(*line), "method", format!("{name:?}")));
    match &*first.name {
        "RND" => round(said, &mut method, (*line, first), faults),
        "CKM" => perturb(said, &mut method, (*line, rest), (metadata, find), faults),
        "CTA" => {}
        _ => suppress(said, &mut method, (*line, first), faults),
    }
    method
}

fn suppress(
    said: &mut Said,
    method: &mut Method,
    (line, call): (u64, &Call),
    faults: &mut Vec<Fault>,
) {
    let time = || {
        "nothing ends after a time of its own: `RunOptions::time_limit` ends the whole run"
            .to_owned()
    };
    match &*call.name {
        "OPT" if call.arguments.len() > 1 => said.note(line, &time()),
        "MOD" => {
            if call.arguments.len() > 1 {
                said.note(line, &time());
            }
            let is_off = |at: usize| call.whole(at) == Some(0);
            if is_off(2) && is_off(3) && is_off(4) {
                method.keys.push((Some(line), "singletons", "false".into()));
            } else if is_off(2) || is_off(3) || is_off(4) {
                said.note(
                    line,
                    "who is alone in a cell is always reckoned with, and not only in part",
                );
            }
            if call.arguments.len() > 5 {
                let message =
                    "costs that are scaled and margins of bounds are not there in ridotto";
                faults.push(Fault::new(
                    line,
                    message,
                    "leave out what follows the fifth parameter",
                ));
            }
        }
        "GH" => hypercube(method, (line, call), faults),
        _ => {}
    }
    costs(said, method, faults);
}

/// The second parameter is what everybody knows of each value, in per cent of it.
fn hypercube(method: &mut Method, (line, call): (u64, &Call), faults: &mut Vec<Fault>) {
    match call.arguments.get(1).map(|known| known.parse::<u64>()) {
        // Nobody knows more than that values are not negative.
        None | Some(Ok(100..)) => {}
        Some(Ok(known @ 1..100)) => {
            let bounds = format!("[{}, {}]", percent(100 - known), percent(100 + known));
            method.keys.push((Some(line), "bounds", bounds));
        }
        Some(_) => {
            faults.push(Fault::new(line, "no per cents of what is known of values", NOT_HERE));
        }
    }
    if call.whole(3) == Some(0) {
        method.keys.push((Some(line), "singletons", "false".into()));
    }
}

fn round(
    said: &mut Said,
    method: &mut Method,
    (line, call): (u64, &Call),
    faults: &mut Vec<Fault>,
) {
    match call.whole(1).filter(|&base| base > 0) {
        Some(base) => method.keys.push((Some(line), "base", base.to_string())),
        None => faults.push(Fault::new(line, "rounding without a base", "write `RND(1,5)`")),
    }
    if call.arguments.len() > 2 {
        said.note(line, "steps, partitions and the rule for stopping are not taken over");
    }
}

/// How the policy names a file that the metadata name.
type Find<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Cell keys: the column of record keys and the perturbation table are those of the metadata, so that the
/// same records have the same noise in every run. A table that the batch names itself counts more.
fn perturb(
    said: &mut Said,
    method: &mut Method,
    (line, rest): (u64, &str),
    (metadata, find): (&Metadata, &Find<'_>),
    faults: &mut Vec<Fault>,
) {
    let of_amounts = said.tables.iter().find(|(_, table)| table.response.is_some());
    if let Some((line, table)) = of_amounts {
        return faults.push(of_an_amount(*line, table, metadata));
    }
    if rest.contains('|') {
        let message = "perturbation tables of magnitudes and a variance are not taken over";
        return faults.push(Fault::new(
            line,
            message,
            "say `variance` and `deviation` in a policy",
        ));
    }
    let key = metadata.with_use(Use::RecordKey).next();
    match key {
        Some(key) => {
            method.keys.push((Some(line), "record-key", quoted(&key.name)));
        }
        None => said.note(
            line,
            "the metadata name no record keys (`<RECORDKEY>`): they are drawn, and another seed draws others",
        ),
    }
    let named = Some(unquoted(rest)).filter(|file| !file.is_empty());
    let Some(file) = named.or_else(|| key?.ptables[0].as_deref()) else { return };
    match find(file) {
        Some(file) => method.keys.push((Some(line), "ptable", quoted(&file))),
        None => {
            let hint = "put it beside the batch, or name its file";
            faults.push(Fault::new(line, "the perturbation table is not there", hint));
        }
    }
}

/// Ridotto perturbs an amount in proportion to its largest contribution, and by nothing else: neither by the
/// largest of several, nor by a scale that bends, nor by a table of its own for small cells.
fn of_an_amount(line: u64, table: &Table, metadata: &Metadata) -> Fault {
    const ASKED: [&str; 5] = ["CKM", "INCLUDEZEROS", "SEPARATION", "PARITY", "SCALING"];
    let variable = table.response.as_deref().and_then(|name| metadata.variable(name));
    let said = variable.iter().flat_map(|of| &of.others);
    let asked: Vec<String> = said
        .filter(|(_, word)| ASKED.contains(&&**word))
        .map(|(line, word)| format!("`<{word}>` in line {line}"))
        .collect();
    let asked = if asked.is_empty() { "`<CKM>`".to_owned() } else { asked.join(", ") };
    let message = format!(
        "amounts with cell keys as the metadata describe them ({asked}) are not there: here noise is in proportion \
         to the largest contribution, whatever else there is"
    );
    let hint = "count records (`<freq>`), or say in a policy of ours that this is meant: `method = \"cell-key\"` \
                with the `ptable` of amounts";
    Fault::new(line, message, hint)
}

/// What it costs to hide a cell, which is the same for all tables.
fn costs(said: &mut Said, method: &mut Method, faults: &mut Vec<Fault>) {
    let tables = said.tables.clone();
    let of = |table: &Table| (kind(table), table.lambda.clone());
    let (line, first) = &tables[0];
    for (line, other) in &tables[1..] {
        if of(other) != of(first) {
            let hint = "ridotto has the same costs for all tables that are protected together";
            faults.push(Fault::new(*line, "another table has other costs", hint));
        }
    }
    let lambda = first.lambda.as_deref().map(str::parse::<f64>);
    let cost = match (kind(first), lambda) {
        (_, Some(Err(_))) => {
            return faults.push(Fault::new(*line, "a power that is no number", NOT_HERE));
        }
        (Cost::Value, Some(Ok(0.0))) => "\"log\"".to_owned(),
        (_, Some(Ok(power))) if (power - 1.0).abs() > 1e-9 => {
            let message = "costs that are raised to a power are not there in ridotto";
            return faults.push(Fault::new(
                *line,
                message,
                "leave the power out; 0 are logarithms",
            ));
        }
        (Cost::Value, _) => "\"value\"".to_owned(),
        (Cost::Frequency, _) => "\"frequency\"".to_owned(),
        (Cost::Number, _) => "\"number\"".to_owned(),
        (Cost::Distance, _) => {
            let message = "costs by distance are not there in ridotto";
            return faults.push(Fault::new(*line, message, NOT_HERE));
        }
        (Cost::Variable(name), _) => {
            let text = format!("{{ column = {} }}", quoted(&name));
            method.cost = Some(name);
            text
        }
    };
    method.keys.push((Some(*line), "cost", cost));
}

#[derive(PartialEq)]
enum Cost {
    Value,
    Frequency,
    Number,
    Distance,
    Variable(String),
}

fn kind(table: &Table) -> Cost {
    let is_response = |cost: &str| {
        table.response.as_deref().is_some_and(|response| response.eq_ignore_ascii_case(cost))
    };
    match table.cost.as_deref() {
        None => Cost::Value,
        Some("-1") => Cost::Frequency,
        Some("-2") => Cost::Number,
        Some("-3") => Cost::Distance,
        Some(cost) if is_response(cost) => Cost::Value,
        Some(cost) => Cost::Variable(cost.to_owned()),
    }
}
