//! What is asked for, and what is told meanwhile.

use ridotto_report::Configuration;
use std::path::PathBuf;
use std::time::Duration;

/// What to try.
#[derive(Clone, Debug, Default)]
pub struct ExploreOptions {
    /// Other data than the policy names.
    pub input: Option<PathBuf>,
    /// The k to try; 2, 3, 5, 10, 20 and the policy's if none is given, and then those between that
    /// look worth it.
    pub k: Vec<u64>,
    /// The limits of suppression to try, as shares; 0, 0.02, 0.1 and the policy's if none is given, and
    /// then those between that look worth it.
    pub suppression: Vec<String>,
    /// The algorithms to try, by their names; `optimal`, `mondrian`, `local-recoding` and the
    /// policy's own if none is given.
    pub algorithms: Vec<String>,
    /// The methods of perturbation to try, by their names; all that `explore` knows if neither they
    /// nor algorithms are given.
    pub masks: Vec<String>,
    /// The quasi-identifiers to keep finer, by their names; all, one after the other, if neither they
    /// nor algorithms nor masks are given.
    pub finer: Vec<String>,
    /// Where figures are remembered. They hold no value of the data.
    pub cache: Option<PathBuf>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Only this number is wanted, with what has to be known to number it.
    pub only: Option<u64>,
    /// How long to go on; until all was tried if nothing is said.
    pub time_limit: Option<Duration>,
}

/// What is told while it is found.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// What comes is of a sample of so many records.
    Sample(u64),
    /// What comes is of all records, which are so many.
    Whole(u64),
    /// Something was tried.
    Tried(&'a Configuration),
}
