//! Sample uniqueness.

use super::{Bound, Count, ModelError, TableModel};
use crate::{ClassTable, Fraction};

const NAME: &str = "sample-uniqueness";

/// At most a bounded share of the records is unique in its quasi-identifiers.
///
/// # Guarantee
/// Who knows the quasi-identifiers of somebody in the file finds exactly one record for at most
/// this share of the people.
///
/// # Does not protect against
/// Anything for those who are unique; and a class of two is hardly better. Unique in the file is
/// not unique in the population, see [`PopulationUniqueness`](super::PopulationUniqueness).
///
/// # Parameters
/// `at-most`: a share.
///
/// # Cost
/// One look at each class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassTable, Codes, Fraction, KeyColumn, TableModel, model::SampleUniqueness};
/// let age = Codes::from_codes(&[0, 0, 1, 2], 3);
/// let table = ClassTable::count(&[KeyColumn { codes: &age, values: 3 }], &[], 4);
/// let model = SampleUniqueness::new(Fraction::from_decimal(0.5).unwrap()).unwrap();
/// assert!(model.holds(&table) && model.level(&table) == 0.5);
/// ```
///
/// # References
/// C. Skinner, C. Marsh, S. Openshaw, C. Wymer (1994), *Disclosure control for census microdata*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleUniqueness {
    most: Fraction,
    count: Count,
}

impl SampleUniqueness {
    /// The model with its bound.
    pub fn new(most: Fraction) -> Result<Self, ModelError> {
        super::share(NAME, "at-most", most)?;
        Ok(Self { most, count: Count::Rows })
    }

    /// The model that counts something else than rows, such as persons.
    #[must_use]
    pub fn counting(self, count: Count) -> Self {
        Self { count, ..self }
    }

    /// How many are alone in a class, and how many there are.
    fn uniques(&self, table: &ClassTable) -> (u64, u64) {
        match self.count {
            Count::Rows => {
                let counts = table.keys().counts().iter();
                (counts.filter(|&&count| count == 1).count() as u64, table.rows())
            }
            Count::Distinct(_) => {
                let sizes = self.count.by_class_size(table);
                (sizes.get(&1).copied().unwrap_or(0), sizes.values().sum())
            }
        }
    }
}

impl TableModel for SampleUniqueness {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The share of unique records; 0 for a table without rows.
    fn level(&self, table: &ClassTable) -> f64 {
        let (uniques, all) = self.uniques(table);
        if all == 0 { 0.0 } else { uniques as f64 / all as f64 }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.most.value())
    }

    fn holds(&self, table: &ClassTable) -> bool {
        let (uniques, all) = self.uniques(table);
        all == 0 || self.most.is_at_least(uniques.into(), all.into())
    }
}
