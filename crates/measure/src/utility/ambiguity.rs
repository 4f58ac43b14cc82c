//! Ambiguity: how many people could a record be about?

use super::Attribute;
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_numbers::sum;

/// The mean over records of the product, over attributes, of the values that the cell may stand
/// for. A removed record counts the product of whole domains.
///
/// `None` without records, or if a label cannot be read.
///
/// # Range
/// From 1; 1 is intact, less is better.
///
/// # Does not see
/// Which combinations exist: most of those that it counts nobody has. It grows with the number of
/// attributes, so only files with the same attributes are comparable.
///
/// # References
/// M. Nergiz, C. Clifton (2007), *Thoughts on k-anonymization*, doi:10.1016/j.datak.2007.03.009.
pub fn ambiguity(attributes: &[&Attribute], removed: u64) -> Option<f64> {
    let rows = attributes.first()?.after.len();
    let leaves: Vec<Vec<f64>> = attributes
        .iter()
        .map(|attribute| attribute.labels.iter().map(|label| label.leaves).collect())
        .collect();
    let cell = |at: usize, row: usize| {
        // A blank cell is one value: that of being blank.
        attributes[at].after[row].map_or(1.0, |label| leaves[at][label as usize])
    };
    let product = |row: usize| (0..attributes.len()).map(|at| cell(at, row)).product();
    let domains: f64 = attributes.iter().map(|attribute| attribute.domain.leaves).product();
    let total = sum::sum(rows, product) + removed as f64 * domains;
    let records = rows as f64 + removed as f64;
    (records > 0.0 && !total.is_nan()).then(|| total / records)
}

/// Ambiguity.
pub static AMBIGUITY: Entry = MeasureEntry {
    name: "ambiguity",
    title: "Ambiguity",
    aliases: &["ambiguity-metric"],
    formula: "mean over records of the product over cells of the values they may stand for",
    summary: "How many combinations of values a record may stand for, on average; 1 is untouched.",
    facts: MeasureFacts {
        group: &group::CELLS,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::NERGIZ_2007],
    worked: Worked::assessed("A record of class A may be any of 3 ages, 3 postcodes and 2 sexes, `3 * 3 * 2 = 18` combinations, one of B `2 * 5 * 2 = 20`, one of C `3 * 5 * 2 = 30`: on average `(3 * 18 + 2 * 20 + 3 * 30) / 8 = 23`, so **23**.", &["ambiguity 1 23"]),
}
.entry();
