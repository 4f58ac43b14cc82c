//! Text tables read in blocks of every size, on several threads, against a plain parser.

use super::{fuzz_csv, source::CsvSource};
use crate::{Block, Column, Compression, Encoding, Problem, ReadAs, SourceOptions, Table};
use arrow_array::cast::AsArray;
use proptest::prelude::*;
use std::{ops::ControlFlow, sync::Mutex};

type Rows = Vec<Vec<Option<String>>>;

/// All cells, and the first row and line of each block.
type Scan = (Vec<String>, Vec<(u64, u64)>);

/// A text, its rows, and the line of each row.
type Case = (&'static str, &'static [&'static [&'static str]], &'static [u64]);

fn open(bytes: &[u8], block: usize, threads: usize) -> Result<CsvSource, Problem> {
    let options = SourceOptions { threads, ..SourceOptions::default() };
    let raw = Box::new(std::io::Cursor::new(bytes.to_vec()));
    CsvSource::new(raw, Compression::None, b',', options, block)
}

fn read(bytes: &[u8], block: usize, threads: usize) -> Result<Table, String> {
    let source = open(bytes, block, threads).map_err(|problem| problem.to_string())?;
    let wants = vec![ReadAs::Code { kind: None }; source.names.len()];
    source.read(&wants, &()).map_err(|problem| problem.to_string())
}

/// All cells of a table; missing ones are `None`.
fn cells(table: &Table) -> Rows {
    let cell = |column: &Column, row: usize| match column {
        Column::Skipped => panic!("nothing is skipped"),
        Column::Coded { codes, dictionary, .. } => {
            dictionary.text(codes.get(row)).map(str::to_owned)
        }
        Column::Carried(chunks) => {
            let texts = chunks.iter().flat_map(AsArray::as_string::<i32>);
            texts.map(|text| text.map(str::to_owned)).nth(row).expect("one value per row")
        }
    };
    let row = |row| table.columns.iter().map(|column| cell(column, row)).collect();
    (0..table.rows).map(row).collect()
}

fn lines(table: &Table) -> Vec<u64> {
    (0..table.rows).map(|row| table.line_of(row)).collect()
}

/// All cells in the order of rows, and the line of each block, by a scan on one thread.
fn scanned(bytes: &[u8], block: usize) -> Result<Scan, String> {
    let source = open(bytes, block, 1).map_err(|problem| problem.to_string())?;
    let columns = source.names.len();
    let all: Vec<usize> = (0..columns).collect();
    let scan = Mutex::new(Scan::default());
    let each = |_: usize, block: &Block<'_>| {
        let (texts, blocks) = &mut *scan.lock().unwrap();
        blocks.push((block.first_row, block.first_line));
        for row in 0..block.rows() {
            for column in 0..columns {
                let text = block.cell(row, column).expect("text has no nulls");
                texts.push(text.into_owned());
            }
        }
        for column in 0..columns {
            assert!(block.all_cells(column, |row, bytes| {
                bytes
                    == block.cell(row, column).map(|text| text.into_owned().into_bytes()).as_deref()
            }));
        }
        ControlFlow::Continue(())
    };
    let passed = source.pass(&all, &each, &());
    passed.map(|_| scan.into_inner().unwrap()).map_err(|problem| problem.to_string())
}

fn rows(rows: &[&[&str]]) -> Rows {
    let cell = |cell: &&str| (!cell.is_empty()).then(|| (*cell).to_owned());
    rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}

