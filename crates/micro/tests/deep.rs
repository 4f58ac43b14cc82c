//! Hierarchies with more levels than anybody should have, but that a redaction of long codes does.

use ridotto_core::ClassTable;
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{Evaluate, SplitKeyEvaluator};
use ridotto_micro::search::{Incumbent, Task, search};
use ridotto_testkit::Small;

/// Values meet at a high level of a deep hierarchy, or at low ones of two others.
#[test]
fn levels_above_127_are_levels() {
    let steps = |value: &str, meet: [usize; 2], height: usize| -> Vec<String> {
        let level = |level| match level {
            level if level < meet[0] => value.to_owned(),
            level if level < meet[1] => format!("{}-{level}", &value[..1]),
            _ => format!("all-{level}"),
        };
        (0..height).map(level).chain(["*".to_owned()]).collect()
    };
    let values = ["a1", "a2", "b1", "b2"];
    for meet in (100..190).step_by(9) {
        let dice = |row: usize, column: usize| {
            values[(row * row * 7 + row * (3 + 5 * column) + meet) / (3 + column) % 4]
        };
        let cells: Vec<Vec<&str>> =
            (0..30).map(|row| (0..3).map(|column| dice(row, column)).collect()).collect();
        let lines =
            |meet: [usize; 2], height| values.map(|value| steps(value, meet, height)).to_vec();
        let table = Small::new(
            &cells,
            &[lines([meet, meet + 20], 220), lines([1, 2], 3), lines([2, 3], 4)],
        );
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        let lattice = Lattice::between(vec![0; 3], table.heights());
        for objective in [Objective::Height, Objective::Loss(Aggregate::Mean), Objective::Precision]
        {
            for (k, limit) in [(3, 0), (3, 4), (6, 4), (10, 2)] {
                let scorer = Scorer::new(objective, table.scales(&[0.02, 3.0]), 30, k);
                let mut halves =
                    SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, k, &scorer);
                let mut best: Option<Incumbent> = None;
                for levels in lattice.iter() {
                    let Some(outcome) = halves.evaluate(&levels, limit) else { continue };
                    let score = scorer.score(&levels, &outcome);
                    let new = Incumbent { levels, score, outcome };
                    if best.as_ref().is_none_or(|best| new.rank(best).is_lt()) {
                        best = Some(new);
                    }
                }
                let task = Task {
                    lattice: &lattice,
                    scorer: &scorer,
                    limit,
                    monotone: true,
                    most_checks: None,
                };
                let found = search(&task, &mut halves, None, &());
                let levels = |best: Option<Incumbent>| best.map(|best| best.levels);
                assert_eq!(
                    levels(found.best),
                    levels(best),
                    "{objective:?}, k {k}, limit {limit}, meet {meet}"
                );
            }
        }
    }
}
