//! The evaluator of histograms against the plain one.

use crate::algorithms::setting::{SOON, setting};
use proptest::prelude::*;
use ridotto_micro::evaluate::{
    Evaluate, HistogramEvaluator, Rollup, RollupCache, SplitKeyEvaluator, Thresholds,
};
use ridotto_micro::lattice::{OpenNodes, Packed, is_at_most};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn strata_see_what_the_plain_one_sees(setting in setting(5, 120), limit in 0_u64..120) {
        let (table, hierarchies) = (&setting.table, &setting.small.hierarchies);
        let mut plain = Rollup::new(table, hierarchies, &setting.models, &setting.scorer);
        let mut strata = HistogramEvaluator::new(table, hierarchies, &setting.models, &setting.scorer);
        let mut small = RollupCache::new(table, hierarchies, &setting.models, &setting.scorer);
        let mut large = RollupCache::new(table, hierarchies, &setting.models, &setting.scorer)
            .with_steps(SOON);
        let list = || setting.lattice.iter().map(|levels| Packed::new(&levels)).collect();
        let open = OpenNodes::listed(&list);
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
        for levels in setting.lattice.iter() {
            let slow = plain.look(&levels, limit, OpenNodes::unknown());
            let fast: [&mut dyn Evaluate; 3] = [&mut strata, &mut small, &mut large];
            for fast in fast.map(|evaluate| evaluate.look(&levels, limit, open)) {
                match (&fast.outcome, &slow.outcome) {
                    (None, None) => {
                        prop_assert!(fast.floor <= slow.floor, "a floor is never too high");
                    }
                    (Some(a), Some(b)) => {
                        prop_assert_eq!(fast.floor, slow.floor);
                        prop_assert_eq!((a.suppressed, a.classes), (b.suppressed, b.classes));
                        prop_assert_eq!(&a.suppressed_by_group, &b.suppressed_by_group);
                        prop_assert!(near(a.squares, b.squares) && near(a.ambiguity, b.ambiguity));
                    }
                    _ => prop_assert!(false, "{:?}: {:?} {:?}", levels, fast, slow),
                }
            }
        }
    }

    /// Who asks only how many records are suppressed is told as many as a look sees, also by bytes
    /// that are full and where classes need more rows than a byte can tell.
    #[test]
    fn counts_are_those_of_looks(
        setting in setting(5, 120),
        limit in 0_u64..120,
        least in prop::sample::select(vec![1_u64, 2, 7, 254, 255, 256, 300]),
        doubled in prop::sample::select(vec![0_u32, 6, 8]),
    ) {
        let (table, hierarchies) = (&setting.table, &setting.small.hierarchies);
        let mut strata = HistogramEvaluator::new(table, hierarchies, &setting.models, &setting.scorer);
        let mut plain = Rollup::new(table, hierarchies, &setting.models, &setting.scorer);
        let mut coarsened = RollupCache::new(table, hierarchies, &setting.models, &setting.scorer)
            .with_steps(SOON);
        let list = || setting.lattice.iter().map(|levels| Packed::new(&levels)).collect();
        let open = OpenNodes::listed(&list);
        // The same table with every record up to 256 times.
        let many = (0..doubled).fold(table.clone(), |table, _| table.merge(&table));
        let mut halves = SplitKeyEvaluator::new(many.keys(), hierarchies, least, &setting.scorer);
        let mut stages = RollupCache::of_sizes(&many, hierarchies, least, &setting.scorer)
            .with_steps(Thresholds { whole: 4, runs: 1, wave: 1, ..Thresholds::default() });
        for levels in setting.lattice.iter() {
            let seen = plain.evaluate(&levels, limit).map(|outcome| outcome.suppressed);
            prop_assert_eq!(strata.suppressed(&levels, limit, open), seen, "{:?}", levels);
            prop_assert_eq!(coarsened.suppressed(&levels, limit, open), seen, "{:?}", levels);
            for limit in [limit, limit << doubled] {
                let seen = halves.evaluate(&levels, limit).map(|outcome| outcome.suppressed);
                prop_assert_eq!(halves.suppressed(&levels, limit, open), seen, "{:?}", levels);
                prop_assert_eq!(stages.suppressed(&levels, limit, open), seen, "{:?}", levels);
            }
        }
    }

    /// What is promised of finer nodes is true.
    #[test]
    fn floors_hold_at_finer_nodes(setting in setting(3, 60)) {
        let (table, hierarchies) = (&setting.table, &setting.small.hierarchies);
        let mut plain = Rollup::new(table, hierarchies, &setting.models, &setting.scorer);
        let looks: Vec<_> = setting
            .lattice
            .iter()
            .map(|levels| (plain.look(&levels, u64::MAX, OpenNodes::unknown()), levels))
            .collect();
        for (coarse, at) in &looks {
            for (fine, _) in looks.iter().filter(|(_, levels)| is_at_most(levels, at)) {
                let suppressed = fine.outcome.as_ref().expect("there is no limit").suppressed;
                prop_assert!(coarse.floor <= suppressed);
            }
        }
    }
}
