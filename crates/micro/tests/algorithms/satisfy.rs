//! Whatever an algorithm decides satisfies the requirements, as recounted from the rows by a plain
//! counter that shares nothing with the searches but the models' definitions.

use crate::algorithms::setting::{Setting, setting};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use ridotto_core::class::Single;
use ridotto_micro::Grouping;
use ridotto_micro::algorithm::{Algorithm, Cost, Note, Preference, Unsuited};
use ridotto_micro::cut::{Information, Scored};
use ridotto_testkit::usually;
use std::collections::BTreeMap;

const ALGORITHMS: [Algorithm; 20] = [
    Algorithm::Optimal,
    Algorithm::Samarati(Preference::Objective),
    Algorithm::Samarati(Preference::MinimumAbsoluteDistance),
    Algorithm::Samarati(Preference::MinimumRelativeDistance),
    Algorithm::Samarati(Preference::MaximumDistribution),
    Algorithm::Samarati(Preference::MinimumSuppression),
    Algorithm::Incognito,
    Algorithm::Mingen,
    Algorithm::Datafly,
    Algorithm::MuArgus(1),
    Algorithm::MuArgus(2),
    Algorithm::MuArgus(3),
    Algorithm::BottomUp(Information::Values),
    Algorithm::BottomUp(Information::Of(0)),
    Algorithm::TopDown(Information::Values),
    Algorithm::TopDown(Information::Of(0)),
    Algorithm::KOptimize(Cost::Objective),
    Algorithm::BestFirst,
    Algorithm::Genetic(0),
    Algorithm::Genetic(42),
];

/// The records in classes that fail, classes being rows with equal labels.
fn recount(setting: &Setting, best: &Scored) -> u64 {
    let small = &setting.small;
    let label = |row: usize, at: usize| {
        let code = small.columns[at].get(row) as usize;
        let hierarchy = &small.hierarchies[at];
        let of = |level: u8| {
            let level = usize::from(level);
            let group = hierarchy.map(level)[code];
            format!("{level}:{}", hierarchy.label(level, group).expect("nothing is missing"))
        };
        match &best.groupings[at] {
            Grouping::Level(level) => of(*level),
            Grouping::Cut(levels) => of(levels[code]),
            Grouping::Ranges(starts) => {
                format!("range {}", starts.iter().filter(|&&start| start as usize <= code).count())
            }
        }
    };
    let mut classes: BTreeMap<Vec<String>, [BTreeMap<u32, u64>; 2]> = BTreeMap::new();
    for row in 0..small.rows {
        let key = (0..small.columns.len()).map(|at| label(row, at)).collect();
        for (of, histogram) in setting.sensitive.iter().zip(classes.entry(key).or_default()) {
            *histogram.entry(of.get(row)).or_default() += 1;
        }
    }
    let mut gone = 0;
    for histograms in classes.into_values() {
        let size = histograms[0].values().sum();
        let mut single = Single::new(&[4, 3]);
        single.set_size(size);
        (0..).zip(histograms).for_each(|(id, histogram)| single.set_histogram(id, histogram));
        let holds = setting.models.iter().all(|model| model.holds(single.class()));
        gone += if holds { 0 } else { size };
    }
    gone
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usually(1_000, 10_000)))]

    #[test]
    fn every_result_satisfies(setting in setting(4, 60), looks in prop::option::of(1_u64..60)) {
        let mut problem = setting.problem();
        let partitions: usize = setting.small.hierarchies.iter().map(|of| of.groups(0) - 1).sum();
        let limit = setting.limit.min(setting.scorer.rows().saturating_sub(1));
        for algorithm in ALGORITHMS {
            problem.task.most_checks = looks;
            if matches!(algorithm, Algorithm::KOptimize(_)) && partitions > 8 {
                problem.task.most_checks = Some(looks.unwrap_or(60));
            }
            let answer = match algorithm.run(&problem, &()) {
                Ok(answer) => answer,
                Err(error) => {
                    prop_assert!(algorithm.needs_monotonicity() && !problem.task.monotone);
                    prop_assert!(matches!(error, Unsuited::NotMonotone { .. }), "{}", error);
                    prop_assert!(error.to_string().contains("`optimal`"), "{}", error);
                    continue;
                }
            };
            let again = algorithm.run(&problem, &()).expect("it ran before");
            prop_assert_eq!(&answer, &again, "{:?} is repeatable", algorithm);
            let Some(best) = &answer.best else { continue };
            let gone = recount(&setting, best);
            prop_assert_eq!(gone, best.outcome.suppressed, "{:?}", algorithm);
            prop_assert!(gone <= limit, "{:?}: {} > {}", algorithm, gone, limit);
            if let Some(bound) = answer.bound {
                prop_assert!(bound <= best.score + 1e-9 * best.score.abs(), "{:?}", algorithm);
            }
            if let Some(Note::CombinationsOnly { levels, .. }) = &answer.note {
                let there = Scored {
                    groupings: levels.iter().map(|&level| Grouping::Level(level)).collect(),
                    ..best.clone()
                };
                prop_assert!(recount(&setting, &there) > limit, "the warning is true");
            }
        }
    }
}

/// An algorithm that needs no promise of the models finds something wherever everything joined
/// satisfies, if it is given the time.
#[test]
fn upward_algorithms_reach_the_top() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..300 {
        let setting = setting(4, 60).new_tree(&mut runner).expect("settings are made").current();
        let top: Vec<Grouping> =
            setting.lattice.top().iter().map(|&level| Grouping::Level(level)).collect();
        let all = ridotto_micro::cut::score(
            &setting.scorer,
            top,
            &setting.table,
            &setting.small.hierarchies,
            &setting.models,
        );
        let holds = all.outcome.suppressed <= setting.limit.min(setting.scorer.rows() - 1);
        for algorithm in Algorithm::ALL {
            if matches!(algorithm, Algorithm::KOptimize(_)) {
                continue;
            }
            let Ok(answer) = algorithm.run(&setting.problem(), &()) else { continue };
            assert!(answer.best.is_some() || !holds, "{algorithm:?}");
        }
    }
}
