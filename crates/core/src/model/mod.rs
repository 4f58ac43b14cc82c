//! Privacy models: what makes a class, or a whole table, safe.
//!
//! A model is a statistic and a bound on it. A search asks [`ClassModel::holds`] of every class; a
//! measurement of a finished file asks for the worst [`ClassModel::level`]. One definition serves
//! both. What a union of classes keeps is *declared* ([`UnionRule`]), with the argument beside the
//! declaration, and a property test tries to refute every declaration on random classes.

mod alpha_k;
mod average_risk;
mod baseline;
mod beta_likeness;
mod count;
mod decisive;
mod definition;
mod delta_disclosure;
mod delta_presence;
mod differential_privacy;
mod distinct_l;
mod entropy_l;
mod error;
mod gamma;
mod k_anonymity;
mod k_map;
mod ke_anonymity;
mod l_diversity;
pub mod limits;
mod negative_positive_disclosure_l;
mod p_sensitive;
pub mod parameters;
mod personal_k;
mod population_uniqueness;
mod positive_disclosure_l;
mod recursive_l;
mod sample_uniqueness;
mod scratch;
pub mod subject;
mod t_closeness;
mod target;

pub use alpha_k::{ALPHA_K, AlphaK};
pub use average_risk::{AVERAGE_RISK, AverageRisk};
pub use baseline::Baseline;
pub use beta_likeness::{BETA_LIKENESS, BetaLikeness, Likeness};
pub use count::Count;
pub use decisive::{Decisive, Worst};
pub use definition::{BoundModel, Model, ModelContext, ModelDefinition, Relative, Weakest};
pub use delta_disclosure::{Absent, DELTA_DISCLOSURE, DeltaDisclosure};
pub use delta_presence::{DELTA_PRESENCE, DeltaPresence, PresenceFloor};
pub use differential_privacy::{
    DIFFERENTIAL_PRIVACY, DifferentialPrivacy, Private, Proof, out_of_range,
};
pub use distinct_l::DistinctL;
pub use entropy_l::{EntropyEstimator, EntropyL};
pub use error::ModelError;
pub use k_anonymity::{K_ANONYMITY, K_ANONYMITY_WITH_WILDCARDS, KAnonymity, OWN_K};
pub use k_map::{Estimate, K_MAP, KMap};
pub use ke_anonymity::{KE_ANONYMITY, KEAnonymity};
pub use l_diversity::{Diversity, L_DIVERSITY};
pub use negative_positive_disclosure_l::NegativePositiveDisclosureL;
pub use p_sensitive::{P_SENSITIVE, PSensitive};
pub use personal_k::PersonalK;
pub use population_uniqueness::{POPULATION_UNIQUENESS, PopulationUniqueness, Uniqueness};
pub use positive_disclosure_l::PositiveDisclosureL;
pub use recursive_l::RecursiveL;
pub use sample_uniqueness::{SAMPLE_UNIQUENESS, SampleUniqueness};
pub use subject::{Aspect, Frequency, MissingSensitive, SensitiveModel, Subject};
pub use t_closeness::{Distance, DistanceKind, T_CLOSENESS, TCloseness};
pub use target::{Sensitive, Target};

use crate::class::Needs;
use crate::{Class, ClassTable, Decimal, SensitiveId, Share};
use std::fmt::Debug;

/// Every model, in the order of the book. Whoever reads a policy, draws a schema, explains a name or
/// shows a report goes by this list.
pub static MODELS: &[&ModelDefinition] = &[
    &K_ANONYMITY,
    &K_MAP,
    &AVERAGE_RISK,
    &SAMPLE_UNIQUENESS,
    &POPULATION_UNIQUENESS,
    &L_DIVERSITY,
    &P_SENSITIVE,
    &ALPHA_K,
    &KE_ANONYMITY,
    &T_CLOSENESS,
    &DELTA_DISCLOSURE,
    &BETA_LIKENESS,
    &DELTA_PRESENCE,
    &DIFFERENTIAL_PRIVACY,
    &K_ANONYMITY_WITH_WILDCARDS,
];

/// The model of a name.
pub fn of_name(name: &str) -> Option<&'static ModelDefinition> {
    MODELS.iter().copied().find(|model| model.entry.name == name)
}

/// How far logarithms may be off, relatively: three equal values have an entropy of ln 3, though
/// adding up gives a little less. Whatever can be is decided on integers instead.
pub const TOLERANCE: f64 = 1e-12;

/// The values of a statistic that a model admits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// This much or more.
    AtLeast(f64),
    /// This much or less.
    AtMost(f64),
    /// Strictly less.
    Below(f64),
    /// Between the two, both included.
    Within(f64, f64),
}

impl Bound {
    /// Whether a level is within the bound.
    pub fn admits(self, level: f64) -> bool {
        match self {
            Self::AtLeast(least) => level >= least,
            Self::AtMost(most) => level <= most,
            Self::Below(limit) => level < limit,
            Self::Within(least, most) => (least..=most).contains(&level),
        }
    }

