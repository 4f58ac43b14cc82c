//! Distance-based linkage: the vectors, and all pairs beside the tree.

use crate::{assert_near, numbers, rows};
use proptest::prelude::*;
use ridotto_measure::linkage::distance::{Links, Terms, link};
use ridotto_measure::linkage::knowledge::knowing;
use ridotto_measure::linkage::rank::{link_by_rank, ranks};
use ridotto_measure::linkage::{Attribute, Difference, LinkageError};
use ridotto_measure::{Series, Values};
use ridotto_testkit::golden::{Vector, all, number, whole};

pub fn column(values: Vec<f64>) -> Series {
    Series { name: "n".into(), values: Values::Numbers(values) }
}

fn categories(codes: Vec<Option<u32>>, categories: usize, ordered: bool) -> Series {
    Series { name: "c".into(), values: Values::Categories { codes, categories, ordered } }
}

/// The columns of rows.
pub fn columns(rows: &[Vec<f64>]) -> Vec<Series> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|at| column(rows.iter().map(|row| row[at]).collect())).collect()
}

pub fn attributes<'a>(
    from: &'a [Series],
    to: &'a [Series],
    difference: &Difference,
) -> Vec<Attribute<'a>> {
    let pairs = from.iter().zip(to);
    pairs.map(|(from, to)| Attribute::new(from, to).by(difference.clone())).collect()
}

fn targets(links: &Links) -> Vec<u32> {
    links.links.iter().map(|link| link.unwrap().to).collect()
}

pub fn distance_based(vector: &Vector) {
    if vector.id.starts_with("dbrl.learned_weights") {
        return crate::learned::learned_weights(vector);
    }
    let small = all().into_iter().find(|vector| vector.id == "dbrl.small").unwrap().given;
    let (masked, original) = (rows(&small["A_masked"]), rows(&small["B_original"]));
    let (from, to) = (columns(&masked), columns(&original));
    let weighing = |weights: &[f64], difference: &Difference| {
        let attributes = attributes(&from, &to, difference).into_iter().zip(weights);
        let attributes: Vec<_> = attributes.map(|(one, &weight)| one.weighing(weight)).collect();
        link(&attributes, Terms::default()).unwrap()
    };
    let expected = &vector.expected;
    if vector.id == "dbrl.small.weights" {
        for (weights, name) in rows(&vector.given["weights"]).iter().zip(["w10", "w01"]) {
            let links = weighing(weights, &Difference::Standardised);
            assert_eq!(targets(&links), whole::<u32>(&expected[format!("links_{name}")]));
            assert_near(links.right, number(&expected[format!("correct_{name}")]), 1e-12);
        }
        return;
    }
    assert_eq!(vector.id, "dbrl.small");
    let weights = numbers(&vector.given["weights"]);
    let links = weighing(&weights, &Difference::Standardised);
    assert_eq!(targets(&links), whole::<u32>(&expected["links"]));
    assert_near(links.rate, number(&expected["rate"]), 0.0);
    assert_eq!(Some(links.certain), expected["correct"].as_u64());
    // The distance to every other record: of each to a file of one.
    for (row, expected) in rows(&expected["d2"]).iter().enumerate() {
        for (at, expected) in expected.iter().enumerate() {
            let truth = vec![None; masked.len()];
            let (a, b) = ([row as u32], at as u32);
            let blocks: Vec<u32> = (0..5).collect();
            let own = vec![b; 5];
            let terms = Terms {
                truth: Some(&truth),
                blocks: Some((&own, &blocks)),
                known: Some(&a),
                watch: None,
            };
            let attributes = attributes(&from, &to, &Difference::Standardised).into_iter();
            let attributes: Vec<_> =
                attributes.zip(&weights).map(|(one, &weight)| one.weighing(weight)).collect();
            let links = link(&attributes, terms).unwrap();
            assert_near(links.links[0].unwrap().distance.powi(2), *expected, 1e-12);
            assert_eq!(links.right, 0.0);
        }
    }
    let plain = weighing(&[1.0, 1.0], &Difference::Plain);
    assert_eq!(targets(&plain), whole::<u32>(&expected["links_without_standardisation"]));
    assert_near(plain.right, number(&expected["correct_without"]), 1e-12);
}

