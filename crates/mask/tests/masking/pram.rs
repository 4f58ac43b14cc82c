//! Post-randomisation: frequencies, invariance, constraints, estimates, refusals.

use crate::masking::case::{bits, categories, codes, figure, numbers, on, reason};
use proptest::prelude::*;
use ridotto_core::Series;
use ridotto_mask::pram::{self, Matrix, Outcome, Pram, Transition};
use ridotto_mask::{Dice, Note, Refused};

fn retain(retain: f64) -> Pram {
    Pram { matrix: Matrix::Retain(retain), invariant: false, forbidden: Vec::new() }
}

fn given(rows: &[&[f64]]) -> Transition {
    Transition::new(rows.iter().map(|row| row.to_vec()).collect()).unwrap()
}

/// Frequencies 5 : 3 : 2, and every eleventh value is missing.
fn jobs(rows: u32) -> Series {
    let code = |row: u32| [0, 0, 0, 0, 0, 1, 1, 1, 2, 2][(row * 7 % 10) as usize];
    let codes = (0..rows).map(|row| (row % 11 != 0).then(|| code(row))).collect();
    categories("job", codes, 3)
}

fn run(options: &Pram, column: &Series, seed: u64) -> Outcome {
    pram::mask(options, column, None, &Dice::seeded(seed)).unwrap()
}

/// A frequency of n records has a standard error below √n / 2; five of them.
#[test]
fn frequencies_are_as_expected() {
    let column = jobs(40_000);
    let matrix = given(&[&[0.8, 0.1, 0.1], &[0.2, 0.7, 0.1], &[0.1, 0.1, 0.8]]);
    let options =
        Pram { matrix: Matrix::Given(matrix.clone()), invariant: false, forbidden: vec![] };
    for options in [options, retain(0.7)] {
        for invariant in [false, true] {
            let options = Pram { invariant, ..options.clone() };
            let outcome = run(&options, &column, 3);
            let before: Vec<f64> = outcome.frequencies.iter().map(|f| f.original).collect();
            assert!((before.iter().sum::<f64>() - 36_363.0).abs() < 1.0);
            for (code, frequency) in outcome.frequencies.iter().enumerate() {
                assert!((frequency.reached - frequency.expected).abs() < 2.5 * 200.0);
                if invariant {
                    assert!((frequency.expected - frequency.original).abs() < 1e-6);
                }
                let counted = codes(&outcome.masked.columns[0]).iter().flatten();
                let counted = counted.filter(|other| **other as usize == code).count();
                assert!((counted as f64 - frequency.reached).abs() < 0.5);
            }
            let (_, expected, reached) =
                figure(&outcome.masked, "share of values of job that are the same");
            assert!((expected.unwrap() - reached).abs() < 0.013);
            assert!(reached > 0.4 && reached < 0.9);
            let (changed, used) = (&outcome.masked.columns[0], &outcome.matrices[0].1);
            let gaps = codes(&column).iter().zip(codes(changed));
            assert!(gaps.clone().all(|(a, b)| a.is_none() == b.is_none()));
            // Each entry of the matrix: how often i became j.
            for from in 0..3 {
                let own: Vec<u32> = gaps
                    .clone()
                    .filter(|(a, _)| **a == Some(from))
                    .map(|(_, b)| b.unwrap())
                    .collect();
                for to in 0..3 {
                    let share =
                        own.iter().filter(|code| **code == to).count() as f64 / own.len() as f64;
                    let error = 2.5 / (own.len() as f64).sqrt();
                    assert!((share - used.probability(from, to)).abs() < error);
                }
            }
        }
    }
}

