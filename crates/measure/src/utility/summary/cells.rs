//! Figures of cells and classes.

use super::{List, Pair};
use crate::utility::{
    Alignment, Attribute, Classes, ambiguity, height, loss, non_uniform_entropy, precision,
    weighted_loss,
};

pub(super) fn by_attribute(pair: &Pair<'_>, list: &mut List) {
    let removed = pair.removed();
    for attribute in pair.attributes {
        list.of(attribute, "height", 0.0, height(attribute, removed));
        list.of(attribute, "loss", 0.0, loss(attribute, removed));
        let entropy = non_uniform_entropy(attribute, pair.alignment);
        list.of(attribute, "non-uniform-entropy", 0.0, entropy);
        list.of(attribute, "true-cells", 1.0, true_cells(attribute, pair.alignment));
        list.of(attribute, "unreadable-cells", 0.0, Some(attribute.unreadable()));
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
    list.add("loss", 0.0, weighted_loss(weighted, removed));
    list.add("precision", 1.0, precision(keys.iter().copied(), removed));
    list.add("ambiguity", 1.0, ambiguity(&keys, removed));
    let (before, after) = (Classes::before(&keys), Classes::after(&keys, removed));
    list.add("class-size", before.average_size(), after.average_size());
    if let Some(k) = pair.k {
        list.add("class-size-by-k", before.average_size_by(k), after.average_size_by(k));
    }
    list.add("discernibility", before.discernibility(), Some(after.discernibility()));
    list.add(
        "discernibility-one-class",
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
