//! Local suppression against brute force: the least cells of tiny tables, and bounds that are true.

use proptest::prelude::*;
use ridotto_core::{CodeColumn, Codes, Dictionary, Kind, Reading, Texts};
use ridotto_micro::local::suppression::{
    CellSet, LocalSuppression, Matching, Suppressed, SuppressionKey, all, every, least_cells,
};
use ridotto_testkit::usually;

/// Values of cells: `*` is one that is suppressed already, and `?` is missing.
const VALUES: [&str; 5] = ["a", "b", "c", "*", "?"];
const STAR: usize = 3;

/// Some rows, each a value for every key.
#[derive(Clone, Debug)]
struct Table {
    rows: Vec<Vec<usize>>,
    costs: Vec<f64>,
}

impl Table {
    fn keys(&self) -> usize {
        self.costs.len()
    }

    fn fit(&self, k: usize, matching: Matching, scopes: Vec<CellSet>) -> Suppressed {
        let texts: Texts = VALUES.into_iter().collect();
        let coded: Vec<(Codes, Dictionary)> = (0..self.keys())
            .map(|at| {
                let (dictionary, new) =
                    Dictionary::new(&texts, Reading::of_kind(Kind::Text), |text| text == "?");
                let codes: Vec<u32> = self.rows.iter().map(|row| new[row[at]]).collect();
                (Codes::from_codes(&codes, dictionary.len()), dictionary)
            })
            .collect();
        let keys: Vec<SuppressionKey<'_>> = coded
            .iter()
            .zip(&self.costs)
            .map(|((codes, dictionary), &importance)| SuppressionKey {
                column: CodeColumn { codes, values: dictionary.len() },
                dictionary,
                importance,
            })
            .collect();
        let k = (k as u64).try_into().expect("not 0");
        let method = LocalSuppression { k, matching, scopes };
        let found = method.fit(&keys, self.rows.len(), &()).expect("enough rows");
        assert!((found.cost(&keys) - self.cost(&found.cells)).abs() < 1e-9);
        found
    }

    fn cost_of(&self, set: CellSet) -> f64 {
        (0..self.keys()).filter(|at| set & (1 << at) != 0).map(|at| self.costs[at]).sum()
    }

    fn cost(&self, cells: &[CellSet]) -> f64 {
        cells.iter().map(|&set| self.cost_of(set)).sum()
    }

    /// The cells of a row that fit anything, or are `*`, before any is hidden.
    fn already(&self, row: usize, matching: Matching) -> CellSet {
        let is = |value: usize| match matching {
            Matching::Anything => value >= STAR,
            Matching::OwnCategory => value == STAR,
        };
        (0..self.keys()).map(|at| CellSet::from(is(self.rows[row][at])) << at).sum()
    }

    /// Whether two rows are alike on some keys.
    fn alike(
        &self,
        cells: &[CellSet],
        (a, b): (usize, usize),
        scope: CellSet,
        matching: Matching,
    ) -> bool {
        let hidden = |row: usize| cells[row] | self.already(row, matching);
        (0..self.keys()).filter(|at| scope & (1 << at) != 0).all(|at| {
            match [hidden(a), hidden(b)].map(|set| set & (1 << at) != 0) {
                [false, false] => self.rows[a][at] == self.rows[b][at],
                [one, other] => matching == Matching::Anything || one == other,
            }
        })
    }

    fn holds(&self, cells: &[CellSet], row: usize, asked: &Asked) -> bool {
        asked.scopes.iter().all(|&scope| {
            let alike = |other: &usize| self.alike(cells, (row, *other), scope, asked.matching);
            (0..self.rows.len()).filter(alike).count() >= asked.k
        })
    }

    /// What a row would have to give up by itself, tried set by set.
    fn by_itself(&self, row: usize, asked: &Asked) -> f64 {
        let enough = |set: &CellSet| {
            let mut cells = vec![0; self.rows.len()];
            cells[row] = *set;
            self.holds(&cells, row, asked)
        };
        (0..=all(self.keys())).filter(enough).map(|set| self.cost_of(set)).fold(f64::MAX, f64::min)
    }

    /// The least that any choice costs where each row may give up so much.
    fn least(&self, most: &[f64], asked: &Asked) -> f64 {
        let mut least = f64::INFINITY;
        let mut cells = vec![0; self.rows.len()];
        self.every(0, 0.0, (most, asked), &mut cells, &mut least);
        least
    }

    fn every(
        &self,
        row: usize,
        cost: f64,
        (most, asked): (&[f64], &Asked),
        cells: &mut Vec<CellSet>,
        least: &mut f64,
    ) {
        if cost >= *least - 1e-9 {
            return;
        }
        if row == self.rows.len() {
            if (0..row).all(|row| self.holds(cells, row, asked)) {
                *least = cost;
            }
            return;
        }
        for set in 0..=all(self.keys()) {
            let own = self.cost_of(set);
            if set & self.already(row, asked.matching) == 0 && own <= most[row] + 1e-9 {
                cells[row] = set;
                self.every(row + 1, cost + own, (most, asked), cells, least);
            }
        }
        cells[row] = 0;
    }
}

