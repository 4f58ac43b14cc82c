//! What is wrong with one of these files, and in which line.

use thiserror::Error;

/// Something that a file should not have in a line; never a cell of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub message: String,
    /// What to do.
    pub hint: &'static str,
}

impl Fault {
    /// Something wrong in a line, and what to do.
    pub fn new(line: u64, message: impl Into<String>, hint: &'static str) -> Self {
        Self { line, message: message.into(), hint }
    }
}
