//! Which labels of saved cells hold a value, as the policy's builder has it.
//!
//! Cells of one attribute are at levels of their own, so a value that was never seen has no label of
//! its own: it may go to any class whose label is one of its ancestors. Which these are the builder
//! says, if it says of every value that was seen what was decided about it. A value that it cannot
//! read is held by `*` alone.

use super::built::{Together, Values, of_cells};
use ridotto_core::hierarchy::{Builder, TOP};
use ridotto_core::{Code, Dictionary, Reading};
use ridotto_micro::local::cell::{CellAttribute, CellRecoding, Held};
use ridotto_policy::Policy;
use std::collections::{BTreeMap, BTreeSet};

/// What a builder says of an attribute of saved cells.
pub(super) struct Built {
    together: Together,
    /// The level of each label that was decided for some value.
    levels: BTreeMap<u32, usize>,
    /// The labels that were decided for some value of a group of a level, by their places.
    groups: BTreeMap<(usize, Code), Vec<u32>>,
}

impl Built {
    /// What the policy's builder says of an attribute of saved cells, and of the values of a column of
    /// that name; `None` if no builder made the labels.
    pub fn new(
        (cells, at): (&CellRecoding, usize),
        (name, dictionary): (&str, &Dictionary),
        policy: &Policy,
        missing: &[String],
    ) -> Option<Self> {
        let attribute = &cells.attributes[at];
        let known: BTreeSet<&str> = attribute.values.iter().flatten().map(String::as_str).collect();
        let new = dictionary.texts().iter().filter(|text| !known.contains(text)).collect();
        let readings =
            [dictionary.reading().clone(), Reading::detect(known.iter().copied(), None, &[])];
        let values = Values { name, known: known.into_iter().collect(), missing };
        let shown = cells.shown(at);
        let agreed = |builder: &Builder| {
            let read = |reading| values.with(&new, builder, reading);
            readings.iter().find_map(|reading| Self::agreed(read(reading)?, attribute, &shown))
        };
        of_cells(policy, name).iter().find_map(agreed)
    }

    /// `None` if a value was shown as what is no ancestor of it.
    fn agreed(
        together: Together,
        attribute: &CellAttribute,
        pairs: &BTreeSet<(u32, u32)>,
    ) -> Option<Self> {
        let (mut groups, mut levels) = (BTreeMap::<_, Vec<u32>>::new(), BTreeMap::new());
        for &(value, label) in pairs {
            // No builder says anything of what is missing.
            let Some(text) = &attribute.values[value as usize] else { continue };
            let code = together.dictionary.code(text)?;
            let shows = attribute.labels[label as usize].as_deref();
            let all = 0..=together.hierarchy.height();
            let at: Vec<usize> =
                all.filter(|&level| together.label(code, level) == shows).collect();
            levels.entry(label).or_insert(*at.first()?);
            for level in at {
                let group = together.hierarchy.map(level)[code as usize];
                groups.entry((level, group)).or_default().push(label);
            }
        }
        Some(Self { together, levels, groups })
    }

    /// The labels that hold each value of a column.
    pub fn held(&self, attribute: &CellAttribute, dictionary: &Dictionary) -> Held {
        let stars = (0..).zip(&attribute.labels).filter(|(_, label)| label.as_deref() == Some(TOP));
        let stars: Vec<u32> = stars.map(|(place, _)| place).collect();
        let holding = |code: Code| -> Option<Vec<u32>> {
            let Some(own) = self.together.dictionary.code(dictionary.text(code)?) else {
                return Some(stars.clone());
            };
            let levels = 0..=self.together.hierarchy.height();
            let group = |level: usize| (level, self.together.hierarchy.map(level)[own as usize]);
            let labels: BTreeSet<u32> = levels
                .filter_map(|level| self.groups.get(&group(level)))
                .flatten()
                .copied()
                .collect();
            Some(labels.into_iter().collect())
        };
        (0..dictionary.len() as Code).map(holding).collect()
    }

    /// The level of a label, if some value was shown as that.
    pub fn level(&self, label: u32) -> Option<usize> {
        self.levels.get(&label).copied()
    }

    /// What a value shows at a level; `None` if the builder cannot read it.
    pub fn label(&self, text: &str, level: usize) -> Option<&str> {
        self.together.label(self.together.dictionary.code(text)?, level)
    }
}
