//! The two laws of the class table as property tests.

use proptest::prelude::*;
use ridotto_core::class::{Tally, mark_rows};
use ridotto_core::{ClassTable, Code, CodeColumn, Codes};
use ridotto_testkit::small;
use std::collections::BTreeMap;

const SENSITIVE: usize = 4;

fn some_rows(codes: &Codes, range: std::ops::Range<usize>) -> Codes {
    let some: Vec<Code> = range.map(|row| codes.get(row)).collect();
    Codes::from_codes(&some, 1 << 20)
}

fn sensitive(rows: usize, seed: usize) -> Codes {
    let codes: Vec<Code> =
        (0..rows).map(|row| ((row * 7 + seed) % 11 % SENSITIVE) as Code).collect();
    Codes::from_codes(&codes, SENSITIVE)
}

/// Counting as a child would do it.
fn naive(keys: &[&Codes], sensitive: &Codes) -> BTreeMap<Vec<Code>, BTreeMap<Code, u64>> {
    let mut classes: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for row in 0..sensitive.len() {
        let key = keys.iter().map(|codes| codes.get(row)).collect();
        *classes.entry(key).or_default().entry(sensitive.get(row)).or_insert(0) += 1;
    }
    classes
}

fn as_map(table: &ClassTable) -> BTreeMap<Vec<Code>, BTreeMap<Code, u64>> {
    let histogram = |class: ridotto_core::Class<'_>| class.histogram(0).iter().copied().collect();
    table.classes().map(|class| (class.key().collect(), histogram(class))).collect()
}

proptest! {
    #[test]
    fn counting_is_counting(table in small(5, 60), seed in 0_usize..100) {
        let sensitive = sensitive(table.rows, seed);
        let of = CodeColumn { codes: &sensitive, values: SENSITIVE };
        let counted = ClassTable::count(&table.keys(), &[of], table.rows);
        let expected = naive(&table.columns.iter().collect::<Vec<_>>(), &sensitive);
        prop_assert_eq!(as_map(&counted), expected);
        prop_assert_eq!(counted.rows(), table.rows as u64);
        for class in counted.classes() {
            let sum: u64 = class.histogram(0).iter().map(|&(_, count)| count).sum();
            prop_assert_eq!(class.size(), sum);
        }
    }

    /// count(a ++ b) = merge(count(a), count(b))
    #[test]
    fn counting_parts_and_merging_is_counting_all(
        table in small(4, 60), cut in 0_usize..100, seed in 0_usize..100,
    ) {
        let sensitive = sensitive(table.rows, seed);
        let cut = table.rows * cut / 100;
        let count = |range: std::ops::Range<usize>| {
            let rows = range.len();
            let parts: Vec<Codes> =
                table.columns.iter().map(|codes| some_rows(codes, range.clone())).collect();
            let part = some_rows(&sensitive, range);
            let keys: Vec<CodeColumn<'_>> = parts
                .iter()
                .zip(table.keys())
                .map(|(codes, key)| CodeColumn { codes, values: key.values })
                .collect();
            ClassTable::count(&keys, &[CodeColumn { codes: &part, values: SENSITIVE }], rows)
        };
        prop_assert_eq!(count(0..cut).merge(&count(cut..table.rows)), count(0..table.rows));
    }

    /// coarsen(count(rows)) = count(recode(rows))
    #[test]
    fn coarsening_classes_is_counting_recoded_rows(
        table in small(4, 60), node in any::<prop::sample::Index>(), seed in 0_usize..100,
    ) {
        let sensitive = sensitive(table.rows, seed);
        let of = CodeColumn { codes: &sensitive, values: SENSITIVE };
        let levels: Vec<usize> = table
            .hierarchies
            .iter()
            .enumerate()
            .map(|(at, hierarchy)| (node.index(1 << 20) >> (2 * at)) % (hierarchy.height() + 1))
            .collect();
        let at = || table.hierarchies.iter().zip(&levels);
        let up: Vec<&[Code]> = at().map(|(hierarchy, &level)| hierarchy.map(level)).collect();
        let values: Vec<usize> = at().map(|(hierarchy, &level)| hierarchy.groups(level)).collect();
        let coarse = ClassTable::count(&table.keys(), &[of], table.rows).coarsen(&up, &values);
        let recoded: Vec<Codes> = table
            .columns
            .iter()
            .zip(&up)
            .zip(&values)
            .map(|((codes, up), &values)| {
                let mut new = Codes::for_values(values);
                new.extend_renumbered(codes, up);
                new
            })
            .collect();
        let keys: Vec<_> = recoded
            .iter()
            .zip(&values)
            .map(|(codes, &values)| CodeColumn { codes, values })
            .collect();
        prop_assert_eq!(coarse, ClassTable::count(&keys, &[of], table.rows));
    }

    #[test]
    fn projecting_classes_is_counting_fewer_columns(table in small(4, 60), seed in 0_usize..100) {
        let sensitive = sensitive(table.rows, seed);
        let of = CodeColumn { codes: &sensitive, values: SENSITIVE };
        let all = ClassTable::count(&table.keys(), &[of], table.rows);
        let some: Vec<usize> = (0..table.columns.len()).filter(|at| (seed >> at) & 1 == 1).collect();
        let keys: Vec<_> = some.iter().map(|&at| table.keys()[at]).collect();
        prop_assert_eq!(all.project(&some), ClassTable::count(&keys, &[of], table.rows));
    }
}

