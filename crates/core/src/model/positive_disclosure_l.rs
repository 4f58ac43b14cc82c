//! Recursive (c,l)-diversity where some values may be disclosed.

use super::scratch::sum_of_largest;
use super::{Bound, ClassModel, ModelError, Needs, UnionRule};
use crate::{Class, Code, Decimal, SensitiveId};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// As [`RecursiveL`](super::RecursiveL), but the values that may be disclosed, such as "healthy",
/// may be as frequent as they like.
///
/// Let s be the most frequent value that may *not* be disclosed. It must occur less than `c` times
/// as often as those values do together which are left when s and the `l - 2` most frequent
/// others are taken away. (The definition in the paper has two cases, by the rank of s among all
/// values. Both say this.) A class with disclosable values only holds.
///
/// # Guarantee
/// Even who rules out the `l - 2` values that help most finds no value that may not be disclosed
/// with a share of c / (c + 1) or more.
///
/// # Does not protect against
/// Learning that a person has a disclosable value; learning that a person does *not* have a value
/// (see [`NegativePositiveDisclosureL`](super::NegativePositiveDisclosureL)); values that mean the
/// same; classes unlike the table.
///
/// # Parameters
/// `c` above 0, `l`, and the codes of the values that may be disclosed. With `l` = 1 every class
/// holds.
///
/// # Cost
/// A selection among the distinct counts of a class; integers throughout.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Decimal, CodeColumn};
/// use ridotto_core::model::PositiveDisclosureL;
/// let disease = Codes::from_codes(&[0, 0, 0, 0, 1, 2, 3], 4); // 0 is "healthy"
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 4 }], 7);
/// let model = |disclosable: &[u32]| {
///     PositiveDisclosureL::new(0, Decimal::ONE, 3.try_into().unwrap(), disclosable).unwrap()
/// };
/// assert_eq!(model(&[]).attained(&table), Some(2.0));
/// assert_eq!(model(&[0]).attained(&table), Some(0.5));
/// ```
///
/// # References
/// A. Machanavajjhala and others (2007), *l-diversity*, doi:10.1145/1217299.1217302, definition
/// 4.3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositiveDisclosureL {
    sensitive: SensitiveId,
    c: Decimal,
    l: NonZeroUsize,
    disclosable: BTreeSet<Code>,
}

impl PositiveDisclosureL {
    /// The model for a sensitive attribute.
    pub fn new(
        sensitive: SensitiveId,
        c: Decimal,
        l: NonZeroUsize,
        disclosable: &[Code],
    ) -> Result<Self, ModelError> {
        super::positive("l-diversity", "c", c)?;
        Ok(Self { sensitive, c, l, disclosable: disclosable.iter().copied().collect() })
    }

    /// The attribute that is judged.
    pub(super) fn sensitive(&self) -> SensitiveId {
        self.sensitive
    }

    /// The count of the most frequent value that may not be disclosed, and what is left without it
    /// and the `l - 2` most frequent others. `None` if nothing is asked.
    fn head_and_tail(&self, class: Class<'_>) -> Option<(u64, u64)> {
        let others = self.l.get().checked_sub(2)?;
        let histogram = class.histogram(self.sensitive);
        let secret = histogram.iter().filter(|(code, _)| !self.disclosable.contains(code));
        let &(head, count) = secret.max_by_key(|&&(_, count)| count)?;
        let rest = || histogram.iter().filter(|&&(code, _)| code != head).map(|&(_, count)| count);
        Some((count, rest().sum::<u64>() - sum_of_largest(rest(), others)))
    }
}

impl ClassModel for PositiveDisclosureL {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    /// The number that `c` must exceed; 0 if nothing is asked.
    fn level(&self, class: Class<'_>) -> f64 {
        self.head_and_tail(class).map_or(0.0, |(head, tail)| head as f64 / tail as f64)
    }

    fn bound(&self) -> Bound {
        Bound::Below(self.c.to_f64())
    }

    /// Write m(s) for the count of a value s and R(s) for the largest sum of counts of `l - 1`
    /// values with s among them. A class holds if and only if m(s) < c (n − R(s)) for every s that
    /// may not be disclosed and occurs: for the most frequent such s both m and R are largest (in
    /// a set with another one, this one can take its place). In a union m and n add up and R is at
    /// most the sum, because the best set of the union is a set of each class. So the inequality
    /// adds up where s occurs in both classes; where it does not occur in one, that class adds
    /// 0 ≤ c (n − R(s)). One class is not enough, as for recursive diversity.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.head_and_tail(class).is_none_or(|(head, tail)| {
            tail > 0 && self.c.cmp_share(head.into(), tail.into()).is_lt()
        })
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}
