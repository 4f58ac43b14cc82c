//! Importance: a dear attribute is kept at the cost of a cheap one. The scores are worked out by
//! hand from the formulas of `ridotto_core::objective`.

use ridotto_core::ClassTable;
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{Evaluate, SplitKeyEvaluator};
use ridotto_micro::search::{Incumbent, Task, search};
use ridotto_testkit::Small;
use std::f64::consts::SQRT_2;

/// The first attribute is generalised by one step.
const FIRST: [u8; 2] = [1, 0];
/// The second is.
const SECOND: [u8; 2] = [0, 1];

const MEAN: Objective = Objective::Loss(Aggregate::Mean);
const GEOMETRIC: Objective = Objective::Loss(Aggregate::Geometric);
const MAX: Objective = Objective::Loss(Aggregate::Max);
const SUM: Objective = Objective::Loss(Aggregate::Sum);

fn table(cells: &str, hierarchies: [&str; 2]) -> Small {
    let split = |text: &str| -> Vec<Vec<String>> {
        text.split(' ').map(|row| row.split('-').map(str::to_owned).collect()).collect()
    };
    Small::new(&split(cells), &hierarchies.map(split))
}

fn scorer(table: &Small, objective: Objective, weights: [f64; 2]) -> Scorer {
    Scorer::new(objective, table.scales(&weights), table.rows as u64, 2)
}

/// The best node for k = 2 without suppression.
fn best(table: &Small, objective: Objective, weights: [f64; 2]) -> Incumbent {
    let scorer = scorer(table, objective, weights);
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, 2, &scorer);
    let lattice = Lattice::between(vec![0; 2], table.heights());
    let task =
        Task { lattice: &lattice, scorer: &scorer, limit: 0, monotone: true, most_checks: None };
    search(&task, &mut halves, None, &()).best.expect("a node satisfies")
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs().max(1.0)
}

/// Either the first attribute rises one of its two steps (a pair of its four leaves) or the second
/// its only one (two leaves).
#[test]
fn importance_decides_which_attribute_pays() {
    let table = table("a-x a-y b-x b-y", ["a-ab-* b-ab-* c-cd-* d-cd-*", "x-* y-*"]);
    // Importances, then what they are when their mean is 1.
    let equal = [1.0, 1.0];
    let second_dear = [1.0, 3.0]; // 1/2 and 3/2
    let first_dear = [3.0, 2.0]; // 6/5 and 4/5
    let first_very_dear = [4.0, 1.0]; // 8/5 and 2/5
    for (objective, expected) in [
        (MEAN, [(FIRST, 1.0 / 6.0), (FIRST, 1.0 / 12.0), (FIRST, 0.2), (SECOND, 0.2)]),
        (
            GEOMETRIC,
            [
                (FIRST, (4.0_f64 / 3.0).powf(0.5) - 1.0),
                (FIRST, (4.0_f64 / 3.0).powf(0.25) - 1.0),
                (FIRST, (4.0_f64 / 3.0).powf(0.6) - 1.0),
                (SECOND, 2_f64.powf(0.2) - 1.0),
            ],
        ),
        (MAX, [(FIRST, 1.0 / 3.0), (FIRST, 1.0 / 6.0), (FIRST, 0.4), (SECOND, 0.4)]),
        (SUM, [(FIRST, 1.0 / 3.0), (FIRST, 1.0 / 6.0), (FIRST, 0.4), (SECOND, 0.4)]),
        (Objective::Precision, [(FIRST, 0.25), (FIRST, 0.125), (FIRST, 0.3), (SECOND, 0.2)]),
        // Equal costs: the node that reads first.
        (Objective::Height, [(SECOND, 1.0), (FIRST, 0.5), (SECOND, 0.8), (SECOND, 0.4)]),
        (Objective::Entropy, [(SECOND, 4.0), (FIRST, 2.0), (SECOND, 3.2), (SECOND, 1.6)]),
        (
            Objective::Ambiguity,
            [
                (SECOND, 8.0),
                (FIRST, 4.0 * SQRT_2),
                (SECOND, 4.0 * 2_f64.powf(0.8)),
                (SECOND, 4.0 * 2_f64.powf(0.4)),
            ],
        ),
        // These look at classes only.
        (Objective::Discernibility, [(SECOND, 8.0); 4]),
        (Objective::ClassSize, [(SECOND, 2.0); 4]),
    ] {
        let weights = [equal, second_dear, first_dear, first_very_dear];
        for (weights, (node, score)) in weights.into_iter().zip(expected) {
            let found = best(&table, objective, weights);
            assert_eq!(found.levels, node, "{objective:?}, {weights:?}");
            assert!(close(found.score, score), "{objective:?}, {weights:?}: {}", found.score);
            // Only the proportion of importances counts.
            let again = best(&table, objective, weights.map(|weight| 40.0 * weight));
            assert_eq!(again.levels, node, "{objective:?}, 40 times {weights:?}");
            assert!(close(again.score, score), "{objective:?}, 40 times: {}", again.score);
        }
    }
}

/// Six records, of which two are suppressed; importances 1 and 3, which is 1/2 and 3/2.
#[test]
fn importance_weighs_what_suppression_costs() {
    let hierarchies = ["a-ab-* b-ab-* c-cd-* d-cd-*", "x-* y-* z-*"];
    let table = table("a-x a-x b-x b-x a-y b-z", hierarchies);
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    for (objective, score) in [
        // The losses are 5/9 (four records lost 1/3, two all) and 1/3 (two lost all).
        (MEAN, 7.0 / 18.0),
        (GEOMETRIC, (14.0_f64 / 9.0).powf(0.25) * (4.0_f64 / 3.0).powf(0.75) - 1.0),
        (MAX, 0.5),
        (SUM, 7.0 / 9.0),
        // Four records in one class, and six for each of the two.
        (Objective::Discernibility, 28.0),
        (Objective::ClassSize, 3.0),
        // (4/2 + 2)/6 and 2/6.
        (Objective::Precision, 5.0 / 12.0),
        (Objective::Height, 0.5),
        // One bit of each record's first attribute, one of each suppressed record's second.
        (Objective::Entropy, 6.0),
        (Objective::Ambiguity, 4.0 * SQRT_2 + 2.0 * 2.0 * 3_f64.powf(1.5)),
    ] {
        let scorer = scorer(&table, objective, [1.0, 3.0]);
        let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, 2, &scorer);
        let seen = halves.evaluate(&[1, 0], 2).expect("two may go");
        assert_eq!((seen.suppressed, seen.classes), (2, 1));
        let found = scorer.score(&[1, 0], &seen);
        assert!(close(found, score), "{objective:?}: {found} instead of {score}");
    }
}
