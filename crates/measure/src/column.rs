//! A column as measures see it: numbers, or codes of categories.

use ridotto_core::Code;
use std::fmt;
use std::sync::Arc;

/// A named column. Two columns are compared row by row, so a measure of a pair of files wants the
/// rows of both in the same order, unless it says otherwise.
#[derive(Clone)]
pub struct Column {
    /// Its name.
    pub name: Arc<str>,
    /// What stands in it.
    pub values: Values,
}

/// The values of a column.
#[derive(Clone)]
pub enum Values {
    /// Numbers; a missing one is `NaN`.
    Numbers(Vec<f64>),
    /// Categories `0..categories`, where the same code means the same text in every column that it
    /// is compared with; a missing one is `None`. `ordered` says that codes are in their order.
    Categories {
        /// One code a row.
        codes: Vec<Option<Code>>,
        /// How many categories there are.
        categories: usize,
        /// Whether a greater code is a greater value.
        ordered: bool,
    },
}

impl Column {
    /// How many rows it has.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Numbers(numbers) => numbers.len(),
            Values::Categories { codes, .. } => codes.len(),
        }
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Without values: a column may hold what nobody should read in a log.
impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.values {
            Values::Numbers(_) => "numbers",
            Values::Categories { .. } => "categories",
        };
        write!(f, "Column({}, {} {kind})", self.name, self.len())
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Numbers(_) => "Numbers",
            Self::Categories { .. } => "Categories",
        })
    }
}
