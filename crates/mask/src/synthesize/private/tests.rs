//! The argument of the guarantee, step by step, and what is drawn.

use super::measure::{pair_table, score, table};
use super::*;
use proptest::prelude::*;
use ridotto_core::{Code, Values};
use ridotto_noise::{Exact, Source};

/// No noise at all: shows what is drawn when ε is endless, and writes down what was asked.
#[derive(Default)]
struct Silent {
    asked: Vec<(u64, Exact)>,
    chosen: Vec<Exact>,
}

impl Look for Silent {
    fn add(&mut self, counts: &[i64], distance: u64, epsilon: &Exact) -> Result<Vec<i64>, Unfit> {
        self.asked.push((distance, epsilon.clone()));
        Ok(counts.to_vec())
    }

    fn choose(&mut self, scores: &[i64], epsilon: &Exact) -> Result<usize, Unfit> {
        self.chosen.push(epsilon.clone());
        let best = scores.iter().max().expect("there are some");
        Ok(scores.iter().position(|score| score == best).unwrap_or(0))
    }
}

/// a is anything, b follows a, c follows b, d is a number apart.
fn columns(rows: usize) -> Vec<Series> {
    let dice = |row: usize, of: u64| ridotto_numbers::chance::below(of, row as u64, 100) as u32;
    let a = |row: usize| dice(row, 1) % 4;
    let b = |row: usize| if dice(row, 2) < 90 { a(row) } else { dice(row, 3) % 4 };
    let c = |row: usize| if dice(row, 4) < 80 { b(row) / 2 } else { 1 };
    let categories = |of: &dyn Fn(usize) -> u32, count| Values::Categories {
        codes: (0..rows).map(|row| Some(of(row)).filter(|_| dice(row, 9) > 2)).collect(),
        categories: count,
        ordered: false,
    };
    let numbers = (0..rows).map(|row| f64::from(dice(row, 5))).collect();
    let values =
        [categories(&a, 4), categories(&b, 4), categories(&c, 2), Values::Numbers(numbers)];
    values.into_iter().map(|values| Series { name: "x".into(), values }).collect()
}

fn private(epsilon: &str) -> Private {
    let epsilon = epsilon.parse().unwrap();
    let numbers = Domain::Numbers { least: 0.0, most: 100.0, bins: 5, decimals: Some(0) };
    let domains =
        vec![Domain::Categories(4), Domain::Categories(4), Domain::Categories(2), numbers];
    Private { epsilon, domains }
}

/// By an accountant with a seed.
fn with(private: &Private, columns: &[Series], seed: u64) -> Outcome {
    let accountant = Accountant::new(private.budget().unwrap(), PROTECTED);
    let mut accountant = accountant.drawing_from(Source::seeded_for_tests(seed));
    charged(private, columns, 1, None, &mut accountant, &Dice::seeded(seed)).unwrap()
}

/// How many records are drawn is noise where epsilon is next to nothing: that is refused by the policy alone,
/// whatever the data are, and with a `size` no number overflows.
#[test]
fn an_epsilon_of_next_to_nothing_needs_a_size() {
    let dice = Dice::seeded(1);
    for rows in [0, 300] {
        let file = columns(rows);
        for epsilon in ["0.00001", "0.000000000000001"] {
            let refused = synthesize(&private(epsilon), &file, 1, None, &dice).unwrap_err();
            assert!(matches!(refused, Refused::Parameter { parameter: "epsilon", .. }));
            let outcome = synthesize(&private(epsilon), &file, 1, Some(50), &dice).unwrap();
            assert_eq!(outcome.copies[0][0].len(), 50);
        }
        assert!(synthesize(&private("0.001"), &file, 1, None, &dice).is_ok());
    }
    // Counts and tables at the ends of what numbers hold.
    let far = vec![vec![f64::MAX, 0.0], vec![1e300, 1e300]];
    assert_eq!(score(&[vec![0, 1], vec![1, 1]], &far, 0, 1), i64::MAX);
}

#[test]
fn the_budget_is_split_and_never_exceeded() {
    for epsilon in ["0.1", "1", "3", "3.333333333333333333"] {
        let (mut noise, file) = (Silent::default(), columns(500));
        looking(&private(epsilon), &file, 1, None, &mut noise, &Dice::seeded(1)).unwrap();
        assert_eq!(noise.asked.iter().map(|one| one.0).collect::<Vec<_>>(), [4, 3]);
        assert_eq!(noise.chosen.len(), 3);
        let all = Exact::sum(noise.asked.iter().map(|one| &one.1).chain(&noise.chosen));
        assert_eq!(all, epsilon.parse().unwrap(), "all of it, and no more");
        let outcome = with(&private(epsilon), &file, 1);
        assert_eq!(outcome.spent, Some(all.to_f64()));
    }
}