    /// The worse of two levels: the one nearer to breaking the bound, or further beyond it. Of two
    /// that are equally near to either end of a range it is the lower one, whichever comes first.
    pub fn worse(self, a: f64, b: f64) -> f64 {
        match self {
            Self::AtLeast(_) => a.min(b),
            Self::AtMost(_) | Self::Below(_) => a.max(b),
            Self::Within(least, most) => {
                let margin = |level: f64| (level - least).min(most - level);
                let nearer = margin(b) - margin(a);
                match nearer {
                    _ if nearer.abs() <= TOLERANCE => a.min(b),
                    _ if nearer > 0.0 => a,
                    _ => b,
                }
            }
        }
    }
}

/// What a model promises about the union of two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnionRule {
    /// Nothing.
    NoPromise,
    /// The union holds if both classes hold. Enough to prune a search without suppression.
    HoldsIfBoth,
    /// The union holds if one of the classes holds. Enough to prune with suppression, too.
    HoldsIfEither,
}

/// A model that judges every class by itself.
pub trait ClassModel: Debug + Send + Sync {
    /// Its name in the policy and in the report.
    fn name(&self) -> &'static str;
    /// The statistic of a class.
    fn level(&self, class: Class<'_>) -> f64;
    /// What the statistic must keep to.
    fn bound(&self) -> Bound;
    /// What a union of classes keeps.
    fn union_rule(&self) -> UnionRule;
    /// Whether a class is safe.
    fn holds(&self, class: Class<'_>) -> bool {
        self.bound().admits(self.level(class))
    }
    /// How many of a class's records must go at least, however the class is split: at every finer
    /// generalisation so many records of it are suppressed by this model. 0 for a class that holds.
    ///
    /// If the union of classes that hold holds, then so does the union of those parts of the class
    /// that are kept; so this is at most the least number of records without which the rest of the
    /// class holds, and a model that knows that number should say it: searches then close more.
    fn least_removed(&self, class: Class<'_>) -> u64 {
        if class.size() < self.rows_needed() {
            return class.size();
        }
        if self.holds(class) {
            return 0;
        }
        match self.union_rule() {
            UnionRule::NoPromise => 0,
            // If no part failed, the class would hold.
            UnionRule::HoldsIfBoth => 1.min(class.size()),
            // If one part held, the class would hold.
            UnionRule::HoldsIfEither => class.size(),
        }
    }
    /// If the model says no more than "a class has at least so many rows", how many. Searches
    /// then need no classes, only counts.
    fn least_size(&self) -> Option<u64> {
        None
    }
    /// No class of fewer rows holds, whatever is in it. Classes that are too small by this are
    /// found without a look at their values.
    fn rows_needed(&self) -> u64 {
        self.least_size().unwrap_or(1)
    }
    /// What decides of a column's values in a class. Searches carry no more than that about:
    /// whether a class holds, and how many of its records must go, is the same when values beyond
    /// it are left out.
    fn needs(&self, _of: SensitiveId) -> Needs {
        Needs::All
    }
    /// The worst level of a table's classes; `None` if it has none.
    fn attained(&self, table: &ClassTable) -> Option<f64> {
        table.classes().map(|class| self.level(class)).reduce(|a, b| self.bound().worse(a, b))
    }
    /// What decides whether a class holds. A model with several bounds says which one it is.
    fn decides(&self, class: Class<'_>) -> Decisive {
        Decisive::of_bound(self.bound(), self.level(class))
    }
    /// What decides whether a table's classes hold; `None` if it has none.
    fn decisive(&self, table: &ClassTable) -> Option<Decisive> {
        decisive::of_table(self, table)
    }
}

/// A model that several owners share is a model.
impl<M: ClassModel + ?Sized> ClassModel for std::sync::Arc<M> {
    fn name(&self) -> &'static str {
        (**self).name()
    }
    fn level(&self, class: Class<'_>) -> f64 {
        (**self).level(class)
    }
    fn bound(&self) -> Bound {
        (**self).bound()
    }
    fn union_rule(&self) -> UnionRule {
        (**self).union_rule()
    }
    fn holds(&self, class: Class<'_>) -> bool {
        (**self).holds(class)
    }
    fn least_removed(&self, class: Class<'_>) -> u64 {
        (**self).least_removed(class)
    }
    fn least_size(&self) -> Option<u64> {
        (**self).least_size()
    }
    fn rows_needed(&self) -> u64 {
        (**self).rows_needed()
    }
    fn needs(&self, of: SensitiveId) -> Needs {
        (**self).needs(of)
    }
    fn attained(&self, table: &ClassTable) -> Option<f64> {
        (**self).attained(table)
    }
    fn decides(&self, class: Class<'_>) -> Decisive {
        (**self).decides(class)
    }
    fn decisive(&self, table: &ClassTable) -> Option<Decisive> {
        (**self).decisive(table)
    }
}

/// A model that judges a whole table: an average, a share of uniques. It never pretends to judge
/// a class, and so says nothing about which records to suppress.
pub trait TableModel: Debug + Send + Sync {
    /// Its name in the policy and in the report.
    fn name(&self) -> &'static str;
    /// The statistic of a table.
    fn level(&self, table: &ClassTable) -> f64;
    /// What the statistic must keep to.
    fn bound(&self) -> Bound;
    /// Whether the table is safe.
    fn holds(&self, table: &ClassTable) -> bool {
        self.bound().admits(self.level(table))
    }
}

