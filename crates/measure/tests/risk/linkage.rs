//! Distance-based linkage: the vectors, and all pairs beside the tree.

use crate::{assert_near, numbers, rows};
use proptest::prelude::*;
use ridotto_measure::linkage::aggregation::{
    bilinear, choquet, inverse, ordered_weights, weighted_mean,
};
use ridotto_measure::linkage::distance::{Links, Terms, link};
use ridotto_measure::linkage::knowledge::knowing;
use ridotto_measure::linkage::learn::{Effort, Operator, learn, linked_with};
use ridotto_measure::linkage::rank::{link_by_rank, ranks};
use ridotto_measure::linkage::transparency::{
    individual_ranking, rank_swapping, rank_swapping_intervals,
};
use ridotto_measure::linkage::{Attribute, Difference, LinkageError};
use ridotto_measure::{Column, Values};
use ridotto_testkit::golden::{Vector, all, number, whole};
use serde_json::Value;

pub fn column(values: Vec<f64>) -> Column {
    Column { name: "n".into(), values: Values::Numbers(values) }
}

fn categories(codes: Vec<Option<u32>>, categories: usize, ordered: bool) -> Column {
    Column { name: "c".into(), values: Values::Categories { codes, categories, ordered } }
}

/// The columns of rows.
fn columns(rows: &[Vec<f64>]) -> Vec<Column> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|at| column(rows.iter().map(|row| row[at]).collect())).collect()
}

fn attributes<'a>(
    from: &'a [Column],
    to: &'a [Column],
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
        return learned_weights(vector);
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
            let terms =
                Terms { truth: Some(&truth), blocks: Some((&own, &blocks)), known: Some(&a) };
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

fn learned_weights(vector: &Vector) {
    let expected = &vector.expected;
    let (a, b) = (rows(&vector.given["A"]), rows(&vector.given["B"]));
    let (from, to) = (columns(&a), columns(&b));
    let attributes = attributes(&from, &to, &Difference::Plain);
    let learned = learn(&attributes, Operator::WeightedMean, Effort::default()).unwrap();
    let misses = |first: f64| {
        let weights = [first, 1.0 - first];
        let effort = Effort::default();
        let (right, asked) =
            linked_with(&attributes, Operator::WeightedMean, &weights, effort).unwrap();
        (asked - right) as u64
    };
    let least = expected["min_sum_K"].as_u64().unwrap();
    assert!(learned.proved);
    assert_eq!((learned.asked - learned.right) as u64, least);
    let interval = match &expected["optimal_p1_open_intervals"] {
        Value::Null => numbers(&expected["optimal_p1_open_interval"]),
        intervals => numbers(&intervals[0]),
    };
    assert!(interval[0] < learned.parameters[0] && learned.parameters[0] < interval[1]);
    assert_eq!(Some(misses(0.5)), expected["K_at_equal_weights"].as_u64());
    assert_eq!(Some(misses(0.0)), expected["K_at_p1_0"].as_u64());
    assert_eq!(Some(misses(1.0)), expected["K_at_p1_1"].as_u64());
    // Between two critical points nothing changes; only in the interval are the fewest missed.
    for two in numbers(&expected["critical_p1"]).windows(2) {
        let inside = two[0] >= interval[0] && two[1] <= interval[1];
        for share in [0.25, 0.5, 0.75] {
            assert_eq!(misses(two[0] + share * (two[1] - two[0])) == least, inside);
        }
    }
}

pub fn aggregation(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    match vector.id.as_str() {
        "agg.wm_owa" => {
            let (differences, weights) = (numbers(&given["diff"]), numbers(&given["w"]));
            let ascending: Vec<f64> = weights.iter().rev().copied().collect();
            assert_near(weighted_mean(&differences, &weights), number(&expected["WM"]), 1e-12);
            let descending = ordered_weights(&differences, &weights);
            assert_near(descending, number(&expected["OWA_descending"]), 1e-12);
            let ascending = ordered_weights(&differences, &ascending);
            assert_near(ascending, number(&expected["OWA_ascending"]), 1e-12);
        }
        "agg.choquet" => {
            let differences = numbers(&given["diff"]);
            let name = |set: usize| {
                let inside = (1..=3).filter(|at| set >> (at - 1) & 1 == 1);
                inside.map(|at| at.to_string()).collect::<String>()
            };
            let measure: Vec<f64> = (0..8).map(|set| number(&given["mu"][name(set)])).collect();
            assert_near(choquet(&differences, &measure), number(&expected["CI"]), 1e-12);
            let weights = [0.5, 0.3, 0.2];
            let additive: Vec<f64> = (0..8_usize)
                .map(|set| (0..3).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum())
                .collect();
            let mean = number(&expected["CI_additive_mu_equals_WM"]);
            assert_near(choquet(&differences, &additive), mean, 1e-12);
            let symmetric: Vec<f64> = (0..8_usize)
                .map(|set| weights.iter().take(set.count_ones() as usize).sum())
                .collect();
            let ordered = number(&expected["CI_symmetric_mu_equals_OWA_desc"]);
            assert_near(choquet(&differences, &symmetric), ordered, 1e-12);
            assert_eq!(expected["free_parameters"].as_u64(), Some(measure.len() as u64 - 2));
        }
        "agg.mahalanobis" => {
            let (a, b) = (numbers(&given["a"]), numbers(&given["b"]));
            let difference: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
            let inverse = inverse(&rows(&given["Sigma"]).concat(), 2).unwrap();
            for (ours, theirs) in inverse.iter().zip(rows(&expected["Sigma_inv"]).concat()) {
                assert_near(*ours, theirs, 1e-12);
            }
            let squared = bilinear(&difference, &inverse);
            assert_near(squared, number(&expected["d2"]), 1e-12);
            assert_near(squared.sqrt(), number(&expected["d"]), 1e-12);
            let identity = [1.0, 0.0, 0.0, 1.0];
            assert_near(bilinear(&difference, &identity), number(&expected["euclid_d2"]), 1e-12);
            let other = bilinear(&difference, &[1.0, 0.5, 0.5, 2.0]);
            assert_near(other, number(&expected["bilinear_Q_1_05_05_2"]), 1e-12);
        }
        id => panic!("no test for {id}"),
    }
    assert_eq!(inverse(&[1.0, 2.0, 2.0, 4.0], 2), None);
}

