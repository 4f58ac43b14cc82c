//! Groups that somebody else found, as starts: the result is never worse than those that are safe.

use super::{all_true, classes, keys, share_of};
use proptest::prelude::*;
use ridotto_core::model::{
    Baseline, Count, Distance, EntropyEstimator, EntropyL, KAnonymity, TCloseness,
};
use ridotto_core::{ClassModel, ClassTable, Code, CodeColumn, Control, Decimal};
use ridotto_micro::local::cell::{self, CellKey, Effort};
use ridotto_micro::local::mondrian::Mondrian;
use ridotto_micro::local::{Axis, SUPPRESSED};
use ridotto_testkit::{Hurry, Small, small};
use std::collections::{BTreeMap, HashMap};

/// Models of the last column, those that a union keeps and one that it may break.
pub fn models(table: &Small, which: usize) -> Vec<Box<dyn ClassModel>> {
    let k = |k: u64| k.try_into().expect("not 0");
    let last = table.columns.len() - 1;
    let counts = table.columns[last].histogram(table.dictionaries[last].len());
    let baseline = Baseline::new(counts);
    let t = Decimal::ceil_share(1, 3);
    let entropy = |estimator| EntropyL::new(0, 1.7, estimator).expect("1 or more");
    match which {
        0 => vec![Box::new(KAnonymity::new(k(3)))],
        1 => vec![Box::new(KAnonymity::counting(k(2), Count::Distinct(0)))],
        2 => vec![Box::new(entropy(EntropyEstimator::Shannon))],
        3 => {
            vec![Box::new(KAnonymity::new(k(2))), Box::new(entropy(EntropyEstimator::Grassberger))]
        }
        4 => vec![
            Box::new(TCloseness::new(0, t, Distance::Equal, &baseline).expect("0 to 1")),
            Box::new(KAnonymity::new(k(2))),
        ],
        _ => vec![Box::new(super::Balanced)],
    }
}

/// Whether rows are safe, as the models say of a table that was counted plainly.
pub fn holds(table: &Small, models: &[Box<dyn ClassModel>], rows: &[usize]) -> bool {
    let last = table.columns.len() - 1;
    let mut counts: BTreeMap<Code, u64> = BTreeMap::new();
    for &row in rows {
        *counts.entry(table.columns[last].get(row)).or_default() += 1;
    }
    let values = table.dictionaries[last].len();
    let class =
        ClassTable::of_one_class(rows.len() as u64, vec![(values, counts.into_iter().collect())]);
    class.classes().all(|class| models.iter().all(|model| model.holds(class)))
}

/// What groups lose that show their nearest common ancestors, a suppressed row all that it can;
/// `None` if what shows the same is not safe.
fn loss_of(table: &Small, models: &[Box<dyn ClassModel>], group_of: &[u32]) -> Option<f64> {
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (row, &group) in group_of.iter().enumerate() {
        groups.entry(group).or_default().push(row);
    }
    let own = table.columns.len() - 1;
    let gone = groups.remove(&SUPPRESSED).map_or(0, |rows| rows.len());
    let mut total = (gone * own) as f64;
    let mut classes: HashMap<Vec<Option<String>>, Vec<usize>> = HashMap::new();
    for rows in groups.into_values() {
        let mut shown = Vec::new();
        for (codes, hierarchy) in table.columns[..own].iter().zip(&table.hierarchies) {
            let (level, group) = super::common(hierarchy, codes, &rows);
            total += share_of(hierarchy, level, group) * rows.len() as f64;
            shown.push(hierarchy.label(level, group).map(str::to_owned));
        }
        classes.entry(shown).or_default().extend(rows);
    }
    let all_hold = classes.values().all(|rows| holds(table, models, rows));
    (all_hold && !classes.is_empty()).then(|| total / (group_of.len() * own) as f64)
}

/// Some groups of rows, some of them perhaps suppressed; `dice` is another number for each row.
fn groups(dice: &[u32], groups: u32, suppressed: bool) -> Vec<u32> {
    let of = |&dice: &u32| {
        let is_gone = suppressed && (dice >> 8).is_multiple_of(8);
        if is_gone { SUPPRESSED } else { dice % groups }
    };
    dice.iter().map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn never_worse_than_groups_that_were_given(
        table in small(4, 40),
        dice in prop::collection::vec(any::<u32>(), 40),
        most in prop::collection::vec((1_u32..7, any::<bool>()), 1..3),
        which in 0_usize..6,
        passes in prop::option::of(0_usize..4),
    ) {
        prop_assume!(table.columns.len() > 1);
        let all = keys(&table);
        let (sensitive, own) = all.split_last().expect("a column");
        let boxed = models(&table, which);
        let models: Vec<&dyn ClassModel> = boxed.iter().map(|model| &**model).collect();
        let starts: Vec<Vec<u32>> = (0_u32..)
            .zip(&most)
            .map(|(nth, &(most, gone))| {
                let dice: Vec<u32> = dice[..table.rows].iter().map(|dice| dice >> nth).collect();
                groups(&dice, most, gone)
            })
            .collect();
        let from: Vec<&[u32]> = starts.iter().map(Vec::as_slice).collect();
        let losses = starts.iter().filter_map(|start| loss_of(&table, &boxed, start));
        let least = losses.fold(f64::INFINITY, f64::min);
        let effort = Effort { from: &from, passes, ..Effort::default() };
        let Ok(fitted) = cell::fit(own, &[sensitive.column], &models, table.rows, effort, &()) else {
            let everything: Vec<usize> = (0..table.rows).collect();
            prop_assert!(!holds(&table, &boxed, &everything) && least.is_infinite());
            return Ok(());
        };
        prop_assert!(fitted.loss <= least + 1e-6, "{} is worse than {least}", fitted.loss);
        let found = loss_of(&table, &boxed, &fitted.grouping.group_of);
        prop_assert!(found.is_some_and(|found| (found - fitted.loss).abs() < 1e-6), "{found:?}");
        // Others may be suppressed than were, and never more.
        let gone = |groups: &[u32]| groups.iter().filter(|&&of| of == SUPPRESSED).count();
        let most = starts.iter().map(|start| gone(start)).max();
        prop_assert!(Some(gone(&fitted.grouping.group_of)) <= most);
    }
}

