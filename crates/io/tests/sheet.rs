//! Excel: what is read of sheets that others wrote, what is refused, and what comes back.

#![allow(clippy::format_collect)] // small texts, made once

use crate::common::{Labelled, array, cells, options_for, read, write_to};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float64Array, Int64Array, StringArray,
    TimestampSecondArray,
};
use arrow_schema::DataType;
use proptest::prelude::*;
use ridotto_core::Kind;
use ridotto_io::{
    Column, FileSource, Look, Mark, OutColumn, ReadAs, Source, SourceOptions, Staged, View, write,
};
use std::{
    fs::{self, File},
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A workbook as Excel writes it: shared texts, addresses, styles; two sheets.
fn workbook(folder: &TempDir, name: &str, rows: &str, texts: &[&str]) -> PathBuf {
    let path = folder.path().join(name);
    let mut zip = ZipWriter::new(File::create(&path).unwrap());
    let relations = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"rId1\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet1.xml\"/>\
         <Relationship Id=\"rId2\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet2.xml\"/>\
         <Relationship Id=\"rId3\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/>\
         <Relationship Id=\"rId4\" Type=\"{OFFICE}/sharedStrings\" Target=\"sharedStrings.xml\"/>\
         </Relationships>"
    );
    let package = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"rId1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/>\
         </Relationships>"
    );
    let book = format!(
        "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>\
         <sheet name=\"People\" sheetId=\"1\" r:id=\"rId1\"/>\
         <sheet name=\"Other\" sheetId=\"2\" r:id=\"rId2\"/></sheets></workbook>"
    );
    let styles = format!(
        "<styleSheet xmlns=\"{MAIN}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/>\
         <xf numFmtId=\"14\"/></cellXfs></styleSheet>"
    );
    let shared: String = texts.iter().map(|text| format!("<si><t>{text}</t></si>")).collect();
    let shared = format!("<sst xmlns=\"{MAIN}\">{shared}</sst>");
    let sheet = |rows: &str| {
        format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>")
    };
    let other = sheet(
        "<row r=\"1\"><c r=\"A1\"><v>5</v></c></row><row r=\"2\"><c r=\"A2\"><v>6</v></c></row>",
    );
    for (part, text) in [
        ("[Content_Types].xml", "<Types/>".to_owned()),
        ("_rels/.rels", package),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", relations),
        ("xl/styles.xml", styles),
        ("xl/sharedStrings.xml", shared),
        ("xl/worksheets/sheet1.xml", sheet(rows)),
        ("xl/worksheets/sheet2.xml", other),
    ] {
        zip.start_file(part, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    path
}

const HEADER: &str = "<row r=\"2\"><c r=\"B2\" t=\"s\"><v>0</v></c><c r=\"C2\" t=\"s\"><v>1</v></c>\
     <c r=\"D2\" t=\"s\"><v>2</v></c><c r=\"E2\" t=\"s\"><v>3</v></c></row>";
const NAMES: [&str; 6] = ["zip", "age", "birth", "mixed", "02138", "x"];

fn kind(column: &Column) -> Kind {
    let Column::Coded { dictionary, .. } = column else { panic!("not coded") };
    dictionary.reading().kind
}

#[test]
fn cells_have_their_types() {
    let folder = tempfile::tempdir().unwrap();
    let rows = format!(
        "{HEADER}<row r=\"3\"><c r=\"B3\" t=\"s\"><v>4</v></c><c r=\"C3\"><f>30+4</f><v>34</v></c>\
         <c r=\"D3\" s=\"1\"><v>45322</v></c><c r=\"E3\"><v>1.5</v></c></row><row r=\"4\"/>\
         <row r=\"7\"><c r=\"C7\"><v>7</v></c><c r=\"D7\" s=\"1\"><v>45323</v></c>\
         <c r=\"E7\" t=\"s\"><v>5</v></c></row>"
    );
    let path = workbook(&folder, "a.xlsx", &rows, &NAMES);
    let table = read(&path, &SourceOptions::default()).unwrap();
    assert_eq!(table.names, ["zip", "age", "birth", "mixed"]);
    let some = |texts: [Option<&str>; 2]| texts.map(|text| text.map(str::to_owned)).to_vec();
    let expected = [
        ([Some("02138"), None], Kind::Text),
        ([Some("34"), Some("7")], Kind::Integer),
        ([Some("2024-01-31"), Some("2024-02-01")], Kind::Date),
        ([Some("1.5"), Some("x")], Kind::Text),
    ];
    for (column, (texts, of)) in table.columns.iter().zip(expected) {
        assert_eq!((cells(column), kind(column)), (some(texts), of));
    }
    assert_eq!([table.line_of(0), table.line_of(1)], [3, 7]);
    let options = SourceOptions { sheet: Some("Other".to_owned()), ..SourceOptions::default() };
    assert_eq!(read(&path, &options).unwrap().names, ["5"]);
    let options = SourceOptions { sheet: Some("Nowhere".to_owned()), ..SourceOptions::default() };
    let error = read(&path, &options).unwrap_err();
    assert_eq!(
        error.problem.to_string(),
        "there is no sheet \"Nowhere\"; there are \"People\", \"Other\""
    );
}

#[test]
fn what_is_wrong_has_an_address() {
    let folder = tempfile::tempdir().unwrap();
    for (rows, code, message) in [
        ("", "io::empty", "the file is empty"),
        (
            "<row r=\"3\"><c r=\"D3\" t=\"e\"><v>#DIV/0!</v></c></row>",
            "io::faulty-cell",
            "cell D3 has the error #DIV/0!",
        ),
        (
            "<row r=\"3\"><c r=\"AB3\"><v>1</v></c></row>",
            "io::cell-outside",
            "cell AB3 is in a column without a name",
        ),
    ] {
        let rows = if rows.is_empty() { String::new() } else { format!("{HEADER}{rows}") };
        let path = workbook(&folder, "a.xlsx", &rows, &NAMES);
        let error = read(&path, &SourceOptions::default()).unwrap_err();
        assert_eq!((error.code(), error.problem.to_string().as_str()), (code, message));
    }
    // An error that is listed as missing is missing.
    let rows = format!(
        "{HEADER}<row r=\"3\"><c r=\"C3\"><v>1</v></c><c r=\"D3\" t=\"e\"><v>#N/A</v></c></row>"
    );
    let path = workbook(&folder, "a.xlsx", &rows, &NAMES);
    let missing = vec![String::new(), "#N/A".to_owned()];
    let table = read(&path, &SourceOptions { missing, ..SourceOptions::default() }).unwrap();
    assert_eq!(cells(&table.columns[2]), [None]);
}

#[test]
fn broken_and_bursting_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rows = format!("{HEADER}<row r=\"3\"><c r=\"B3\"><v>1</v></c></row>");
    let path = workbook(&folder, "a.xlsx", &rows, &NAMES);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(read(&path, &SourceOptions::default()).unwrap().rows, 1, "it is fine as it is");
    for length in (0..bytes.len()).step_by(97) {
        fs::write(&path, &bytes[..length]).unwrap();
        assert_eq!(
            read(&path, &SourceOptions::default()).unwrap_err().code(),
            "io::broken-sheet",
            "{length}"
        );
    }
    // A cell of 64 megabytes, and shared texts without number.
    let long = format!(
        "{HEADER}<row r=\"3\"><c r=\"B3\" t=\"inlineStr\"><is><t>{}</t></is></c></row>",
        "x".repeat(1 << 26)
    );
    let path = workbook(&folder, "b.xlsx", &long, &NAMES);
    assert!(fs::metadata(&path).unwrap().len() < 1 << 20, "it is small when packed");
    let error = read(&path, &SourceOptions::default()).unwrap_err();
    assert_eq!(error.code(), "io::bursting-sheet");
}

