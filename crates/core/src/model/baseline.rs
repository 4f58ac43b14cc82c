//! The baseline: how the whole table's rows are spread over a sensitive attribute's values.

use crate::{ClassTable, Code, Codes, SensitiveId};
use std::fmt;

/// The distribution that classes are compared with: that of the whole input, also when records
/// are suppressed.
#[derive(Clone, PartialEq, Eq)]
pub struct Baseline {
    counts: Vec<u64>,
    rows: u64,
}

impl Baseline {
    /// The baseline with these counts, one for each code.
    pub fn new(counts: Vec<u64>) -> Self {
        let rows = counts.iter().sum();
        Self { counts, rows }
    }

    /// The baseline where these counts are out of so many persons, who may have several values.
    pub fn among(counts: Vec<u64>, persons: u64) -> Self {
        Self { counts, rows: persons }
    }

    /// The baseline of a column whose codes are below `values`.
    pub fn of_column(codes: &Codes, values: usize) -> Self {
        Self::new(codes.histogram(values))
    }

    /// The baseline of all rows of a table.
    pub fn of_table(table: &ClassTable, sensitive: SensitiveId) -> Self {
        let mut counts = vec![0; table.sensitive_values(sensitive)];
        for class in table.classes() {
            for &(code, count) in class.histogram(sensitive) {
                counts[code as usize] += count;
            }
        }
        Self::new(counts)
    }

    /// How many rows have a value; 0 for a code that the baseline does not know.
    pub fn count(&self, code: Code) -> u64 {
        self.counts.get(code as usize).copied().unwrap_or(0)
    }

    /// How many rows have each value, by code.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many rows there are, or persons if these are counted.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many values occur.
    pub fn present(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }
}

impl fmt::Debug for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Baseline({} rows, {} values)", self.rows, self.counts.len())
    }
}