/// A cell of each kind: a number, an ordered and two unordered categories; sometimes missing.
type Row = (Option<u32>, Option<u32>, Option<u32>, Option<u32>);

fn some(most: u32) -> impl Strategy<Value = Option<u32>> {
    prop_oneof![9 => (0..most).prop_map(Some), 1 => Just(None)]
}

fn mixed(most: usize) -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec((some(6), some(4), some(3), some(3)), 1..most)
}

fn mixed_columns(rows: &[Row]) -> Vec<Series> {
    vec![
        column(rows.iter().map(|row| row.0.map_or(f64::NAN, |n| f64::from(n) / 7.0)).collect()),
        categories(rows.iter().map(|row| row.1).collect(), 4, true),
        categories(rows.iter().map(|row| row.2).collect(), 3, false),
        categories(rows.iter().map(|row| row.3).collect(), 3, false),
    ]
}

const TABLE: [f64; 9] = [0.0, 0.5, 1.0, 0.5, 0.0, 1.0, 1.0, 1.0, 0.0];

/// The squared distance as the definition has it.
fn by_definition(a: &Row, b: &Row) -> f64 {
    let of = |a: Option<u32>, b: Option<u32>, missing: f64, differ: &dyn Fn(u32, u32) -> f64| match (
        a, b,
    ) {
        (Some(a), Some(b)) => differ(a, b),
        (None, None) => 0.0,
        _ => missing,
    };
    let apart = |a: u32, b: u32| f64::from(a) - f64::from(b);
    [
        of(a.0, b.0, 0.09, &|a, b| (apart(a, b) / 7.0).powi(2)),
        2.0 * of(a.1, b.1, 1.0, &|a, b| (apart(a, b) / 3.0).powi(2)),
        of(a.2, b.2, 1.0, &|a, b| f64::from(u8::from(a != b))),
        0.5 * of(a.3, b.3, 0.25, &|a, b| TABLE[(a * 3 + b) as usize].powi(2)),
    ]
    .iter()
    .sum()
}

