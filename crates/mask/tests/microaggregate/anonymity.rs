//! Microaggregation as a way to k-anonymity, l-diversity and t-closeness.

use crate::microaggregate::case::{cloud, column, numbers, run};
use ridotto_core::model::{Baseline, Distance, DistinctL, TCloseness};
use ridotto_core::{ClassModel, Code, CodeColumn, Codes, Decimal, Series};
use ridotto_mask::microaggregate::{
    Algorithm, Missing, Note, Options, Outcome, lacking, mask_where,
};
use ridotto_mask::{Dice, Refused};
use ridotto_numbers::chance::below;
use std::collections::BTreeMap;

/// How often each combination of masked values occurs, counted the plain way.
fn classes(outcome: &Outcome) -> BTreeMap<Vec<String>, Vec<usize>> {
    let mut classes: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for row in 0..numbers(&outcome.columns[0]).len() {
        let cell = |at: usize| format!("{}", numbers(&outcome.columns[at])[row]);
        classes.entry((0..outcome.columns.len()).map(cell).collect()).or_default().push(row);
    }
    classes
}

fn table(rows: usize, seed: u64) -> (Vec<Series>, Vec<Code>) {
    let columns = cloud(rows, 3, 12, seed).iter().map(|numbers| column(numbers)).collect();
    // Neighbours in the same cluster mostly share the value: what l-diversity is about.
    let sensitive = |row: usize| {
        let own = (row * 7919 % 12) as Code % 4;
        if below(seed, 5 + row as u64, 5) == 0 { below(seed, row as u64, 4) as Code } else { own }
    };
    (columns, (0..rows).map(sensitive).collect())
}

#[test]
fn the_reached_k_is_that_of_the_masked_columns() {
    for algorithm in [Algorithm::Mdav, Algorithm::Best, Algorithm::Individual, Algorithm::Ward] {
        let (columns, _) = table(203, 4);
        let outcome = run(&Options::new(algorithm, 4), &columns);
        let least = classes(&outcome).values().map(Vec::len).min().unwrap();
        assert_eq!(outcome.reached_k, least, "{algorithm:?}");
        assert_eq!(outcome.reached_k >= 4, algorithm != Algorithm::Individual);
        let below = Note::Below { reached: least };
        assert_eq!(outcome.notes.contains(&below), least < 4);
    }
}

#[test]
fn parts_are_anonymous_each_and_not_together() {
    let (columns, _) = table(120, 2);
    let options = Options { parts: vec![vec![0, 2], vec![1]], ..Options::new(Algorithm::Mdav, 3) };
    let outcome = run(&options, &columns);
    assert!(outcome.notes.contains(&Note::Parts));
    assert_eq!(outcome.groups.len(), 2);
    assert!(outcome.groups.iter().all(|groups| groups.sizes().0 >= 3));
    assert!(outcome.reached_k < 3);
    let part = Options { parts: vec![vec![0, 2]], ..options };
    let outcome = run(&part, &columns);
    assert!(outcome.reached_k >= 3, "what is not masked does not count");
    assert_eq!(numbers(&outcome.columns[1]), {
        let ridotto_core::Values::Numbers(same) = &columns[1].values else { panic!() };
        &same[..]
    });
}

#[test]
fn groups_become_diverse_and_close() {
    let (columns, codes) = table(240, 7);
    let codes = Codes::from_codes(&codes, 4);
    let sensitive = [CodeColumn { codes: &codes, values: 4 }];
    let diverse = DistinctL::new(0, 3.try_into().unwrap());
    let close =
        TCloseness::new(0, Decimal::new(3, 1), Distance::Equal, &Baseline::of_column(&codes, 4));
    let close = close.unwrap();
    let models: [&dyn ClassModel; 2] = [&diverse, &close];
    for chosen in [&models[..1], &models[1..], &models[..]] {
        let lack = lacking(chosen, &sensitive);
        for algorithm in [Algorithm::Mdav, Algorithm::Best, Algorithm::Ward, Algorithm::ZScore] {
            let options = Options::new(algorithm, 3);
            let plain = run(&options, &columns);
            assert!(
                !plain.groups[0].iter().all(|rows| lack(rows) <= 0.0),
                "the test would say nothing"
            );
            let outcome =
                mask_where(&options, &columns, None, &Dice::seeded(1), &lack).expect("it can");
            assert!(outcome.groups[0].len() >= 10, "{algorithm:?}: {}", outcome.groups[0].len());
            println!(
                "{algorithm:?}, {} models: {} groups, L {:.3} after {:.3}",
                chosen.len(),
                outcome.groups[0].len(),
                outcome.loss.share(),
                plain.loss.share()
            );
            assert!(outcome.reached_k >= 3);
            assert!(outcome.loss.within >= plain.loss.within * 0.99);
            // Judged on the file as it is released.
            for rows in classes(&outcome).values() {
                let rows: Vec<u32> = rows.iter().map(|&row| row as u32).collect();
                assert!(lack(&rows) <= 0.0, "{algorithm:?}");
            }
        }
    }
}