#[test]
fn what_must_work_works_in_blocks_of_every_size() {
    let cases: &[Case] = &[
        ("a,b\n1,2\n3,4\n", &[&["1", "2"], &["3", "4"]], &[2, 3]),
        ("a,b\n1,2\n3,4", &[&["1", "2"], &["3", "4"]], &[2, 3]),
        ("a,b\r\n1,2\r\n3,\r\n", &[&["1", "2"], &["3", ""]], &[2, 3]),
        ("a,b\r\n1,2\n3,4\r\n5,6", &[&["1", "2"], &["3", "4"], &["5", "6"]], &[2, 3, 4]),
        ("a,b\n1,2\n\n\n\r\n", &[&["1", "2"]], &[2]),
        ("a,b\n,\n", &[&["", ""]], &[2]),
        ("a,b\n 1 , 2\n", &[&[" 1 ", " 2"]], &[2]),
        ("a,b\n\"x\ny\",\"\"\"\"\n\"\",z\n", &[&["x\ny", "\""], &["", "z"]], &[2, 4]),
        ("a,b\n\"1,\r\n\r\n\",2\r\nx,\"y\"\r\n", &[&["1,\r\n\r\n", "2"], &["x", "y"]], &[2, 5]),
        ("\"a\n\",b\n1,2\n", &[&["1", "2"]], &[3]),
        ("a\nx\n\ny\n\n", &[&["x"], &[""], &["y"]], &[2, 3, 4]),
        ("a\n\"\"\n\"\"\n", &[&[""], &[""]], &[2, 3]),
        ("a;b\n1,5;2,5\n3;4\n", &[&["1,5", "2,5"], &["3", "4"]], &[2, 3]),
        ("a\tb\n1\t2", &[&["1", "2"]], &[2]),
        ("é,ü\nñ,𝄞\n", &[&["ñ", "𝄞"]], &[2]),
        ("a,b\nx\ry,z\n", &[&["x\ry", "z"]], &[2]),
    ];
    for (text, expected, at) in cases {
        for block in (1..65).chain([1 << 20]) {
            for threads in 1..4 {
                let table = read(text.as_bytes(), block, threads).unwrap();
                assert_eq!(cells(&table), rows(expected), "{text:?} {block}");
                assert_eq!(lines(&table), *at, "{text:?} {block}");
            }
            let (texts, blocks) = scanned(text.as_bytes(), block).unwrap();
            assert_eq!(texts, expected.concat(), "{text:?}");
            assert!(blocks.iter().all(|&(row, line)| at[row as usize] == line), "{text:?}");
        }
    }
}

#[test]
fn what_is_wrong_is_named_in_blocks_of_every_size() {
    let long = "x".repeat(200);
    let cases: &[(&str, &str)] = &[
        ("a,b\n1\n", "line 2: 2 cells expected, 1 found"),
        ("a,b\n1,2\n1,2,3\n1\n", "line 3: 2 cells expected, 3 found"),
        ("a,b\n\"1\n2\",3\n\n4,5\n", "line 4: 2 cells expected, 1 found"),
        ("a,b\n1,2\nx\"y,2\n\"\n", "line 3: a quote inside an unquoted cell (column 1)"),
        ("a,b\n1,\"2\"3\n", "line 2: text after a closing quote (column 2)"),
        ("a,b\n1,\"2\" \n", "line 2: text after a closing quote (column 2)"),
        ("a,b\n1,2\n3,\"4\n5,6\n", "line 3: a quote is opened here and never closed"),
        ("a,b\n", "the file has column names but no rows"),
        ("a,b", "the file has column names but no rows"),
        ("a,b\n\n\n", "the file has column names but no rows"),
        ("", "the file is empty"),
        ("\n", "the file is empty"),
        ("a,b\r1,2\r3,4", "lines end in a carriage return alone, as on a Mac before 2001"),
    ];
    for (text, expected) in cases {
        let text = text.replace('x', &long);
        for block in (1..65).chain([1 << 20]) {
            for threads in 1..4 {
                let problem = read(text.as_bytes(), block, threads).unwrap_err();
                assert_eq!(&problem, expected, "{text:?} {block} {threads}");
            }
            assert_eq!(&scanned(text.as_bytes(), block).unwrap_err(), expected);
        }
    }
    let mut text = "a,b\n".repeat(300_000).into_bytes();
    text.extend_from_slice(b"x,\xFF\n");
    let problem = read(&text, 1 << 16, 2).unwrap_err();
    assert_eq!(problem, "line 300001: bytes that are not UTF-8");
}

#[test]
fn ten_thousand_columns_and_ten_megabytes_in_a_cell() {
    let names: Vec<String> = (0..10_000).map(|at| format!("c{at}")).collect();
    let row = vec!["v"; 10_000].join(",");
    let text = format!("{}\n{row}\n{row}\n{row}\n", names.join(","));
    let table = read(text.as_bytes(), 1 << 12, 2).unwrap();
    assert_eq!((table.rows, table.columns.len()), (3, 10_000));
    let giant = "long \"\"\n".repeat(1_250_000);
    let text = format!("a,b\n1,\"{giant}\"\n2,3\n");
    let table = read(text.as_bytes(), 1 << 20, 2).unwrap();
    let cells = cells(&table);
    assert_eq!(cells[0][1].as_ref().unwrap(), &giant.replace("\"\"", "\""));
    assert_eq!((&cells[1][0], table.line_of(1)), (&Some("2".to_owned()), 1_250_003));
}

