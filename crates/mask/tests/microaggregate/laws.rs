//! What must hold for every file.

use crate::microaggregate::case::{ALL, column, error, lists, numbers, plain, run};
use proptest::prelude::*;
use ridotto_mask::Dice;
use ridotto_mask::microaggregate::{Algorithm, Groups, Options, mask};

fn table() -> impl Strategy<Value = (Vec<Vec<f64>>, usize)> {
    (1_usize..4, 2_usize..5, 0_usize..40).prop_flat_map(|(width, k, more)| {
        // Few values, so that distances are often equal.
        let column = prop::collection::vec((-4_i8..5).prop_map(f64::from), k + more);
        (prop::collection::vec(column, width), Just(k))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn groups_are_large_enough_and_means_stay((columns, k) in table()) {
        for algorithm in ALL {
            if algorithm == Algorithm::Optimal && columns.len() > 1 {
                continue;
            }
            let given: Vec<_> = columns.iter().map(|numbers| column(numbers)).collect();
            let outcome = run(&plain(algorithm, k), &given);
            let rows = columns[0].len();
            for groups in &outcome.groups {
                let (least, most) = groups.sizes();
                prop_assert!(least >= k && most < 2 * k, "{:?}: {} to {}", algorithm, least, most);
                prop_assert_eq!(groups.of().len(), rows);
                prop_assert_eq!(groups.iter().map(<[u32]>::len).sum::<usize>(), rows);
            }
            for (before, after) in columns.iter().zip(&outcome.columns) {
                let (before, after): (f64, f64) =
                    (before.iter().sum(), numbers(after).iter().sum());
                prop_assert!((before - after).abs() < 1e-9 * rows as f64);
            }
            let loss = outcome.loss;
            prop_assert!((loss.within + loss.between - loss.total).abs() < 1e-9 * (1.0 + loss.total));
            prop_assert!((0.0..=1.0 + 1e-9).contains(&loss.share()));
            if algorithm == Algorithm::Individual {
                continue;
            }
            prop_assert!(outcome.reached_k >= k);
            let own = error(&columns, &lists(&outcome.groups[0]));
            prop_assert!((own - loss.within).abs() < 1e-9 * (1.0 + own));
        }
    }

    #[test]
    fn the_best_is_never_worse_than_mdav((columns, k) in table()) {
        let given: Vec<_> = columns.iter().map(|numbers| column(numbers)).collect();
        let loss = |algorithm| run(&Options::new(algorithm, k), &given).loss.within;
        let mdav = loss(Algorithm::Mdav);
        prop_assert!(loss(Algorithm::Best) <= mdav * (1.0 + 1e-9) + 1e-12);
        prop_assert!(loss(Algorithm::Genetic) <= mdav * (1.0 + 1e-9) + 1e-12);
    }

    #[test]
    fn strata_are_never_mixed((columns, k) in table(), stride in 1_usize..4) {
        let rows = columns[0].len();
        let strata: Vec<u32> = (0..rows).map(|row| (row % stride) as u32).collect();
        let given: Vec<_> = columns.iter().map(|numbers| column(numbers)).collect();
        for algorithm in ALL {
            if algorithm == Algorithm::Optimal && columns.len() > 1 {
                continue;
            }
            let options = Options::new(algorithm, k);
            let Ok(outcome) = mask(&options, &given, Some(&strata), &Dice::seeded(1)) else {
                prop_assert!(rows / stride < k);
                continue;
            };
            for group in outcome.groups.iter().flat_map(Groups::iter) {
                prop_assert!(group.len() >= k);
                let own = strata[group[0] as usize];
                prop_assert!(group.iter().all(|&row| strata[row as usize] == own));
            }
        }
    }
}

#[test]
fn large_groups_are_quick_and_small_enough_to_hold() {
    let given: Vec<_> = crate::microaggregate::case::cloud(3000, 2, 0, 8)
        .iter()
        .map(|numbers| column(numbers))
        .collect();
    for algorithm in [Algorithm::Mdav, Algorithm::Best, Algorithm::Genetic] {
        let outcome = run(&Options::new(algorithm, 400), &given);
        let (least, most) = outcome.groups[0].sizes();
        assert!(least >= 400 && most < 800, "{algorithm:?}: {least} to {most}");
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let columns = crate::microaggregate::case::cloud(7000, 4, 0, 9);
    let given: Vec<_> = columns.iter().map(|numbers| column(numbers)).collect();
    for algorithm in ALL {
        // Exact for one attribute; of the others all, and cut into blocks.
        let given = if algorithm == Algorithm::Optimal { &given[3..] } else { &given[..] };
        let options = Options { exact: 1000, ..Options::new(algorithm, 4) };
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let outcome = pool.install(|| run(&options, given));
            let bits = |at: usize| numbers(&outcome.columns[at]).iter().map(|x| x.to_bits());
            (outcome.groups.clone(), (0..given.len()).flat_map(bits).collect::<Vec<u64>>())
        };
        assert!(on(1) == on(3), "{algorithm:?}");
    }
}
