//! A verifier that accepts everything would pass every other test: here it must refuse.

use super::*;
use crate::check::{DIGITS, is_same_number};
use ridotto_core::hierarchy::{Builder, Row};
use ridotto_core::model::KAnonymity;
use ridotto_core::model::Model;
use ridotto_core::{Code, Codes, Dictionary, Hierarchy, Reading};
use ridotto_io::{FileSource, digest_of};
use ridotto_table::{Column, Labelling, ReadAs, RowLabels, Table};
use std::path::Path;
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
    levels: [usize; 2],
    order: &[u32],
    hidden: Option<&[bool]>,
    file: &str,
) -> Result<Verified, String> {
    judge_by(file, order, hidden, levels, |column| column)
}

/// The same of quasi-identifiers that are expected in a way of their own.
fn judge_by(
    file: &str,
    order: &[u32],
    hidden: Option<&[bool]>,
    levels: [usize; 2],
    expect: for<'a> fn(OutputColumn<'a>) -> OutputColumn<'a>,
) -> Result<Verified, String> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    std::fs::write(&input, INPUT).unwrap();
    std::fs::write(&output, file).unwrap();
    let source = FileSource::open(&input, &SourceOptions::default()).unwrap();
    let table = source.read(&[ReadAs::Code { kind: None }; 3], &()).unwrap();
    let hierarchies = [hierarchy(&table, 0, AGES), hierarchy(&table, 1, TOWNS)];
    let mut columns: Vec<OutputColumn<'_>> = (0..2)
        .map(|at| {
            let of = &hierarchies[at];
            let (labelling, rule) = (at_level(of, levels[at]), CellRule::Ancestor(of));
            expect(OutputColumn::labelled(&table, at, labelling, rule, hidden).at_key(at))
        })
        .collect();
    columns.push(OutputColumn::same(&table, 2, hidden));
    let expected = Expected {
        columns: &columns,
        order,
        hidden,
        missing: "",
        judged: &[],
        people: None,
        escaped: false,
    };
    said_of(&output, &expected)
}

fn at_level(hierarchy: &Hierarchy, level: usize) -> Labelling {
    Labelling {
        label_of: hierarchy.map(level).to_vec(),
        labels: hierarchy.labels(level).clone(),
        missing: hierarchy.missing_group(level),
        is_raw: level == 0,
    }
}

