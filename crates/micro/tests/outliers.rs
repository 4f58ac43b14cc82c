//! Records that cost more than they keep: what must hold of any table, and that it is worth it.

use proptest::prelude::*;
use ridotto_core::model::{AlphaK, KAnonymity};
use ridotto_core::{ClassModel, CodeColumn, Codes, Decimal};
use ridotto_micro::local::cell::{self, CellKey, CellRecoding};
use ridotto_micro::local::mondrian::Mondrian;
use ridotto_micro::local::{Axis, GroupCheck, Grouping, Outliers, SUPPRESSED, excess};
use ridotto_testkit::{Small, small};
use std::collections::HashMap;

fn axes(table: &Small) -> Vec<Axis<'_>> {
    (0..table.columns.len())
        .map(|at| {
            let mut counts = vec![0; table.dictionaries[at].len()];
            for code in table.columns[at].iter() {
                counts[code as usize] += 1;
            }
            Axis::tree(&table.dictionaries[at], &table.hierarchies[at], &counts)
        })
        .collect()
}

fn cell_keys(table: &Small) -> Vec<CellKey<'_>> {
    let key = |(at, column)| CellKey {
        column,
        dictionary: &table.dictionaries[at],
        hierarchy: &table.hierarchies[at],
        importance: 1.0,
    };
    table.keys().into_iter().enumerate().map(key).collect()
}

/// The loss, counted from what is shown; a suppressed record counts 1.
fn loss(table: &Small, keys: usize, groups: &Grouping) -> f64 {
    let mut total = 0.0;
    for row in 0..table.rows {
        if groups.group_of[row] == SUPPRESSED {
            total += 1.0;
            continue;
        }
        for (at, hierarchy) in table.hierarchies.iter().enumerate().take(keys) {
            let code = table.columns[at].get(row) as usize;
            let level = (0..=hierarchy.height())
                .find(|&level| {
                    let group = hierarchy.map(level)[code];
                    hierarchy.label(level, group) == groups.shown(row, at)
                })
                .expect("a label of the chain");
            let leaves = hierarchy.leaves(level)[hierarchy.map(level)[code] as usize];
            let whole = (hierarchy.domain() - 1).max(1) as f64;
            total += (leaves - 1) as f64 / whole / keys as f64;
        }
    }
    total
}

