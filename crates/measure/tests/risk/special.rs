//! Special uniques beside brute force.

use crate::classes::{columns, keys};
use proptest::prelude::*;
use ridotto_core::class::Tally;
use ridotto_core::{ClassTable, CodeColumn, Codes};
use ridotto_measure::risk::special_unique::{Minimal, dis_suda, minimal_uniques, special_uniques};
use std::collections::BTreeSet;

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

/// Figures of sdcMicro 5.8.1 (R): `suda2` of its `testdata` by seven keys finds 157 records, the highest
/// score is 720. With sets of up to three attributes, which is where earlier versions stopped, it is 76
/// and 120.
#[test]
fn special_uniques_of_the_file_that_sdcmicro_comes_with() {
    const KEYS: [&str; 7] = ["urbrur", "roof", "walls", "water", "electcon", "relat", "sex"];
    let Some(path) = ridotto_testkit::data::find("data/sdcmicro/testdata.csv") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let places = KEYS.map(|key| names.iter().position(|name| *name == key).unwrap());
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let column = |place: usize| {
        let values: BTreeSet<&str> = rows.iter().map(|row| row[place]).collect();
        let values: Vec<&str> = values.into_iter().collect();
        let code = |row: &Vec<&str>| values.binary_search(&row[place]).unwrap() as u32;
        let codes: Vec<u32> = rows.iter().map(code).collect();
        (Codes::from_codes(&codes, values.len()), values.len())
    };
    let columns: Vec<(Codes, usize)> = places.iter().map(|&place| column(place)).collect();
    let keys: Vec<CodeColumn<'_>> =
        columns.iter().map(|(codes, values)| CodeColumn { codes, values: *values }).collect();
    let table = ClassTable::count(&keys, &[], rows.len());
    let scored = |most: usize| {
        let found = special_uniques(table.keys(), most, &()).unwrap();
        let count = found.scores.iter().filter(|score| **score > 0.0).count();
        (count, found.scores.iter().copied().fold(0.0, f64::max))
    };
    assert_eq!((scored(3), scored(7)), ((76, 120.0), (157, 720.0)));
    // DIS-SUDA by its definition, worked out elsewhere for a sample of a hundredth: R was not at hand.
    let found = special_uniques(table.keys(), 7, &()).unwrap();
    let risks = dis_suda(&found, &table, 0.01).unwrap();
    crate::assert_near(risks.iter().copied().fold(0.0, f64::max), 0.678_142_628_957_548_8, 1e-9);
    crate::assert_near(risks.iter().sum(), 9.831_092_653_657_429, 1e-9);
}
