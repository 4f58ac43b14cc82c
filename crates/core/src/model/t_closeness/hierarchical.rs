//! The hierarchical distance: values are as far apart as their lowest common group is high.
//!
//! This is a distance along a tree whose edges are all half a step long, and on a tree what has
//! to cross an edge is known: the difference of the shares of the group below it. So the distance
//! is the sum over all levels but the top, and all groups of a level, of half that difference,
//! over the height. What is too much in some groups of a level is too little in others, so half of
//! all differences is the sum of what is too much, and only groups that the class has can be so.

use super::super::scratch::with_counts;
use super::{Measured, NAME, product, rows};
use crate::model::{Baseline, ModelError};
use crate::{Code, Hierarchy};

#[derive(Clone)]
pub(super) struct Hierarchical {
    levels: Vec<Level>,
    values: usize,
    rows: u64,
}

/// The groups of one level.
#[derive(Clone)]
struct Level {
    group: Vec<Code>,
    counts: Vec<u64>,
}

impl Hierarchical {
    pub(super) fn new(baseline: &Baseline, hierarchy: &Hierarchy) -> Result<Self, ModelError> {
        let (values, given) = (baseline.counts().len(), hierarchy.map(0).len());
        if given != values {
            return Err(ModelError::WrongLength { model: NAME, what: "a group", values, given });
        }
        let level = |level| {
            let group = hierarchy.map(level).to_vec();
            let mut counts = vec![0; hierarchy.groups(level)];
            for (&group, &count) in group.iter().zip(baseline.counts()) {
                counts[group as usize] += count;
            }
            Level { group, counts }
        };
        let levels = (0..hierarchy.height()).map(level).collect();
        Ok(Self { levels, values, rows: baseline.rows() })
    }

    /// Σ over levels and groups of max(0, c·N − b·n) / (n·N·height). A value that the hierarchy
    /// does not have is infinitely far.
    pub(super) fn measure(&self, histogram: &[(Code, u64)]) -> Measured {
        if histogram.last().is_some_and(|&(code, _)| code as usize >= self.values) {
            return Measured::Rounded(f64::INFINITY);
        }
        let size = rows(histogram);
        let above = with_counts(|own| {
            self.levels.iter().map(|level| level.excess(histogram, size, self.rows, own)).sum()
        });
        match product(size, self.rows).checked_mul(self.levels.len().max(1) as u128) {
            Some(below) => Measured::Exact { above, below },
            None => Measured::Rounded(f64::INFINITY),
        }
    }
}

impl Level {
    fn excess(&self, histogram: &[(Code, u64)], size: u64, all: u64, own: &mut Vec<u64>) -> u128 {
        own.clear();
        own.resize(self.counts.len(), 0);
        for &(code, count) in histogram {
            own[self.group[code as usize] as usize] += count;
        }
        let mut excess = 0;
        for &(code, _) in histogram {
            // Each group once: what was counted is taken away.
            let group = self.group[code as usize] as usize;
            let count = std::mem::take(&mut own[group]);
            excess += product(count, all).saturating_sub(product(self.counts[group], size));
        }
        excess
    }
}