#[test]
fn forbidden_changes_never_happen() {
    let column = jobs(20_000);
    let never = vec![(0, 2), (1, 0)];
    let matrix = given(&[&[0.5, 0.25, 0.25], &[0.25, 0.5, 0.25], &[0.25, 0.25, 0.5]]);
    for (matrix, invariant) in [
        (Matrix::Retain(0.5), false),
        (Matrix::Given(matrix.clone()), false),
        (Matrix::Given(matrix), true),
    ] {
        let options = Pram { matrix, invariant, forbidden: never.clone() };
        let outcome = run(&options, &column, 4);
        let changes = codes(&column).iter().zip(codes(&outcome.masked.columns[0]));
        let has = |from, to| changes.clone().any(|(a, b)| *a == Some(from) && *b == Some(to));
        assert!(!has(0, 2) && !has(1, 0));
        assert!(has(1, 2));
        let used = &outcome.matrices[0].1;
        assert!(used.probability(0, 2) == 0.0 && used.probability(1, 0) == 0.0);
        for frequency in &outcome.frequencies {
            let apart = (frequency.expected - frequency.original).abs();
            assert!(if invariant { apart < 1e-6 } else { apart > 100.0 }, "{invariant} {apart}");
        }
    }
}

/// Every category stays with the probability that was asked, whatever is forbidden.
#[test]
fn what_is_retained_is_what_was_asked() {
    let column = jobs(20_000);
    for forbidden in [vec![], vec![(0, 2)], vec![(0, 2), (1, 0)]] {
        let options = Pram { forbidden: forbidden.clone(), ..retain(0.5) };
        let outcome = run(&options, &column, 4);
        for at in 0..3 {
            assert!((outcome.matrices[0].1.probability(at, at) - 0.5).abs() < 1e-12);
        }
        assert!(outcome.masked.notes.is_empty(), "{:?}", outcome.masked.notes);
    }
    // A category that may become nothing cannot change.
    let bound = Pram { forbidden: vec![(0, 1), (0, 2)], ..retain(0.5) };
    let refused = pram::mask(&bound, &column, None, &Dice::seeded(1)).unwrap_err();
    assert_eq!(reason(refused), Refused::NothingAllowed { categories: 1 });
    // Alone in its stratum it stays, which is said.
    let alone = categories("job", vec![Some(1); 9], 3);
    let outcome = run(&retain(0.5), &alone, 1);
    let note = Note::Alone { attribute: "job".to_owned(), records: 9 };
    assert_eq!(outcome.masked.notes, [note]);
}

/// A column with so many values of each category.
fn counted(counts: &[usize]) -> Series {
    let code = |(code, &count): (usize, &usize)| std::iter::repeat_n(Some(code as u32), count);
    categories("job", counts.iter().enumerate().flat_map(code).collect(), counts.len())
}

/// Rare categories stay as often as common ones; two stages left them at a twentieth of it.
#[test]
fn rare_categories_are_retained_as_asked() {
    for counts in [
        vec![400, 350, 240, 7, 3],
        vec![500, 250, 250],
        vec![499, 300, 200, 1],
        vec![1; 5],
        vec![30, 0, 20, 25],
    ] {
        let options = Pram { invariant: true, ..retain(0.8) };
        let outcome = run(&options, &counted(&counts), 1);
        for (code, &count) in (0..).zip(&counts).filter(|(_, count)| **count > 0) {
            let stays = outcome.matrices[0].1.probability(code, code);
            assert!((stays - 0.8).abs() < 1e-9, "{counts:?} {count}: {stays}");
        }
        let is_kept = |f: &pram::Frequency| (f.expected - f.original).abs() < 1e-9;
        assert!(outcome.frequencies.iter().all(is_kept), "{:?}", outcome.frequencies);
        assert!(outcome.masked.notes.is_empty(), "{:?}", outcome.masked.notes);
    }
}

/// Of 100 values 90 are of one category: of the others 2 leave it for each, and so 2 of the 90.
#[test]
fn a_category_of_more_than_half_stays_more_often_and_it_is_said() {
    let options = Pram { invariant: true, ..retain(0.8) };
    let outcome = run(&options, &counted(&[5, 90, 5]), 1);
    let matrix = &outcome.matrices[0].1;
    assert!((matrix.probability(0, 0) - 0.8).abs() < 1e-12);
    assert!((matrix.probability(2, 2) - 0.8).abs() < 1e-12);
    assert!((matrix.probability(1, 1) - (1.0 - 2.0 / 90.0)).abs() < 1e-12);
    let [Note::Dominant { asked, used, .. }] = &outcome.masked.notes[..] else {
        panic!("{:?}", outcome.masked.notes)
    };
    assert!((asked - 0.8).abs() < 1e-12 && (used - (1.0 - 2.0 / 90.0)).abs() < 1e-12);
}

