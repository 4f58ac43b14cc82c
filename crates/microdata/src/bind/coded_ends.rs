//! A value that stands for an end of its range must not come to show an interval.
//!
//! A step may join all values from 90 on into a label that is a value itself, `90` or `95`, and dates
//! likewise. Whoever makes groups of the values takes it for one, and says `90-94`, `{90, 95}` or `9*` of
//! somebody who is 101. So what is made of such a label by a rule must hold the whole end, or be `*`;
//! what people wrote in a file or as groups may be any word, but no span of numbers that is wrong. And
//! methods that make ranges and sets of the values that occur cannot have such a label at all.

use super::Method;
use ridotto_catalogue::{Spanned, Value};
use ridotto_core::hierarchy::{Decimal, Span, TOP};
use ridotto_core::{Code, Dictionary, Hierarchy, HierarchyError, Kind};
use ridotto_micro::local::Summary;
use ridotto_policy::language::Generalize;
use ridotto_policy::{Attribute, Mask, Policy, Problem};

/// An end that a step joined into one label.
struct End<'a> {
    step: &'static str,
    label: &'a Spanned<String>,
    is_top: bool,
    limit: &'a Value,
}

impl End<'_> {
    /// The end, if it is of numbers.
    fn span(&self) -> Option<Span> {
        let of: fn(Decimal) -> Span = if self.is_top { Span::AtLeast } else { Span::AtMost };
        match self.limit {
            Value::Number(number) => Some(of(*number)),
            _ => None,
        }
    }

    /// The end in words: the policy says its limit.
    fn told(&self) -> String {
        match self.limit {
            Value::Text(limit) => {
                format!("`{limit}` or {}", if self.is_top { "above" } else { "below" })
            }
            _ => self.span().map(|span| span.text(false)).unwrap_or_default(),
        }
    }

    /// Whether what is shown holds the whole end, as far as it is a span of numbers.
    fn is_held(&self, shown: Span) -> bool {
        match (shown, self.span()) {
            (Span::AtLeast(from), Some(Span::AtLeast(end))) => from <= end,
            (Span::AtMost(to), Some(Span::AtMost(end))) => to >= end,
            (Span::Below(to), Some(Span::AtMost(end))) => to > end,
            _ => false,
        }
    }
}

/// The labels that steps gave to ends of an attribute, and that are values of the column like others.
fn ends<'a>(
    policy: &'a Policy,
    attribute: &'a Attribute,
    dictionary: &Dictionary,
) -> Vec<(End<'a>, Code)> {
    let is_ours =
        |mask: &&Mask| mask.attributes().iter().any(|name| name.value == attribute.name.value);
    let reading = dictionary.reading();
    let is_number = |text: &str| text.replace(',', ".").parse::<Decimal>().is_ok();
    let is_value = |text: &str| match reading.kind {
        Kind::Integer | Kind::Decimal | Kind::Date => true,
        Kind::Ordinal => reading.order.iter().any(|value| value == text),
        // The other end made texts of the numbers between.
        Kind::Text | Kind::Boolean => is_number(text),
    };
    let code_of = |text: &str| {
        let mut codes = 0..dictionary.len() as Code;
        codes.find(|&code| dictionary.text(code) == Some(text)).filter(|_| is_value(text))
    };
    let steps = policy.masks.iter().filter(is_ours).filter_map(labelled);
    steps.filter_map(|end| code_of(&end.label.value).map(|code| (end, code))).collect()
}

/// The end to which a step gives a label.
fn labelled(mask: &Mask) -> Option<End<'_>> {
    let (limit, is_top) = limit_of(mask)?;
    let given = mask.given();
    let (label, limit) = (given.text("label")?, given.get(limit)?);
    Some(End { step: mask.method(), label, is_top, limit })
}

/// The parameter that says where a step begins to join values, and whether it joins those above.
fn limit_of(mask: &Mask) -> Option<(&'static str, bool)> {
    match mask.method() {
        "top-code" => Some(("at-least", true)),
        "bottom-code" => Some(("at-most", false)),
        _ => None,
    }
}