/// Whether every class over both quasi-identifiers has k records, and there is one.
fn holds(k: u64, verified: &Verified) -> bool {
    let model = Model::PerClass(Arc::new(KAnonymity::new(k.try_into().unwrap())));
    let table = verified.table(&[0, 1]);
    !table.is_empty() && model.holds(&table)
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
    assert_eq!((holds(2, &verified), holds(3, &verified)), (true, false));
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

/// An attribute that goes as a whole is seen to be gone in every record, or in none: a single `*`
/// is an ancestor of its cell, and refused all the same.
#[test]
fn an_attribute_that_is_suppressed_in_some_records() {
    let whole = |hidden: Option<&[bool]>, file: &str| {
        judge_by(file, &ORDER, hidden, [1, 0], |column| column.suppressed_wholly_if(true))
    };
    let without = |columns: [bool; 2]| -> String {
        let line = |line: &str| {
            let cells: Vec<&str> = line.split(',').collect();
            let cell = |at: usize| if columns[at] { "*" } else { cells[at] };
            format!("{},{},{}\n", cell(0), cell(1), cells[2])
        };
        "age,town,illness\n".to_owned() + &RIGHT.lines().skip(1).map(line).collect::<String>()
    };
    for columns in [[false; 2], [true, false], [false, true], [true; 2]] {
        whole(None, &without(columns)).unwrap();
    }
    // The first record, the last one, and all but one.
    let last = RIGHT.replacen("thirties,a,gout", "*,a,gout", 1);
    let all_but_one = without([true, false]).replacen("*,b,flu", "fifties,b,flu", 1);
    for some in [RIGHT.replacen("fifties", "*", 1), last, all_but_one] {
        assert!(judge([1, 0], &ORDER, None, &some).is_ok(), "each cell is allowed");
        let said = whole(None, &some).unwrap_err();
        assert!(said.contains("`age` shows `*` in some records"), "{said}");
    }
    let towns = RIGHT.replace(",b,", ",*,");
    assert!(whole(None, &towns).unwrap_err().contains("`town` shows `*` in some records"));
    // Whoever is hidden shows nothing, and that is no suppression of an attribute.
    let file = RIGHT.replace("thirties,a,gout", "*,*,*");
    whole(Some(&[false, true, false, false]), &file).unwrap();
    whole(Some(&[true, false, false, false]), &file).unwrap_err();
}

/// A column of pseudonyms shows these and nothing else, least of all its values.
#[test]
fn a_value_where_a_pseudonym_should_be() {
    let judge = |file: &str| {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
        std::fs::write(&input, INPUT).unwrap();
        std::fs::write(&output, file).unwrap();
        let source = FileSource::open(&input, &SourceOptions::default()).unwrap();
        let table = source.read(&[ReadAs::Code { kind: None }; 3], &()).unwrap();
        let labelling = Labelling {
            label_of: vec![0, 1],
            labels: ["p1", "p2"].into_iter().collect(),
            missing: None,
            is_raw: false,
        };
        let replaced =
            |at, labelling| OutputColumn::labelled(&table, at, labelling, CellRule::Replaced, None);
        let columns = [replaced(1, labelling)];
        let (order, hidden) = (&ORDER, None);
        let expected = Expected {
            columns: &columns,
            order,
            hidden,
            missing: "",
            judged: &[],
            people: None,
            escaped: false,
        };
        said_of(&output, &expected)
    };
    assert_eq!(judge("town\np2\np1\np2\np1\n").unwrap().rows, 4);
    for wrong in ["p2\np1\np2\na", "p2\np1\np1\np1", "p2\np1\n*\np1", "b\na\nb\na"] {
        let said = judge(&format!("town\n{wrong}\n")).unwrap_err();
        assert!(said.contains("a cell of `town` is not what stands for it"), "{said}");
    }
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
    assert_eq!((verified.sizes().first().copied(), holds(2, &verified)), (Some(1), false));
    let one_raw = RIGHT.replacen("fifties", "52", 1);
    let verified = judge([1, 0], &ORDER, None, &one_raw).unwrap();
    assert_eq!((verified.sizes().first().copied(), holds(2, &verified)), (Some(1), false));
    let lost = judge([1, 0], &ORDER[..3], None, RIGHT.rsplit_once("thirties").unwrap().0).unwrap();
    assert!(!holds(2, &lost));
}

#[test]
fn no_class_at_all() {
    let expected = Expected {
        columns: &[],
        order: &[],
        hidden: None,
        missing: "",
        judged: &[],
        people: None,
        escaped: false,
    };
    let nobody = Verified::new(0, None, Seen::new(2, 0), &expected);
    assert!(!holds(2, &nobody));
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

/// Also where values were carried along and never looked at.
#[test]
fn hidden_records_show_nothing_that_was_carried() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.csv");
    let notes: arrow_array::ArrayRef =
        Arc::new(arrow_array::StringArray::from(vec![Some("tall"), None, Some("short")]));
    let table = Table {
        rows: 3,
        names: vec!["note".into()],
        columns: vec![Column::Carried(vec![notes])],
        sha256: None,
        is_text: false,
        lines: ridotto_table::Lines::default(),
    };
    let said = |is_shown: bool, cells: &str| {
        std::fs::write(&output, format!("note\n{cells}\n")).unwrap();
        let columns = [OutputColumn::same(&table, 0, None).always_shown_if(is_shown)];
        let expected = Expected {
            columns: &columns,
            order: &[2, 0],
            hidden: Some(&[true, false, false]),
            missing: "",
            judged: &[],
            people: None,
            escaped: false,
        };
        said_of(&output, &expected).map(|verified| verified.rows)
    };
    assert_eq!((said(true, "short\ntall"), said(false, "short\n*")), (Ok(2), Ok(2)));
    for (is_shown, cells) in [(false, "short\ntall"), (true, "short\n*"), (false, "*\n*")] {
        assert!(said(is_shown, cells).unwrap_err().contains("a cell of `note` is neither"));
    }
}

#[test]
fn codes_are_not_confused_with_positions() {
    // The dictionary's order is not the file's: every record must meet its own cell.
    let order: Vec<Code> = vec![3, 2, 1, 0];
    let file = "age,town,illness\n54,b,mumps\n52,b,flu\n33,a,gout\n31,a,flu\n";
    assert_eq!(judge([0, 0], &order, None, file).unwrap().rows, 4);
}

/// What the verifier says of ages as this file shows them, in the order of the input.
fn ages(
    truth: &dyn Fn(&Dictionary) -> CellRule<'static>,
    shown: [&str; 4],
) -> Result<Verified, String> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    std::fs::write(&input, "age\n31\n33\n52\n54\n").unwrap();
    std::fs::write(&output, format!("age\n\"{}\"\n", shown.join("\"\n\""))).unwrap();
    let source = FileSource::open(&input, &SourceOptions::default()).unwrap();
    let table = source.read(&[ReadAs::Code { kind: None }], &()).unwrap();
    let labels = RowLabels {
        codes: Codes::from_codes(&[0, 0, 1, 2], 3),
        labels: ["31-33", "52", "*"].into_iter().collect(),
        missing: None,
    };
    let truth = truth(coded(&table, 0).1);
    let column = OutputColumn::by_row(&table, 0, &labels, truth, None);
    let columns = [column.at_key(0)];
    let order = [0, 1, 2, 3];
    let expected = Expected {
        escaped: false,
        columns: &columns,
        order: &order,
        hidden: None,
        missing: "",
        judged: &[],
        people: None,
    };
    said_of(&output, &expected)
}

