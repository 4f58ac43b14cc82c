//! Attacks that use a method's parameters: the vector, and boxes counted one by one.

use crate::linkage::column;
use crate::numbers;
use proptest::prelude::*;
use ridotto_measure::linkage::transparency::{
    individual_ranking, rank_swapping, rank_swapping_intervals,
};
use ridotto_testkit::golden::{Vector, number};

pub fn transparency(vector: &Vector) {
    let values = numbers(&vector.given["attribute_values"]);
    let p = number(&vector.given["p_percent"]);
    let truth = number(&vector.given["true_value"]);
    let (low, high) = rank_swapping_intervals(&[truth], &values, p)[0];
    let possible: Vec<f64> =
        values.iter().copied().filter(|value| (low..=high).contains(value)).collect();
    assert_eq!(possible, numbers(&vector.expected["possible_masked_values"]));
    let column = column(values.clone());
    let boxes = rank_swapping(&[(&column, &column)], p).unwrap();
    let at = values.iter().position(|value| value.to_bits() == truth.to_bits()).unwrap();
    let size = vector.expected["anonymity_set_size_one_attribute"].as_u64();
    assert_eq!(Some(boxes.candidates[at]), size);
    assert_eq!(boxes.outside, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn boxes_hold_those_within_reach(
        values in prop::collection::vec((0_i32..9, 0_i32..9), 2..60), p in 0_u32..60,
    ) {
        // Swap neighbours in rank over at most p per cent.
        let rows: Vec<[f64; 2]> =
            values.iter().map(|&(a, b)| [f64::from(a), f64::from(b)]).collect();
        let reach = rows.len() * p as usize / 100;
        let mut masked = rows.clone();
        for at in 0..2 {
            let mut order: Vec<usize> = (0..rows.len()).collect();
            order.sort_by(|&a, &b| rows[a][at].total_cmp(&rows[b][at]));
            for pair in order.chunks(reach + 1).filter(|pair| pair.len() > 1) {
                let (first, last) = (pair[0], pair[pair.len() - 1]);
                masked[first][at] = rows[last][at];
                masked[last][at] = rows[first][at];
            }
        }
        let split = |rows: &[[f64; 2]], at: usize| column(rows.iter().map(|row| row[at]).collect());
        let (truth, released) =
            ([0, 1].map(|at| split(&rows, at)), [0, 1].map(|at| split(&masked, at)));
        let pairs = [(&truth[0], &released[0]), (&truth[1], &released[1])];
        let boxes = rank_swapping(&pairs, f64::from(p)).unwrap();
        prop_assert_eq!(boxes.outside, 0);
        let sides: Vec<Vec<(f64, f64)>> = (0..2)
            .map(|at| {
                let of = |rows: &[[f64; 2]]| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
                rank_swapping_intervals(&of(&rows), &of(&masked), f64::from(p))
            })
            .collect();
        for (row, &count) in boxes.candidates.iter().enumerate() {
            let inside = |other: &&[f64; 2]| (0..2).all(|at| {
                let (low, high) = sides[at][row];
                low <= other[at] && other[at] <= high
            });
            prop_assert_eq!(count as usize, masked.iter().filter(inside).count());
        }
        prop_assert!(boxes.certain as f64 <= boxes.right && boxes.rate <= 1.0);
    }

    /// Means of runs of three sorted values, attribute by attribute.
    #[test]
    fn averages_give_their_neighbours_away(
        values in prop::collection::vec((0_i32..20, 0_i32..20), 3..60),
    ) {
        let rows: Vec<[f64; 2]> =
            values.iter().map(|&(a, b)| [f64::from(a), f64::from(b)]).collect();
        let mut masked = rows.clone();
        for at in 0..2 {
            let mut order: Vec<usize> = (0..rows.len()).collect();
            order.sort_by(|&a, &b| rows[a][at].total_cmp(&rows[b][at]));
            for group in order.chunks(3) {
                let mean = group.iter().map(|&row| rows[row][at]).sum::<f64>() / group.len() as f64;
                for &row in group {
                    masked[row][at] = mean;
                }
            }
        }
        let split = |rows: &[[f64; 2]], at: usize| column(rows.iter().map(|row| row[at]).collect());
        let (truth, released) =
            ([0, 1].map(|at| split(&rows, at)), [0, 1].map(|at| split(&masked, at)));
        let pairs = [(&truth[0], &released[0]), (&truth[1], &released[1])];
        let boxes = individual_ranking(&pairs).unwrap();
        prop_assert_eq!(boxes.outside, 0);
        // Two attributes tell at least as much as one.
        let one = individual_ranking(&pairs[..1]).unwrap();
        prop_assert!(boxes.candidates.iter().zip(&one.candidates).all(|(both, one)| both <= one));
    }
}
