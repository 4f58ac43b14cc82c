//! Data quality of a file in six dimensions.
//!
//! | dimension | the share of | asks for |
//! |---|---|---|
//! | completeness | cells that are filled in | nothing |
//! | uniqueness | records that are no copy of an earlier one | nothing |
//! | timeliness | records that are not older than they may be | a column of days, today, and an age |
//! | validity | filled-in cells that are as they should be | a rule for a column |
//! | accuracy | cells that agree with the truth | the true columns |
//! | consistency | records that contradict neither themselves nor others | a rule about two columns |
//!
//! All are 0 to 1, and **more** is better. A dimension about which nothing was said is `None`: not
//! everything can be measured from a file alone. After DAMA UK (2013), *The six primary dimensions
//! for data quality assessment*.
//!
//! # Example
//! ```
//! use ridotto_measure::quality::{Quality, Questions};
//! use ridotto_measure::{Series, Values};
//! let age = Series { name: "age".into(), values: Values::Numbers(vec![31.0, f64::NAN, 31.0]) };
//! let quality = Quality::of(&[age], &Questions::default());
//! assert_eq!(quality.completeness, Some(2.0 / 3.0));
//! assert_eq!(quality.uniqueness, Some(2.0 / 3.0));
//! assert_eq!(quality.validity, None);
//! ```

use crate::{Series, Values};
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::class::{CodeColumn, Tally};
use ridotto_core::{Code, Codes};
use std::fmt;

/// What else is known of a file, by the places of its columns.
#[derive(Clone, Default)]
pub struct Questions<'a> {
    /// How old records may be.
    pub age: Option<Age>,
    /// What is allowed in columns.
    pub rules: Vec<Rule>,
    /// The true columns, row by row; as many and of the same kinds as the file's.
    pub truth: Option<&'a [Series]>,
    /// How far a number may be from the true one.
    pub tolerance: f64,
    /// What must hold between columns.
    pub relations: Vec<Relation>,
}

/// How old records may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Age {
    /// The column with each record's day, as a number.
    pub column: usize,
    /// The day that counts as today.
    pub today: f64,
    /// The greatest age in days.
    pub days: f64,
}

/// What is allowed in a column.
#[derive(Clone, PartialEq)]
pub enum Rule {
    /// Numbers from the first to the second, both included.
    Between(usize, f64, f64),
    /// These categories, ascending.
    Among(usize, Vec<Code>),
}

/// What must hold between two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The number of the first is at most that of the second.
    AtMost(usize, usize),
    /// The first determines the second: of the records with equal first, those that differ from the
    /// most frequent second are inconsistent.
    Determines(usize, usize),
}

/// The six dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Filled-in cells by cells.
    pub completeness: Option<f64>,
    /// Distinct records by records.
    pub uniqueness: Option<f64>,
    /// Records young enough by records that have a day.
    pub timeliness: Option<f64>,
    /// Allowed cells by filled-in cells of columns with a rule.
    pub validity: Option<f64>,
    /// Right cells by cells whose truth is known; a cell that is not filled in is not right.
    pub accuracy: Option<f64>,
    /// Records that keep to every relation by records.
    pub consistency: Option<f64>,
}

impl Quality {
    /// Measures a file.
    ///
    /// # Panics
    /// If a question names a column that is not there.
    pub fn of(columns: &[Series], questions: &Questions<'_>) -> Self {
        let rows = columns.first().map_or(0, Series::len);
        Self {
            completeness: completeness(columns),
            uniqueness: share(count(columns).len(), rows),
            timeliness: questions.age.and_then(|age| timeliness(&columns[age.column], age)),
            validity: validity(columns, &questions.rules),
            accuracy: questions
                .truth
                .and_then(|truth| accuracy(columns, truth, questions.tolerance)),
            consistency: consistency(columns, &questions.relations, rows),
        }
    }
}

/// Without what is allowed: these are values of cells.
impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(column, ..) => write!(f, "Between({column}, …)"),
            Self::Among(column, _) => write!(f, "Among({column}, …)"),
        }
    }
}

impl fmt::Debug for Questions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Questions({:?}, {:?}, {:?})", self.age, self.rules, self.relations)
    }
}

fn share(part: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

fn filled(column: &Series) -> usize {
    match &column.values {
        Values::Numbers(numbers) => numbers.iter().filter(|number| !number.is_nan()).count(),
        Values::Categories { codes, .. } => codes.iter().flatten().count(),
    }
}

fn completeness(columns: &[Series]) -> Option<f64> {
    let cells: usize = columns.iter().map(Series::len).sum();
    share(columns.iter().map(filled).sum(), cells)
}

/// The distinct tuples of these columns and their rows; a missing value is equal to another.
fn count<'a>(columns: impl IntoIterator<Item = &'a Series>) -> Tally {
    let coded: Vec<(Codes, usize)> = columns.into_iter().map(code).collect();
    let rows = coded.first().map_or(0, |(codes, _)| codes.len());
    let keys = coded.iter().map(|(codes, values)| CodeColumn { codes, values: *values });
    Tally::count(&keys.collect::<Vec<_>>(), rows)
}

