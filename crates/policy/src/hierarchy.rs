//! How a policy says that values become coarser.
//!
//! These are the words of the policy, already checked for what can be checked without data:
//! widths divide one another, cut points nest, no value is listed twice. Compiling them into
//! levels over the values of a column is work for others.

use crate::language::{AddressFamily, AutoMethod, DateUnit, Side};
use ridotto_catalogue::{Decimal, Spanned};

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HierarchySource {
    /// A CSV file with one line for each value: the value, level 1, level 2, and so on.
    File(String),
    /// `{ intervals = [5, 10, 20] }`: equal widths.
    Intervals(Intervals),
    /// `{ cuts = [[18, 30, 65], [30]] }`: the cut points of each level, finest level first. Each
    /// level is ascending, and some of the one before.
    Cuts(Vec<Vec<Spanned<Decimal>>>),
    /// `{ redact = "right" }`: characters go from one end.
    Redact(Redaction),
    /// `{ dates = ["month", "year"] }`: units of the calendar, coarser and coarser.
    Dates(Vec<Spanned<DateUnit>>),
    /// `{ groups = { … } }`: a tree in the policy itself.
    Groups(Vec<Group>),
    /// `{ addresses = [24, 16, 8] }`: prefixes of network addresses.
    Addresses(Addresses),
    /// `{ auto = true }`: from the data.
    Auto(Auto),
    /// `{ suppress = true }`: the value, then `*`.
    Suppress,
}

impl HierarchySource {
    /// The key that builds it, or `file`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Intervals(_) => "intervals",
            Self::Cuts(_) => "cuts",
            Self::Redact(_) => "redact",
            Self::Dates(_) => "dates",
            Self::Groups(_) => "groups",
            Self::Addresses(_) => "addresses",
            Self::Auto(_) => "auto",
            Self::Suppress => "suppress",
        }
    }
}

/// Intervals of equal width, wider at each level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// The width at each level from 1; each a multiple of the one before.
    pub widths: Vec<Spanned<Decimal>>,
    /// Lower values fall into one open interval.
    pub lower: Option<Spanned<Decimal>>,
    /// Values from here on fall into one open interval.
    pub upper: Option<Spanned<Decimal>>,
    /// Where one interval begins.
    pub origin: Spanned<Decimal>,
}

/// Texts that lose characters from one end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redaction {
    /// Where it begins.
    pub side: Spanned<Side>,
    /// What stands for a redacted character.
    pub character: Spanned<char>,
    /// How many characters go at each level.
    pub step: Spanned<u32>,
}

/// A named group of groups or of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its label in the release.
    pub name: Spanned<String>,
    /// What is in it.
    pub members: Members,
}

/// What is in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Members {
    /// Finer groups, in the order written.
    Groups(Vec<Group>),
    /// Values of the attribute.
    Values(Vec<Spanned<String>>),
}

/// Prefixes of network addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// The usual ones of a family.
    Family(AddressFamily),
    /// The bits kept at each level, fewer and fewer.
    Prefixes(Vec<Spanned<u32>>),
}

/// Groups that the data decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auto {
    /// In every respect.
    Free,
    /// So many at the finest level.
    Groups(u32),
    /// Grouped in this way.
    By(AutoMethod),
}
