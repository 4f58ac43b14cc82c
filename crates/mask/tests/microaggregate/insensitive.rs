//! One record changes each group by one record, and each mean by a bounded amount.

use crate::microaggregate::case::{column, numbers, share};
use ridotto_mask::microaggregate::{Algorithm, Insensitive, Options, Points, group, insensitive};
use ridotto_numbers::chance::below;
use std::collections::BTreeSet;

/// Groups in the order of the order that they were cut from, each as its rows.
fn ordered(grouped: &Insensitive, data: &[Vec<f64>]) -> Vec<BTreeSet<u32>> {
    let place = |rows: &[u32]| -> f64 {
        let sum = |&row: &u32| data.iter().map(|column| column[row as usize]).sum::<f64>();
        rows.iter().map(sum).fold(f64::INFINITY, f64::min)
    };
    let mut groups: Vec<&[u32]> = grouped.groups().iter().collect();
    groups.sort_by(|a, b| place(a).total_cmp(&place(b)));
    groups.iter().map(|rows| rows.iter().copied().collect()).collect()
}

#[test]
fn one_record_changes_each_group_by_one_and_each_mean_by_the_bound() {
    let mut widest = 0.0_f64;
    for seed in 0..200 {
        let (rows, k) = (12 + below(seed, 0, 40), 2 + below(seed, 1, 5));
        let width = 1 + below(seed, 2, 3);
        let number = |at: usize| share(seed, 10 + at);
        let mut data: Vec<Vec<f64>> =
            (0..width).map(|c| (0..rows).map(|row| number(c * rows + row)).collect()).collect();
        let bounds = vec![(0.0, 1.0); width];
        let run = |data: &[Vec<f64>]| {
            let columns: Vec<_> = data.iter().map(|numbers| column(numbers)).collect();
            insensitive(&columns, k, &bounds).unwrap()
        };
        let before = run(&data);
        let old = ordered(&before, &data);
        let changed = below(seed, 3, rows);
        // To a corner, which moves everything between.
        for column in &mut data {
            column[changed] = (seed % 2) as f64;
        }
        let after = run(&data);
        let new = ordered(&after, &data);
        assert_eq!(old.len(), new.len());
        for at in 0..width {
            let mut all = 0.0;
            for (old, new) in old.iter().zip(&new) {
                // The changed record is another one now, although it has the same row.
                let lost =
                    old.iter().filter(|&&row| row as usize == changed || !new.contains(&row));
                let gained =
                    new.iter().filter(|&&row| row as usize == changed || !old.contains(&row));
                assert!(lost.count() <= 1 && gained.count() <= 1, "seed {seed}");
                let mean = |grouped: &Insensitive, rows: &BTreeSet<u32>| {
                    numbers(&grouped.columns()[at])[*rows.first().unwrap() as usize]
                };
                let change = (mean(&before, old) - mean(&after, new)).abs();
                assert!(change <= before.change(at) + 1e-12, "seed {seed}");
                widest = widest.max(change / before.change(at));
                all += change;
            }
            assert!(all <= before.sensitivity(at) + 1e-12, "seed {seed}");
        }
    }
    assert!(widest > 0.5, "the bound is far from what was reached: {widest}");
}

#[test]
fn values_outside_and_missing_values_stay_within_bounds() {
    let given = [column(&[-50.0, 0.2, f64::NAN, 0.4, 99.0, 1.0])];
    let grouped = insensitive(&given, 2, &[(0.0, 1.0)]).unwrap();
    assert!(numbers(&grouped.columns()[0]).iter().all(|mean| (0.0..=1.0).contains(mean)));
    assert_eq!(grouped.groups().sizes(), (2, 2));
    assert_eq!(numbers(&grouped.columns()[0])[4].to_bits(), 1.0_f64.to_bits());
}

/// Why MDAV must not be used: one record changes a group by more than one.
#[test]
fn plain_mdav_is_not_insensitive() {
    let most = (0..40_u64)
        .map(|seed| {
            let mut data: Vec<Vec<f64>> =
                (0..2).map(|c| (0..30).map(|row| share(seed, c * 30 + row)).collect()).collect();
            let run = |data: &[Vec<f64>]| {
                let points = Points::from_columns(data);
                group(&points, &Options::new(Algorithm::Mdav, 3), 0).unwrap()
            };
            let old = run(&data);
            for column in &mut data {
                column[7] = 5.0;
            }
            let new = run(&data);
            // However groups are paired: the best partner of each.
            let unlike = |rows: &[u32]| {
                let lost = |other: &[u32]| {
                    rows.iter().filter(|&&row| row != 7 && !other.contains(&row)).count()
                };
                new.iter().map(lost).min().unwrap()
            };
            old.iter().map(unlike).max().unwrap()
        })
        .max();
    assert!(most.unwrap() > 1, "{most:?}");
}
