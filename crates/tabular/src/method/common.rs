//! What methods that change values have in common.

use super::{Case, Outcome, Published, of};
use crate::additive::is_additive;
use ridotto_audit::System;
use ridotto_catalogue::Problem;
use ridotto_release::Error;

/// The cells of a measure, as a system of its own.
pub struct Part {
    /// The number of its first cell.
    pub start: usize,
    /// What ties its cells together.
    pub system: System,
    /// How many units of the cells' values make 1.
    pub one: i64,
}

/// The cells of each measure: no sum has parts of two.
pub fn parts(case: &Case<'_>) -> Vec<Part> {
    let cells = case.cells;
    let part = |measure: usize| {
        let own = cells.index.of_measure(measure);
        let relations = cells.system.relations().filter(|of| own.contains(&of.total()));
        let renumbered = |of: ridotto_audit::Relation<'_>| -> Vec<u32> {
            of.terms().map(|(cell, _)| cell - own.start).collect()
        };
        let system = System::new(own.len(), relations.map(renumbered).collect::<Vec<_>>());
        let one = 10_i64.pow(case.units[measure].places);
        Part { start: own.start as usize, system, one }
    };
    (0..case.plan.measures.len()).map(part).filter(|part| part.system.cells() > 0).collect()
}

/// Values that are changed say nothing of means, whose sums and counts would both be.
pub fn refuse_means(case: &Case<'_>) -> Result<(), Error> {
    let tables = case.plan.tables.iter().zip(&case.plan.policy.tables);
    let means = tables.filter(|(of, _)| of.is_mean);
    let problems: Vec<Problem> = means
        .map(|(_, asked)| {
            let message = format!("`{}` changes sums and counts, and a mean is made of both", name(case));
            Problem::error("bind::means", message)
                .at(asked.statistic.span, "a mean")
                .with_help("publish the sum and the count as tables of their own, or hide cells: `method = \"fast\"`")
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(case.plan.policy.error(problems).into()) }
}

/// Refuses a table of amounts where a method is for counts, and counts that weights make fractions.
pub fn counts_alone(case: &Case<'_>) -> Result<(), Error> {
    let tables = case.plan.tables.iter().zip(&case.plan.policy.tables);
    let amounts = tables.filter(|(of, _)| of.measure > 0);
    let mut problems: Vec<Problem> = amounts
        .map(|(_, asked)| {
            let span = asked.response.as_ref().and_then(|response| response.span);
            Problem::error("bind::counts", format!("`{}` is for tables of counts", name(case)))
                .at(span, "a table of amounts")
                .with_help("leave `response` out, or choose another method: `round` or `adjust`")
        })
        .collect();
    if case.plan.weight.is_some() {
        let message = format!(
            "`{}` is for counts of records, and weights make other numbers of them",
            name(case)
        );
        problems.push(Problem::error("bind::weight", message).with_help(
            "leave the weight out of the policy, or choose another method: `round` or `adjust`",
        ));
    }
    if problems.is_empty() { Ok(()) } else { Err(case.plan.policy.error(problems).into()) }
}

fn name(case: &Case<'_>) -> &'static str {
    of(case.plan).entry.name
}

/// All values, some of them changed; nobody knows any exactly unless it is said. A cell that becomes 0
/// has no line, as one that nobody is in: a 0 may then be a true one.
pub fn changed(case: &Case<'_>, values: Vec<i64>) -> Outcome {
    let cells = case.cells.len();
    Outcome {
        changed: Some(values),
        told: Some(vec![false; cells]),
        zeros_have_no_line: true,
        ..Outcome::as_is(cells)
    }
}

/// How near attackers get who know that each cell is between two ends: how many sensitive cells are too
/// well known.
pub fn known_within(case: &Case<'_>, ends: &[(f64, f64)]) -> u64 {
    let judged = case.judgement;
    let ends = || ends.iter().zip(case.values);
    let down: Vec<f64> = (ends().zip(&judged.down))
        .map(|(((low, _), value), most)| (value - low).max(0.0).min(*most))
        .collect();
    let up: Vec<f64> = (ends().zip(&judged.up))
        .map(|(((_, high), value), most)| (high - value).max(0.0).min(*most))
        .collect();
    let unknown: Vec<bool> = down.iter().zip(&up).map(|(down, up)| down + up > 0.0).collect();
    let problem = crate::suppress::Problem {
        outside: ridotto_audit::Outside { down: &down, up: &up },
        ..case.problem()
    };
    crate::safety::attacked(&problem, &unknown, &|| case.is_over()).unsafe_cells()
}

/// Whether published values add up.
pub fn adds_up(of: &Published<'_>) -> Result<(), &'static str> {
    if is_additive(of.system, of.values) { Ok(()) } else { Err("published values do not add up") }
}
