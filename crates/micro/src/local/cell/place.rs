//! Tuples that a cell recoding never saw: the smallest class that holds them.
//!
//! A class holds a tuple if each of its labels is known to hold the value: because a record with that
//! value was shown so, because whoever made the labels says so ([`Held`]), or else because the label is
//! the value or `*`, or a range or a set in which the value lies. Of several classes the one is taken whose
//! labels stand for the fewest values that the recoding knows, and of these the first.

use super::saved::{CellAttribute, CellRecoding, Held};
use crate::local::grouping::Names;
use crate::local::{Grouping, Shown};
use ridotto_core::hierarchy::{TOP, covers};
use ridotto_core::{Code, Codes, Dictionary, KeyedMap};
use rustc_hash::{FxHashMap, FxHashSet};

impl CellRecoding {
    /// Groups other rows: `columns` are their keys in the attributes' order.
    ///
    /// # Panics
    /// If there are not as many columns as attributes, or the recoding is not sound.
    pub fn apply(&self, columns: &[(&Codes, &Dictionary)], rows: usize) -> Grouping {
        self.apply_held(columns, rows, &vec![None; columns.len()])
    }

    /// The same, where it is known of some attributes which labels hold their values.
    ///
    /// # Panics
    /// As [`apply`](Self::apply).
    pub fn apply_held(
        &self,
        columns: &[(&Codes, &Dictionary)],
        rows: usize,
        held: &[Option<Held>],
    ) -> Grouping {
        assert_eq!(columns.len(), self.attributes.len(), "as many columns as attributes");
        let places: Vec<Vec<Option<u32>>> = self
            .attributes
            .iter()
            .zip(columns)
            .map(|(attribute, (_, dictionary))| attribute.places(dictionary))
            .collect();
        let known: KeyedMap<&[u32], u32> = self
            .tuples
            .iter()
            .map(|tuple| (&tuple[..columns.len()], tuple[columns.len()]))
            .collect();
        let groups = self.attributes.first().map_or(1, |attribute| attribute.groups.len()) as u32;
        let dictionaries = columns.iter().map(|(_, dictionary)| *dictionary).collect();
        let mut placing = Placing::new(self, dictionaries, held);
        let (mut tuple, mut values) = (Vec::with_capacity(columns.len()), Vec::new());
        let group_of = (0..rows)
            .map(|row| {
                values.clear();
                values.extend(columns.iter().map(|(codes, _)| codes.get(row)));
                tuple.clear();
                tuple.extend((0..columns.len()).map_while(|at| places[at][values[at] as usize]));
                let seen = known.get(&tuple[..]).copied();
                seen.or_else(|| placing.class(&values, &places)).unwrap_or(groups)
            })
            .collect();
        let shown = |attribute: &CellAttribute| {
            let (mut shown, mut names) = (Shown::default(), Names::default());
            for &at in &attribute.groups {
                shown.push(&mut names, attribute.labels[at as usize].as_deref());
            }
            shown.push(&mut names, Some(TOP));
            shown
        };
        let attributes = self.attributes.iter().map(shown).collect();
        Grouping { group_of, groups: groups as usize + 1, attributes }
    }
}

/// Finds classes for new tuples.
pub(super) struct Placing<'a> {
    recoding: &'a CellRecoding,
    dictionaries: Vec<&'a Dictionary>,
    held: &'a [Option<Held>],
    /// Which labels hold which known values, both by their places.
    shown: Vec<FxHashSet<(u32, u32)>>,
    /// The classes, the smallest first.
    order: Vec<u32>,
    /// For each attribute and each new value: which labels hold it.
    holds: Vec<FxHashMap<Code, Vec<bool>>>,
    known: FxHashMap<Vec<Code>, Option<u32>>,
}

impl<'a> Placing<'a> {
    pub(super) fn new(
        recoding: &'a CellRecoding,
        dictionaries: Vec<&'a Dictionary>,
        held: &'a [Option<Held>],
    ) -> Self {
        let attributes = recoding.attributes.len();
        let shown = (0..attributes).map(|at| recoding.shown(at).into_iter().collect()).collect();
        let mut placing = Self {
            recoding,
            dictionaries,
            held,
            shown,
            order: Vec::new(),
            holds: vec![FxHashMap::default(); attributes],
            known: FxHashMap::default(),
        };
        placing.order = placing.smallest_first();
        placing
    }

    /// The classes by how many known values their labels stand for, added up over attributes as
    /// shares of all.
    fn smallest_first(&self) -> Vec<u32> {
        let widths: Vec<Vec<f64>> = (0..self.shown.len())
            .map(|at| {
                let attribute = &self.recoding.attributes[at];
                let mut width = vec![0.0; attribute.labels.len()];
                for &(_, label) in &self.shown[at] {
                    width[label as usize] += 1.0 / attribute.values.len().max(1) as f64;
                }
                width
            })
            .collect();
        let groups = self.recoding.attributes.first().map_or(0, |one| one.groups.len());
        let width = |group: usize| -> f64 {
            let each = self.recoding.attributes.iter().zip(&widths);
            each.map(|(attribute, width)| width[attribute.groups[group] as usize]).sum()
        };
        let mut order: Vec<(f64, u32)> =
            (0..groups).map(|group| (width(group), group as u32)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        order.into_iter().map(|(_, group)| group).collect()
    }

    /// The smallest class that holds a tuple of codes, if one does.
    pub(super) fn class(&mut self, codes: &[Code], places: &[Vec<Option<u32>>]) -> Option<u32> {
        if let Some(known) = self.known.get(codes) {
            return *known;
        }
        for (at, &code) in codes.iter().enumerate() {
            let (attribute, shown) = (&self.recoding.attributes[at], &self.shown[at]);
            let dictionary = self.dictionaries[at];
            let place = places[at][code as usize];
            let held = self.held[at].as_ref().and_then(|held| held[code as usize].as_deref());
            self.holds[at]
                .entry(code)
                .or_insert_with(|| labels_of(attribute, (shown, held), dictionary, (code, place)));
        }
        let holds = |group: u32| {
            codes.iter().enumerate().all(|(at, code)| {
                let label = self.recoding.attributes[at].groups[group as usize];
                self.holds[at][code][label as usize]
            })
        };
        let found = self.order.iter().copied().find(|&group| holds(group));
        self.known.insert(codes.to_vec(), found);
        found
    }
}

/// Which labels hold a value.
fn labels_of(
    attribute: &CellAttribute,
    (shown, held): (&FxHashSet<(u32, u32)>, Option<&[u32]>),
    dictionary: &Dictionary,
    (code, place): (Code, Option<u32>),
) -> Vec<bool> {
    let (text, reading) = (dictionary.text(code), dictionary.reading());
    let holds = |(label, of): (u32, &Option<String>)| {
        let is_known = place.is_some_and(|place| shown.contains(&(place, label)));
        is_known
            || match held {
                Some(held) => held.contains(&label),
                None => covers(of.as_deref(), text, reading),
            }
    };
    (0..).zip(&attribute.labels).map(holds).collect()
}
