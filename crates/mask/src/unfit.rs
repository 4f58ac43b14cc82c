//! Why data cannot be synthesised as asked.

use thiserror::Error;

/// What does not fit together. It counts records and names attributes by their place, and tells no
/// cell's value.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Unfit {
    /// There is no attribute to synthesise.
    #[error("there is no attribute to synthesise")]
    NoAttribute,
    /// Numbers are to be mixed, and there are none.
    #[error("hybrid data mix numbers, and no attribute has any")]
    NoNumbers,
    /// An attribute is named that is not there, or twice.
    #[error("`{parameter}` must name attributes that are there, each once")]
    Attributes {
        /// The parameter's name in the policy.
        parameter: &'static str,
    },
    /// A column is shorter or longer than another.
    #[error("all columns must have as many records as the first")]
    Lengths,
    /// A constraint does not hold in the original.
    #[error("{records} records of the data themselves do not keep to the {constraint}")]
    Broken {
        /// What was asked: a range, a sum, an impossible combination.
        constraint: &'static str,
        /// The attribute's place, from 1.
        attribute: usize,
        /// How many records break it.
        records: u64,
    },
    /// Every number that could be drawn is one record's own.
    #[error(
        "every number that the attribute can have is the true number of one record: \
         allow more decimals, a wider range, or switch smoothing off"
    )]
    NothingFree {
        /// The attribute's place, from 1.
        attribute: usize,
    },
    /// Constraints leave no value for some records, however often they are drawn.
    #[error("the constraints leave no value for {records} records, however often they are drawn")]
    Stuck {
        /// How many.
        records: u64,
    },
    /// There is no private noise with these parameters.
    #[error("{reason}")]
    Private {
        /// Why, in words.
        reason: String,
    },
}