#[test]
fn what_cannot_hold_is_refused() {
    let (columns, _) = table(40, 1);
    let options = Options::new(Algorithm::Mdav, 3);
    let found = mask_where(&options, &columns, None, &Dice::seeded(1), &|_: &[u32]| 1.0);
    assert_eq!(found.unwrap_err(), Refused::Constraint);
}

#[test]
fn constraints_hold_within_strata() {
    let (columns, codes) = table(240, 7);
    let strata: Vec<u32> = (0..240).map(|row| row / 80).collect();
    let codes = Codes::from_codes(&codes, 4);
    let sensitive = [CodeColumn { codes: &codes, values: 4 }];
    let diverse = DistinctL::new(0, 2.try_into().unwrap());
    let models: [&dyn ClassModel; 1] = [&diverse];
    let lack = lacking(&models, &sensitive);
    let options = Options::new(Algorithm::Best, 3);
    let outcome = mask_where(&options, &columns, Some(&strata), &Dice::seeded(1), &lack).unwrap();
    for rows in outcome.groups[0].iter() {
        assert!(lack(rows) <= 0.0);
        assert!(rows.iter().all(|&row| strata[row as usize] == strata[rows[0] as usize]));
    }
}

#[test]
fn a_center_never_speaks_of_fewer_than_k() {
    let mut income: Vec<f64> = (0..60).map(f64::from).collect();
    let age: Vec<f64> = (0..60).map(|row| f64::from(row) / 7.0).collect();
    (0..60).filter(|row| row % 6 != 1).for_each(|row| income[row] = f64::NAN);
    let columns = [column(&income), column(&age)];
    let options = Options { missing: Missing::Fill, ..Options::new(Algorithm::Mdav, 4) };
    let outcome = run(&options, &columns);
    let masked = numbers(&outcome.columns[0]);
    let mut suppressed = 0;
    for rows in outcome.groups[0].iter() {
        let known = rows.iter().filter(|&&row| !income[row as usize].is_nan()).count();
        let shown = rows.iter().filter(|&&row| !masked[row as usize].is_nan()).count();
        assert_eq!(shown, if known >= 4 { rows.len() } else { 0 });
        suppressed += if known < 4 { known as u64 } else { 0 };
    }
    assert!(suppressed > 0);
    assert_eq!(outcome.columns[0].suppressed, suppressed);
    assert!(outcome.notes.contains(&Note::Suppressed { attribute: 0, cells: suppressed }));
    let least = classes(&outcome).values().map(Vec::len).min().unwrap();
    assert_eq!(outcome.reached_k, least);
    assert!(least >= 4);
}

/// Where missing values stay, records that lack the same ones are together: every class has k records,
/// and only those few lose a value that join a pattern of fewer than k.
#[test]
fn what_is_missing_tells_nobody_from_the_group() {
    for (few, k) in [(0, 3), (1, 3), (2, 4), (7, 3), (59, 3)] {
        let mut income: Vec<f64> = (0..60).map(f64::from).collect();
        let mut age: Vec<f64> = (0..60).map(|row| f64::from(row * 7 % 60)).collect();
        (0..few).for_each(|row| income[row * 13 % 60] = f64::NAN);
        (0..few / 2).for_each(|row| age[row * 17 % 60] = f64::NAN);
        let columns = [column(&income), column(&age)];
        for algorithm in [Algorithm::Mdav, Algorithm::VMdav, Algorithm::Ward, Algorithm::Best] {
            let outcome = run(&Options::new(algorithm, k), &columns);
            let least = classes(&outcome).values().map(Vec::len).min().unwrap();
            assert!(least >= k, "{few} {k} {algorithm:?}: {least}");
            assert_eq!(outcome.reached_k, least);
            assert!(!outcome.notes.iter().any(|note| matches!(note, Note::Below { .. })));
            for (at, before) in [&income, &age].into_iter().enumerate() {
                let after = numbers(&outcome.columns[at]);
                let filled = before.iter().zip(after).filter(|(a, b)| a.is_nan() && !b.is_nan());
                assert_eq!(filled.count(), 0);
                let gone = before.iter().zip(after).filter(|(a, b)| !a.is_nan() && b.is_nan());
                assert_eq!(gone.count() as u64, outcome.columns[at].suppressed);
            }
            if few == 1 {
                assert_eq!(outcome.columns[0].suppressed, k as u64 - 1, "{algorithm:?}");
            }
        }
    }
}
