//! (alpha,k)-anonymity.

use super::{Bound, ClassModel, Decisive, ModelError, Needs, UnionRule};
use crate::{Class, Code, Fraction, SensitiveId};
use std::collections::BTreeSet;

const NAME: &str = "alpha-k";

/// Every class has at least `k` rows, and no sensitive value has more than a share `alpha` of them.
///
/// # Guarantee
/// That of [`KAnonymity`](super::KAnonymity), and who finds a person's class guesses the person's
/// sensitive value with a probability of `alpha` at most.
///
/// # Does not protect against
/// Who can rule values out, because what is left is a larger share then (see
/// [`RecursiveL`](super::RecursiveL)); values that mean the same.
///
/// # Parameters
/// `alpha`, a share above 0; `k`; and the codes of the values that are sensitive, if only some
/// are.
///
/// # Cost
/// One look at each distinct value of a class; integers throughout.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Fraction, KeyColumn, model::AlphaK};
/// let disease = Codes::from_codes(&[0, 0, 1, 1], 2);
/// let table = ClassTable::count(&[], &[KeyColumn { codes: &disease, values: 2 }], 4);
/// let model = AlphaK::new(0, Fraction::from_decimal(0.5).unwrap(), 4, None).unwrap();
/// assert!(table.classes().all(|class| model.holds(class)));
/// ```
///
/// # References
/// R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang (2006), *(α, k)-anonymity*,
/// doi:10.1145/1150402.1150499.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphaK {
    sensitive: SensitiveId,
    alpha: Fraction,
    k: u64,
    values: Option<BTreeSet<Code>>,
}

impl AlphaK {
    /// The model for a sensitive attribute, or for some of its values.
    pub fn new(
        sensitive: SensitiveId,
        alpha: Fraction,
        k: u64,
        values: Option<&[Code]>,
    ) -> Result<Self, ModelError> {
        super::positive(NAME, "alpha", alpha)?;
        super::share(NAME, "alpha", alpha)?;
        if k == 0 {
            return Err(ModelError::out_of_range(NAME, "k", 0.0, "1 or more"));
        }
        let values = values.map(|values| values.iter().copied().collect());
        Ok(Self { sensitive, alpha, k, values })
    }

    /// How often the most frequent sensitive value occurs.
    fn most(&self, class: Class<'_>) -> u64 {
        let histogram = class.histogram(self.sensitive).iter();
        let is_meant = |code: &Code| self.values.as_ref().is_none_or(|all| all.contains(code));
        histogram.filter(|(code, _)| is_meant(code)).map(|&(_, count)| count).max().unwrap_or(0)
    }
}

impl ClassModel for AlphaK {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The largest share of a sensitive value; infinite in a class of fewer than `k` rows.
    fn level(&self, class: Class<'_>) -> f64 {
        if class.size() < self.k {
            return f64::INFINITY;
        }
        self.most(class) as f64 / class.size() as f64
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.alpha.value())
    }

    /// A value's share in a union lies between its shares in the classes, so it is at most `alpha`
    /// if both are; and a union is no smaller than either class. A class with one value spoils a
    /// union, so one class is not enough.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        class.size() >= self.k
            && self.alpha.is_at_least(self.most(class).into(), class.size().into())
    }

    fn decides(&self, class: Class<'_>) -> Decisive {
        let plain = || Decisive::of_bound(self.bound(), self.level(class));
        Decisive::too_small(class, self.k).unwrap_or_else(plain)
    }

    fn rows_needed(&self) -> u64 {
        self.k
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}
