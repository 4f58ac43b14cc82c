//! Local suppression: what must hold on any table, the least number of cells on tiny ones, and
//! how many cells others need.

use proptest::prelude::*;
use ridotto_core::{Codes, Control, Kind, Reading, Watch};
use ridotto_micro::local::suppression::{
    CellSet, LocalSuppression, Matching, Suppressed, SuppressionKey, all, every, least_cells,
};
use ridotto_testkit::tables::code;
use ridotto_testkit::{Hurry, Small, adult, data, small};
use std::collections::HashMap;

fn fit(
    table: &Small,
    k: u64,
    matching: Matching,
    scopes: Vec<CellSet>,
    costs: &[f64],
) -> Option<Suppressed> {
    watched(table, k, matching, scopes, costs, &())
}

fn watched(
    table: &Small,
    k: u64,
    matching: Matching,
    scopes: Vec<CellSet>,
    costs: &[f64],
    watch: &dyn Watch,
) -> Option<Suppressed> {
    let keys: Vec<_> = table
        .keys()
        .into_iter()
        .enumerate()
        .map(|(at, column)| SuppressionKey {
            column,
            dictionary: &table.dictionaries[at],
            importance: costs[at],
        })
        .collect();
    let k = k.try_into().expect("not 0");
    LocalSuppression { k, matching, scopes }.fit(&keys, table.rows, watch).ok()
}

/// How many rows each row fits on some keys if a suppressed cell fits anything: pair by pair.
fn fits(columns: &[Codes], cells: &[CellSet], scope: CellSet) -> Vec<u64> {
    let fit = |a: usize, b: usize| {
        columns.iter().enumerate().all(|(at, codes)| {
            (scope & !cells[a] & !cells[b]) & (1 << at) == 0 || codes.get(a) == codes.get(b)
        })
    };
    (0..cells.len()).map(|a| (0..cells.len()).filter(|&b| fit(a, b)).count() as u64).collect()
}

fn cost(cells: &[CellSet], costs: &[f64]) -> f64 {
    let one = |set: &CellSet| -> f64 {
        (0..costs.len()).filter(|at| set & (1 << at) != 0).map(|at| costs[at]).sum()
    };
    cells.iter().map(one).sum()
}

