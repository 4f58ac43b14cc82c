//! What no recoding of the records at hand can lose less than, as long as it shows what hierarchies have.
//!
//! Ranges and sets are other labels: a set of two values shows less than their nearest common ancestor.
//! Where an attribute has no hierarchy, they are allowed for, because methods show them there by themselves;
//! where it has one, whoever asks `mondrian` for them may lose less than this.

use crate::data::Data;
use ridotto_core::class::Tally;
use ridotto_core::objective::{Aggregate, Objective, granularity};
use ridotto_core::{ClassModel, Hierarchy, Watch};
use ridotto_micro::local::{Apart, least_loss};
use ridotto_policy::language::{Link, Missing};
use std::collections::HashMap;

impl Data {
    /// The loss that no recoding by the hierarchies falls below, if it is quickly found and more than
    /// nothing.
    pub(crate) fn lower_bound(&self, tally: &Tally, watch: &dyn Watch) -> Option<f64> {
        let least = self.models().map(ClassModel::rows_needed).max().unwrap_or(1);
        let is_by_class = *self.policy.release.missing == Missing::OwnValue
            && *self.policy.data.link != Link::Together
            && self.objective == Objective::Loss(Aggregate::Mean);
        if !is_by_class || least < 2 {
            return None;
        }
        let apart: Option<Vec<Apart>> = (0..self.keys.len()).map(|at| self.apart(at)).collect();
        least_loss(tally, &apart?, least, watch).filter(|&bound| bound > 0.0)
    }

    /// What is lost at least where two values of an attribute are shown as the same: by a label of its
    /// hierarchy, and without one by whatever label.
    fn apart(&self, at: usize) -> Option<Apart> {
        let (dictionary, hierarchy) = (self.dictionary(at), &self.hierarchies[at]);
        let importance: f64 = self.keys.iter().map(|key| key.importance).sum();
        let weight = self.keys[at].importance / importance.max(f64::MIN_POSITIVE);
        let policy = self.policy.attribute(&self.keys[at].name);
        let has_hierarchy = policy.is_some_and(|attribute| attribute.hierarchy.is_some());
        let pair = granularity(2, dictionary.len() as u64);
        let shown = shown_as(hierarchy, dictionary.len());
        Apart::new(dictionary.len(), |a, b| {
            if a == b {
                return 0.0;
            }
            let by_tree = alike(&shown[a as usize], &shown[b as usize]);
            // Without a hierarchy of its own an attribute may show both as a set.
            weight * if has_hierarchy { by_tree } else { by_tree.min(pair) }
        })
    }
}

/// What each value can be shown as: the number of each text, and what is lost by it at least.
fn shown_as(hierarchy: &Hierarchy, values: usize) -> Vec<Vec<(usize, f64)>> {
    let mut numbers: HashMap<Option<&str>, usize> = HashMap::new();
    let mut of_value = |code: usize| {
        let mut shown: Vec<(usize, f64)> = Vec::new();
        for level in 0..=hierarchy.height() {
            let group = hierarchy.map(level)[code];
            let next = numbers.len();
            let text = *numbers.entry(hierarchy.label(level, group)).or_insert(next);
            if shown.iter().all(|of| of.0 != text) {
                let leaves = hierarchy.leaves(level)[group as usize];
                shown.push((text, granularity(leaves, hierarchy.domain())));
            }
        }
        shown
    };
    (0..values).map(&mut of_value).collect()
}

/// What a value loses at least that shows the same text as another.
fn alike(one: &[(usize, f64)], other: &[(usize, f64)]) -> f64 {
    let is_shared = |of: &&(usize, f64)| other.iter().any(|other| other.0 == of.0);
    one.iter().filter(is_shared).map(|of| of.1).fold(1.0, f64::min)
}
