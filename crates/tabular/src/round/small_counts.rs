//! Small-count rounding: inner counts below a base become 0 or the base, and totals are added up anew.
//!
//! Which go up and which go down is chosen so that totals stay near: first one after the other, each so that
//! the totals it is in come out even, then by changing single counts and pairs as long as the sum
//! of squares falls (the aim of Langsrud and Heldal's *PLS rounding*, 2018, by a search that is simpler).
//!
//! # Guarantee
//! No published count is above 0 and below the base, and published counts add up.
//!
//! # Does not protect against
//! Counts of the base and more that have no small count below them are published as they are. A
//! published base is a count from 1 to the base, and a published 0 one below the base; who knows all small
//! counts of a total but one may know that one.

use crate::additive::{Choice, Sums, even};
use ridotto_audit::System;

/// A table without small counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// What is published.
    pub values: Vec<i64>,
    /// How far a total is from the true one at most.
    pub farthest: i64,
}

/// Rounds small counts. `None` if linked tables share totals and no inner cells: then adding up does not
/// keep all relations.
pub fn round_small(
    system: &System,
    values: &[i64],
    base: i64,
    stopped: &dyn Fn() -> bool,
) -> Option<Rounded> {
    let sums = Sums::of(system).filter(Sums::is_whole)?;
    let above = sums.above(system);
    let is_small = |&&leaf: &&u32| (1..base).contains(&values[leaf as usize]);
    let small: Vec<u32> = sums.leaves().iter().filter(is_small).copied().collect();
    let choice = |&leaf: &u32| {
        let value = values[leaf as usize];
        Choice { leaf, down: -value as f64, up: (base - value) as f64 }
    };
    let choices: Vec<Choice> = small.iter().map(choice).collect();
    let ups = even(values.len(), &above, &choices, stopped);
    let mut after = values.to_vec();
    for (&leaf, is_up) in small.iter().zip(ups) {
        after[leaf as usize] = if is_up { base } else { 0 };
    }
    sums.fill(system, &mut after);
    let totals = (0..values.len() as u32).filter(|&cell| !sums.is_leaf(cell));
    let farthest = totals.map(|cell| (after[cell as usize] - values[cell as usize]).abs()).max();
    Some(Rounded { values: after, farthest: farthest.unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::additive::{is_additive, samples::table};
    use proptest::prelude::*;

    /// Nine ones in three rows and columns, of base 3: one in each row and column becomes 3, and all
    /// totals are true.
    #[test]
    fn totals_stay_true_where_they_can() {
        let of = table(&[3, 3], &[1; 9]);
        let rounded = round_small(&of.system, &of.values, 3, &|| false).unwrap();
        assert_eq!(rounded.farthest, 0, "{rounded:?}");
        // Rounding each by itself makes zeros of all.
        let naive = table(&[3, 3], &[0; 9]);
        assert_eq!(naive.values[15], 0);
    }

    proptest! {
        #[test]
        fn nothing_small_is_left(
            inner in proptest::collection::vec(prop_oneof![0_i64..3, 0_i64..30], 60),
            base in 2_i64..6,
        ) {
            let of = table(&[5, 4, 3], &inner);
            let rounded = round_small(&of.system, &of.values, base, &|| false).unwrap();
            prop_assert!(is_additive(&of.system, &rounded.values));
            prop_assert!(rounded.values.iter().all(|value| *value == 0 || *value >= base));
            for &cell in &of.inner {
                let (before, after) = (of.values[cell], rounded.values[cell]);
                prop_assert!(before == after || (before < base && (after == 0 || after == base)));
            }
            // On average better than rounding each to the nearest.
            let naive: Vec<i64> = inner
                .iter()
                .map(|&value| if value >= base { value } else { (2 * value / base) * base })
                .collect();
            let naive = table(&[5, 4, 3], &naive);
            let square = |values: &[i64]| -> i64 {
                values.iter().zip(&of.values).map(|(a, b)| (a - b).pow(2)).sum()
            };
            prop_assert!(square(&rounded.values) <= square(&naive.values));
        }
    }
}
