//! Recursive (c,l)-diversity.

use super::scratch::sum_of_largest;
use super::{Bound, ClassModel, ModelError, Needs, UnionRule};
use crate::{Class, Decimal, SensitiveId};
use std::num::NonZeroUsize;

/// In every class the most frequent sensitive value occurs less than `c` times as often as the
/// values from the `l`-th most frequent on do together.
///
/// # Guarantee
/// Even who rules out the `l - 2` values that help most finds the most frequent value left less
/// than `c` times as often as all the remaining ones together: its share is below c / (c + 1).
///
/// # Does not protect against
/// Values that mean the same, and classes that are unlike the table. A value that everybody has
/// anyway, such as "healthy", fails the table: see
/// [`PositiveDisclosureL`](super::PositiveDisclosureL).
///
/// # Parameters
/// `c` above 0, and `l`. With `l` = 1 every class holds.
///
/// # Cost
/// A selection among the distinct counts of a class; integers throughout.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Decimal, CodeColumn, model::RecursiveL};
/// let disease = Codes::from_codes(&[0, 0, 1, 2], 3);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 3 }], 4);
/// let model = |tenths| RecursiveL::new(0, Decimal::new(tenths, 1), 3.try_into().unwrap());
/// assert_eq!(model(20).unwrap().attained(&table), Some(2.0)); // 2 < 2 · 1 does not hold
/// assert!(!table.classes().all(|class| model(20).unwrap().holds(class)));
/// assert!(table.classes().all(|class| model(21).unwrap().holds(class)));
/// ```
///
/// # References
/// A. Machanavajjhala and others (2007), *l-diversity*, doi:10.1145/1217299.1217302, definition
/// 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecursiveL {
    sensitive: SensitiveId,
    c: Decimal,
    l: NonZeroUsize,
}

impl RecursiveL {
    /// The model for a sensitive attribute.
    pub fn new(sensitive: SensitiveId, c: Decimal, l: NonZeroUsize) -> Result<Self, ModelError> {
        super::positive("l-diversity", "c", c)?;
        Ok(Self { sensitive, c, l })
    }

    /// The most frequent value's count, and that of the values from the `l`-th on.
    fn head_and_tail(&self, class: Class<'_>) -> (u64, u64) {
        let counts = || class.histogram(self.sensitive).iter().map(|&(_, count)| count);
        let head = counts().max().unwrap_or(0);
        let largest = sum_of_largest(counts(), self.l.get() - 1);
        (head, counts().sum::<u64>() - largest)
    }
}

impl ClassModel for RecursiveL {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    /// The number that `c` must exceed; 0 if `l` is 1.
    fn level(&self, class: Class<'_>) -> f64 {
        if self.l.get() == 1 {
            return 0.0;
        }
        let (head, tail) = self.head_and_tail(class);
        head as f64 / tail as f64
    }

    fn bound(&self) -> Bound {
        Bound::Below(self.c.to_f64())
    }

    /// The largest count of a union is at most the sum of the classes' largest ones. The `l - 1`
    /// largest counts of a union are counts of `l - 1` values, which in each class are at most its
    /// own `l - 1` largest; so the union's tail is at least the sum of the tails. Head < c · tail
    /// in both classes therefore adds up to the same for the union. A class with one value fails
    /// and can spoil a union, so one class is not enough.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        if self.l.get() == 1 {
            return true;
        }
        let (head, tail) = self.head_and_tail(class);
        tail > 0 && self.c.cmp_share(head.into(), tail.into()).is_lt()
    }

    /// The tail begins with the `l`-th value.
    fn rows_needed(&self) -> u64 {
        self.l.get() as u64
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}
