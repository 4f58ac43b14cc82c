//! Non-uniform entropy: how much must be guessed to know a value again?

use super::{Alignment, Attribute, frequency};
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_numbers::sum;

/// The mean over cells, whose rows are aligned, of −log2(records with the value / records with a
/// value that the label may stand for), counted in the file before: the bits that are missing.
///
/// Cells of `removed` records and blanked cells are as `*`. `None` if rows are not aligned or no
/// cell can be compared: a label that cannot be read, or that does not hold its row's value (a
/// disturbed value), is left out.
///
/// # Range
/// 0 to log2 of the records; 0 is intact, less is better. Unlike [`super::loss`] it knows that
/// joining two rare values costs little.
///
/// # Does not see
/// How alike values are: to join 20 with 21 costs as much as to join it with 90.
///
/// # References
/// A. De Waal, L. Willenborg (1999), *Information loss through global recoding and local
/// suppression*; A. Gionis, T. Tassa (2009), *k-anonymization with minimal loss of information*,
/// doi:10.1109/TKDE.2008.129.
pub fn non_uniform_entropy(attribute: &Attribute, alignment: &Alignment) -> Option<f64> {
    let counts = frequency::counts(&attribute.before, attribute.domain.values);
    let mut up_to = vec![0_u64];
    for &count in &counts {
        up_to.push(up_to[up_to.len() - 1] + count);
    }
    let in_label = |label: &super::Recoded| -> u64 {
        let ranges = label.members.iter();
        ranges.map(|range| up_to[range.end as usize] - up_to[range.start as usize]).sum()
    };
    let in_labels: Vec<u64> = attribute.labels.iter().map(in_label).collect();
    let everybody = up_to[up_to.len() - 1];
    let bits = |value: usize, of: u64| (of as f64 / counts[value] as f64).log2();
    let after = alignment.after_of(attribute.before.len(), attribute.after.len())?;
    // Bits and the number of cells compared.
    let cell = |row: usize| {
        let Some(value) = attribute.before[row] else { return (0.0, 1.0) };
        let value = value as usize;
        let shown = after(row).and_then(|row| attribute.after[row]);
        let Some(shown) = shown else { return (bits(value, everybody), 1.0) };
        let label = &attribute.labels[shown as usize];
        let holds = label.members.iter().any(|range| range.contains(&(value as u32)));
        if holds { (bits(value, in_labels[shown as usize]), 1.0) } else { (0.0, 0.0) }
    };
    let sums = sum::sum_vectors(attribute.before.len(), 2, |rows, sums| {
        for (bits, cells) in rows.map(cell) {
            sums[0] += bits;
            sums[1] += cells;
        }
    });
    (sums[1] > 0.0).then(|| sums[0] / sums[1])
}

/// Missing bits.
pub static NON_UNIFORM_ENTROPY: Entry = MeasureEntry {
    name: "non-uniform-entropy",
    title: "Missing bits",
    aliases: &["nue"],
    formula: "mean over cells of -log2 P(value | label)",
    summary: "The bits that it takes to get from a released value back to the true one, on average.",
    facts: MeasureFacts {
        group: &group::CELLS,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::GIONIS_2009],
    worked: Worked::assessed("Three ages lie in 30-39, two in 40-49, three in 50-59. To name the right one takes `log2(3) = 1.585` bits or `log2(2) = 1`: on average `(3 * log2(3) + 2 * log2(2) + 3 * log2(3)) / 8 = 1.439`, so **1.439**.", &["non-uniform-entropy of age 0 1.439"]),
}
.entry();
