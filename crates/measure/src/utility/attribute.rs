//! An attribute in both files: what stood in its cells before, and what its labels stand for now.

use super::label::{Covers, Labels};
use super::{Domain, Recoded, frequency};
use crate::group;
use crate::{Series, Values};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::{Code, Codes, Dictionary, Hierarchy};
use ridotto_numbers::chance::below;
use ridotto_numbers::sum;
use std::fmt;
use std::sync::Arc;

/// One column of a file: the distinct texts, and the code of each row.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    /// The distinct texts in their order.
    pub dictionary: &'a Dictionary,
    /// Which one stands in each row.
    pub codes: &'a Codes,
}

/// An attribute before and after masking. The rows of the two need not belong together, unless a
/// measure says so.
#[derive(Clone)]
pub struct Attribute {
    /// Its name.
    pub name: Arc<str>,
    /// The values before.
    pub domain: Domain,
    /// The value of each row before; `None` is missing.
    pub before: Vec<Option<Code>>,
    /// The label of each row after; `None` is missing.
    pub after: Vec<Option<Code>>,
    /// What each label stands for.
    pub labels: Vec<Recoded>,
    /// How many rows after have each label.
    pub counts: Vec<u64>,
}

impl Attribute {
    /// Reads every distinct label once. `covers` says whether a set or a range of days holds a
    /// value; who reads files has the notation.
    pub fn new(
        name: impl Into<Arc<str>>,
        before: Cells<'_>,
        after: Cells<'_>,
        hierarchy: Option<&Hierarchy>,
        covers: Covers<'_>,
    ) -> Self {
        let domain = Domain::new(before.dictionary, hierarchy);
        let reader = Labels::new(before.dictionary, &domain, hierarchy, covers);
        let labels = after.dictionary.texts().iter().map(|label| reader.read(label)).collect();
        let rows = |cells: Cells<'_>| {
            let missing = cells.dictionary.missing();
            cells.codes.iter().map(|code| (Some(code) != missing).then_some(code)).collect()
        };
        Self::from_parts(name, domain, rows(before), rows(after), labels)
    }

    /// From labels that were read already.
    pub fn from_parts(
        name: impl Into<Arc<str>>,
        domain: Domain,
        before: Vec<Option<Code>>,
        after: Vec<Option<Code>>,
        labels: Vec<Recoded>,
    ) -> Self {
        let counts = frequency::counts(&after, labels.len());
        Self { name: name.into(), domain, before, after, labels, counts }
    }

    /// How many cells are blank after that were not blank before. Blank cells of both files are
    /// taken to be the same ones, which needs no knowledge of whose row is whose.
    pub fn blanked(&self) -> u64 {
        let missing = |cells: &[Option<Code>]| cells.iter().filter(|code| code.is_none()).count();
        missing(&self.after).saturating_sub(missing(&self.before)) as u64
    }

    /// The share of the cells after whose label could not be read.
    pub fn unreadable(&self) -> f64 {
        let unread = self.labels.iter().zip(&self.counts).filter(|(label, _)| !label.is_known());
        let unread: u64 = unread.map(|(_, &count)| count).sum();
        unread as f64 / self.after.len().max(1) as f64
    }

    /// The mean over the cells after of a figure of their label. Blanked cells and those of
    /// `removed` records count as `*` does; cells whose figure is unknown are left out, and if
    /// that is all that have a label there is no mean.
    pub(crate) fn mean(&self, removed: u64, of: impl Fn(&Recoded) -> f64) -> Option<f64> {
        let gone = removed + self.blanked();
        let labelled: u64 = self.counts.iter().sum();
        let (mut total, mut cells) = (gone as f64 * of(&self.domain.top()), gone);
        for (label, &count) in self.labels.iter().zip(&self.counts) {
            let figure = of(label);
            if !figure.is_nan() {
                total += count as f64 * figure;
                cells += count;
            }
        }
        if labelled > 0 && cells == gone {
            return None;
        }
        // A cell that is blank in both files is as it was.
        let blank = self.after.iter().filter(|code| code.is_none()).count() as u64;
        let still = blank - self.blanked();
        total += still as f64 * of(&Recoded::number(f64::NAN));
        cells += still;
        (cells > 0).then(|| total / cells as f64)
    }

    /// The numbers before, row by row; empty if the attribute has none.
    pub fn numbers_before(&self) -> Vec<f64> {
        let number = |code: &Option<Code>| code.map_or(f64::NAN, |code| self.domain.number(code));
        if self.domain.is_numeric() { self.before.iter().map(number).collect() } else { Vec::new() }
    }

    /// The numbers after, a range being its midpoint; empty if the attribute has none. `*` is
    /// missing, unless it is to be the midpoint of the domain.
    pub fn numbers_after(&self, suppressed_as_midpoint: bool) -> Vec<f64> {
        if !self.domain.is_numeric() {
            return Vec::new();
        }
        let number = |label: &Recoded| {
            if label.suppressed && !suppressed_as_midpoint { f64::NAN } else { label.midpoint() }
        };
        let numbers: Vec<f64> = self.labels.iter().map(number).collect();
        self.after.iter().map(|code| code.map_or(f64::NAN, |code| numbers[code as usize])).collect()
    }

    /// The column before.
    pub fn column_before(&self) -> Series {
        let values = if self.domain.is_numeric() {
            Values::Numbers(self.numbers_before())
        } else {
            self.categories(self.before.clone())
        };
        Series { name: Arc::clone(&self.name), values }
    }

    /// The column after, filled in as somebody must who wants to compute with it: a range of
    /// numbers is its midpoint, a group of categories one of its members, drawn evenly by the seed,
    /// and what cannot be read, or is a suppressed number, is missing.
    pub fn column_after(&self, seed: u64) -> Series {
        if self.domain.is_numeric() {
            let values = Values::Numbers(self.numbers_after(false));
            return Series { name: Arc::clone(&self.name), values };
        }
        let members: Vec<usize> = self.labels.iter().map(Recoded::members_count).collect();
        let draw = |row: usize| {
            let label = self.after[row]? as usize;
            self.labels[label].member(below(seed, row as u64, members[label]))
        };
        let drawn = sum::parts(self.after.len(), |rows| rows.map(draw).collect::<Vec<_>>());
        Series { name: Arc::clone(&self.name), values: self.categories(drawn.concat()) }
    }

    /// The labels after as categories, `*` being missing: what is written, and not what it means.
    pub fn column_of_labels(&self) -> Series {
        let shown =
            |label: Option<Code>| label.filter(|&one| !self.labels[one as usize].suppressed);
        let codes = self.after.iter().map(|&label| shown(label)).collect();
        let categories = self.labels.len();
        let values = Values::Categories { codes, categories, ordered: false };
        Series { name: Arc::clone(&self.name), values }
    }

    fn categories(&self, codes: Vec<Option<Code>>) -> Values {
        let ordered = self.domain.ordered;
        Values::Categories { codes, categories: self.domain.values, ordered }
    }
}

impl fmt::Debug for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = (self.before.len(), self.after.len());
        write!(f, "Attribute({}, {before} rows before, {after} after)", self.name)
    }
}

/// Not understood.
pub static UNREADABLE_CELLS: Entry = MeasureEntry {
    name: "unreadable-cells",
    title: "Not understood",
    aliases: &["unreadable", "cells that are not understood"],
    formula: "cells whose label has no meaning / cells",
    summary: "The share of released values that are neither values of the input nor ranges or groups of them.",
    facts: MeasureFacts {
        group: &group::CELLS,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::assessed("30-39 is an interval of ages and `1220*` a part of a postcode: all labels have a meaning, **0** have none. A label such as `young` would have none.", &["unreadable-cells of age 0 0"]),
}
.entry();