fn written(path: &Path, columns: &[ArrayRef]) -> Vec<(DataType, Vec<Option<String>>)> {
    let names: Vec<String> = (0..columns.len()).map(|at| format!("c{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let chunks: Vec<Vec<ArrayRef>> = columns.iter().map(|column| vec![column.clone()]).collect();
    let outs: Vec<OutColumn<'_>> = chunks.iter().map(|chunks| OutColumn::Carried(chunks)).collect();
    let order: Vec<u32> = (0..columns[0].len() as u32).collect();
    write_to(path, &options_for(path), &names, &outs, &order).unwrap();
    let source = FileSource::open(path, &SourceOptions::default()).unwrap();
    let wants = vec![ReadAs::Code { kind: None }; names.len()];
    let table = source.read(&wants, &()).unwrap();
    let column = |column: &Column| {
        let Column::Coded { native, .. } = column else { panic!("not coded") };
        let data_type = native.as_ref().map_or(DataType::Null, |native| native.data_type().clone());
        (data_type, cells(column))
    };
    table.columns.iter().map(column).collect()
}

#[test]
fn typed_values_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xlsx");
    let back = written(
        &path,
        &[
            array(Int64Array::from(vec![Some(7), None, Some(-123_456_789_012_345)])),
            array(Float64Array::from(vec![0.1, 1e20, -2.5e-7])),
            array(BooleanArray::from(vec![Some(true), Some(false), None])),
            array(Date32Array::from(vec![19_753, -25_508, 2_932_896])),
            array(TimestampSecondArray::from(vec![1_706_702_400, 1_706_702_401, 86_399])),
            array(Int64Array::from(vec![i64::MAX, 1, 2])),
            array(Date32Array::from(vec![-30_000, 0, 1])),
        ],
    );
    let some = |texts: [&str; 3]| -> Vec<Option<String>> {
        texts.iter().map(|text| (!text.is_empty()).then(|| (*text).to_owned())).collect()
    };
    let expected = [
        (DataType::Int64, some(["7", "", "-123456789012345"])),
        (DataType::Float64, some(["0.1", "1e20", "-0.00000025"])),
        (DataType::Boolean, some(["true", "false", ""])),
        (DataType::Date32, some(["2024-01-31", "1900-03-01", "9999-12-31"])),
        (
            DataType::Timestamp(arrow_schema::TimeUnit::Millisecond, None),
            some(["2024-01-31T12:00:00", "2024-01-31T12:00:01", "1970-01-01T23:59:59"]),
        ),
        (DataType::Utf8, some(["9223372036854775807", "1", "2"])),
        (DataType::Utf8, some(["1887-11-12", "1970-01-01", "1970-01-02"])),
    ];
    for (got, expected) in back.iter().zip(&expected) {
        assert_eq!(got, expected);
    }
}

#[test]
fn what_no_sheet_can_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xlsx");
    let column = Labelled::new(&[Some("a".to_owned())]);
    let order = vec![0; 1_048_576];
    let error = write_to(&path, &options_for(&path), &["x"], &[column.out()], &order).unwrap_err();
    assert_eq!(error.code(), "io::too-large-for-sheet");
    let column = Labelled::new(&[Some("é".repeat(32_768))]);
    let error = write_to(&path, &options_for(&path), &["x"], &[column.out()], &[0]).unwrap_err();
    assert_eq!(error.code(), "io::too-long-for-sheet");
    assert!(!path.exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn texts_come_back(cells_in in prop::collection::vec(
        prop::option::of("[ -~éü\\n\\r\\t\\u{1}\\u{1f600}\\u{a0}]{1,6}|_x00[0-9A-F]{2}_|=1\\+1| "),
        1..40,
    )) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.xlsx");
        let column = Labelled::new(&cells_in);
        let all = Labelled::new(&vec![Some("always".to_owned()); cells_in.len()]);
        let order: Vec<u32> = (0..cells_in.len() as u32).collect();
        write_to(&path, &options_for(&path), &["x&<\"", "y"], &[column.out(), all.out()], &order).unwrap();
        let table = read(&path, &SourceOptions::default()).unwrap();
        prop_assert_eq!(&table.names, &["x&<\"", "y"]);
        prop_assert_eq!(cells(&table.columns[0]), cells_in);
    }
}

