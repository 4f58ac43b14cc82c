//! Sources and targets beyond text and Parquet files: JSON lines, Excel, folders.

use crate::case::{Case, PEOPLE, SECRET};
use crate::formats::{converted, people};
use insta::assert_snapshot;

/// The twelve people as JSON lines, with their town missing from some line.
fn lines() -> String {
    let rows = PEOPLE.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        format!(
            "{{\"name\":\"{}\",\"age\":{},\"town\":\"{}\",\"illness\":\"{}\"}}\n",
            cells[0], cells[1], cells[2], cells[3]
        )
    });
    rows.collect()
}

fn as_lines() -> Case {
    Case::people()
        .file("people.jsonl", lines())
        .policy("people.csv", "people.jsonl")
        .policy("out.csv", "out.jsonl")
}

#[test]
fn json_lines_in_and_out() {
    let case = as_lines();
    case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    assert_snapshot!(case.read("out.jsonl"), @r#"
    {"age":"30-39","town":"North","illness":"Zyxqueena-flu"}
    {"age":"30-39","town":"North","illness":"Zyxqueena-gout"}
    {"age":"30-39","town":"North","illness":"Zyxqueena-flu"}
    {"age":"30-39","town":"North","illness":"Zyxqueena-flu"}
    {"age":"30-39","town":"North","illness":"Zyxqueena-mumps"}
    {"age":"30-39","town":"North","illness":"Zyxqueena-gout"}
    {"age":"50-59","town":"South","illness":"Zyxqueena-flu"}
    {"age":"50-59","town":"South","illness":"Zyxqueena-mumps"}
    {"age":"50-59","town":"South","illness":"Zyxqueena-flu"}
    {"age":"50-59","town":"South","illness":"Zyxqueena-gout"}
    {"age":"50-59","town":"South","illness":"Zyxqueena-flu"}
    "#);
    assert_snapshot!(case.run(&["check", "out.jsonl", "--policy", "policy.toml"]).well().stdout, @r"
    out.jsonl: 11 records in 2 classes
      k-anonymity                                5  (holds, 3 required)
      average-risk                               0.1818
      sample-uniqueness                          0
      l-diversity (distinct) of illness          3
      l-diversity (entropy) of illness           2.586
      l-diversity (recursive, l = 2) of illness  1.5
      alpha-k of illness                         0.6
      t-closeness (equal) of illness             0.07273
      delta-disclosure (ignored) of illness      0.3102
      delta-disclosure (violates) of illness     0.3102
      beta-likeness (basic) of illness           0.2222
      beta-likeness (enhanced) of illness        0.2222
    ");
}

#[test]
fn init_inspect_and_check_take_every_format() {
    for name in ["a.jsonl", "a.ndjson.gz", "a.json", "a.xlsx"] {
        let case = converted(people(), name);
        let run = case.run(&["init", name, "-o", "made.toml", "--no-input"]).well();
        assert!(run.stdout.contains("12 records"), "{}", run.stdout);
        let policy = case.read("made.toml");
        assert!(policy.contains(&format!("input = \"{name}\"")), "{policy}");
        case.run(&["plan", "made.toml"]).well();
        let keys = ["--quasi-identifiers", "age,town"];
        let run = case.run(&[&["inspect", name][..], &keys].concat()).well();
        assert!(!run.shown().contains(SECRET), "{}", run.shown());
        let run = case.run(&[&["check", name, "--json"][..], &keys].concat()).well();
        assert_eq!(run.json()["rows"], 12, "{name}");
    }
}

#[test]
fn json_lines_that_are_none() {
    let broken = |old: &str, new: &str| {
        let case = as_lines();
        let data = case.read("people.jsonl").replacen(old, new, 1);
        case.file("people.jsonl", data).refused(2, &["anonymize", "policy.toml"])
    };
    assert_snapshot!(broken("\"age\":34", "\"age\":[34]"), @r#"
    exit 2
    io::nested-value

      × people.jsonl: line 3: the value of "age" is a list or an object
      help: a table has one value in each cell: give what is within it keys of its own, for
            example with `jq`
    "#);
    assert_snapshot!(broken("\"age\":34", "\"age\":34,\"age\":35"), @r#"
    exit 2
    io::repeated-key

      × people.jsonl: line 3: the object has the key "age" twice
      help: which of the two values counts? leave the other one out
    "#);
    assert_snapshot!(broken("\"age\":34", "\"age\":thirty"), @r"
    exit 2
    io::broken-json

      × people.jsonl: line 3: not an object of JSON
      help: write one object per line; of one large array, `jq -c '.[]'` makes lines, or let
            its name end in .json
    ");
}

#[test]
fn json_lists_that_are_none() {
    let list = |data: &str| {
        people()
            .file("people.json", data)
            .refused(2, &["anonymize", "policy.toml", "--input", "people.json"])
    };
    assert_snapshot!(list("[{\"name\": \"Zyxqueena\"},\n {\"name\": {\"first\": \"Zyxqueena\"}}]"), @r#"
    exit 2
    io::nested-value

      × people.json: line 2, record 2: the value of "name" is a list or an object
      help: a table has one value in each cell: give what is within it keys of its own, for
            example with `jq`
    "#);
    assert_snapshot!(list("{\"name\": \"Zyxqueena\"}\n"), @r"
    exit 2
    io::not-a-list

      × people.json: line 1: not one list of objects: it begins with `[`, has commas between
      │ objects, and ends with `]`
      help: of one object per line the name ends in .jsonl; with `jq -s .` they become a
            list
    ");
    assert_snapshot!(list("[{\"name\": \"Zyxqueena\"},\n"), @r"
    exit 2
    io::open-list

      × people.json: line 2: the file ends here, and its list does not
      help: was it copied to its end?
    ");
}

#[test]
fn foreign_formats() {
    for (name, words) in
        [("a.sav", "SPSS"), ("a.dta", "Stata"), ("a.sas7bdat", "SAS"), ("a.xls", "spreadsheet")]
    {
        let case = people().file(name, "x");
        let shown = case.refused(2, &["anonymize", "policy.toml", "--input", name]);
        assert!(shown.contains("io::foreign-format") && shown.contains(words), "{shown}");
    }
    let case = people().file("a.sav", "x");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "a.sav"]), @r#"
    exit 2
    io::foreign-format

      × a.sav: SPSS files are neither read nor written
      help: export it as .csv from SPSS, or with R:
            `arrow::write_parquet(haven::read_sav("data.sav"), "data.parquet")`
    "#);
}

#[test]
fn a_sheet_that_is_not_there() {
    let case = converted(people(), "a.xlsx").policy("[data]", "[data]\nsheet = \"Patients\"");
    let shown = case.refused(2, &["anonymize", "policy.toml", "--input", "a.xlsx"]);
    assert_snapshot!(shown, @r#"
    exit 2
    io::no-such-sheet

      × a.xlsx: there is no sheet "Patients"; there is "data" alone
      help: name one of these in `[data]`: `sheet = "…"`
    "#);
    let case = case.policy("\"Patients\"", "\"data\"");
    case.run(&["anonymize", "policy.toml", "--input", "a.xlsx", "-o", "out.xlsx"]).well();
}

#[test]
fn a_folder_of_parts() {
    let case = converted(people(), "a.parquet");
    for folder in ["parts/ward=north", "parts/ward=south"] {
        std::fs::create_dir_all(case.path(folder)).unwrap();
        std::fs::copy(case.path("a.parquet"), case.path(folder).join("0.parquet")).unwrap();
    }
    let case = case.policy(
        "[attributes.name]",
        "[attributes.ward]\nrole = \"insensitive\"\n\n[attributes.name]",
    );
    let run = ["anonymize", "policy.toml", "--input", "parts", "-o", "out.csv", "--json"];
    let document = case.run(&run).well().json();
    assert_eq!(
        (&document["input"]["file"], &document["input"]["rows"]),
        (&"parts".into(), &24.into())
    );
    assert!(case.read("out.csv").lines().next().unwrap().contains("ward"));
    let shown = case.refused(2, &["anonymize", "policy.toml", "--input", "parts", "-o", "parts"]);
    assert!(shown.contains("io::"), "{shown}");
}

#[test]
fn a_private_release_of_json_lines_is_refused() {
    let case = as_lines().policy(
        "model = \"k-anonymity\"\nk = 3",
        "model = \"differential-privacy\"\nepsilon = 1.0\ndelta = 0.001",
    );
    let shown = case.refused(2, &["anonymize", "policy.toml"]);
    assert!(shown.contains("found out from its"), "{shown}");
}