/// Whether every cell shows its value, or `*` where the decision says so.
fn all_true(table: &Small, found: &Suppressed) -> bool {
    (0..table.rows).all(|row| {
        (0..table.columns.len()).all(|at| {
            let hidden = found.cells[row] & (1 << at) != 0;
            let value = table.dictionaries[at].text(table.columns[at].get(row));
            found.grouping.shown(row, at) == if hidden { Some("*") } else { value }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn every_row_fits_k_rows(
        table in small(4, 40),
        k in 1_u64..6,
        m in 0_u32..4,
        costs in prop::collection::vec(prop::sample::select(vec![0.5, 1.0, 1.0, 3.0]), 4),
    ) {
        let keys = table.columns.len();
        let scopes = if m == 0 || m as usize > keys { vec![all(keys)] } else { every(m, keys) };
        let Some(found) = fit(&table, k, Matching::Anything, scopes.clone(), &costs) else {
            prop_assert!((table.rows as u64) < k);
            return Ok(());
        };
        prop_assert!(all_true(&table, &found));
        let nothing = vec![0; table.rows];
        for &scope in &scopes {
            prop_assert!(fits(&table.columns, &found.cells, scope).iter().all(|&rows| rows >= k));
        }
        // Nothing is hidden of rows that are not rare.
        let rare = |row: usize| {
            scopes.iter().any(|&scope| fits(&table.columns, &nothing, scope)[row] < k)
        };
        for row in 0..table.rows {
            prop_assert!(found.cells[row] == 0 || rare(row));
        }
    }

    /// Whenever it is told to finish, every row fits `k` rows, and it says that it was.
    #[test]
    fn what_is_cut_short_holds(
        table in small(4, 40),
        k in 1_u64..6,
        m in 1_u32..4,
        own_category: bool,
        questions in 0_usize..60,
    ) {
        let keys = table.columns.len();
        let m = if own_category { keys as u32 } else { m.min(keys as u32) };
        let scopes = every(m, keys);
        let matching = if own_category { Matching::OwnCategory } else { Matching::Anything };
        let hurry = Hurry::after(questions, Control::Finish);
        let Some(found) = watched(&table, k, matching, scopes.clone(), &[1.0; 4], &hurry) else {
            prop_assert!((table.rows as u64) < k);
            return Ok(());
        };
        prop_assert!(all_true(&table, &found));
        for &scope in &scopes {
            prop_assert!(fits(&table.columns, &found.cells, scope).iter().all(|&rows| rows >= k));
        }
        if !found.cut_short {
            let patient = fit(&table, k, matching, scopes, &[1.0; 4]).expect("as before");
            prop_assert_eq!(patient.cells, found.cells);
        }
    }

    #[test]
    fn own_category_makes_classes_of_k(table in small(4, 40), k in 1_u64..6) {
        let scopes = vec![all(table.columns.len())];
        let Some(found) = fit(&table, k, Matching::OwnCategory, scopes, &[1.0; 4]) else {
            prop_assert!((table.rows as u64) < k);
            return Ok(());
        };
        prop_assert!(all_true(&table, &found));
        let mut classes: HashMap<Vec<Option<&str>>, u64> = HashMap::new();
        for row in 0..table.rows {
            let shown = (0..table.columns.len()).map(|at| found.grouping.shown(row, at)).collect();
            *classes.entry(shown).or_default() += 1;
        }
        prop_assert!(classes.values().all(|&rows| rows >= k));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The exact solver finds what trying every set of cells finds, and the heuristic no less.
    #[test]
    fn the_exact_solver_is_exact(
        rows in prop::collection::vec(prop::collection::vec(0_u32..3, 3), 2..5),
        costs in prop::collection::vec(prop::sample::select(vec![1.0, 2.0]), 3),
        k in 1_usize..4,
    ) {
        prop_assume!(rows.len() >= k);
        let columns: Vec<Codes> = (0..3)
            .map(|at| Codes::from_codes(&rows.iter().map(|row| row[at]).collect::<Vec<_>>(), 3))
            .collect();
        let holds = |cells: &[CellSet]| {
            fits(&columns, cells, 7).iter().all(|&rows| rows >= k as u64)
        };
        let sets = (0..1_u32 << (3 * rows.len())).map(|bits| {
            (0..rows.len()).map(|row| bits >> (3 * row) & 7).collect::<Vec<_>>()
        });
        let least = sets.filter(|cells| holds(cells)).map(|cells| cost(&cells, &costs));
        let least = least.fold(f64::INFINITY, f64::min);
        let found = least_cells(&rows, &costs, k);
        prop_assert!(holds(&found));
        prop_assert!((cost(&found, &costs) - least).abs() < 1e-9);
        let cells: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(u32::to_string).collect()).collect();
        let lines = vec![(0..3).map(|value| vec![value.to_string(), "*".into()]).collect(); 3];
        let table = Small::new(&cells, &lines);
        let heuristic = fit(&table, k as u64, Matching::Anything, vec![7], &costs).unwrap();
        prop_assert!(cost(&heuristic.cells, &costs) >= least - 1e-9);
    }
}

/// How many cells are suppressed at k.
fn cells(columns: &[Codes], table: &Small, k: u64) -> (u32, f64) {
    let table = Small { rows: columns[0].len(), columns: columns.to_vec(), ..table.clone() };
    let keys = columns.len();
    let costs = vec![1.0; keys];
    let found = fit(&table, k, Matching::Anything, vec![all(keys)], &costs).expect("enough rows");
    assert!(fits(columns, &found.cells, all(keys)).iter().all(|&rows| rows >= k));
    let count = found.cells.iter().map(|set| set.count_ones()).sum();
    assert!(found.least <= f64::from(count));
    (count, found.least)
}

/// sdcMicro suppresses 714 and 1,287 cells of the first rows of Adult at k = 3.
#[test]
fn adult_needs_fewer_cells_than_the_best_other_program() {
    let Some(table) = adult() else { return };
    for (rows, other) in [(500, 714), (1_000, 1_287)] {
        let take: Vec<u32> = (0..rows).collect();
        let columns: Vec<Codes> = table.columns.iter().map(|codes| codes.take(&take)).collect();
        let (own, least) = cells(&columns, &table, 3);
        println!("{rows} rows: {own} cells, at least {least}");
        assert!(own < other, "{rows} rows: {own} cells");
    }
}

/// All combinations of three keys of Adult: some hundred cells, and not minutes.
#[test]
fn adult_is_safe_for_every_three_keys() {
    let Some(table) = adult() else { return };
    let scopes = every(3, 8);
    let found = fit(&table, 3, Matching::Anything, scopes.clone(), &[1.0; 8]).expect("enough rows");
    let cells: u32 = found.cells.iter().map(|set| set.count_ones()).sum();
    println!("every 3 keys: {cells} cells");
    assert!(cells < 1_000, "{cells} cells");
    for scope in scopes {
        let keys: Vec<usize> = (0..8).filter(|at| scope & (1 << at) != 0).collect();
        let shown = |row: usize| -> Vec<Option<u32>> {
            let hidden = |at: usize| found.cells[row] & (1 << at) != 0;
            let cell = |&at: &usize| (!hidden(at)).then(|| table.columns[at].get(row));
            keys.iter().map(cell).collect()
        };
        let mut classes: HashMap<Vec<Option<u32>>, u64> = HashMap::new();
        for row in 0..table.rows {
            *classes.entry(shown(row)).or_default() += 1;
        }
        let fit = |a: &[Option<u32>], b: &[Option<u32>]| {
            a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
        };
        let least = classes.iter().filter(|class| *class.1 < 3).map(|(own, _)| {
            classes.iter().filter(|(other, _)| fit(own, other)).map(|class| class.1).sum::<u64>()
        });
        assert!(least.min().is_none_or(|least| least >= 3), "{keys:?}");
    }
}

/// sdcMicro suppresses 157, 293 and 500 cells of its test data at k = 2, 3 and 5.
#[test]
fn the_test_data_need_fewer_cells_than_the_best_other_program() {
    let Some(path) = data::find("data/sdcmicro/testdata.csv") else { return };
    let text = std::fs::read_to_string(path).expect("the data set is readable");
    let rows: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split(',').take(7).collect()).collect();
    let coded: Vec<_> = (0..7)
        .map(|at| code(rows.iter().map(|row| row[at]), Reading::of_kind(Kind::Text)))
        .collect();
    let (columns, dictionaries): (Vec<_>, Vec<_>) = coded.into_iter().unzip();
    let table = Small { columns: vec![], dictionaries, hierarchies: vec![], rows: rows.len() };
    for (k, other) in [(2, 157), (3, 293), (5, 500)] {
        let (own, least) = cells(&columns, &table, k);
        println!("k = {k}: {own} cells, at least {least}");
        assert!(own < other, "k = {k}: {own} cells");
    }
}
