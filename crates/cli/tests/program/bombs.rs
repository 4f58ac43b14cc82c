//! Small files that would take all memory: each ends in a message and exit code 2.

use crate::case::{Case, SECRET, in_one_line};
use std::io::Write;
use zip::{ZipWriter, write::SimpleFileOptions};

/// The people's policy for another file, with nothing but the limit of memory told.
fn refused(name: &str, bytes: impl AsRef<[u8]>, memory: &str) -> String {
    let case = Case::people().file(name, bytes).policy("people.csv", name);
    in_one_line(&case.refused(2, &["anonymize", "policy.toml", "--memory", memory]))
}

fn gzip(text: impl Iterator<Item = String>) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    text.for_each(|text| packed.write_all(text.as_bytes()).unwrap());
    packed.finish().unwrap()
}

const NAMES: &str = "name,age,town,illness\n";

fn many_people(people: usize) -> impl Iterator<Item = String> {
    let person = |at| format!("{SECRET},{},{SECRET}-Alba,{SECRET}-{at}\n", at % 90);
    std::iter::once(NAMES.to_owned()).chain((0..people).map(person))
}

#[test]
fn a_table_that_is_longer_than_the_memory() {
    let packed = gzip(many_people(200_000));
    let shown = refused("people.csv.gz", &packed, "4MB");
    assert!(shown.contains("io::no-room") && shown.contains("4.0 MB are allowed"), "{shown}");
    let case = Case::people().file("people.csv.gz", packed).policy("people.csv", "people.csv.gz");
    assert_eq!(case.run(&["plan", "policy.toml", "--memory", "1GB"]).code, 0);
}

#[test]
fn a_line_without_end() {
    let line = |quote: &str| {
        let long = std::iter::repeat_n("a".repeat(1 << 20), 24);
        std::iter::once(format!("{NAMES}x,{quote}")).chain(long)
    };
    for quote in ["", "\""] {
        let shown = refused("people.csv.gz", gzip(line(quote)), "80MB");
        assert!(shown.contains("io::endless-record"), "{shown}");
    }
    let text: String = line("").collect();
    let shown = refused("people.csv.zst", zstd::encode_all(text.as_bytes(), 3).unwrap(), "80MB");
    assert!(shown.contains("io::endless-record"), "{shown}");
    let shown =
        refused("people.jsonl.gz", gzip(line("").map(|line| line.replace('\n', ""))), "80MB");
    assert!(shown.contains("io::endless-record"), "{shown}");
}

/// A frame of zstd that holds a text as it is, and demands a window of so many times two bytes.
fn frame(window: u8, text: &str) -> Vec<u8> {
    let block = (u32::try_from(text.len()).unwrap() << 3 | 1).to_le_bytes();
    let begin = [0x28, 0xB5, 0x2F, 0xFD, 0x00, (window - 10) << 3];
    [&begin, &block[..3], text.as_bytes()].concat()
}

/// A gigabyte would be kept to look back at: that is no damage, and it is told what it is.
#[test]
fn a_window_of_a_gigabyte() {
    let case = Case::people();
    let people = case.read("people.csv");
    for (window, memory, allowed) in [(30, "500MB", "268 MB"), (31, "1.5GB", "1.1 GB")] {
        let shown = refused("people.csv.zst", frame(window, &people), memory);
        assert!(shown.contains("io::wide-window") && shown.contains(allowed), "{shown}");
        assert!(shown.contains("--memory") && shown.contains("smaller window"), "{shown}");
    }
    // A later frame of the file is held to the same.
    let (first, second) = people.split_at(people.len() / 2);
    let both = [frame(20, first), frame(30, second)].concat();
    let shown = refused("people.csv.zst", &both, "500MB");
    assert!(shown.contains("io::wide-window"), "{shown}");
    // Where there is room it is read, also beyond what the library allows by itself; damage is damage.
    let case = case.policy("people.csv", "people.csv.zst");
    let case = case.file("people.csv.zst", frame(28, &people));
    case.run(&["plan", "policy.toml", "--memory", "300MB"]).well();
    let cut = frame(28, &people);
    let shown = refused("people.csv.zst", &cut[..cut.len() - 5], "300MB");
    assert!(shown.contains("io::broken-compression"), "{shown}");
}