#[test]
fn dependence_along_the_tree_is_kept() {
    let original = columns(20_000);
    let mut noise = Silent::default();
    let dice = Dice::seeded(3);
    let outcome = looking(&private("1"), &original, 1, Some(20_000), &mut noise, &dice).unwrap();
    let copy = &outcome.copies[0];
    let widths = [5, 5, 3, 6];
    let places = |file: &[Series]| -> Vec<Vec<u32>> {
        let cells = |(domain, column): (&Domain, &Series)| cells(domain, &column.values).unwrap();
        private("1").domains.iter().zip(file).map(cells).collect()
    };
    let (before, after) = (places(&original), places(copy));
    for (a, b) in [(0, 1), (1, 2), (0, 3)] {
        let one = pair_table(&before, &widths, a, b);
        let other = pair_table(&after, &widths, a, b);
        // Pearson's statistic for drawn records: as many degrees as cells, at most; 60 is far
        // beyond four standard errors of 30.
        let chi: f64 = one
            .iter()
            .zip(&other)
            .filter(|(one, _)| **one > 0)
            .map(|(&one, &other)| ((other - one) as f64).powi(2) / one as f64)
            .sum();
        assert!(chi < 62.0, "{a} {b}: {chi}");
    }
    assert!(outcome.figures.is_empty() && outcome.replicated.is_empty(), "they are not private");
}

#[test]
fn domains_are_the_policys() {
    // Codes and numbers out of the domain, more records than any: no refusal, and none comes out.
    let codes: Vec<Option<Code>> = vec![Some(7); 50];
    let values = Values::Categories { codes, categories: 8, ordered: false };
    let numbers = Values::Numbers(vec![1e9; 50]);
    let file = [values, numbers].map(|values| Series { name: "x".into(), values });
    let numbers = Domain::Numbers { least: 0.0, most: 10.0, bins: 2, decimals: Some(0) };
    let private = Private { epsilon: Decimal::ONE, domains: vec![Domain::Categories(3), numbers] };
    let mut noise = Silent::default();
    let outcome = looking(&private, &file, 2, Some(9), &mut noise, &Dice::seeded(1));
    for copy in outcome.unwrap().copies {
        let (Values::Categories { codes, .. }, Values::Numbers(numbers)) =
            (&copy[0].values, &copy[1].values)
        else {
            panic!("kinds stay");
        };
        assert!(codes.iter().all(Option::is_none) && codes.len() == 9);
        assert!(numbers.iter().all(|number| (5.0..=10.0).contains(number)));
    }
    // Not one record: nothing is refused either, as that would tell.
    let empty: Vec<Series> = file.iter().map(|column| column.take(&[])).collect();
    looking(&private, &empty, 1, None, &mut noise, &Dice::seeded(1)).unwrap();
}

#[test]
fn senseless_options_are_refused() {
    let file = columns(20);
    let refused = |change: &dyn Fn(&mut Private)| {
        let mut private = private("1");
        change(&mut private);
        let mut noise = Silent::default();
        let outcome = looking(&private, &file, 1, None, &mut noise, &Dice::seeded(1));
        outcome.unwrap_err().to_string()
    };
    for epsilon in ["0", "-1"] {
        let told = refused(&|private| private.epsilon = epsilon.parse().unwrap());
        assert_eq!(told, "`epsilon` must be greater than 0");
    }
    assert!(refused(&|private| private.domains.truncate(2)).contains("for every attribute"));
    assert!(refused(&|private| private.domains.swap(0, 3)).contains("kinds"));
    assert!(
        refused(&|private| private.domains[0] = Domain::Categories(0)).contains("at least one")
    );
    assert!(
        refused(&|private| private.domains[0] = Domain::Categories(usize::MAX)).contains("million")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// The distances that noise is made for: one record more changes each table by one in all, and
    /// each score by at most one.
    #[test]
    fn one_record_changes_little(
        rows in prop::collection::vec((0_u32..4, 0_u32..3), 0..40),
        record in (0_u32..4, 0_u32..3),
        known in (prop::collection::vec(0.0_f64..20.0, 4), prop::collection::vec(0.0_f64..20.0, 3)),
    ) {
        let places = |rows: &[(u32, u32)]| {
            vec![rows.iter().map(|row| row.0).collect(), rows.iter().map(|row| row.1).collect()]
        };
        let more: Vec<_> = rows.iter().copied().chain([record]).collect();
        let (before, after): (Vec<Vec<u32>>, Vec<Vec<u32>>) = (places(&rows), places(&more));
        let apart = |one: &[i64], other: &[i64]| -> i64 {
            one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum()
        };
        for (at, width) in [(0, 4), (1, 3)] {
            prop_assert_eq!(apart(&table(&before[at], width), &table(&after[at], width)), 1);
        }
        let pair = |places: &[Vec<u32>]| pair_table(places, &[4, 3], 0, 1);
        prop_assert_eq!(apart(&pair(&before), &pair(&after)), 1);
        let tables = [known.0, known.1];
        let change = score(&before, &tables, 0, 1) - score(&after, &tables, 0, 1);
        prop_assert!(change.abs() <= 1);
    }
}

#[test]
fn tables_with_noise_are_near() {
    let original = columns(20_000);
    let outcome = with(&private("5"), &original, 3);
    let copy = &outcome.copies[0];
    let records = copy[0].len() as f64;
    // Noise of scale 12/5 on twenty cells.
    assert!((records - 20_000.0).abs() < 200.0, "{records}");
    for at in 0..4 {
        let shares = |file: &[Series]| {
            let places = cells(&private("1").domains[at], &file[at].values).unwrap();
            let counts = table(&places, private("1").domains[at].cells());
            counts.iter().map(|&count| count as f64 / places.len() as f64).collect::<Vec<_>>()
        };
        let both = shares(&original).into_iter().zip(shares(copy));
        let most = both.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(most < 0.03, "{at}: {most}");
    }
    assert_eq!(outcome.spent, Some(5.0));
}
