//! Probabilistic linkage: the vector, two independent estimates, and comparing all pairs.

use crate::assert_near;
use proptest::prelude::*;
use ridotto_measure::linkage::agreement::{Agreement, Patterns};
use ridotto_measure::linkage::distance::Terms;
use ridotto_measure::linkage::probabilistic::{
    Fit, Model, Verdict, decide, estimate, estimate_matches, link_probably,
};
use ridotto_measure::{Series, Values};
use ridotto_testkit::golden::{Vector, number, texts};
use serde_json::Value;
use std::process::Command;

/// A pattern from its text, in which the first attribute comes first.
fn pattern(text: &str) -> u32 {
    (0_u32..).zip(text.chars()).map(|(at, bit)| u32::from(bit == '1') << at).sum()
}

fn counts(of: &Value) -> Vec<u64> {
    let of = of.as_object().unwrap();
    let mut counts = vec![0; of.len()];
    for (text, count) in of {
        counts[pattern(text) as usize] = count.as_u64().unwrap();
    }
    counts
}

fn assert_model(fit: &Fit, m: &Value, u: &Value, share: &Value, tolerance: f64) {
    for (ours, theirs) in [(&fit.model.m, m), (&fit.model.u, u)] {
        for (ours, theirs) in ours.iter().zip(crate::numbers(theirs)) {
            assert_near(*ours, theirs, tolerance);
        }
    }
    assert_near(fit.model.share, number(share), tolerance);
}

pub fn probabilistic(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let counts = counts(&given["pattern_counts"]);
    assert_eq!(Some(counts.iter().sum()), expected["N"].as_u64());
    let init = &given["init"];
    let start = || Model {
        m: crate::numbers(&init["m"]),
        u: crate::numbers(&init["u"]),
        share: number(&init["p"]),
    };
    for step in expected["first_iterations"].as_array().unwrap() {
        let steps = usize::try_from(step["iter"].as_u64().unwrap()).unwrap();
        let fit = estimate(&counts, start(), steps).unwrap();
        assert_eq!((fit.steps, fit.converged), (steps, false));
        assert_model(&fit, &step["m"], &step["u"], &step["p"], 1e-12);
    }
    let fit = estimate(&counts, start(), 10_000).unwrap();
    assert!(fit.converged);
    assert_model(&fit, &expected["m_full"], &expected["u_full"], &expected["p_full"], 1e-12);
    assert_model(&fit, &expected["m"], &expected["u"], &expected["p"], 1e-6);
    assert_near(fit.likelihood, number(&expected["loglik"]), 1e-8);
    for one in expected["patterns"].as_array().unwrap() {
        let at = pattern(one["pattern"].as_str().unwrap());
        let (same, other) = fit.model.probabilities(at);
        assert_near(same, number(&one["m_gamma"]), 1e-10);
        assert_near(other, number(&one["u_gamma"]), 1e-10);
        assert_near(fit.model.weight(at), number(&one["weight_log2"]), 1e-10);
        assert_near(fit.model.posterior(at), number(&one["posterior"]), 1e-10);
        assert_eq!(Some(counts[at as usize]), one["count"].as_u64());
    }
    for (name, expected) in expected["thresholds"].as_object().unwrap() {
        let parameter = |part: &str| part.split_once('=').unwrap().1.parse().unwrap();
        let (false_links, misses) = name.split_once(',').unwrap();
        thresholds(&fit.model, parameter(false_links), parameter(misses), expected);
    }
}

fn thresholds(model: &Model, false_links: f64, misses: f64, expected: &Value) {
    let decision = decide(model, false_links, misses);
    let kinds = [
        ("linked", Verdict::Linked),
        ("clerical", Verdict::Clerical),
        ("non_linked", Verdict::NonLinked),
    ];
    let mut all = 0;
    for (name, verdict) in kinds {
        for text in texts(&expected[name]) {
            assert_eq!(decision.verdicts[pattern(&text) as usize], verdict, "{text}");
            all += 1;
        }
    }
    assert_eq!(all, decision.verdicts.len());
    assert_near(decision.false_links, number(&expected["P(LP|U)"]), 1e-10);
    assert_near(decision.misses, number(&expected["P(NP|M)"]), 1e-10);
    let ends = [("LT_interval", decision.link), ("NLT_interval", decision.non_link)];
    for (name, ours) in ends {
        for (ours, theirs) in [ours.0, ours.1].into_iter().zip(expected[name].as_array().unwrap()) {
            match (ours, theirs.as_f64()) {
                (Some(ours), Some(theirs)) => assert_near(ours, theirs, 1e-10),
                (ours, theirs) => assert_eq!(ours, theirs),
            }
        }
    }
}