pub fn transparency(vector: &Vector) {
    let values = numbers(&vector.given["attribute_values"]);
    let p = number(&vector.given["p_percent"]);
    let truth = number(&vector.given["true_value"]);
    let (low, high) = rank_swapping_intervals(&[truth], &values, p)[0];
    let possible: Vec<f64> =
        values.iter().copied().filter(|value| (low..=high).contains(value)).collect();
    assert_eq!(possible, numbers(&vector.expected["possible_masked_values"]));
    let column = column(values.clone());
    let boxes = rank_swapping(&[(&column, &column)], p).unwrap();
    let at = values.iter().position(|value| value.to_bits() == truth.to_bits()).unwrap();
    let size = vector.expected["anonymity_set_size_one_attribute"].as_u64();
    assert_eq!(Some(boxes.candidates[at]), size);
    assert_eq!(boxes.outside, 0);
}

/// A cell of each kind: a number, an ordered and two unordered categories; sometimes missing.
type Row = (Option<u32>, Option<u32>, Option<u32>, Option<u32>);

fn some(most: u32) -> impl Strategy<Value = Option<u32>> {
    prop_oneof![9 => (0..most).prop_map(Some), 1 => Just(None)]
}

fn mixed(most: usize) -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec((some(6), some(4), some(3), some(3)), 1..most)
}

