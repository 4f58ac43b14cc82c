//! Complete algorithms find what brute force finds.

use crate::algorithms::brute::{best, minimal, partitions, satisfying};
use crate::algorithms::setting::{Require, SOON, Setting, setting};
use proptest::prelude::*;
use ridotto_core::objective::{Aggregate, Objective};
use ridotto_micro::algorithm::{self, Algorithm, Cost, Preference, Unsuited};
use ridotto_micro::evaluate::{HistogramEvaluator, Rollup, RollupCache, Thresholds};
use ridotto_micro::lattice::height;
use ridotto_micro::search::{Incumbent, SearchResult, best_first, exact, large};
use ridotto_testkit::{Small, small};

fn levels(best: Option<&Incumbent>) -> Option<Vec<u8>> {
    best.map(|best| best.levels.clone())
}

fn strata(setting: &Setting) -> HistogramEvaluator<'_> {
    let Setting { table, small, models, scorer, .. } = setting;
    HistogramEvaluator::new(table, &small.hierarchies, models, scorer)
}

/// What looks by stages however small the table is, where only the size of classes counts.
fn stages(setting: &Setting) -> RollupCache<'_> {
    let least = setting.models[0].least_size().expect("the only model is k-anonymity");
    let Setting { table, small, scorer, .. } = setting;
    RollupCache::of_sizes(table, &small.hierarchies, least, scorer).with_steps(SOON)
}

