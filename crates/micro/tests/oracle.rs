//! The search against a brute force over all nodes, for every objective, and the fast evaluator
//! against the plain one.

use proptest::prelude::*;
use ridotto_core::class::combine;
use ridotto_core::hierarchy::Decimal;
use ridotto_core::model::{
    Aspect, KAnonymity, KEAnonymity, MissingSensitive, SensitiveModel, Subject,
};
use ridotto_core::objective::{Aggregate, Objective, Outcome, Scorer};
use ridotto_core::{ClassModel, ClassTable, CodeColumn, Codes, Watch};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{
    Depth, Evaluate, Recorded, Rollup, RollupCache, Seen, SplitKeyEvaluator, Subsets, Thresholds,
    is_monotone,
};
use ridotto_micro::lattice::{OpenNodes, Packed};
use ridotto_micro::search::{Incumbent, SearchResult, Task, exact, large, search};
use ridotto_testkit::{Small, small};

const OBJECTIVES: [Objective; 10] = [
    Objective::Loss(Aggregate::Mean),
    Objective::Loss(Aggregate::Geometric),
    Objective::Loss(Aggregate::Max),
    Objective::Loss(Aggregate::Sum),
    Objective::Discernibility,
    Objective::ClassSize,
    Objective::Precision,
    Objective::Height,
    Objective::Entropy,
    Objective::Ambiguity,
];

/// Stages wherever they are possible, and pairs counted; and none but probes of single nodes.
const STEPS: [Thresholds; 2] = [
    Thresholds {
        whole: 1,
        small: 1,
        fewer: 2,
        worth_whole: 1,
        worth: 1,
        runs: 3,
        wave: 8,
        rare: 1,
        whole_sparse: 1,
    },
    Thresholds {
        whole: 1,
        small: 1,
        fewer: 3,
        worth_whole: usize::MAX,
        worth: 1,
        runs: 1,
        wave: 4,
        rare: 2,
        whole_sparse: 1,
    },
];

/// Looks at every node and keeps the best by the documented rule.
fn brute_force(task: &Task<'_>, evaluate: &mut dyn Evaluate) -> Option<Incumbent> {
    let mut best: Option<Incumbent> = None;
    for levels in task.lattice.iter() {
        let Some(outcome) = evaluate.evaluate(&levels, task.limit) else { continue };
        if outcome.suppressed == task.scorer.rows() {
            continue;
        }
        let score = task.scorer.score(&levels, &outcome);
        let new = Incumbent { levels, score, outcome };
        if best.as_ref().is_none_or(|best| new.rank(best).is_lt()) {
            best = Some(new);
        }
    }
    best
}

struct Setting {
    models: Vec<Box<dyn ClassModel>>,
    scorer: Scorer,
    lattice: Lattice,
    limit: u64,
    k: u64,
}

#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn setting(table: &Small, objective: Objective, k: u64, share: f64, weights: &[f64]) -> Setting {
    let rows = table.rows as u64;
    Setting {
        models: vec![Box::new(KAnonymity::new(k.try_into().expect("k is not 0")))],
        scorer: Scorer::new(objective, table.scales(weights), rows, k),
        lattice: Lattice::between(vec![0; table.hierarchies.len()], table.heights()),
        limit: (share * rows as f64) as u64,
        k,
    }
}

/// A search that is given what subsets of the attributes say.
fn with_subsets<'a>(
    search: impl Fn(
        &Task<'_>,
        &mut RollupCache<'a>,
        Option<&mut Subsets<'_>>,
        &dyn Watch,
    ) -> SearchResult,
    task: &Task<'_>,
    mut cache: RollupCache<'a>,
) -> SearchResult {
    let mut subsets = cache.subsets(task.limit);
    search(task, &mut cache, subsets.as_mut(), &())
}

