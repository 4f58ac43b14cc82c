//! What may be wrong with the question that a linkage is asked.

use std::sync::Arc;
use thiserror::Error;

/// What may be wrong with the question that a linkage is asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinkageError {
    /// There is nothing to compare by.
    #[error("no attribute was given to link by")]
    NoAttribute,
    /// The columns of one file differ in length.
    #[error("{column}: the column has {found} records, and others of its file have {expected}")]
    Length {
        /// The column's name.
        column: Arc<str>,
        /// Its records.
        found: usize,
        /// The records of the file.
        expected: usize,
    },
    /// The two columns, or the column and the way to compare, are of different kinds.
    #[error("{0}: numbers and categories cannot be compared in this way")]
    Kind(Arc<str>),
    /// A number is infinite.
    #[error("{0}: the column has an infinite number")]
    Infinite(Arc<str>),
    /// A weight, a missing value's distance or an entry of a table of distances is negative or not
    /// finite, or the table has the wrong size.
    #[error("{0}: weights and distances must be finite and not negative, and tables square")]
    Distance(Arc<str>),
    /// A list about the records has the wrong length or points outside of the file.
    #[error("the list of {what} does not fit the files")]
    List {
        /// What the list says.
        what: &'static str,
    },
    /// The method serves fewer attributes.
    #[error("{found} attributes were given, and at most {most} can be used here")]
    TooMany {
        /// The attributes given.
        found: usize,
        /// The most possible.
        most: usize,
    },
}
