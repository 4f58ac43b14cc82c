//! Ten to forty quasi-identifiers: searches that are stopped by the number of looks.

use crate::algorithms::models::k_anonymity;
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{ClassModel, ClassTable};
use ridotto_micro::Lattice;
use ridotto_micro::algorithm::{Algorithm, AlgorithmResult, Preference, Problem, Unsuited};
use ridotto_micro::search::Task;
use ridotto_testkit::latent;

const K: u64 = 5;

/// Runs an algorithm on a wide table with 2 % suppression.
fn run(columns: usize, algorithm: Algorithm, looks: u64) -> Result<AlgorithmResult, Unsuited> {
    let small = latent(columns, 3_000, 1);
    let rows = small.rows as u64;
    let table = ClassTable::count(&small.keys(), &[], small.rows);
    let models: Vec<Box<dyn ClassModel>> = vec![k_anonymity(K)];
    let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), small.scales(&[]), rows, K);
    let lattice = Lattice::between(vec![0; columns], small.heights());
    let task = Task {
        lattice: &lattice,
        scorer: &scorer,
        limit: rows / 50,
        monotone: true,
        most_checks: Some(looks),
    };
    let hierarchies = &small.hierarchies;
    algorithm.run(&Problem { task, table: &table, hierarchies, models: &models }, &())
}

#[test]
fn wide_tables_are_served_better_than_by_greed() {
    for columns in [12, 20, 40] {
        let score =
            |answer: &AlgorithmResult| answer.best.as_ref().expect("the top satisfies").score;
        let greedy = run(columns, Algorithm::Datafly, u64::MAX).expect("it suits");
        for algorithm in [Algorithm::BestFirst, Algorithm::Genetic(3)] {
            let answer = run(columns, algorithm, 1_000).expect("it suits");
            let bound = answer.bound.expect("a bound is known");
            println!(
                "{columns} attributes: {} {:.4}, bound {bound:.4}, greed {:.4}",
                algorithm.name(),
                score(&answer),
                score(&greedy)
            );
            assert!(answer.checked <= 1_000);
            assert!(bound <= score(&answer));
            assert!(score(&answer) < score(&greedy), "{algorithm:?}, {columns} attributes");
            assert_eq!(run(columns, algorithm, 1_000), Ok(answer), "{algorithm:?} repeats");
        }
    }
}

/// The bound of the best-first search rises with the looks, and another seed is another search.
#[test]
fn looks_raise_the_bound_and_seeds_differ() {
    let bounds: Vec<f64> = [50, 400, 3_000]
        .iter()
        .map(|&looks| run(12, Algorithm::BestFirst, looks).expect("it suits"))
        .map(|answer| answer.bound.expect("a bound is known"))
        .collect();
    println!("{bounds:?}");
    assert!(bounds.windows(2).all(|pair| pair[0] <= pair[1]) && bounds[0] < bounds[2]);
    let checked = |seed| run(20, Algorithm::Genetic(seed), 5_000).expect("it suits").checked;
    assert!((1..5).any(|seed| checked(seed) != checked(0)));
}

#[test]
fn algorithms_that_list_all_nodes_refuse() {
    for algorithm in
        [Algorithm::Samarati(Preference::Objective), Algorithm::Incognito, Algorithm::Mingen]
    {
        let error = run(40, algorithm, 10).expect_err("there are too many nodes");
        assert!(matches!(error, Unsuited::TooLarge { .. }));
        let text = error.to_string();
        assert!(text.contains("`best-first`") && text.contains("`genetic`"), "{text}");
        assert!(
            !text.contains("`mingen` or") && text.starts_with(&format!("`{}`", algorithm.name()))
        );
    }
}
