//! Text tables that are written come back as they were, in every dialect.

use crate::common::{Labelled, cells, options_for, read, write_to};
use proptest::prelude::*;
use ridotto_io::{
    Compression, Dialect, Encoding, FileSource, Format, OutColumn, SourceOptions, Staged, View,
    WriteOptions, write,
};
use std::{fs, path::Path, sync::Arc};

type Cells = Vec<Option<String>>;

fn dialects() -> impl Strategy<Value = Dialect> {
    let encoding = prop::sample::select(vec![
        Encoding::Utf8,
        Encoding::Latin1,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
    ]);
    let delimiter = prop::sample::select(b",;\t|".to_vec());
    let quote = prop::sample::select(b"\"'".to_vec());
    (delimiter, quote, encoding, any::<bool>(), any::<bool>()).prop_map(
        |(delimiter, quote, encoding, bom, crlf)| Dialect { delimiter, quote, encoding, bom, crlf },
    )
}

fn cell() -> impl Strategy<Value = Option<String>> {
    let nasty = prop::sample::select(vec![
        "\"", "'", ",", ";", "\t", "|", "\n", "\r", "\r\n", " ", "é", "ÿ", "a", "1", "",
    ]);
    let text = prop::collection::vec(nasty, 1..6).prop_map(|parts| parts.concat());
    prop_oneof![
        3 => text.prop_map(|text| (!text.is_empty()).then_some(text)),
        2 => "[a-z]{1,50}".prop_map(Some),
        1 => Just(None),
    ]
}

fn tables() -> impl Strategy<Value = Vec<Cells>> {
    (1_usize..5, 1_usize..20).prop_flat_map(|(columns, rows)| {
        prop::collection::vec(prop::collection::vec(cell(), rows), columns)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_is_read_again(
        table in tables(),
        dialect in dialects(),
        ending in prop::sample::select(vec!["csv", "csv.gz", "tsv.zst"]),
        kept in any::<bool>(),
        threads in 1_usize..4,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("table.{ending}"));
        let labelled: Vec<Labelled> = table.iter().map(|cells| Labelled::new(cells)).collect();
        let arrays: Vec<[arrow_array::ArrayRef; 1]> = table
            .iter()
            .map(|cells| [Arc::new(arrow_array::StringArray::from(cells.clone())) as _])
            .collect();
        let columns: Vec<OutColumn> = if kept {
            arrays.iter().map(|array| OutColumn::Carried(array)).collect()
        } else {
            labelled.iter().map(Labelled::out).collect()
        };
        let names: Vec<String> = (0..table.len()).map(|at| format!("n \"{at},;\té")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let rows = table[0].len() as u32;
        let order: Vec<u32> = (0..rows).rev().chain(0..rows / 2).collect();
        let options = WriteOptions { dialect, threads, ..options_for(&path) };
        write_to(&path, &options, &names, &columns, &order).unwrap();

        let read = read(&path, &SourceOptions { threads, ..dialect.source_options() });
        let read = read.unwrap();
        prop_assert_eq!((read.rows, &read.names[..]), (order.len(), &names.map_owned()[..]));
        let got = *FileSource::open(&path, &dialect.source_options()).unwrap().dialect().unwrap();
        prop_assert_eq!((got.crlf, got.encoding), (dialect.crlf, dialect.encoding));
        for (column, expected) in read.columns.iter().zip(&table) {
            let expected: Cells =
                order.iter().map(|&row| expected[row as usize].clone()).collect();
            prop_assert_eq!(cells(column), expected);
        }
    }
}

trait MapOwned {
    fn map_owned(&self) -> Vec<String>;
}

impl MapOwned for Vec<&str> {
    fn map_owned(&self) -> Vec<String> {
        self.iter().map(|&text| text.to_owned()).collect()
    }
}

/// Some thousand rows, so that there are several chunks.
fn large() -> (Vec<Cells>, Vec<u32>) {
    let cell = |row: usize, column: usize| match (row * 7 + column) % 50 {
        0 => None,
        1 => Some("with, comma".repeat(5)),
        other => Some(format!("value {other}")),
    };
    let table = (0..3).map(|column| (0..40_000).map(|row| cell(row, column)).collect()).collect();
    let order = (0..40_000_u32).map(|row| row * 7919 % 40_000).collect();
    (table, order)
}

#[test]
fn bytes_are_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let (table, order) = large();
    let labelled: Vec<Labelled> = table.iter().map(|cells| Labelled::new(cells)).collect();
    let columns: Vec<OutColumn> = labelled.iter().map(Labelled::out).collect();
    for ending in ["csv", "csv.gz", "csv.zst", "parquet", "arrow"] {
        let path = folder.path().join(format!("out.{ending}"));
        let bytes = [1, 2, 3, 5].map(|threads| {
            let options = WriteOptions { threads, ..options_for(&path) };
            write_to(&path, &options, &["a", "b", "c"], &columns, &order).unwrap();
            fs::read(&path).unwrap()
        });
        assert!(bytes.iter().all(|other| *other == bytes[0]), "{ending}");
        let read = read(&path, &SourceOptions::default()).unwrap();
        assert_eq!(read.rows, 40_000);
        let expected: Cells = order.iter().map(|&row| table[1][row as usize].clone()).collect();
        assert!(cells(&read.columns[1]) == expected, "{ending}");
    }
}

#[test]
fn the_bytes_of_a_small_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let column = Labelled::new(&[Some("x,y".into()), None, Some("a\"b".into())]);
    let columns = [column.out(), column.out()];
    let dialect = Dialect { bom: true, crlf: true, ..Dialect::default() };
    let options = WriteOptions { dialect, missing: "NA".into(), ..options_for(&path) };
    write_to(&path, &options, &["one", "t,wo"], &columns, &[2, 0, 1]).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "\u{FEFF}one,\"t,wo\"\r\n\"a\"\"b\",\"a\"\"b\"\r\n\"x,y\",\"x,y\"\r\nNA,NA\r\n"
    );
}

