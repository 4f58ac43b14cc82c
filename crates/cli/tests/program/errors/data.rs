//! Data that cannot be read.

use super::ANONYMIZE;
use crate::case::Case;
use insta::assert_snapshot;

#[test]
fn ragged_row() {
    let case = Case::people().data(",33,", ",33,Zyxqueena,");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::ragged-row

      × people.csv: line 3: 4 cells expected, 5 found
      help: look for a delimiter in an unquoted cell on this line, or set the delimiter
    ");
}

#[test]
fn text_after_quote() {
    let case = Case::people().data("Zyxqueena Bea", "\"Zyxqueena\" Bea");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::text-after-quote

      × people.csv: line 3: text after a closing quote (column 1)
      help: quote the whole cell and double the quotes within it, or set another quote
    ");
}

#[test]
fn quote_inside() {
    let case = Case::people().data("Zyxqueena Bea", "Zyxqueena \"Bea\"");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::quote-inside

      × people.csv: line 3: a quote inside an unquoted cell (column 1)
      help: quote the whole cell and double the quotes within it, or set another quote
    ");
}

#[test]
fn unterminated_quote() {
    let case = Case::people().data("Zyxqueena Leo", "\"Zyxqueena Leo");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::unterminated-quote

      × people.csv: line 13: a quote is opened here and never closed
      help: close the quote, or double it if it is part of the text
    ");
}

#[test]
fn not_utf_8() {
    let mut data = Case::people().bytes("people.csv");
    let at = data.windows(3).position(|bytes| bytes == b"Eva").unwrap();
    data[at] = 0xff;
    let case = Case::people()
        .file("people.csv", data)
        .policy("input = \"people.csv\"", "input = \"people.csv\"\nencoding = \"utf-8\"");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::not-in-encoding

      × people.csv: line 6: bytes that are not UTF-8
      help: set the encoding: utf-8, latin1 or utf-16
    ");
}

#[test]
fn duplicate_column() {
    let case = Case::people().data("name,age,town", "name,age,age");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    io::duplicate-name

      × people.csv: line 1: the columns 2 and 3 have the same name
      help: give each column a name of its own; is the first line the column names?
    "#);
}

/// A quote that is left open in the first line takes rows into a name.
#[test]
fn rows_in_a_column_name() {
    let data = "\"name,age\nSECRET,31\nHIDDEN\",age,town,illness\nx,31,here,flu\n";
    let case = Case::people().file("people.csv", data);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::endless-name

      × people.csv: line 1: the name of column 1 goes on for lines
      help: is a quote left open there, or is the encoding another?
    ");
}

#[test]
fn empty_column_name() {
    let case = Case::people().data("name,age,town", "name,,town");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::empty-name

      × people.csv: line 1: a column without a name: 2
      help: give each column a name of its own; is the first line the column names?
    ");
}

#[test]
fn empty_file() {
    let case = Case::people().file("people.csv", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::empty

      × people.csv: the file is empty
      help: was the file exported without its rows?
    ");
}

#[test]
fn header_alone() {
    let case = Case::people().file("people.csv", "name,age,town,illness\n");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::header-alone

      × people.csv: the file has column names but no rows
      help: was the file exported without its rows?
    ");
}

#[test]
fn gzip_truncated_or_in_disguise() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "-o", "out.csv.gz"]).well();
    let whole = case.bytes("out.csv.gz");
    let case = Case::people().file("packed.csv", &whole);
    assert_snapshot!(case.refused(2, &["check", "packed.csv", "--quasi-identifiers", "age,town"]), @r"
    exit 2
    io::compressed

      × packed.csv: the file is compressed (gzip), and its name does not say so
      help: let its name end in .gz or .zst, or unpack it
    ");
    let case = Case::people().file("cut.csv.gz", &whole[..whole.len() / 2]);
    assert_snapshot!(case.refused(2, &["check", "cut.csv.gz", "--quasi-identifiers", "age,town"]), @r"
    exit 2
    io::broken-compression

      × cut.csv.gz: the compressed data are cut off or damaged
      help: was it copied to its end? does the end of its name tell what it is?
    ");
}

#[test]
fn truncated_parquet() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "-o", "out.parquet"]).well();
    let whole = case.bytes("out.parquet");
    let case = Case::people().file("cut.parquet", &whole[..whole.len() - 9]);
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "cut.parquet"]), @r"
    exit 2
    io::broken-parquet

      × cut.parquet: not a Parquet file, or one that is cut off or damaged
      help: was it copied to its end? does the end of its name tell what it is?
    ");
}

#[test]
fn truncated_arrow() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "-o", "out.arrow"]).well();
    let whole = case.bytes("out.arrow");
    let case = Case::people().file("cut.arrow", &whole[..whole.len() / 2]);
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "cut.arrow"]), @r"
    exit 2
    io::broken-arrow

      × cut.arrow: not an Arrow file, or one that is cut off or damaged
      help: was it copied to its end? does the end of its name tell what it is?
    ");
}

#[test]
fn missing_input() {
    let case = Case::people().policy("people.csv", "peple.csv");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::not-found

      × peple.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn input_is_a_folder() {
    let case = Case::people();
    std::fs::create_dir(case.path("folder.csv")).unwrap();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "folder.csv"]), @r"
    exit 2
    io::no-parts

      × folder.csv: the folder has no Parquet files
      help: name a file, or a folder with .parquet files in it
    ");
}

#[test]
fn unknown_extension_of_the_input() {
    let case = Case::people().file("people.xyz", "name\n");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "people.xyz"]), @r"
    exit 2
    io::unknown-format

      × people.xyz: the end of the name tells no format
      help: use .csv, .tsv, .txt, .json or .jsonl (also with .gz or .zst), .parquet, .arrow
            or .xlsx
    ");
}

#[test]
fn unknown_extension_of_the_output() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "out.xyz"]), @r"
    exit 2
    io::unknown-format

      × out.xyz: the end of the name tells no format
      help: use .csv, .tsv, .txt, .json or .jsonl (also with .gz or .zst), .parquet, .arrow
            or .xlsx
    ");
}

#[test]
fn integer_expected() {
    let case = Case::people()
        .data(",36,", ",Zyxqueena,")
        .policy("hierarchy = { intervals", "type = \"integer\"\nhierarchy = { intervals");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    io::not-of-kind

      × people.csv: column "age": 1 cell is not of type integer, the first on line 6
      help: correct the cells, list their text as missing, or change the column's type
    "#);
}

#[test]
fn intervals_of_text() {
    let case = Case::people().data(",36,", ",Zyxqueena,");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `age` needs numbers, but the values are of the kind text
        ╭─[policy.toml:11:13]
     10 │ role = "quasi-identifier"
     11 │ hierarchy = { intervals = [5, 10, 20] }
        ·             ─────────────┬─────────────
        ·                          ╰── this hierarchy
     12 │
        ╰────
      help: choose another builder, or state texts like `?` as `missing` in `[data]`
    "#);
}
