//! The hierarchy of a sensitive attribute as it is saved, for models that measure along it.
//!
//! Saved are the groups of each value by number: labels need not tell groups apart. A value that
//! the hierarchy never saw is a group of its own up to the top, as far from all others as can be.

use ridotto_core::hierarchy::{Builder, Row, TOP};
use ridotto_core::{Code, Dictionary, Hierarchy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The groups of each value of a sensitive attribute. Its `Debug` shows no value.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedHierarchy {
    /// The attribute.
    pub attribute: String,
    /// How many levels there are above the values; the last is a single group.
    pub height: usize,
    /// The group of each value on the levels 1 to the last but one.
    pub values: BTreeMap<String, Vec<Code>>,
    /// The same of the missing value, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<Code>>,
}

impl fmt::Debug for SavedHierarchy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (values, height) = (self.values.len(), self.height);
        write!(f, "SavedHierarchy({}, {values} values, height {height})", self.attribute)
    }
}

impl SavedHierarchy {
    /// The saved form of a compiled hierarchy.
    pub(crate) fn new(attribute: &str, dictionary: &Dictionary, hierarchy: &Hierarchy) -> Self {
        let groups = |code: Code| -> Vec<Code> {
            (1..hierarchy.height()).map(|level| hierarchy.map(level)[code as usize]).collect()
        };
        let text = |code: Code| Some((dictionary.text(code)?.to_owned(), groups(code)));
        Self {
            attribute: attribute.to_owned(),
            height: hierarchy.height(),
            values: (0..dictionary.len() as Code).filter_map(text).collect(),
            missing: dictionary.missing().map(groups),
        }
    }

    /// Whether every value has a group on every level.
    pub(super) fn is_sound(&self) -> bool {
        let mut all = self.values.values().chain(&self.missing);
        self.height > 0 && all.all(|groups| groups.len() + 1 == self.height)
    }

    /// The hierarchy for the values of another file; `None` if the groups are not nested.
    pub(crate) fn compile(&self, dictionary: &Dictionary, missing: &[String]) -> Option<Hierarchy> {
        let is_missing = |text: &str| missing.iter().any(|other| other == text);
        // No value begins like this, so that labels are none of them.
        let label = |(level, group): (usize, &Code)| format!("\u{1}{level}:{group}");
        let row = |value: &str, groups: Option<&Vec<Code>>| {
            let labels: Vec<String> = match groups {
                Some(groups) => groups.iter().enumerate().map(label).collect(),
                None => (1..self.height).map(|_| format!("\u{1}{value}")).collect(),
            };
            // The top is written out, so that it stays the top whatever lies below it.
            let labels = labels.into_iter().chain([TOP.to_owned()]);
            Row::line(1, [value.to_owned()].into_iter().chain(labels))
        };
        let mut rows: Vec<Row> =
            self.values.iter().map(|(value, groups)| row(value, Some(groups))).collect();
        let new = dictionary.texts().iter().filter(|text| !self.values.contains_key(*text));
        rows.extend(new.map(|text| row(text, None)));
        if let Some(text) = missing.first().filter(|_| dictionary.missing().is_some()) {
            rows.push(row(text, self.missing.as_ref()));
        }
        let counts = vec![0; dictionary.len()];
        Builder::Table(rows).compile(&self.attribute, dictionary, &counts, &is_missing).ok()
    }
}
