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

    /// A distance that no choice of `kept` of these rows goes below: the shares of the table that
    /// they cannot reach, because the class has too few rows of these values. It grows with `kept`.
    pub(super) fn least(&self, histogram: &[(Code, u64)], kept: u64) -> Measured {
        let all = self.baseline.rows();
        let (mut above, mut absent) = (0, all);
        for &(code, count) in histogram {
            let expected = self.baseline.count(code);
            absent -= expected;
            above += product(expected, kept).saturating_sub(product(count, all));
        }
        Measured::Exact { above: above + product(absent, kept), below: product(kept, all) }
    }
}
