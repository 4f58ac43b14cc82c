//! How far values are from the true ones, where a mask does not promise truth.
//!
//! A coarser value loses detail and is still true: that is loss. A number with noise, or a category
//! that was changed, loses truth: here a number counts as far as it moved, in units of √2 standard
//! deviations and at most 1 (the IL1s of Yancey, Winkler and Creecy 2002), and a category that is
//! another one counts 1.

use crate::files::pair::{Pair, Shared};
use ridotto_core::{Code, Dictionary, Kind, Reading};
use ridotto_io::Column;
use rustc_hash::FxHashMap;

/// The mean over these columns, by importance, and over the records that are left; `None` if it is
/// not known which record was which.
pub(super) fn displaced(pair: &Pair, keys: &[usize]) -> Option<f64> {
    let rows = pair.alignment.pairs(pair.before.rows, pair.after.rows)?;
    if rows.is_empty() {
        return None;
    }
    let (mut sum, mut weight) = (0.0, 0.0);
    for &at in keys {
        let shared = &pair.shared[at];
        sum += shared.importance * of_column(pair, shared, &rows);
        weight += shared.importance;
    }
    (weight > 0.0).then(|| sum / weight)
}

fn of_column(pair: &Pair, shared: &Shared, rows: &[u32]) -> f64 {
    let (
        Column::Coded { codes: before, dictionary, .. },
        Column::Coded { codes: after, dictionary: labels, .. },
    ) = (&pair.before.columns[shared.before], &pair.after.columns[shared.after])
    else {
        return 0.0;
    };
    let far = Far::new(dictionary, &before.histogram(dictionary.len()));
    // Values and labels repeat themselves.
    let mut known: FxHashMap<(Code, Code), f64> = FxHashMap::default();
    let total: f64 = rows
        .iter()
        .enumerate()
        .map(|(row, &of)| {
            let pair = (before.get(of as usize), after.get(row));
            *known
                .entry(pair)
                .or_insert_with(|| far.between(dictionary, pair.0, labels.text(pair.1)))
        })
        .sum();
    total / rows.len() as f64
}

/// What is far in a column.
struct Far {
    /// √2 standard deviations, of numbers.
    unit: Option<f64>,
    /// How labels are read: whole numbers with noise have a fraction.
    labels: Reading,
}

impl Far {
    fn new(dictionary: &Dictionary, counts: &[u64]) -> Self {
        let reading = dictionary.reading();
        let mut labels = reading.clone();
        if labels.kind == Kind::Integer {
            labels.kind = Kind::Decimal;
        }
        if !matches!(reading.kind, Kind::Integer | Kind::Decimal | Kind::Date) {
            return Self { unit: None, labels };
        }
        let numbers: Vec<(f64, f64)> = (0..)
            .zip(counts)
            .filter_map(|(code, &count)| {
                Some((reading.parse(dictionary.text(code)?).as_f64()?, count as f64))
            })
            .collect();
        let count: f64 = numbers.iter().map(|(_, count)| count).sum();
        let mean = numbers.iter().map(|(number, count)| number * count).sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|(x, count)| count * (x - mean).powi(2)).sum();
        Self { unit: Some((2.0 * squares / (count - 1.0).max(1.0)).sqrt()), labels }
    }

    /// How far a label is from a value: 0 if it is the value or a coarser one.
    fn between(&self, dictionary: &Dictionary, value: Code, label: Option<&str>) -> f64 {
        let reading = dictionary.reading();
        match (dictionary.text(value), label) {
            (None, None) => 0.0,
            (None, Some(label)) | (Some(label), None) => f64::from(u8::from(label != "*")),
            (Some(value), Some(label)) if value == label => 0.0,
            (Some(value), Some(label)) => match self.unit {
                Some(unit) => {
                    let label = self.labels.parse(label).as_f64();
                    let numbers = reading.parse(value).as_f64().zip(label);
                    let moved = |(from, to): (f64, f64)| match (from - to).abs() {
                        0.0 => 0.0,
                        moved if unit > 0.0 => (moved / unit).min(1.0),
                        _ => 1.0,
                    };
                    numbers.map_or(0.0, moved)
                }
                // Another value of the data is no coarser one.
                None => f64::from(u8::from(dictionary.code(label).is_some())),
            },
        }
    }
}
