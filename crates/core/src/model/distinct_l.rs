//! Distinct l-diversity.

use super::{Bound, ClassModel, Needs, UnionRule};
use crate::{Class, SensitiveId};
use std::num::NonZeroUsize;

/// Every class has at least `l` different values of the sensitive attribute.
///
/// # Guarantee
/// Who finds a person's class, and knows `l - 2` values that the person does not have, still
/// cannot tell which of two the person has for certain.
///
/// # Does not protect against
/// Guessing: eight of ten records with the same value are an 80 % chance (see
/// [`EntropyL`](super::EntropyL), [`RecursiveL`](super::RecursiveL)). Values that differ and mean
/// the same, such as three diseases of the stomach; a class whose values are much unlike the
/// table's (see [`TCloseness`](super::TCloseness)).
///
/// # Parameters
/// `l`: 2 at least, or nothing is asked; at most the number of values there are.
///
/// # Cost
/// One comparison of integers a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn, model::DistinctL};
/// let disease = Codes::from_codes(&[0, 0, 1, 2], 3);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 3 }], 4);
/// let model = DistinctL::new(0, 3.try_into().unwrap());
/// assert_eq!(model.attained(&table), Some(3.0));
/// ```
///
/// # References
/// A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam (2007), *l-diversity: privacy
/// beyond k-anonymity*, doi:10.1145/1217299.1217302.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistinctL {
    sensitive: SensitiveId,
    l: NonZeroUsize,
}

impl DistinctL {
    /// The model for a sensitive attribute.
    pub fn new(sensitive: SensitiveId, l: NonZeroUsize) -> Self {
        Self { sensitive, l }
    }
}

impl ClassModel for DistinctL {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn level(&self, class: Class<'_>) -> f64 {
        class.histogram(self.sensitive).len() as f64
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(self.l.get() as f64)
    }

    /// A union has every value that either class has.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }

    fn holds(&self, class: Class<'_>) -> bool {
        class.histogram(self.sensitive).len() >= self.l.get()
    }

    /// Each value has a row.
    fn rows_needed(&self) -> u64 {
        self.l.get() as u64
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::Distinct(self.l.get() as u64).if_same(self.sensitive, of)
    }
}
