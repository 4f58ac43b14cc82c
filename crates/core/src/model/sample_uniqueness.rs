//! Sample uniqueness.

use super::{Bound, ModelError, TableModel};
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
}

impl SampleUniqueness {
    /// The model with its bound.
    pub fn new(most: Fraction) -> Result<Self, ModelError> {
        super::share(NAME, "at-most", most)?;
        Ok(Self { most })
    }
}

fn uniques(table: &ClassTable) -> u64 {
    table.keys().counts().iter().filter(|&&count| count == 1).count() as u64
}

impl TableModel for SampleUniqueness {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The share of unique records; 0 for a table without rows.
    fn level(&self, table: &ClassTable) -> f64 {
        if table.is_empty() { 0.0 } else { uniques(table) as f64 / table.rows() as f64 }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.most.value())
    }

    fn holds(&self, table: &ClassTable) -> bool {
        table.is_empty() || self.most.is_at_least(uniques(table).into(), table.rows().into())
    }
}
