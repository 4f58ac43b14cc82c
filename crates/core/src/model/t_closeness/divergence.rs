//! The Kullback-Leibler divergence of a class from the table: Σ p ln(p / q).

use super::rows;
use crate::Code;
use crate::model::Baseline;

#[derive(Clone)]
pub(super) struct Divergence {
    /// ln(b / N) for each code; −∞ where the table has no row.
    logarithms: Vec<f64>,
}

impl Divergence {
    pub(super) fn new(baseline: &Baseline) -> Self {
        let all = baseline.rows() as f64;
        let logarithm = |&count: &u64| (count as f64 / all).ln();
        Self { logarithms: baseline.counts().iter().map(logarithm).collect() }
    }

    /// Infinite if the class has a value that the table has not.
    pub(super) fn measure(&self, histogram: &[(Code, u64)]) -> f64 {
        let size = rows(histogram) as f64;
        let term = |&(code, count): &(Code, u64)| {
            let share = count as f64 / size;
            let expected = self.logarithms.get(code as usize);
            share * (share.ln() - expected.copied().unwrap_or(f64::NEG_INFINITY))
        };
        histogram.iter().map(term).sum::<f64>().max(0.0)
    }
}
