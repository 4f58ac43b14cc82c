//! Memory that a thread uses again and again, so that judging a class allocates nothing.

use std::cell::RefCell;

thread_local! {
    static COUNTS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Calls `with` with this thread's counters; it must leave none of them in use by another call.
pub(super) fn with_counts<T>(with: impl FnOnce(&mut Vec<u64>) -> T) -> T {
    COUNTS.with_borrow_mut(with)
}

/// The sum of the `some` largest counts.
pub(super) fn sum_of_largest(counts: impl Iterator<Item = u64>, some: usize) -> u64 {
    match some {
        0 => 0,
        1 => counts.max().unwrap_or(0),
        _ => with_counts(|all| {
            all.clear();
            all.extend(counts);
            if some < all.len() {
                all.select_nth_unstable_by(some, |a, b| b.cmp(a));
            }
            all.iter().take(some).sum()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_added() {
        for (some, sum) in [(0, 0), (1, 9), (2, 16), (3, 21), (5, 24), (9, 24)] {
            assert_eq!(sum_of_largest([5, 9, 1, 7, 2].into_iter(), some), sum, "{some}");
        }
    }
}