/// Enough rows that they are dealt out to many parts and chunks, and wide keys beside narrow ones.
#[test]
fn large_and_wide_tables_are_counted_alike() {
    let rows = 600_000;
    let column = |factor: u64, values: u64| {
        let mix = |row: u64| (row.wrapping_mul(factor) >> 13) % values;
        let codes: Vec<Code> = (0..rows as u64).map(|row| mix(row) as Code).collect();
        Codes::from_codes(&codes, values as usize)
    };
    let narrow = [column(0x9E37_79B9, 500), column(0x85EB_CA6B, 300)];
    let keys = narrow.each_ref().map(|codes| CodeColumn { codes, values: 500 });
    let table = ClassTable::count(&keys, &[], rows);
    let mut sizes: BTreeMap<(Code, Code), u64> = BTreeMap::new();
    (0..rows)
        .for_each(|row| *sizes.entry((narrow[0].get(row), narrow[1].get(row))).or_default() += 1);
    let got: Vec<_> =
        table.classes().map(|class| ((class.code(0), class.code(1)), class.size())).collect();
    assert_eq!(got, sizes.into_iter().collect::<Vec<_>>());
    // The same columns, declared so wide that a tuple takes two words.
    let wide = narrow.each_ref().map(|codes| CodeColumn { codes, values: 1 << 33 });
    let wide = ClassTable::count(&wide, &[], rows);
    let wide: Vec<_> =
        wide.classes().map(|class| ((class.code(0), class.code(1)), class.size())).collect();
    assert_eq!(got, wide);
}

proptest! {
    /// A row is marked if and only if its class is.
    #[test]
    fn marked_rows_lie_in_marked_classes(table in small(4, 60), level in 0_usize..3, least in 1_u64..6) {
        let levels: Vec<usize> =
            table.hierarchies.iter().map(|hierarchy| level.min(hierarchy.height())).collect();
        let at = || table.hierarchies.iter().zip(&levels);
        let up: Vec<&[Code]> = at().map(|(hierarchy, &level)| hierarchy.map(level)).collect();
        let values: Vec<usize> = at().map(|(hierarchy, &level)| hierarchy.groups(level)).collect();
        let wide: Vec<usize> = values.iter().map(|_| 1 << 40).collect();
        let base = ClassTable::count(&table.keys(), &[], table.rows);
        for values in [values, wide] {
            let coarse = base.coarsen(&up, &values);
            let sizes = coarse.keys().counts();
            let marks = mark_rows(coarse.keys(), &table.keys(), &up, table.rows, |at| sizes[at] < least);
            for (row, mark) in marks.into_iter().enumerate() {
                let key = |row: usize| -> Vec<Code> {
                    table.columns.iter().zip(&up).map(|(codes, up)| up[codes.get(row) as usize]).collect()
                };
                let size = (0..table.rows).filter(|&other| key(other) == key(row)).count();
                prop_assert_eq!(mark, (size as u64) < least);
            }
        }
    }
}

