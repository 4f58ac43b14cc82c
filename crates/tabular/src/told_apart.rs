//! The nodes of a dimension must be called differently: lines of a table are told apart by nothing else.

use crate::nodes::Nodes;
use crate::plan::Plan;
use ridotto_catalogue::{Problem, Span};
use ridotto_core::{Dictionary, Hierarchy};

/// The nodes of values and their hierarchy; a problem where two are called alike, or a value as totals are.
pub fn told_apart(
    plan: &Plan,
    name: &str,
    (dictionary, hierarchy): (&Dictionary, Option<&Hierarchy>),
    span: Option<Span>,
) -> Result<Nodes, Problem> {
    let total = &plan.policy.release.total;
    let is_taken = |text: &str| text == total.as_str();
    if dictionary.texts().iter().any(is_taken) {
        let message = format!("a value of `{name}` is called as totals are");
        return Err(Problem::error("bind::total", message)
            .at(total.span, "also a value of the data")
            .with_help("call totals otherwise: `total = \"All\"` in `[release]`"));
    }
    Nodes::new(dictionary, hierarchy, total).map_err(|_| {
        let message = format!("two groups, or a group and a value, of `{name}` are called alike");
        Problem::error("bind::label", message).at(span, "this hierarchy").with_help(
            "the lines of a table are told apart by what they are called: rename one, or the total",
        )
    })
}
