//! A table in memory: codes and dictionaries for what is looked at, arrays for what is only
//! carried along.

use crate::{Dialect, Digest, Format, Native};
use arrow::array::ArrayRef;
use ridotto_core::{Codes, Dictionary, Kind};
use std::fmt;

/// What is wanted of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Nothing: it is passed over and never stored.
    Skip,
    /// Codes and a dictionary.
    Code {
        /// What the values must be; detected when `None`.
        kind: Option<Kind>,
    },
    /// Its values, to be written again: as codes while they repeat themselves, else as arrays.
    Carry,
}

/// A column as it was read.
#[derive(Clone)]
pub enum Column {
    /// It was not wanted.
    Skipped,
    /// Codes and what they stand for.
    Coded {
        /// One code per row.
        codes: Codes,
        /// The values.
        dictionary: Dictionary,
        /// The Arrow type in which the values can be written again; `None` for text.
        native: Option<Native>,
    },
    /// The values as they were, in chunks that together have one value per row.
    Carried(Vec<ArrayRef>),
}

/// Tells what the column is and never a value.
impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped => write!(f, "Skipped"),
            Self::Coded { dictionary, .. } => write!(f, "Coded({dictionary:?})"),
            Self::Carried(chunks) => write!(f, "Carried({} chunks)", chunks.len()),
        }
    }
}

/// A table that was read.
#[derive(Clone, Debug)]
pub struct Table {
    /// How many rows there are.
    pub rows: usize,
    /// The names of all columns of the file.
    pub names: Vec<String>,
    /// The columns, as many as names.
    pub columns: Vec<Column>,
    /// The digest of the file's bytes.
    pub sha256: Digest,
    /// The file's format.
    pub format: Format,
    /// What a text file looked like.
    pub dialect: Option<Dialect>,
    pub(crate) lines: Lines,
}

impl Table {
    /// The line of the file on which a row begins, counted from 1. In a Parquet or Arrow file
    /// there are no lines: it is the number of the row, counted from 1.
    pub fn line_of(&self, row: usize) -> u64 {
        self.lines.of(row)
    }
}

/// Where rows begin: one entry per row that follows a row of several lines.
///
/// Rows usually take one line each, so that the list is nearly empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// `(row, line)`: from this row on, until the next entry, each row takes one line.
    steps: Vec<(usize, u64)>,
}

impl Lines {
    /// Rows are on the lines from `first` on, until said otherwise.
    pub fn starting_at(first: u64) -> Self {
        Self { steps: vec![(0, first)] }
    }

    /// `row` begins on `line`; rows come in order.
    pub fn step(&mut self, row: usize, line: u64) {
        if self.of(row) != line {
            self.steps.push((row, line));
        }
    }

    pub fn of(&self, row: usize) -> u64 {
        match self.steps.partition_point(|&(first, _)| first <= row) {
            0 => row as u64 + 1,
            after => {
                let (first, line) = self.steps[after - 1];
                line + (row - first) as u64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_rows_of_several_lines() {
        let mut lines = Lines::starting_at(2);
        for (row, line) in [(1, 3), (3, 8), (4, 9), (9, 20)] {
            lines.step(row, line);
        }
        let got: Vec<u64> = (0..11).map(|row| lines.of(row)).collect();
        assert_eq!(got, [2, 3, 4, 8, 9, 10, 11, 12, 13, 20, 21]);
        assert_eq!(lines.steps.len(), 3);
        assert_eq!(Lines::default().of(4), 5);
    }
}
