//! Figures of other programs: individual risk as sdcMicro 5.8.1 (R) gives it.

use crate::assert_near;
use proptest::prelude::*;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{CodeColumn, Codes};
use ridotto_measure::risk::frequency::frequencies;
use ridotto_measure::risk::individual::{expected_inverse, individual};
use ridotto_testkit::data;

/// `francdat`, the example that sdcMicro comes with: four keys and a weight.
const FRANCDAT: [([u32; 4], f64); 8] = [
    ([1, 2, 5, 1], 18.0),
    ([1, 2, 1, 1], 45.5),
    ([1, 2, 1, 1], 39.0),
    ([3, 3, 1, 5], 17.0),
    ([4, 3, 1, 4], 541.0),
    ([4, 3, 1, 1], 8.0),
    ([6, 2, 1, 5], 5.0),
    ([1, 2, 5, 1], 92.0),
];
const SIZES: [u64; 8] = [2, 2, 2, 1, 1, 1, 1, 2];
const PEOPLE: [f64; 8] = [110.0, 84.5, 84.5, 17.0, 541.0, 8.0, 5.0, 110.0];
const RISKS: [f64; 8] = [
    0.017_144_261_596_29,
    0.022_042_326_183_26,
    0.022_042_326_183_26,
    0.177_075_834_003_5,
    0.011_654_480_146_01,
    0.297_063_077_382_8,
    0.402_359_478_108_5,
    0.017_144_261_596_29,
];
const EXPECTED: f64 = 0.966_526_045_2;

fn check(keys: &[[u32; 4]], weights: &[f64]) {
    let column = |at: usize| keys.iter().map(|key| key[at]).collect::<Vec<_>>();
    let columns: Vec<Codes> = (0..4).map(|at| Codes::from_codes(&column(at), 8)).collect();
    let keys: Vec<_> = columns.iter().map(|codes| CodeColumn { codes, values: 8 }).collect();
    let tally = Tally::count(&keys, weights.len());
    let class_of = number_rows(&tally, &keys, weights.len());
    let risk = individual(&class_of, weights, tally.len()).unwrap();
    for (row, &class) in class_of.iter().enumerate() {
        let class = class as usize;
        assert_eq!((risk.sizes[class], risk.people[class]), (SIZES[row], PEOPLE[row]));
        assert_near(risk.risks[class], RISKS[row], 1e-12);
    }
    assert_near(risk.expected, EXPECTED, 1e-9);
    assert_near(risk.average, EXPECTED / 8.0, 1e-9);
}

#[test]
fn individual_risk_of_the_example() {
    let (keys, weights): (Vec<_>, Vec<_>) = FRANCDAT.into_iter().unzip();
    check(&keys, &weights);
}

#[test]
fn individual_risk_of_the_file() {
    let Some(path) = data::find("data/sdcmicro/francdat.csv") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let (mut keys, mut weights) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        keys.push([1, 3, 4, 5].map(|at| cells[at].parse().unwrap()));
        weights.push(cells[7].parse().unwrap());
    }
    check(&keys, &weights);
}

/// The same file, with the second key missing in the first and the fourth record.
#[test]
fn frequencies_with_missing_keys() {
    let (mut keys, weights): (Vec<_>, Vec<_>) = FRANCDAT.into_iter().unzip();
    for row in [0, 3] {
        keys[row][1] = 7;
    }
    for (alpha, size, people) in [(0.0, 1.0, 92.0), (0.5, 1.5, 101.0), (1.0, 2.0, 110.0)] {
        let found = counted(&keys, &weights, alpha);
        let (mut sizes, mut sums) = (SIZES.map(|size| size as f64), PEOPLE);
        (sizes[7], sums[7]) = (size, people);
        assert_eq!((&found.sizes[..], &found.people[..]), (&sizes[..], &sums[..]));
        // Half a record is no record.
        let whole = if alpha < 1.0 { 1 } else { 2 };
        assert_eq!(found.risks()[7], expected_inverse(whole, whole as f64 / people));
        assert_near(found.risks()[3], RISKS[3], 1e-12);
    }
}

/// The code 7 is the missing value.
fn counted(
    keys: &[[u32; 4]],
    weights: &[f64],
    alpha: f64,
) -> ridotto_measure::risk::frequency::Frequencies {
    let column = |at: usize| keys.iter().map(|key| key[at]).collect::<Vec<_>>();
    let columns: Vec<Codes> = (0..4).map(|at| Codes::from_codes(&column(at), 8)).collect();
    let keys: Vec<_> = columns.iter().map(|codes| CodeColumn { codes, values: 8 }).collect();
    frequencies(&keys, &[Some(7); 4], weights, alpha).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn frequencies_are_those_of_all_pairs(
        rows in prop::collection::vec(([5_u32..8, 5_u32..8, 6_u32..8, 6_u32..8], 0_u32..9), 1..30),
        quarters in 0_u32..5,
    ) {
        let alpha = f64::from(quarters) / 4.0;
        let (keys, weights): (Vec<_>, Vec<_>) =
            rows.iter().map(|&(key, weight)| (key, f64::from(weight))).unzip();
        let found = counted(&keys, &weights, alpha);
        for (row, own) in keys.iter().enumerate() {
            let (mut size, mut people) = (0.0, 0.0);
            for (other, weight) in keys.iter().zip(&weights) {
                let fits = (0..4).all(|at| own[at] == other[at] || own[at] == 7 || other[at] == 7);
                let lacks = (0..4).any(|at| other[at] == 7 && own[at] != 7);
                let share = if !fits { 0.0 } else if lacks { alpha } else { 1.0 };
                size += share;
                people += share * weight;
            }
            prop_assert!((found.sizes[row] - size).abs() < 1e-9);
            prop_assert!((found.people[row] - people).abs() < 1e-9);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(individual(&[0], &[], 1), None);
    assert_eq!(individual(&[1], &[1.0], 1), None);
    assert_eq!(individual(&[0], &[-1.0], 1), None);
    assert_eq!(individual(&[0], &[f64::NAN], 1), None);
    assert_eq!(frequencies(&[], &[None], &[1.0], 1.0), None);
    assert_eq!(frequencies(&[], &[], &[1.0], 1.5), None);
    // A class that weighs less than its records has at least these.
    assert_eq!(individual(&[0, 0], &[0.5, 0.5], 1).unwrap().risks, [0.5]);
}
