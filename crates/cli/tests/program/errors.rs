//! What users do wrong: the message names the place, says what to do, shows no value of the data,
//! and nothing is left behind.

use crate::case::Case;
use insta::assert_snapshot;

const ANONYMIZE: &[&str] = &["anonymize", "policy.toml"];

// --- The data.

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

      × people.csv: line 1: the columns 2 and 3 have the same name, "age"
      help: give each column a name of its own; is the first line the column names?
    "#);
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
fn truncated_gzip() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "-o", "out.csv.gz"]).well();
    let whole = case.bytes("out.csv.gz");
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
    io::system

      × folder.csv: Is a directory (os error 21)
      help: the operating system refused; is the path what you mean?
    ");
}

#[test]
fn unknown_extension_of_the_input() {
    let case = Case::people().file("people.xyz", "name\n");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "people.xyz"]), @r"
    exit 2
    io::unknown-format

      × people.xyz: the end of the name tells no format
      help: use .csv, .tsv or .txt (also with .gz or .zst), .parquet or .arrow
    ");
}

#[test]
fn unknown_extension_of_the_output() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "out.xyz"]), @r"
    exit 2
    io::unknown-format

      × out.xyz: the end of the name tells no format
      help: use .csv, .tsv or .txt (also with .gz or .zst), .parquet or .arrow
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

// --- The output.

#[test]
fn output_exists() {
    let case = Case::people().file("out.csv", "precious");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::exists

      × out.csv: the file exists already
      help: choose another name, or pass --force to replace it
    ");
}

#[test]
fn output_is_input() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "people.csv", "--force"]), @r"
    exit 2
    usage

      × people.csv: the output would replace an input
      help: choose another name: inputs are never changed
    ");
}

#[test]
fn report_is_input() {
    let case = Case::people();
    assert_snapshot!(
        case.refused(2, &["anonymize", "policy.toml", "--report", "towns.csv", "--recoding", "people.csv", "--force"]),
        @r"
    exit 2
    usage

      × towns.csv: the output would replace an input
      help: choose another name: inputs are never changed
    "
    );
}

#[test]
fn two_outputs_of_one_name() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--report", "out.csv"]), @r"
    exit 2
    usage

      × out.csv: two outputs have this name
      help: give each output a name of its own
    ");
}

#[test]
fn folder_is_a_file() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "towns.csv/out.csv"]), @r"
    exit 2
    io::not-found

      × towns.csv/out.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn no_such_folder() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "nowhere/out.csv"]), @r"
    exit 2
    io::not-found

      × nowhere/out.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn report_as_a_page() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--report", "report.html"]), @r"
    exit 2
    usage

      × report.html: this version writes reports as JSON only
      help: give the report a name that ends in `.json`
    ");
}