/// What looks at histograms in coarser tables however small the table is.
fn coarsened(setting: &Setting, steps: Thresholds) -> RollupCache<'_> {
    let Setting { table, small, models, scorer, .. } = setting;
    RollupCache::new(table, &small.hierarchies, models, scorer).with_steps(steps)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Also for models that promise nothing.
    #[test]
    fn searches_with_bounds(setting in setting(4, 70)) {
        let task = setting.task();
        let nodes = satisfying(&setting);
        let expected = best(&nodes);
        let mut plain =
            Rollup::new(&setting.table, &setting.small.hierarchies, &setting.models, &setting.scorer);
        for found in [
            exact(&task, &mut strata(&setting), None, &()),
            exact(&task, &mut plain, None, &()),
            large(&task, &mut strata(&setting), None, &()),
            best_first(&task, &mut strata(&setting), None, &()),
            {
                let mut cache = coarsened(&setting, SOON);
                let mut subsets = cache.subsets(task.limit);
                exact(&task, &mut cache, subsets.as_mut(), &())
            },
            exact(&task, &mut coarsened(&setting, Thresholds { worth_whole: usize::MAX, ..SOON }), None, &()),
            large(&task, &mut coarsened(&setting, SOON), None, &()),
        ] {
            prop_assert!(found.proved);
            prop_assert_eq!(levels(found.best.as_ref()), levels(expected));
            prop_assert_eq!(found.bound.is_some(), expected.is_some());
            if let (Some(bound), Some(expected)) = (found.bound, expected) {
                prop_assert!(near(bound, expected.score));
            }
        }
    }

    /// Stopped at any time, a search reports a bound that is none too high.
    #[test]
    fn bounds_are_true_at_any_time(setting in setting(4, 70), looks in 1_u64..30) {
        let task = ridotto_micro::search::Task { most_checks: Some(looks), ..setting.task() };
        let nodes = satisfying(&setting);
        let mut all: Vec<SearchResult> = vec![
            exact(&task, &mut strata(&setting), None, &()),
            large(&task, &mut strata(&setting), None, &()),
            best_first(&task, &mut strata(&setting), None, &()),
            algorithm::genetic(&task, 7, &mut strata(&setting), &()),
            algorithm::datafly(&task, &mut strata(&setting), &()),
        ];
        all.extend(algorithm::samarati(&task, Preference::Objective, &mut strata(&setting), &()));
        let incognito = algorithm::incognito(&task, &mut strata(&setting), &());
        all.extend(incognito.map(|chosen| chosen.found));
        all.extend(algorithm::mingen(&task, &mut strata(&setting), &()));
        for found in all {
            let least = best(&nodes).map_or(f64::INFINITY, |best| best.score);
            if let Some(bound) = found.bound {
                prop_assert!(bound <= least + 1e-9 * least.abs(), "{:?}", found);
            }
            if found.proved {
                prop_assert_eq!(levels(found.best.as_ref()), levels(best(&nodes)));
            }
        }
    }

    #[test]
    fn incognito_finds_all_minimal_nodes(setting in setting(4, 70)) {
        let task = setting.task();
        let nodes = satisfying(&setting);
        match algorithm::minimal(&task, &mut strata(&setting), &()) {
            Err(error) => {
                prop_assert!(!task.monotone);
                prop_assert!(matches!(error, Unsuited::NotMonotone { .. }), "{}", error);
            }
            Ok(found) => {
                prop_assert!(task.monotone && found.complete);
                let all: Vec<Vec<u8>> = nodes.iter().map(|node| node.levels.clone()).collect();
                prop_assert_eq!(&found.all, &all);
                prop_assert_eq!(&found.minimal, &minimal(&nodes));
                let chosen = algorithm::incognito(&task, &mut strata(&setting), &())
                    .expect("it suits");
                prop_assert!(chosen.found.proved);
                prop_assert_eq!(levels(chosen.found.best.as_ref()), levels(best(&nodes)));
                prop_assert_eq!(chosen.minimal, Some(minimal(&nodes)));
                if setting.models.len() == 1 {
                    let mut stages = stages(&setting);
                    let chosen = algorithm::incognito(&task, &mut stages, &()).expect("it suits");
                    prop_assert_eq!(levels(chosen.found.best.as_ref()), levels(best(&nodes)));
                    prop_assert_eq!(chosen.minimal, Some(minimal(&nodes)));
                }
            }
        }
    }

    /// However few looks it has, what it says holds.
    #[test]
    fn incognito_stopped_tells_no_more_than_it_knows(
        setting in setting(4, 70), looks in 0_u64..40,
    ) {
        let task = ridotto_micro::search::Task { most_checks: Some(looks), ..setting.task() };
        let nodes = satisfying(&setting);
        let Ok(chosen) = algorithm::incognito(&task, &mut strata(&setting), &()) else {
            return Ok(());
        };
        prop_assert!(chosen.found.checked <= looks.max(1));
        prop_assert!(chosen.minimal.is_none() || chosen.minimal == Some(minimal(&nodes)));
        if let Some(found) = levels(chosen.found.best.as_ref()) {
            prop_assert!(nodes.iter().any(|node| node.levels == found));
        }
    }

    #[test]
    fn samarati_finds_all_of_the_least_height(setting in setting(4, 70)) {
        let task = setting.task();
        let nodes = satisfying(&setting);
        let least = nodes.iter().map(|node| height(&node.levels)).min();
        let expected: Vec<&Incumbent> =
            nodes.iter().filter(|node| Some(height(&node.levels)) == least).collect();
        let Ok(lowest) = algorithm::lowest(&task, &mut strata(&setting), &()) else {
            prop_assert!(!task.monotone);
            return Ok(());
        };
        prop_assert!(lowest.complete);
        let found: Vec<&Vec<u8>> = lowest.solutions.iter().map(|best| &best.levels).collect();
        prop_assert_eq!(found, expected.iter().map(|best| &best.levels).collect::<Vec<_>>());
        let every: Vec<Vec<u8>> = minimal(&nodes);
        let every: Vec<&Incumbent> =
            nodes.iter().filter(|node| every.contains(&node.levels)).collect();
        for preference in Preference::ALL {
            let found = algorithm::samarati(&task, preference, &mut strata(&setting), &())
                .expect("it suits");
            let among = if preference == Preference::Objective { &expected } else { &every };
            let value = |best: &&Incumbent| preference.value(&task, best);
            let least = among.iter().map(value).fold(f64::INFINITY, f64::min);
            match &found.best {
                Some(best) => {
                    prop_assert!(near(best.score, least), "{preference:?}: {} {least}", best.score);
                    prop_assert!(among.iter().any(|node| node.levels == best.levels));
                }
                None => prop_assert!(among.is_empty() && found.proved),
            }
            if preference == Preference::Objective && found.proved {
                prop_assert_eq!(
                    found.best.as_ref().map(|best| best.score),
                    best(&nodes).map(|best| best.score)
                );
            } else if preference != Preference::Objective {
                prop_assert!(found.proved);
            }
        }
    }

    /// Whatever the objective.
    #[test]
    fn mingen_is_brute_force(setting in setting(4, 70)) {
        let nodes = satisfying(&setting);
        let found =
            algorithm::mingen(&setting.task(), &mut strata(&setting), &()).expect("it is small");
        prop_assert!(found.proved);
        prop_assert_eq!(levels(found.best.as_ref()), levels(best(&nodes)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn k_optimize_equals_brute_force(
        mut setting in setting(3, 40).prop_filter("few partitions", |setting| {
            let values = setting.small.hierarchies.iter().map(|of| of.groups(0) - 1);
            values.sum::<usize>() <= 9
        }),
        tenths in prop::sample::select(vec![0, 1, 3, 10]),
        looks in 1_u64..40,
    ) {
        setting.limit = setting.scorer.rows() * tenths / 10;
        let expected = partitions(&setting);
        let found = Algorithm::KOptimize(Cost::Objective).run(&setting.problem(), &());
        let found = found.expect("all levels are allowed");
        prop_assert!(found.proved);
        prop_assert_eq!(found.best.is_some(), expected.is_some());
        if let (Some(found), Some(expected)) = (&found.best, &expected) {
            prop_assert!(near(found.score, expected.score), "{} {}", found.score, expected.score);
        }
        let mut problem = setting.problem();
        problem.task.most_checks = Some(looks);
        let stopped = algorithm::k_optimize(&problem, Cost::Objective, &()).expect("it suits");
        if let (Some(bound), Some(expected)) = (stopped.bound, &expected) {
            prop_assert!(bound <= expected.score * (1.0 + 1e-9));
        }
        let cost = Cost::Classification(0);
        let found = algorithm::k_optimize(&setting.problem(), cost, &()).expect("it suits");
        prop_assert_eq!(found.best.is_some(), expected.is_some());
    }
}

/// Thirty records, nearly all of whose values are their own: too many partitions to look at. What is
/// known when the search is stopped is true, and is no triviality: k records have to be together.
#[test]
fn a_stopped_k_optimize_knows_a_bound() {
    let cell = |row: u32, at: u32| match at {
        0 => row * 7 % 30,
        1 => (row * 11 + row / 7) % 30,
        _ => row * row % 31,
    };
    let cells: Vec<Vec<String>> =
        (0..30).map(|row| (0..3).map(|at| format!("{:02}", cell(row, at))).collect()).collect();
    let lines: Vec<Vec<String>> =
        (0..31).map(|value| vec![format!("{value:02}"), "*".to_owned()]).collect();
    let small = Small::new(&cells, &[lines.clone(), lines.clone(), lines]);
    for (objective, least) in [
        (Objective::Loss(Aggregate::Mean), 0.2),
        (Objective::Loss(Aggregate::Geometric), 0.15),
        (Objective::Precision, 0.2),
        (Objective::Entropy, 0.2),
        (Objective::Ambiguity, 0.02),
    ] {
        let setting = Setting::new(small.clone(), 1, Require::K(2), objective, 0.1, &[]);
        let mut problem = setting.problem();
        problem.task.most_checks = Some(2000);
        let stopped = algorithm::k_optimize(&problem, Cost::Objective, &()).expect("it suits");
        let (best, bound) = (stopped.best.expect("all joined holds").score, stopped.bound);
        let share = bound.expect("it was stopped") / best;
        println!("{objective:?}: {best} {bound:?} {share}");
        assert!(!stopped.proved && share <= 1.0 && share > least, "{objective:?}: {share}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The cost of classification, by brute force.
    #[test]
    fn k_optimize_classifies_best(
        table in small(2, 30).prop_filter("few partitions", |table| {
            table.hierarchies.iter().map(|of| of.groups(0) - 1).sum::<usize>() <= 8
        }),
        k in 1_u64..5, seed in any::<u64>(), share in prop::sample::select(vec![0.0, 0.2]),
    ) {
        let setting =
            Setting::new(table, seed, Require::K(k), Objective::Discernibility, share, &[]);
        let cost = Cost::Classification(0);
        let found = algorithm::k_optimize(&setting.problem(), cost, &()).expect("it suits");
        let least = crate::algorithms::cuts::least_wrong(&setting);
        prop_assert_eq!(found.best.map(|best| (best.score * setting.small.rows as f64).round()), least);
    }
}
