//! Sums, ranges and impossible combinations hold in every record.

use crate::synthesize::people::{AGE, INCOME, PREGNANT, RENT, SEX, WAGE, codes, numbers, people};
use proptest::prelude::*;
use ridotto_core::{Series, Values};
use ridotto_mask::synthesize::{
    Among, Bounds, Constraints, Growth, Impossible, Kind, Model, Options, Scale, Sum, synthesize,
};
use ridotto_mask::{Dice, Refused};

fn both(first: (usize, Vec<u32>), second: (usize, Vec<u32>)) -> Impossible {
    let part = |(at, codes): (usize, Vec<u32>)| (at, Among::Codes(codes));
    Impossible { parts: vec![part(first), part(second)] }
}

fn constraints() -> Constraints {
    Constraints {
        ranges: vec![Bounds { attribute: RENT, least: 0.0, most: 120.0 }],
        sums: vec![Sum { total: INCOME, parts: vec![WAGE, RENT] }],
        impossible: vec![both((SEX, vec![0]), (PREGNANT, vec![1]))],
        structural_zeros: Vec::new(),
    }
}

fn holds(original: &[Series], copy: &[Series]) {
    let parts = numbers(copy, WAGE).iter().zip(numbers(copy, RENT));
    let mut sums = 0;
    for ((wage, rent), income) in parts.zip(numbers(copy, INCOME)) {
        if !wage.is_nan() && !income.is_nan() {
            sums += 1;
            assert!((wage + rent - income).abs() < 1e-6);
        }
    }
    assert!(sums > copy[0].len() / 2);
    let both = codes(copy, SEX).iter().zip(codes(copy, PREGNANT));
    assert!(both.into_iter().all(|both| both != (&Some(0), &Some(1))));
    let known = || numbers(original, INCOME).iter().copied().filter(|income| !income.is_nan());
    let (least, most) = (known().fold(f64::MAX, f64::min), known().fold(f64::MIN, f64::max));
    let incomes = numbers(copy, INCOME).iter().filter(|income| !income.is_nan());
    assert!(incomes.into_iter().all(|income| (least..=most).contains(income)));
}

#[test]
fn constraints_hold_in_every_kind() {
    let columns = people(800, 11);
    let kinds = [
        (Kind::Sequential, 1),
        (Kind::MultipleImputation { frame: Vec::new() }, 3),
        (Kind::Partial { attributes: vec![PREGNANT, WAGE, RENT], records: None }, 1),
        (Kind::Partial { attributes: vec![SEX, RENT, INCOME], records: None }, 1),
        (Kind::Hybrid { weight: 0.5 }, 1),
    ];
    for model in [Model::Cart(Growth::default()), Model::Parametric(Scale::Ranks)] {
        for (kind, copies) in kinds.clone() {
            let constraints = constraints();
            let options = Options { kind, copies, model, constraints, ..Options::default() };
            let outcome = synthesize(&options, &columns, &Dice::seeded(3)).unwrap();
            for copy in &outcome.copies {
                holds(&columns, copy);
            }
        }
    }
}

#[test]
fn without_a_constraint_a_regression_breaks_it() {
    // So the test above can fail.
    let columns = people(800, 11);
    let model = Model::Parametric(Scale::Ranks);
    let options = Options { model, order: Some(vec![0, 2, 1, 3, 4, 5]), ..Options::default() };
    let copy = &synthesize(&options, &columns, &Dice::seeded(3)).unwrap().copies[0];
    let parts = numbers(copy, WAGE).iter().zip(numbers(copy, RENT));
    let apart = |((wage, rent), income): ((&f64, &f64), &f64)| (wage + rent - income).abs() > 1.0;
    assert!(parts.zip(numbers(copy, INCOME)).any(apart));
}

#[test]
fn what_the_data_itself_breaks_is_refused() {
    let mut columns = people(100, 12);
    let ask = |constraints, columns: &[Series]| {
        let options = Options { constraints, ..Options::default() };
        synthesize(&options, columns, &Dice::seeded(1)).unwrap_err().to_string()
    };
    let range = Constraints {
        ranges: vec![Bounds { attribute: AGE, least: 30.0, most: 200.0 }],
        ..Constraints::default()
    };
    assert!(
        ask(range, &columns).ends_with(" records of the data themselves do not keep to the range")
    );
    let pair = Constraints {
        impossible: vec![both((SEX, vec![1]), (PREGNANT, vec![0]))],
        ..Constraints::default()
    };
    assert!(ask(pair, &columns).ends_with("not keep to the rule about impossible combinations"));
    if let Values::Numbers(rents) = &mut columns[RENT].values {
        let known = numbers(&people(100, 12), WAGE).iter().position(|wage| !wage.is_nan());
        rents[known.unwrap()] += 1.0;
    }
    assert_eq!(
        ask(constraints(), &columns),
        "1 records of the data themselves do not keep to the sum"
    );
    let sums = vec![Sum { total: SEX, parts: vec![WAGE] }];
    let odd = ask(Constraints { sums, ..Constraints::default() }, &columns);
    assert_eq!(odd, "`sums` must name attributes that are there, each once");
}

