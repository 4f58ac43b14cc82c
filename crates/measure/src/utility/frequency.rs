//! How often categories come, and which come most.

use ridotto_core::Code;
use std::cmp::Reverse;

/// How many rows have each of so many categories.
pub(crate) fn counts(codes: &[Option<Code>], categories: usize) -> Vec<u64> {
    let mut counts = vec![0; categories];
    for &code in codes.iter().flatten() {
        counts[code as usize] += 1;
    }
    counts
}

/// The rank of each category, the most frequent having 0; of equals the lower code comes first.
/// All but the first `most - 1` share the rank `most - 1`.
pub(crate) fn ranks(codes: &[Option<Code>], categories: usize, most: usize) -> Vec<usize> {
    let counts = counts(codes, categories);
    let mut order: Vec<usize> = (0..categories).collect();
    order.sort_by_key(|&code| (Reverse(counts[code]), code));
    let mut ranks = vec![0; categories];
    for (rank, &code) in order.iter().enumerate() {
        ranks[code] = rank.min(most - 1);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_comes_first() {
        let codes = [Some(2), None, Some(2), Some(0), Some(3), Some(3)];
        assert_eq!(counts(&codes, 4), [1, 0, 2, 2]);
        assert_eq!(ranks(&codes, 4, 9), [2, 3, 0, 1]);
        assert_eq!(ranks(&codes, 4, 2), [1, 1, 0, 1]);
        assert!(ranks(&[], 0, 5).is_empty());
    }
}
