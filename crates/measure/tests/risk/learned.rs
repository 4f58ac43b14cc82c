//! Learned distances: the vectors, a grid beside the proof, and a useless attribute.

use crate::linkage::{attributes, columns};
use crate::{assert_near, numbers, rows};
use proptest::prelude::*;
use ridotto_measure::linkage::Difference;
use ridotto_measure::linkage::aggregation::{
    bilinear, choquet, inverse, ordered_weights, weighted_mean,
};
use ridotto_measure::linkage::distance::{Terms, link};
use ridotto_measure::linkage::learn::{Effort, Operator, learn, linked_with};
use ridotto_testkit::golden::{Vector, number};
use serde_json::Value;

pub fn learned_weights(vector: &Vector) {
    let expected = &vector.expected;
    let (a, b) = (rows(&vector.given["A"]), rows(&vector.given["B"]));
    let (from, to) = (columns(&a), columns(&b));
    let attributes = attributes(&from, &to, &Difference::Plain);
    let (operator, terms) = (Operator::WeightedMean, Terms::default());
    let learned = learn(&attributes, operator, terms, Effort::default()).unwrap();
    let misses = |first: f64| {
        let weights = [first, 1.0 - first];
        let (linked, asked) = linked_with(&attributes, operator, &weights, terms).unwrap();
        (asked - linked.certain) as u64
    };
    let least = expected["min_sum_K"].as_u64().unwrap();
    assert!(learned.proved);
    assert_eq!((learned.asked - learned.linked.certain) as u64, least);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

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
        let (effort, terms) = (Effort { trials: 60, ..Effort::default() }, Terms::default());
        let of = |operator| learn(&attributes, operator, terms, effort).unwrap();
        let plain = link(&attributes, terms).unwrap();
        let (mean, ordered) = (of(Operator::WeightedMean), of(Operator::OrderedWeights));
        prop_assert!(mean.proved && ordered.proved);
        for a in 0..=10 {
            for b in 0..=10 - a {
                let weights = [f64::from(a) / 10.0, f64::from(b) / 10.0, f64::from(10 - a - b) / 10.0];
                for (operator, learned) in
                    [(Operator::WeightedMean, &mean), (Operator::OrderedWeights, &ordered)]
                {
                    let (linked, asked) =
                        linked_with(&attributes, operator, &weights, terms).unwrap();
                    prop_assert!(linked.certain <= learned.most_certain && asked == learned.asked);
                }
            }
        }
        let (choquet, bilinear) = (of(Operator::Choquet), of(Operator::Bilinear));
        prop_assert!(choquet.proved && !bilinear.proved);
        prop_assert!(choquet.most_certain >= mean.most_certain.max(ordered.most_certain));
        // Ties count as for the plain distance, so nothing is below it.
        for learned in [&mean, &ordered, &choquet, &bilinear] {
            prop_assert!(learned.rate >= plain.rate - 1e-12);
            prop_assert!((learned.equal.expected - plain.right).abs() < 1e-9);
            prop_assert!(learned.linked.expected >= learned.linked.certain as f64);
        }
        // What is said to be linked is linked, by parameters of the kind.
        let measure = &choquet.parameters;
        for set in 0..8_usize {
            for at in 0..3 {
                prop_assert!(measure[set] <= measure[set | 1 << at] + 1e-9);
            }
        }
        for (operator, learned) in [(Operator::Choquet, choquet), (Operator::Bilinear, bilinear)] {
            let again = linked_with(&attributes, operator, &learned.parameters, terms).unwrap();
            let is_equal = learned.linked == learned.equal;
            prop_assert!(again == (learned.linked, learned.asked) || is_equal);
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
    let effort = Effort { people: 200, others: 300, ..Effort::default() };
    let run = |threads, operator| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| learn(&attributes, operator, Terms::default(), effort).unwrap())
    };
    let learned = run(1, Operator::WeightedMean);
    assert_eq!(learned, run(3, Operator::WeightedMean));
    assert!(learned.parameters[2] < 0.05 && !learned.proved);
    assert_eq!((learned.asked, learned.learnt_from), (900, 200));
    assert!(learned.tried <= effort.trials);
    assert!(learned.rate > 0.8 && learned.linked.expected > 2.0 * learned.equal.expected);
    assert!(run(2, Operator::Bilinear).rate > 0.8);
}

/// A form that looks along one direction links five of six, where weights link three.
#[test]
fn a_bilinear_form_finds_what_weights_do_not() {
    let x = [[5, 11], [3, 9], [19, 13], [0, 6], [13, 11], [6, 7]];
    let y = [[2, 14], [7, 3], [23, 14], [0, 7], [10, 5], [3, 10]];
    let of = |rows: [[i32; 2]; 6]| -> Vec<Vec<f64>> {
        rows.iter().map(|row| row.iter().map(|&value| f64::from(value)).collect()).collect()
    };
    let columns = (columns(&of(x)), columns(&of(y)));
    for difference in [Difference::Plain, Difference::OwnScale] {
        let attributes = attributes(&columns.0, &columns.1, &difference);
        let learned =
            learn(&attributes, Operator::Bilinear, Terms::default(), Effort::default()).unwrap();
        assert!(learned.linked.certain >= 5, "{learned:?}");
        let matrix = &learned.parameters;
        let determinant = matrix[0] * matrix[3] - matrix[1] * matrix[2];
        assert!(matrix[0] >= 0.0 && determinant >= -1e-9, "it is no distance: {matrix:?}");
    }
}

/// Records that are equal are found by luck, and those without a record not at all.
#[test]
fn ties_and_the_missing_count_as_for_plain_distances() {
    let from = columns(&[vec![1.0], vec![1.0], vec![2.0], vec![9.0]]);
    let to = columns(&[vec![1.0], vec![1.0], vec![2.0]]);
    let attributes = attributes(&from, &to, &Difference::Plain);
    let truth = [Some(0), Some(1), Some(2), None];
    let terms = Terms { truth: Some(&truth), ..Terms::default() };
    for operator in
        [Operator::WeightedMean, Operator::OrderedWeights, Operator::Choquet, Operator::Bilinear]
    {
        let learned = learn(&attributes, operator, terms, Effort::default()).unwrap();
        assert_near(learned.rate, 0.5, 1e-12);
        assert_eq!((learned.asked, learned.linked.certain), (4, 1), "{operator:?}");
    }
}