#[test]
fn contradictions_are_refused() {
    // A frame brings what the constraints leave no value for.
    let column = |name: &str, codes: Vec<u32>| Series {
        name: name.into(),
        values: Values::Categories {
            codes: codes.into_iter().map(Some).collect(),
            categories: 2,
            ordered: false,
        },
    };
    let columns = [column("a", vec![0; 20]), column("b", (0..20).map(|row| row % 2).collect())];
    let impossible = vec![both((0, vec![1]), (1, vec![0, 1]))];
    let options = Options {
        kind: Kind::MultipleImputation { frame: vec![column("a", vec![1; 50])] },
        copies: 3,
        constraints: Constraints { impossible, ..Constraints::default() },
        ..Options::default()
    };
    let refused = synthesize(&options, &columns, &Dice::seeded(1)).unwrap_err();
    assert!(matches!(&refused, Refused::Synthesis(_)), "{refused}");
    assert!(refused.to_string().starts_with("the constraints leave no value for 20 records"));
}

/// Three attributes, one of them with numbers: each pair of them occurs, all three together never.
#[test]
fn combinations_of_more_than_two_are_kept_out() {
    let mut columns = people(800, 11);
    let forbidden = |file: &[Series], row: usize| {
        codes(file, SEX)[row] == Some(1)
            && codes(file, PREGNANT)[row] == Some(0)
            && (0.0..=40.0).contains(&numbers(file, AGE)[row])
    };
    let rows: Vec<u32> = (0..800).filter(|&row| !forbidden(&columns, row as usize)).collect();
    columns = columns.iter().map(|column| column.take(&rows)).collect();
    let parts = vec![
        (SEX, Among::Codes(vec![1])),
        (PREGNANT, Among::Codes(vec![0])),
        (AGE, Among::Numbers(0.0, 40.0)),
    ];
    let asked = Constraints { impossible: vec![Impossible { parts }], ..Constraints::default() };
    let broken = |kind: Kind, constraints: Constraints| {
        let model = Model::Parametric(Scale::Ranks);
        let options = Options { kind, model, constraints, ..Options::default() };
        let copy = synthesize(&options, &columns, &Dice::seeded(3)).unwrap().copies.remove(0);
        (0..copy[0].len()).filter(|&row| forbidden(&copy, row)).count()
    };
    for kind in [Kind::Sequential, Kind::Hybrid { weight: 0.5 }] {
        assert_eq!(broken(kind.clone(), asked.clone()), 0, "{kind:?}");
        assert!(broken(kind, Constraints::default()) > 0, "the test would say nothing");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_combination_arises_that_the_data_does_not_have(
        rows in prop::collection::vec((0_u32..4, 0_u32..4, 0_u32..4), 10..60),
        seed: u64,
    ) {
        let column = |name: &str, of: fn(&(u32, u32, u32)) -> u32| Series {
            name: name.into(),
            values: Values::Categories {
                // One of four is missing.
                codes: rows.iter().map(|row| Some(of(row)).filter(|&code| code < 3)).collect(),
                categories: 3,
                ordered: false,
            },
        };
        let columns = [column("a", |r| r.0), column("b", |r| r.1), column("c", |r| r.2)];
        let structural_zeros = vec![(0, 1), (2, 1)];
        let options = Options {
            constraints: Constraints { structural_zeros, ..Constraints::default() },
            size: Some(100),
            ..Options::default()
        };
        let copy = synthesize(&options, &columns, &Dice::seeded(seed)).unwrap().copies.remove(0);
        for (a, b) in [(0, 1), (2, 1)] {
            let pairs = |file: &[Series]| -> Vec<_> {
                codes(file, a).iter().zip(codes(file, b)).map(|(a, b)| (*a, *b)).collect()
            };
            let known = pairs(&columns);
            prop_assert!(pairs(&copy).iter().all(|pair| known.contains(pair)));
        }
    }
}
