//! k-anonymity.

use super::{Bound, ClassModel, Count, Needs, UnionRule};
use crate::{Class, SensitiveId};
use std::num::NonZeroU64;

/// Every combination of quasi-identifier values that occurs at all occurs at least `k` times.
///
/// # Guarantee
/// Who knows a person's quasi-identifiers, and that the person is in the file, finds at least `k`
/// records that fit, and picks the right one with probability 1/k at most.
///
/// # Does not protect against
/// Learning a sensitive value that all records of a class share (homogeneity) or that other
/// knowledge leaves over (background knowledge); knowledge of attributes that were not named as
/// quasi-identifiers; the comparison of several releases. If one person can have several rows, a
/// class of `k` rows may be fewer people: then count persons, with [`KAnonymity::counting`].
///
/// # Parameters
/// `k`: 3 to 5 where little is at stake, 5 to 10 usually, 10 to 20 for sensitive data. What is
/// counted: rows, or the distinct values of a companion column such as the persons ([`Count`]).
///
/// # Cost
/// One comparison of integers a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, KeyColumn, model::KAnonymity};
/// let sex = Codes::from_codes(&[0, 0, 1, 1, 1], 2);
/// let table = ClassTable::count(&[KeyColumn { codes: &sex, values: 2 }], &[], 5);
/// let model = KAnonymity::new(2.try_into().unwrap());
/// assert!(table.classes().all(|class| model.holds(class)));
/// assert_eq!(model.attained(&table), Some(2.0));
/// ```
///
/// # References
/// P. Samarati, L. Sweeney (1998), *Protecting privacy when disclosing information: k-anonymity
/// and its enforcement through generalization and suppression*. L. Sweeney (2002), *k-anonymity: a
/// model for protecting privacy*, doi:10.1142/S0218488502001648.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    k: NonZeroU64,
    count: Count,
}

impl KAnonymity {
    /// The model with its parameter.
    pub fn new(k: NonZeroU64) -> Self {
        Self::counting(k, Count::Rows)
    }

    /// The model that counts something else than rows, such as persons.
    pub fn counting(k: NonZeroU64, count: Count) -> Self {
        Self { k, count }
    }
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn level(&self, class: Class<'_>) -> f64 {
        self.count.of(class) as f64
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(self.k.get() as f64)
    }

    /// The size of a union is the sum of the sizes, and its distinct persons are those of one class
    /// and perhaps more: either way it is at least the larger one. If one class has `k` the union
    /// has.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.count.of(class) >= self.k.get()
    }

    fn least_size(&self) -> Option<u64> {
        (self.count == Count::Rows).then_some(self.k.get())
    }

    /// Each person has a row of the class at least.
    fn rows_needed(&self) -> u64 {
        self.k.get()
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        match self.count {
            Count::Distinct(persons) => Needs::Distinct(self.k.get()).if_same(persons, of),
            Count::Rows => Needs::Nothing,
        }
    }
}
