//! Tuples that a cell recoding never saw: the smallest class that holds them.
//!
//! A class holds a tuple if each of its labels is known to hold the value: because a record with that
//! value was shown so, because whoever made the labels says so ([`Held`]), or else because the label is
//! the value or `*`, or a range or a set in which the value lies. Of several classes the one is taken whose labels stand for the fewest values
//! that the recoding knows, and of these the first.

use super::saved::{CellAttribute, CellRecoding, Held};
use ridotto_core::hierarchy::covers;
use ridotto_core::{Code, Dictionary};
use rustc_hash::{FxHashMap, FxHashSet};

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