fn close(a: &Outcome, b: &Outcome) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    (a.suppressed, a.classes, &a.suppressed_by_group)
        == (b.suppressed, b.classes, &b.suppressed_by_group)
        && near(a.squares, b.squares)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_search_finds_what_brute_force_finds(
        table in small(5, 80),
        k in 1_u64..8,
        share in prop::sample::select(vec![0.0, 0.02, 0.1, 0.3, 1.0]),
        weights in prop::collection::vec(0.2..4.0_f64, 0..5),
    ) {
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        for objective in OBJECTIVES {
            let Setting { models, scorer, lattice, limit, k } = setting(&table, objective, k, share, &weights);
            let task = Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
            let mut plain = Rollup::new(&classes, &table.hierarchies, &models, &scorer);
            let expected = brute_force(&task, &mut plain);
            let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, k, &scorer);
            let mut again = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, k, &scorer);
            let stages = || RollupCache::of_sizes(&classes, &table.hierarchies, k, &scorer);
            for found in [
                with_subsets(exact, &task, stages()),
                with_subsets(exact, &task, stages().with_steps(STEPS[0])),
                with_subsets(exact, &task, stages().with_steps(STEPS[1])),
                with_subsets(exact, &Task { monotone: false, ..task }, stages().with_steps(STEPS[0])),
                with_subsets(large, &task, stages().with_steps(STEPS[1])),
                search(&task, &mut plain, None, &()),
                exact(&task, &mut halves, None, &()),
                large(&task, &mut again, None, &()),
                large(&Task { monotone: false, ..task }, &mut plain, None, &()),
            ] {
                prop_assert!(found.proved);
                prop_assert!(u128::from(found.checked) <= lattice.nodes());
                let levels = |best: &Option<Incumbent>| best.as_ref().map(|best| best.levels.clone());
                prop_assert_eq!(levels(&found.best), levels(&expected), "{:?}", objective);
                if let (Some(found), Some(expected)) = (&found.best, &expected) {
                    prop_assert!((found.score - expected.score).abs() <= 1e-9 * expected.score.abs());
                    prop_assert!(close(&found.outcome, &expected.outcome));
                }
            }
        }
    }

    /// (k,e)-anonymity where persons have several rows: the last column is the numbers.
    #[test]
    fn ranges_of_persons_are_searched_as_brute_force_does(
        table in small(4, 60),
        k in 1_u64..4,
        e in 1_i64..6,
        persons in prop::collection::vec(0_u32..24, 60),
        share in prop::sample::select(vec![0.0, 0.1, 0.3]),
    ) {
        let m = table.hierarchies.len() - 1;
        prop_assume!(m > 0);
        let (rows, keys) = (table.rows, table.keys());
        let persons = Codes::from_codes(&persons[..rows], 24);
        let (value, person) = (keys[m], CodeColumn { codes: &persons, values: 24 });
        let pairs = combine(&[person, value], rows);
        let classes = ClassTable::count(&keys[..m], &[value, person, pairs.column()], rows);
        let numbers: Vec<_> = (0..value.values as u64).map(|code| Decimal::from(code * code)).collect();
        let subject = Subject::new(2, Vec::new(), MissingSensitive::WorstCase).of_persons(&pairs);
        let plain = KEAnonymity::new(subject.column(), k, e.into(), numbers.clone()).expect("it fits");
        let model = SensitiveModel::new(plain, subject, Aspect::Range(numbers));
        let models: Vec<Box<dyn ClassModel>> = vec![Box::new(model)];
        let hierarchies = &table.hierarchies[..m];
        let Setting { limit, .. } = setting(&table, Objective::Height, k, share, &[]);
        let scales = table.scales(&[]).into_iter().take(m).collect();
        let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), scales, rows as u64, 1);
        let lattice = Lattice::between(vec![0; m], table.heights()[..m].to_vec());
        let monotone = is_monotone(&models, limit);
        let task = Task { lattice: &lattice, scorer: &scorer, limit, monotone, most_checks: None };
        let mut rollup = Rollup::new(&classes, hierarchies, &models, &scorer);
        let expected = brute_force(&task, &mut rollup).map(|best| best.levels);
        let cache = || RollupCache::new(&classes, hierarchies, &models, &scorer);
        for found in [
            with_subsets(exact, &task, cache()),
            with_subsets(exact, &task, cache().with_steps(STEPS[0])),
            with_subsets(large, &task, cache().with_steps(STEPS[1])),
            search(&task, &mut rollup, None, &()),
        ] {
            prop_assert!(found.proved);
            prop_assert_eq!(found.best.map(|best| best.levels), expected.clone());
        }
    }

    /// Subsets never say more than is so, and of the nodes that they decide all that is; and what they
    /// say to fail does.
    #[test]
    fn subsets_speak_the_truth(
        table in small(4, 60), k in 2_u64..8, share in prop::sample::select(vec![0.0, 0.1, 0.3]),
        lower in prop::collection::vec(0_u8..2, 4),
    ) {
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        let Setting { models, scorer, lattice, limit, k } =
            setting(&table, Objective::Height, k, share, &[]);
        // The levels of some attributes may end below the top.
        let top = lattice.top().iter().zip(&lower).map(|(top, by)| top.saturating_sub(*by)).collect();
        let lattice = Lattice::between(vec![0; lattice.attributes()], top);
        let mut plain = Rollup::new(&classes, &table.hierarchies, &models, &scorer);
        let stages = RollupCache::of_sizes(&classes, &table.hierarchies, k, &scorer);
        let stages = stages.with_steps(Thresholds { rare: 1, ..Thresholds::default() });
        let top = lattice.top();
        let subsets = stages.subsets(limit);
        prop_assert_eq!(subsets.is_some(), table.hierarchies.len() > 1);
        let Some(mut subsets) = subsets else { return Ok(()) };
        let mut suppressed = |levels: &[u8]| plain.evaluate(levels, u64::MAX).unwrap().suppressed;
        let telling = |levels: &[u8]| {
            let groups = table.hierarchies.iter().zip(levels).map(|(of, &at)| of.groups(at.into()));
            groups.filter(|&groups| groups > 1).count()
        };
        for levels in lattice.iter().filter(|levels| telling(levels) <= 2) {
            prop_assert_eq!(subsets.floor(&levels), suppressed(&levels));
        }
        // Before larger subsets are counted, after one node's are, and after all are.
        for round in 0..3 {
            let failing: Vec<_> = subsets.failing(0, limit, top).collect();
            for levels in lattice.iter() {
                let (floor, truth) = (subsets.floor(&levels), suppressed(&levels));
                prop_assert!(floor <= truth);
                let below = |coarser: &Vec<u8>| ridotto_micro::lattice::is_at_most(&levels, coarser);
                prop_assert_eq!(floor > limit, failing.iter().any(below));
                prop_assert_eq!(subsets.fails(&levels, limit), floor > limit);
            }
            for levels in lattice.iter().take(if round == 0 { 1 } else { usize::MAX }) {
                let truth = suppressed(&levels);
                // At most four attributes: they decide the node.
                let expected = if truth > limit { Depth::Fails } else { Depth::Whole(truth) };
                prop_assert_eq!(subsets.deepen(&levels, limit, top), expected);
            }
        }
    }

    /// What is remembered of a search, and what follows from it, is what brute force sees; and
    /// listening changes nothing.
    #[test]
    fn what_is_remembered_is_true(
        table in small(4, 60), k in 1_u64..6, share in prop::sample::select(vec![0.0, 0.05, 0.3]),
        monotone in any::<bool>(),
    ) {
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        let objective = Objective::Loss(Aggregate::Mean);
        let Setting { models, scorer, lattice, limit, k } = setting(&table, objective, k, share, &[]);
        let task = Task { lattice: &lattice, scorer: &scorer, limit, monotone, most_checks: None };
        let mut plain = Rollup::new(&classes, &table.hierarchies, &models, &scorer);
        let stages = || RollupCache::of_sizes(&classes, &table.hierarchies, k, &scorer);
        let (alone, mut heard) = (stages().with_steps(STEPS[0]), stages().with_steps(STEPS[0]));
        let mut subsets = heard.subsets(limit);
        let mut recorded = Recorded::new(&mut heard, limit, monotone, true);
        let found = exact(&task, &mut recorded, subsets.as_mut(), &());
        prop_assert_eq!(found, with_subsets(exact, &task, alone));
        let mut record = recorded.into_record().unwrap();
        if let Some(subsets) = &subsets {
            record.close(subsets.failing(0, limit, lattice.top()));
        }
        let all = record.nodes(&lattice).expect("a small lattice");
        prop_assert_eq!(all.len() as u128, lattice.nodes());
        for (levels, seen) in &all {
            let holds = plain.evaluate(levels, limit).is_some();
            prop_assert!(seen.is_none_or(|seen| (seen == Seen::Holds) == holds), "{levels:?}");
        }
        let layers = record.layers(&lattice);
        let sum = |of: fn(&ridotto_micro::evaluate::Layer) -> u64| layers.iter().map(of).sum::<u64>();
        let count = |seen| all.iter().filter(|node| node.1 == seen).count() as u64;
        prop_assert_eq!(sum(|layer| layer.holds), count(Some(Seen::Holds)));
        prop_assert_eq!(sum(|layer| layer.fails), count(Some(Seen::Fails)));
        prop_assert_eq!(sum(|layer| layer.skipped), count(None));
    }

    /// No bound may exceed the score of a node that it speaks for.
    #[test]
    fn bounds_are_below_scores(
        table in small(4, 60), k in 1_u64..6, weights in prop::collection::vec(0.2..4.0_f64, 0..4),
    ) {
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        for objective in OBJECTIVES {
            let Setting { models, scorer, lattice, .. } = setting(&table, objective, k, 1.0, &weights);
            let mut plain = Rollup::new(&classes, &table.hierarchies, &models, &scorer);
            let nodes: Vec<_> = lattice
                .iter()
                .filter_map(|levels| Some((plain.evaluate(&levels, u64::MAX)?, levels)))
                .filter(|(outcome, _)| outcome.suppressed < scorer.rows())
                .collect();
            for (outcome, levels) in &nodes {
                let score = scorer.score(levels, outcome);
                let above = score + 1e-9 * score.abs();
                prop_assert!(scorer.bound_at(levels, outcome.suppressed) <= above, "{objective:?}");
                for (other, at) in &nodes {
                    if ridotto_micro::lattice::is_at_most(levels, at) {
                        prop_assert!(other.suppressed <= outcome.suppressed);
                        prop_assert!(scorer.bound_at(levels, other.suppressed) <= above, "{objective:?}");
                    }
                    if ridotto_micro::lattice::is_at_most(at, levels) {
                        prop_assert!(scorer.floor_above(other) <= above, "{objective:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_fast_evaluator_sees_what_the_plain_one_sees(
        table in small(6, 120), k in 1_u64..8, limit in 0_u64..120,
    ) {
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        let Setting { models, scorer, lattice, .. } = setting(&table, Objective::Ambiguity, k, 1.0, &[]);
        let mut plain = Rollup::new(&classes, &table.hierarchies, &models, &scorer);
        let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, k, &scorer);
        let stages = |steps| RollupCache::of_sizes(&classes, &table.hierarchies, k, &scorer).with_steps(steps);
        let mut probes = STEPS.map(stages);
        for levels in lattice.iter() {
            let slow = plain.evaluate(&levels, limit);
            let [one, other] = &mut probes;
            let list = || lattice.iter().map(|levels| Packed::new(&levels)).collect();
            let open = OpenNodes::listed(&list);
            for fast in [halves.evaluate(&levels, limit), one.look(&levels, limit, open).outcome, other.look(&levels, limit, open).outcome] {
                match (fast, &slow) {
                    (None, None) => {}
                    (Some(fast), Some(slow)) => prop_assert!(
                        close(&fast, slow) && (fast.ambiguity - slow.ambiguity).abs() <= 1e-9 * slow.ambiguity
                    ),
                    (fast, slow) => prop_assert!(false, "{levels:?}: {} {}", fast.is_some(), slow.is_some()),
                }
            }
        }
    }
}
