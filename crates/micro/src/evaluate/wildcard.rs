//! Looking at a node where a missing value fits anything.
//!
//! There are no classes then, only for each record how many fit it ([`wildcard_counts`]). A
//! record that is suppressed no longer fits others, which may then be too few; so records are
//! suppressed until nothing fails any more. What is left is the *greatest* set of records that all
//! fit `k` of it: what fails among more records fails among fewer.
//!
//! Coarser values fit where finer ones did, so that set only grows upward, as long as a missing
//! value stays missing at every level or becomes `*`. A hierarchy that puts missing values under a
//! label breaks that, and then nothing is promised ([`WildcardEvaluator::is_monotone`]).

use super::outcome::{outcome_of, table_at, whole};
use super::{Evaluate, Look, kept};
use crate::lattice::OpenNodes;
use ridotto_core::class::wildcard_counts;
use ridotto_core::hierarchy::TOP;
use ridotto_core::objective::Scorer;
use ridotto_core::{Class, ClassTable, Code, Hierarchy};

/// Evaluates nodes by how many records fit each.
#[derive(Debug)]
pub struct WildcardEvaluator<'a> {
    table: &'a ClassTable,
    hierarchies: &'a [Hierarchy],
    scopes: &'a [WildcardScope],
    scorer: &'a Scorer,
}

/// A set of attributes, and how many records must fit each over them.
pub type WildcardScope = (Vec<usize>, u64);

impl<'a> WildcardEvaluator<'a> {
    /// An evaluator of a table: over each set of attributes every record must fit so many.
    pub fn new(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        scopes: &'a [WildcardScope],
        scorer: &'a Scorer,
    ) -> Self {
        Self { table, hierarchies, scopes, scorer }
    }

    /// Whether what is suppressed at a node is suppressed at every finer one.
    pub fn is_monotone(hierarchies: &[Hierarchy]) -> bool {
        hierarchies.iter().all(|hierarchy| {
            let Some(missing) = hierarchy.missing_group(0) else { return true };
            (1..hierarchy.height()).all(|level| {
                let group = hierarchy.map(level)[missing as usize];
                hierarchy.missing_group(level) == Some(group)
            })
        })
    }
}

/// The group of each attribute's level that fits anything.
pub fn wild_groups(hierarchies: &[Hierarchy], levels: &[u8]) -> Vec<Option<Code>> {
    let wild = |(hierarchy, &level): (&Hierarchy, &u8)| {
        let star = |&group: &Code| hierarchy.label(level.into(), group) == Some(TOP);
        let groups = hierarchy.groups(level.into()) as Code;
        hierarchy.missing_group(level.into()).or_else(|| (0..groups).find(star))
    };
    hierarchies.iter().zip(levels).map(wild).collect()
}

/// Which classes of a table must go so that each that is left fits enough rows over every set of
/// attributes, where a code of `wild` fits anything.
pub fn unmatched(table: &ClassTable, wild: &[Option<Code>], scopes: &[WildcardScope]) -> Vec<bool> {
    let mut gone = vec![false; table.len()];
    loop {
        let mut is_stable = true;
        for (subset, k) in scopes {
            let projected = kept(table, &gone).project(subset);
            let missing: Vec<Option<Code>> = subset.iter().map(|&at| wild[at]).collect();
            let counts = wildcard_counts(projected.keys(), &missing);
            let pairs = projected.classes().zip(&counts);
            let failing: Vec<Class<'_>> =
                pairs.filter(|(_, count)| **count < *k).map(|pair| pair.0).collect();
            is_stable &= failing.is_empty();
            for (class, gone) in table.classes().zip(&mut gone).filter(|(_, gone)| !**gone) {
                let order = |failing: &Class<'_>| {
                    failing.key().cmp(subset.iter().map(|&at| class.code(at)))
                };
                *gone = failing.binary_search_by(order).is_ok();
            }
        }
        if is_stable {
            return gone;
        }
    }
}

impl Evaluate for WildcardEvaluator<'_> {
    fn look(&mut self, levels: &[u8], limit: u64, _open: OpenNodes<'_>) -> Look {
        let table = table_at(self.table, self.hierarchies, levels);
        let wild = wild_groups(self.hierarchies, levels);
        let gone = unmatched(&table, &wild, self.scopes);
        let outcome = outcome_of(whole(&table, &gone), self.hierarchies, levels, self.scorer);
        let floor = if Self::is_monotone(self.hierarchies) { outcome.suppressed } else { 0 };
        Look { outcome: (outcome.suppressed <= limit).then_some(outcome), floor }
    }
}