/// Rows of a table of cells are drawn: bold totals, hatched numbers that are hidden, changed numbers with
/// a star. Numbers stay numbers, and what is hidden is no number when it is read again.
#[test]
fn marked_rows_are_drawn_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xlsx");
    let regions: ArrayRef = Arc::new(StringArray::from(vec!["North", "South", "Total", "East"]));
    let values: ArrayRef = Arc::new(Int64Array::from(vec![None, Some(12), Some(30), None]));
    let chunks = [[regions], [values]];
    let columns = chunks.iter().map(|chunk| OutColumn::Carried(chunk)).collect();
    let look = |is_total, mark| Look { is_total, mark };
    let looks = [
        look(false, Mark::Hidden),
        look(false, Mark::Changed),
        look(true, Mark::Changed),
        look(true, Mark::Hidden),
    ];
    let view =
        View { names: vec!["region", "value"], columns, order: &[2, 0, 1, 3], looks: Some(&looks) };
    let staged = Staged::beside(&path, true).unwrap();
    write(&staged, &options_for(&path), &view, &()).unwrap();
    staged.publish().unwrap();
    let mut sheet = String::new();
    let mut zip = zip::ZipArchive::new(File::open(&path).unwrap()).unwrap();
    zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
    for cell in [
        "<c s=\"3\" t=\"inlineStr\"><is><t xml:space=\"preserve\">Total</t></is></c>\
         <c s=\"7\"><v>30</v></c>",
        "North</t></is></c><c s=\"4\" t=\"e\"><v>#N/A</v></c>",
        "South</t></is></c><c s=\"6\"><v>12</v></c>",
        "East</t></is></c><c s=\"5\" t=\"e\"><v>#N/A</v></c>",
    ] {
        assert!(sheet.contains(cell), "{cell} in {sheet}");
    }
    let fault = read(&path, &SourceOptions::default()).unwrap_err();
    assert_eq!(fault.code(), "io::faulty-cell");
    let options = SourceOptions { missing: vec!["#N/A".into()], ..SourceOptions::default() };
    let table = read(&path, &options).unwrap();
    let texts = [Some("30"), None, Some("12"), None];
    assert_eq!(cells(&table.columns[1]), texts.map(|text| text.map(str::to_owned)));
    assert_eq!(kind(&table.columns[1]), Kind::Integer);
}