fn code(column: &Series) -> (Codes, usize) {
    let (codes, values): (Vec<Code>, usize) = match &column.values {
        Values::Categories { codes, categories, .. } => {
            let code = |code: &Option<Code>| code.unwrap_or(*categories as Code);
            (codes.iter().map(code).collect(), categories + 1)
        }
        Values::Numbers(numbers) => {
            let mut sorted = numbers.clone();
            sorted.retain(|number| !number.is_nan());
            sorted.sort_unstable_by(f64::total_cmp);
            sorted.dedup();
            let place = |number: &f64| {
                if number.is_nan() {
                    sorted.len() as Code
                } else {
                    sorted.partition_point(|one| one < number) as Code
                }
            };
            (numbers.iter().map(place).collect(), sorted.len() + 1)
        }
    };
    (Codes::from_codes(&codes, values), values)
}

fn timeliness(column: &Series, age: Age) -> Option<f64> {
    let Values::Numbers(days) = &column.values else { return None };
    let known = || days.iter().filter(|day| !day.is_nan());
    share(known().filter(|&day| age.today - day <= age.days).count(), known().count())
}

fn validity(columns: &[Series], rules: &[Rule]) -> Option<f64> {
    let (mut valid, mut cells) = (0, 0);
    for rule in rules {
        match rule {
            Rule::Between(column, lower, upper) => {
                cells += filled(&columns[*column]);
                if let Values::Numbers(numbers) = &columns[*column].values {
                    valid +=
                        numbers.iter().filter(|&number| lower <= number && number <= upper).count();
                }
            }
            Rule::Among(column, allowed) => {
                cells += filled(&columns[*column]);
                if let Values::Categories { codes, .. } = &columns[*column].values {
                    let is_allowed = |code: &&Code| allowed.binary_search(code).is_ok();
                    valid += codes.iter().flatten().filter(is_allowed).count();
                }
            }
        }
    }
    share(valid, cells)
}

fn accuracy(columns: &[Series], truth: &[Series], tolerance: f64) -> Option<f64> {
    let (mut right, mut known) = (0, 0);
    for (column, truth) in columns.iter().zip(truth) {
        known += filled(truth);
        match (&column.values, &truth.values) {
            (Values::Numbers(shown), Values::Numbers(truth)) => {
                let near = |(shown, truth): &(&f64, &f64)| (*shown - *truth).abs() <= tolerance;
                right += shown.iter().zip(truth).filter(near).count();
            }
            (Values::Categories { codes, .. }, Values::Categories { codes: truth, .. }) => {
                let same = |(shown, truth): &(&Option<Code>, &Option<Code>)| {
                    truth.is_some() && shown == truth
                };
                right += codes.iter().zip(truth).filter(same).count();
            }
            _ => {}
        }
    }
    share(right, known)
}

fn consistency(columns: &[Series], relations: &[Relation], rows: usize) -> Option<f64> {
    if relations.is_empty() {
        return None;
    }
    let mut keeps = vec![true; rows];
    for relation in relations {
        match *relation {
            Relation::AtMost(first, second) => {
                let (Values::Numbers(first), Values::Numbers(second)) =
                    (&columns[first].values, &columns[second].values)
                else {
                    continue;
                };
                for (keeps, (first, second)) in keeps.iter_mut().zip(first.iter().zip(second)) {
                    // Nothing is contradicted by what is missing.
                    *keeps &= first.is_nan() || second.is_nan() || first <= second;
                }
            }
            Relation::Determines(first, second) => {
                let usual = usual(&columns[first], &columns[second]);
                let (of, shown) = (code(&columns[first]).0, code(&columns[second]).0);
                for (row, keeps) in keeps.iter_mut().enumerate() {
                    *keeps &= usual[of.get(row) as usize] == shown.get(row);
                }
            }
        }
    }
    share(keeps.iter().filter(|&&keeps| keeps).count(), rows)
}

/// For each value of the first column the most frequent value of the second, the first of equals.
fn usual(first: &Series, second: &Series) -> Vec<Code> {
    let tally = count([first, second]);
    let mut usual = vec![(0, 0); code(first).1];
    for (at, &rows) in tally.counts().iter().enumerate() {
        let (of, shown) = (tally.code(at, 0) as usize, tally.code(at, 1));
        if rows > usual[of].0 {
            usual[of] = (rows, shown);
        }
    }
    usual.into_iter().map(|(_, shown)| shown).collect()
}

/// Completeness.
pub static COMPLETENESS: Entry = MeasureEntry {
    name: "completeness",
    title: "Completeness",
    aliases: &["share-of-missing-cells"],
    formula: "cells that are filled in / cells",
    summary: "The share of cells that are filled in.",
    facts: MeasureFacts {
        group: &group::QUALITY,
        unit: Unit::Share,
        better: Better::More,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::DAMA_2013],
    worked: Worked::assessed("There are `8 * 5 = 40` cells. After, the eight of sex say nothing: `(40 - 8) / 40 = 0.8`, so **0.8**.", &["completeness 1 0.8"]),
}
.entry();

/// Different records.
pub static UNIQUENESS: Entry = MeasureEntry {
    name: "uniqueness",
    title: "Different records",
    aliases: &["distinct records", "duplicate records", "record duplication"],
    formula: "distinct records / records",
    summary: "The share of records that remain if each is counted once, over all attributes.",
    facts: MeasureFacts {
        group: &group::QUALITY,
        unit: Unit::Share,
        better: Better::Same,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::DAMA_2013],
    worked: Worked::assessed("Before, all eight rows differ: 1. After, rows 6 and 8 are the same in every column (50-59, `1230*`, `*`, cancer, 4000), so seven rows differ: `7/8 = 0.875`, so **0.875**.", &["uniqueness 1 0.875"]),
}
.entry();
