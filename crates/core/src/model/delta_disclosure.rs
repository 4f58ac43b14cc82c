//! delta-disclosure privacy.

use super::{Baseline, Bound, ClassModel, Decisive, ModelError, Needs, TOLERANCE, UnionRule};
use crate::{Class, Code, SensitiveId};

const NAME: &str = "delta-disclosure";

/// In every class the share of each sensitive value differs from its share in the whole table by
/// a factor whose logarithm is below `delta`.
///
/// # Guarantee
/// Who finds a person's class sees no sensitive value become more likely, or less likely, than in
/// the whole table by a factor of e^delta or more (or another base). With
/// [`Absent::Violates`] this covers values that the class does not have.
///
/// # Does not protect against
/// Identity disclosure: ask for k-anonymity as well. With [`Absent::Ignored`], ruling out the
/// values that a class does not have.
///
/// # Parameters
/// `delta` above 0; the base of the logarithm (natural, unless another program's figures use 2);
/// whether values that a class lacks are ignored or break the rule.
///
/// # Cost
/// One logarithm for each distinct value of a class. Decided with a relative tolerance of 1e-12, on
/// the safe side: the rule is strict, so what only seems below by rounding does not hold.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, KeyColumn};
/// use ridotto_core::model::{Absent, Baseline, DeltaDisclosure};
/// let baseline = Baseline::new(vec![50, 50]);
/// let disease = Codes::from_codes(&[0, 0, 0, 1], 2);
/// let table = ClassTable::count(&[], &[KeyColumn { codes: &disease, values: 2 }], 4);
/// let model = DeltaDisclosure::new(0, 1.0, 2.0, Absent::Violates, &baseline).unwrap();
/// assert_eq!(model.attained(&table), Some(1.0)); // one half became one quarter
/// assert!(!table.classes().any(|class| model.holds(class)));
/// ```
///
/// # References
/// J. Brickell, V. Shmatikov (2008), *The cost of privacy: destruction of data-mining utility in
/// anonymized data publishing*, doi:10.1145/1401890.1401904.
#[derive(Clone, Debug)]
pub struct DeltaDisclosure {
    sensitive: SensitiveId,
    delta: f64,
    /// The natural logarithm of the base.
    unit: f64,
    absent: Absent,
    baseline: Baseline,
    present: usize,
}

/// What a value means that the table has and a class has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Nothing: only the values of a class are compared.
    Ignored,
    /// The class does not hold: its share is infinitely smaller.
    Violates,
}

impl DeltaDisclosure {
    /// The model for a sensitive attribute, with the distribution that classes are compared with.
    pub fn new(
        sensitive: SensitiveId,
        delta: f64,
        base: f64,
        absent: Absent,
        baseline: &Baseline,
    ) -> Result<Self, ModelError> {
        if !(delta.is_finite() && delta > 0.0) {
            return Err(ModelError::out_of_range(NAME, "delta", delta, "a number above 0"));
        }
        if !(base.is_finite() && base > 1.0) {
            return Err(ModelError::out_of_range(NAME, "base", base, "a number above 1"));
        }
        if baseline.rows() == 0 {
            return Err(ModelError::NoBaseline { model: NAME });
        }
        let (unit, present) = (base.ln(), baseline.present());
        Ok(Self { sensitive, delta, unit, absent, baseline: baseline.clone(), present })
    }

    /// |log(p / q)| of a value; infinite if the table does not have it.
    fn distance(&self, code: Code, count: u64, size: u64) -> f64 {
        let own = count as f64 * self.baseline.rows() as f64;
        let expected = self.baseline.count(code) as f64 * size as f64;
        (own / expected).ln().abs() / self.unit
    }
}

impl ClassModel for DeltaDisclosure {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The largest logarithm of a factor by which a value's share differs from the table's.
    fn level(&self, class: Class<'_>) -> f64 {
        let histogram = class.histogram(self.sensitive);
        let lacks = histogram.len() < self.present;
        if self.absent == Absent::Violates && lacks {
            return f64::INFINITY;
        }
        let distance = |&(code, count): &(Code, u64)| self.distance(code, count, class.size());
        histogram.iter().map(distance).fold(0.0, f64::max)
    }

    fn bound(&self) -> Bound {
        Bound::Below(self.delta)
    }

    /// If absent values violate, the rule says for every value of the table that its share lies
    /// between two numbers; a share in a union lies between those in the classes, so it does too.
    /// If absent values are ignored there is no promise: a value that one class has in the right
    /// share and the other has not at all may be far too rare in the union.
    fn union_rule(&self) -> UnionRule {
        match self.absent {
            Absent::Ignored => UnionRule::NoPromise,
            Absent::Violates => UnionRule::HoldsIfBoth,
        }
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.level(class) < self.delta * (1.0 - TOLERANCE)
    }

    /// How many values a class lacks, if it may lack none; else the largest distance.
    fn decides(&self, class: Class<'_>) -> Decisive {
        let lacking = self.present.saturating_sub(class.histogram(self.sensitive).len());
        if self.absent == Absent::Violates && lacking > 0 {
            return Decisive::of_part("absent", Bound::AtMost(0.0), lacking as f64);
        }
        Decisive::of_bound(self.bound(), self.level(class))
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}
