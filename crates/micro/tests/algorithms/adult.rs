//! Adult: the references of another program for diversity and closeness, and complete algorithms
//! beside the exact search.

use crate::algorithms::models::{Close, Distinct, k_anonymity};
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{ClassModel, ClassTable, CodeColumn};
use ridotto_micro::Lattice;
use ridotto_micro::algorithm::{Algorithm, Cost, Preference, Problem};
use ridotto_micro::cut::Information;
use ridotto_micro::evaluate::{Evaluate, HistogramEvaluator, is_monotone};
use ridotto_micro::search::Task;
use ridotto_testkit::golden::ADULT;
use ridotto_testkit::{Small, data};

/// The requirement besides k.
#[derive(Clone, Copy, Debug)]
enum With {
    Distinct(usize),
    Close(f64),
}

/// What another program found with occupation sensitive and the other eight attributes as the key:
/// k (1 is none), the model, the share that may be suppressed, the best levels, the records
/// suppressed there and the score, by the geometric loss.
type Reference = (u64, With, f64, [u8; 8], u64, f64);

const REFERENCES: [Reference; 9] = [
    (5, With::Close(0.2), 0.02, [1, 4, 1, 1, 3, 1, 2, 1], 235, 0.815_003_186_212_389_7),
    (5, With::Distinct(3), 0.0, [0, 4, 1, 2, 3, 2, 0, 0], 0, 0.542_210_825_407_941),
    (5, With::Distinct(3), 0.02, [0, 3, 0, 2, 2, 1, 1, 0], 522, 0.246_911_739_789_076_32),
    (5, With::Distinct(3), 1.0, [0, 3, 0, 0, 2, 1, 0, 0], 2335, 0.166_714_920_053_641_3),
    (5, With::Close(0.2), 0.0, [1, 4, 1, 1, 3, 2, 2, 1], 0, 0.918_395_364_100_965_9),
    (5, With::Close(0.2), 1.0, [1, 2, 0, 0, 3, 0, 2, 1], 8156, 0.604_165_232_134_255_2),
    (1, With::Distinct(3), 0.0, [0, 4, 1, 0, 3, 2, 2, 0], 0, 0.542_210_825_407_941),
    (1, With::Distinct(3), 0.02, [0, 3, 0, 0, 3, 1, 1, 0], 601, 0.202_696_460_214_079_72),
    (1, With::Distinct(3), 1.0, [0, 3, 0, 0, 2, 1, 0, 0], 1913, 0.153_863_888_215_292_73),
];

/// All nine attributes with their hierarchies, if the data set is here; occupation comes last.
fn adult() -> Option<Small> {
    let cells = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect()
    };
    let read = |file: &str| Some(cells(&std::fs::read_to_string(data::find(file)?).ok()?));
    let mut rows = read("data/adult/adult.csv")?;
    assert_eq!(rows.remove(0), ADULT);
    let lines = |name: &&str| read(&format!("data/adult/hierarchies/{name}.csv"));
    let mut lines: Vec<_> = ADULT.iter().map(lines).collect::<Option<_>>()?;
    lines.swap(7, 8);
    for row in &mut rows {
        row.swap(7, 8);
    }
    Some(Small::new(&rows, &lines))
}

struct Case {
    hierarchies: Vec<ridotto_core::Hierarchy>,
    table: ClassTable,
    models: Vec<Box<dyn ClassModel>>,
    scorer: Scorer,
    lattice: Lattice,
    limit: u64,
}

#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn case(adult: &Small, k: u64, with: Option<With>, share: f64) -> Case {
    let keys = &adult.keys()[..8];
    let occupation = CodeColumn { codes: &adult.columns[8], values: adult.dictionaries[8].len() };
    let table = ClassTable::count(keys, &[occupation], adult.rows);
    let mut models = if k > 1 { vec![k_anonymity(k)] } else { Vec::new() };
    let counts = adult.columns[8].histogram(occupation.values);
    let shares = counts.iter().map(|&count| count as f64 / adult.rows as f64).collect();
    match with {
        Some(With::Distinct(l)) => models.push(Box::new(Distinct(l))),
        Some(With::Close(most)) => models.push(Box::new(Close { most, table: shares })),
        None => {}
    }
    let scales = adult.scales(&[])[..8].to_vec();
    let objective = Objective::Loss(Aggregate::Geometric);
    Case {
        hierarchies: adult.hierarchies[..8].to_vec(),
        table,
        models,
        scorer: Scorer::new(objective, scales, adult.rows as u64, k),
        lattice: Lattice::between(vec![0; 8], adult.heights()[..8].to_vec()),
        limit: (share * adult.rows as f64) as u64,
    }
}