/// Refuses a parameter that is no share.
fn share(model: &'static str, parameter: &'static str, given: Decimal) -> Result<(), ModelError> {
    let needed = "a share from 0 to 1";
    let error = || ModelError::out_of_range(model, parameter, given.to_f64(), needed);
    if Share::new(given).is_none() { Err(error()) } else { Ok(()) }
}

/// Refuses a parameter that is 0 or less.
fn positive(
    model: &'static str,
    parameter: &'static str,
    given: Decimal,
) -> Result<(), ModelError> {
    let error = || ModelError::out_of_range(model, parameter, given.to_f64(), "a number above 0");
    if given.is_positive() { Ok(()) } else { Err(error()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_admit_and_compare() {
        assert!(Bound::AtLeast(5.0).admits(5.0) && !Bound::AtLeast(5.0).admits(4.0));
        assert!(Bound::AtMost(0.2).admits(0.2) && !Bound::Below(0.2).admits(0.2));
        assert!(Bound::Within(0.1, 0.5).admits(0.1) && !Bound::Within(0.1, 0.5).admits(0.6));
        assert!(!Bound::AtLeast(5.0).admits(f64::NAN));
        let near = |bound: Bound, a, b| bound.worse(a, b);
        assert!((near(Bound::AtLeast(5.0), 7.0, 6.0) - 6.0).abs() < f64::EPSILON);
        assert!((near(Bound::AtMost(0.2), 0.1, 0.3) - 0.3).abs() < f64::EPSILON);
        assert!((near(Bound::Within(0.0, 1.0), 0.5, 0.9) - 0.9).abs() < f64::EPSILON);
        // Equally near to both ends, and whichever comes first.
        for (a, b) in [(0.4, 0.5), (0.5, 0.4)] {
            assert!((near(Bound::Within(0.1, 0.8), a, b) - 0.4).abs() < f64::EPSILON);
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        let part = Decimal::ceil_share;
        let (none, some) = (Baseline::new(vec![0, 0]), Baseline::new(vec![1, 1]));
        let three = 3.try_into().expect("not 0");
        let close = |distance, t, baseline| TCloseness::new(0, t, distance, baseline).err();
        let disclosure =
            |delta, base| DeltaDisclosure::new(0, delta, base, Absent::Ignored, &some).err();
        let likeness = |beta, baseline| BetaLikeness::new(0, beta, Likeness::Basic, baseline).err();
        let refused = [
            AverageRisk::new(part(3, 2)).err(),
            SampleUniqueness::new(part(3, 2)).err(),
            PopulationUniqueness::new(Decimal::ONE, 0, Uniqueness::Zayatz).err(),
            EntropyL::new(0, 0.5, EntropyEstimator::Shannon).err(),
            EntropyL::new(0, f64::NAN, EntropyEstimator::Shannon).err(),
            RecursiveL::new(0, Decimal::ZERO, three).err(),
            PositiveDisclosureL::new(0, Decimal::ZERO, three, &[]).err(),
            PSensitive::new(2, 3, vec![]).err(),
            AlphaK::new(0, Decimal::ZERO, 3, None).err(),
            AlphaK::new(0, part(3, 2), 3, None).err(),
            AlphaK::new(0, Decimal::ONE, 0, None).err(),
            close(Distance::Equal, part(3, 2), &some),
            close(Distance::Equal, part(1, 2), &none),
            close(Distance::Continuous(&[1.0]), part(1, 2), &some),
            close(Distance::Continuous(&[1.0, f64::NAN]), part(1, 2), &some),
            disclosure(0.0, 2.0),
            disclosure(1.0, 1.0),
            likeness(Decimal::ZERO, &some),
            likeness(Decimal::ONE, &none),
            DeltaPresence::new(part(1, 2), part(1, 3)).err(),
            DeltaPresence::new(part(1, 2), part(4, 3)).err(),
        ];
        for (at, error) in refused.into_iter().enumerate() {
            assert!(error.is_some(), "the parameters number {at} were taken");
        }
        assert!(close(Distance::KullbackLeibler, part(3, 2), &some).is_none());
        assert_eq!(
            AverageRisk::new(part(3, 2)).expect_err("above 1").to_string(),
            "at-most is 1.5, but average-risk needs a share from 0 to 1"
        );
    }

    #[test]
    fn debug_shows_no_value() {
        let numbers = [4711.0, 4712.0];
        let distance = Distance::Continuous(&numbers);
        let baseline = Baseline::new(vec![8_151, 8_152]);
        let close = TCloseness::new(0, Decimal::ONE, distance, &baseline).expect("it fits");
        let personal = PersonalK::new(0, vec![4711], 4712, Count::Rows);
        let shown = format!("{close:?} {personal:?} {baseline:?}");
        assert!(!shown.contains("471") && !shown.contains("815"), "{shown}");
    }
}