#[test]
fn ranges_and_sets_must_hold_the_value() {
    static WHOLE: std::sync::LazyLock<Reading> =
        std::sync::LazyLock::new(|| Reading::of_kind(ridotto_core::Kind::Integer));
    let covering = |_: &Dictionary| CellRule::Covering(&WHOLE);
    let sizes = |shown| ages(&covering, shown).map(|verified| verified.sizes());
    assert_eq!(sizes(["31-33", "31-33", "{52, 54}", "{52, 54}"]).unwrap(), [2, 2]);
    assert_eq!(sizes(["*", "<34", ">=50", "54"]).unwrap(), [1, 1, 1, 1]);
    for wrong in ["31-32", "{31, 52}", "33-", "", "thirties", ">=34", "<33", "32"] {
        let said = sizes(["31", wrong, "52", "54"]).expect_err(wrong);
        assert!(said.contains("neither its input cell nor a range or a set"), "{said}");
    }
    // A label that was right for one value is not right for another.
    sizes(["31-33", "31-33", "31-33", "54"]).expect_err("52 is not between 31 and 33");
}

#[test]
fn means_must_be_the_means() {
    let means = |_: &Dictionary| CellRule::Mean(&[0, 0, 1, 1]);
    let sizes = |shown| ages(&means, shown).map(|verified| verified.sizes());
    assert_eq!(sizes(["32", "32", "53", "53"]).unwrap(), [2, 2]);
    assert_eq!(sizes(["32", "*", "53", "*"]).unwrap(), [1, 1, 2]);
    for wrong in ["32.1", "31.9", "53", "", "31-33", "thirties", "33.5"] {
        let said = sizes(["32", wrong, "53", "53"]).expect_err(wrong);
        assert!(said.contains("nor the mean of its group"), "{said}");
    }
}

#[test]
fn what_a_recoding_says_must_be_shown() {
    let decided = |_: &Dictionary| CellRule::Decided;
    let sizes = |shown| ages(&decided, shown).map(|verified| verified.sizes());
    assert_eq!(sizes(["31-33", "31-33", "52", "*"]).unwrap(), [1, 1, 2]);
    assert_eq!(sizes(["*", "*", "*", "*"]).unwrap(), [4]);
    for wrong in [["52", "31-33", "52", "*"], ["31-33", "31-33", "31-33", "*"]] {
        let said = sizes(wrong).expect_err("another label");
        assert!(said.contains("nor what the recoding says"), "{said}");
    }
}

/// Requirements name quasi-identifiers in the policy's order, whatever the file's is.
#[test]
fn keys_have_their_places() {
    let verified = judge([1, 0], &ORDER, None, RIGHT).unwrap();
    assert_eq!(verified.table(&[0]).keys().counts(), [2, 2]);
    assert_eq!(verified.least_fitting(&[0]), Some(2));
}

/// Beyond fifteen digits two numbers may have the same nearest floating number.
#[test]
fn long_numbers_are_compared_digit_by_digit() {
    assert!(is_same_number(b"1.50", b"1.5", DIGITS) && !is_same_number(b"1.50", b"1.51", DIGITS));
    let (long, other) = (b"9007199254740993", b"9007199254740992");
    assert!(!is_same_number(long, other, DIGITS));
    assert!(is_same_number(b"1e20", b"100000000000000000000", usize::MAX));
    assert!(!is_same_number(b"1", b"1.0", 0), "texts are not numbers");
}

/// What the verifier says of a file, whatever the sizes by which it takes its ways.
fn said_of(output: &Path, expected: &Expected<'_>) -> Result<Verified, String> {
    let say = |sizes: &Thresholds| {
        verify_source(opened(output), &|| digest_of(output), expected, sizes, &())
            .map_err(|error| error.to_string())
    };
    let said = say(&Thresholds::default());
    for other in Thresholds::TRIED.iter().map(say) {
        match (&said, &other) {
            (Ok(one), Ok(other)) => {
                assert_eq!((one.rows, one.sizes()), (other.rows, other.sizes()));
            }
            (one, other) => assert_eq!(one.as_ref().err(), other.as_ref().err()),
        }
    }
    said
}

fn opened(output: &Path) -> Result<Box<dyn Source>, IoError> {
    Ok(Box::new(FileSource::open(output, &SourceOptions::default())?))
}