/// A table of patterns whose estimates were computed twice elsewhere.
const COUNTS: [(&str, u64, f64); 8] = [
    ("000", 3000, 7.212_838_892_998_248e-5),
    ("001", 500, 0.003_741_323_777_877_109),
    ("010", 400, 0.006_951_869_742_318_755),
    ("011", 90, 0.267_108_014_975_021_6),
    ("100", 600, 0.004_003_409_162_749_532),
    ("101", 120, 0.173_048_482_422_217_63),
    ("110", 110, 0.280_622_619_919_219_8),
    ("111", 280, 0.953_070_748_876_894_5),
];
const M: [f64; 3] = [0.917_360_742_169_424_5, 0.927_802_615_970_711_3, 0.896_319_938_644_144_3];
const U: [f64; 3] = [0.166_120_258_021_377_53, 0.116_932_268_726_524_76, 0.142_407_585_554_359_4];
const SHARE: f64 = 0.068_588_956_385_366_36;
const LIKELIHOOD: f64 = -7_103.252_502_710_486;

fn table() -> Vec<u64> {
    let mut counts = vec![0; 8];
    for (text, count, _) in COUNTS {
        counts[pattern(text) as usize] = count;
    }
    counts
}

#[test]
fn estimates_are_those_of_others() {
    let fit = estimate(&table(), Model::start(3), 10_000).unwrap();
    assert!(fit.converged);
    for at in 0..3 {
        assert_near(fit.model.m[at], M[at], 1e-9);
        assert_near(fit.model.u[at], U[at], 1e-9);
    }
    assert_near(fit.model.share, SHARE, 1e-9);
    assert_near(fit.likelihood, LIKELIHOOD, 1e-7);
    for (text, _, posterior) in COUNTS {
        assert_near(fit.model.posterior(pattern(text)), posterior, 1e-9);
    }
}

const ESTIMATE: &str = "
import json, sys
import pandas, recordlinkage
counts = json.loads(sys.argv[1])
rows = [[at >> bit & 1 for bit in range(3)] for at, n in enumerate(counts) for _ in range(n)]
index = pandas.MultiIndex.from_tuples([(i, i) for i in range(len(rows))])
data = pandas.DataFrame(rows, columns=['a', 'b', 'c'], index=index)
ecm = recordlinkage.ECMClassifier(init='jaro', max_iter=600, atol=None)
ecm.fit(data)
print(json.dumps([ecm.p, [ecm.m_probs[c][1] for c in 'abc'], [ecm.u_probs[c][1] for c in 'abc']]))
";

/// Another program's opinion: `recordlinkage`, from the Python package index.
#[test]
fn recordlinkage_agrees() {
    let python = std::env::var("RIDOTTO_PYTHON").unwrap_or_else(|_| "python3".into());
    let has = Command::new(&python).args(["-c", "import recordlinkage"]).output();
    if !has.is_ok_and(|output| output.status.success()) {
        ridotto_testkit::skip("no Python with recordlinkage (name one in RIDOTTO_PYTHON)");
        return;
    }
    for scale in [0, 2] {
        let counts: Vec<u64> =
            (0..).zip(table()).map(|(at, count)| count + 7 * scale * (at % 3)).collect();
        let text = serde_json::to_string(&counts).unwrap();
        let ran = Command::new(&python).args(["-c", ESTIMATE, &text]).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let theirs: Value = serde_json::from_slice(&ran.stdout).unwrap();
        let fit = estimate(&counts, Model::start(3), 10_000).unwrap();
        assert_model(&fit, &theirs[1], &theirs[2], &theirs[0], 1e-9);
    }
}

