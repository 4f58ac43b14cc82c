//! Steps that change values.

use super::{Masked, Setting, cells_changed, line_of, place};
use crate::{Change, Ends, Recode, Round, Side, Threshold, Unsuited};
use ridotto_core::count::counted;
use ridotto_io::Column;
use ridotto_policy::{self as policy, Mask, Problem, Spanned, Step};
use ridotto_release::Error;

/// Changes the values of the step's attributes; how many cells that were.
pub(super) fn change(setting: Setting<'_>, mask: &Mask, masked: &mut Masked) -> Result<u64, Error> {
    if bound(mask, &[]).is_none() {
        return Ok(0);
    }
    let is_missing = |text: &str| setting.is_missing(text);
    let (mut all, mut problems) = (0, Vec::new());
    let mut absent: Option<Vec<String>> = None;
    for name in &mask.attributes {
        let at = place(&masked.table, name);
        let Column::Coded { codes, dictionary, .. } = &masked.table.columns[at] else { continue };
        let Some(change) = bound(mask, &dictionary.reading().order) else { continue };
        if let Change::Recode(recode) = &change {
            let mut lacking: Vec<String> =
                recode.absent(dictionary, &is_missing).map(str::to_owned).collect();
            lacking.retain(|value| absent.as_ref().is_none_or(|other| other.contains(value)));
            absent = Some(lacking);
        }
        let counts = codes.histogram(dictionary.len());
        let replaced = match change.replace(dictionary, &is_missing) {
            Ok(replaced) => replaced,
            Err(error) => {
                problems.push(unsuited(mask, name, error, masked, at));
                continue;
            }
        };
        let cells = replaced.cells(&counts);
        if replaced.collides {
            masked.trail.lints.push(label_taken(mask, name));
        }
        if cells == 0 {
            masked.trail.lints.push(nothing_changed(mask, name));
        }
        masked.trail.findings.push(cells_changed(mask, name, cells));
        let column = std::mem::replace(&mut masked.table.columns[at], Column::Skipped);
        masked.table.columns[at] = column.relabelled(replaced.dictionary, &replaced.new);
        all += cells;
    }
    masked.trail.lints.extend(not_there(mask, &absent.unwrap_or_default()));
    if problems.is_empty() { Ok(all) } else { Err(setting.policy.error(problems).into()) }
}

/// The step as the method takes it for an attribute whose values are in an order, if they are;
/// `None` if it changes no values.
fn bound(mask: &Mask, own_order: &[String]) -> Option<Change> {
    let ends = |side, threshold: &policy::Threshold, ends: &policy::Ends| {
        let order: Vec<String> = match &ends.order[..] {
            [] => own_order.to_vec(),
            written => written.iter().map(|value| value.value.clone()).collect(),
        };
        let threshold = match threshold {
            policy::Threshold::Number(number) => Threshold::Number((*number).into()),
            policy::Threshold::Text(date) if order.is_empty() => Threshold::Date(date.clone()),
            policy::Threshold::Text(value) => Threshold::Ordered { value: value.clone(), order },
        };
        let label = ends.label.as_ref().map(|label| label.value.clone());
        Change::Ends(Ends { side, threshold, label })
    };
    Some(match &mask.step {
        Step::Recode { map, others } => {
            let map = map.iter().map(|(from, to)| (from.value.clone(), to.value.clone()));
            let others = others.as_ref().map(|label| label.value.clone());
            Change::Recode(Recode::new(map, others))
        }
        Step::TopCode { at_least, ends: of } => ends(Side::Top, at_least, of),
        Step::BottomCode { at_most, ends: of } => ends(Side::Bottom, at_most, of),
        Step::Round { to } => Change::Round(Round { to: (**to).into() }),
        _ => return None,
    })
}

fn unsuited(
    mask: &Mask,
    name: &Spanned<String>,
    error: Unsuited,
    masked: &Masked,
    at: usize,
) -> Problem {
    let mut message = format!("`{}` cannot be done to `{name}`: {error}", mask.method());
    if let Unsuited::Values { first, .. } = error
        && let Some(line) = line_of(&masked.table, at, first)
    {
        message = format!("{message}; the first is in line {line} of the data");
    }
    let help = match (error, &mask.step) {
        (Unsuited::Kind { needs: "dates", .. }, _) => {
            "write a number without quotes, or say in `order` how the values follow one another"
        }
        (Unsuited::Kind { .. }, Step::Round { .. }) => {
            "only numbers are rounded: name other attributes, or give this one `type = \"decimal\"`"
        }
        (Unsuited::Kind { .. }, _) => {
            "say in `order` how the values follow one another, and write the threshold in quotes"
        }
        (Unsuited::Values { .. }, Step::Round { .. }) => "mend the data, or leave the step out",
        (Unsuited::Values { .. }, _) => "add them to `order`, or recode them in a step before",
        (Unsuited::Threshold, _) => "write it as \"2020-01-31\", or as the data do",
    };
    Problem::error("bind::mask", message).at(name.span, "not suited").with_help(help)
}

fn label_taken(mask: &Mask, name: &Spanned<String>) -> Problem {
    let message = format!("the label of `{}` is also another value of `{name}`", mask.method());
    let label = match &mask.step {
        Step::TopCode { ends, .. } | Step::BottomCode { ends, .. } => ends.label.as_ref(),
        _ => None,
    };
    Problem::warning("bind::label-taken", message)
        .at(label.map_or(mask.span, |label| label.span.unwrap_or(mask.span)), "taken already")
        .with_help("nobody can tell the two apart any more; choose a label that no record has")
}

fn nothing_changed(mask: &Mask, name: &Spanned<String>) -> Problem {
    Problem::warning("bind::nothing-masked", format!("`{}` changes no `{name}`", mask.method()))
        .at(name.span, "stays as it is")
        .with_help("no record has a value that the step is about; is the step what you mean?")
}

/// A listed value that no record has is often a misspelled one.
fn not_there(mask: &Mask, absent: &[String]) -> Option<Problem> {
    let Step::Recode { map, .. } = &mask.step else { return None };
    let first = map.iter().map(|(from, _)| from).find(|from| absent.contains(from))?;
    let values = counted(absent.len() as u64, "value", "values");
    Some(
        Problem::warning("bind::no-such-value", format!("`map` lists {values} that no record has"))
            .at(first.span, "the first of them")
            .with_help("values are compared letter by letter, with their spaces and capitals"),
    )
}
