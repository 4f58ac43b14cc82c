//! Tables of counts, as a policy asks for them.

use ridotto_catalogue::Spanned;

/// A table: one cell for each combination of values of its dimensions, with all totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRequest {
    /// What it is called; only one table may have no name.
    pub name: Option<Spanned<String>>,
    /// The attributes by which records are counted.
    pub dimensions: Vec<Spanned<String>>,
}

/// What a total over all values of a dimension is called when nothing is said.
pub const TOTAL: &str = "Total";