/// With forbidden changes a matrix is found, or what can be had instead is said.
#[test]
fn forbidden_changes_and_frequencies_and_retention_go_together_or_not() {
    let asked = |forbidden: &[(u32, u32)]| Pram {
        invariant: true,
        forbidden: forbidden.to_vec(),
        ..retain(0.6)
    };
    let column = counted(&[40, 30, 30, 20]);
    let outcome = run(&asked(&[(0, 3), (1, 2)]), &column, 1);
    let matrix = &outcome.matrices[0].1;
    assert!(matrix.probability(0, 3) == 0.0 && matrix.probability(1, 2) == 0.0);
    for (code, frequency) in (0..).zip(&outcome.frequencies) {
        assert!((matrix.probability(code, code) - 0.6).abs() < 1e-9);
        assert!((frequency.expected - frequency.original).abs() < 1e-6);
    }
    // What leaves the first of 50 : 30 : 20 cannot come back from the third alone.
    let refused =
        pram::mask(&asked(&[(0, 2), (1, 0)]), &counted(&[50, 30, 20]), None, &Dice::seeded(1));
    let Refused::Retention { asked, least, most } = reason(refused.unwrap_err()) else { panic!() };
    assert!(
        (asked - 0.6).abs() < 1e-12 && (most - 1.0).abs() < 1e-12 && (0.6..1.0).contains(&least)
    );
}

#[test]
fn strata_keep_their_own_frequencies() {
    let column = jobs(9000);
    let strata: Vec<u32> = (0..9000).map(|row| if row % 3 == 0 { 7 } else { 2 }).collect();
    let options = Pram { invariant: true, ..retain(0.6) };
    let outcome = pram::mask(&options, &column, Some(&strata), &Dice::seeded(1)).unwrap();
    assert_eq!(outcome.matrices.iter().map(|(stratum, _)| *stratum).collect::<Vec<_>>(), [2, 7]);
    for (stratum, matrix) in &outcome.matrices {
        let mut counts = [0.0; 3];
        for (code, own) in codes(&column).iter().zip(&strata) {
            if let (Some(code), true) = (code, own == stratum) {
                counts[*code as usize] += 1.0;
            }
        }
        let expected = matrix.expected(&counts);
        assert!(expected.iter().zip(&counts).all(|(a, b)| (a - b).abs() < 1e-6));
        let mut reached = [0.0; 3];
        for (code, own) in codes(&outcome.masked.columns[0]).iter().zip(&strata) {
            if let (Some(code), true) = (code, own == stratum) {
                reached[*code as usize] += 1.0;
            }
        }
        // Each record of another or of this category comes or goes by itself: five standard errors.
        for to in 0..3 {
            let variance: f64 = (0..3)
                .map(|from: u32| {
                    let p = matrix.probability(from, to as u32);
                    counts[from as usize] * p * (1.0 - p)
                })
                .sum();
            let apart: f64 = reached[to] - counts[to];
            assert!(apart.abs() < 5.0 * variance.sqrt(), "{stratum} {to}: {apart} {variance}");
        }
    }
    let wrong = pram::mask(&options, &column, Some(&strata[1..]), &Dice::seeded(1));
    assert_eq!(wrong.unwrap_err(), Refused::Uneven);
}

