//! Entropy l-diversity.

use super::gamma::digamma;
use super::{Bound, ClassModel, ModelError, Needs, TOLERANCE, UnionRule};
use crate::{Class, Code, SensitiveId};

/// The entropy of the sensitive attribute is at least ln `l` in every class.
///
/// # Guarantee
/// The values of a class are as hard to guess as if `l` values were equally frequent, in the sense
/// of entropy. The most frequent value is a larger share than 1/l only if others make up for it.
///
/// # Does not protect against
/// A single value may still be a large share: at entropy-l 2 one value can be 60 % or more when
/// there are many others. Values that mean the same; knowledge of how the table differs from the
/// class. The entropy of the whole table bounds what can be reached.
///
/// # Parameters
/// `l`: a number of 1 or more, not necessarily whole. The estimator: `Shannon`, or `Grassberger`,
/// which corrects the bias of small classes. The correction can exceed what a class has in values,
/// so the level is never above the number of distinct values.
///
/// # Cost
/// One logarithm for each distinct value of a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn, model::{EntropyEstimator, EntropyL}};
/// let disease = Codes::from_codes(&[0, 1, 2], 3);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 3 }], 3);
/// let model = EntropyL::new(0, 3.0, EntropyEstimator::Shannon).unwrap();
/// assert_eq!(model.attained(&table), Some(3.0)); // and not 2.9999999999999996
/// assert!(table.classes().all(|class| model.holds(class)));
/// ```
///
/// # References
/// A. Machanavajjhala and others (2007), *l-diversity*, doi:10.1145/1217299.1217302, definition
/// 4.1. P. Grassberger (2003), *Entropy estimates from insufficient samplings*,
/// arXiv:physics/0307138.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntropyL {
    sensitive: SensitiveId,
    l: f64,
    estimator: EntropyEstimator,
}

/// How the entropy is estimated from a class's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntropyEstimator {
    /// The entropy of the shares as they are.
    Shannon,
    /// With the bias of small counts corrected.
    Grassberger,
}

impl EntropyL {
    /// The model for a sensitive attribute; `l` is 1 or more.
    pub fn new(
        sensitive: SensitiveId,
        l: f64,
        estimator: EntropyEstimator,
    ) -> Result<Self, ModelError> {
        if !(l.is_finite() && l >= 1.0) {
            return Err(ModelError::out_of_range("l-diversity", "l", l, "a number of 1 or more"));
        }
        Ok(Self { sensitive, l, estimator })
    }
}

impl EntropyEstimator {
    /// The entropy in natural units: f(n) − Σ c f(c) / n, where f is the logarithm or what stands
    /// for it.
    pub fn entropy(self, histogram: &[(Code, u64)]) -> f64 {
        let rows: u64 = histogram.iter().map(|&(_, count)| count).sum();
        let sum: f64 =
            histogram.iter().map(|&(_, count)| count as f64 * self.logarithm(count)).sum();
        self.logarithm(rows) - sum / rows as f64
    }

    /// Grassberger's is ψ(⌊c/2⌋ + 1/2) + ln 2.
    fn logarithm(self, count: u64) -> f64 {
        match self {
            Self::Shannon => (count as f64).ln(),
            Self::Grassberger => digamma((count / 2) as f64 + 0.5) + std::f64::consts::LN_2,
        }
    }
}

impl ClassModel for EntropyL {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    /// The exponential of the entropy: how many equally frequent values would be as hard to guess.
    fn level(&self, class: Class<'_>) -> f64 {
        let histogram = class.histogram(self.sensitive);
        let level = self.estimator.entropy(histogram).exp().min(histogram.len() as f64);
        let whole = level.round();
        // Equal counts have a whole level, which logarithms only come near.
        if (level - whole).abs() <= TOLERANCE * whole { whole } else { level }
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(self.l)
    }

    /// A union's shares are a mean of the classes' shares, weighted by size. Shannon's entropy is
    /// concave, so it is at least the mean of the entropies, and that at least the smaller one. It
    /// may be below the larger one, so one class is not enough. Grassberger's estimate is
    /// not a function of the shares alone: two small classes get a larger correction than their
    /// union, which can fail where both hold. So it promises nothing.
    fn union_rule(&self) -> UnionRule {
        match self.estimator {
            EntropyEstimator::Shannon => UnionRule::HoldsIfBoth,
            EntropyEstimator::Grassberger => UnionRule::NoPromise,
        }
    }

    fn holds(&self, class: Class<'_>) -> bool {
        let histogram = class.histogram(self.sensitive);
        // Fewer values than l cannot have the entropy of l; and if no value has a larger share than
        // 1/l, the mean of the logarithms of shares is at least that of l. Both need no logarithm.
        let (sum, most) = histogram
            .iter()
            .fold((0, 0), |(sum, most), &(_, count)| (sum + count, u64::max(most, count)));
        let is_even = most as f64 * self.l <= sum as f64;
        histogram.len() as f64 >= self.l
            && (is_even && self.estimator == EntropyEstimator::Shannon
                || self.level(class) >= self.l * (1.0 - TOLERANCE))
    }

    /// There are `l` values at least, each with a row.
    #[expect(clippy::cast_sign_loss, reason = "it is 1 or more")]
    fn rows_needed(&self) -> u64 {
        self.l.ceil() as u64
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}
