//! What is told of tables: guarantees of the rules, and the figures of the release.

use crate::method::{self, PUBLISHED};
use crate::plan::{Plan, Rule};
use crate::protect::Decision;
use crate::rule::Required;
use ridotto_catalogue::{Given, Value};
use ridotto_report::{Figures, Guarantee, Parameter, Way};
use std::collections::BTreeMap;

/// What the tables attain, rule by rule, by the cells that the file shows, as the verifier judged them.
pub fn guarantees(plan: &Plan, attained: &[Option<f64>]) -> Vec<Guarantee> {
    if !method::of(plan).keeps_rules {
        return vec![of_method(plan)];
    }
    plan.rules.iter().zip(attained).map(|(rule, attained)| guarantee(rule, *attained)).collect()
}

/// What a private table keeps to besides what was charged for: it is judged by the lines.
pub fn of_private(plan: &Plan) -> Guarantee {
    Guarantee { parameters: BTreeMap::new(), ..of_method(plan) }
}

/// What a method promises that publishes sensitive cells with other values: the verifier held the written
/// values against it. The rules said which cells are sensitive, and promise nothing of them.
fn of_method(plan: &Plan) -> Guarantee {
    let definition = method::of(plan);
    Guarantee {
        model: definition.entry.name.to_owned(),
        parameters: told_parameters(&plan.policy.protection.method),
        holds: Some(true),
        shown: Guarantee::BY_THE_FILE.to_owned(),
        known: ridotto_report::Known(Some(&definition.entry)),
        ..Guarantee::default()
    }
}

/// Parameters as reports tell them.
fn told_parameters(given: &Given) -> BTreeMap<String, Parameter> {
    let told = |(name, value): (&str, &Value)| {
        let told = match value {
            Value::Whole(number) => Parameter::Number(*number as f64),
            Value::Number(number) => Parameter::Number(number.to_f64()),
            Value::Text(text) => Parameter::Text(text.value.clone()),
            _ => return None,
        };
        Some((name.to_owned(), told))
    };
    given.values().filter_map(told).collect()
}

/// What a rule demands, and the figure of the published cell that comes nearest to breaking it.
fn guarantee(rule: &Rule, attained: Option<f64>) -> Guarantee {
    let Required { bound, is_least, by } = (rule.definition.required)(&rule.given);
    let keeps = |attained: f64| if is_least { attained >= bound } else { attained <= bound };
    Guarantee {
        model: rule.definition.entry.name.to_owned(),
        parameters: told_parameters(&rule.given),
        required: Some(bound),
        decided_by: Some(by.into()),
        bound: Some(if is_least { Way::AtLeast } else { Way::AtMost }),
        attained,
        holds: Some(attained.is_none_or(keeps)),
        shown: Guarantee::BY_THE_FILE.to_owned(),
        known: ridotto_report::Known(Some(&rule.definition.entry)),
        ..Guarantee::default()
    }
}

/// The figures of the release.
pub fn figures(decision: &Decision, plan: &Plan, hidden: &[bool], not_safe: u64) -> Figures {
    let Decision { cells, judgement, outcome, cost, .. } = decision;
    let shown = published(decision);
    let count = |holds: &dyn Fn(usize) -> bool| {
        (0..cells.len()).filter(|&cell| shown[cell] && holds(cell)).count() as u64
    };
    let sensitive = |cell: usize| judgement.reasons[cell] != 0;
    let is_secondary = |cell: usize| hidden[cell] && !sensitive(cell);
    let spent: f64 = (0..cells.len())
        .filter(|&cell| shown[cell] && is_secondary(cell))
        .map(|cell| cost[cell] * scale(plan, decision, cell))
        .sum();
    let by_rule: serde_json::Map<String, serde_json::Value> = judgement
        .names
        .iter()
        .enumerate()
        .map(|(at, name)| (name, count(&|cell| judgement.reasons[cell] >> at & 1 == 1)))
        .filter(|(name, cells)| {
            *cells > 0 || plan.rules.iter().any(|rule| rule.definition.entry.name == *name)
        })
        .map(|(name, cells)| (name.clone(), cells.into()))
        .collect();
    let bound = bound(plan, decision);
    let gap = bound.map(|bound| if spent > 0.0 { ((spent - bound) / spent).max(0.0) } else { 0.0 });
    let figures = Figures::default()
        .with("method", method::of(plan).entry.name)
        .with("cells", count(&|_| true))
        .with("primary", count(&sensitive))
        .with("by_rule", by_rule)
        .with("secondary", count(&is_secondary))
        .with("suppressed", count(&|cell| hidden[cell]))
        .with("cost", spent)
        .with("bound", bound)
        .with("gap", gap)
        .with("proved_optimal", outcome.is_proved)
        .with("distance", distance(decision))
        .with("unsafe", not_safe);
    if outcome.changed.is_none() {
        return figures;
    }
    let word = method::of(plan).entry.method().map_or(PUBLISHED, |facts| facts.status);
    figures
        .with("changed", count(&|_| true))
        .with("status", word)
        .with("farthest", distances(decision).fold(0.0, f64::max))
}

/// What any pattern costs at least, in the units in which costs are told: all cells need the same for that.
fn bound(plan: &Plan, decision: &Decision) -> Option<f64> {
    let bound = decision.outcome.bound?;
    let mut scales = (0..decision.cells.len()).map(|cell| scale(plan, decision, cell));
    let first = scales.next().unwrap_or(1.0);
    scales.all(|of| of.total_cmp(&first).is_eq()).then_some(bound * first)
}

/// What one unit of a cell's cost is: costs that are values are told as values.
fn scale(plan: &Plan, decision: &Decision, cell: usize) -> f64 {
    use crate::plan::Cost;
    match plan.cost {
        Cost::Number | Cost::Frequency | Cost::Log => 1.0,
        Cost::Value | Cost::Measure(_) => {
            let measure = match plan.cost {
                Cost::Measure(of) => of,
                _ => decision.cells.index.measure(cell as u32),
            };
            decision.units[measure]
        }
    }
}

/// Cells of which the file says something: by a line, or by having none where 0 is published.
fn published(decision: &Decision) -> Vec<bool> {
    let mut shown = decision.cells.shown();
    for (cell, shown) in shown.iter_mut().enumerate() {
        *shown |= decision.outcome.is_unwritten_zero(cell as u32);
    }
    shown
}

/// How far published values are from true ones, together.
fn distance(decision: &Decision) -> f64 {
    // The sum of nothing would be -0.
    distances(decision).fold(0.0, |sum, one| sum + one)
}

/// How far each published value is from the true one.
fn distances(decision: &Decision) -> impl Iterator<Item = f64> {
    let cells = &decision.cells;
    let far = |changed: &Vec<i64>, cell: usize| {
        let unit = decision.units[cells.index.measure(cell as u32)];
        (cells.values[cell].abs_diff(changed[cell])) as f64 * unit
    };
    let shown = published(decision);
    let of_shown = (0..cells.len()).filter(move |&cell| shown[cell]);
    of_shown.filter_map(move |cell| Some(far(decision.outcome.changed.as_ref()?, cell)))
}
