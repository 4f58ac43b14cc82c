//! Cell generalisation with whole attributes suppressed, against every partition of tiny tables.

use proptest::prelude::*;
use ridotto_core::ClassModel;
use ridotto_core::model::KAnonymity;
use ridotto_core::objective::granularity;
use ridotto_micro::local::cell::{self, CellFitted, CellKey};
use ridotto_testkit::{Small, small, usually};

fn keys(table: &Small) -> Vec<CellKey<'_>> {
    let columns = table.keys().into_iter().enumerate();
    let key = |(at, column)| CellKey {
        column,
        dictionary: &table.dictionaries[at],
        hierarchy: &table.hierarchies[at],
        importance: 1.0,
    };
    columns.map(key).collect()
}

/// The node that some rows share of an attribute: its label, and what it costs.
fn shared(table: &Small, at: usize, rows: &[usize]) -> (String, f64) {
    let hierarchy = &table.hierarchies[at];
    let code = |row: usize| table.columns[at].get(row) as usize;
    let level = (0..=hierarchy.height())
        .find(|&level| {
            let map = hierarchy.map(level);
            rows.iter().all(|&row| map[code(row)] == map[code(rows[0])])
        })
        .expect("all are together at the top");
    let group = hierarchy.map(level)[code(rows[0])];
    let leaves = hierarchy.leaves(level)[group as usize];
    let label = hierarchy.label(level, group).expect("nothing is missing").to_owned();
    (label, granularity(leaves, hierarchy.domain()))
}

/// The least loss of all partitions into groups of `k` in which each attribute is suppressed
/// wholly, or in no record.
fn least(table: &Small, k: usize) -> f64 {
    let mut best = f64::INFINITY;
    partitions(table.rows, &mut Vec::new(), 0, &mut |groups| {
        if groups.iter().any(|group| group.len() < k) {
            return;
        }
        let of_attribute = |at: usize| -> f64 {
            let shown: Vec<(String, f64)> =
                groups.iter().map(|group| shared(table, at, group)).collect();
            if shown.iter().any(|(label, _)| label == "*") {
                let hierarchy = &table.hierarchies[at];
                let top = hierarchy.leaves(hierarchy.height())[0];
                return table.rows as f64 * granularity(top, hierarchy.domain());
            }
            shown.iter().zip(groups).map(|((_, loss), group)| loss * group.len() as f64).sum()
        };
        let loss: f64 = (0..table.columns.len()).map(of_attribute).sum();
        best = best.min(loss / (table.rows * table.columns.len()) as f64);
    });
    best
}

/// Every partition of the rows from `row` on, added to groups.
fn partitions(
    rows: usize,
    groups: &mut Vec<Vec<usize>>,
    row: usize,
    found: &mut dyn FnMut(&[Vec<usize>]),
) {
    if row == rows {
        return found(groups);
    }
    for at in 0..groups.len() {
        groups[at].push(row);
        partitions(rows, groups, row + 1, found);
        groups[at].pop();
    }
    groups.push(vec![row]);
    partitions(rows, groups, row + 1, found);
    groups.pop();
}

fn fitted(table: &Small, k: u64) -> Option<CellFitted> {
    let model = KAnonymity::new(k.try_into().expect("not 0"));
    let models: [&dyn ClassModel; 1] = [&model];
    cell::fit_whole(&keys(table), &[], &models, table.rows, cell::Effort::default(), &()).ok()
}

/// Whether an attribute shows `*` in every record or in none.
fn is_whole(table: &Small, found: &CellFitted) -> bool {
    (0..table.columns.len()).all(|at| {
        let stars = (0..table.rows).filter(|&row| found.grouping.shown(row, at) == Some("*"));
        [0, table.rows].contains(&stars.count())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usually(300, 3_000)))]

    /// Whatever it finds keeps to the rule, is what it says it costs, and costs no less than the best.
    #[test]
    fn attributes_are_suppressed_wholly_or_not_at_all(table in small(3, 7), k in 1_u64..4) {
        let Some(found) = fitted(&table, k) else {
            prop_assert!((table.rows as u64) < k);
            return Ok(());
        };
        prop_assert!(is_whole(&table, &found));
        let mut sizes = vec![0_u64; found.grouping.groups];
        found.grouping.group_of.iter().for_each(|&group| sizes[group as usize] += 1);
        prop_assert!(sizes.iter().all(|&size| size >= k));
        prop_assert!(found.loss >= least(&table, k as usize) - 1e-6);
    }

    /// Every cell shows its value or an ancestor of it.
    #[test]
    fn larger_tables_hold(table in small(4, 60), k in 1_u64..6) {
        let Some(found) = fitted(&table, k) else {
            prop_assert!((table.rows as u64) < k);
            return Ok(());
        };
        prop_assert!(is_whole(&table, &found));
        prop_assert!(found.loss <= 1.0 + 1e-9);
        for (row, &group) in found.grouping.group_of.iter().enumerate() {
            for (at, column) in table.columns.iter().enumerate() {
                let (shown, code) = (found.grouping.shown(row, at), column.get(row));
                let hierarchy = &table.hierarchies[at];
                let mut levels = 0..=hierarchy.height();
                let is_ancestor = |level: usize| {
                    hierarchy.label(level, hierarchy.map(level)[code as usize]) == shown
                };
                prop_assert!(levels.any(is_ancestor), "row {row} of group {group}");
            }
        }
    }
}

/// How often the least loss is found, over tables that are the same on every machine.
#[test]
fn it_is_often_the_best() {
    let (mut best, mut all) = (0, 0);
    for seed in 0..60_u32 {
        let cell = |row: u32, at: u32| {
            ((seed * 7 + row * (at + 3) + row * row * (seed % 5)) % 4).to_string()
        };
        let cells: Vec<Vec<String>> =
            (0..6).map(|row| (0..2).map(|at| cell(row, at)).collect()).collect();
        let lines: Vec<Vec<String>> = (0..4)
            .map(|value: u32| {
                vec![value.to_string(), (value / 2 * 2).to_string() + "+", "*".into()]
            })
            .collect();
        let table = Small::new(&cells, &[lines.clone(), lines]);
        let found = fitted(&table, 2).expect("six rows are enough");
        let least = least(&table, 2);
        assert!(found.loss >= least - 1e-6);
        (best, all) = (best + usize::from(found.loss <= least + 1e-6), all + 1);
    }
    println!("{best} of {all}");
    assert!(best * 4 >= all * 3, "{best} of {all}");
}
