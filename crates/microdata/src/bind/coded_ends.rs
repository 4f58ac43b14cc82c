//! A value that stands for an end of its range must not come to show an interval.
//!
//! A step may join all values from 90 on into a label that is a number, `90` or `95`. A hierarchy of
//! numbers takes it for one, and says `90-94` of somebody who is 101. Every span that such a label
//! becomes must hold the whole end.

use ridotto_catalogue::Value;
use ridotto_core::hierarchy::{Decimal, Span};
use ridotto_core::{Code, Dictionary, Hierarchy};
use ridotto_policy::{Attribute, Mask, Policy, Problem};

/// Whether a hierarchy tells nothing wrong of the labels that steps gave to ends.
pub(super) fn check(
    policy: &Policy,
    attribute: &Attribute,
    dictionary: &Dictionary,
    hierarchy: &Hierarchy,
) -> Result<(), Problem> {
    let steps = policy
        .masks
        .iter()
        .filter(|mask| mask.attributes().iter().any(|name| name.value == attribute.name.value));
    for (label, end) in steps.filter_map(labelled) {
        let codes = 0..dictionary.len() as Code;
        let Some(code) = codes.into_iter().find(|&code| dictionary.text(code) == Some(&label))
        else {
            continue;
        };
        let wrong = (1..=hierarchy.height())
            .filter_map(|level| hierarchy.label(level, hierarchy.map(level)[code as usize]))
            .find(|shown| *shown != label && !may_show(shown, end));
        if wrong.is_some() {
            return Err(problem(attribute, &label, end));
        }
    }
    Ok(())
}

/// The label that a step gives to an end of numbers, and the end.
fn labelled(mask: &Mask) -> Option<(String, Span)> {
    let (limit, end): (_, fn(Decimal) -> Span) = match mask.method() {
        "top-code" => ("at-least", Span::AtLeast),
        "bottom-code" => ("at-most", Span::AtMost),
        _ => return None,
    };
    let label = mask.given().text("label")?.value.clone();
    match mask.given().get(limit) {
        Some(Value::Number(number)) => Some((label, end(*number))),
        _ => None,
    }
}

/// Whether what is shown holds the whole end, or is no span of numbers.
fn may_show(shown: &str, end: Span) -> bool {
    match (shown.parse(), end) {
        (Ok(Span::AtLeast(from)), Span::AtLeast(end)) => from <= end,
        (Ok(Span::AtMost(to)), Span::AtMost(end)) => to >= end,
        (Ok(Span::Below(to)), Span::AtMost(end)) => to > end,
        (shown, _) => shown.is_err(),
    }
}

fn problem(attribute: &Attribute, label: &str, end: Span) -> Problem {
    let name = &attribute.name;
    let message = format!(
        "`{label}` stands for all of `{name}` that are {}, and this hierarchy would put them into an \
         interval that most are not in",
        end.text(false)
    );
    let help = match end {
        Span::AtLeast(from) => {
            format!(
                "write `upper = {from}` in the hierarchy: `{}` is true of them",
                end.text(false)
            )
        }
        _ => "write a `lower` above the limit of the step in the hierarchy; then what is below \
              it shows so"
            .into(),
    };
    let span = attribute.hierarchy.as_ref().map_or(name.span, |source| source.span);
    Problem::error("bind::coded-end", message).at(span, "this hierarchy").with_help(help)
}
