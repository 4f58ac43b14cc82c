//! The report's findings as measures: a readable name, a unit and an explanation for each.
//!
//! Findings about the whole file are rows; those about attributes, and those about statistics of
//! its numbers, are tables.

mod risk;
mod statistics;
#[cfg(test)]
mod tests;
mod utility;
mod words;

pub(super) use words::Group;

use super::view::RowsAre;
use super::{Measure, Unit};
use crate::{Concern, Finding};
use std::collections::BTreeMap;
use words::{all, words};

/// Measures that say the same: the first is left out if the second is there with the same figures.
const TWINS: [(&str, &str); 3] = [
    ("prosecutor-highest", "highest-risk"),
    ("prosecutor-average", "average-risk"),
    ("class-size", "average-class-size"),
];

/// The findings of a concern.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Those about the whole file, by group.
    pub measures: Vec<Named>,
    /// Those about attributes and statistics, by group.
    pub tables: Vec<Table>,
}

/// A measure of the whole file.
#[derive(Debug)]
pub(super) struct Named {
    pub measure: Measure,
    pub group: Group,
    /// What an untouched file would have, where *before* is that and was not measured.
    pub untouched: Option<f64>,
}

/// Measures of attributes or statistics.
#[derive(Debug)]
pub(super) struct Table {
    pub group: Group,
    pub rows_are: RowsAre,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// A measure of a table.
#[derive(Debug)]
pub(super) struct Column {
    pub name: String,
    pub about: &'static str,
    pub unit: Unit,
    pub untouched: Option<f64>,
}

/// An attribute or a statistic.
#[derive(Debug)]
pub(super) struct Row {
    pub name: String,
    /// Before and after, by column.
    pub figures: BTreeMap<usize, (Option<f64>, Option<f64>)>,
}

/// A measure as others may describe it.
#[derive(Debug)]
pub(super) struct Described {
    pub key: String,
    pub name: String,
    pub about: &'static str,
    pub group: Group,
}

/// Every measure that there are words for.
pub(super) fn described() -> impl Iterator<Item = Described> {
    let plain = all().map(|words| Described {
        key: words.key.to_owned(),
        name: words.name.to_owned(),
        about: words.about,
        group: words.group,
    });
    let moved = statistics::all().map(|(key, name, about)| Described {
        key,
        name,
        about,
        group: Group::Statistics,
    });
    plain.chain(moved)
}

/// Whether the value *after* of the measure with this name follows from the released file alone.
pub fn follows_from_release(name: &str) -> bool {
    words(name).is_some_and(|words| words.released)
}

/// The findings of a concern, each once.
pub(super) fn of_findings(findings: &[Finding], concern: Concern) -> Found {
    let mut found = Found::default();
    let list: Vec<&Finding> = findings.iter().filter(|one| one.concern == concern).collect();
    for (at, finding) in list.iter().enumerate() {
        let figures = (finding.before, finding.after);
        let name = finding.name.as_str();
        if let Some(attribute) = &finding.attribute {
            found.add(attribute, attribute_column(name), figures);
        } else if let Some(attribute) = name.strip_prefix("loss of ") {
            found.add(attribute, attribute_column("loss"), figures);
        } else if let Some((statistic, way)) = statistics::place(name) {
            found.add(statistic, statistic_column(way), figures);
        } else if !is_told(finding, &list[..at], &list) {
            found.measures.push(of_finding(finding));
        }
    }
    found.measures.sort_by_key(|one| one.group);
    found.tables.sort_by_key(|table| table.group);
    found
}

/// Whether a finding was told before, or is told under another name.
fn is_told(finding: &Finding, earlier: &[&Finding], all: &[&Finding]) -> bool {
    let twin = TWINS.iter().find(|(name, _)| *name == finding.name).map(|(_, twin)| *twin);
    let same = |other: &&Finding| {
        other.attribute.is_none()
            && equal(other.before, finding.before)
            && equal(other.after, finding.after)
    };
    earlier.iter().any(|other| other.name == finding.name && same(other))
        || all.iter().any(|other| Some(other.name.as_str()) == twin && same(other))
}

/// Whether two figures are the same but for rounding.
fn equal(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * one.abs().max(other.abs()),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn of_finding(finding: &Finding) -> Named {
    let (before, after) = (finding.before, finding.after);
    let (name, about, unit, group) = match words(&finding.name) {
        Some(words) => (words.name, words.about, words.unit, words.group),
        None => (finding.name.as_str(), "", Unit::Number, Group::Unknown),
    };
    let measure = Measure { name: name.into(), about: about.into(), unit, before, after };
    let untouched = words(&finding.name).and_then(|words| words.untouched);
    Named { measure, group, untouched }
}

fn attribute_column(name: &str) -> (Group, RowsAre, Column) {
    let (group, column) = match words(name) {
        Some(words) => {
            let (unit, untouched) = (words.unit, words.untouched);
            let name = words.name.to_owned();
            (words.group, Column { name, about: words.about, unit, untouched })
        }
        None => {
            let (name, unit) = (name.to_owned(), Unit::Number);
            (Group::Unknown, Column { name, about: "", unit, untouched: None })
        }
    };
    let rows_are = if group == Group::Queries { RowsAre::Queries } else { RowsAre::Attributes };
    (group, rows_are, column)
}

fn statistic_column(way: usize) -> (Group, RowsAre, Column) {
    let (_, name, unit, about) = statistics::WAYS[way];
    let column = Column { name: name.into(), about, unit, untouched: Some(0.0) };
    (Group::Statistics, RowsAre::Statistics, column)
}

impl Found {
    /// Puts figures into the table of their group; what is there already stays.
    fn add(
        &mut self,
        row: &str,
        (group, rows_are, column): (Group, RowsAre, Column),
        figures: (Option<f64>, Option<f64>),
    ) {
        let is_it = |table: &Table| table.group == group && table.rows_are == rows_are;
        let at = self.tables.iter().position(is_it).unwrap_or_else(|| {
            self.tables.push(Table { group, rows_are, columns: Vec::new(), rows: Vec::new() });
            self.tables.len() - 1
        });
        let Table { columns, rows, .. } = &mut self.tables[at];
        let column = columns.iter().position(|one| one.name == column.name).unwrap_or_else(|| {
            columns.push(column);
            columns.len() - 1
        });
        let row = rows.iter().position(|one| one.name == row).unwrap_or_else(|| {
            rows.push(Row { name: row.to_owned(), figures: BTreeMap::new() });
            rows.len() - 1
        });
        rows[row].figures.entry(column).or_insert(figures);
    }
}
