//! Cuts and ordered partitions.

use crate::algorithms::setting::{Setting, setting};
use proptest::prelude::*;
use ridotto_core::Code;
use ridotto_micro::Grouping;
use ridotto_micro::algorithm::Algorithm;
use ridotto_micro::cut::{Information, score};
use ridotto_micro::evaluate::{Evaluate, Rollup};
use std::collections::BTreeMap;

/// The fewest records that are suppressed or not of their class's most frequent value, over all
/// ordered partitions, counted row by row.
pub fn least_wrong(setting: &Setting) -> Option<f64> {
    let columns = &setting.small.columns;
    let items: Vec<(usize, Code)> = setting
        .small
        .hierarchies
        .iter()
        .enumerate()
        .flat_map(|(at, of)| (1..of.groups(0) as Code).map(move |code| (at, code)))
        .collect();
    let k = setting.scorer.least_class() as usize;
    let mut least: Option<usize> = None;
    for set in 0_u32..1 << items.len() {
        let mut classes: BTreeMap<Vec<usize>, BTreeMap<Code, usize>> = BTreeMap::new();
        for row in 0..setting.small.rows {
            let group = |at: usize| {
                let code = columns[at].get(row);
                let starts = items.iter().enumerate();
                starts
                    .filter(|(bit, item)| set >> bit & 1 == 1 && item.0 == at && item.1 <= code)
                    .count()
            };
            let class = classes.entry((0..columns.len()).map(group).collect()).or_default();
            *class.entry(setting.sensitive[0].get(row)).or_default() += 1;
        }
        let (mut gone, mut wrong) = (0, 0);
        for class in classes.values() {
            let size: usize = class.values().sum();
            if size < k {
                gone += size;
            } else {
                wrong += size - class.values().max().expect("a class has rows");
            }
        }
        if gone as u64 <= setting.limit && gone < setting.small.rows {
            least = Some(least.map_or(gone + wrong, |least| least.min(gone + wrong)));
        }
    }
    least.map(|least| least as f64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A cut with one level for all values is that level.
    #[test]
    fn a_level_is_a_cut(setting in setting(4, 60)) {
        let Setting { table, small, models, scorer, .. } = &setting;
        let mut plain = Rollup::new(table, &small.hierarchies, models, scorer);
        for levels in setting.lattice.iter().step_by(3) {
            let outcome = plain.evaluate(&levels, u64::MAX).expect("there is no limit");
            if outcome.suppressed == scorer.rows() {
                continue;
            }
            let expected = scorer.score(&levels, &outcome);
            let by_level = levels.iter().map(|&level| Grouping::Level(level)).collect();
            let cut = |(at, &level): (usize, &u8)| {
                Grouping::Cut(vec![level; small.hierarchies[at].groups(0)])
            };
            let by_cut = levels.iter().enumerate().map(cut).collect();
            for groupings in [by_level, by_cut] {
                let found = score(scorer, groupings, table, &small.hierarchies, models);
                let near = (found.score - expected).abs() <= 1e-9 * expected.abs().max(1e-9);
                prop_assert!(near, "{:?}: {} {}", scorer.objective(), found.score, expected);
                prop_assert_eq!(&found.outcome.suppressed_by_group, &outcome.suppressed_by_group);
            }
        }
    }

    /// Groups of a cut are nodes of the hierarchy: whoever shares a group shares its level.
    #[test]
    fn cuts_are_cuts(setting in setting(4, 60)) {
        for algorithm in [
            Algorithm::TopDown(Information::Values),
            Algorithm::TopDown(Information::Of(0)),
            Algorithm::BottomUp(Information::Values),
            Algorithm::BottomUp(Information::Of(0)),
        ] {
            let answer = algorithm.run(&setting.problem(), &()).expect("it suits every model");
            let Some(best) = answer.best else { continue };
            for (grouping, hierarchy) in best.groupings.iter().zip(&setting.small.hierarchies) {
                let Grouping::Cut(levels) = grouping else { panic!("these find cuts") };
                for (value, &level) in levels.iter().enumerate() {
                    let map = hierarchy.map(level.into());
                    for (other, &level_of_other) in levels.iter().enumerate() {
                        prop_assert!(map[value] != map[other] || level == level_of_other);
                    }
                }
            }
        }
    }

    /// No step is left that suppresses no more.
    #[test]
    fn top_down_ends_where_no_step_is_left(setting in setting(3, 60)) {
        let answer = Algorithm::TopDown(Information::Values).run(&setting.problem(), &());
        let Some(best) = answer.expect("it suits every model").best else { return Ok(()) };
        for (at, hierarchy) in setting.small.hierarchies.iter().enumerate() {
            let Grouping::Cut(levels) = &best.groupings[at] else { panic!("these find cuts") };
            for (value, &level) in levels.iter().enumerate().filter(|(_, level)| **level > 0) {
                let up = hierarchy.map(level.into());
                let mut groupings = best.groupings.clone();
                let lower = |(other, &of): (usize, &u8)| of - u8::from(up[other] == up[value]);
                groupings[at] = Grouping::Cut(levels.iter().enumerate().map(lower).collect());
                let Setting { scorer, table, small, models, .. } = &setting;
                let then = score(scorer, groupings, table, &small.hierarchies, models);
                prop_assert!(then.outcome.suppressed > best.outcome.suppressed);
            }
        }
    }

    /// The same where a tenth of the records and more may go.
    #[test]
    fn top_down_is_never_worse_with_much_more_freedom(
        mut setting in setting(3, 500), few in 65_u64..120, more in 0_u64..200,
    ) {
        let mut run = |limit| {
            setting.limit = limit;
            let answer = Algorithm::TopDown(Information::Values).run(&setting.problem(), &());
            answer.expect("it suits every model").best.map(|best| best.score)
        };
        let (with_few, with_more) = (run(few), run(few + more));
        if let Some(score) = with_few {
            prop_assert!(with_more.is_some_and(|more| more <= score), "{score} {with_more:?}");
        }
    }

    /// Who may suppress more loses no more by that.
    #[test]
    fn top_down_is_never_worse_with_more_freedom(
        mut setting in setting(3, 60), few in 0_u64..20, more in 0_u64..40,
    ) {
        let mut run = |limit| {
            setting.limit = limit;
            let answer = Algorithm::TopDown(Information::Values).run(&setting.problem(), &());
            answer.expect("it suits every model").best.map(|best| best.score)
        };
        let (with_few, with_more) = (run(few), run(few + more));
        if let Some(score) = with_few {
            prop_assert!(with_more.is_some_and(|more| more <= score), "{score} {with_more:?}");
        }
    }
}
