//! Recursive (c1,c2,l)-diversity against positive and negative disclosure.

use super::{Bound, ClassModel, Decisive, ModelError, Needs, PositiveDisclosureL, UnionRule};
use crate::{Class, Code, Decimal, SensitiveId};

/// As [`PositiveDisclosureL`](super::PositiveDisclosureL), and every value that must stay
/// possible for everybody has at least a share of `c2` in every class.
///
/// # Guarantee
/// That of positive-disclosure recursive diversity; and nobody learns of anybody that he or she
/// does *not* have one of the undeniable values, because in every class a share of `c2` has it.
///
/// # Does not protect against
/// Values that mean the same; classes unlike the table.
///
/// # Parameters
/// Those of positive-disclosure recursive diversity, `c2` (a share), and the codes of the
/// undeniable values.
///
/// # Cost
/// As positive-disclosure recursive diversity, and a search for each undeniable value.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Decimal, CodeColumn};
/// use ridotto_core::model::{NegativePositiveDisclosureL, PositiveDisclosureL};
/// let disease = Codes::from_codes(&[0, 0, 0, 1, 2], 3);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 3 }], 5);
/// let (c1, c2) = (Decimal::from(4), Decimal::new(2, 1));
/// let positive = PositiveDisclosureL::new(0, c1, 2.try_into().unwrap(), &[]).unwrap();
/// let model = NegativePositiveDisclosureL::new(positive.clone(), c2, &[1]).unwrap();
/// assert!(table.classes().all(|class| model.holds(class)));
/// let model = NegativePositiveDisclosureL::new(positive, c2, &[1, 9]).unwrap();
/// assert!(!table.classes().any(|class| model.holds(class)));
/// ```
///
/// # References
/// A. Machanavajjhala and others (2007), *l-diversity*, doi:10.1145/1217299.1217302, definition
/// 4.4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NegativePositiveDisclosureL {
    positive: PositiveDisclosureL,
    c2: Decimal,
    undeniable: Vec<Code>,
}

impl NegativePositiveDisclosureL {
    /// The model made from its positive half, the least share, and the undeniable values.
    pub fn new(
        positive: PositiveDisclosureL,
        c2: Decimal,
        undeniable: &[Code],
    ) -> Result<Self, ModelError> {
        super::share("l-diversity", "c2", c2)?;
        Ok(Self { positive, c2, undeniable: undeniable.to_vec() })
    }

    /// Whether every undeniable value has its share.
    fn none_is_denied(&self, class: Class<'_>) -> bool {
        let histogram = class.histogram(self.positive.sensitive());
        self.undeniable.iter().all(|code| {
            let found = histogram.binary_search_by_key(code, |&(code, _)| code);
            let count = found.map_or(0, |at| histogram[at].1);
            self.c2.cmp_share(count.into(), class.size().into()).is_ge()
        })
    }
}

impl ClassModel for NegativePositiveDisclosureL {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    /// That of the positive half; infinite if an undeniable value is too rare.
    fn level(&self, class: Class<'_>) -> f64 {
        if self.none_is_denied(class) { self.positive.level(class) } else { f64::INFINITY }
    }

    fn bound(&self) -> Bound {
        self.positive.bound()
    }

    /// A value's share in a union lies between its shares in the classes, so it is at least `c2`
    /// if both are. The positive half keeps the same rule.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.none_is_denied(class) && self.positive.holds(class)
    }

    /// The rarest undeniable value, if it is too rare; else the positive half.
    fn decides(&self, class: Class<'_>) -> Decisive {
        if self.none_is_denied(class) {
            return self.positive.decides(class);
        }
        let share = |code: &Code| {
            let histogram = class.histogram(self.positive.sensitive()).iter();
            let count: u64 = histogram.filter(|(of, _)| of == code).map(|&(_, count)| count).sum();
            count as f64 / class.size() as f64
        };
        let rarest = self.undeniable.iter().map(share).fold(1.0, f64::min);
        Decisive::of_part("c2", Bound::AtLeast(self.c2.to_f64()), rarest)
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        self.positive.needs(of)
    }
}
