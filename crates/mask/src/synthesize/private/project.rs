//! Counts again, from noisy ones.

/// The table nearest to a noisy one, in squared distance, that has no negative cell and this total:
/// all cells are lowered by the same amount, and those below 0 become 0. Small cells that are mostly
/// noise vanish so, and large ones hardly change.
pub(super) fn project(noisy: &[i64], total: f64) -> Vec<f64> {
    let mut sorted: Vec<f64> = noisy.iter().map(|&count| count as f64).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let (mut sum, mut lower) = (0.0, 0.0);
    for (place, count) in sorted.iter().enumerate() {
        sum += count;
        let candidate = (sum - total) / (place as f64 + 1.0);
        if count - candidate > 0.0 {
            lower = candidate;
        }
    }
    noisy.iter().map(|&count| (count as f64 - lower).max(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn true_tables_stay() {
        assert_eq!(project(&[3, 0, 7], 10.0), [3.0, 0.0, 7.0]);
        // Lowered by 2: what is below goes.
        assert_eq!(project(&[12, 2, -3, 1], 10.0), [10.0, 0.0, 0.0, 0.0]);
    }

    proptest! {
        #[test]
        fn totals_are_kept(
            noisy in prop::collection::vec(-50_i64..200, 1..30),
            total in 1_u32..1000,
        ) {
            let total = f64::from(total);
            let projected = project(&noisy, total);
            prop_assert!(projected.iter().all(|&count| count >= 0.0));
            prop_assert!((projected.iter().sum::<f64>() - total).abs() < 1e-6);
        }
    }
}