#[test]
fn characters_that_the_encoding_lacks_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let dialect = Dialect { encoding: Encoding::Latin1, ..Dialect::default() };
    let options = WriteOptions { dialect, ..options_for(&path) };
    let column = Labelled::new(&[Some("€".into())]);
    let failed = write_to(&path, &options, &["price"], &[column.out()], &[0]).unwrap_err();
    assert!(
        failed
            .to_string()
            .ends_with("a character in column \"price\" cannot be written as Latin-1")
    );
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
}

#[test]
fn a_label_longer_than_all_copies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let giant = "g".repeat(17 << 20);
    let column = Labelled::new(&[Some(giant.clone()), Some("x".repeat(33)), Some("s".into())]);
    let options = options_for(&path);
    write_to(&path, &options, &["a", "b"], &[column.out(), column.out()], &[2, 0, 1, 0]).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let x = "x".repeat(33);
    assert!(text == format!("a,b\ns,s\n{giant},{giant}\n{x},{x}\n{giant},{giant}\n"));
}

#[test]
fn compressed_files_cut_off_anywhere_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let column = Labelled::new(&(0..50).map(|at| Some(format!("v{at}"))).collect::<Vec<_>>());
    let order: Vec<u32> = (0..50).collect();
    for ending in ["csv.gz", "csv.zst"] {
        let path = folder.path().join(format!("whole.{ending}"));
        write_to(&path, &options_for(&path), &["a"], &[column.out()], &order).unwrap();
        let whole = fs::read(&path).unwrap();
        let cut = folder.path().join(format!("cut.{ending}"));
        fs::write(&cut, &whole).unwrap();
        let file = fs::File::options().write(true).open(&cut).unwrap();
        for length in (0..whole.len()).rev() {
            file.set_len(length as u64).unwrap();
            let failed = read(&cut, &SourceOptions::default()).unwrap_err();
            let expected = if length == 0 { "io::empty" } else { "io::broken-compression" };
            assert_eq!(failed.code(), expected, "{ending} {length} of {}", whole.len());
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            fs::write(&cut, &damaged).unwrap();
            _ = read(&cut, &SourceOptions::default());
        }
    }
}

#[test]
fn gzip_has_neither_time_nor_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv.gz");
    let column = Labelled::new(&[Some("a".into())]);
    write_to(&path, &options_for(&path), &["a"], &[column.out()], &[0]).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!((bytes[3], &bytes[4..8]), (0, &[0, 0, 0, 0][..]));
}

#[test]
fn files_that_cannot_be_opened_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let code = |path: &Path| read(path, &SourceOptions::default()).unwrap_err().code();
    assert_eq!(code(&folder.path().join("none.csv")), "io::not-found");
    assert_eq!(code(&folder.path().join("none.xyz")), "io::unknown-format");
    let path = folder.path().join("a.csv");
    fs::write(&path, "a,b\n1,2\n").unwrap();
    let options = SourceOptions { delimiter: Some(b'"'), ..SourceOptions::default() };
    assert_eq!(read(&path, &options).unwrap_err().code(), "io::bad-dialect");
}

#[test]
fn standard_output_is_staged_too() {
    let staged = Staged::beside(Path::new("-"), false).unwrap();
    let column = Labelled::new(&[Some("a".into())]);
    let format = Format::Csv { compression: Compression::None };
    let options = WriteOptions { format, ..options_for(Path::new("-")) };
    let view = View { names: vec!["a"], columns: vec![column.out()], order: &[0], looks: None };
    write(&staged, &options, &view, &()).unwrap();
    assert_eq!(fs::read_to_string(staged.path()).unwrap(), "a\na\n");
}
