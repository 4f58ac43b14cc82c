//! What no recoding loses less than: against every partition of tiny tables, and on larger ones.

use proptest::prelude::*;
use ridotto_core::model::KAnonymity;
use ridotto_core::objective::granularity;
use ridotto_core::{ClassModel, ClassTable, Code, Control};
use ridotto_micro::local::cell::{self, CellKey};
use ridotto_micro::local::{Apart, least_loss};
use ridotto_testkit::{Hurry, Small, small};

/// What a value loses that is shown as one text with another.
fn together(table: &Small, at: usize, one: Code, other: Code) -> f64 {
    let hierarchy = &table.hierarchies[at];
    let chain = |code: Code| {
        let levels = 0..=hierarchy.height();
        levels.map(move |level| {
            let group = hierarchy.map(level)[code as usize];
            let leaves = hierarchy.leaves(level)[group as usize];
            (hierarchy.label(level, group), granularity(leaves, hierarchy.domain()))
        })
    };
    let shared = chain(one).filter(|own| chain(other).any(|of| of.0 == own.0));
    if one == other { 0.0 } else { shared.map(|own| own.1).fold(1.0, f64::min) }
}

fn bound(table: &Small, k: u64) -> Option<f64> {
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let keys = table.hierarchies.len();
    let apart: Option<Vec<Apart>> = (0..keys)
        .map(|at| {
            Apart::new(table.dictionaries[at].len(), |a, b| together(table, at, a, b) / keys as f64)
        })
        .collect();
    least_loss(classes.keys(), &apart?, k, &())
}

/// Every partition of so many rows, as a group for each.
fn partitions(rows: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..rows {
        let longer = |groups: Vec<usize>| {
            let next = groups.iter().max().map_or(0, |most| most + 1);
            (0..=next).map(move |group| groups.iter().copied().chain([group]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// What is lost by the best partition into groups of `k` rows and more, in which each row shows what it
/// must to be like the others; `None` if there is none.
fn least_by_partition(table: &Small, k: usize) -> Option<f64> {
    let keys = table.hierarchies.len();
    let cost = |groups: &Vec<usize>| -> Option<f64> {
        let members = |group: usize| groups.iter().filter(move |of| **of == group).count();
        if groups.iter().any(|&group| members(group) < k) {
            return None;
        }
        let of_row = |row: usize| -> f64 {
            let others = (0..table.rows).filter(|&other| groups[other] == groups[row]);
            let lost = |at: usize| {
                let code = |row: usize| table.columns[at].get(row);
                let each = others.clone().map(|other| together(table, at, code(row), code(other)));
                each.fold(0.0, f64::max)
            };
            (0..keys).map(lost).sum::<f64>() / keys as f64
        };
        Some((0..table.rows).map(of_row).sum::<f64>() / table.rows as f64)
    };
    partitions(table.rows).iter().filter_map(cost).min_by(f64::total_cmp)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// No partition of a tiny table loses less.
    #[test]
    fn no_partition_loses_less(table in small(3, 8), k in 1_usize..5) {
        let Some(least) = least_by_partition(&table, k) else { return Ok(()) };
        let bound = bound(&table, k as u64).expect("little to compare");
        prop_assert!(bound <= least + 1e-9, "{bound} above {least}");
    }

    /// Nor does local recoding of a larger one.
    #[test]
    fn local_recoding_does_not_lose_less(table in small(4, 60), k in 1_u64..7) {
        let key = |(at, column)| CellKey {
            column,
            dictionary: &table.dictionaries[at],
            hierarchy: &table.hierarchies[at],
            importance: 1.0,
        };
        let keys: Vec<_> = table.keys().into_iter().enumerate().map(key).collect();
        let model = KAnonymity::new(k.try_into().unwrap());
        let models: [&dyn ClassModel; 1] = [&model];
        let Ok(fitted) = cell::fit(&keys, &[], &models, table.rows, cell::Effort::default(), &()) else {
            return Ok(());
        };
        let bound = bound(&table, k).expect("little to compare");
        prop_assert!(bound <= fitted.loss + 1e-6, "{bound} above {}", fitted.loss);
    }
}

/// Pairs that are as near as can be reach it, and who has no time has no bound.
#[test]
fn pairs_reach_it() {
    let lines = ["a", "b", "c", "d"].map(|value| {
        let group = if value < "c" { "ab" } else { "cd" };
        vec![value.to_owned(), group.to_owned(), "*".to_owned()]
    });
    let cells = ["a", "b", "c", "d"].map(|value| vec![value]);
    let table = Small::new(&cells, &[lines.to_vec()]);
    // Two leaves of four: (2 - 1) / (4 - 1).
    let least = bound(&table, 2).unwrap();
    assert!((least - 1.0 / 3.0).abs() < 1e-5, "{least}");
    assert!((least_by_partition(&table, 2).unwrap() - 1.0 / 3.0).abs() < 1e-12);
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let apart = [Apart::new(4, |a, b| f64::from(u8::from(a != b))).unwrap()];
    let hurry = Hurry::after(0, Control::Finish);
    assert_eq!(least_loss(classes.keys(), &apart, 2, &hurry), None);
}
