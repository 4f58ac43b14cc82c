//! Measures of classes.

use crate::assert_near;
use proptest::prelude::*;
use ridotto_core::class::Tally;
use ridotto_core::model::Uniqueness;
use ridotto_core::{ClassTable, CodeColumn, Codes};
use ridotto_measure::risk::attacker::{People, journalist, of_classes, prosecutor};
use ridotto_measure::risk::contribution::{added, telling};
use ridotto_measure::risk::guess::{best_guess, guessed_truth};
use ridotto_measure::risk::uniqueness::{self, Uniques};
use ridotto_measure::risk::{household, individual, k_curve};
use ridotto_testkit::golden::{self, Vector, number};

/// Columns of small codes, from rows.
pub fn columns(rows: &[[u32; 4]]) -> Vec<Codes> {
    let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
    (0..4).map(|at| Codes::from_codes(&column(at), 8)).collect()
}

pub fn keys(columns: &[Codes]) -> Vec<CodeColumn<'_>> {
    columns.iter().map(|codes| CodeColumn { codes, values: 8 }).collect()
}

fn table(rows: &[[u32; 4]]) -> ClassTable {
    let columns = columns(rows);
    ClassTable::count(&keys(&columns[..3]), &keys(&columns[3..]), rows.len())
}

fn size_of(rows: &[[u32; 4]], row: &[u32; 4]) -> usize {
    rows.iter().filter(|other| other[..3] == row[..3]).count()
}

pub fn share_of_people(vector: &Vector) {
    // Tenths of a million, so that the numbers are whole.
    let tenths = |name: &str| format!("{:.0}", number(&vector.given[name]) * 10.0);
    let people = |name: &str| tenths(name).parse().unwrap();
    let share = uniqueness::share(people("num_million"), people("den_million"));
    assert_near(share, number(&vector.expected["share"]), 1e-15);
}

/// A sample of a population of letters.
fn sample(vector: &Vector, rows: &[usize]) -> ClassTable {
    let code = |text: String| u32::from(text.as_bytes()[0] - b'a');
    let people: Vec<u32> =
        golden::texts(&vector.given["population_keys"]).into_iter().map(code).collect();
    let taken: Vec<u32> = rows.iter().map(|&row| people[row]).collect();
    let (people, taken) = (Codes::from_codes(&people, 8), Codes::from_codes(&taken, 8));
    let everybody = Tally::count(&[CodeColumn { codes: &people, values: 8 }], people.len());
    ClassTable::count(&[CodeColumn { codes: &taken, values: 8 }], &[], taken.len())
        .with_population(everybody)
}

pub fn uniqueness(vector: &Vector) {
    let expected = &vector.expected;
    match vector.id.as_str() {
        "uniqueness.PU_SU" => {
            let uniques =
                Uniques::of(&sample(vector, &golden::whole(&vector.given["sample_rows"])));
            assert_eq!(uniques.both, expected["PU_and_SU"].as_u64());
            assert_eq!(Some(uniques.sample), expected["SU"].as_u64());
            assert_eq!(uniques.population_given_sample(), Some(number(&expected["P"])));
        }
        "uniqueness.record_level" => {
            let table = sample(vector, &golden::whole(&vector.given["sample_rows"]));
            let risks = of_classes(&table, People::Counted).unwrap();
            // The sample has one record of each class, in the classes' order.
            assert_eq!(risks, crate::numbers(&expected["risk_1_over_F"]));
            let risk = journalist(&table, People::Counted, 0.4).unwrap();
            let found = number(&expected["expected_reidentifications"]);
            assert_near(risk.expected, found, 1e-12);
            assert_eq!((risk.highest, risk.records_at_highest, risk.records_above), (1.0, 2, 4));
        }
        "uniqueness.sampling_fraction" => sampling(vector),
        id => panic!("no test for {id}"),
    }
}

/// All samples of a size, one after the other.
fn sampling(vector: &Vector) {
    let people = sample(vector, &[0]).population().unwrap().everybody().counts().to_vec();
    for size in golden::whole::<usize>(&vector.given["sample_sizes"]) {
        let expected = &vector.expected[size.to_string()];
        let (sample_uniques, both) = uniqueness::expected_of_sample(&people, size as u64);
        assert_near(both / sample_uniques, number(&expected["E_PU/E_SU"]), 1e-12);
        let chosen = (0_u32..1 << 10).filter(|set| set.count_ones() as usize == size);
        let ratios: Vec<f64> = chosen
            .filter_map(|set| {
                let rows: Vec<usize> = (0..10).filter(|row| set >> row & 1 == 1).collect();
                Uniques::of(&sample(vector, &rows)).population_given_sample()
            })
            .collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        assert_near(mean, number(&expected["mean_ratio_over_samples_with_SU"]), 1e-12);
    }
}

