//! Mondrian: the lectures' run, and what must hold on any table.

use proptest::prelude::*;
use ridotto_core::hierarchy::{Builder, covers};
use ridotto_core::model::KAnonymity;
use ridotto_core::{
    Bound, Class, ClassModel, CodeColumn, Codes, Control, Dictionary, Kind, Reading, UnionRule,
};
use ridotto_micro::local::mondrian::{CutRule, Mondrian, Region, Regions};
use ridotto_micro::local::{Axis, Grouping, Summary};
use ridotto_testkit::{Hurry, Small, small};
use std::collections::HashMap;

/// How often each tuple of shown texts occurs: a counter that knows nothing of units or places.
fn recount(groups: &Grouping, rows: usize) -> HashMap<Vec<Option<String>>, u64> {
    let mut counts = HashMap::new();
    for row in 0..rows {
        let shown = (0..groups.attributes.len())
            .map(|at| groups.shown(row, at).map(str::to_owned))
            .collect::<Vec<_>>();
        *counts.entry(shown).or_insert(0) += 1;
    }
    counts
}

/// The columns read as whole numbers.
fn as_numbers(table: &Small) -> Vec<Dictionary> {
    let reading = Reading::of_kind(Kind::Integer);
    let read = |old: &Dictionary| Dictionary::new(old.texts(), reading.clone(), |_| false).0;
    table.dictionaries.iter().map(read).collect()
}

fn axes<'a>(table: &'a Small, numbers: &'a [Dictionary], kinds: u64) -> Vec<Axis<'a>> {
    (0..table.columns.len())
        .map(|at| match kinds / 3_u64.pow(at as u32) % 3 {
            0 => Axis::ordered(&numbers[at], Summary::Range),
            1 => Axis::ordered(&table.dictionaries[at], Summary::Set),
            _ => {
                let counts = table.columns[at].histogram(table.dictionaries[at].len());
                Axis::tree(&table.dictionaries[at], &table.hierarchies[at], &counts)
            }
        })
        .collect()
}

/// Whether what is shown of each cell is true.
fn all_true(table: &Small, axes: &[Axis<'_>], groups: &Grouping, kinds: u64) -> bool {
    (0..table.rows).all(|row| {
        (0..axes.len()).all(|at| {
            let code = table.columns[at].get(row);
            let (label, value) = (groups.shown(row, at), table.dictionaries[at].text(code));
            if kinds / 3_u64.pow(at as u32) % 3 == 2 {
                let chain = table.hierarchies[at].rows().nth(code as usize);
                return chain.is_some_and(|chain| chain.contains(&label)) || label == Some("*");
            }
            let kind = if (kinds / 3_u64.pow(at as u32)).is_multiple_of(3) {
                Kind::Integer
            } else {
                Kind::Text
            };
            covers(label, value, &Reading::of_kind(kind))
        })
    })
}

/// A model that promises nothing: the most frequent value has 30 to 70 % of the class.
#[derive(Debug)]
struct Balanced;

impl ClassModel for Balanced {
    fn name(&self) -> &'static str {
        "balanced"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        let most = class.histogram(0).iter().map(|pair| pair.1).max().unwrap_or(0);
        most as f64 / class.size() as f64
    }
    fn bound(&self) -> Bound {
        Bound::Within(0.3, 0.7)
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::NoPromise
    }
}