/// Over 400 draws the mean of the estimates is the truth to within five standard errors, and their
/// spread is the error that is stated, to within a fifth (that has itself an error of 1/√800).
#[test]
fn estimates_have_no_bias_and_the_error_they_say() {
    let column = jobs(1000);
    let options = retain(0.6);
    let truth: Vec<f64> =
        run(&options, &column, 0).frequencies.iter().map(|f| f.original).collect();
    let (mut sums, mut squares, mut stated) = ([0.0; 3], [0.0; 3], [0.0; 3]);
    for seed in 0..400 {
        let outcome = run(&options, &column, seed);
        let observed: Vec<f64> = outcome.frequencies.iter().map(|f| f.reached).collect();
        let estimate = outcome.matrices[0].1.estimate(&observed, false).unwrap();
        for at in 0..3 {
            sums[at] += estimate.frequencies[at] / 400.0;
            squares[at] += (estimate.frequencies[at] - truth[at]).powi(2) / 400.0;
            stated[at] += estimate.errors[at] / 400.0;
        }
    }
    for at in 0..3 {
        assert!((sums[at] - truth[at]).abs() < 5.0 * stated[at] / 20.0, "{sums:?} {truth:?}");
        assert!((squares[at].sqrt() / stated[at] - 1.0).abs() < 0.2, "{squares:?} {stated:?}");
    }
}

#[test]
fn estimates_can_be_clipped() {
    let matrix = given(&[&[0.8, 0.1, 0.1], &[0.2, 0.7, 0.1], &[0.1, 0.1, 0.8]]);
    let plain = matrix.estimate(&[90.0, 9.0, 1.0], false).unwrap().frequencies;
    assert!(plain[2] < 0.0);
    let clipped = matrix.estimate(&[90.0, 9.0, 1.0], true).unwrap().frequencies;
    assert!(clipped.iter().all(|f| *f >= 0.0));
    assert!((clipped.iter().sum::<f64>() - 100.0).abs() < 1e-9);
    let even = given(&[&[0.5, 0.5], &[0.5, 0.5]]);
    assert_eq!(even.estimate(&[1.0, 2.0], false).unwrap_err(), Refused::MatrixSingular);
    let column = jobs(300);
    let third = run(&retain(1.0 / 3.0), &column, 1).masked;
    assert!(third.notes.contains(&Note::NoWayBack { attribute: "job".to_owned() }));
}

#[test]
fn matrices_travel() {
    let column = jobs(300);
    let outcome = run(&Pram { invariant: true, ..retain(0.7) }, &column, 1);
    let matrix = &outcome.matrices[0].1;
    let json = serde_json::to_string(matrix).unwrap();
    let again: Transition = serde_json::from_str(&json).unwrap();
    for (from, to) in [(0, 0), (0, 1), (2, 1)] {
        assert!((again.probability(from, to) - matrix.probability(from, to)).abs() < 1e-15);
    }
    let same = again.apply(codes(&column), &Dice::seeded(1).part(0)).unwrap();
    assert_eq!(same, codes(&outcome.masked.columns[0]));
    let wrong = serde_json::from_str::<Transition>("[[0.5,0.4],[0,1]]").unwrap_err().to_string();
    assert!(wrong.starts_with("row 1 of the matrix must sum to 1, and sums to 0.9"), "{wrong}");
    let more = again.apply(&[Some(3)], &Dice::seeded(1)).unwrap_err();
    assert_eq!(more, Refused::MatrixSize { categories: 4, rows: 3 });
}

