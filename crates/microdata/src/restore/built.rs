//! What a builder of the policy says of values that a saved decision saw, and of others.

use ridotto_core::hierarchy::{Auto, Builder, DateUnit};
use ridotto_core::{Code, Dictionary, Hierarchy, Reading, Texts};
use ridotto_policy::language::Generalize;
use ridotto_policy::{HierarchySource, Policy};
use std::collections::BTreeSet;
use std::path::Path;

/// What may have made the labels of an attribute, and at which level if that is not the decision's.
pub(super) fn builders(policy: &Policy, name: &str) -> Vec<(Builder, Option<usize>)> {
    let Some(attribute) = policy.attribute(name) else { return Vec::new() };
    let release = &policy.release;
    let is_bare = *release.generalize == Generalize::None
        || release.searches_nothing() && *attribute.min_level == 0;
    match attribute.hierarchy.as_ref().map(|source| &source.value).filter(|_| !is_bare) {
        None => vec![(Builder::Suppress, None)],
        Some(HierarchySource::File(_)) => Vec::new(),
        Some(source) => match ridotto_release::hierarchy::builder(source, Path::new("")) {
            // Of dates it chooses units, one for each level; which one shows.
            Ok(Builder::Auto(Auto { by: None, .. })) => {
                let unit = |&unit: &DateUnit| (Builder::Dates(vec![unit]), Some(1));
                UNITS.iter().map(unit).collect()
            }
            Ok(builder) => vec![(builder, None)],
            Err(_) => Vec::new(),
        },
    }
}

/// What may have made the labels of an attribute whose cells are at levels of their own.
pub(super) fn of_cells(policy: &Policy, name: &str) -> Vec<Builder> {
    let is_unit = |(_, level): &(Builder, Option<usize>)| level.is_some();
    let builders = builders(policy, name);
    if builders.iter().any(is_unit) {
        return vec![Builder::Dates(UNITS.to_vec())];
    }
    builders.into_iter().map(|(builder, _)| builder).collect()
}

/// The units of dates, each of which is nested in the next.
const UNITS: [DateUnit; 5] =
    [DateUnit::Day, DateUnit::Month, DateUnit::Year, DateUnit::Decade, DateUnit::Century];

/// The values of a column that a decision saw.
pub(super) struct Values<'a> {
    pub name: &'a str,
    pub known: Vec<&'a str>,
    pub missing: &'a [String],
}

impl Values<'_> {
    /// The hierarchy of these values, and of the new ones that the builder can read.
    pub fn with(
        &self,
        new: &BTreeSet<&str>,
        builder: &Builder,
        reading: &Reading,
    ) -> Option<Together> {
        let known = || self.known.iter().copied();
        let longest = known().map(|text| text.chars().count()).max();
        // A longer value would lengthen the labels of all.
        let is_long = |text: &str| Some(text.chars().count()) > longest;
        let is_redacted = matches!(builder, Builder::Redact(_));
        let mut new = new.clone();
        new.retain(|text| !(is_redacted && is_long(text)));
        loop {
            let texts: Texts = known().chain(new.iter().copied()).collect();
            let is_missing = |text: &str| self.missing.iter().any(|missing| missing == text);
            let (dictionary, _) = Dictionary::new(&texts, reading.clone(), is_missing);
            let counts = vec![1; dictionary.len()];
            match builder.compile(self.name, &dictionary, &counts, &is_missing) {
                Ok(hierarchy) => return Some(Together { dictionary, hierarchy }),
                Err(error) => {
                    let before = new.len();
                    for &code in &error.values()?.codes {
                        new.remove(dictionary.text(code)?);
                    }
                    (new.len() < before).then_some(())?;
                }
            }
        }
    }
}

/// Values that were decided about and values that are new, in one hierarchy.
pub(super) struct Together {
    pub dictionary: Dictionary,
    pub hierarchy: Hierarchy,
}

impl Together {
    /// What a value shows at a level.
    pub fn label(&self, code: Code, level: usize) -> Option<&str> {
        let group = *self.hierarchy.map(level).get(code as usize)?;
        self.hierarchy.label(level, group)
    }
}
