//! How a plan is run, whatever the kind of data.

use ridotto_numbers::Randomness;
use std::time::Duration;

/// Chance and limits of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// Where random numbers come from; a seed is for tests.
    pub randomness: Randomness,
    /// For tests: do not shuffle.
    pub keep_order: bool,
    /// Stop searching after this time with the best found so far. Searches that could take for ever
    /// have a limit of their own when nothing is said.
    pub time_limit: Option<Duration>,
    /// Stop searching after so many candidates.
    pub most_checks: Option<u64>,
}

impl RunOptions {
    /// For tests: everything is drawn by this seed.
    pub fn seeded(seed: u64) -> Self {
        Self { randomness: Randomness::seeded(seed), ..Self::default() }
    }

    /// Says that the order of the rows is one that somebody could know.
    pub fn order_note(&self) -> Option<String> {
        if self.keep_order {
            Some("the records are in the order of the input: for tests only".into())
        } else if self.randomness.is_seeded() {
            Some("the records were shuffled by a known seed: for tests only".into())
        } else {
            None
        }
    }
}
