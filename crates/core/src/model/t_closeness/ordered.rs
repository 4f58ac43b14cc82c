//! The ordered distance: the sum over all steps between neighbours of what has to cross them.
//!
//! What crosses the step after value i is |C(i)/n − B(i)/N|, where C and B count the rows up to i.
//! Between two values that a class has, C stays the same while B grows; so the sum over such a
//! stretch follows from sums of B that were made once, cut where B overtakes C. A class with few
//! of many values is measured by few looks.

use super::{Measured, product, rows};
use crate::Code;
use crate::model::Baseline;

#[derive(Clone)]
pub(super) struct Ordered {
    /// For each code its rank among the values that the table has.
    rank: Vec<Option<u32>>,
    /// Rows of the table up to and with each rank.
    below: Vec<u64>,
    /// Sums of `below`: `sums[i]` is that of the first i.
    sums: Vec<u128>,
}

impl Ordered {
    pub(super) fn new(baseline: &Baseline) -> Self {
        let (mut below, mut sums, mut sum) = (Vec::new(), vec![0], 0);
        let rank = |&count: &u64| {
            if count == 0 {
                return None;
            }
            let rank = below.len() as u32;
            below.push(below.last().copied().unwrap_or(0) + count);
            sum += u128::from(below[below.len() - 1]);
            sums.push(sum);
            Some(rank)
        };
        let rank = baseline.counts().iter().map(rank).collect();
        Self { rank, below, sums }
    }

    /// Σ |C(i)·N − B(i)·n| / (n·N·(m − 1)). A value that the table does not have is infinitely far.
    pub(super) fn measure(&self, histogram: &[(Code, u64)]) -> Measured {
        let (size, all) = (rows(histogram), self.below[self.below.len() - 1]);
        let (mut from, mut passed, mut above) = (0, 0, 0);
        for &(code, count) in histogram {
            let Some(Some(rank)) = self.rank.get(code as usize) else {
                return Measured::Rounded(f64::INFINITY);
            };
            above += self.stretch(from, *rank as usize, product(passed, all), size);
            (from, passed) = (*rank as usize, passed + count);
        }
        // The last step, after the last value, is crossed by nothing.
        above += self.stretch(from, self.below.len(), product(passed, all), size);
        let steps = (self.below.len() as u128 - 1).max(1);
        match product(size, all).checked_mul(steps) {
            Some(below) => Measured::Exact { above, below },
            None => Measured::Rounded(above as f64 / (product(size, all) as f64 * steps as f64)),
        }
    }

    /// Σ |own − B(i)·n| over the ranks of a stretch, where `own` is C·N.
    fn stretch(&self, from: usize, to: usize, own: u128, size: u64) -> u128 {
        let stretch = &self.below[from..to];
        let cut = from + stretch.partition_point(|&below| product(below, size) <= own);
        let sum = |from: usize, to: usize| (self.sums[to] - self.sums[from]) * u128::from(size);
        let less = own * (cut - from) as u128 - sum(from, cut);
        let more = sum(cut, to) - own * (to - cut) as u128;
        less + more
    }
}
