//! Figures of cells and classes.

use super::{List, Pair};
use crate::group;
use crate::utility::{
    AMBIGUITY, Alignment, Attribute, CLASS_SIZE, CLASS_SIZE_BY_K, Classes, DISCERNIBILITY,
    DISCERNIBILITY_ONE_CLASS, HEIGHT, LOSS, NON_UNIFORM_ENTROPY, PRECISION, UNREADABLE_CELLS,
    ambiguity, height, loss, non_uniform_entropy, precision, weighted_loss,
};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};

pub(super) fn by_attribute(pair: &Pair<'_>, list: &mut List) {
    let removed = pair.removed();
    for attribute in pair.attributes {
        list.of(attribute, &HEIGHT, 0.0, height(attribute, removed));
        list.of(attribute, &LOSS, 0.0, loss(attribute, removed));
        let entropy = non_uniform_entropy(attribute, pair.alignment);
        list.of(attribute, &NON_UNIFORM_ENTROPY, 0.0, entropy);
        list.of(attribute, &TRUE_CELLS, 1.0, true_cells(attribute, pair.alignment));
        list.of(attribute, &UNREADABLE_CELLS, 0.0, Some(attribute.unreadable()));
    }
}

pub(super) fn of_table(pair: &Pair<'_>, list: &mut List) {
    let removed = pair.removed();
    let keys: Vec<&Attribute> =
        pair.quasi_identifiers.iter().map(|&at| &pair.attributes[at]).collect();
    if keys.is_empty() {
        return;
    }
    let weight = |at: usize| pair.importance.get(at).copied().unwrap_or(1.0);
    let weighted = pair.quasi_identifiers.iter().map(|&at| (&pair.attributes[at], weight(at)));
    list.add(&LOSS, 0.0, weighted_loss(weighted, removed));
    list.add(&PRECISION, 1.0, precision(keys.iter().copied(), removed));
    list.add(&AMBIGUITY, 1.0, ambiguity(&keys, removed));
    let (before, after) = (Classes::before(&keys), Classes::after(&keys, removed));
    list.add(&CLASS_SIZE, before.average_size(), after.average_size());
    if let Some(k) = pair.k {
        list.add(&CLASS_SIZE_BY_K, before.average_size_by(k), after.average_size_by(k));
    }
    list.add(&DISCERNIBILITY, before.discernibility(), Some(after.discernibility()));
    list.add(
        &DISCERNIBILITY_ONE_CLASS,
        before.discernibility_of_one_suppressed_class(),
        Some(after.discernibility_of_one_suppressed_class()),
    );
}

/// The share of the cells after whose label holds what stood there before: 1 for generalisation,
/// less where values were exchanged or disturbed.
fn true_cells(attribute: &Attribute, alignment: &Alignment) -> Option<f64> {
    let rows = alignment.pairs(attribute.before.len(), attribute.after.len())?;
    let holds = |&(&row, &label): &(&u32, &Option<u32>)| {
        match (attribute.before[row as usize], label) {
            (Some(value), Some(label)) => {
                let mut members = attribute.labels[label as usize].members.iter();
                members.any(|range| range.contains(&value))
            }
            // A blank says nothing, and nothing untrue.
            (_, None) => true,
            (None, Some(label)) => attribute.labels[label as usize].suppressed,
        }
    };
    let count = rows.iter().zip(&attribute.after).filter(holds).count();
    (!rows.is_empty()).then(|| count as f64 / rows.len() as f64)
}

/// True.
pub static TRUE_CELLS: Entry = MeasureEntry {
    name: "true-cells",
    title: "True",
    aliases: &["truthful cells", "correct cells"],
    formula: "cells whose label holds the value before / cells",
    summary: "The share of released values that say nothing untrue about what stood there before.",
    facts: MeasureFacts {
        group: &group::CELLS,
        unit: Unit::Share,
        better: Better::More,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::assessed("30-39 is true of 31, so the labels of age are true: **1**. Pay was rounded, and 2000 is not 2100: of the eight none is true, **0**.", &["true-cells of age 1 1", "true-cells of pay 1 0"]),
}
.entry();