fn mixed_attributes<'a>(from: &'a [Series], to: &'a [Series]) -> Vec<Attribute<'a>> {
    let at = |at: usize| Attribute::new(&from[at], &to[at]);
    vec![
        Attribute { missing: 0.3, ..at(0).by(Difference::Plain) },
        at(1).weighing(2.0),
        at(2),
        Attribute { missing: 0.5, ..at(3).by(Difference::Table(TABLE.to_vec())).weighing(0.5) },
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn mixed_attributes_are_linked_as_all_pairs_say(
        from in mixed(20), to in mixed(80), blocked: bool, odd in 0_u32..9,
    ) {
        let columns = (mixed_columns(&from), mixed_columns(&to));
        let truth: Vec<Option<u32>> = (0..from.len() as u32)
            .map(|row| ((row + odd) as usize <= to.len()).then(|| (row * 7 + odd) % to.len() as u32))
            .collect();
        let block = |row: usize| if blocked { (row % 3) as u32 } else { 0 };
        let blocks: (Vec<u32>, Vec<u32>) =
            ((0..from.len()).map(block).collect(), (0..to.len()).map(block).collect());
        let attributes = mixed_attributes(&columns.0, &columns.1);
        let terms = Terms {
            truth: Some(&truth),
            blocks: blocked.then_some((&blocks.0, &blocks.1)),
            ..Terms::default()
        };
        let links = link(&attributes, terms).unwrap();
        for (row, found) in links.links.iter().enumerate() {
            let others: Vec<(f64, usize)> = (0..to.len())
                .filter(|&at| block(at) == block(row))
                .map(|at| (by_definition(&from[row], &to[at]), at))
                .collect();
            let least = others.iter().map(|other| other.0).fold(f64::INFINITY, f64::min);
            // Sums of the same parts in another form: equal but for rounding.
            let near: Vec<usize> =
                others.iter().filter(|other| other.0 <= least + 1e-12).map(|other| other.1).collect();
            let Some(found) = found else {
                prop_assert!(others.is_empty());
                continue;
            };
            prop_assert!((found.distance - least.sqrt()).abs() < 1e-9);
            prop_assert!(near.contains(&(found.to as usize)));
            prop_assert!(found.tied as usize <= near.len());
            // Equal records are always tied, whatever rounding does.
            let equal = near.iter().filter(|&&at| to[at] == to[found.to as usize]).count();
            prop_assert!(found.tied as usize >= equal);
            match truth[row] {
                Some(truth) if to[truth as usize] == to[found.to as usize]
                    && block(truth as usize) == block(row) =>
                {
                    prop_assert_eq!(found.right, 1.0 / found.tied as f64);
                }
                Some(truth) if near.contains(&(truth as usize)) => {}
                _ => prop_assert_eq!(found.right, 0.0),
            }
        }
        let sum: f64 = links.links.iter().flatten().map(|link| link.right).sum();
        prop_assert!((links.right - sum).abs() < 1e-12 && links.rate <= 1.0);
    }

    /// Whole numbers are exact, so ties must be, too.
    #[test]
    fn numbers_are_linked_as_all_pairs_say(
        from in prop::collection::vec(prop::collection::vec(0_i32..6, 3), 1..150),
        shift in prop::collection::vec(-1_i32..2, 1..8),
    ) {
        let moved = |(row, values): (usize, &Vec<i32>)| {
            values.iter().map(|value| f64::from(value + shift[row % shift.len()])).collect()
        };
        let to: Vec<Vec<f64>> = from.iter().enumerate().map(moved).collect();
        let from: Vec<Vec<f64>> =
            from.iter().map(|row| row.iter().map(|&value| f64::from(value)).collect()).collect();
        let columns = (columns(&from), columns(&to));
        let attributes = attributes(&columns.0, &columns.1, &Difference::Plain);
        let links = link(&attributes, Terms::default()).unwrap();
        let mut right = 0.0;
        for (row, a) in from.iter().enumerate() {
            let distance = |b: &Vec<f64>| -> f64 {
                a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
            };
            let all: Vec<f64> = to.iter().map(distance).collect();
            let least = all.iter().copied().fold(f64::INFINITY, f64::min);
            let tied = all.iter().filter(|&&one| one == least).count();
            let found = links.links[row].unwrap();
            prop_assert_eq!(found.tied as usize, tied);
            prop_assert_eq!(found.to as usize, all.iter().position(|&one| one == least).unwrap());
            prop_assert_eq!(found.distance, least.sqrt());
            right += if all[row] == least { 1.0 / tied as f64 } else { 0.0 };
        }
        prop_assert!((links.right - right).abs() < 1e-9);
        // People who are known are found as before, and so with all attributes.
        let known: Vec<u32> = (0..from.len() as u32).rev().step_by(3).collect();
        let some = link(&attributes, Terms { known: Some(&known), ..Terms::default() }).unwrap();
        for (&row, link) in known.iter().zip(&some.links) {
            prop_assert_eq!(*link, links.links[row as usize]);
        }
        let sets = knowing(&attributes, 3, Terms::default()).unwrap();
        prop_assert_eq!(sets.len(), 7);
        prop_assert_eq!((sets[6].rate, sets[6].certain), (links.rate, links.certain));
        // Ranks do not see what a rising function does.
        let by_rank = |f: fn(f64) -> f64| {
            let to: Vec<Vec<f64>> =
                from.iter().map(|row| row.iter().map(|&value| f(value)).collect()).collect();
            let to = self::columns(&to);
            link_by_rank(&self::attributes(&columns.0, &to, &Difference::Plain), Terms::default())
        };
        prop_assert_eq!(by_rank(|value| value), by_rank(|value| value * value * 10.0 - 3.0));
    }

}

/// Many points in a deep tree: what all pairs find, to the last bit, on any number of threads.
#[test]
fn a_deep_tree_finds_what_all_pairs_find() {
    let mut state = 11_u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
        (state >> 33) as f64 / 3.0e8
    };
    let to: Vec<Vec<f64>> = (0..2_500).map(|_| (0..5).map(|_| next()).collect()).collect();
    let from: Vec<Vec<f64>> =
        to.iter().map(|row| row.iter().map(|value| value + next() / 9.0).collect()).collect();
    let columns = (columns(&from), columns(&to));
    let attributes = attributes(&columns.0, &columns.1, &Difference::Plain);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| link(&attributes, Terms::default()).unwrap())
    };
    let links = run(1);
    assert_eq!(links, run(3));
    for (a, found) in from.iter().zip(&links.links) {
        let square = |b: &Vec<f64>| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let all: Vec<f64> = to.iter().map(square).collect();
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let found = found.unwrap();
        assert_eq!((found.distance, found.tied), (least.sqrt(), 1));
        assert_eq!(all[found.to as usize], least);
    }
    assert!(links.rate > 0.1 && links.rate < 0.99, "neither trivial nor hopeless");
}

