//! What an attacker learns from a table with hidden cells, whoever made it.

use serde::{Deserialize, Serialize};

/// The audit of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableAuditReport {
    /// How many cells it has, of all its tables.
    pub cells: u64,
    /// How many of them are hidden.
    pub suppressed: u64,
    /// How many hidden cells an outsider knows exactly.
    pub exact: u64,
    /// How many sensitive cells somebody knows better than they may; `null` where the truth is not known.
    #[serde(rename = "unsafe")]
    pub not_safe: Option<u64>,
    /// Who knows them; `null` where the truth is not known.
    pub unsafe_by: Option<UnsafeBy>,
    /// By how much a needed interval is missed at most, by whoever comes too near, in the units of the cells;
    /// `null` where the truth is not known.
    pub largest_violation: Option<f64>,
    /// What who takes the line of a hidden count to tell that it is not 0 knows besides; `null` where the
    /// truth is not known, or where `unsafe` has it, because the policy asks to be protected from that.
    pub by_lines: Option<ByLines>,
}

/// Sensitive counts that nobody knows better than they may but who makes use of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByLines {
    /// How many there are among those that were looked at.
    pub known: u64,
    /// How many sensitive counts were looked at: all, or some that are spread evenly over very many.
    pub looked_at: u64,
}

/// Sensitive cells that are too well known, by who knows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnsafeBy {
    /// Who knows the table alone. Sensitive cells that are published are among these.
    pub outsider: u64,
    /// Who knows the one record that they contributed.
    pub respondent: u64,
    /// Who contributed several records and knows them all: a holding.
    pub coalition: u64,
}

impl TableAuditReport {
    /// Whether nothing is too well known: by what is needed or, where the truth is not known, exactly.
    pub fn is_safe(&self) -> bool {
        self.not_safe.map_or(self.exact == 0, |not_safe| not_safe == 0)
    }
}