/// More passes are never worse, whatever the models promise.
#[test]
fn more_passes_are_never_worse() {
    let mut served = 0;
    for seed in 0..24 {
        let table = ridotto_testkit::latent(5, 150 + 40 * seed as usize, seed);
        let all = keys(&table);
        let (sensitive, own) = all.split_last().expect("a column");
        let boxed = models(&table, seed as usize % 6);
        let models: Vec<&dyn ClassModel> = boxed.iter().map(|model| &**model).collect();
        let mut last = f64::INFINITY;
        for passes in [Some(0), Some(1), Some(2), Some(4), Some(8), Some(70)] {
            let effort = Effort { passes, ..Effort::default() };
            let found = cell::fit(own, &[sensitive.column], &models, table.rows, effort, &());
            let Ok(found) = found else { break };
            assert!(found.loss <= last + 1e-9, "seed {seed}: {} after {last}", found.loss);
            last = found.loss;
            let shown = classes(&found.grouping, table.rows);
            assert!(shown.values().all(|rows| holds(&table, &boxed, rows)), "seed {seed}");
            let keys = Small { columns: table.columns[..4].to_vec(), ..table.clone() };
            assert!(all_true(&keys, &found.grouping), "seed {seed}");
        }
        served += u32::from(last.is_finite());
    }
    assert!(served >= 12, "only {served} tables could be served");
}

/// More data of the same kind never lose more: groups of k lie nearer to each other.
#[test]
fn more_data_lose_less() {
    let k = KAnonymity::new(5.try_into().expect("not 0"));
    let models: [&dyn ClassModel; 1] = [&k];
    let mut last = f64::INFINITY;
    for rows in [250, 1_000, ridotto_testkit::usually(4_000, 64_000)] {
        let table = ridotto_testkit::latent(5, rows, 3);
        let keys = keys(&table);
        let found =
            cell::fit(&keys, &[], &models, table.rows, Effort::default(), &()).expect("rows");
        assert!(found.loss < last, "{} at {rows} rows, {last} before", found.loss);
        last = found.loss;
    }
}

fn axis<'a>(key: &CellKey<'a>) -> Axis<'a> {
    let counts = key.column.codes.histogram(key.column.values);
    Axis::tree(key.dictionary, key.hierarchy, &counts)
}

/// Mondrian's regions that somebody found already are begun with, and not looked for again.
#[test]
fn mondrian_is_not_run_twice() {
    for seed in 0..6 {
        let table = ridotto_testkit::latent(5, 600, seed);
        let all = keys(&table);
        let (sensitive, own) = all.split_last().expect("a column");
        let boxed = models(&table, seed as usize);
        let models: Vec<&dyn ClassModel> = boxed.iter().map(|model| &**model).collect();
        let columns: Vec<CodeColumn<'_>> = own.iter().map(|key| key.column).collect();
        let axes: Vec<Axis<'_>> = own.iter().map(axis).collect();
        let mondrian = Mondrian::default();
        let found = mondrian.fit(&columns, &axes, &[sensitive.column], &models, table.rows, &());
        let Ok(found) = found else { continue };
        let regions = &found.grouping.group_of[..];
        let run = |regions| {
            let effort = Effort { regions, passes: Some(0), ..Effort::default() };
            let watch = Hurry::after(1 << 30, Control::Finish);
            let fitted = cell::fit(own, &[sensitive.column], &models, table.rows, effort, &watch);
            (fitted.expect("all rows together are safe"), (1 << 30) - watch.left())
        };
        let ((with, looks), (without, most)) = (run(Some(regions)), run(None));
        assert!((with.loss - without.loss).abs() < 1e-9, "seed {seed}");
        assert!(looks + found.grouping.groups <= most, "seed {seed}: {looks} of {most} looks");
    }
}

/// Whatever the models and the starts, any number of threads finds the same groups.
#[test]
fn any_number_of_threads_gives_the_same_groups_for_every_model() {
    let table = ridotto_testkit::latent(5, 1_500, 11);
    let all = keys(&table);
    let (sensitive, own) = all.split_last().expect("a column");
    // Groups of neighbouring rows, some of which are not safe, and some rows in none.
    let start: Vec<u32> =
        (0..1_500).map(|row| if row % 97 == 0 { SUPPRESSED } else { row / 50 }).collect();
    let mut served = 0;
    for which in 0..6 {
        let boxed = models(&table, which);
        let on = |threads: usize, from: &[&[u32]]| {
            let models: Vec<&dyn ClassModel> = boxed.iter().map(|model| &**model).collect();
            let effort = Effort { from, passes: Some(6), ..Effort::default() };
            let fit = || cell::fit(own, &[sensitive.column], &models, table.rows, effort, &());
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(fit).map(|found| found.grouping)
        };
        for from in [&[][..], &[&start[..]]] {
            let one = on(1, from);
            assert!(one == on(2, from) && one == on(4, from), "models {which}");
            served += u32::from(one.is_ok_and(|grouping| grouping.groups > 1));
        }
    }
    assert!(served >= 8, "only {served} of 12 were served");
}
