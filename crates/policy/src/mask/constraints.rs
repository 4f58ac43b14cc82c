//! What groups and synthetic records must keep to, and which values there can be.

use super::List;
use crate::language::Distance;
use ridotto_catalogue::{Decimal, Spanned};

/// An attribute, and what is said of it.
pub type Of<T> = (Spanned<String>, T);

/// Every group has so many different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diverse {
    /// Of this attribute.
    pub attribute: Spanned<String>,
    /// How many.
    pub l: Spanned<u32>,
}

/// Every group is near to the distribution of all records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Close {
    /// Of this attribute.
    pub attribute: Spanned<String>,
    /// How near.
    pub t: Spanned<Decimal>,
    /// How that is measured.
    pub distance: Spanned<Distance>,
}

/// What every synthetic record keeps to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// The least and the greatest number of an attribute.
    pub ranges: Vec<Of<(Decimal, Decimal)>>,
    /// An attribute, and those that it is the sum of.
    pub sums: Vec<List>,
    /// Combinations that no record has.
    pub impossible: Vec<Vec<Of<Among>>>,
}

impl Constraints {
    /// The attributes that are named.
    pub fn attributes(&self) -> impl Iterator<Item = &Spanned<String>> {
        let sums = self.sums.iter().flat_map(|(total, parts)| [total].into_iter().chain(parts));
        let combined = self.impossible.iter().flatten().map(|(name, _)| name);
        self.ranges.iter().map(|(name, _)| name).chain(sums).chain(combined)
    }
}

/// Some of the values of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Among {
    /// These categories.
    Values(Vec<Spanned<String>>),
    /// Numbers between these ends, both included; without an end, however far.
    Between(Option<Decimal>, Option<Decimal>),
}

/// The values that an attribute can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// These categories.
    Values(Vec<Spanned<String>>),
    /// Numbers, counted in bins of equal width.
    Numbers {
        /// The least.
        lower: Decimal,
        /// The greatest.
        upper: Decimal,
        /// How many bins.
        bins: u32,
        /// Digits behind the point.
        decimals: u32,
    },
}
