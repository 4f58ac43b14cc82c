//! Progress and interruption: how long work tells how far it is, and learns that it should stop.

use std::fmt::Debug;

/// What the one who waits wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Time is up: finish with the best found so far.
    Finish,
    /// Interrupted: leave everything as it was.
    Cancel,
}

/// Somebody who waits for long work.
pub trait Watch: Debug + Sync {
    /// A stage of the work begins; it has `total` units (bytes, rows, nodes), or nobody knows.
    fn begin(&self, _stage: &'static str, _total: Option<u64>) {}
    /// So many more units are done.
    fn advance(&self, _units: u64) {}
    /// Asked often, so it must be cheap.
    fn wish(&self) -> Wish {
        Wish::GoOn
    }
    /// Whether nobody waits any more.
    fn is_cancelled(&self) -> bool {
        self.wish() == Wish::Cancel
    }
}

/// Nobody watches.
impl Watch for () {}