fn mixed_columns(rows: &[Row]) -> Vec<Column> {
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

fn mixed_attributes<'a>(from: &'a [Column], to: &'a [Column]) -> Vec<Attribute<'a>> {
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
            known: None,
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

    #[test]
    fn boxes_hold_those_within_reach(
        values in prop::collection::vec((0_i32..9, 0_i32..9), 2..60), p in 0_u32..60,
    ) {
        // Swap neighbours in rank over at most p per cent.
        let rows: Vec<[f64; 2]> =
            values.iter().map(|&(a, b)| [f64::from(a), f64::from(b)]).collect();
        let reach = rows.len() * p as usize / 100;
        let mut masked = rows.clone();
        for at in 0..2 {
            let mut order: Vec<usize> = (0..rows.len()).collect();
            order.sort_by(|&a, &b| rows[a][at].total_cmp(&rows[b][at]));
            for pair in order.chunks(reach + 1).filter(|pair| pair.len() > 1) {
                let (first, last) = (pair[0], pair[pair.len() - 1]);
                masked[first][at] = rows[last][at];
                masked[last][at] = rows[first][at];
            }
        }
        let split = |rows: &[[f64; 2]], at: usize| column(rows.iter().map(|row| row[at]).collect());
        let (truth, released) =
            ([0, 1].map(|at| split(&rows, at)), [0, 1].map(|at| split(&masked, at)));
        let pairs = [(&truth[0], &released[0]), (&truth[1], &released[1])];
        let boxes = rank_swapping(&pairs, f64::from(p)).unwrap();
        prop_assert_eq!(boxes.outside, 0);
        let sides: Vec<Vec<(f64, f64)>> = (0..2)
            .map(|at| {
                let of = |rows: &[[f64; 2]]| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
                rank_swapping_intervals(&of(&rows), &of(&masked), f64::from(p))
            })
            .collect();
        for (row, &count) in boxes.candidates.iter().enumerate() {
            let inside = |other: &&[f64; 2]| (0..2).all(|at| {
                let (low, high) = sides[at][row];
                low <= other[at] && other[at] <= high
            });
            prop_assert_eq!(count as usize, masked.iter().filter(inside).count());
        }
        prop_assert!(boxes.certain as f64 <= boxes.right && boxes.rate <= 1.0);
    }

    /// Means of runs of three sorted values, attribute by attribute.
    #[test]
    fn averages_give_their_neighbours_away(
        values in prop::collection::vec((0_i32..20, 0_i32..20), 3..60),
    ) {
        let rows: Vec<[f64; 2]> =
            values.iter().map(|&(a, b)| [f64::from(a), f64::from(b)]).collect();
        let mut masked = rows.clone();
        for at in 0..2 {
            let mut order: Vec<usize> = (0..rows.len()).collect();
            order.sort_by(|&a, &b| rows[a][at].total_cmp(&rows[b][at]));
            for group in order.chunks(3) {
                let mean = group.iter().map(|&row| rows[row][at]).sum::<f64>() / group.len() as f64;
                group.iter().for_each(|&row| masked[row][at] = mean);
            }
        }
        let split = |rows: &[[f64; 2]], at: usize| column(rows.iter().map(|row| row[at]).collect());
        let (truth, released) =
            ([0, 1].map(|at| split(&rows, at)), [0, 1].map(|at| split(&masked, at)));
        let pairs = [(&truth[0], &released[0]), (&truth[1], &released[1])];
        let boxes = individual_ranking(&pairs).unwrap();
        prop_assert_eq!(boxes.outside, 0);
        // Two attributes tell at least as much as one.
        let one = individual_ranking(&pairs[..1]).unwrap();
        prop_assert!(boxes.candidates.iter().zip(&one.candidates).all(|(both, one)| both <= one));
    }

    /// Every mixture on a grid links at most as many as what was learned and proved; kinds that
    /// contain others link at least as many.
    #[test]
    fn nothing_links_more_than_what_was_learned(
        from in prop::collection::vec(prop::collection::vec(0_i32..8, 3), 4..8),
        noise in prop::collection::vec(-4_i32..5, 24),
    ) {
        let to: Vec<Vec<f64>> = from.iter().enumerate().map(|(row, values)| {
            values.iter().enumerate().map(|(at, v)| f64::from(v + noise[row * 3 + at])).collect()
        }).collect();
        let from: Vec<Vec<f64>> =
            from.iter().map(|row| row.iter().map(|&value| f64::from(value)).collect()).collect();
        let columns = (columns(&from), columns(&to));
        let attributes = attributes(&columns.0, &columns.1, &Difference::Plain);
        let effort = Effort { rounds: 2, ..Effort::default() };
        let of = |operator| learn(&attributes, operator, effort).unwrap();
        let (mean, ordered) = (of(Operator::WeightedMean), of(Operator::OrderedWeights));
        prop_assert!(mean.proved && ordered.proved);
        for a in 0..=10 {
            for b in 0..=10 - a {
                let weights = [f64::from(a) / 10.0, f64::from(b) / 10.0, f64::from(10 - a - b) / 10.0];
                for (operator, learned) in
                    [(Operator::WeightedMean, &mean), (Operator::OrderedWeights, &ordered)]
                {
                    let (right, asked) =
                        linked_with(&attributes, operator, &weights, effort).unwrap();
                    prop_assert!(right <= learned.right && asked == learned.asked);
                }
            }
        }
        let (choquet, bilinear) = (of(Operator::Choquet), of(Operator::Bilinear));
        prop_assert!(choquet.proved && !bilinear.proved);
        prop_assert!(choquet.right >= mean.right.max(ordered.right));
        prop_assert!(bilinear.right >= bilinear.right_with_equal_weights);
        // What is said to be linked is linked, by parameters of the kind.
        let measure = &choquet.parameters;
        for set in 0..8_usize {
            for at in 0..3 {
                prop_assert!(measure[set] <= measure[set | 1 << at] + 1e-9);
            }
        }
        for (operator, learned) in [(Operator::Choquet, choquet), (Operator::Bilinear, bilinear)] {
            let again = linked_with(&attributes, operator, &learned.parameters, effort).unwrap();
            prop_assert_eq!(again, (learned.right, learned.asked));
        }
    }
}

/// One attribute was masked beyond use: weights that ignore it are learned, on a sample, the same
/// on every machine and with any number of threads.
#[test]
fn a_useless_attribute_is_ignored() {
    let mut state = 3_u64;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let from: Vec<Vec<f64>> = (0..900).map(|_| vec![next(), next(), next()]).collect();
    let to: Vec<Vec<f64>> = from
        .iter()
        .map(|row| vec![row[0] + 0.01 * next(), row[1] + 0.01 * next(), next()])
        .collect();
    let columns = (columns(&from), columns(&to));
    let attributes = attributes(&columns.0, &columns.1, &Difference::Standardised);
    let effort = Effort { records: 200, others: 300, rounds: 4, ..Effort::default() };
    let run = |threads, operator| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| learn(&attributes, operator, effort).unwrap())
    };
    let learned = run(1, Operator::WeightedMean);
    assert_eq!(learned, run(3, Operator::WeightedMean));
    assert!(learned.parameters[2] < 0.05 && !learned.proved && learned.asked == 200);
    assert!(learned.rate > 0.8 && learned.right > 2 * learned.right_with_equal_weights);
    assert!(run(2, Operator::Bilinear).rate > 0.8);
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
