//! Rules that say which cells of a table are sensitive, and in how much doubt these must stay.
//!
//! A rule looks at the largest contributors of a cell and at how many there are. It decides on whole
//! numbers, so that a share that is exactly the bound never depends on rounding.

mod claims;
mod dominance;
mod levels;
mod minimum_frequency;
mod prior_posterior;
mod request;
#[cfg(test)]
mod tests;

pub use dominance::DOMINANCE;
pub use minimum_frequency::MINIMUM_FREQUENCY;
pub use prior_posterior::{P_PERCENT, PQ};
pub use request::REQUEST;

use crate::tops::Top;
use ridotto_catalogue::{Definition, Entry, Given};

/// A rule as the catalogue has it.
#[derive(Debug)]
pub struct RuleDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// In how much doubt a cell must stay, if it is sensitive.
    pub doubt: fn(&Given, &Judged<'_>) -> Option<Doubt>,
    /// The figure of a cell that the rule bounds, if the cell has one.
    pub figure: fn(&Given, &Judged<'_>) -> Option<f64>,
    /// What is required of the figure: the least, or the greatest.
    pub required: fn(&Given) -> Required,
    /// How many of the largest contributors it looks at.
    pub looks_at: fn(&Given) -> usize,
    /// Whether it speaks of amounts, and so has no meaning for counts.
    pub needs_amounts: bool,
}

impl Definition for RuleDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }

    fn kind(&self) -> &'static str {
        "table"
    }
}

/// All rules.
pub static RULES: &[&RuleDefinition] = &[&MINIMUM_FREQUENCY, &DOMINANCE, &P_PERCENT, &PQ, &REQUEST];

/// What is required of a rule's figure, and which parameter says it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Required {
    /// The bound.
    pub bound: f64,
    /// Whether it is the least that the figure may be, and not the greatest.
    pub is_least: bool,
    /// The parameter.
    pub by: &'static str,
}

/// How far from its value attackers must find a cell possible, in the smallest unit of its value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Doubt {
    /// Below it.
    pub down: f64,
    /// Above it.
    pub up: f64,
}

impl Doubt {
    /// What satisfies both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { down: self.down.max(other.down), up: self.up.max(other.up) }
    }
}

/// A cell as a rule sees it.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// What was contributed to it, without signs, in its smallest unit.
    pub total: i64,
    /// How many contributors there are.
    pub contributors: u64,
    /// The largest of them, as many as rules look at.
    pub tops: &'a [Top],
    /// So many of the smallest unit are one.
    pub one: i64,
    /// Whether it counts, and does not add up amounts.
    pub is_count: bool,
    /// Whether somebody asks for protection.
    pub asks: &'a dyn Fn(u32) -> bool,
}

impl Judged<'_> {
    /// The contributions of single units, the largest first, as many as are known.
    pub fn amounts(&self) -> impl Iterator<Item = i64> + '_ {
        self.tops.iter().flat_map(|top| std::iter::repeat_n(top.amount, top.times as usize))
    }

    /// The sum of the n largest contributions.
    pub fn largest(&self, n: u64) -> i64 {
        self.amounts().take(usize::try_from(n).unwrap_or(usize::MAX)).sum::<i64>().min(self.total)
    }

    /// The largest contribution, and what is left where the next `pool` largest contributors take theirs
    /// off as well.
    pub fn against(&self, pool: u64) -> (i64, i64) {
        (self.largest(1), self.total - self.largest(pool.saturating_add(1)))
    }
}
