//! Classes, their sizes and contents, and k.

use crate::golden::case::{Case, attained, k_anonymity, lines, same, text};
use ridotto_core::objective::Objective;
use ridotto_core::{ClassTable, CodeColumn, Kind, Reading};
use ridotto_testkit::golden::{self, Vector, whole};
use ridotto_testkit::{Small, tables};
use serde_json::Value;
use std::collections::BTreeMap;

/// The rows of each class of a case, by the class's key as texts.
fn rows_by_class(case: &Case) -> BTreeMap<Vec<String>, Vec<usize>> {
    let name = |(at, code): (usize, u32)| {
        case.table.dictionaries[at].text(code).expect("nothing is missing").to_owned()
    };
    let codes = |row| case.table.columns.iter().map(move |column| column.get(row));
    let rows = |class: ridotto_core::Class<'_>| -> Vec<usize> {
        let found: Vec<usize> =
            (0..case.table.rows).filter(|&row| codes(row).eq(class.key())).collect();
        assert_eq!(found.len() as u64, class.size());
        found
    };
    let classes = case.classes.classes();
    classes.map(|class| (class.key().enumerate().map(name).collect(), rows(class))).collect()
}

pub fn contents(Vector { id, given, expected }: &Vector) {
    let keys = golden::texts(&given["keys"]);
    let case = Case::as_it_stands(text(&given["table"]), &keys);
    same(attained(&case.classes), &expected["k"], id);
    let k = expected["k"].as_u64().expect("k is whole");
    for (k, holds) in [(k, true), (k + 1, false)] {
        let model = &k_anonymity(k)[0];
        assert_eq!(case.classes.classes().all(|class| model.holds(class)), holds, "{id}, k = {k}");
    }
    let found = rows_by_class(&case);
    let classes = expected["classes"].as_array().expect("classes");
    assert_eq!(found.len(), classes.len(), "{id}: number of classes");
    for class in classes {
        let key = golden::texts(&class["key"]);
        let rows = found.get(&key).unwrap_or_else(|| panic!("{id}: no class {key:?}"));
        assert_eq!(Some(rows.len() as u64), class["size"].as_u64(), "{id}: size of {key:?}");
        if !class["rows"].is_null() {
            assert_eq!(*rows, whole::<usize>(&class["rows"]), "{id}: rows of {key:?}");
        }
    }
    if let Some(sensitive) = given["sensitive"].as_str() {
        histograms(id, &case, text(&given["table"]), sensitive, classes);
    }
}

/// What each class has of the sensitive attribute.
fn histograms(id: &str, case: &Case, table: &str, sensitive: &str, classes: &[Value]) {
    let cells = golden::table(table).columns(&[sensitive]);
    let reading = Reading::of_kind(Kind::Text);
    let (codes, dictionary) = tables::code(cells.iter().map(|row| row[0].as_str()), reading);
    let column = CodeColumn { codes: &codes, values: dictionary.len() };
    let counted = ClassTable::count(&case.table.keys(), &[column], case.table.rows);
    for class in counted.classes() {
        let key = class.key().zip(&case.table.dictionaries);
        let key: Vec<_> = key.map(|(code, texts)| texts.text(code).expect("a text")).collect();
        let values = class.histogram(0).iter().map(|&(code, count)| {
            (dictionary.text(code).expect("a text").to_owned(), Value::from(count))
        });
        let expected = classes.iter().find(|class| golden::texts(&class["key"]) == key);
        let counts = expected.map(|class| class["counts"].clone());
        assert_eq!(Some(Value::Object(values.collect())), counts, "{id}: values of {key:?}");
    }
}

pub fn k(Vector { id, given, expected }: &Vector) {
    let case = Case::as_it_stands(text(&given["table"]), &golden::texts(&given["keys"]));
    match id.as_str() {
        "k.000_patients_multi_dim.qi2" => same(attained(&case.classes), &expected["k"], id),
        "k.001_suppression" => {
            let k = expected["k"].as_u64().expect("k is whole");
            let (gone, kept): (Vec<_>, Vec<_>) =
                rows_by_class(&case).into_values().partition(|rows| (rows.len() as u64) < k);
            let mut gone: Vec<usize> = gone.concat();
            gone.sort_unstable();
            assert_eq!(gone, whole::<usize>(&given["suppressed_rows_0based"]), "{id}");
            let least = kept.iter().map(Vec::len).min().expect("classes are kept");
            assert_eq!(least as u64, k, "{id}");
            same_classes(kept, &expected["classes"], id);
            let seen = case.look(case.lattice.bottom(), k);
            assert_eq!(Some(seen.suppressed), expected["suppressed"].as_u64(), "{id}");
        }
        "k.001_min_suppression_node" => {
            let seen = case.look(case.lattice.bottom(), given["k"].as_u64().expect("k is whole"));
            let expected = &expected["tuples_in_classes_smaller_than_k"];
            assert_eq!(Some(seen.suppressed), expected.as_u64(), "{id}");
        }
        _ => panic!("{id} has no test"),
    }
}

/// Compares classes as sets of rows.
fn same_classes(mut found: Vec<Vec<usize>>, expected: &Value, id: &str) {
    let expected = expected.as_array().expect("classes");
    let mut expected: Vec<Vec<usize>> = expected.iter().map(whole).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{id}");
}

/// Who picks a record of the right class finds the right one with 1/k at most.
pub fn probability(Vector { id, given, expected }: &Vector) {
    let case = Case::as_it_stands(text(&given["table"]), &golden::texts(&given["keys"]));
    same(attained(&case.classes), &given["k"], id);
    let sizes = case.classes.classes().map(|class| class.size() as f64);
    same(sizes.map(f64::recip).fold(0.0, f64::max), &expected["prob"], id);
}

/// A full-domain recoding, made by us, beside a multidimensional one, only counted.
pub fn recoding(Vector { id, given, expected }: &Vector) {
    let keys = golden::texts(&given["keys"]);
    let cells = golden::table(text(&given["table"])).columns(&keys);
    let reading = || Reading::of_kind(Kind::Text);
    let builders: Vec<_> =
        keys.iter().map(|key| (lines(&given["single"][key]), reading())).collect();
    let raw = Small::built(&cells, &builders);
    let top = raw.heights();
    let recoded = Case::of(raw, top).labels(&whole::<u8>(&given["node"]));
    let single = text(&given["single_table"]);
    assert_eq!(recoded, golden::table(single).columns(&keys), "{id}: recoded table");
    for (name, table) in [("single", single), ("multi", text(&given["multi_table"]))] {
        let case = Case::as_it_stands(table, &keys);
        let id = &format!("{id}, {name}");
        same(attained(&case.classes), &expected[format!("{name}_k")], id);
        let rows = rows_by_class(&case).into_values().collect();
        same_classes(rows, &expected[format!("{name}_classes")], id);
        let seen = case.look(case.lattice.bottom(), 2);
        let score = |objective| case.scorer(objective, 2).score(case.lattice.bottom(), &seen);
        let expected = |what: &str| &expected[what][name];
        same(score(Objective::Discernibility), expected("discernibility"), id);
        // The lecture divides the average size by k; the objective does not.
        same(score(Objective::ClassSize) / 2.0, expected("C_AVG_k2"), id);
    }
}
