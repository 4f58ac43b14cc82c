//! The equal distance: half the sum of the differences of shares.
//!
//! Shares add up to 1 in class and table, so what is too much somewhere is too little elsewhere,
//! and the distance is the sum of what is too much. Only values that the class has can be too
//! much: the others need no look.

use super::{Measured, product, rows};
use crate::Code;
use crate::model::Baseline;

#[derive(Clone)]
pub(super) struct Equal {
    baseline: Baseline,
}

impl Equal {
    pub(super) fn new(baseline: &Baseline) -> Self {
        Self { baseline: baseline.clone() }
    }

    /// Σ max(0, c·N − b·n) / (n·N).
    pub(super) fn measure(&self, histogram: &[(Code, u64)]) -> Measured {
        let (size, all) = (rows(histogram), self.baseline.rows());
        let excess = |&(code, count): &(Code, u64)| {
            product(count, all).saturating_sub(product(self.baseline.count(code), size))
        };
        Measured::Exact { above: histogram.iter().map(excess).sum(), below: product(size, all) }
    }
}
