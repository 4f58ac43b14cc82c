//! Searches that may do worse if they may suppress more: the same search with fewer allowed.
//!
//! A greedy search takes the freedom that it is given, and a search that chooses as if records were
//! suppressed may choose wrongly where something else is done with them. Run again with fewer
//! allowed, the better result is kept. A run that used `u` records would have done the same with any
//! limit from `u` on, so the next one to ask is `u - 1`; in this way every limit is heard, and more
//! freedom is never worse. Beyond a few records only powers of four are asked, and none at all.

/// Up to this limit every smaller one is heard.
const EVERY: u64 = 64;

/// The next limit to ask below one that was given, of which so many were used; `None` after the last.
pub fn fewer(given: u64, used: u64) -> Option<u64> {
    if given <= EVERY {
        return used.checked_sub(1);
    }
    let most = used.checked_sub(1)?;
    let power = |at: u32| 4_u64.pow(at);
    Some(
        (0..=most.checked_ilog(4).unwrap_or(0))
            .rev()
            .map(power)
            .find(|&at| at <= most)
            .unwrap_or(0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_few_and_some_of_many() {
        let all = |given: u64| {
            std::iter::successors(Some(given), |&at| fewer(given, at)).collect::<Vec<_>>()
        };
        assert_eq!(all(3), [3, 2, 1, 0]);
        assert_eq!(all(100), [100, 64, 16, 4, 1, 0]);
        assert_eq!(fewer(100, 0), None);
        assert_eq!(fewer(10, 4), Some(3));
    }
}
