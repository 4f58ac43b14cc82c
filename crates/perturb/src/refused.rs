//! Why a method does not fit what it was asked to mask.

use thiserror::Error;

/// A method that would make no sense, and why. It says how many and which number, and no cell's
/// value; who asked adds the attribute's name and the place in the policy.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Refused {
    /// The method needs numbers and the attribute has categories.
    #[error("it needs numbers, and the attribute has categories")]
    NeedsNumbers,
    /// The method needs categories and the attribute has numbers.
    #[error("it needs categories, and the attribute has numbers")]
    NeedsCategories,
    /// There are fewer records than the method needs.
    #[error("it needs at least {needed} records, and there are {records}")]
    TooFew {
        /// How many there must be.
        needed: u64,
        /// How many there are.
        records: u64,
    },
    /// A parameter is out of its range.
    #[error("`{parameter}` must be {must_be}")]
    Parameter {
        /// Its name in the policy.
        parameter: &'static str,
        /// What it must be: "between 0 and 1".
        must_be: &'static str,
    },
    /// The method is for one attribute at a time.
    #[error("it is exact for one attribute at a time, and there are more: use `best`")]
    OneAttribute,
    /// Numbers are infinite.
    #[error("it needs finite numbers, and {records} records have others")]
    NotFinite {
        /// How many records.
        records: u64,
    },
    /// What groups must hold does not hold of all records together.
    #[error("not even all records together hold what is required of each group")]
    Constraint,
}
