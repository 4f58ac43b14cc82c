//! What may stand in a cell beside its value and its ancestors.
//!
//! Ranges and sets are read as texts and compared with the value as a text; means are taken anew
//! from the values of the input. Neither shares more with what made the label than the notation.

use crate::rule::NO_GROUP;
use ridotto_core::hierarchy::{TOP, covers};
use ridotto_core::{Code, Codes, Dictionary, Kind, Reading};
use ridotto_table::Labelling;

/// What else is true of a column's cells.
pub(crate) enum CompiledRule<'a> {
    /// Nothing.
    Nothing,
    /// A range or set that holds the value, which is read like this.
    Covering(&'a Dictionary, &'a Reading),
    /// The label that a recoding has for the row; `*` always.
    Decided(&'a Codes, &'a Labelling),
    /// The value's number times a factor, up to a tolerance.
    Scaled(&'a Dictionary, f64, f64),
    /// The mean of the row's group; `*` always.
    Mean(Means<'a>),
}

impl CompiledRule<'_> {
    /// Whether two rows with the same value may not show the same.
    pub fn is_by_row(&self) -> bool {
        matches!(self, Self::Decided(..) | Self::Mean(_))
    }

    /// What a cell could be, for messages.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Nothing => "an ancestor of it",
            Self::Covering(..) => "a range or a set that holds it",
            Self::Decided(..) => "what the recoding says",
            Self::Scaled(..) => "what it was scaled to",
            Self::Mean(_) => "the mean of its group",
        }
    }

    /// Whether a cell may stand for this value of this row.
    pub fn admits(&self, row: u32, code: Code, cell: Option<&[u8]>, missing: &[u8]) -> bool {
        let text = cell.map(std::str::from_utf8);
        let text = match text {
            Some(Ok(text)) => Some(text),
            Some(Err(_)) => return false,
            None => None,
        };
        match self {
            Self::Nothing => false,
            Self::Covering(dictionary, reading) => {
                text.is_some() && covers(text, dictionary.text(code), reading)
            }
            Self::Decided(codes, labelling) => {
                let label = labelling.label_of[codes.get(row as usize) as usize];
                if labelling.missing == Some(label) {
                    return cell.is_none_or(|cell| cell == missing);
                }
                text == Some(TOP) || text == Some(labelling.labels.get(label as usize))
            }
            Self::Scaled(dictionary, factor, tolerance) => {
                let is_comma = dictionary.reading().decimal_comma;
                let shown =
                    text.map(|text| if is_comma { text.replace(',', ".") } else { text.into() });
                let shown = shown.and_then(|text: String| text.parse::<f64>().ok());
                let due = number(dictionary, code).map(|number| number * factor);
                shown
                    .zip(due)
                    .is_some_and(|(shown, due)| (shown - due).abs() <= tolerance + due.abs() * 1e-9)
            }
            Self::Mean(means) => text == Some(TOP) || text.is_some_and(|it| means.is_of(row, it)),
        }
    }
}

/// The number of a value.
fn number(dictionary: &Dictionary, code: Code) -> Option<f64> {
    dictionary.reading().parse(dictionary.text(code)?).as_f64()
}

/// The means of groups of rows, taken from the values of the input.
pub(crate) struct Means<'a> {
    group_of: &'a [u32],
    /// Of each group; `None` if a value is missing or no number.
    of_groups: Vec<Option<f64>>,
    /// How far a written mean may be from the mean: rounding.
    tolerance: f64,
    reading: &'a Reading,
}

impl<'a> Means<'a> {
    /// The means of a column's values over groups.
    pub fn new(group_of: &'a [u32], codes: &Codes, dictionary: &'a Dictionary) -> Self {
        let reading = dictionary.reading();
        let numbers: Vec<Option<f64>> =
            (0..dictionary.len() as Code).map(|code| number(dictionary, code)).collect();
        let placed = group_of.iter().filter(|&&group| group != NO_GROUP);
        let groups = placed.max().map_or(0, |&group| group as usize + 1);
        let mut sums = vec![(Some(0.0), 0_u64); groups];
        for (&group, code) in group_of.iter().zip(codes.iter()) {
            let Some((sum, rows)) = sums.get_mut(group as usize) else { continue };
            *sum = sum.zip(numbers[code as usize]).map(|(sum, number)| sum + number);
            *rows += 1;
        }
        let means = sums.into_iter().map(|(sum, rows)| sum.map(|sum: f64| sum / rows as f64));
        let mark = if reading.decimal_comma { ',' } else { '.' };
        let digits = |text: &str| text.split_once(mark).map_or(0, |(_, after)| after.len());
        let digits = dictionary.texts().iter().map(digits).max().unwrap_or(0);
        // A written mean has two digits more than the values; of days, the nearest one.
        let tolerance = match reading.kind {
            Kind::Date => 0.5,
            _ => 0.005 * 0.1_f64.powi(i32::try_from(digits).unwrap_or(i32::MAX)),
        };
        Self { group_of, of_groups: means.collect(), tolerance, reading }
    }

    /// Whether a text is the mean of a row's group.
    fn is_of(&self, row: u32, text: &str) -> bool {
        let shown = match self.reading.kind {
            Kind::Date => Reading::of_kind(Kind::Date).parse(text).as_f64(),
            _ if self.reading.decimal_comma => text.replace(',', ".").parse().ok(),
            _ => text.parse().ok(),
        };
        let group = self.group_of[row as usize] as usize;
        let mean = self.of_groups.get(group).copied().flatten();
        shown.zip(mean).is_some_and(|(shown, mean): (f64, f64)| {
            (shown - mean).abs() <= self.tolerance + mean.abs().max(1.0) * 1e-9
        })
    }
}
