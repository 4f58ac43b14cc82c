//! The report's findings as measures: a readable name, a unit and an explanation for each.
//!
//! Findings about the whole file are rows; those about attributes, and those about statistics of
//! its numbers, are tables.

#[cfg(test)]
mod tests;

use super::{Measure, Unit};
use crate::{Concern, Finding};
use ridotto_catalogue::entry::Form;
use ridotto_catalogue::{Entry, MeasureFacts, MeasureGroup, Measures, RowsAre};
use std::collections::BTreeMap;

/// What a measure is shown with; `None` for what nobody knows.
pub(super) type Group = Option<&'static MeasureGroup>;

/// The heading of a group.
pub(super) fn title(group: Group) -> &'static str {
    group.map_or("More", |group| group.title)
}

/// Groups in their order; what nobody knows comes last.
fn place(group: Group) -> u8 {
    group.map_or(u8::MAX, |group| group.place)
}

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

/// The findings of a concern, each once.
pub(super) fn of_findings(findings: &[Finding], concern: Concern, measures: Measures) -> Found {
    let mut found = Found::default();
    let list: Vec<&Finding> = findings.iter().filter(|one| one.concern == concern).collect();
    for (at, finding) in list.iter().enumerate() {
        let figures = (finding.before, finding.after);
        let name = finding.name.as_str();
        let known = measures.of(name);
        if let Some(attribute) = &finding.attribute {
            found.add(attribute, attribute_column(name, known), figures);
        } else if let Some((_, attribute)) = measures.attribute_in(name) {
            found.add(attribute, attribute_column(name, known), figures);
        } else if let Some((entry, facts, row, column)) = cell(known) {
            found.add(row, column_of(column, entry, facts), figures);
        } else if !is_told(finding, known, &list[..at], &list) {
            found.measures.push(of_finding(finding, known));
        }
    }
    found.measures.sort_by_key(|one| place(one.group));
    found.tables.sort_by_key(|table| place(table.group));
    found
}

/// What is known of the measure of a finding.
type KnownMeasure = Option<(&'static Entry, &'static MeasureFacts)>;

/// A measure that is a cell of its group's table, with the row and the column.
fn cell(
    known: KnownMeasure,
) -> Option<(&'static Entry, &'static MeasureFacts, &'static str, &'static str)> {
    let (entry, facts) = known?;
    let Form::Cell(row, column) = facts.form else { return None };
    Some((entry, facts, row, column))
}

/// Whether a finding was told before, or is told under another name.
fn is_told(finding: &Finding, known: KnownMeasure, earlier: &[&Finding], all: &[&Finding]) -> bool {
    let twin = known.and_then(|(_, facts)| facts.twin);
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

fn of_finding(finding: &Finding, known: KnownMeasure) -> Named {
    let (before, after) = (finding.before, finding.after);
    let Some((entry, facts)) = known else {
        let measure = Measure { name: finding.name.clone(), before, after, ..Measure::default() };
        return Named { measure, group: None, untouched: None };
    };
    // A sentence says more than the title: what it is about.
    let is_sentence = matches!(facts.form, Form::Sentence(_));
    let name = if is_sentence { finding.name.clone() } else { entry.title.to_owned() };
    let measure = Measure { name, about: entry.summary.into(), unit: facts.unit, before, after };
    Named { measure, group: Some(facts.group), untouched: facts.untouched }
}

fn attribute_column(name: &str, known: KnownMeasure) -> (Group, RowsAre, Column) {
    match known {
        Some((entry, facts)) => column_of(entry.title, entry, facts),
        None => {
            let (name, unit) = (name.to_owned(), Unit::Number);
            (None, RowsAre::Attributes, Column { name, about: "", unit, untouched: None })
        }
    }
}

/// The column of a measure, by this name.
fn column_of(name: &str, entry: &'static Entry, facts: &MeasureFacts) -> (Group, RowsAre, Column) {
    let MeasureFacts { group, unit, untouched, .. } = *facts;
    let column = Column { name: name.to_owned(), about: entry.summary, unit, untouched };
    (Some(group), group.rows_are, column)
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
