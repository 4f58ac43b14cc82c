//! JSON lines and lists: what is read, what is refused, and what is written.

#![allow(clippy::format_collect)] // small texts, made once

use crate::common::{Labelled, cells, options_for, read, write_to};
use proptest::prelude::*;
use ridotto_core::Kind;
use ridotto_io::{Column, SourceOptions, Table};
use std::{fs, io::Write};

fn table(text: &str) -> Result<Table, ridotto_io::IoError> {
    named("a.jsonl", text)
}

fn list(text: &str) -> Result<Table, ridotto_io::IoError> {
    named("a.json", text)
}

fn named(name: &str, text: &str) -> Result<Table, ridotto_io::IoError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    read(&path, &SourceOptions { threads: 2, ..SourceOptions::default() })
}

fn kind(column: &Column) -> Kind {
    let Column::Coded { dictionary, .. } = column else { panic!("not coded") };
    dictionary.reading().kind
}

fn some(texts: &[Option<&str>]) -> Vec<Option<String>> {
    texts.iter().map(|text| text.map(str::to_owned)).collect()
}

#[test]
fn keys_are_columns_and_what_lacks_is_missing() {
    let table = table(
        "\u{feff}{\"age\": 34, \"zip\": \"02138\", \"x\": true}\n\n \
         {\"zip\": null, \"late\": 1.50, \"age\": 7}\r\n{\"age\": 1e2, \"x\": false, \"late\":\"?\"}",
    )
    .unwrap();
    assert_eq!(table.names, ["age", "zip", "x", "late"]);
    assert_eq!(cells(&table.columns[0]), some(&[Some("34"), Some("7"), Some("1e2")]));
    assert_eq!(cells(&table.columns[1]), some(&[Some("02138"), None, None]));
    assert_eq!(cells(&table.columns[2]), some(&[Some("true"), None, Some("false")]));
    assert_eq!(cells(&table.columns[3]), some(&[None, Some("1.50"), Some("?")]));
    assert_eq!(
        table.columns.iter().map(kind).collect::<Vec<_>>(),
        [Kind::Decimal, Kind::Text, Kind::Boolean, Kind::Text]
    );
    assert_eq!([table.line_of(0), table.line_of(1), table.line_of(2)], [1, 3, 4]);
}

#[test]
fn faults_are_told_by_their_line() {
    for (text, expected) in [
        ("", "the file is empty"),
        ("\n \n", "the file is empty"),
        ("{\"a\":1}\n\n{\"a\":[1]}\n", "line 3: the value of \"a\" is a list or an object"),
        ("{\"a\":1}\n{\"a\":1,\"b\":2,\"a\":3}\n", "line 2: the object has the key \"a\" twice"),
        ("{\"a\":1}\n{\"a\":Zyx}\n", "line 2: not an object of JSON"),
        ("[{\"a\":1},\n{\"a\":2}]\n", "line 1: not an object of JSON"),
        ("{}\n{}\n", "the file is empty"),
        ("{\"\":1}\n", "a column without a name: 1"),
    ] {
        let error = table(text).unwrap_err();
        let shown = error.problem.to_string();
        assert_eq!(shown, expected, "{text}");
        assert!(error.hint().is_some() && !format!("{error:?}").contains("Zyx"));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    fs::write(&path, b"{\"a\":\"\xff\"}\n").unwrap();
    let error = read(&path, &SourceOptions::default()).unwrap_err();
    assert_eq!(error.problem.to_string(), "line 1: bytes that are not UTF-8");
    let many: String = (0..5000).map(|at| format!("{{\"k{at}\":1}}\n")).collect();
    assert_eq!(table(&many).unwrap_err().code(), "io::too-many-keys");
}

#[test]
fn packed_files_are_read_and_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ndjson.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all("{\"a\":1}\n".repeat(50_000).as_bytes()).unwrap();
    let bytes = packed.finish().unwrap();
    fs::write(&path, &bytes).unwrap();
    assert_eq!(read(&path, &SourceOptions::default()).unwrap().rows, 50_000);
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let error = read(&path, &SourceOptions::default()).unwrap_err();
    assert_eq!(error.code(), "io::broken-compression");
}

