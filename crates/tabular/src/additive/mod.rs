//! Whole numbers that add up, as near as possible to what is wanted.
//!
//! Rounding, adjustment and private counts all end with the same question: each cell may be one of the
//! whole numbers of a window and would like to be near a target; which ones keep to all relations? In
//! networks (two dimensions) the answer is exact and quick, or there is none. Elsewhere the question is
//! hard: small tables are searched through, and large ones by repairing broken windows until none is.

mod branch;
mod even;
mod local;
mod network;
mod project;
#[cfg(test)]
pub mod samples;
mod sums;

pub use even::{Choice, even};
use local::Repaired;
pub use network::{Found, Network};
pub use project::{project, project_near};
pub use sums::{Above, Sums, is_additive, scattered};

use ridotto_audit::System;

/// For each cell what it would like to be, between which ends it may be, and what being a unit off costs.
#[derive(Clone, Copy, Debug)]
pub struct Windows<'a> {
    /// What it would like to be.
    pub target: &'a [f64],
    /// The least that it may be.
    pub low: &'a [i64],
    /// The most.
    pub high: &'a [i64],
    /// What a unit of distance costs.
    pub weight: &'a [f64],
}

impl Windows<'_> {
    /// The number of its window that is nearest to a cell's target; of two the greater.
    fn nearest(&self, cell: usize) -> i64 {
        let wanted = (self.target[cell] + 0.5).floor() as i64;
        wanted.max(self.low[cell]).min(self.high[cell])
    }

    /// What it costs that a cell is a number.
    fn cost_of(&self, cell: usize, value: i64) -> f64 {
        (value as f64 - self.target[cell]).abs() * self.weight[cell]
    }
}

/// Whole numbers within their windows that keep to all relations, if some were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The numbers; `None` if none were found.
    pub values: Option<Vec<i64>>,
    /// Whether none cost less, or none exist.
    pub is_proved: bool,
    /// Where none were found: numbers that add up, leaves within their windows and totals as near to
    /// theirs as was found.
    pub farther: Option<Vec<i64>>,
}

/// What is asked of a system again and again, prepared once.
#[derive(Debug)]
pub struct Additive<'a> {
    system: &'a System,
    sums: Option<Sums>,
    network: Option<Network>,
}

impl<'a> Additive<'a> {
    /// Looks at how a system is built.
    pub fn new(system: &'a System) -> Self {
        let sums = Sums::of(system);
        let network = sums.as_ref().and_then(|sums| Network::of(system, sums));
        Self { system, sums, network }
    }

    /// Its leaves and totals, unless a cell is a part of itself.
    pub fn sums(&self) -> Option<&Sums> {
        self.sums.as_ref()
    }

    /// Whether the nearest numbers are found exactly and quickly.
    pub fn is_network(&self) -> bool {
        self.network.is_some()
    }

    /// The cheapest whole numbers within windows, or the best that were found.
    pub fn within(&self, of: &Windows<'_>, stopped: &dyn Fn() -> bool) -> Answer {
        if let Some(network) = &self.network {
            let (values, is_proved) = match network.cheapest(of, stopped) {
                Found::Cheapest(values) => (Some(values), true),
                Found::Impossible => (None, true),
                Found::Stopped => (None, false),
            };
            return Answer { values, is_proved, farther: None };
        }
        let searched = branch::search(self.system, of, stopped);
        if searched.values.is_some() {
            return searched;
        }
        let is_proved = searched.is_proved;
        match self.repaired(of, stopped) {
            Some(Repaired { values, is_within: true }) => {
                Answer { values: Some(values), ..Answer::default() }
            }
            repaired => {
                let farther = repaired.map(|of| of.values);
                Answer { values: None, is_proved, farther }
            }
        }
    }

    /// Numbers that add up, whose leaves are within their windows and whose totals are so as far as
    /// was found. `None` where adding up leaves does not keep all relations.
    fn repaired(&self, of: &Windows<'_>, stopped: &dyn Fn() -> bool) -> Option<Repaired> {
        let sums = self.sums.as_ref().filter(|sums| sums.is_whole())?;
        Some(local::repair(self.system, sums, of, stopped))
    }
}
