//! Vectors of methods that treat records with equal values differently.

use crate::golden::case::text;
use ridotto_core::model::KAnonymity;
use ridotto_core::{CodeColumn, Codes, Dictionary, Kind, Reading};
use ridotto_micro::local::mondrian::Mondrian;
use ridotto_micro::local::suppression::{
    CellSet, LocalSuppression, Matching, SuppressionKey, all, least_cells,
};
use ridotto_micro::local::{Axis, Summary};
use ridotto_testkit::golden::{self, Vector};
use ridotto_testkit::tables::code;
use std::collections::BTreeMap;

/// The key columns of a vector's table, coded.
fn columns(vector: &Vector, kind: Kind) -> Vec<(Codes, Dictionary)> {
    let keys = golden::texts(&vector.given["keys"]);
    let mut cells = golden::table(text(&vector.given["table"])).columns(&keys);
    for (at, key) in keys.iter().enumerate() {
        let codes = &vector.given["codes"][key];
        for cell in cells.iter_mut().map(|row| &mut row[at]).filter(|_| !codes.is_null()) {
            *cell = text(&codes[cell.as_str()]).to_owned();
        }
    }
    let column = |at: usize| code(cells.iter().map(|row| row[at].as_str()), Reading::of_kind(kind));
    (0..keys.len()).map(column).collect()
}

pub fn mondrian(vector: &Vector) {
    let columns = columns(vector, Kind::Integer);
    let keys: Vec<_> =
        columns.iter().map(|(codes, own)| CodeColumn { codes, values: own.len() }).collect();
    let axes: Vec<_> = columns.iter().map(|(_, own)| Axis::ordered(own, Summary::Range)).collect();
    let k = vector.given["k"].as_u64().and_then(|k| k.try_into().ok()).expect("k");
    let rows = columns[0].0.len();
    let fitted = Mondrian::default()
        .fit(&keys, &axes, &[], &[&KAnonymity::new(k)], rows, &())
        .expect("enough rows");
    let mut found: BTreeMap<Vec<usize>, Vec<String>> = BTreeMap::new();
    for group in 0..fitted.grouping.groups {
        let of = |row: &usize| fitted.grouping.group_of[*row] as usize == group;
        let shown = fitted.grouping.attributes.iter();
        let shown = shown.map(|shown| shown.of(group).expect("not missing").to_owned());
        found.insert((0..rows).filter(of).collect(), shown.collect());
    }
    let range = |ends: &serde_json::Value| {
        let ends: Vec<u64> = golden::whole(ends);
        if ends[0] == ends[1] { ends[0].to_string() } else { format!("{}-{}", ends[0], ends[1]) }
    };
    let groups = vector.expected["groups"].as_array().expect("groups");
    let expected: BTreeMap<Vec<usize>, Vec<String>> = groups
        .iter()
        .map(|group| {
            let ranges = group["ranges"].as_array().expect("ranges").iter().map(range);
            (golden::whole(&group["rows"]), ranges.collect())
        })
        .collect();
    assert_eq!(found, expected, "{}", vector.id);
}

/// How many rows each row fits if a suppressed cell fits anything, or only its like.
fn fits(columns: &[(Codes, Dictionary)], cells: &[CellSet], own_category: bool) -> Vec<u64> {
    let fit = |a: usize, b: usize| {
        columns.iter().enumerate().all(|(at, (codes, _))| {
            let hidden = [a, b].map(|row| cells[row] & (1 << at) != 0);
            match hidden {
                [false, false] => codes.get(a) == codes.get(b),
                [one, other] => !own_category || one == other,
            }
        })
    };
    (0..cells.len()).map(|a| (0..cells.len()).filter(|&b| fit(a, b)).count() as u64).collect()
}

pub fn suppression(vector: &Vector) {
    let columns = columns(vector, Kind::Text);
    let rows = columns[0].0.len();
    let id = &vector.id;
    if let Some(row) = vector.given["row"].as_u64() {
        let none = vec![0; rows];
        assert_eq!(fits(&columns, &none, false), golden::whole::<u64>(&vector.expected["before"]));
        for (at, key) in golden::texts(&vector.given["keys"]).iter().enumerate() {
            let mut cells = none.clone();
            cells[row as usize] = 1 << at;
            let expected: Vec<u64> = golden::whole(&vector.expected["after"][key]);
            assert_eq!(fits(&columns, &cells, false), expected, "{id}, {key}");
        }
        let mut cells = none;
        cells[row as usize] = 1 << 2;
        let expected: Vec<u64> = golden::whole(&vector.expected["own_category"]);
        assert_eq!(fits(&columns, &cells, true), expected, "{id}");
        return;
    }
    let k = vector.given["k"].as_u64().expect("k");
    let tuples: Vec<Vec<u32>> =
        (0..rows).map(|row| columns.iter().map(|(codes, _)| codes.get(row)).collect()).collect();
    let least = least_cells(&tuples, &[1.0; 3], k as usize);
    let count =
        |cells: &[CellSet]| cells.iter().map(|set| u64::from(set.count_ones())).sum::<u64>();
    assert!(fits(&columns, &least, false).iter().all(|&rows| rows >= k), "{id}");
    assert_eq!(Some(count(&least)), vector.expected["cells"].as_u64(), "{id}");
    let optimal =
        (0..1_u32 << (3 * rows)).filter(|bits| u64::from(bits.count_ones()) == count(&least));
    let holds = |bits: &u32| {
        let cells: Vec<CellSet> = (0..rows).map(|row| bits >> (3 * row) & 7).collect();
        fits(&columns, &cells, false).iter().all(|&rows| rows >= k)
    };
    let solutions = optimal.filter(holds).count() as u64;
    assert_eq!(Some(solutions), vector.expected["solutions"].as_u64(), "{id}");
    // The heuristic must hold, too, and finds the least where no row has to give more than its
    // own need.
    let keys: Vec<_> = columns
        .iter()
        .map(|(codes, dictionary)| SuppressionKey {
            column: CodeColumn { codes, values: dictionary.len() },
            dictionary,
            importance: 1.0,
        })
        .collect();
    let k_rows = k.try_into().expect("not 0");
    let scopes = vec![all(keys.len())];
    let method = LocalSuppression { k: k_rows, matching: Matching::Anything, scopes };
    let found = method.fit(&keys, rows, &()).expect("enough rows");
    assert!(fits(&columns, &found.cells, false).iter().all(|&rows| rows >= k), "{id}");
    if k < 4 {
        assert_eq!(count(&found.cells), count(&least), "{id}");
    }
}