fn columns(rows: &[[u32; 3]], within: bool) -> Vec<Series> {
    let missing = |value: u32| (value < 4).then_some(value);
    let codes = |at: usize| rows.iter().map(|row| missing(row[at])).collect::<Vec<_>>();
    let letters = |at| Values::Categories { codes: codes(at), categories: 4, ordered: false };
    let number = |code: Option<u32>| code.map_or(f64::NAN, f64::from);
    let numbers = Values::Numbers(codes(2).into_iter().map(number).collect());
    let third = if within { numbers } else { letters(2) };
    let named = |values| Series { name: "x".into(), values };
    vec![named(letters(0)), named(letters(1)), named(third)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn patterns_are_those_of_all_pairs(
        from in prop::collection::vec([0_u32..5, 0_u32..5, 0_u32..5], 1..30),
        to in prop::collection::vec([0_u32..5, 0_u32..5, 0_u32..5], 1..30),
        (blocked, numeric, within) in (any::<bool>(), any::<bool>(), 0_u32..2),
    ) {
        let (a, b) = (columns(&from, numeric), columns(&to, numeric));
        let attributes: Vec<Agreement<'_>> = a
            .iter()
            .zip(&b)
            .map(|(from, to)| Agreement { from, to, within: f64::from(within) })
            .collect();
        let block = |rows: usize| (0..rows as u32).map(|row| row % 2).collect::<Vec<_>>();
        let blocks = (block(from.len()), block(to.len()));
        let truth: Vec<Option<u32>> =
            (0..from.len() as u32).map(|row| ((row as usize) < to.len()).then_some(row)).collect();
        let terms = Terms {
            truth: Some(&truth),
            blocks: blocked.then_some((&blocks.0, &blocks.1)),
            ..Terms::default()
        };
        let patterns = Patterns::of(&attributes, terms).unwrap();
        let compare = |x: &[u32; 3], y: &[u32; 3]| -> u32 {
            (0..3).map(|at| {
                let reach = if numeric && at == 2 { within } else { 0 };
                let agrees = x[at] < 4 && y[at] < 4 && x[at].abs_diff(y[at]) <= reach;
                u32::from(agrees) << at
            }).sum()
        };
        let mut counts = vec![0; 8];
        for (row, x) in from.iter().enumerate() {
            let mut own = [0; 8];
            for (other, y) in to.iter().enumerate() {
                if !blocked || row % 2 == other % 2 {
                    own[compare(x, y) as usize] += 1;
                    counts[compare(x, y) as usize] += 1;
                }
            }
            for &(pattern, records) in &patterns.by_record[row] {
                prop_assert_eq!(own[pattern as usize], records);
                own[pattern as usize] = 0;
            }
            prop_assert!(own.iter().all(|&left| left == 0));
            let expected = truth[row].map(|to_row| compare(x, &to[to_row as usize]));
            prop_assert_eq!(patterns.truth[row], expected);
        }
        prop_assert_eq!(&patterns.counts, &counts);

        let fit = estimate(&counts, Model::start(3), 50).unwrap();
        let decision = decide(&fit.model, 0.1, 0.2);
        prop_assert!(decision.false_links <= 0.1 && decision.misses <= 0.2);
        let links = link_probably(&patterns, &fit.model, &decision);
        prop_assert_eq!(links.pairs.iter().sum::<u64>(), counts.iter().sum::<u64>());
        let known = truth.iter().flatten().count() as u64;
        prop_assert_eq!(links.true_pairs.iter().sum::<u64>(), known);
        // Each record takes the best weight of all pairs.
        for (row, x) in from.iter().enumerate() {
            let allowed = |other: &usize| !blocked || row % 2 == other % 2;
            let weights: Vec<f64> = (0..to.len())
                .filter(allowed)
                .map(|other| fit.model.weight(compare(x, &to[other])))
                .collect();
            let best = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let Some(found) = links.candidates[row] else {
                prop_assert!(weights.is_empty());
                continue;
            };
            prop_assert_eq!(found.weight, best);
            let tied = weights.iter().filter(|&&weight| weight == best).count();
            prop_assert_eq!(found.tied as usize, tied);
            let own = truth[row].map(|other| fit.model.weight(compare(x, &to[other as usize])));
            let right = if own == Some(best) { 1.0 / tied as f64 } else { 0.0 };
            prop_assert_eq!(found.right, right);
        }
    }

    /// Each step of the estimate makes the table likelier.
    #[test]
    fn steps_climb(counts in prop::collection::vec(0_u64..50, 8)) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let mut last = f64::NEG_INFINITY;
        for steps in 0..8 {
            let fit = estimate(&counts, Model::start(3), steps).unwrap();
            prop_assert!(fit.likelihood >= last - 1e-9);
            last = fit.likelihood;
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert!(estimate(&[1, 2], Model::start(3), 5).is_err());
    let wrong = Model { share: 1.5, ..Model::start(1) };
    assert!(estimate(&[1, 2], wrong, 5).is_err());
    assert!(Patterns::of(&[], Terms::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A file linked with itself: whoever is alone is found, and equal records by luck.
    #[test]
    fn a_file_finds_its_own_uniques(
        rows in prop::collection::vec([0_u32..6, 0_u32..3, 0_u32..4], 2..60),
    ) {
        let columns = columns(&rows, false);
        let by: Vec<Agreement<'_>> =
            columns.iter().map(|one| Agreement { from: one, to: one, within: 0.0 }).collect();
        let patterns = Patterns::of(&by, Terms::default()).unwrap();
        let fit = estimate_matches(&patterns.counts, 3, 1.0 / rows.len() as f64, 1_000).unwrap();
        prop_assert!(fit.model.m.iter().zip(&fit.model.u).all(|(m, u)| m > u));
        prop_assert!(fit.model.share <= 1.0 / rows.len() as f64 + 1e-12);
        let links = link_probably(&patterns, &fit.model, &decide(&fit.model, 0.01, 0.05));
        for (row, candidate) in rows.iter().zip(&links.candidates) {
            // A missing value (4 and above) agrees with nothing.
            if row.iter().all(|&value| value < 4) {
                let alike = rows.iter().filter(|other| *other == row).count();
                let right = candidate.unwrap().right;
                prop_assert!((right - 1.0 / alike as f64).abs() < 1e-12, "{} of {}", right, alike);
            }
        }
        let decided: u64 = links.pairs.iter().sum();
        prop_assert_eq!(decided, (rows.len() * rows.len()) as u64);
    }
}

/// Where matches stand out, the anchored estimate is the plain one.
#[test]
fn what_stands_out_is_estimated_alike() {
    let fit = estimate_matches(&table(), 3, 0.2, 10_000).unwrap();
    for at in 0..3 {
        assert_near(fit.model.m[at], M[at], 1e-6);
        assert_near(fit.model.u[at], U[at], 1e-6);
    }
    assert_near(fit.model.share, SHARE, 1e-6);
}