/// The least workbook there can be: one sheet, and the texts that its cells share.
fn workbook(sheet: &str, shared: &str) -> Vec<u8> {
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let relation = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>")
    };
    let relations = |all: &str| format!("<Relationships xmlns=\"{PACKAGE}\">{all}</Relationships>");
    let both = relation("r1", "worksheet", "worksheets/sheet1.xml")
        + &relation("r2", "sharedStrings", "sharedStrings.xml");
    let book = format!(
        "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"A\" sheetId=\"1\" \
         r:id=\"r1\"/></sheets></workbook>"
    );
    for (name, text) in [
        ("_rels/.rels", relations(&relation("r1", "officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", relations(&both)),
        ("xl/sharedStrings.xml", format!("<sst xmlns=\"{MAIN}\" {shared}</sst>")),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{sheet}</sheetData></worksheet>"),
        ),
    ] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn texts_that_are_not_there() {
    let sheet = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>\
                 <row r=\"2\"><c r=\"A2\"><v>5</v></c></row>";
    let shown = refused(
        "people.xlsx",
        workbook(sheet, "uniqueCount=\"999999999999\"><si><t>age</t></si>"),
        "4GB",
    );
    assert!(shown.contains("io::bursting-sheet"), "{shown}");
    // With as many as it says it is read, and has no column of the policy's.
    let fine = workbook(sheet, "uniqueCount=\"1\"><si><t>years</t></si>");
    let shown = refused("people.xlsx", fine, "4GB");
    assert!(shown.contains("io::no-header"), "{shown}");
}

#[test]
fn a_cell_beyond_all_columns() {
    for cell in ["FXSHRXW1", "XFE1", "A1048577"] {
        let sheet = format!(
            "<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"{cell}\"><v>2</v></c></row>\
             <row r=\"2\"><c r=\"A2\"><v>5</v></c></row>"
        );
        let shown = refused("people.xlsx", workbook(&sheet, ">"), "4GB");
        assert!(shown.contains("io::broken-sheet"), "{cell}: {shown}");
    }
    // The last cell there can be is far away, and no harm.
    let sheet = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>a</v></c><c r=\"XFD1\" t=\"str\"><v>b</v></c></row>\
                 <row r=\"1048576\"><c r=\"XFD1048576\"><v>5</v></c></row>";
    let shown = refused("people.xlsx", workbook(sheet, ">"), "4GB");
    assert!(shown.contains("io::empty-name"), "{shown}");
}

/// What stands at the end of a Parquet file: here 2³¹ columns, in nine bytes.
#[test]
fn a_list_of_billions_in_a_footer() {
    let footer = [0x15, 0x02, 0x19, 0xFC, 0x80, 0x80, 0x80, 0x80, 0x08, 0x00];
    let mut file = b"PAR1".to_vec();
    file.extend(footer);
    file.extend(u32::try_from(footer.len()).unwrap().to_le_bytes());
    file.extend(b"PAR1");
    let shown = refused("people.parquet", file, "4GB");
    assert!(shown.contains("io::broken-parquet"), "{shown}");
}

/// A text of 40 MB that is packed to nearly nothing, in files of columns.
#[test]
fn a_page_that_unpacks_to_more_than_there_is() {
    let long = "0".repeat(40 << 20);
    for ending in ["parquet", "arrow"] {
        let people: String = (0..6).map(|_| format!("{SECRET},31,{SECRET}-Alba,short\n")).collect();
        let case = Case::people()
            .file("people.csv", format!("{NAMES}{people}{SECRET},31,{SECRET}-Alba,{long}\n"));
        let out = format!("packed.{ending}");
        case.run(&["anonymize", "policy.toml", "-o", &out]).well();
        let args = ["check", &out, "--policy", "policy.toml", "--memory", "10MB"];
        let shown = case.refused(2, &args);
        assert!(shown.contains("io::no-room"), "{ending}: {shown}");
        case.run(&[&args[..5], &["1GB"]].concat()).well();
    }
}

/// Where the system gives no more, the program ends by itself and says so.
#[test]
#[cfg(target_os = "linux")]
fn memory_that_the_system_refuses() {
    let case = Case::people().file("people.csv", many_people(600_000).collect::<String>());
    let limited =
        format!("ulimit -d 70000; exec '{}' plan policy.toml", env!("CARGO_BIN_EXE_ridotto"));
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &limited]).current_dir(case.path("."));
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(!output.stderr.is_empty() && !String::from_utf8_lossy(&output.stderr).contains(SECRET));
}

#[test]
fn sizes_are_said_with_their_unit() {
    let case = Case::people();
    for wrong in ["4", "x", "-1GB", "1kB", "4 parsecs"] {
        let shown = case.refused(2, &["plan", "policy.toml", &format!("--memory={wrong}")]);
        assert!(in_one_line(&shown).contains("is no size of memory"), "{shown}");
    }
    for right in ["500MB", "1.5GB", "2gib", "1TB"] {
        case.run(&["plan", "policy.toml", "--memory", right]).well();
    }
}
