//! Why a method does not fit what it was asked to mask.

use thiserror::Error;

/// A method that would make no sense, and why. It says how many and which number, and no cell's
/// value; who asked adds the attribute's name and the place in the policy.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Refused {
    /// The method needs numbers and the attribute has categories.
    #[error("it needs numbers, and the attribute has categories")]
    NeedsNumbers,
    /// Numbers are texts, as a step before gave labels to some, and would be told apart and no more.
    #[error(
        "its numbers have labels among them, so that nothing says how near they are to each other"
    )]
    NumbersAsTexts,
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
    /// Of several attributes one does not fit.
    #[error("{attribute}: {reason}")]
    Of {
        /// Its name.
        attribute: String,
        /// Why it does not fit.
        reason: Box<Refused>,
    },
    /// It does not fit some of the strata.
    #[error("{reason}, in {failing} of {strata} strata, the first of which begins in line {line}")]
    Strata {
        /// Why it does not fit the first of them.
        reason: Box<Refused>,
        /// How many it does not fit.
        failing: u64,
        /// The line of the first record of the first of them.
        line: u64,
        /// How many there are.
        strata: u64,
    },
    /// The same number stands everywhere, so there is nothing to measure a change by.
    #[error("it needs numbers that differ, and all are the same")]
    Constant,
    /// No record has a value.
    #[error("it needs values, and all are missing")]
    AllMissing,
    /// Columns that belong together have different numbers of rows, or there is none.
    #[error("it needs columns of the same length, and at least one")]
    Uneven,
    /// Weights that cannot be used.
    #[error("it needs weights that are numbers, none below zero and some above")]
    Weights,
    /// The method needs categories in an order.
    #[error("it needs an order, and the categories have none")]
    NotOrdered,
    /// There are too few categories, or too many.
    #[error("it needs between {least} and {most} categories, and the attribute has {categories}")]
    Categories {
        /// How many there must be at least.
        least: usize,
        /// How many there may be.
        most: usize,
        /// How many there are.
        categories: usize,
    },
    /// A matrix of probabilities has another size than the attribute.
    #[error(
        "the matrix must have a row and a column for each of the {categories} categories, and it \
         has {rows} rows"
    )]
    MatrixSize {
        /// How many categories there are.
        categories: usize,
        /// How many rows the matrix has.
        rows: usize,
    },
    /// A matrix of probabilities is not square.
    #[error("row {row} of the matrix must have {rows} entries, as there are so many rows")]
    MatrixNotSquare {
        /// Which row, from 1.
        row: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// A matrix of probabilities has an entry that is none.
    #[error("row {row} of the matrix has an entry that is not between 0 and 1")]
    MatrixEntry {
        /// Which row, from 1.
        row: usize,
    },
    /// The probabilities of a row do not sum to one.
    #[error("row {row} of the matrix must sum to 1, and sums to {sum}")]
    MatrixSum {
        /// Which row, from 1.
        row: usize,
        /// What it sums to.
        sum: f64,
    },
    /// A category must change, and may become nothing.
    #[error(
        "{categories} categories may become no other, so they cannot be kept with the probability \
         `retain`"
    )]
    NothingAllowed {
        /// How many categories.
        categories: usize,
    },
    /// No invariant matrix keeps every category with the probability that was asked.
    #[error(
        "with these forbidden changes no invariant matrix was found that keeps every category with \
         the probability {asked}: categories would stay with {least:.3} to {most:.3}"
    )]
    Retention {
        /// The probability of staying.
        asked: f64,
        /// The least that a category can be had with.
        least: f64,
        /// The greatest.
        most: f64,
    },
    /// A matrix of probabilities has no inverse.
    #[error("the matrix has no inverse, so the original frequencies cannot be estimated")]
    MatrixSingular,
    /// There is no private noise with these parameters.
    #[error("{reason}")]
    PrivateNoise {
        /// Why, in words.
        reason: String,
    },
    /// No setting keeps the correlations within their bound.
    #[error("even the smallest range changes a correlation by {reached:.4}, more than {bound}")]
    CorrelationBound {
        /// How far correlations may move.
        bound: f64,
        /// How far they moved at least.
        reached: f64,
    },
    /// Data cannot be synthesised as asked.
    #[error(transparent)]
    Synthesis(#[from] crate::unfit::Unfit),
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

impl Refused {
    /// Whether it is that there are no numbers, or none in an order.
    pub(crate) fn wants_numbers(&self) -> bool {
        matches!(self, Self::NeedsNumbers | Self::NotOrdered | Self::NumbersAsTexts)
    }

    /// The same refusal with the attribute's name.
    pub(crate) fn of(self, attribute: &str) -> Self {
        Self::Of { attribute: attribute.to_owned(), reason: Box::new(self) }
    }
}
