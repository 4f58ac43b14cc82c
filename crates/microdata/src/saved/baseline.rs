//! How a sensitive attribute was spread in the input, as the owner keeps it.
//!
//! Models that compare classes with "the whole table" compare with the input. With suppression that
//! is not the released file, so a release alone cannot be judged by them. Baseline minus release is
//! the suppressed people, so this is for the owner and in no certificate.

use ridotto_core::{Code, Dictionary};
use ridotto_io::{Column, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// How many had each value. Its `Debug` shows no value.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedBaseline {
    /// The attribute; several that are judged as one are joined by `+`.
    pub attribute: String,
    /// How many rows, or persons, had each value.
    pub values: Vec<SavedCount>,
    /// How many rows, or persons, had a known value; a person may have several.
    pub people: u64,
}

/// A value and how many had it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedCount {
    /// The value, or one of each attribute; `null` is missing.
    pub value: Vec<Option<String>>,
    /// How many had it.
    pub count: u64,
}

impl fmt::Debug for SavedBaseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SavedBaseline({}, {} values)", self.attribute, self.values.len())
    }
}

impl SavedBaseline {
    /// The counts of the values of some columns: of their combinations that occur, in
    /// lexicographic order, where there are several.
    pub(crate) fn new(
        attribute: &str,
        columns: &[usize],
        table: &Table,
        counts: &[u64],
        people: u64,
    ) -> Self {
        let text =
            |(at, code): (&usize, Code)| dictionary(table, *at).text(code).map(str::to_owned);
        let value = |codes: Vec<Code>| columns.iter().zip(codes).map(text).collect();
        let values =
            values(columns, table).into_iter().zip(counts).filter(|(_, count)| **count > 0);
        let values = values.map(|(codes, &count)| SavedCount { value: value(codes), count });
        Self { attribute: attribute.to_owned(), values: values.collect(), people }
    }

    /// How many had each of the values of another table's columns, by their codes; what that table
    /// does not have comes after them. And how many there were.
    pub(crate) fn of_values(
        &self,
        columns: &[usize],
        table: &Table,
        known: usize,
    ) -> (Vec<u64>, u64) {
        let mut code_of: BTreeMap<Vec<Option<&str>>, usize> = BTreeMap::new();
        for (code, value) in values(columns, table).into_iter().enumerate() {
            let texts =
                columns.iter().zip(value).map(|(&at, code)| dictionary(table, at).text(code));
            code_of.insert(texts.collect(), code);
        }
        let mut counts = vec![0; known];
        for SavedCount { value, count } in &self.values {
            let value: Vec<Option<&str>> = value.iter().map(Option::as_deref).collect();
            match code_of.get(&value) {
                Some(&code) => counts[code] = *count,
                None => counts.push(*count),
            }
        }
        (counts, self.people)
    }

    /// The values of a single attribute, missing left out.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.values.iter().filter_map(|of| match &of.value[..] {
            [value] => value.as_deref(),
            _ => None,
        })
    }

    /// Whether missing is a value of a single attribute.
    pub(crate) fn has_missing(&self) -> bool {
        self.values.iter().any(|of| of.value[..] == [None])
    }

    /// Whether every value has as many parts as there are attributes.
    pub(super) fn is_sound(&self) -> bool {
        let parts = self.values.first().map_or(1, |of| of.value.len());
        self.values.iter().all(|of| of.value.len() == parts && of.count > 0)
    }
}

/// The values of a column by their codes, or the combinations that occur of several.
fn values(columns: &[usize], table: &Table) -> Vec<Vec<Code>> {
    if let [at] = columns {
        return (0..dictionary(table, *at).len() as Code).map(|code| vec![code]).collect();
    }
    let coded: Vec<_> = columns.iter().map(|&at| crate::requirement::coded(table, at)).collect();
    let joint = ridotto_core::class::combine(&coded, table.rows).combinations;
    let parts = |at: usize| (0..columns.len()).map(|part| joint.code(at, part)).collect();
    (0..joint.len()).map(parts).collect()
}

fn dictionary(table: &Table, at: usize) -> &Dictionary {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary,
        _ => unreachable!("what is judged is read as codes"),
    }
}
