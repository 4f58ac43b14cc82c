//! Adult, the data set on which others report: the best full-domain generalisations, found by
//! another program with an exact search and confirmed by a brute force over all nodes.

use ridotto_core::model::KAnonymity;
use ridotto_core::objective::{Aggregate, Objective, Outcome, Scorer};
use ridotto_core::{ClassModel, ClassTable};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{Evaluate, Rollup, SplitKeyEvaluator};
use ridotto_micro::search::{Incumbent, Task, search};
use ridotto_testkit::golden::{self, ADULT, Adult};
use ridotto_testkit::{Small, data};

/// The first `attributes` attributes of Adult with their hierarchies, if the data set is here.
fn adult(attributes: usize) -> Option<Small> {
    let cells = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect()
    };
    let read = |file: &str| Some(cells(&std::fs::read_to_string(data::find(file)?).ok()?));
    let mut rows = read("data/adult/adult.csv")?;
    assert_eq!(rows.remove(0), ADULT);
    let lines = |name: &&str| read(&format!("data/adult/hierarchies/{name}.csv"));
    let lines: Option<Vec<_>> = ADULT[..attributes].iter().map(lines).collect();
    Some(Small::new(&rows, &lines?))
}

fn objective(name: &str) -> Objective {
    match name {
        "loss" => Objective::Loss(Aggregate::Geometric),
        "discernibility" => Objective::Discernibility,
        "class-size" => Objective::ClassSize,
        "precision" => Objective::Precision,
        "height" => Objective::Height,
        "entropy" => Objective::Entropy,
        "ambiguity" => Objective::Ambiguity,
        _ => panic!("no objective is called {name}"),
    }
}

#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn limit(share: f64, rows: usize) -> u64 {
    (share * rows as f64) as u64
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-8 * a.abs().max(b.abs())
}

fn compare(table: &Small, classes: &ClassTable, expected: &Adult) {
    let rows = table.rows as u64;
    let objective = objective(&expected.objective);
    let scorer = Scorer::new(objective, table.scales(&[]), rows, expected.k);
    let lattice = Lattice::between(vec![0; expected.attributes], table.heights());
    let name = format!(
        "{}, {} attributes, k = {}, suppression {}",
        expected.objective, expected.attributes, expected.k, expected.suppression
    );
    assert_eq!(lattice.nodes(), expected.nodes, "{name}");
    let limit = limit(expected.suppression, table.rows);
    let task =
        Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
    let mut halves =
        SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, expected.k, &scorer);
    let found = search(&task, &mut halves, None, &());
    assert!(found.proved, "{name}");
    let best = found.best.unwrap_or_else(|| panic!("{name}: nothing was found"));
    assert!(near(best.score, expected.score), "{name}: {} != {}", best.score, expected.score);
    // What the reference saw at its node must be seen there, also if ours is another of a tie.
    let seen = halves.evaluate(&expected.levels, limit).expect("within the limit");
    assert_eq!(seen.suppressed, expected.suppressed, "{name}");
    let score = scorer.score(&expected.levels, &seen);
    assert!(near(score, expected.score), "{name}: {score} at the node of the reference");
    if best.levels == expected.levels {
        assert_eq!(best.outcome.suppressed, expected.suppressed, "{name}");
    } else {
        let there = Incumbent { levels: expected.levels.clone(), score, outcome: seen.clone() };
        let tie = near(best.score, score) && best.rank(&there).is_lt();
        assert!(tie, "{name}: {:?} is no better tie than {:?}", best.levels, expected.levels);
    }
    assert!(expected.parts.is_empty() || expected.parts.len() == expected.attributes);
    for (at, &part) in expected.parts.iter().enumerate() {
        let (alone, level) = (vec![table.scales(&[])[at].clone()], [expected.levels[at]]);
        let by_group = vec![seen.suppressed_by_group[at].clone()];
        let outcome = Outcome { suppressed_by_group: by_group, ..seen.clone() };
        let score = Scorer::new(objective, alone, rows, expected.k).score(&level, &outcome);
        assert!((score - part).abs() <= 1e-9, "{name}, {}: {score} != {part}", ADULT[at]);
        if let Objective::Loss(_) = objective {
            let loss = scorer.attribute_loss(at, &expected.levels, &seen);
            assert!((loss - part).abs() <= 1e-9, "{name}, {}: {loss} != {part}", ADULT[at]);
        }
    }
}

fn compare_all(attributes: usize, references: usize) {
    let Some(table) = adult(attributes) else { return };
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let all = golden::adult();
    let own: Vec<_> = all.iter().filter(|adult| adult.attributes == attributes).collect();
    assert_eq!((table.rows, own.len()), (30_162, references));
    for expected in own {
        compare(&table, &classes, expected);
    }
}

#[test]
fn eight_attributes_as_the_reference() {
    compare_all(8, 30);
}

#[test]
fn nine_attributes_as_the_reference() {
    compare_all(9, 12);
}

/// All 6,480 nodes, with the plain evaluator for a part of them, beside the search.
#[test]
fn the_search_finds_what_all_nodes_show() {
    let Some(table) = adult(8) else { return };
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let rows = table.rows as u64;
    let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), table.scales(&[]), rows, 5);
    let lattice = Lattice::between(vec![0; 8], table.heights());
    let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, 5, &scorer);
    let models: Vec<Box<dyn ClassModel>> =
        vec![Box::new(KAnonymity::new(5.try_into().expect("5 is not 0")))];
    let mut plain = Rollup::new(&classes, &table.hierarchies, &models, &scorer);
    let seen: Vec<Incumbent> = lattice
        .iter()
        .enumerate()
        .map(|(nth, levels)| {
            let outcome = halves.evaluate(&levels, u64::MAX).expect("there is no limit");
            if nth % 40 == 0 {
                assert_eq!(plain.evaluate(&levels, u64::MAX), Some(outcome.clone()), "{levels:?}");
            }
            Incumbent { score: scorer.score(&levels, &outcome), levels, outcome }
        })
        .collect();
    for share in [0.02, 0.0] {
        let limit = limit(share, table.rows);
        let within = seen.iter().filter(|node| node.outcome.suppressed <= limit);
        let expected = within.reduce(|a, b| if b.rank(a).is_lt() { b } else { a });
        let task =
            Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
        let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, 5, &scorer);
        let found = search(&task, &mut halves, None, &());
        assert_eq!((found.best.as_ref(), found.proved), (expected, true), "suppression {share}");
    }
}
