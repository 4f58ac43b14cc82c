//! Marginals, correlations, missing values, ranges, smoothing, and the same bytes everywhere.

use crate::synthesize::people::{AGE, INCOME, PREGNANT, RENT, SEX, WAGE};
use crate::synthesize::people::{bits, codes, correlation, moments, numbers, people};
use ridotto_core::Series;
use ridotto_mask::Dice;
use ridotto_mask::synthesize::{
    Constraints, Growth, Kind, Model, Options, Outcome, Scale, Sum, synthesize,
};

fn models() -> [Model; 3] {
    [
        Model::Cart(Growth::default()),
        Model::Parametric(Scale::Ranks),
        Model::Parametric(Scale::Values),
    ]
}

fn run(options: &Options, columns: &[Series], seed: u64) -> Outcome {
    synthesize(options, columns, &Dice::seeded(seed)).unwrap()
}

#[test]
fn marginals_and_correlations_are_near() {
    let columns = people(4000, 1);
    for model in models() {
        let outcome = run(&Options { model, ..Options::default() }, &columns, 7);
        let copy = &outcome.copies[0];
        for at in [SEX, PREGNANT] {
            let count = |file: &[Series]| codes(file, at).iter().flatten().sum::<u32>();
            let (before, after) = (f64::from(count(&columns)), f64::from(count(copy)));
            let share = before / 4000.0;
            // The square of a standard normal number if each was drawn with the true share: 16 is
            // four standard errors.
            let chi = (after - before).powi(2) / (4000.0 * share * (1.0 - share));
            assert!(chi < 16.0, "{model:?} {at}: {before} {after}");
        }
        for at in [AGE, WAGE, RENT, INCOME] {
            let (before, after) = (moments(numbers(&columns, at)), moments(numbers(copy, at)));
            // Five standard errors of a mean. Rents are far from normal, so a normal regression on
            // values that is mirrored into the range moves them: nothing is claimed there.
            if model == Model::Parametric(Scale::Values) && at != WAGE {
                continue;
            }
            let error = before.1 / 4000_f64.sqrt();
            assert!(
                (after.0 - before.0).abs() < 5.0 * error,
                "{model:?} {at} {before:?} {after:?}"
            );
            // A deviation's is 1/√8000 of it for normal numbers and less for even ones, and that of two
            // files √2 as much: five of them are 0.08.
            assert!((after.1 / before.1 - 1.0).abs() < 0.08, "{model:?} {at} {before:?} {after:?}");
        }
        let both = |file: &[Series]| correlation(numbers(file, AGE), numbers(file, WAGE));
        // The standard error of a correlation of 0.75 is 0.007; a tree with steps loses a little.
        assert!(
            (both(&columns) - both(copy)).abs() < 0.06,
            "{model:?} {} {}",
            both(&columns),
            both(copy)
        );
        assert!(outcome.figures.iter().any(|figure| figure.name == "correlation of age and wage"));
    }
}

#[test]
fn missing_values_keep_their_pattern() {
    let columns = people(4000, 2);
    for model in models() {
        let copy = &run(&Options { model, ..Options::default() }, &columns, 8).copies[0];
        let share = |file: &[Series], old: bool| {
            let rows = numbers(file, AGE).iter().zip(numbers(file, WAGE));
            let rows: Vec<_> = rows.filter(|(age, _)| (**age > 60.0) == old).collect();
            let missing = rows.iter().filter(|(_, wage)| wage.is_nan()).count();
            (missing as f64 / rows.len() as f64, rows.len() as f64)
        };
        for old in [false, true] {
            let ((before, rows), (after, _)) = (share(&columns, old), share(copy, old));
            // Five standard errors, doubled for the estimate itself; a logistic regression on age
            // does not know that it is a step, so it may blur it.
            let error = (2.0 * before * (1.0 - before) / rows).sqrt();
            let blur = if matches!(model, Model::Cart(_)) { 0.0 } else { 0.08 };
            assert!(
                (before - after).abs() < 5.0 * error + blur,
                "{model:?} {old} {before} {after}"
            );
        }
    }
}

#[test]
fn no_number_is_out_of_range_or_one_persons_own() {
    let columns = people(600, 3);
    for model in models() {
        for seed in 0..4 {
            let copy = &run(&Options { model, ..Options::default() }, &columns, seed).copies[0];
            for at in [AGE, WAGE, RENT, INCOME] {
                let known = || numbers(&columns, at).iter().filter(|number| !number.is_nan());
                let least = known().copied().fold(f64::INFINITY, f64::min);
                let most = known().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut own = 0;
                for number in numbers(copy, at).iter().filter(|number| !number.is_nan()) {
                    assert!((least..=most).contains(number));
                    own += u32::from(
                        known().filter(|one| one.to_bits() == number.to_bits()).count() == 1,
                    );
                }
                assert_eq!(own, 0, "{model:?} {at}");
            }
        }
    }
    // Without smoothing a tree does tell them, and says so.
    let copied = run(&Options { smooth: false, ..Options::default() }, &columns, 1);
    let known = numbers(&columns, RENT);
    assert!(numbers(&copied.copies[0], RENT).iter().all(|number| known.contains(number)));
    assert!(copied.notes.iter().any(|note| note.to_string().contains("copied from true records")));
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let columns = people(9000, 4);
    let kinds = [
        (Kind::Sequential, 2),
        (Kind::MultipleImputation { frame: Vec::new() }, 3),
        (Kind::Partial { attributes: vec![WAGE, SEX], records: None }, 1),
        (Kind::Hybrid { weight: 0.3 }, 1),
    ];
    for model in [Model::Cart(Growth::default()), Model::Parametric(Scale::Ranks)] {
        for (kind, copies) in kinds.clone() {
            let options = Options { kind, copies, model, ..Options::default() };
            let on = |threads: usize, seed| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                    run(&options, &columns, seed).copies.iter().map(|c| bits(c)).collect::<Vec<_>>()
                })
            };
            let one = on(1, 5);
            assert!(one == on(3, 5), "{:?}", options.kind);
            assert!(one != on(1, 6), "{:?}", options.kind);
            assert!(one.len() < 2 || one[0] != one[1], "copies are independent");
        }
    }
}

