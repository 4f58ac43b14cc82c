//! Replicated uniques are found and can be left out.

use crate::synthesize::adult::adult;
use crate::synthesize::people::{AGE, RENT, SEX, bits, numbers, people};
use proptest::prelude::*;
use ridotto_core::{Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::synthesize::{Growth, Model, Options, replicated_uniques, synthesize, without};

#[test]
fn a_copied_file_is_caught() {
    let columns = people(500, 21);
    let rows: Vec<u32> = (0..500).rev().collect();
    let copied: Vec<Series> = columns.iter().map(|column| column.take(&rows)).collect();
    let found = replicated_uniques(&columns, &copied, &[SEX, AGE, RENT]).unwrap();
    assert!(found.original_uniques > 490 && (found.share() - 1.0).abs() < 1e-12);
    assert_eq!(found.rows.len() as u64, found.original_uniques);
    let rest = without(&copied, &found.rows);
    let again = replicated_uniques(&columns, &rest, &[SEX, AGE, RENT]).unwrap();
    assert!(again.rows.is_empty());
    // A smoothed synthesis has hardly any of them: rents are nobody's own, but some are shared.
    let copy = &synthesize(&Options::default(), &columns, &Dice::seeded(1)).unwrap().copies[0];
    let found = replicated_uniques(&columns, copy, &[SEX, AGE, RENT]).unwrap();
    assert!(found.share() < 0.03, "{}", found.share());
    let rents = numbers(&columns, RENT);
    for &row in &found.rows {
        let drawn = numbers(copy, RENT)[row as usize].to_bits();
        assert!(rents.iter().filter(|one| one.to_bits() == drawn).count() > 1);
    }
}

#[test]
fn uniques_of_adult_are_left_out() {
    let Some(columns) = adult() else { return };
    let keys: Vec<usize> = (0..8).collect();
    let options = Options { keys: keys.clone(), remove_replicated: true, ..Options::default() };
    let outcome = synthesize(&options, &columns, &Dice::seeded(9)).unwrap();
    let found = &outcome.replicated[0];
    println!(
        "{} uniques of the original, {} of the copy, {} replicated: {:.4}",
        found.original_uniques,
        found.synthetic_uniques,
        found.rows.len(),
        found.share()
    );
    assert!(!found.rows.is_empty() && found.share() < 1.0);
    assert_eq!(outcome.copies[0][0].len(), 30_162 - found.rows.len());
    let again = replicated_uniques(&columns, &outcome.copies[0], &keys).unwrap();
    assert!(again.rows.is_empty());
    assert!(outcome.notes.iter().any(|note| note.to_string().ends_with("they were left out")));
}

/// Trees remember people, the less the more a question must explain: at last those who were there
/// come back hardly more often than others from the same population.
#[test]
fn simpler_trees_remember_people_less() {
    let Some(columns) = adult() else { return };
    let half = |odd: u32| -> Vec<Series> {
        let rows: Vec<u32> = (0..15_081).map(|row| 2 * row + odd).collect();
        columns.iter().map(|column| column.take(&rows)).collect()
    };
    let (inside, outside) = (half(0), half(1));
    let keys: Vec<usize> = (0..8).collect();
    let memory = |complexity| {
        let model = Model::Cart(Growth { complexity, ..Growth::default() });
        let options = Options { model, ..Options::default() };
        let copy = &synthesize(&options, &inside, &Dice::seeded(5)).unwrap().copies[0];
        let share = |file: &[Series]| replicated_uniques(file, copy, &keys).unwrap().share();
        let (known, unknown) = (share(&inside), share(&outside));
        println!("{complexity:e}: {known:.4} of those inside, {unknown:.4} of those outside");
        known / unknown
    };
    let (detailed, usual, simple) = (memory(0.0), memory(1e-5), memory(1e-3));
    // In the copied file all of those inside come back.
    let common = replicated_uniques(&outside, &inside, &keys).unwrap().share();
    println!("a copied file: 1 inside, {common:.4} outside");
    assert!(1.0 / common > detailed && detailed > usual && usual > simple);
    assert!(usual < 3.0 && simple < 1.2, "{usual} {simple}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn rows_are_those_of_brute_force(
        one in prop::collection::vec((0_u32..4, -2_i32..3), 1..20),
        other in prop::collection::vec((0_u32..4, -2_i32..3), 1..20),
    ) {
        let file = |rows: &[(u32, i32)]| -> Vec<Series> {
            let codes = rows.iter().map(|row| Some(row.0).filter(|&code| code < 3)).collect();
            let number = |row: &(u32, i32)| if row.1 == 2 { f64::NAN } else { f64::from(row.1) };
            let numbers = rows.iter().map(number).collect();
            vec![
                Series { name: "a".into(), values: Values::Categories { codes, categories: 3, ordered: false } },
                Series { name: "b".into(), values: Values::Numbers(numbers) },
            ]
        };
        let (original, synthetic) = (file(&one), file(&other));
        let found = replicated_uniques(&original, &synthetic, &[0, 1]).unwrap();
        let (a, b) = (bits(&original), bits(&synthetic));
        let alone = |file: &[Vec<u64>], row: [u64; 2]| {
            (0..file[0].len()).filter(|&at| [file[0][at], file[1][at]] == row).count() == 1
        };
        let expected: Vec<u32> = (0..other.len() as u32)
            .filter(|&at| {
                let row = [b[0][at as usize], b[1][at as usize]];
                alone(&a, row) && alone(&b, row)
            })
            .collect();
        prop_assert_eq!(found.rows, expected);
    }
}
