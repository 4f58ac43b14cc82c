//! k-anonymity with each person's own k.

use super::{Bound, ClassModel, Count, Needs, UnionRule};
use crate::{Class, Code, SensitiveId};
use std::fmt;

/// Every record lies in a class of at least as many rows as its own person asked for.
///
/// # Guarantee
/// Who knows a person's quasi-identifiers, and that the person is in the file, picks the right
/// record with probability 1/k at most, where k is what this person asked for.
///
/// # Does not protect against
/// What [`KAnonymity`](super::KAnonymity) does not protect against either. A wish that is rare is
/// itself telling, so the column of wishes must not be released.
///
/// # Parameters
/// The companion column with the wishes, and the k that each of its codes stands for; a code
/// without one (a wish that is missing or unreadable) asks for the k given for such.
///
/// # Cost
/// One look at each distinct wish of a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn, model::{Count, PersonalK}};
/// let wishes = Codes::from_codes(&[0, 0, 1], 2); // two ask for 2, one for 4
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &wishes, values: 2 }], 3);
/// let model = PersonalK::new(0, vec![2, 4], 5, Count::Rows);
/// assert_eq!(model.attained(&table), Some(0.75));
/// assert!(!table.classes().all(|class| model.holds(class)));
/// ```
///
/// # References
/// X. Xiao, Y. Tao (2006), *Personalized privacy preservation*, doi:10.1145/1142473.1142500, for
/// the idea that each person says how much; here each says a k.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonalK {
    wishes: SensitiveId,
    k: Vec<u64>,
    otherwise: u64,
    count: Count,
}

impl PersonalK {
    /// The model with the column of wishes, the k of each of its codes, the k of codes beyond, and
    /// what is counted.
    pub fn new(wishes: SensitiveId, k: Vec<u64>, otherwise: u64, count: Count) -> Self {
        Self { wishes, k, otherwise, count }
    }

    /// No wish is greater.
    fn greatest(&self) -> u64 {
        self.k.iter().copied().fold(self.otherwise.max(1), u64::max)
    }

    /// The largest wish in a class, at least 1.
    fn largest(&self, class: Class<'_>) -> u64 {
        let wish = |code: Code| self.k.get(code as usize).copied().unwrap_or(self.otherwise);
        let wishes = class.histogram(self.wishes).iter().map(|&(code, _)| wish(code));
        wishes.max().unwrap_or(1).max(1)
    }
}

impl fmt::Debug for PersonalK {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PersonalK({} wishes, {:?})", self.k.len(), self.count)
    }
}

impl ClassModel for PersonalK {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    /// The class's size as a multiple of the largest wish in it.
    fn level(&self, class: Class<'_>) -> f64 {
        self.count.of(class) as f64 / self.largest(class) as f64
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(1.0)
    }

    /// The largest wish of a union is that of one of the classes, and that class alone already has
    /// so many. But a large wish in a small class may spoil a union with a class that holds, so
    /// one is not enough.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.count.of(class) >= self.largest(class)
    }

    /// Somebody's wish is the largest of a class, and nobody's is less than the least.
    fn rows_needed(&self) -> u64 {
        self.k.iter().copied().fold(self.otherwise, u64::min).max(1)
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        match self.count {
            _ if of == self.wishes => Needs::All,
            Count::Distinct(persons) => Needs::Distinct(self.greatest()).if_same(persons, of),
            Count::Rows => Needs::Nothing,
        }
    }
}
