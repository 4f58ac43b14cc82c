//! A cell recoding as data: what each tuple of values becomes.

use super::{CellKey, Cluster};
use crate::local::{Grouping, SUPPRESSED, Shown};
use ridotto_core::class::Tally;
use ridotto_core::{Code, Dictionary, KeyedMap};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// What each tuple of values becomes; a tuple that was never seen goes to the smallest class that
/// holds it, and shows `*` everywhere if none does. It holds values of the data it was fitted on, so
/// it is for the owner's eyes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellRecoding {
    /// The attributes.
    pub attributes: Vec<CellAttribute>,
    /// Each tuple as the places of its values, attribute by attribute, then its group.
    pub tuples: Vec<Vec<u32>>,
    /// Which labels were decided for which values, by their places, beside what the tuples say: of
    /// classes that were decided for whole ranges of tuples. It is not saved.
    #[serde(skip)]
    beside: Vec<BTreeSet<(u32, u32)>>,
}

/// For each value of a column, by its code, the places of the labels that hold it, if that is known.
pub type Held = Vec<Option<Vec<u32>>>;

/// The values and labels of one attribute. Its `Debug` shows none.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellAttribute {
    /// The values; `None` is missing.
    pub values: Vec<Option<String>>,
    /// The labels; `None` is missing.
    pub labels: Vec<Option<String>>,
    /// The place of each group's label.
    pub groups: Vec<u32>,
}

impl CellRecoding {
    pub(super) fn new(
        keys: &[CellKey<'_>],
        tally: &Tally,
        clusters: &[Cluster],
        shown: &[Shown],
    ) -> Self {
        let mut tuples: Vec<Vec<u32>> = Vec::new();
        for (group, cluster) in clusters.iter().enumerate() {
            for &unit in &cluster.units {
                let codes = (0..keys.len()).map(|at| tally.code(unit as usize, at));
                tuples.push(codes.chain([group as u32]).collect());
            }
        }
        Self::of_tuples(keys, tuples, shown)
    }

    /// What the tuples of rows became, if some of the rows were suppressed: their tuples are
    /// forgotten unless other rows have them.
    pub fn of_rows(keys: &[CellKey<'_>], grouping: &Grouping) -> Self {
        let released = grouping.group_of.iter().enumerate().filter(|(_, of)| **of != SUPPRESSED);
        let tuple = |(row, &group): (usize, &u32)| {
            keys.iter().map(|key| key.column.codes.get(row)).chain([group]).collect()
        };
        Self::of_tuples(keys, released.map(tuple).collect(), &grouping.attributes)
    }

    fn of_tuples(keys: &[CellKey<'_>], mut tuples: Vec<Vec<u32>>, shown: &[Shown]) -> Self {
        let attribute = |(key, shown): (&CellKey<'_>, &Shown)| CellAttribute {
            values: (0..key.dictionary.len() as Code)
                .map(|code| key.dictionary.text(code).map(str::to_owned))
                .collect(),
            labels: (0..shown.labels.len())
                .map(|at| {
                    let missing = shown.missing == Some(at as Code);
                    (!missing).then(|| shown.labels.get(at).to_owned())
                })
                .collect(),
            groups: shown.label_of.clone(),
        };
        // A tuple whose rows differ in sensitive values may be in several groups: the first wins.
        tuples.sort_unstable();
        tuples.dedup_by(|next, kept| next[..keys.len()] == kept[..keys.len()]);
        let attributes = keys.iter().zip(shown).map(attribute).collect();
        Self { attributes, tuples, beside: Vec::new() }
    }

    /// Classes that were decided otherwise than tuple by tuple; for each attribute which labels were
    /// decided for which values, by their places.
    pub fn of_classes(attributes: Vec<CellAttribute>, shown: Vec<BTreeSet<(u32, u32)>>) -> Self {
        Self { attributes, tuples: Vec::new(), beside: shown }
    }

    /// Which labels of an attribute were decided for which of its values, by their places.
    pub fn shown(&self, attribute: usize) -> BTreeSet<(u32, u32)> {
        let groups = &self.attributes[attribute].groups;
        let pair =
            |tuple: &Vec<u32>| (tuple[attribute], groups[tuple[self.attributes.len()] as usize]);
        let beside = self.beside.get(attribute).into_iter().flatten().copied();
        self.tuples.iter().map(pair).chain(beside).collect()
    }

    /// Whether every tuple has a value of each attribute and a group, and every group its labels.
    /// Ask this of a recoding that was read from a file.
    pub fn is_sound(&self) -> bool {
        let groups = self.attributes.first().map_or(0, |attribute| attribute.groups.len());
        let attribute = |one: &CellAttribute| {
            one.groups.len() == groups
                && one.groups.iter().all(|&label| (label as usize) < one.labels.len())
        };
        let tuple = |tuple: &Vec<u32>| {
            tuple.len() == self.attributes.len() + 1
                && tuple.last().is_some_and(|&group| (group as usize) < groups)
        };
        self.attributes.iter().all(attribute) && self.tuples.iter().all(tuple)
    }
}

impl CellAttribute {
    /// The place of each value of another dictionary.
    pub(super) fn places(&self, dictionary: &Dictionary) -> Vec<Option<u32>> {
        let known: KeyedMap<Option<&str>, u32> =
            self.values.iter().map(Option::as_deref).zip(0..).collect();
        (0..dictionary.len() as Code)
            .map(|code| known.get(&dictionary.text(code)).copied())
            .collect()
    }
}

impl fmt::Debug for CellAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { values, labels, groups } = self;
        let (values, labels, groups) = (values.len(), labels.len(), groups.len());
        write!(f, "CellAttribute({values} values, {labels} labels, {groups} groups)")
    }
}