#[test]
fn carried_columns_are_coded_or_kept_by_their_first_rows() {
    let row = |row: usize| format!("{},\"{}\",n{}\n", row % 7, row / 3, row);
    let body: String = (0..40_000).map(row).collect();
    let text = format!("few,some,many\n{body},,\n");
    let source = |threads| open(text.as_bytes(), 1 << 14, threads).unwrap();
    for threads in 1..4 {
        let table = source(threads).read(&[ReadAs::Carry; 3], &()).unwrap();
        assert!(matches!(table.columns[0], Column::Coded { .. }));
        assert!(matches!(table.columns[1], Column::Coded { .. }));
        let Column::Carried(chunks) = &table.columns[2] else { panic!("near-unique") };
        let texts: Vec<Option<&str>> = chunks.iter().flat_map(AsArray::as_string::<i32>).collect();
        assert_eq!(texts.len(), 40_001);
        assert_eq!((texts[123], texts[40_000]), (Some("n123"), None));
    }
}

#[test]
fn skipped_columns_are_checked_and_not_kept() {
    let wants = [ReadAs::Skip, ReadAs::Code { kind: None }];
    let table = open(b"a,b\n1,2\n", 64, 1).unwrap().read(&wants, &()).unwrap();
    assert!(matches!(table.columns[0], Column::Skipped));
    let wrong = open(b"a,b\nx\"y,2\n", 64, 1).unwrap().read(&wants, &());
    assert_eq!(wrong.unwrap_err().code(), "io::quote-inside");
}

#[test]
fn a_kind_that_does_not_hold_is_an_error_with_line_and_count() {
    let wants = [ReadAs::Code { kind: Some(ridotto_core::Kind::Integer) }, ReadAs::Skip];
    let text = b"age,x\n1,\"a\nb\"\n\n-,c\n,c\n?,c\n";
    let text = text.as_slice().strip_suffix(b"").unwrap();
    let text = String::from_utf8(text.to_vec()).unwrap().replace("\n\n", "\n");
    let problem = open(text.as_bytes(), 64, 1).unwrap().read(&wants, &()).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "column \"age\": 2 cells are not of type integer, the first on line 4"
    );
}

#[test]
fn cancelling_stops() {
    #[derive(Debug)]
    struct Stop;
    impl ridotto_core::Watch for Stop {
        fn control(&self) -> ridotto_core::Control {
            ridotto_core::Control::Cancel
        }
    }
    let source = open(b"a,b\n1,2\n", 64, 2).unwrap();
    let problem = source.read(&[ReadAs::Carry; 2], &Stop).unwrap_err();
    assert_eq!(problem.code(), "io::cancelled");
}

#[test]
fn all_encodings_read_alike() {
    let text = "name,café\nJosé,1\n\"x\ny\",2\n";
    for encoding in [Encoding::Utf8, Encoding::Latin1, Encoding::Utf16Le, Encoding::Utf16Be] {
        for mark in [true, false] {
            let mut bytes = if mark { encoding.mark().to_vec() } else { Vec::new() };
            assert!(encoding.encode(text, &mut bytes));
            for block in [1, 7, 64, 1 << 20] {
                let table = read(&bytes, block, 2).unwrap();
                assert_eq!(cells(&table), rows(&[&["José", "1"], &["x\ny", "2"]]));
                assert_eq!(table.names, ["name", "café"]);
                let dialect = open(&bytes, block, 2).unwrap().dialect;
                let marked = mark && encoding != Encoding::Latin1;
                assert_eq!((dialect.encoding, dialect.bom), (encoding, marked));
            }
        }
    }
}

/// Stands in cells, and never in an error.
const SECRET: &str = "Zyxqueena";

/// Bytes that are likely to make trouble.
fn nasty() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => Just(b",".to_vec()),
        8 => Just(b"\n".to_vec()),
        6 => Just(b"\"".to_vec()),
        2 => Just(b"\r\n".to_vec()),
        1 => Just(b"\r".to_vec()),
        4 => Just(b"a".to_vec()),
        2 => Just(SECRET.as_bytes().to_vec()),
        2 => Just("é".as_bytes().to_vec()),
        1 => Just(b"\xE9".to_vec()),
        1 => Just(b"\0".to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..70),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Also a comparison of the fast parser with the slow one, which must find what is wrong.
    #[test]
    fn random_bytes_never_panic(setting in any::<u8>(), bytes in nasty()) {
        fuzz_csv(&[&[setting][..], b"a,b\n", &bytes].concat(), SECRET);
        fuzz_csv(&[&[setting][..], &bytes].concat(), SECRET);
    }

    #[test]
    fn block_size_and_threads_do_not_show(bytes in nasty(), block in 1_usize..65, threads in 1_usize..4) {
        let bytes = [b"a,b\n", bytes.as_slice()].concat();
        let whole = read(&bytes, 1 << 20, 1).map(|table| (cells(&table), lines(&table)));
        let parts = read(&bytes, block, threads).map(|table| (cells(&table), lines(&table)));
        prop_assert_eq!(whole, parts);
    }
}
