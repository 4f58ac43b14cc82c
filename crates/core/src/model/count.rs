//! What a model counts when it asks how large a class is.

use crate::{Class, ClassTable, Code, SensitiveId};
use std::collections::BTreeMap;

/// What is counted in a class.
///
/// Rows are not people where one person can have several: four visits of one patient are four
/// rows and one person. The column that says whose row it is travels with the table as a
/// companion, in the same way as a sensitive attribute, and is never released.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// Every row.
    #[default]
    Rows,
    /// The distinct values of a companion column, such as the persons whose rows these are. Rows
    /// without a value count as one more value together, so they never fake safety.
    Distinct(SensitiveId),
}

impl Count {
    /// How many there are in a class.
    pub fn of(self, class: Class<'_>) -> u64 {
        match self {
            Self::Rows => class.size(),
            Self::Distinct(companion) => class.histogram(companion).len() as u64,
        }
    }

    /// How many there are in a table by the size of their class; of a person in several classes it
    /// is the smallest one, where that person is found most easily.
    pub fn by_class_size(self, table: &ClassTable) -> BTreeMap<u64, u64> {
        let mut sizes = BTreeMap::new();
        match self {
            Self::Rows => {
                let counts = table.keys().counts().iter();
                for &size in counts {
                    *sizes.entry(size).or_default() += size;
                }
            }
            Self::Distinct(companion) => {
                let mut smallest = BTreeMap::<Code, u64>::new();
                for class in table.classes() {
                    let size = self.of(class);
                    for &(person, _) in class.histogram(companion) {
                        let known = smallest.entry(person).or_insert(size);
                        *known = size.min(*known);
                    }
                }
                for size in smallest.into_values() {
                    *sizes.entry(size).or_default() += 1;
                }
            }
        }
        sizes
    }
}