impl Case {
    fn problem(&self) -> Problem<'_> {
        let Self { hierarchies, table, models, scorer, lattice, limit } = self;
        let monotone = is_monotone(models, *limit);
        let task = Task { lattice, scorer, limit: *limit, monotone, most_checks: None };
        Problem { task, table, hierarchies, models }
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-8 * a.abs().max(b.abs())
}

#[test]
fn diversity_and_closeness_as_the_reference() {
    let Some(adult) = adult() else { return };
    assert_eq!(adult.rows, 30_162);
    for (k, with, share, levels, suppressed, score) in REFERENCES {
        let case = case(&adult, k, Some(with), share);
        let problem = case.problem();
        assert_eq!(case.lattice.nodes(), 4320);
        let answer = Algorithm::Optimal.run(&problem, &()).expect("it suits every model");
        let best = answer.best.as_ref().expect("something satisfies");
        println!("k {k} {with:?} {share}: {} looks", answer.checked);
        assert!(answer.proved && near(best.score, score), "{with:?} {share}: {}", best.score);
        let mut strata =
            HistogramEvaluator::new(&case.table, &case.hierarchies, &case.models, &case.scorer);
        let there = strata.evaluate(&levels, case.limit).expect("the reference satisfies");
        assert_eq!(there.suppressed, suppressed, "{with:?} {share}");
        assert!(near(case.scorer.score(&levels, &there), score), "{with:?} {share}");
        if let Ok(found) = Algorithm::Incognito.run(&problem, &()) {
            assert_eq!(found.levels(), answer.levels(), "{with:?} {share}");
        } else {
            assert!(!problem.task.monotone);
        }
    }
}

#[test]
fn complete_algorithms_agree_and_others_are_not_better() {
    let Some(adult) = adult() else { return };
    for (k, share) in [(5, 0.0), (5, 0.02), (2, 0.02)] {
        let case = case(&adult, k, None, share);
        let mut problem = case.problem();
        let optimal = Algorithm::Optimal.run(&problem, &()).expect("it suits");
        let least = optimal.best.as_ref().expect("something satisfies").score;
        for algorithm in [
            Algorithm::Samarati(Preference::Objective),
            Algorithm::Incognito,
            Algorithm::Mingen,
            Algorithm::Datafly,
            Algorithm::MuArgus(2),
            Algorithm::MuArgus(3),
            Algorithm::BestFirst,
            Algorithm::Genetic(1),
            Algorithm::TopDown(Information::Values),
            Algorithm::BottomUp(Information::Values),
            Algorithm::KOptimize(Cost::Objective),
        ] {
            problem.task.most_checks = matches!(algorithm, Algorithm::KOptimize(_)).then_some(300);
            let answer = algorithm.run(&problem, &()).expect("it suits");
            let best = answer.best.as_ref().expect("something satisfies");
            println!(
                "k {k}, {share}: {} {:.4} with {} looks, bound {:.4}, optimum {least:.4}",
                algorithm.name(),
                best.score,
                answer.checked,
                answer.bound.unwrap_or(f64::NAN)
            );
            assert!(best.outcome.suppressed <= case.limit);
            if let Some(levels) = answer.levels() {
                assert!(best.score >= least * (1.0 - 1e-9), "{algorithm:?} at {levels:?}");
            }
            if matches!(algorithm, Algorithm::Incognito | Algorithm::BestFirst) {
                assert!(answer.proved && near(best.score, least), "{algorithm:?}");
            }
        }
    }
}
