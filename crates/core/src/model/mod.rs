//! Privacy models: what makes a class, or a whole table, safe.
//!
//! A model is a statistic and a bound on it. A search asks [`ClassModel::holds`] of every class; a
//! measurement of a finished file asks for the worst [`ClassModel::level`]. One definition serves
//! both. What a union of classes keeps is *declared* ([`UnionRule`]), with the argument beside the
//! declaration, and a property test tries to refute every declaration on random classes.

mod k_anonymity;

pub use k_anonymity::KAnonymity;

use crate::{Class, ClassTable};
use std::fmt::Debug;

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

    /// The worse of two levels: the one nearer to breaking the bound, or further beyond it.
    pub fn worse(self, a: f64, b: f64) -> f64 {
        match self {
            Self::AtLeast(_) => a.min(b),
            Self::AtMost(_) | Self::Below(_) => a.max(b),
            Self::Within(least, most) => {
                let margin = |level: f64| (level - least).min(most - level);
                if margin(a) <= margin(b) { a } else { b }
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
    /// The worst level of a table's classes; `None` if it has none.
    fn attained(&self, table: &ClassTable) -> Option<f64> {
        table.classes().map(|class| self.level(class)).reduce(|a, b| self.bound().worse(a, b))
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
    }
}
