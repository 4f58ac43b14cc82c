//! Special uniques beside brute force.

use crate::classes::{columns, keys};
use proptest::prelude::*;
use ridotto_core::class::Tally;
use ridotto_measure::risk::special_unique::{Minimal, minimal_uniques, special_uniques};

/// Whether the tuple is the only record with its values of a set of attributes.
fn is_unique(tally: &Tally, tuple: usize, set: u64) -> bool {
    let same = |other: &usize| {
        (0..4).all(|at| set >> at & 1 == 0 || tally.code(*other, at) == tally.code(tuple, at))
    };
    (0..tally.len()).filter(same).map(|other| tally.counts()[other]).sum::<u64>() == 1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn minimal_uniques_are_those_of_brute_force(
        rows in prop::collection::vec([0_u32..4, 0_u32..3, 0_u32..4, 0_u32..2], 2..40),
        most in 1_usize..6,
    ) {
        let columns = columns(&rows);
        let tally = Tally::count(&keys(&columns), rows.len());
        let mut expected = Vec::new();
        for tuple in 0..tally.len() {
            for set in 1_u64..16 {
                let smaller = (0..4).filter(|at| set >> at & 1 == 1).map(|at| set & !(1 << at));
                let minimal = is_unique(&tally, tuple, set)
                    && smaller.filter(|&set| set != 0).all(|set| !is_unique(&tally, tuple, set));
                if minimal && set.count_ones() as usize <= most {
                    expected.push(Minimal { tuple: tuple as u32, attributes: set });
                }
            }
        }
        let found = minimal_uniques(&tally, most).unwrap();
        prop_assert_eq!(&found, &expected);
        let uniques = special_uniques(&tally, most, &()).unwrap();
        prop_assert_eq!(uniques.by_size.iter().sum::<u64>() as usize, expected.len());
        // A set of size s scores the product of 4 - i for i from s on, up to `most` or 3.
        let score = |size: usize| match size {
            1 if most == 1 => 3.0,
            1 => 6.0,
            2 => 2.0,
            _ => 1.0,
        };
        for tuple in 0..tally.len() {
            let own = expected.iter().filter(|one| one.tuple as usize == tuple);
            let sum: f64 = own.clone().map(|one| score(one.attributes.count_ones() as usize)).sum();
            prop_assert_eq!(uniques.scores[tuple], sum);
            prop_assert_eq!(uniques.minimal[tuple] as usize, own.count());
        }
        let total: f64 = uniques.scores.iter().sum();
        for attribute in 0..4 {
            let with = expected.iter().filter(|one| one.attributes >> attribute & 1 == 1);
            let sum: f64 = with.map(|one| score(one.attributes.count_ones() as usize)).sum();
            let share = if total == 0.0 { 0.0 } else { sum / total };
            prop_assert!((uniques.contributions[attribute] - share).abs() < 1e-12);
        }
    }
}

#[test]
fn threads_do_not_change_it() {
    let rows: Vec<[u32; 4]> =
        (0..300_u32).map(|at| [at % 7, at * at % 5, at / 50, at % 3]).collect();
    let columns = columns(&rows);
    let tally = Tally::count(&keys(&columns), rows.len());
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| special_uniques(&tally, 3, &()).unwrap())
    };
    assert_eq!(run(1), run(3));
}
