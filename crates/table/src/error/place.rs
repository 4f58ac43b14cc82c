//! Where a record of JSON begins.

use std::fmt;

/// The line on which a record begins; and its number, where lines are not records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonPlace {
    /// The line, from 1.
    pub line: u64,
    /// Which record of its list it is, from 1; `None` where each line is one.
    pub record: Option<u64>,
}

impl From<u64> for JsonPlace {
    fn from(line: u64) -> Self {
        Self { line, record: None }
    }
}

impl fmt::Display for JsonPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        self.record.map_or(Ok(()), |record| write!(f, ", record {record}"))
    }
}
