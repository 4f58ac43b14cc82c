//! All measures of utility of a pair of files at once.
//!
//! Who calls reads the files, makes an [`Attribute`] of each column that both have, says which row
//! is which if it is known, and gets a list of figures. Nothing else is needed:
//!
//! - Generalised cells come in as labels. Each distinct label is read once into a
//!   [`Recoded`](super::Recoded): what it costs (`share`, `height`, `leaves`), which values it may
//!   stand for (`members`), and for numbers from where to where (`lower`, `upper`).
//! - Records that are missing after count as suppressed; so do records that show `*` in every
//!   quasi-identifier.
//! - `before` of a figure is what the file before has of it, or what an untouched file would have (a
//!   loss of 0, a precision of 1). What cannot be measured is not in the list.

mod cells;
mod numbers;
mod whole;

pub use cells::TRUE_CELLS;
pub use numbers::{MEAN, STANDARD_DEVIATION};

use super::queries::Query;
use super::{Alignment, Attribute};
use crate::group;
use ridotto_catalogue::{Entry, MeasureGroup};
use ridotto_core::{Parts, Watch};
use std::sync::Arc;

/// A pair of files, and what is to be known of them.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The columns that both files have.
    pub attributes: &'a [Attribute],
    /// The places of the quasi-identifiers among them: whose combinations make classes.
    pub quasi_identifiers: &'a [usize],
    /// How dear each attribute is; empty if all are alike.
    pub importance: &'a [f64],
    /// Which record was which.
    pub alignment: &'a Alignment,
    /// The k of k-anonymity, if it was asked for.
    pub k: Option<u64>,
    /// The places of attributes that somebody will want to predict.
    pub targets: &'a [usize],
    /// The user's own queries; without any, 100 counts are drawn.
    pub queries: &'a [Query],
    /// How many records models learn from at most.
    pub most: Most,
    /// Fills in groups of categories, deals folds, draws queries.
    pub seed: u64,
    /// Only measures of these groups are wanted; all if absent.
    pub groups: Option<&'a [&'static MeasureGroup]>,
}

/// How many records models learn from at most; of more, a sample is drawn by the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Records of each file that propensity learns from.
    pub told: usize,
    /// Records that predictions learn from.
    pub learnt: usize,
    /// In so many parts these are dealt, each of which is predicted from the others.
    pub folds: usize,
}

impl Default for Most {
    fn default() -> Self {
        Self { told: 100_000, learnt: 8_000, folds: 5 }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The measure.
    pub measure: &'static Entry,
    /// The attribute that it is about; `None` for the table.
    pub attribute: Option<Arc<str>>,
    /// The figure of the file before, or of an untouched one.
    pub before: Option<f64>,
    /// The figure of the file after.
    pub after: Option<f64>,
}

impl Measured {
    /// The measure's name, in kebab-case.
    pub fn name(&self) -> &'static str {
        self.measure.name
    }
}

impl Pair<'_> {
    /// Every figure that can be measured: first attribute by attribute, then of the table.
    pub fn measure(&self) -> Vec<Measured> {
        self.measure_in(&mut Parts::new(&()))
    }

    /// The same as far as there is time, in parts: of which some are left out if there is none.
    pub fn measure_in(&self, parts: &mut Parts<'_>) -> Vec<Measured> {
        let mut list = List(Vec::new());
        if self.wants(&[&group::CELLS]) {
            list.part(parts, "loss of attributes", |list, _| cells::by_attribute(self, list));
        }
        if self.wants(&[&group::CELLS, &group::CLASSES]) {
            list.part(parts, "loss of the table", |list, _| cells::of_table(self, list));
        }
        if self.wants(&[&group::NUMBERS, &group::STATISTICS]) {
            list.part(parts, "statistics of numbers", |list, _| numbers::measure(self, list));
        }
        whole::measure(self, &mut list, parts);
        list.0
    }

    /// Whether a measure of one of these groups is wanted.
    fn wants(&self, groups: &[&'static MeasureGroup]) -> bool {
        self.groups.is_none_or(|wanted| groups.iter().any(|group| wanted.contains(group)))
    }

    /// Records that the file after lacks.
    fn removed(&self) -> u64 {
        let rows = |of: fn(&Attribute) -> usize| self.attributes.first().map_or(0, of);
        rows(|one| one.before.len()).saturating_sub(rows(|one| one.after.len())) as u64
    }

    /// The row before of each row after, if it is known.
    fn rows(&self) -> Option<Vec<u32>> {
        let first = self.attributes.first()?;
        self.alignment.pairs(first.before.len(), first.after.len())
    }
}

/// Figures so far.
#[derive(Default)]
struct List(Vec<Measured>);

impl List {
    /// Adds the figures of a part, all of them or none.
    fn part(
        &mut self,
        parts: &mut Parts<'_>,
        name: &str,
        measure: impl FnOnce(&mut Self, &dyn Watch),
    ) {
        let more = parts.part(name, |watch| {
            let mut more = Self::default();
            measure(&mut more, watch);
            more
        });
        self.0.extend(more.0);
    }

    /// Adds a figure of the table, if it could be measured.
    fn add(&mut self, measure: &'static Entry, before: impl Into<Option<f64>>, after: Option<f64>) {
        self.push(measure, None, before.into(), after);
    }

    /// Adds a figure of an attribute, if it could be measured.
    fn of(
        &mut self,
        attribute: &Attribute,
        measure: &'static Entry,
        before: impl Into<Option<f64>>,
        after: Option<f64>,
    ) {
        self.push(measure, Some(Arc::clone(&attribute.name)), before.into(), after);
    }

    fn push(
        &mut self,
        measure: &'static Entry,
        attribute: Option<Arc<str>>,
        before: Option<f64>,
        after: Option<f64>,
    ) {
        // No figure is better than one that is no number.
        let after = after.filter(|figure| figure.is_finite());
        let before = before.filter(|figure| figure.is_finite());
        if after.is_some() {
            self.0.push(Measured { measure, attribute, before, after });
        }
    }
}