fn small_rows() -> impl Strategy<Value = Vec<[u32; 4]>> {
    prop::collection::vec([0_u32..3, 0_u32..3, 0_u32..2, 0_u32..4], 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn attackers_are_what_each_record_says(rows in small_rows(), threshold in 0.1..0.9) {
        let table = table(&rows);
        let risks: Vec<f64> = rows.iter().map(|row| 1.0 / size_of(&rows, row) as f64).collect();
        let risk = prosecutor(&table, threshold);
        let highest = risks.iter().copied().fold(0.0, f64::max);
        prop_assert_eq!(risk.highest, highest);
        prop_assert_eq!(risk.lowest, risks.iter().copied().fold(1.0, f64::min));
        prop_assert!((risk.expected - risks.iter().sum::<f64>()).abs() < 1e-9);
        prop_assert!((risk.average - table.len() as f64 / rows.len() as f64).abs() < 1e-12);
        let above = risks.iter().filter(|&&risk| risk > threshold).count() as u64;
        prop_assert_eq!(risk.records_above, above);
        let at = risks.iter().filter(|&&risk| risk == highest).count() as u64;
        prop_assert_eq!(risk.records_at_highest, at);
        // A smaller sample of more people is safer, and a full one is the prosecutor's.
        let of = |share| journalist(&table, People::Sample(share), threshold).unwrap();
        prop_assert!(of(0.1).highest < of(0.5).highest && of(0.5).highest < risk.highest);
        prop_assert_eq!(of(1.0), risk);
        prop_assert_eq!(journalist(&table, People::Counted, threshold), None);
        prop_assert_eq!(journalist(&table, People::Sample(0.0), threshold), None);
    }

    #[test]
    fn weights_of_one_are_a_census(rows in small_rows()) {
        let columns = columns(&rows);
        let keys = keys(&columns[..3]);
        let table = ClassTable::count(&keys, &[], rows.len());
        let class_of = ridotto_core::class::number_rows(table.keys(), &keys, rows.len());
        let weighted = |weight| {
            let weights = vec![weight; rows.len()];
            individual::individual(&class_of, &weights, table.len()).unwrap()
        };
        let census = weighted(1.0);
        prop_assert_eq!(&census.sizes, table.keys().counts());
        let prosecutor = prosecutor(&table, 0.5);
        prop_assert!((census.expected - prosecutor.expected).abs() < 1e-9);
        let sample = weighted(4.0);
        let journalist = journalist(&table, People::Sample(0.25), 0.5).unwrap();
        prop_assert!((sample.average - journalist.average).abs() < 1e-12);
        // Everybody of a class lives together.
        let risks: Vec<f64> = class_of.iter().map(|&class| sample.risks[class as usize]).collect();
        let together = household::household(&class_of, &risks, table.len()).unwrap();
        prop_assert!(together.expected >= sample.expected - 1e-12);
        for (class, &size) in table.keys().counts().iter().enumerate() {
            let safe = (1.0 - sample.risks[class]).powi(i32::try_from(size).unwrap());
            prop_assert!((together.risks[class] - (1.0 - safe)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_curve_counts_small_classes(rows in small_rows(), k in 1_u64..12) {
        let table = table(&rows);
        let curve = k_curve::k_curve(&table);
        let small = rows.iter().filter(|row| (size_of(&rows, row) as u64) < k).count() as u64;
        prop_assert_eq!(k_curve::at(&curve, k).unwrap().records, small);
        prop_assert!(curve.windows(2).all(|two| two[0].k < two[1].k && two[0].share < two[1].share));
        prop_assert_eq!(curve.last().unwrap().share, 1.0);
    }

    #[test]
    fn guesses_lie_between_baseline_and_certainty(rows in small_rows()) {
        let table = table(&rows);
        let guess = best_guess(&table, 0);
        let most = |rows: Vec<&[u32; 4]>| {
            (0..4).map(|value| rows.iter().filter(|row| row[3] == value).count()).max().unwrap()
        };
        let baseline = most(rows.iter().collect()) as f64 / rows.len() as f64;
        prop_assert!((guess.baseline - baseline).abs() < 1e-12);
        let within: f64 = rows.iter().map(|row| {
            let class: Vec<_> = rows.iter().filter(|other| other[..3] == row[..3]).collect();
            let size = class.len() as f64;
            most(class) as f64 / size
        }).sum();
        prop_assert!((guess.within - within / rows.len() as f64).abs() < 1e-9);
        prop_assert!(guess.baseline <= guess.within && guess.within <= guess.highest);
        prop_assert!(guess.certain <= guess.within && (0.0..=1.0).contains(&guess.gain()));
        // Nothing was masked: guessing the truth from the release is guessing it in the file.
        let columns = columns(&rows);
        let class_of = ridotto_core::class::number_rows(table.keys(), &keys(&columns[..3]), rows.len());
        let values: Vec<u32> = rows.iter().map(|row| row[3]).collect();
        prop_assert!((guessed_truth(&class_of, &values, &values) - guess.within).abs() < 1e-9);
        // Everything was moved to other values.
        let moved: Vec<u32> = values.iter().map(|value| value + 4).collect();
        prop_assert_eq!(guessed_truth(&class_of, &moved, &values), 0.0);
    }

    #[test]
    fn subsets_tell_as_pairs_do(rows in small_rows()) {
        let table = table(&rows);
        let all = telling(&table, 3);
        prop_assert_eq!(all.len(), 7);
        for one in &all {
            let same = |a: &[u32; 4], b: &[u32; 4]| one.attributes.iter().all(|&at| a[at] == b[at]);
            let (mut apart, mut pairs) = (0, 0);
            for (at, a) in rows.iter().enumerate() {
                for b in &rows[..at] {
                    pairs += 1;
                    apart += usize::from(!same(a, b));
                }
            }
            let separation = if pairs == 0 { 0.0 } else { f64::from(apart as u32) / f64::from(pairs) };
            prop_assert!((one.separation - separation).abs() < 1e-12);
            let first = |at: &usize| !rows[..*at].iter().any(|other| same(other, &rows[*at]));
            let distinct = (0..rows.len()).filter(first).count();
            prop_assert!((one.distinction - distinct as f64 / rows.len() as f64).abs() < 1e-12);
        }
        // Dropping the i-th of three attributes leaves the pair without it.
        for (dropped, added) in added(&table).iter().enumerate() {
            let without = |one: &&ridotto_measure::risk::contribution::Telling| {
                one.attributes.len() == 2 && !one.attributes.contains(&dropped)
            };
            let less = all.iter().find(without).unwrap();
            prop_assert!((all[6].distinction - less.distinction - added.average).abs() < 1e-12);
            prop_assert!((all[6].unique - less.unique - added.unique).abs() < 1e-12);
            prop_assert!(added.highest >= 0.0);
        }
    }

    #[test]
    fn samples_show_what_was_expected(
        people in prop::collection::vec(1_u64..5, 1..5), size in 1_u64..8,
    ) {
        let all: u64 = people.iter().sum();
        prop_assume!(size <= all);
        let owner: Vec<usize> =
            people.iter().enumerate().flat_map(|(at, &of)| vec![at; of as usize]).collect();
        let (mut samples, mut uniques) = (0.0, 0.0);
        for set in (0_u32..1 << all).filter(|set| u64::from(set.count_ones()) == size) {
            let mut counts = vec![0; people.len()];
            (0..all).filter(|at| set >> at & 1 == 1).for_each(|at| counts[owner[at as usize]] += 1);
            samples += 1.0;
            uniques += counts.iter().filter(|&&count| count == 1).count() as f64;
        }
        let (ours, _) = uniqueness::expected_of_sample(&people, size);
        prop_assert!((ours - uniques / samples).abs() < 1e-9);
    }
}

/// A random half of a made population: the estimates are near what the population says.
#[test]
fn estimates_are_near_the_population() {
    let mut state = 7_u64;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let people: Vec<u32> = (0..40_000).map(|_| (next() % (1 + next() % 60_000)) as u32).collect();
    let taken: Vec<u32> = people.iter().copied().filter(|_| next() % 2 == 0).collect();
    let codes = |codes: &[u32]| Codes::from_codes(codes, 60_000);
    let (people, taken) = (codes(&people), codes(&taken));
    let column = |codes| [CodeColumn { codes, values: 60_000 }];
    let everybody = Tally::count(&column(&people), people.len());
    let alone = everybody.counts().iter().filter(|&&count| count == 1).count() as f64;
    let table = ClassTable::count(&column(&taken), &[], taken.len()).with_population(everybody);
    let uniques = Uniques::of(&table);
    let truth = uniques.population_given_sample().unwrap();
    let share = uniqueness::population_share(&table, 40_000, Uniqueness::Dankar).unwrap().unwrap();
    assert_near(share, alone / 40_000.0, 0.05);
    let given =
        uniqueness::estimated_population_given_sample(&table, 40_000, Uniqueness::Dankar).unwrap();
    assert_near(given.unwrap(), truth, 0.1);
    // Skinner and Elliot's figure is the share of right links among all links to uniques.
    let unique = |class: &ridotto_core::Class<'_>| class.size() == 1;
    let links: u64 = table.classes().filter(unique).map(|class| class.population().unwrap()).sum();
    let sampled = taken.len() as f64 / 40_000.0;
    let estimate = uniqueness::correct_match(&table, sampled).unwrap();
    assert_near(estimate, uniques.sample as f64 / links as f64, 0.02);
    assert_eq!(uniqueness::correct_match(&table, 0.0), None);
}