#[derive(Clone, Debug)]
struct Asked {
    k: usize,
    matching: Matching,
    scopes: Vec<CellSet>,
}

fn tables(
    keys: usize,
    rows: std::ops::Range<usize>,
    values: usize,
) -> impl Strategy<Value = Table> {
    let row = prop::collection::vec(0..values, keys);
    let cost = prop::sample::select(vec![1.0, 1.0, 1.0, 2.0, 0.5]);
    let costs = prop::collection::vec(cost, keys);
    (prop::collection::vec(row, rows), costs, any::<bool>()).prop_map(
        move |(rows, costs, plain)| Table {
            rows,
            costs: if plain { vec![1.0; keys] } else { costs },
        },
    )
}

/// No row gives up more than it would by itself, and nothing that keeps to this is cheaper.
fn wild_is_exact(table: &Table, k: usize, m: u32) -> Result<(), TestCaseError> {
    let matching = Matching::Anything;
    let asked = Asked { k, matching, scopes: every(m, table.keys()) };
    let rows = table.rows.len();
    let own: Vec<f64> = (0..rows).map(|row| table.by_itself(row, &asked)).collect();
    let found = table.fit(k, matching, asked.scopes.clone());
    for (row, most) in own.iter().enumerate() {
        prop_assert!(table.holds(&found.cells, row, &asked));
        prop_assert!(table.cost_of(found.cells[row]) <= most + 1e-9);
        prop_assert_eq!(found.cells[row] & table.already(row, matching), 0);
    }
    let least = table.least(&own, &asked);
    prop_assert!((table.cost(&found.cells) - least).abs() < 1e-9, "{least}");
    prop_assert!((found.least - least).abs() < 1e-9, "proved {}, least {least}", found.least);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usually(400, 4_000)))]

    #[test]
    fn with_wildcards_nothing_is_cheaper(table in tables(3, 2..6, 3), k in 1_usize..4, m in 1_u32..4) {
        prop_assume!(table.rows.len() >= k);
        wild_is_exact(&table, k, m)?;
    }

    /// Missing cells fit anything from the start, and cost nothing.
    #[test]
    fn nor_where_cells_are_missing(table in tables(3, 2..6, 5), k in 1_usize..4, m in 1_u32..4) {
        prop_assume!(table.rows.len() >= k);
        wild_is_exact(&table, k, m)?;
    }

    /// Without wildcards any table in classes of `k` is an answer.
    #[test]
    fn without_wildcards_nothing_is_cheaper(table in tables(3, 2..6, 5), k in 1_usize..4) {
        prop_assume!(table.rows.len() >= k);
        let matching = Matching::OwnCategory;
        let asked = Asked { k, matching, scopes: vec![all(3)] };
        let found = table.fit(k, matching, asked.scopes.clone());
        let rows = table.rows.len();
        prop_assert!((0..rows).all(|row| table.holds(&found.cells, row, &asked)));
        let least = table.least(&vec![f64::INFINITY; rows], &asked);
        prop_assert!((table.cost(&found.cells) - least).abs() < 1e-9, "{least}");
        prop_assert!((found.least - least).abs() < 1e-9, "proved {}, least {least}", found.least);
    }

    /// Larger tables: no bound is above what a choice costs, and the choice holds.
    #[test]
    fn bounds_are_bounds(
        table in tables(4, 8..60, 4),
        k in 2_usize..5,
        m in 1_u32..5,
        own_category: bool,
    ) {
        let matching = if own_category { Matching::OwnCategory } else { Matching::Anything };
        let scopes = every(if own_category { 4 } else { m }, 4);
        let asked = Asked { k, matching, scopes: scopes.clone() };
        let found = table.fit(k, matching, scopes);
        prop_assert!((0..table.rows.len()).all(|row| table.holds(&found.cells, row, &asked)));
        prop_assert!(found.least <= table.cost(&found.cells) + 1e-9);
    }
}

/// Sixty tiny tables, the same on every machine: the least that is hidden in all of them, with
/// wildcards, with wildcards and no rule, and without wildcards.
#[test]
fn sixty_tables() {
    let (mut wild, mut without_rule, mut own) = (0.0, 0.0, 0.0);
    let mut state = 27_u64;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as usize
    };
    for _ in 0..60 {
        let rows: Vec<Vec<usize>> = (0..6).map(|_| (0..3).map(|_| next(3)).collect()).collect();
        let table = Table { rows, costs: vec![1.0; 3] };
        let found = table.fit(2, Matching::Anything, vec![7]);
        assert!((found.least - table.cost(&found.cells)).abs() < 1e-9);
        wild += found.least;
        let codes: Vec<Vec<u32>> =
            table.rows.iter().map(|row| row.iter().map(|&value| value as u32).collect()).collect();
        without_rule += table.cost(&least_cells(&codes, &[1.0; 3], 2));
        let found = table.fit(2, Matching::OwnCategory, vec![7]);
        assert!((found.least - table.cost(&found.cells)).abs() < 1e-9);
        own += found.least;
    }
    // What the rule costs: without it one record of each table could be given up for all others.
    assert_eq!((wild, without_rule, own), (206.0, 177.0, 436.0));
}
