//! The lines of a file, whoever wrote it.

use crate::space::Key;
use ridotto_catalogue::Decimal;

pub(super) use crate::written::{is_near, is_value};

/// What a line says of a cell.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The line, from 1.
    pub number: u64,
    /// Its table, by its place.
    pub table: usize,
    /// The cell.
    pub key: Key,
    /// Whether its value is hidden.
    pub is_hidden: bool,
    /// What is written.
    pub value: Option<Decimal>,
    /// The count beside a mean.
    pub count: Option<Decimal>,
}
