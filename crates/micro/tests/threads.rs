//! The same result on any number of threads, on a table with so many classes that the fast
//! evaluator counts in parallel.

use rayon::ThreadPoolBuilder;
use ridotto_core::hierarchy::{Builder, Intervals};
use ridotto_core::model::{Count, EntropyEstimator, EntropyL, KAnonymity};
use ridotto_core::objective::{Aggregate, Objective, Outcome, Scorer};
use ridotto_core::{
    Bound, Class, ClassModel, ClassTable, CodeColumn, Codes, Kind, Reading, UnionRule,
};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{
    Evaluate, HistogramEvaluator, Look, Rollup, RollupCache, SplitKeyEvaluator, Thresholds,
};
use ridotto_micro::lattice::OpenNodes;
use ridotto_micro::search::{SearchResult, Task, search};
use ridotto_testkit::Small;

/// Enough rows for classes that are counted in parallel, and too few for that.
const MANY: u64 = 400_000;
const FEW: u64 = 200_000;
/// From so many classes on the fast evaluator counts in parallel.
const PARALLEL: usize = 1 << 18;
const K: u64 = 5;

/// A number that looks random, the same in every run: a step of splitmix.
fn mixed(of: u64) -> u64 {
    let step = |x: u64, shift: u32, by: u64| (x ^ (x >> shift)).wrapping_mul(by);
    let x = of.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = step(step(x, 30, 0xBF58_476D_1CE4_E5B9), 27, 0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Four columns of 40 numbers each, in intervals of 4 and of 20, with more of the low numbers.
fn large(rows: u64) -> Small {
    let cell = |row: u64, column: u64| {
        let dice = mixed(4 * row + column);
        let sides = if dice & 1 == 0 { 40 } else { 20 };
        ((dice >> 8) % sides).to_string()
    };
    let cells: Vec<Vec<String>> =
        (0..rows).map(|row| (0..4).map(|column| cell(row, column)).collect()).collect();
    let widths = vec![4.into(), 20.into()];
    let builder = Builder::Intervals(Intervals { widths, ..Intervals::default() });
    Small::built(&cells, &vec![(builder, Reading::of_kind(Kind::Integer)); 4])
}

/// What a search finds, and what is seen at some nodes, on so many threads.
fn on(
    threads: usize,
    table: &Small,
    objective: Objective,
) -> (ClassTable, SearchResult, Vec<Outcome>) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    let rows = table.rows as u64;
    pool.install(|| {
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        let scorer = Scorer::new(objective, table.scales(&[1.0, 2.0, 0.5]), rows, K);
        let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, K, &scorer);
        let lattice = Lattice::between(vec![0; 4], table.heights());
        let limit = rows / 10;
        let task =
            Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
        let found = search(&task, &mut halves, None, &());
        let look = |node: &[u8; 4]| halves.evaluate(node, u64::MAX).expect("there is no limit");
        let seen = NODES.iter().map(look).collect();
        (classes, found, seen)
    })
}

/// From the finest, whose entries are counted in parallel, to the coarsest.
const NODES: [[u8; 4]; 6] =
    [[0, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 1], [1, 1, 1, 1], [2, 2, 1, 2], [3, 3, 3, 3]];

#[test]
fn any_number_of_threads_gives_the_same() {
    let table = large(MANY);
    for objective in [Objective::Loss(Aggregate::Mean), Objective::Ambiguity] {
        let (classes, found, seen) = on(1, &table, objective);
        assert!(classes.len() > PARALLEL, "{} classes", classes.len());
        assert!(found.best.is_some() && found.proved, "{objective:?}");
        for threads in [2, 4] {
            let again = on(threads, &table, objective);
            assert!(again.0 == classes, "{objective:?}: other classes on {threads} threads");
            assert_eq!((&again.1, &again.2), (&found, &seen), "{objective:?}, {threads} threads");
        }
    }
}

