//! A verifier that accepts everything would pass every other test: here it must refuse.

use super::*;
use crate::run::guarantee;
use crate::{Judge, Requirement};
use ridotto_core::hierarchy::{Builder, Row};
use ridotto_core::model::KAnonymity;
use ridotto_core::{Code, Hierarchy, Scope};
use ridotto_io::{Table, Want};
use ridotto_micro::Generalized;
use std::sync::Arc;

const INPUT: &str = "age,town,illness\n31,a,flu\n33,a,gout\n52,b,flu\n54,b,mumps\n";
const AGES: &[[&str; 3]] = &[
    ["31", "thirties", "*"],
    ["33", "thirties", "*"],
    ["52", "fifties", "*"],
    ["54", "fifties", "*"],
];
const TOWNS: &[[&str; 3]] = &[["a", "north", "*"], ["b", "south", "*"]];

/// The release that ages by decade make, in this order of the input's records.
const ORDER: [u32; 4] = [2, 0, 3, 1];
const RIGHT: &str =
    "age,town,illness\nfifties,b,flu\nthirties,a,flu\nfifties,b,mumps\nthirties,a,gout\n";

fn coded(table: &Table, at: usize) -> (&Codes, &Dictionary) {
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => (codes, dictionary),
        other => panic!("column {at} is {other:?}"),
    }
}

fn hierarchy(table: &Table, at: usize, lines: &[[&str; 3]]) -> Hierarchy {
    let (codes, dictionary) = coded(table, at);
    let rows = (1..).zip(lines).map(|(line, cells)| Row::line(line, *cells)).collect();
    let counts = codes.histogram(dictionary.len());
    Builder::Table(rows).compile("test", dictionary, &counts, &|_: &str| false).unwrap()
}

/// What the verifier says about a file that should be INPUT at these levels: the sizes of the
/// classes, or its complaint.
fn judge(
    levels: [u8; 2],
    order: &[u32],
    hidden: Option<&[bool]>,
    file: &str,
) -> Result<Verified, String> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    std::fs::write(&input, INPUT).unwrap();
    std::fs::write(&output, file).unwrap();
    let source = Source::open(&input, &SourceOptions::default()).unwrap();
    let table = source.read(&[Want::Code { kind: None }; 3], &Watched(&())).unwrap();
    let hierarchies = [hierarchy(&table, 0, AGES), hierarchy(&table, 1, TOWNS)];
    let mut columns: Vec<OutputColumn<'_>> = (0..2)
        .map(|at| {
            let (_, dictionary) = coded(&table, at);
            let of = &hierarchies[at];
            let label =
                Generalized::new(&table.names[at], dictionary, of, levels[at]).label(dictionary);
            OutputColumn::labelled(
                &table,
                at,
                Role::QuasiIdentifier,
                label,
                Truth::Ancestor(of),
                hidden,
            )
            .as_key(at)
        })
        .collect();
    columns.push(OutputColumn::same(&table, 2, Role::Sensitive, hidden));
    let expected = Expected { columns: &columns, order, hidden, missing: "", judged: &[] };
    verify_file(&output, &SourceOptions::default(), &expected, &())
        .map_err(|error| error.to_string())
}

fn holds(k: u64, verified: &Verified) -> Option<bool> {
    let judge = Judge::Class(Arc::new(KAnonymity::new(k.try_into().unwrap())));
    let required =
        Requirement { judge, attribute: None, parameters: Vec::new(), scope: Scope::All };
    let table = |subset: &[usize]| verified.table(subset);
    guarantee(&required, 2, verified.rows, &table).holds
}

fn refused(file: &str, complaint: &str) {
    let said = judge([1, 0], &ORDER, None, file).expect_err(file);
    assert!(said.contains(complaint), "{said}\n{file}");
    for value in ["31", "flu", "gout", "thirties"] {
        assert!(!said.contains(value), "{said}");
    }
}