#[test]
fn what_does_not_fit_is_refused() {
    let (short, long) = (column(vec![1.0]), column(vec![1.0, 2.0]));
    let letters = categories(vec![Some(0), None], 1, false);
    let refuse =
        |attributes: &[Attribute<'_>], terms: Terms<'_>| link(attributes, terms).unwrap_err();
    assert_eq!(refuse(&[], Terms::default()), LinkageError::NoAttribute);
    let list = |what| LinkageError::List { what };
    assert_eq!(refuse(&[Attribute::new(&short, &long)], Terms::default()), list("true links"));
    let both = [Attribute::new(&long, &long), Attribute::new(&short, &long)];
    assert!(matches!(refuse(&both, Terms::default()), LinkageError::Length { found: 1, .. }));
    let mixed = [Attribute::new(&long, &letters)];
    assert!(matches!(refuse(&mixed, Terms::default()), LinkageError::Kind(_)));
    let wrong = [Attribute::new(&letters, &letters).by(Difference::Plain)];
    assert!(matches!(refuse(&wrong, Terms::default()), LinkageError::Kind(_)));
    let infinite = column(vec![1.0, f64::INFINITY]);
    let infinite = [Attribute::new(&infinite, &long)];
    assert!(matches!(refuse(&infinite, Terms::default()), LinkageError::Infinite(_)));
    let weight = [Attribute::new(&long, &long).weighing(-1.0)];
    assert!(matches!(refuse(&weight, Terms::default()), LinkageError::Distance(_)));
    let table = [Attribute::new(&letters, &letters).by(Difference::Table(vec![]))];
    assert!(matches!(refuse(&table, Terms::default()), LinkageError::Distance(_)));
    let own = [Attribute::new(&long, &long)];
    let terms = Terms { known: Some(&[2]), ..Terms::default() };
    assert_eq!(refuse(&own, terms), list("known people"));
    let terms = Terms { blocks: Some((&[0], &[0, 0])), ..Terms::default() };
    assert_eq!(refuse(&own, terms), list("blocks"));
    let terms = Terms { truth: Some(&[Some(2), None]), ..Terms::default() };
    assert_eq!(refuse(&own, terms), list("true links"));
    assert_eq!(ranks(&[5.0, 1.0, 5.0])[1], 0.0);
}

/// What an intruder has is not moved because others' records are missing.
#[test]
fn an_unmasked_part_is_linked_wholly() {
    let from = columns(&(1..=6).map(|i| vec![f64::from(10 * i * i)]).collect::<Vec<_>>());
    let to = columns(&(1..=3).map(|i| vec![f64::from(10 * i * i)]).collect::<Vec<_>>());
    let truth = [Some(0), Some(1), Some(2), None, None, None];
    let terms = Terms { truth: Some(&truth), ..Terms::default() };
    let rate = |difference| link(&attributes(&from, &to, &difference), terms).unwrap().rate;
    assert_near(rate(Difference::OwnScale), 0.5, 1e-12);
    assert_near(rate(Difference::Standardised), 1.0 / 6.0, 1e-12);
    assert_eq!(Attribute::new(&from[0], &to[0]).difference, Difference::OwnScale);
}