/// Stages, probes, and what they find, on tables that the usual sizes would not bother.
#[test]
fn stages_find_the_same_on_any_number_of_threads() {
    let table = large(FEW);
    let rows = FEW;
    let objective = Objective::Loss(Aggregate::Mean);
    let scorer = Scorer::new(objective, table.scales(&[1.0, 2.0, 0.5]), rows, K);
    let lattice = Lattice::between(vec![0; 4], table.heights());
    let limit = rows / 10;
    let task =
        Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
    let steps = Thresholds {
        whole: 1,
        whole_sparse: 1,
        small: 1 << 10,
        worth_whole: 4,
        worth: 4,
        ..Thresholds::default()
    };
    let on = |threads: usize, steps: Option<Thresholds>| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        pool.install(|| {
            let classes = ClassTable::count(&table.keys(), &[], table.rows);
            let stages = RollupCache::of_sizes(&classes, &table.hierarchies, K, &scorer);
            search(&task, &mut stages.with_steps(steps.unwrap_or_default()), None, &())
        })
    };
    let expected = on(1, None);
    for steps in [steps, Thresholds { worth_whole: usize::MAX, wave: 1 << 12, ..steps }] {
        let found = on(1, Some(steps));
        assert_eq!((&found.best, found.proved), (&expected.best, true), "{steps:?}");
        for threads in [2, 4] {
            assert_eq!(on(threads, Some(steps)), found, "{steps:?}, {threads} threads");
        }
    }
}

/// Persons and mixed values, judged in coarser tables; sizes from the whole table and by stages.
#[test]
fn coarser_tables_find_the_same_on_any_number_of_threads() {
    let table = large(FEW);
    let rows = FEW;
    let owners: Vec<u32> = (0..rows).map(|row| (mixed(row) % (rows / 3)) as u32).collect();
    let owners = Codes::from_codes(&owners, rows as usize);
    let keys = table.keys();
    let sensitive = [CodeColumn { codes: &owners, values: rows as usize }, keys[3]];
    let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), table.scales(&[]), rows, K);
    let lattice = Lattice::between(vec![0; 4], table.heights());
    let persons = KAnonymity::counting(K.try_into().expect("not 0"), Count::Distinct(0));
    let mixed = EntropyL::new(1, 3.0, EntropyEstimator::Shannon).expect("1 or more");
    let models: Vec<Box<dyn ClassModel>> = vec![Box::new(persons), Box::new(mixed)];
    let limit = rows / 10;
    let task =
        Task { lattice: &lattice, scorer: &scorer, limit, monotone: false, most_checks: None };
    let steps = Thresholds { small: 1 << 8, ..Thresholds::of_histograms() };
    let staged = Thresholds { whole: 1, whole_sparse: 1, worth_whole: 4, ..Thresholds::default() };
    let steps = [steps, Thresholds { small: 1 << 8, ..staged }, staged];
    let classes = ClassTable::count(&keys, &sensitive, table.rows);
    let mut strata = HistogramEvaluator::new(&classes, &table.hierarchies, &models, &scorer);
    let expected = search(&task, &mut strata, None, &());
    assert!(expected.best.is_some() && expected.proved);
    for steps in steps {
        let on = |threads: usize| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads start").install(|| {
                let classes = ClassTable::count(&keys, &sensitive, table.rows);
                let coarsened = RollupCache::new(&classes, &table.hierarchies, &models, &scorer);
                search(&task, &mut coarsened.with_steps(steps), None, &())
            })
        };
        let found = on(1);
        assert_eq!((&found.best, found.proved), (&expected.best, true), "{steps:?}");
        for threads in [2, 3] {
            assert_eq!(on(threads), found, "{steps:?}, {threads} threads");
        }
    }
}

