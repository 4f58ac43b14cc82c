//! A cube is what putting every record into each of its cells gives.

use super::*;
use crate::nodes::Nodes;
use proptest::prelude::*;
use ridotto_core::hierarchy::{Builder, Row};
use ridotto_core::{Codes, Dictionary, Kind, Reading};
use std::collections::BTreeMap;

/// Towns in regions, one of them right below the total.
fn towns() -> Nodes {
    let (towns, _) = dictionary(&["Alba", "Brin", "Celo", "Dorf"]);
    let lines = [["Alba", "North", "*"], ["Brin", "North", "*"], ["Celo", "South", "*"]];
    let mut rows: Vec<Row> = lines.iter().map(|line| Row::line(1, *line)).collect();
    rows.push(Row::line(4, ["Dorf", "Dorf", "*"]));
    let hierarchy = Builder::Table(rows).compile("town", &towns, &[1; 4], &|_| false).unwrap();
    Nodes::new(&towns, Some(&hierarchy), "Total").unwrap()
}

fn dictionary(labels: &[&str]) -> (Dictionary, Vec<u32>) {
    Dictionary::of_labels(labels.iter().map(|label| Some(*label)), &Reading::of_kind(Kind::Text))
}

#[test]
fn a_value_right_below_the_total_has_one_line() {
    let nodes = towns();
    let called = |label: &str| nodes.called(Some(label)).unwrap();
    assert_eq!(nodes.len(), 7);
    assert_eq!(nodes.parent(called("Dorf")), Some(nodes.total()));
    assert_eq!(nodes.parent(called("Celo")), Some(called("South")));
    assert_eq!(nodes.children(called("North")), [called("Alba"), called("Brin")]);
    assert_eq!(nodes.children(nodes.total()), [called("Dorf"), called("North"), called("South")]);
    let levels: Vec<u8> =
        ["Dorf", "South", "Total"].iter().map(|label| nodes.level_of(called(label))).collect();
    assert_eq!(levels, [0, 1, 2]);
}

#[test]
fn two_nodes_are_not_called_alike() {
    let (values, _) = dictionary(&["a", "Total"]);
    assert!(Nodes::new(&values, None, "Total").is_err());
    assert!(Nodes::new(&values, None, "All").is_ok());
}

/// What a cell has: records, sum, and what each respondent contributed.
type Plain = BTreeMap<Key, (u64, i64, BTreeMap<u32, i64>)>;

fn plain(space: &Space, columns: &[Vec<u32>], who: &[u32], amounts: &[i64]) -> Plain {
    let mut cells = Plain::new();
    for (row, (&who, &amount)) in who.iter().zip(amounts).enumerate() {
        let mut keys = vec![space.total()];
        for (at, column) in columns.iter().enumerate() {
            let nodes = space.nodes(at);
            let up: Vec<u32> =
                std::iter::successors(Some(column[row]), |&node| nodes.parent(node)).collect();
            keys = keys
                .iter()
                .flat_map(|&key| up.iter().map(move |&node| (key, node)))
                .map(|(key, node)| space.with(key, at, node))
                .collect();
        }
        for key in keys {
            let (records, sum, parts) = cells.entry(key).or_default();
            *records += 1;
            *sum += amount;
            *parts.entry(who).or_default() += amount;
        }
    }
    cells
}

proptest! {
    #[test]
    fn a_cube_is_a_plain_count(
        rows in proptest::collection::vec((0_u32..4, 0_u32..3, 0_u32..6, -3_i64..40), 1..60),
        is_signed: bool,
    ) {
        let (sizes, _) = dictionary(&["large", "medium", "small"]);
        let space = Space::new(vec![towns(), Nodes::new(&sizes, None, "Total").unwrap()]).unwrap();
        let columns: Vec<Vec<u32>> = vec![
            rows.iter().map(|row| row.0).collect(),
            rows.iter().map(|row| row.1).collect(),
        ];
        let who: Vec<u32> = rows.iter().map(|row| row.2).collect();
        let amounts: Vec<i64> = rows.iter().map(|row| if is_signed { row.3 } else { row.3.abs() }).collect();
        let codes: Vec<Codes> = columns.iter().zip([4, 3]).map(|(all, of)| Codes::from_codes(all, of)).collect();
        let columns_of: Vec<(usize, CodeColumn<'_>)> =
            codes.iter().zip([4, 3]).map(|(codes, values)| CodeColumn { codes, values }).enumerate().collect();
        let records = Records::sample(who.clone(), amounts.clone());
        let counting = Counting { space: &space, columns: &columns_of, records: &records, most: 3, stopped: &|| false };
        let cube = counting.cube();
        let expected = plain(&space, &columns, &who, &amounts);
        prop_assert_eq!(&cube.keys, &expected.keys().copied().collect::<Vec<_>>());
        for (at, (count, sum, parts)) in expected.values().enumerate() {
            prop_assert_eq!((cube.records[at], cube.sum(at, 1), cube.sum(at, 0)), (*count, *sum, (*count).cast_signed()));
            prop_assert_eq!(cube.contributors[at] as usize, parts.len());
            let mut tops: Vec<(i64, u32)> = parts.iter().map(|(who, amount)| (-amount.abs(), *who)).collect();
            tops.sort_unstable();
            let found: Vec<(i64, u32)> = cube.top(at, 1).iter().map(|top| (-top.amount, top.who)).collect();
            prop_assert_eq!(found, &tops[..tops.len().min(3)]);
        }
    }
}
