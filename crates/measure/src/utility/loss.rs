//! Loss, or granularity: over how much of its domain was a value spread?

use super::Attribute;
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::objective::mean_loss;

/// The loss metric of one attribute: the mean over its cells of (leaves under the label − 1)/(D − 1)
/// or, where labels are ranges of numbers, of the length of the range by that of the domain.
///
/// Cells of `removed` records, blanked cells and `*` count 1. `None` if no label can be read.
///
/// # Range
/// 0 to 1; 0 is intact, less is better.
///
/// # Does not see
/// Which values are frequent: a group of a common and nine rare values costs as much as one of ten
/// equal ones. Nor values that were exchanged, made up or disturbed, because a wrong value is still
/// a value; see [`super::squared_error`] and [`super::distribution`].
///
/// # References
/// V. Iyengar (2002), *Transforming data to satisfy privacy constraints*,
/// doi:10.1145/775047.775089.
pub fn loss(attribute: &Attribute, removed: u64) -> Option<f64> {
    attribute.mean(removed, |label| label.share)
}

/// The loss of a table: the mean of its attributes' losses, each with its weight.
///
/// `None` if no attribute has a loss, or the weights add up to nothing.
pub fn weighted_loss<'a>(
    attributes: impl IntoIterator<Item = (&'a Attribute, f64)>,
    removed: u64,
) -> Option<f64> {
    let each = attributes.into_iter();
    let each = each.filter_map(|(attribute, weight)| Some((weight, loss(attribute, removed)?)));
    let each: Vec<(f64, f64)> = each.collect();
    each.iter().any(|&(weight, _)| weight > 0.0).then(|| mean_loss(each))
}

/// Loss.
pub static LOSS: Entry = MeasureEntry {
    name: "loss",
    title: "Loss",
    aliases: &["lm", "granularity", "ncp"],
    formula: "mean over cells of (values under the label - 1) / (values of the attribute - 1)",
    summary: "The share of its domain that a value is spread over, on average.",
    facts: MeasureFacts {
        group: &group::CELLS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::NameOf,
    },
    references: &[reference::IYENGAR_2002],
    worked: Worked::assessed("Ages go from 31 to 58, a range of `58 - 31 = 27`. Within it 30-39 stands for 31 to 39, which is `39 - 31 = 8` wide, 40-49 is 9 wide, 50-59 stands for 50 to 58, 8 wide: `(3 * 8 + 2 * 9 + 3 * 8) / 8 / 27 = 0.3056`. Postcodes are texts: `1220*` may be 3 of 8, `1230*` 5 of 8, so `(3 * 2/7 + 5 * 4/7) / 8 = 0.4643`. Sex lost all. `(0.3056 + 0.4643 + 1) / 3 = 0.59`: **0.5899**.", &["loss 0 0.5899", "loss of age 0 0.3056", "loss of postcode 0 0.4643"]),
}
.entry();