/// The population of each class, counted as a child would do it.
fn people(table: &ClassTable, everybody: &[Vec<Code>]) -> Vec<u64> {
    let fits = |key: &[Code]| everybody.iter().filter(|person| *person == key).count() as u64;
    table.classes().map(|class| fits(&class.key().collect::<Vec<_>>())).collect()
}

proptest! {
    /// The first rows of a table are the sample, and all of them the population.
    #[test]
    fn populations_grow_coarser_with_their_table(
        table in small(3, 60), cut in 1_usize..100, level in 0_usize..3, least in 1_u64..4,
    ) {
        let rows = (table.rows * cut / 100).max(1);
        let sample: Vec<Codes> =
            table.columns.iter().map(|codes| some_rows(codes, 0..rows)).collect();
        let keys: Vec<_> = sample
            .iter()
            .zip(table.keys())
            .map(|(codes, key)| CodeColumn { codes, values: key.values })
            .collect();
        let everybody = Tally::count(&table.keys(), table.rows);
        let counted = ClassTable::count(&keys, &[], rows).with_population(everybody);
        let levels = table.hierarchies.iter().map(|one| (one, level.min(one.height())));
        let (up, values): (Vec<&[Code]>, Vec<usize>) =
            levels.map(|(one, level)| (one.map(level), one.groups(level))).unzip();
        let coarse = counted.coarsen(&up, &values);
        let person = |row: usize| -> Vec<Code> {
            table.columns.iter().zip(&up).map(|(codes, up)| up[codes.get(row) as usize]).collect()
        };
        let recoded: Vec<Vec<Code>> = (0..table.rows).map(person).collect();
        let found = |table: &ClassTable| -> Vec<u64> {
            table.classes().map(|class| class.population().expect("it has one")).collect()
        };
        prop_assert_eq!(found(&coarse), people(&coarse, &recoded));
        let outside = table.rows as u64 - found(&coarse).iter().sum::<u64>();
        let population = coarse.population().expect("it has one");
        prop_assert_eq!((population.outside(), population.people()), (outside, table.rows as u64));
        // Over the first attribute alone.
        let first: Vec<Vec<Code>> = recoded.iter().map(|person| vec![person[0]]).collect();
        let projected = coarse.project(&[0]);
        prop_assert_eq!(found(&projected), people(&projected, &first));
        // Twice the same, and only some classes.
        let twice: Vec<u64> = found(&coarse).iter().map(|people| people * 2).collect();
        prop_assert_eq!(found(&coarse.merge(&coarse)), twice);
        let kept = coarse.retain(|class| class.size() >= least);
        prop_assert_eq!(found(&kept), people(&kept, &recoded));
        prop_assert_eq!(kept.population().expect("it has one").people(), table.rows as u64);
    }

    /// Classes that are not kept leave nothing behind, and the others are as they were.
    #[test]
    fn some_classes_are_kept(table in small(3, 60), least in 1_u64..5, seed in 0_usize..100) {
        let sensitive = sensitive(table.rows, seed);
        let of = CodeColumn { codes: &sensitive, values: SENSITIVE };
        let all = ClassTable::count(&table.keys(), &[of], table.rows);
        let kept = all.retain(|class| class.size() >= least);
        let mut expected = as_map(&all);
        expected.retain(|_, histogram| histogram.values().sum::<u64>() >= least);
        prop_assert_eq!(as_map(&kept), expected);
        prop_assert_eq!(all.retain(|_| true), all);
    }
}