/// Categories that no record has do not appear.
#[test]
fn what_does_not_occur_is_not_invented() {
    let codes_in: Vec<Option<u32>> = (0..500).map(|row| Some(row % 2 * 3)).collect();
    let column = categories("x", codes_in, 5);
    for invariant in [false, true] {
        let outcome = run(&Pram { invariant, ..retain(0.3) }, &column, 2);
        assert!(codes(&outcome.masked.columns[0]).iter().flatten().all(|c| [0, 3].contains(c)));
        assert!(outcome.frequencies[0].reached > 0.0 && outcome.frequencies[3].reached > 0.0);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let matrix = |rows: &[&[f64]]| {
        Transition::new(rows.iter().map(|row| row.to_vec()).collect()).unwrap_err()
    };
    assert!(matches!(
        matrix(&[&[0.5, 0.5], &[0.5, 0.4]]),
        Refused::MatrixSum { row: 2, sum } if (sum - 0.9).abs() < 1e-12
    ));
    assert_eq!(matrix(&[&[0.5, 0.5], &[1.0]]), Refused::MatrixNotSquare { row: 2, rows: 2 });
    assert_eq!(matrix(&[&[1.5, -0.5], &[0.0, 1.0]]), Refused::MatrixEntry { row: 1 });
    assert_eq!(matrix(&[&[f64::NAN, 1.0], &[0.0, 1.0]]), Refused::MatrixEntry { row: 1 });
    let refused = |options: &Pram, column: &Series| {
        reason(pram::mask(options, column, None, &Dice::seeded(1)).unwrap_err())
    };
    let column = jobs(100);
    assert_eq!(refused(&retain(0.5), &numbers("x", vec![1.0, 2.0])), Refused::NeedsCategories);
    assert_eq!(refused(&retain(0.5), &categories("x", vec![None; 5], 3)), Refused::AllMissing);
    assert!(matches!(
        refused(&retain(0.5), &categories("x", vec![Some(0); 5], 1)),
        Refused::Categories { categories: 1, .. }
    ));
    for bad in [-0.1, 1.0, 2.0, f64::NAN] {
        let reason = refused(&retain(bad), &column);
        assert!(matches!(reason, Refused::Parameter { parameter: "retain", .. }));
    }
    let two = given(&[&[0.5, 0.5], &[0.5, 0.5]]);
    let options = Pram { matrix: Matrix::Given(two), invariant: false, forbidden: vec![] };
    assert_eq!(refused(&options, &column), Refused::MatrixSize { categories: 3, rows: 2 });
    let options = Pram { forbidden: vec![(0, 9)], ..retain(0.5) };
    assert!(matches!(refused(&options, &column), Refused::Parameter { .. }));
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let column = jobs(40_000);
    let masked =
        |threads, seed| on(threads, || bits(&run(&retain(0.7), &column, seed).masked.columns));
    assert!(masked(1, 5) == masked(2, 5) && masked(1, 5) == masked(3, 5));
    assert!(masked(1, 5) != masked(1, 6));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn invariant_matrices_are_invariant(
        entries in prop::collection::vec(0_u32..9, 25), counts in prop::collection::vec(0_u32..50, 5),
        reversible: bool,
    ) {
        let row = |at: usize| {
            let mut row: Vec<f64> = entries[5 * at..][..5].iter().map(|e| f64::from(*e)).collect();
            row[at] += 1.0;
            let sum: f64 = row.iter().sum();
            row.into_iter().map(|entry| entry / sum).collect::<Vec<_>>()
        };
        let matrix = Transition::new((0..5).map(row).collect()).unwrap();
        let counts: Vec<f64> = counts.into_iter().map(f64::from).collect();
        let invariant = if reversible { matrix.reversible(&counts) } else { matrix.two_stages(&counts) };
        let invariant = invariant.unwrap();
        let expected = invariant.expected(&counts);
        prop_assert!(expected.iter().zip(&counts).all(|(a, b)| (a - b).abs() < 1e-9));
        for from in 0..5 {
            prop_assert!((invariant.row(from).iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for to in (0..5).filter(|to| reversible && *to != from) {
                prop_assert!(invariant.row(from)[to] <= matrix.row(from)[to]);
            }
        }
    }

    #[test]
    fn categories_stay_categories(
        codes_in in prop::collection::vec(prop::option::of(0_u32..6), 1..50), retained in 0.0_f64..0.99,
        seed: u64, invariant: bool,
    ) {
        prop_assume!(codes_in.iter().any(Option::is_some));
        let column = categories("x", codes_in.clone(), 6);
        let outcome = run(&Pram { invariant, ..retain(retained) }, &column, seed);
        for (before, after) in codes_in.iter().zip(codes(&outcome.masked.columns[0])) {
            prop_assert_eq!(before.is_some(), after.is_some());
            prop_assert!(after.is_none_or(|code| codes_in.contains(&Some(code))));
        }
    }
}