/// The rows of each class, by texts.
fn classes(groups: &Grouping) -> Vec<Vec<usize>> {
    let mut classes: HashMap<Vec<Option<&str>>, Vec<usize>> = HashMap::new();
    for row in (0..groups.group_of.len()).filter(|&row| groups.group_of[row] != SUPPRESSED) {
        let shown = (0..groups.attributes.len()).map(|at| groups.shown(row, at)).collect();
        classes.entry(shown).or_default().push(row);
    }
    classes.into_values().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Groups stay safe and true, the limit is kept, and the loss never grows.
    #[test]
    fn trimming_never_costs(
        table in small(4, 60),
        k in 1_u64..6,
        limit in 0_u64..12,
        mondrian: bool,
        alpha in 4_u32..10,
    ) {
        prop_assume!(table.columns.len() > 1);
        let own = table.columns.len() - 1;
        let (keys, axes) = (table.keys(), axes(&table));
        let (sensitive, keys) = (&keys[own..], &keys[..own]);
        let least = KAnonymity::new(k.try_into().unwrap());
        let share = Decimal::new(alpha.into(), 1);
        let spread = AlphaK::new(0, share, 1, None).unwrap();
        let models: [&dyn ClassModel; 2] = [&least, &spread];
        let judge = GroupCheck::new(models, vec![sensitive[0].values]);
        let is_safe = |rows: &[usize]| {
            let mut counts: HashMap<u32, u64> = HashMap::new();
            for &row in rows {
                *counts.entry(table.columns[own].get(row)).or_default() += 1;
            }
            let most = counts.values().max().copied().unwrap_or(0);
            rows.len() as u64 >= k && most * 10 <= u64::from(alpha) * rows.len() as u64
        };
        let fitted = if mondrian {
            Mondrian::default().fit(keys, &axes[..own], sensitive, &models, table.rows, &()).map(|it| it.grouping)
        } else {
            cell::fit(&cell_keys(&table)[..own], sensitive, &models, table.rows, cell::Effort::default(), &()).map(|it| it.grouping)
        };
        let Ok(mut grouping) = fitted else {
            // With some rows gone the others may be safe together.
            if let Some(gone) = excess(keys, sensitive, &judge, table.rows, limit) {
                prop_assert!(!gone.is_empty() && gone.len() as u64 <= limit);
                let left: Vec<usize> =
                    (0..table.rows).filter(|&row| !gone.contains(&(row as u32))).collect();
                prop_assert!(is_safe(&left));
            }
            return Ok(());
        };
        let before = loss(&table, own, &grouping);
        let importance = vec![1.0; own];
        let outliers = Outliers {
            keys, axes: &axes[..own], importance: &importance, sensitive, judge: &judge,
        };
        let gone = outliers.trim(&mut grouping, limit, &());
        prop_assert!(gone <= limit);
        let suppressed = grouping.group_of.iter().filter(|&&group| group == SUPPRESSED).count();
        prop_assert_eq!(suppressed as u64, gone);
        let after = loss(&table, own, &grouping);
        prop_assert!(after <= before + 1e-9 && (gone == 0 || after < before));
        prop_assert!(classes(&grouping).iter().all(|rows| is_safe(rows)));
        // What is saved says of every record that is released what it shows.
        let columns: Vec<_> = table.columns.iter().zip(&table.dictionaries).take(own).collect();
        let again = CellRecoding::of_rows(&cell_keys(&table)[..own], &grouping).apply(&columns, table.rows);
        let tuple = |row: usize| -> Vec<u32> { (0..own).map(|at| table.columns[at].get(row)).collect() };
        let unmistakable = |row: usize| (0..table.rows).all(|other| {
            tuple(row) != tuple(other) || grouping.group_of[row] == grouping.group_of[other]
        });
        for row in (0..table.rows).filter(|&row| grouping.group_of[row] != SUPPRESSED && unmistakable(row)) {
            prop_assert!((0..own).all(|at| again.shown(row, at) == grouping.shown(row, at)));
        }
    }
}

/// One value at the far end of everything: without it the others show what they are.
#[test]
fn an_outlier_is_suppressed_where_that_shows_more() {
    let values = ["1", "1", "1", "1", "9"];
    let rows: Vec<Vec<String>> = values.iter().map(|value| vec![(*value).to_owned()]).collect();
    let line = |value: &str| vec![value.to_owned(), "*".to_owned()];
    let table = Small::new(&rows, &[vec![line("1"), line("9")]]);
    let model = KAnonymity::new(2.try_into().unwrap());
    let models: [&dyn ClassModel; 1] = [&model];
    let axes = axes(&table);
    let judge = GroupCheck::new(models, vec![]);
    let keys = table.keys();
    let mut grouping =
        Mondrian::default().fit(&keys, &axes, &[], &models, table.rows, &()).unwrap().grouping;
    assert_eq!(grouping.shown(0, 0), Some("*"));
    let outliers =
        Outliers { keys: &keys, axes: &axes, importance: &[1.0], sensitive: &[], judge: &judge };
    assert_eq!(outliers.trim(&mut grouping, 0, &()), 0);
    assert_eq!(outliers.trim(&mut grouping, 1, &()), 1);
    assert_eq!(grouping.group_of[4], SUPPRESSED);
    assert_eq!(grouping.shown(0, 0), Some("1"));
}

/// Six of ten have one value; at most half may. Two must go, and the rarest keys go first.
#[test]
fn too_frequent_values_lose_their_rarest_records() {
    let sensitive = Codes::from_codes(&[0, 0, 0, 0, 0, 0, 1, 1, 2, 2], 3);
    let key = Codes::from_codes(&[0, 0, 0, 0, 1, 2, 0, 0, 0, 0], 3);
    let sensitive = [CodeColumn { codes: &sensitive, values: 3 }];
    let keys = [CodeColumn { codes: &key, values: 3 }];
    let half = Decimal::new(5, 1);
    let model = AlphaK::new(0, half, 2, None).unwrap();
    let judge = GroupCheck::new([&model as &dyn ClassModel], vec![3]);
    assert_eq!(excess(&keys, &sensitive, &judge, 10, 1), None);
    assert_eq!(excess(&keys, &sensitive, &judge, 10, 2), Some(vec![4, 5]));
}
