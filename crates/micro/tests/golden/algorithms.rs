//! The algorithms of the literature on the vectors' tables.

use crate::golden::case::Case;
use ridotto_core::hierarchy::Builder;
use ridotto_core::objective::{Objective, Scorer};
use ridotto_core::{Kind, Reading};
use ridotto_micro::algorithm::{self, Combined, Preference, Satisfying};
use ridotto_micro::evaluate::SplitKeyEvaluator;
use ridotto_micro::search::{SearchResult, Task};
use ridotto_testkit::Small;
use ridotto_testkit::golden::{Vector, texts, whole};

type Node = Vec<u8>;

/// Runs a search for k-anonymity.
fn with<T>(
    case: &Case,
    objective: Objective,
    (k, limit): (u64, u64),
    run: impl FnOnce(&Task<'_>, &mut SplitKeyEvaluator<'_>) -> T,
) -> T {
    let scorer: Scorer = case.scorer(objective, k);
    let mut fast = SplitKeyEvaluator::new(case.classes.keys(), &case.table.hierarchies, k, &scorer);
    let lattice = &case.lattice;
    let task = Task { lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
    run(&task, &mut fast)
}

/// What Incognito finds.
pub fn satisfying(case: &Case, k: u64, limit: u64) -> Satisfying {
    with(case, Objective::Height, (k, limit), |task, fast| {
        algorithm::minimal(task, fast, &()).expect("k-anonymity is monotone")
    })
}

/// All solutions of the least height with what they suppress, as Samarati's algorithm finds them.
pub fn lowest(case: &Case, k: u64, limit: u64) -> Vec<(Node, u64)> {
    let found = with(case, Objective::Height, (k, limit), |task, fast| {
        algorithm::lowest(task, fast, &()).expect("k-anonymity is monotone")
    });
    assert!(found.complete);
    found.solutions.into_iter().map(|best| (best.levels, best.outcome.suppressed)).collect()
}

/// The solution that Samarati's algorithm prefers.
pub fn preferred(case: &Case, by: Preference, k: u64, limit: u64) -> Node {
    let found = with(case, Objective::Height, (k, limit), |task, fast| {
        algorithm::samarati(task, by, fast, &()).expect("k-anonymity is monotone")
    });
    assert!(found.proved);
    found.best.expect("some node satisfies").levels
}

/// What `MinGen` finds.
pub fn most_precise(case: &Case, k: u64, limit: u64) -> Node {
    let found = with(case, Objective::Precision, (k, limit), |task, fast| {
        algorithm::mingen(task, fast, &()).expect("there are few nodes")
    });
    assert!(found.proved);
    found.best.expect("some node satisfies").levels
}

pub fn datafly(Vector { id, given, expected }: &Vector) {
    let case = Case::new(given);
    let k = given["k"].as_u64().expect("k is whole");
    let settings =
        [("stop_at_most_k_tuples", k), ("stop_fewer_than_k_tuples", k - 1), ("no_suppression", 0)];
    for (name, limit) in settings {
        let (id, expected) = (format!("{id}, {name}"), &expected[name]);
        let found: SearchResult = with(&case, Objective::Height, (k, limit), |task, fast| {
            algorithm::datafly(task, fast, &())
        });
        let best = found.best.expect("the top satisfies");
        assert_eq!(best.levels, whole::<u8>(&expected["levels"]), "{id}");
        let rows = expected["suppressed_rows"].as_array().expect("a list of rows");
        assert_eq!(best.outcome.suppressed as usize, rows.len(), "{id}");
        let log = expected["log"].as_array().expect("a list of steps");
        assert_eq!(found.checked as usize, log.len() + 1, "{id}");
        let mut levels = case.lattice.bottom().to_vec();
        for step in log {
            let gone = case.look(&levels, k).suppressed;
            assert_eq!(Some(gone), step["bad_tuples"].as_u64(), "{id} at {levels:?}");
            with(&case, Objective::Height, (k, limit), |task, _| {
                let distinct = |at: usize| algorithm::distinct(task, at, levels[at]);
                let distinct: Vec<usize> = (0..levels.len()).map(distinct).collect();
                assert_eq!(distinct, whole::<usize>(&step["distinct"]), "{id} at {levels:?}");
                let raised = algorithm::most_distinct(task, &levels).expect("it is not the top");
                assert_eq!(Some(raised as u64), step["generalise"].as_u64(), "{id} at {levels:?}");
                levels[raised] += 1;
            });
        }
        assert_eq!(levels, best.levels, "{id}");
    }
}

pub fn mu_argus(Vector { id, given, expected }: &Vector) {
    let rows = given["rows"].as_array().expect("rows");
    let rows: Vec<Vec<String>> = rows.iter().map(texts).collect();
    let m = rows[0].len();
    let builders: Vec<_> =
        (0..m).map(|_| (Builder::Suppress, Reading::of_kind(Kind::Text))).collect();
    let case = Case::of(Small::built(&rows, &builders), vec![1; m]);
    let k = given["k"].as_u64().expect("k is whole");
    let attained = |levels: &[u8]| crate::golden::case::attained(&case.at(levels));
    let pairs = (0..m).map(|out| {
        let mut levels = vec![0; m];
        levels[out] = 1;
        attained(&levels)
    });
    let (over_pairs, over_all) = (pairs.fold(f64::INFINITY, f64::min), attained(&vec![0; m]));
    crate::golden::case::same(over_pairs, &expected["k_over_all_2_combinations"], id);
    crate::golden::case::same(over_all, &expected["k_over_full_QI"], id);
    let Combined { found, stopped, holds_there } =
        with(&case, Objective::Height, (k, 0), |task, fast| {
            algorithm::mu_argus(task, 2, fast, &())
        });
    assert_eq!((stopped, holds_there), (Some(vec![0; m]), false), "{id}: the warning");
    let best = found.best.expect("the final check goes on until it holds");
    assert!(attained(&best.levels) >= k as f64 && best.outcome.suppressed == 0, "{id}");
    // Triples are all attributes here, so that the algorithm itself goes on.
    let triples = with(&case, Objective::Height, (k, 0), |task, fast| {
        algorithm::mu_argus(task, 3, fast, &())
    });
    assert!(triples.holds_there, "{id}");
}