fn first_half(table: &Small, rows: usize) -> Small {
    let keep: Vec<u32> = (0..rows as u32).collect();
    let columns = table.columns.iter().map(|codes| codes.take(&keep)).collect();
    Small { columns, rows, ..table.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn groups_are_safe_and_true(
        table in small(4, 60),
        k in 1_u64..7,
        kinds in 0_u64..81,
        relaxed: bool,
        gain: bool,
    ) {
        let numbers = as_numbers(&table);
        // The random tables' values are digits, so that both dictionaries have one order.
        let axes = axes(&table, &numbers, kinds);
        let keys = table.keys();
        let model = KAnonymity::new(k.try_into().unwrap());
        let models: [&dyn ClassModel; 1] = [&model];
        let cut = if gain { CutRule::InformationGain(0) } else { CutRule::Median };
        let method = Mondrian { relaxed, cut };
        let found = method.fit(&keys, &axes, &keys[..1], &models, table.rows, &());
        let Ok(fitted) = found else {
            prop_assert!((table.rows as u64) < k);
            return Ok(());
        };
        let counts = recount(&fitted.grouping, table.rows);
        prop_assert!(counts.values().all(|&rows| rows >= k));
        prop_assert!(all_true(&table, &axes, &fitted.grouping, kinds));
        // The regions cover the rows they were made of, also when they were saved in between.
        let saved = serde_json::to_string(&fitted.regions).unwrap();
        let regions: Regions = serde_json::from_str(&saved).unwrap();
        let columns: Vec<_> = table.columns.iter().zip(&table.dictionaries).collect();
        let again = regions.apply(&columns, table.rows);
        prop_assert!(all_true(&table, &axes, &again, kinds));
        if !relaxed {
            prop_assert!(recount(&again, table.rows).values().all(|&rows| rows >= k));
        }
    }

    /// Whenever it is told to finish, the groups are safe.
    #[test]
    fn what_is_cut_short_is_safe_and_true(
        table in small(4, 60),
        k in 1_u64..7,
        kinds in 0_u64..81,
        questions in 0_usize..12,
    ) {
        let numbers = as_numbers(&table);
        let axes = axes(&table, &numbers, kinds);
        let model = KAnonymity::new(k.try_into().unwrap());
        let hurry = Hurry::after(questions, Control::Finish);
        let found = Mondrian::default().fit(&table.keys(), &axes, &[], &[&model], table.rows, &hurry);
        let Ok(fitted) = found else {
            prop_assert!((table.rows as u64) < k);
            return Ok(());
        };
        let counts = recount(&fitted.grouping, table.rows);
        prop_assert!(counts.values().all(|&rows| rows >= k));
        prop_assert!(all_true(&table, &axes, &fitted.grouping, kinds));
        prop_assert!(questions > 0 || table.rows == 0 || fitted.cut_short);
        prop_assert!(questions > 0 || fitted.grouping.groups <= 1);
    }

    /// Also with a model that a union of safe classes may break, and with summaries that make
    /// different regions look the same.
    #[test]
    fn any_model_holds_for_what_is_shown(
        table in small(4, 60),
        k in 1_u64..4,
        kinds in 0_u64..81,
        relaxed: bool,
        means: bool,
    ) {
        let (last, own) = table.keys().split_last().map(|(last, own)| (*last, own.to_vec())).unwrap();
        prop_assume!(!own.is_empty());
        let numbers = as_numbers(&table);
        let mut axes = axes(&table, &numbers, kinds);
        axes.pop();
        if means {
            axes = numbers[..own.len()].iter().map(|one| Axis::ordered(one, Summary::Mean)).collect();
        }
        let size = KAnonymity::new(k.try_into().unwrap());
        let models: [&dyn ClassModel; 2] = [&size, &Balanced];
        let safe = |rows: &[usize]| {
            let mut counts = HashMap::new();
            for &row in rows {
                *counts.entry(last.codes.get(row)).or_insert(0_u32) += 1;
            }
            let most = counts.values().max().copied().unwrap_or(0);
            let share = f64::from(most) / rows.len() as f64;
            rows.len() as u64 >= k && (0.3..=0.7).contains(&share)
        };
        let everything: Vec<usize> = (0..table.rows).collect();
        let method = Mondrian { relaxed, ..Mondrian::default() };
        let Ok(fitted) = method.fit(&own, &axes, &[last], &models, table.rows, &()) else {
            prop_assert!(!safe(&everything));
            return Ok(());
        };
        let mut classes: HashMap<Vec<Option<&str>>, Vec<usize>> = HashMap::new();
        for row in 0..table.rows {
            let shown = (0..own.len()).map(|at| fitted.grouping.shown(row, at)).collect();
            classes.entry(shown).or_default().push(row);
        }
        prop_assert!(classes.values().all(|rows| safe(rows)));
    }

    /// A missing value is covered by missing and by `*` alone, and regions know their missing rows.
    #[test]
    fn missing_values_stay_true(table in small(3, 50), k in 1_u64..5, kinds in 0_u64..27) {
        let kind = |at: usize| kinds / 3_u64.pow(at as u32) % 3;
        let coded: Vec<(Codes, Dictionary)> = (0..table.columns.len())
            .map(|at| {
                let old = &table.dictionaries[at];
                let read = if kind(at) == 0 { Kind::Integer } else { Kind::Text };
                let reading = Reading::of_kind(read);
                let (own, new) = Dictionary::new(old.texts(), reading, |text| text == "1");
                let mut codes = Codes::for_values(own.len());
                codes.extend_renumbered(&table.columns[at], &new);
                (codes, own)
            })
            .collect();
        let hierarchies: Vec<_> = coded
            .iter()
            .map(|(_, own)| Builder::Suppress.compile("key", own, &[], &|_| false).unwrap())
            .collect();
        let axes: Vec<_> = (0..coded.len())
            .map(|at| match kind(at) {
                0 => Axis::ordered(&coded[at].1, Summary::Range),
                1 => Axis::ordered(&coded[at].1, Summary::Set),
                _ => Axis::tree(&coded[at].1, &hierarchies[at], &[]),
            })
            .collect();
        let keys: Vec<_> =
            coded.iter().map(|(codes, own)| CodeColumn { codes, values: own.len() }).collect();
        let model = KAnonymity::new(k.try_into().unwrap());
        let found = Mondrian::default().fit(&keys, &axes, &[], &[&model], table.rows, &());
        let Ok(fitted) = found else { return Ok(()) };
        prop_assert!(recount(&fitted.grouping, table.rows).values().all(|&rows| rows >= k));
        let columns: Vec<_> = coded.iter().map(|(codes, own)| (codes, own)).collect();
        let again = fitted.regions.apply(&columns, table.rows);
        for (groups, row) in [&fitted.grouping, &again].into_iter().flat_map(|groups| {
            (0..table.rows).map(move |row| (groups, row))
        }) {
            for (at, (codes, own)) in coded.iter().enumerate() {
                let value = own.text(codes.get(row));
                prop_assert!(covers(groups.shown(row, at), value, own.reading()));
            }
        }
    }

    /// Strict regions of plain ranges cannot be cut any further at a median.
    #[test]
    fn no_group_could_be_cut_again(table in small(3, 40), k in 1_u64..5) {
        let numbers = as_numbers(&table);
        let axes: Vec<_> = numbers.iter().map(|own| Axis::ordered(own, Summary::Range)).collect();
        let model = KAnonymity::new(k.try_into().unwrap());
        let Ok(fitted) = Mondrian::default().fit(&table.keys(), &axes, &[], &[&model], table.rows, &())
        else {
            return Ok(());
        };
        let groups = fitted.grouping;
        for group in 0..groups.groups as u32 {
            let rows: Vec<usize> =
                (0..table.rows).filter(|&row| groups.group_of[row] == group).collect();
            for column in &table.columns {
                let mut codes: Vec<u32> = rows.iter().map(|&row| column.get(row)).collect();
                codes.sort_unstable();
                for cut in 1..codes.len() {
                    let parted = codes[cut - 1] < codes[cut];
                    let even = cut as u64 >= k && (codes.len() - cut) as u64 >= k;
                    prop_assert!(!(parted && even), "a group could be cut in two");
                }
            }
        }
    }

    /// Regions fitted on some rows cover rows with values that nobody saw.
    #[test]
    fn regions_cover_unseen_rows(table in small(3, 60), seen in 1_usize..20, kinds in 0_u64..27) {
        let part = first_half(&table, seen.min(table.rows));
        let cells: Vec<Vec<String>> = (0..part.rows)
            .map(|row| {
                let text = |at: usize| {
                    part.dictionaries[at].text(part.columns[at].get(row)).unwrap().to_owned()
                };
                (0..part.columns.len()).map(text).collect()
            })
            .collect();
        let lines: Vec<Vec<Vec<String>>> = table.hierarchies.iter().map(|hierarchy| {
            let row = |row: Vec<Option<&str>>| row.into_iter().flatten().map(str::to_owned).collect();
            hierarchy.rows().map(row).collect()
        }).collect();
        let own = Small::new(&cells, &lines);
        let numbers = as_numbers(&own);
        let axes = axes(&own, &numbers, kinds);
        let model = KAnonymity::new(2.try_into().unwrap());
        let found = Mondrian::default().fit(&own.keys(), &axes, &[], &[&model], own.rows, &());
        let Ok(fitted) = found else { return Ok(()) };
        let columns: Vec<_> = table.columns.iter().zip(&table.dictionaries).collect();
        let groups = fitted.regions.apply(&columns, table.rows);
        prop_assert!(all_true(&table, &axes, &groups, kinds));
    }
}

#[test]
fn any_number_of_threads_gives_the_same_groups() {
    let table = ridotto_testkit::latent(5, 40_000, 3);
    let numbers = as_numbers(&table);
    let axes = axes(&table, &numbers, 2 + 9 * 2);
    let model = KAnonymity::new(5.try_into().unwrap());
    let groups = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            Mondrian::default()
                .fit(&table.keys(), &axes, &[], &[&model], table.rows, &())
                .unwrap()
                .grouping
        })
    };
    let one = groups(1);
    assert!(one.groups > 100);
    assert!(one == groups(2) && one == groups(4));
}

#[test]
fn damaged_regions_are_not_sound() {
    let table = ridotto_testkit::latent(2, 100, 3);
    let numbers = as_numbers(&table);
    let axes = axes(&table, &numbers, 0);
    let model = KAnonymity::new(5.try_into().unwrap());
    let fitted =
        Mondrian::default().fit(&table.keys(), &axes, &[], &[&model], table.rows, &()).unwrap();
    assert!(fitted.regions.is_sound() && fitted.regions.regions.len() > 2);
    let damage: [fn(&mut Regions); 7] = [
        |regions| regions.sides[0].labels.clear(),
        |regions| regions.regions.clear(),
        |regions| drop(regions.regions.pop()),
        |regions| drop(regions.sides.pop()),
        |regions| regions.regions[0] = Region::Cut { side: 0, last: 0, right: 0 },
        |regions| regions.regions[0] = Region::Cut { side: 9, last: 0, right: 1 },
        |regions| regions.regions[0] = Region::Group(vec![]),
    ];
    for (nth, damage) in damage.into_iter().enumerate() {
        let mut regions = fitted.regions.clone();
        damage(&mut regions);
        assert!(!regions.is_sound(), "damage {nth}");
    }
}