/// However a list is laid out, its objects are records, and each knows its line.
#[test]
fn a_list_of_objects_is_a_table() {
    let lists = [
        ("\u{feff} [ {\"a\": 1, \"b\": \"]},{\\\"[\"}, {\"a\": 2}\n]\n\n", [1, 1]),
        ("[{\"a\":1,\"b\":\"]},{\\\"[\"},{\"a\":2}]", [1, 1]),
        ("[\n{\"a\":1,\"b\":\"]},{\\\"[\"},\n{\"a\":2}\n]\n", [2, 3]),
        ("[\r\n  {\r\n \"a\": 1,\n\"b\":\n\"]},{\\\"[\"\n},\n\n{\"a\":2 }\n]", [2, 8]),
    ];
    for (text, lines) in lists {
        let table = list(text).unwrap();
        assert_eq!(table.names, ["a", "b"], "{text}");
        assert_eq!(cells(&table.columns[0]), some(&[Some("1"), Some("2")]), "{text}");
        assert_eq!(cells(&table.columns[1]), some(&[Some("]},{\"["), None]), "{text}");
        assert_eq!([table.line_of(0), table.line_of(1)], lines, "{text}");
    }
    // An object may begin in one block and end in another.
    let long: Vec<String> =
        (0..300_000).map(|at| format!("{{\"a\": {at}, \"b\": \"{}\"}}", at % 7)).collect();
    let table = list(&format!("[{}]", long.join(","))).unwrap();
    assert_eq!((table.rows, table.line_of(299_999)), (300_000, 1));
    assert_eq!(cells(&table.columns[0])[299_999].as_deref(), Some("299999"));
}

#[test]
fn faults_of_a_list_are_told_by_line_and_record() {
    let no_list = "not one list of objects: it begins with `[`, has commas between objects, and \
                   ends with `]`";
    for (text, expected) in [
        (" \n", "the file is empty"),
        ("[]", "the file is empty"),
        ("[{}, {}]", "the file is empty"),
        ("{\"a\":1}", &*format!("line 1: {no_list}")),
        ("[{\"a\":1}\n{\"a\":2}]", &format!("line 2: {no_list}")),
        ("[{\"a\":1}]\n7", &format!("line 2: {no_list}")),
        ("[{\"a\":1}\n", "line 2: the file ends here, and its list does not"),
        ("[{\"a\":1},\n", "line 2: the file ends here, and its list does not"),
        ("[", "line 1: the file ends here, and its list does not"),
        ("[{\"a\":1},]", "line 1, record 2: not an object of JSON"),
        ("[{\"a\":1},\n[2]]", "line 2, record 2: not an object of JSON"),
        ("[7]", "line 1, record 1: not an object of JSON"),
        ("[{\"a\":1},\n{\"a\":Zyx}]", "line 2, record 2: not an object of JSON"),
        ("[{\"a\":1},\n{\"a\":2, \"b", "line 2, record 2: not an object of JSON"),
        ("[{\"a\":1},{\"a\":[{}]}]", "line 1, record 2: the value of \"a\" is a list or an object"),
        ("[{\"a\":1,\"a\":2}]", "line 1, record 1: the object has the key \"a\" twice"),
        ("[{\"a\":1]]", "line 1, record 1: not an object of JSON"),
    ] {
        let error = list(text).map(|_| ()).unwrap_err();
        let shown = error.problem.to_string();
        assert_eq!(shown, expected, "{text}");
        assert!(error.hint().is_some() && !format!("{error:?}").contains("Zyx"));
    }
}

/// What another library makes of a list that was written.
fn is_one_list(text: &str, rows: &[[Option<String>; 2]]) {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let objects = value.as_array().unwrap();
    assert_eq!((objects.len(), text.lines().count()), (rows.len(), rows.len() + 2));
    for (object, row) in objects.iter().zip(rows) {
        assert_eq!(object["x \"y\""].as_str(), row[0].as_deref());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever texts are written are read again, on any number of threads.
    #[test]
    fn texts_come_back(rows in prop::collection::vec(
        [prop::option::of("[ -~éü\\n\\t\\\\\"\\u{1}\\u{1f600}]{1,6}"), prop::option::of("[0-9.e*-]{1,3}")],
        1..40,
    )) {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.jsonl", "a.jsonl.zst", "a.json", "a.json.gz"] {
            let path = folder.path().join(name);
            let columns = [0, 1].map(|at| {
                Labelled::new(&rows.iter().map(|row| row[at].clone()).collect::<Vec<_>>())
            });
            let order: Vec<u32> = (0..rows.len() as u32).collect();
            let outs = columns.each_ref().map(Labelled::out);
            write_to(&path, &options_for(&path), &["x \"y\"", "z"], &outs, &order).unwrap();
            if name == "a.json" {
                is_one_list(&fs::read_to_string(&path).unwrap(), &rows);
            }
            let table = read(&path, &SourceOptions { threads: 2, ..SourceOptions::default() }).unwrap();
            for (at, column) in table.columns.iter().enumerate() {
                let expected: Vec<_> = rows.iter().map(|row| row[at].clone()).collect();
                prop_assert_eq!(cells(column), expected);
            }
        }
    }
}
