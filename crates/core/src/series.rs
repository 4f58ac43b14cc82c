//! A column as measures and perturbations see it: numbers, or codes of categories.

use crate::Code;
use std::fmt;
use std::sync::Arc;

/// A named column. Two columns are compared row by row, so a measure of a pair of files wants the
/// rows of both in the same order, unless it says otherwise.
#[derive(Clone)]
pub struct Series {
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

impl Series {
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

    /// The column of some of its rows, in the order given.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn take(&self, rows: &[u32]) -> Self {
        let values = match &self.values {
            Values::Numbers(numbers) => {
                Values::Numbers(rows.iter().map(|&row| numbers[row as usize]).collect())
            }
            Values::Categories { codes, categories, ordered } => Values::Categories {
                codes: rows.iter().map(|&row| codes[row as usize]).collect(),
                categories: *categories,
                ordered: *ordered,
            },
        };
        Self { name: Arc::clone(&self.name), values }
    }

    /// Its rows and then those of another column of the same kind; `None` if kinds differ.
    pub fn stack(&self, other: &Self) -> Option<Self> {
        let values = match (&self.values, &other.values) {
            (Values::Numbers(first), Values::Numbers(second)) => {
                Values::Numbers([&first[..], second].concat())
            }
            (
                Values::Categories { codes, categories, ordered },
                Values::Categories { codes: more, categories: most, .. },
            ) => Values::Categories {
                codes: [&codes[..], more].concat(),
                categories: *categories.max(most),
                ordered: *ordered,
            },
            _ => return None,
        };
        Some(Self { name: Arc::clone(&self.name), values })
    }
}

/// Without values: a column may hold what nobody should read in a log.
impl fmt::Debug for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.values {
            Values::Numbers(_) => "numbers",
            Values::Categories { .. } => "categories",
        };
        write!(f, "Series({}, {} {kind})", self.name, self.len())
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
