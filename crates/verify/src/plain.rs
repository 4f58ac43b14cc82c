//! The plain count: records counted by the texts of their quasi-identifiers, and nothing more.
//!
//! It is here to be read. It has no numbers for texts, no runs of cells, no packed rows and no
//! thresholds: a map from texts to what was counted, filled cell by cell. The quick count must find
//! the same; tests hold the two against each other on random tables.

use crate::error::VerifyError;
use crate::expected::Expected;
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, Watch};
use ridotto_table::Source;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The texts of a record's quasi-identifiers, in the order of their places; `None` is a null.
type Texts = Vec<Option<String>>;

/// What was counted of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlainClass {
    /// Its records.
    pub size: u64,
    /// How often each value of each judged column occurs.
    pub histograms: Vec<BTreeMap<Code, u64>>,
}

impl PlainClass {
    fn add(&mut self, other: &Self) {
        self.size += other.size;
        self.histograms.resize(other.histograms.len(), BTreeMap::new());
        for (own, other) in self.histograms.iter_mut().zip(&other.histograms) {
            for (&value, count) in other {
                *own.entry(value).or_default() += count;
            }
        }
    }
}

/// Classes by the texts that their records show. Its `Debug` shows no text.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PlainCount {
    classes: BTreeMap<Texts, PlainClass>,
}

impl PlainCount {
    /// Counts all records of a source that were not hidden. It must have as many as were written.
    pub fn of(
        source: &dyn Source,
        expected: &Expected<'_>,
        watch: &dyn Watch,
    ) -> Result<Self, VerifyError> {
        let mut keys: Vec<(usize, usize)> = (0..)
            .zip(expected.columns)
            .filter_map(|(at, column)| Some((column.key?, at)))
            .collect();
        keys.sort_unstable();
        let columns: Vec<usize> = keys.iter().map(|&(_, at)| at).collect();
        let counted = Mutex::new(Self::default());
        source.scan::<_, VerifyError>(
            &columns,
            || (),
            |(), block| {
                let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
                for row in 0..block.rows() {
                    let texts = (0..columns.len())
                        .map(|key| block.cell(row, key).map(std::borrow::Cow::into_owned))
                        .collect();
                    counted.record(texts, block.first_row as usize + row, expected)?;
                }
                Ok(())
            },
            watch,
        )?;
        Ok(counted.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts the record in a row of the output.
    fn record(
        &mut self,
        texts: Texts,
        row: usize,
        expected: &Expected<'_>,
    ) -> Result<(), VerifyError> {
        let input = *expected.order.get(row).ok_or(VerifyError::TooManyRecords)? as usize;
        if expected.hidden.is_some_and(|hidden| hidden[input]) {
            return Ok(());
        }
        let value = |codes: Code| BTreeMap::from([(codes, 1)]);
        let judged = expected.judged.iter();
        let histograms = judged.map(|column| value(column.codes.get(input))).collect();
        self.classes.entry(texts).or_default().add(&PlainClass { size: 1, histograms });
        Ok(())
    }

    /// The sizes of the classes, in ascending order.
    pub fn sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> = self.classes.values().map(|class| class.size).collect();
        sizes.sort_unstable();
        sizes
    }

    /// The classes over some of the quasi-identifiers, in ascending order of what was counted.
    pub fn over(&self, keys: &[usize]) -> Vec<PlainClass> {
        let mut classes: BTreeMap<Vec<&Option<String>>, PlainClass> = BTreeMap::new();
        for (texts, class) in &self.classes {
            let shown = keys.iter().map(|&key| &texts[key]).collect();
            classes.entry(shown).or_default().add(class);
        }
        let mut classes: Vec<PlainClass> = classes.into_values().collect();
        classes.sort_unstable();
        classes
    }

    /// The fewest records that fit a record over some of the quasi-identifiers, if `*` and missing
    /// cells fit anything: every class is compared with every other.
    pub fn least_fitting(&self, keys: &[usize], missing: &str) -> Option<u64> {
        let is_wild =
            |text: &Option<String>| text.as_ref().is_none_or(|text| text == TOP || text == missing);
        let fit = |one: &Texts, other: &Texts| {
            let fits =
                |&key: &usize| is_wild(&one[key]) || is_wild(&other[key]) || one[key] == other[key];
            keys.iter().all(fits)
        };
        let fitting = |one: &Texts| {
            let others = self.classes.iter().filter(|(other, _)| fit(one, other));
            others.map(|(_, class)| class.size).sum()
        };
        self.classes.keys().map(fitting).min()
    }

    /// The fewest persons whose records, all of them, show the same; `person` is the place of the
    /// judged column that tells persons apart.
    pub fn least_alike(&self, person: usize) -> Option<u64> {
        let mut shown: BTreeMap<Code, Vec<(&Texts, u64)>> = BTreeMap::new();
        for (texts, class) in &self.classes {
            for (&code, &records) in &class.histograms[person] {
                shown.entry(code).or_default().push((texts, records));
            }
        }
        let alike = |own: &Vec<_>| shown.values().filter(|other| *other == own).count() as u64;
        shown.values().map(alike).min()
    }
}

impl fmt::Debug for PlainCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlainCount({} classes)", self.classes.len())
    }
}

#[cfg(test)]
mod tests;
