//! Tables, as a policy asks for them.

use crate::language::{Statistic, Zero};
use crate::unsaid;
use ridotto_catalogue::{Decimal, Given, Spanned};

/// A table: one cell for each combination of values of its dimensions, with all totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRequest {
    /// What it is called; only one table may have no name.
    pub name: Option<Spanned<String>>,
    /// The attributes by which records are told apart.
    pub dimensions: Vec<Spanned<String>>,
    /// The attribute that is added up; records are counted when absent.
    pub response: Option<Spanned<String>>,
    /// What is said of it.
    pub statistic: Spanned<Statistic>,
    /// The file in which it was published before: it is kept as it is.
    pub published: Option<Spanned<String>>,
}

/// How tables are protected: the keys of `[release]` that are about tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protection {
    /// By what.
    pub method: Given,
    /// Whether a cell is sensitive that has all contributors of a total it is a part of.
    pub group: Spanned<bool>,
    /// Whether the value 0 may be told of a cell that has contributors.
    pub zero: Spanned<Zero>,
    /// The file that says of cells what they are.
    pub apriori: Option<Spanned<String>>,
    /// Between which shares of a cell's value everybody knows it to lie.
    pub bounds: Option<Spanned<(Decimal, Decimal)>>,
}

impl Default for Protection {
    fn default() -> Self {
        Self {
            method: Given::of(&unsaid::METHOD, &[]),
            group: Spanned::assumed(false),
            zero: Spanned::assumed(Zero::Safe),
            apriori: None,
            bounds: None,
        }
    }
}

impl Protection {
    /// Whether the method adds noise that is differentially private, and so promises by itself: it is one that
    /// takes an epsilon.
    pub fn is_private(&self) -> bool {
        self.method.entry().parameter("epsilon").is_some()
    }
}

/// What a total over all values of a dimension is called when nothing is said.
pub const TOTAL: &str = "Total";