#[test]
fn no_output() {
    let case = Case::people().policy("[output]\nfile = \"out.csv\"\n", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::no-output

      × the policy names no output file
      help: add `file = "…"` to `[output]`, or say `-o FILE`
    "#);
}

// --- Policy and data together.

#[test]
fn missing_column() {
    let case = Case::people().policy("[attributes.town]", "[attributes.twon]");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
      × 2 problems in policy.toml

    Error: bind::no-such-column

      × the data have no column `twon`
        ╭─[policy.toml:13:13]
     12 │
     13 │ [attributes.twon]
        ·             ──┬─
        ·               ╰── not in the data
     14 │ role = "quasi-identifier"
        ╰────
      help: did you mean `town`?

    Error: bind::unlisted-column

      × the data have 1 column that the policy does not name: `town`
      help: add `[attributes.town]` with a `role`, or say `unlisted = "drop"` (or
            "insensitive", which releases them as they are) in `[data]`
    "#);
}

#[test]
fn unlisted_column() {
    let case = Case::people().policy("[attributes.illness]\nrole = \"sensitive\"\n", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::unlisted-column

      × the data have 1 column that the policy does not name: `illness`
      help: add `[attributes.illness]` with a `role`, or say `unlisted = "drop"` (or
            "insensitive", which releases them as they are) in `[data]`
    "#);
}

#[test]
fn hierarchy_file_missing() {
    let case = Case::people().policy("towns.csv", "villages.csv");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::not-found

      × villages.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn hierarchy_not_nested() {
    let towns = "Zyxqueena-Alba;North;Earth\nZyxqueena-Berg;North;Moon\n\
                 Zyxqueena-Celo;South;Earth\nZyxqueena-Dorf;South;Earth\n";
    let case = Case::people().file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town` is not nested: line 1 and line 2 share their label at level 1 but
      │ not at level 2; 1 value(s) at fault
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: values that share a label must share all labels above it: use two different
            labels
    "#);
}

#[test]
fn hierarchy_not_total() {
    let case = Case::people().data("Zyxqueena-Celo", "Zyxqueena-Elva");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town` lacks 1 value(s) of the data, in 1 row(s); the first is in line 8
      │ of the data
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: add a line for each value; several may share their labels
    "#);
}

#[test]
fn hierarchy_with_a_cycle() {
    let towns = "Zyxqueena-Alba;Zyxqueena-Berg;North\nZyxqueena-Berg;Zyxqueena-Alba;South\n\
                 Zyxqueena-Celo;x;South\nZyxqueena-Dorf;x;South\n";
    let case = Case::people().file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town` has a cycle: line 1 generalises one text to another, and line 2
      │ leads back
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: a text may not be coarser than itself: give labels other texts than values
    "#);
}

#[test]
fn ragged_hierarchy() {
    let case = Case::people();
    let towns = case.read("towns.csv").replace("Berg;North", "Berg;North;Zyxqueena");
    let case = case.file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town`: line 2 has 3 cells, the first has 2
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: every line has the value and one label per level
    "#);
}

#[test]
fn hierarchy_with_a_value_twice() {
    let case = Case::people();
    let towns = case.read("towns.csv") + "Zyxqueena-Alba;South\n";
    let case = case.file("towns.csv", towns);
    assert_snapshot!(case.refused(2, &["hierarchy", "check", "towns.csv"]), @r"
    exit 2
    hierarchy::faulty

      × hierarchy `towns`: line 1 and line 5 are for the same value
      help: remove one of the two lines
    ");
}

#[test]
fn max_level_too_high() {
    let case = Case::people().policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 7");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::level

      × hierarchy `town` has the levels 0 to 2, so max-level cannot be 7
        ╭─[policy.toml:16:13]
     15 │ hierarchy = "towns.csv"
     16 │ max-level = 7
        ·             ┬
        ·             ╰── no such level
     17 │
        ╰────
      help: levels go from 0 to 2, which is `*`
    "#);
}

// --- The policy.

#[test]
fn policy_is_missing() {
    assert_snapshot!(Case::people().refused(2, &["plan", "police.toml"]), @r"
    exit 2
    io::not-found

      × police.toml: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn policy_is_not_text() {
    let case = Case::people().file("policy.toml", [0xff, 0xfe, 0x00, 0x41]);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    usage

      × policy.toml: not a text in UTF-8
      help: a policy is a TOML file; save it as UTF-8
    ");
}

#[test]
fn unknown_key() {
    let case = Case::people().policy("suppression = 0.1", "supression = 0.1");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    policy::unknown-key

      × `[release]` has no key `supression`
        ╭─[policy.toml:25:1]
     24 │ [release]
     25 │ supression = 0.1
        · ─────┬────
        ·      ╰── unknown key
     26 │
        ╰────
      help: did you mean `suppression`?
    ");
}

#[test]
fn bad_toml() {
    let case = Case::people().policy("[release]", "[release");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    policy::syntax

      × not TOML: unclosed table, expected `]`
        ╭─[policy.toml:24:9]
     23 │
     24 │ [release
        ·         ▲
        ·         ╰── here
     25 │ suppression = 0.1
        ╰────
      help: a name with a space goes in quotes: `[attributes."marital status"]`
    "#);
}

#[test]
fn model_of_a_later_version() {
    let case = Case::people().policy(
        "k = 3",
        "k = 3\n\n[[require]]\nmodel = \"l-diversity\"\nattribute = \"illness\"\nl = 2",
    );
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    policy::not-in-this-version

      × `l-diversity` is part of the policy language, but this version of ridotto cannot do
      │ it yet
        ╭─[policy.toml:25:9]
     24 │ [[require]]
     25 │ model = "l-diversity"
        ·         ──────┬──────
        ·               ╰── not in this version
     26 │ attribute = "illness"
        ╰────
      help: `model` can be `k-anonymity`
    "#);
}

// --- What cannot be met.

#[test]
fn k_larger_than_the_data() {
    let case = Case::people().policy("k = 3", "k = 13");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: the data have 12 records, so no class can have 13 of them.
            The largest k that holds is 12.
    ");
}

#[test]
fn k_larger_than_the_data_and_all_may_go() {
    let case = Case::people().policy("k = 3", "k = 13").policy("0.1", "1.0");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: the data have 12 records, so no class can have 13 of them.
            The largest k that holds is 12.
    ");
}

#[test]
fn one_row() {
    let case = Case::people()
        .file("people.csv", "name,age,town,illness\nZyxqueena,31,Zyxqueena-Alba,Zyxqueena\n");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: the data have 1 records, so no class can have 3 of them.
    ");
}

#[test]
fn no_solution_because_of_max_level() {
    let case = Case::people()
        .policy("[5, 10, 20] }", "[5, 10, 20] }\nmax-level = 1")
        .policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 0");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: even with every attribute at its coarsest level, 3 of 12 records are in classes
            smaller than 3, and 1 may be suppressed.
            Allow `suppression = 0.25` or more, or ask for `k = 2` or less, or raise the
            `max-level` of `age`, `town`.
    ");
}

// --- The command line.

#[test]
fn bad_time_limit() {
    assert_snapshot!(Case::people().refused(2, &["anonymize", "policy.toml", "--time-limit", "soon"]), @r"
    exit 2
    error: invalid value 'soon' for '--time-limit <TIME>': `soon` is no time; write 30s, 500ms, 5m or 1h

    For more information, try '--help'.
    ");
}

#[test]
fn unknown_verb() {
    assert_snapshot!(Case::people().refused(2, &["anonymise", "policy.toml"]), @r"
    exit 2
    error: unrecognized subcommand 'anonymise'

      tip: a similar subcommand exists: 'anonymize'

    Usage: ridotto [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn check_without_quasi_identifiers() {
    assert_snapshot!(Case::people().refused(2, &["check", "people.csv"]), @r"
    exit 2
    usage

      × nothing says which columns are quasi-identifiers
      help: say `--policy POLICY`, or `--quasi-identifiers age,zip`
    ");
}

#[test]
fn check_of_a_column_that_is_not_there() {
    assert_snapshot!(Case::people().refused(2, &["check", "people.csv", "--quasi-identifiers", "age,twon"]), @r"
    exit 2
    usage

      × people.csv: there is no column `twon`
      help: did you mean `town`?
    ");
}

#[test]
fn hierarchy_of_a_column_that_is_not_there() {
    let args = ["hierarchy", "make", "people.csv", "--column", "aged", "--auto", "-o", "h.csv"];
    assert_snapshot!(Case::people().refused(2, &args), @r"
    exit 2
    usage

      × people.csv: there is no column `aged`
      help: did you mean `age`?
    ");
}

#[test]
fn hierarchy_of_intervals_without_numbers() {
    let args = [
        "hierarchy",
        "make",
        "people.csv",
        "--column",
        "town",
        "--intervals",
        "5,10",
        "-o",
        "h.csv",
    ];
    assert_snapshot!(Case::people().refused(2, &args), @r"
    exit 2
    hierarchy::faulty

      × hierarchy `town` needs numbers, but the values are of the kind text
      help: choose another builder, or state texts like `?` as `missing` in `[data]`
    ");
}

#[test]
fn hierarchy_that_the_data_do_not_fit() {
    let case = Case::people().data("Zyxqueena-Celo", "Zyxqueena-Elva");
    let args = ["hierarchy", "check", "towns.csv", "--data", "people.csv", "--column", "town"];
    assert_snapshot!(case.refused(2, &args), @r"
    exit 2
    hierarchy::faulty

      × hierarchy `town` lacks 1 value(s) of the data, in 1 row(s)
      help: add a line for each value; several may share their labels
    ");
}

// --- Applying a saved decision.

fn saved() -> Case {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--recoding", "recoding.json"]).well();
    let recoding = case.read("recoding.json");
    Case::people().file("recoding.json", recoding)
}

const APPLY: &[&str] = &["apply", "recoding.json", "people.csv", "-o", "new.csv"];

#[test]
fn apply_to_data_that_lack_a_column() {
    let case = saved().data("name,age,town,illness", "name,age,place,illness");
    assert_snapshot!(case.refused(2, APPLY), @r"
    exit 2
    usage

      × people.csv: there is no column `town`
      help: a recoding fits files with the columns of the one it was made from
    ");
}

#[test]
fn apply_to_data_with_a_new_column() {
    let case = saved().file("people.csv", "name,age,town,illness,more\nZyxqueena,1,2,3,4\n");
    assert_snapshot!(case.refused(2, APPLY), @r"
    exit 2
    usage

      × people.csv: the column `more` is new
      help: the recoding does not say what to do with it: remove the column, or make a new
            recoding
    ");
}

#[test]
fn apply_to_its_own_input() {
    assert_snapshot!(saved().refused(2, &["apply", "recoding.json", "people.csv", "-o", "people.csv", "--force"]), @r"
    exit 2
    usage

      × people.csv: the output would replace an input
      help: choose another name: inputs are never changed
    ");
}

#[test]
fn apply_over_the_recoding() {
    let args = [
        "apply",
        "recoding.json",
        "people.csv",
        "-o",
        "new.csv",
        "--report",
        "recoding.json",
        "--force",
    ];
    assert_snapshot!(saved().refused(2, &args), @r"
    exit 2
    usage

      × recoding.json: the output would replace an input
      help: choose another name: inputs are never changed
    ");
}

#[test]
fn apply_with_a_page_as_report() {
    let args = ["apply", "recoding.json", "people.csv", "-o", "new.csv", "--report", "r.html"];
    assert_snapshot!(saved().refused(2, &args), @r"
    exit 2
    usage

      × r.html: this version writes reports as JSON only
      help: give the report a name that ends in `.json`
    ");
}

#[test]
fn broken_recoding() {
    let case = saved();
    let recoding = case.read("recoding.json");
    let case = case.file("recoding.json", &recoding[..recoding.len() / 2]);
    assert_snapshot!(case.refused(2, APPLY), @r"
    exit 2
    document::faulty

      × recoding.json: not a recoding of ridotto (line 35, column 18)
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
}

/// Well-formed, but by hand: none of these may panic or release a column that is not decided.
#[test]
fn recodings_that_contradict_themselves() {
    let saved = saved();
    let whole = saved.read("recoding.json");
    let change = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut document = serde_json::from_str(&whole).unwrap();
        change(&mut document);
        let case = Case::people().file("recoding.json", document.to_string());
        case.refused(2, APPLY)
    };
    assert_snapshot!(change(&|it| it["attributes"]["attributes"][0]["name"] = "agee".into()), @r"
    exit 2
    document::faulty

      × recoding.json: its roles and its attributes do not agree about `age`
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["attributes"]["attributes"][0]["name"] = "name".into()), @r"
    exit 2
    document::faulty

      × recoding.json: its roles and its attributes do not agree about `name`
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["attributes"]["attributes"] = serde_json::json!([])), @r"
    exit 2
    document::faulty

      × recoding.json: its roles and its attributes do not agree about `age`
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["columns"][1]["role"] = "quasi".into()), @r"
    exit 2
    document::faulty

      × recoding.json: the column `age` has a role that this version lacks
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["columns"][0]["name"] = "age".into()), @r"
    exit 2
    document::faulty

      × recoding.json: the column `age` is listed twice
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["requirements"] = serde_json::json!([])), @r"
    exit 2
    document::faulty

      × recoding.json: it requires nothing
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["suppression"] = "2".into()), @r"
    exit 2
    document::faulty

      × recoding.json: `suppression` is not a share between 0 and 1
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
}

#[test]
fn apply_beyond_the_limit() {
    let case = saved();
    let strangers = case.read("people.csv").replace("-Alba", "-Nowhere");
    let strangers = strangers.replace(",52,", ",99,").replace(",58,", ",98,");
    let case = case.file("people.csv", strangers);
    assert_snapshot!(case.refused(1, APPLY), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: even with every attribute at its coarsest level, 3 of 12 records are in classes
            smaller than 3, and 1 may be suppressed.
            Allow `suppression = 0.25` or more, or ask for `k = 2` or less.
    ");
}
