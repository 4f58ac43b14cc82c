//! Searches that may do worse if they may suppress more: the same search with fewer allowed.
//!
//! A greedy search takes the freedom that it is given, and a search that chooses as if records were
//! suppressed may choose wrongly where something else is done with them. Run again with fewer
//! allowed, the better result is kept. A run that used `u` records would have done the same with any
//! limit from `u` on, so the next one to ask is `u - 1`; in this way every limit is heard, and more
//! freedom is never worse. Where runs are long this ends after a while: then limits are asked that are
//! each a tenth smaller, and in the end only powers of four. Work is counted and not timed, so that
//! the same limits are asked on every machine.

/// Up to this limit every smaller one is heard, whatever it takes.
const EVERY: u64 = 64;
/// So many looks at classes are spent on hearing every limit: some seconds.
const WORK_ON_EVERY: u64 = 200_000_000;
/// And so many until only powers of four are asked.
const WORK_ON_MANY: u64 = 400_000_000;

/// The limits with which a search is run, one after another.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    given: u64,
    work: u64,
}

impl Limits {
    /// Begins with a limit that was given.
    pub fn new(given: u64) -> Self {
        Self { given, work: 0 }
    }

    /// The next limit to ask after a run that used so many records and took so many looks at classes;
    /// `None` after the last.
    pub fn fewer(&mut self, used: u64, work: u64) -> Option<u64> {
        self.work = self.work.saturating_add(work);
        let most = used.checked_sub(1)?;
        if self.given <= EVERY || self.work <= WORK_ON_EVERY {
            return Some(most);
        }
        let is_many = self.work <= WORK_ON_MANY;
        let step = |&at: &u64| Some(if is_many { (at + 1).max(at / 10 * 11) } else { 4 * at });
        let steps = std::iter::successors(Some(1), step).take_while(|&at| at <= most);
        Some(steps.last().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits that are asked if each run uses all that it may, and takes so much work.
    fn all(given: u64, work: u64) -> Vec<u64> {
        let mut limits = Limits::new(given);
        std::iter::successors(Some(given), |&at| limits.fewer(at, work)).collect()
    }

    #[test]
    fn every_limit_is_heard_and_some_where_runs_are_long() {
        assert_eq!(all(3, u64::MAX / 8), [3, 2, 1, 0]);
        assert_eq!(all(400, 1_000), (0..=400).rev().collect::<Vec<_>>());
        assert_eq!(all(100, WORK_ON_MANY + 1), [100, 64, 16, 4, 1, 0]);
        // Every limit for ten runs, and then a tenth less.
        let some = all(10_000, WORK_ON_EVERY / 10);
        assert_eq!(some[10], 9_990);
        assert_eq!(some[11], 9_724);
        assert_eq!(Limits::new(100).fewer(0, 1), None);
        assert_eq!(Limits::new(10).fewer(4, 1), Some(3));
    }
}