#[test]
fn only_what_was_chosen_is_replaced() {
    let columns = people(1000, 5);
    let chosen: Vec<bool> = (0..1000).map(|row| row % 3 == 0).collect();
    let kind = Kind::Partial { attributes: vec![RENT, SEX], records: Some(chosen.clone()) };
    let copy = &run(&Options { kind, ..Options::default() }, &columns, 1).copies[0];
    let (before, after) = (bits(&columns), bits(copy));
    for at in [PREGNANT, AGE, WAGE, INCOME] {
        assert_eq!(before[at], after[at]);
    }
    for (row, chosen) in chosen.iter().enumerate() {
        assert!(
            *chosen || before[RENT][row] == after[RENT][row] && before[SEX][row] == after[SEX][row]
        );
    }
    let moved = (0..1000).filter(|&row| before[RENT][row] != after[RENT][row]).count();
    assert!(moved > 300, "{moved}");
}

#[test]
fn hybrid_records_lie_between() {
    let columns = people(1000, 6);
    let drawn = |weight, smooth| {
        let options = Options { kind: Kind::Hybrid { weight }, smooth, ..Options::default() };
        run(&options, &columns, 2).copies.remove(0)
    };
    assert_eq!(bits(&drawn(1.0, false)), bits(&columns), "all true");
    let at_weight = |weight| drawn(weight, true);
    let apart = |file: &[Series]| {
        let pairs = numbers(&columns, AGE).iter().zip(numbers(file, AGE));
        pairs.map(|(a, b)| (a - b).abs()).sum::<f64>()
    };
    let (near, far) = (apart(&at_weight(0.7)), apart(&at_weight(0.0)));
    assert!(near < 0.6 * far, "{near} {far}");
}

/// Smooth means the same for a mixture as for what is drawn: no number is one record's own.
#[test]
fn hybrid_numbers_are_nobodys_own() {
    let columns = people(1000, 6);
    let told = |smooth: bool| -> usize {
        let options = Options { kind: Kind::Hybrid { weight: 0.5 }, smooth, ..Options::default() };
        let copy = run(&options, &columns, 2).copies.remove(0);
        let one = |at: usize| {
            let own = |number: &f64| {
                numbers(&columns, at).iter().filter(|other| other.total_cmp(number).is_eq()).count()
                    == 1
            };
            numbers(&copy, at).iter().filter(|number| own(number)).count()
        };
        [AGE, WAGE, RENT, INCOME].into_iter().map(one).sum()
    };
    assert_eq!(told(true), 0);
    assert!(told(false) > 0, "the test would say nothing");
}

/// A hybrid record lacks what the true one lacks, and nothing else.
#[test]
fn hybrid_records_lack_what_true_ones_lack() {
    let mut columns = people(1000, 6);
    let lacking = codes(&columns, SEX).iter().enumerate();
    let lacking = lacking.map(|(row, code)| code.filter(|_| row % 7 != 0)).collect();
    columns[SEX].values =
        ridotto_core::Values::Categories { codes: lacking, categories: 2, ordered: false };
    let sum = Sum { total: INCOME, parts: vec![WAGE, RENT] };
    let sums = Constraints { sums: vec![sum], ..Constraints::default() };
    for (weight, smooth, constraints) in [
        (0.0, true, Constraints::default()),
        (0.5, true, Constraints::default()),
        (0.5, false, Constraints::default()),
        (0.9, true, Constraints::default()),
        (0.5, false, sums),
    ] {
        let kind = Kind::Hybrid { weight };
        let options = Options { kind, smooth, constraints, ..Options::default() };
        let copy = run(&options, &columns, 2).copies.remove(0);
        for at in [SEX, PREGNANT] {
            let pairs = codes(&columns, at).iter().zip(codes(&copy, at));
            assert!(pairs.clone().all(|(a, b)| a.is_none() == b.is_none()), "{weight} {at}");
        }
        for at in [AGE, WAGE, RENT, INCOME] {
            let mut pairs = numbers(&columns, at).iter().zip(numbers(&copy, at));
            assert!(pairs.all(|(a, b)| a.is_nan() == b.is_nan()), "{weight} {at}");
        }
    }
}

#[test]
fn sizes_are_as_asked() {
    let columns = people(300, 7);
    let options = Options { size: Some(1000), copies: 2, ..Options::default() };
    let outcome = run(&options, &columns, 1);
    assert!(outcome.copies.iter().flatten().all(|column| column.len() == 1000));
    assert_eq!(outcome.decimals, [None, None, Some(0), Some(0), Some(2), Some(2)]);
}

#[test]
fn many_categories_have_a_tree_and_it_is_said() {
    let mut columns = people(500, 8);
    let codes = (0..500).map(|row| Some(row % 40)).collect();
    let values = ridotto_core::Values::Categories { codes, categories: 40, ordered: false };
    columns.push(Series { name: "town".into(), values });
    let model = Model::Parametric(Scale::Ranks);
    let outcome = run(&Options { model, ..Options::default() }, &columns, 1);
    let said: Vec<String> = outcome.notes.iter().map(ToString::to_string).collect();
    assert!(said[0].starts_with("town has too many categories"), "{said:?}");
}