#[test]
fn the_right_file_is_accepted() {
    let verified = judge([1, 0], &ORDER, None, RIGHT).unwrap();
    assert_eq!((verified.rows, &verified.sizes()[..]), (4, &[2, 2][..]));
    assert_eq!((holds(2, &verified), holds(3, &verified)), (Some(true), Some(false)));
}

#[test]
fn a_wrong_label() {
    let cell = "neither its input cell nor an ancestor";
    refused(&RIGHT.replacen("fifties", "thirties", 1), cell);
    refused(&RIGHT.replacen("fifties", "sixties", 1), cell);
    refused(&RIGHT.replacen("fifties", "", 1), cell);
    refused(&RIGHT.replacen("fifties", "31", 1), cell);
    refused(&RIGHT.replacen("gout", "flu", 1), cell);
    refused(&RIGHT.replacen("gout", "*", 1), cell);
}

#[test]
fn records_of_each_other() {
    let mut lines: Vec<&str> = RIGHT.lines().collect();
    lines.swap(1, 3);
    refused(&(lines.join("\n") + "\n"), "neither its input cell");
}

#[test]
fn a_record_too_many_or_too_few() {
    refused(&(RIGHT.to_owned() + "thirties,a,gout\n"), "records");
    refused(RIGHT.trim_end().rsplit_once('\n').unwrap().0, "it has 3 records and not 4");
}

#[test]
fn swapped_columns() {
    let swapped = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        format!("{},{},{}\n", cells[1], cells[0], cells[2])
    };
    let all: String = RIGHT.lines().map(swapped).collect();
    refused(&all, "columns");
    let cells: String = RIGHT.lines().skip(1).map(swapped).collect();
    refused(&format!("age,town,illness\n{cells}"), "neither its input cell");
    refused(&RIGHT.replacen("illness", "disease", 1), "columns");
    refused(&RIGHT.replace('\n', ",x\n").replacen(",x", ",more", 1), "columns");
}

/// Every cell is true, and still a class is too small: the count tells.
#[test]
fn a_class_below_k() {
    let raw = "age,town,illness\n52,b,flu\n31,a,flu\n54,b,mumps\n33,a,gout\n";
    let verified = judge([0, 0], &ORDER, None, raw).unwrap();
    assert_eq!((verified.sizes().first().copied(), holds(2, &verified)), (Some(1), Some(false)));
    let one_raw = RIGHT.replacen("fifties", "52", 1);
    let verified = judge([1, 0], &ORDER, None, &one_raw).unwrap();
    assert_eq!((verified.sizes().first().copied(), holds(2, &verified)), (Some(1), Some(false)));
    let lost = judge([1, 0], &ORDER[..3], None, RIGHT.rsplit_once("thirties").unwrap().0).unwrap();
    assert_eq!(holds(2, &lost), Some(false));
}

#[test]
fn no_class_at_all() {
    let nobody =
        Verified { rows: 0, sha256: String::new(), seen: Seen::new(2, 0), values: Vec::new() };
    assert_eq!(holds(2, &nobody), Some(false));
}

#[test]
fn hidden_records_show_nothing() {
    let hidden = [false, true, false, false];
    let file = RIGHT.replace("thirties,a,gout", "*,*,*");
    let verified = judge([1, 0], &ORDER, Some(&hidden), &file).unwrap();
    assert_eq!(verified.sizes(), [1, 2], "hidden records form no class");
    for shown in ["thirties,*,*", "*,a,*", "*,*,gout", "33,a,gout"] {
        let file = RIGHT.replace("thirties,a,gout", shown);
        judge([1, 0], &ORDER, Some(&hidden), &file).expect_err(shown);
    }
}

#[test]
fn codes_are_not_confused_with_positions() {
    // The dictionary's order is not the file's: every record must meet its own cell.
    let order: Vec<Code> = vec![3, 2, 1, 0];
    let file = "age,town,illness\n54,b,mumps\n52,b,flu\n33,a,gout\n31,a,flu\n";
    assert_eq!(judge([0, 0], &order, None, file).unwrap().rows, 4);
}