/// Whether nothing wrong is told of the labels that steps gave to ends.
pub(super) fn check(
    policy: &Policy,
    attribute: &Attribute,
    (dictionary, hierarchy, method): (&Dictionary, &Hierarchy, Method),
) -> Result<(), Problem> {
    let is_stated = attribute.hierarchy.as_ref().is_some_and(|source| source.states_values());
    for (end, code) in ends(policy, attribute, dictionary) {
        if joins_neighbours(policy, attribute, method) {
            return Err(no_value(attribute, &end, method));
        }
        let may_show = |shown: &str| match shown.parse() {
            Ok(span) => end.is_held(span),
            Err(_) => is_stated || shown == TOP,
        };
        let wrong = (1..=hierarchy.height())
            .filter_map(|level| hierarchy.label(level, hierarchy.map(level)[code as usize]))
            .find(|shown| *shown != end.label.value && !may_show(shown));
        if wrong.is_some() {
            return Err(problem(attribute, &end));
        }
    }
    Ok(())
}

/// Whether a method makes ranges or sets of the values of an attribute that occur.
fn joins_neighbours(policy: &Policy, attribute: &Attribute, method: Method) -> bool {
    let is_bare = attribute.hierarchy.is_none();
    match method {
        Method::Mondrian(cutting) => match cutting.summary {
            Some(Summary::Ancestor) => false,
            Some(_) => true,
            None => is_bare,
        },
        Method::Cells => is_bare,
        Method::Best => is_bare && *policy.release.generalize == Generalize::Cell,
        Method::Suppression(_) => false,
        other => !other.has_levels(),
    }
}

/// The label is taken for a value by who makes ranges and sets.
fn no_value(attribute: &Attribute, end: &End<'_>, method: Method) -> Problem {
    let (name, label, step) = (&attribute.name, end.label, end.step);
    let message = format!(
        "`{label}` stands for all of `{name}` that are {}, and `{}` would put it into ranges or sets \
         that most are not in",
        end.told(),
        method.name(),
    );
    let help = match end.span() {
        Some(span) => format!(
            "write a label that is no number: without `label`, `{step}` writes `{}`",
            span.text(false)
        ),
        None => "write a label that is none of the values, such as `later` or `other`".into(),
    };
    Problem::error("bind::coded-end", message).at(label.span, "this label").with_help(help)
}

fn problem(attribute: &Attribute, end: &End<'_>) -> Problem {
    let (name, label) = (&attribute.name, end.label);
    let message = format!(
        "`{label}` stands for all of `{name}` that are {}, and this hierarchy would put them into an \
         interval that most are not in",
        end.told()
    );
    let builder = attribute.hierarchy.as_ref().map_or("suppress", |source| source.name());
    let help = match end.span() {
        Some(Span::AtLeast(from)) if builder == "intervals" => {
            format!("write `upper = {from}` in the hierarchy: `>={from}` is true of them")
        }
        Some(_) if builder == "intervals" => {
            "write a `lower` above the limit of the step in the hierarchy; then what is below \
             it shows so"
                .into()
        }
        Some(_) => format!(
            "`{builder}` cannot say it: write `intervals` that end at the limit of `{}`, or groups \
             or a file that say where `{label}` belongs",
            end.step
        ),
        None => format!(
            "`{builder}` cannot say it: write groups or a file that say where `{label}` belongs, and \
             use words that are true of the whole end"
        ),
    };
    let span = attribute.hierarchy.as_ref().map_or(name.span, |source| source.span);
    Problem::error("bind::coded-end", message).at(span, "this hierarchy").with_help(help)
}

/// What to do where a hierarchy needs numbers or days, and a step made texts of some.
pub(super) fn help(
    policy: &Policy,
    attribute: &Attribute,
    error: &HierarchyError,
) -> Option<String> {
    if !matches!(error, HierarchyError::WrongKind { .. } | HierarchyError::Unreadable { .. }) {
        return None;
    }
    let mut steps = policy
        .masks
        .iter()
        .filter(|mask| mask.attributes().iter().any(|name| name.value == attribute.name.value));
    let (step, (limit, is_top)) = steps.find_map(|mask| Some((mask, limit_of(mask)?)))?;
    let (method, given) = (step.method(), step.given());
    match given.get(limit) {
        Some(Value::Number(limit)) => {
            let end = if is_top { "upper" } else { "lower" };
            let bound = if is_top { format!("`{end} = {limit}`") } else { format!("a `{end}`") };
            Some(format!(
                "`{method}` makes a text of its end: write `label = \"{limit}\"` there, and {bound} in \
                 the hierarchy, so that it ends where the step begins"
            ))
        }
        _ => Some(format!(
            "`{method}` makes a text of its end: write groups or a file that say where it belongs"
        )),
    }
}