#[test]
fn both_counts_see_what_the_plain_evaluator_sees() {
    for (rows, parallel) in [(MANY, true), (FEW, false)] {
        let table = large(rows);
        let (classes, _, seen) = on(2, &table, Objective::Ambiguity);
        assert_eq!(classes.len() > PARALLEL, parallel, "{} classes", classes.len());
        compare(&table, &classes, &seen);
    }
}

fn compare(table: &Small, classes: &ClassTable, seen: &[Outcome]) {
    let rows = table.rows as u64;
    let scorer = Scorer::new(Objective::Ambiguity, table.scales(&[1.0, 2.0, 0.5]), rows, K);
    let models: Vec<Box<dyn ClassModel>> =
        vec![Box::new(KAnonymity::new(K.try_into().expect("k is not 0")))];
    let mut plain = Rollup::new(classes, &table.hierarchies, &models, &scorer);
    for (node, fast) in NODES.iter().zip(seen) {
        let slow = plain.evaluate(node, u64::MAX).expect("there is no limit");
        // Sums of fractions depend on their order, in the last digits.
        for (fast, slow) in [
            (fast.ambiguity, slow.ambiguity),
            (fast.suppressed_ambiguity, slow.suppressed_ambiguity),
        ] {
            assert!((fast - slow).abs() <= 1e-9 * slow, "{node:?}: {fast} and {slow}");
        }
        let (ambiguity, suppressed_ambiguity) = (slow.ambiguity, slow.suppressed_ambiguity);
        let fast = Outcome { ambiguity, suppressed_ambiguity, ..fast.clone() };
        assert_eq!(fast, slow, "{node:?}");
        let limit = slow.suppressed;
        let mut halves = SplitKeyEvaluator::new(classes.keys(), &table.hierarchies, K, &scorer);
        assert!(halves.evaluate(node, limit).is_some(), "{node:?}: the limit is allowed");
        if limit > 0 {
            assert!(halves.evaluate(node, limit - 1).is_none(), "{node:?}: one less is not");
        }
    }
}

/// No value has more than half of a class.
#[derive(Debug)]
struct Mixed;

impl ClassModel for Mixed {
    fn name(&self) -> &'static str {
        "mixed"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        let most = class.histogram(0).iter().map(|&(_, rows)| rows).max().unwrap_or(0);
        most as f64 / class.size() as f64
    }
    fn bound(&self) -> Bound {
        Bound::AtMost(0.5)
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }
}

/// Histograms are counted in parallel, too; the last key column stands for the sensitive one.
#[test]
fn histograms_are_the_same_on_any_number_of_threads() {
    let table = large(MANY);
    let rows = table.rows as u64;
    let keys = table.keys();
    let classes = ClassTable::count(&keys, &keys[3..], table.rows);
    assert!(classes.len() > PARALLEL, "{} classes", classes.len());
    let scorer = Scorer::new(Objective::Discernibility, table.scales(&[]), rows, 2);
    let k = KAnonymity::new(2.try_into().expect("2 is not 0"));
    let models: Vec<Box<dyn ClassModel>> = vec![Box::new(k), Box::new(Mixed)];
    let nodes = [[0, 0, 0, 1], [1, 0, 0, 2], [2, 2, 1, 3]];
    let looks = |threads: usize, limit: u64| -> Vec<Look> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        pool.install(|| {
            let mut strata =
                HistogramEvaluator::new(&classes, &table.hierarchies, &models, &scorer);
            nodes.iter().map(|node| strata.look(node, limit, OpenNodes::unknown())).collect()
        })
    };
    let mut plain = Rollup::new(&classes, &table.hierarchies, &models, &scorer);
    let expected: Vec<Look> =
        nodes.iter().map(|node| plain.look(node, u64::MAX, OpenNodes::unknown())).collect();
    assert!(expected.iter().any(|look| look.floor > 0));
    for threads in [1, 2, 3] {
        assert_eq!(looks(threads, u64::MAX), expected, "{threads} threads");
        assert_eq!(looks(threads, rows / 100), looks(1, rows / 100), "{threads} threads");
    }
}
