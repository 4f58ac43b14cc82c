//! Sources and targets beyond text and Parquet files: JSON lines, Excel, folders, PostgreSQL.

use crate::case::{Case, PEOPLE, SECRET};
use crate::formats::{converted, people};
use insta::assert_snapshot;
use ridotto_testkit::postgres::{Server, postgres};

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
    assert_snapshot!(case.read("out.jsonl"), @"");
    assert_snapshot!(case.run(&["check", "out.jsonl", "--policy", "policy.toml"]).well().stdout, @"");
}

#[test]
fn init_inspect_and_check_take_every_format() {
    for name in ["a.jsonl", "a.ndjson.gz", "a.xlsx"] {
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
    assert_snapshot!(broken("\"age\":34", "\"age\":[34]"), @"");
    assert_snapshot!(broken("\"age\":34", "\"age\":34,\"age\":35"), @"");
    assert_snapshot!(broken("\"age\":34", "\"age\":thirty"), @"");
}

#[test]
fn foreign_formats() {
    for (name, words) in [
        ("a.sav", "SPSS"),
        ("a.dta", "Stata"),
        ("a.sas7bdat", "SAS"),
        ("a.xls", "spreadsheet"),
        ("a.json", "JSON"),
    ] {
        let case = people().file(name, "x");
        let shown = case.refused(2, &["anonymize", "policy.toml", "--input", name]);
        assert!(shown.contains("io::foreign-format") && shown.contains(words), "{shown}");
    }
    let case = people().file("a.sav", "x");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "a.sav"]), @"");
}

#[test]
fn a_sheet_that_is_not_there() {
    let case = converted(people(), "a.xlsx").policy("[data]", "[data]\nsheet = \"Patients\"");
    let shown = case.refused(2, &["anonymize", "policy.toml", "--input", "a.xlsx"]);
    assert_snapshot!(shown, @"");
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

/// The people in a table of their own schema.
fn in_database(server: &Server, schema: &str) {
    let rows: Vec<String> = PEOPLE
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("('{}', {}, '{}', '{}')", cells[0], cells[1], cells[2], cells[3])
        })
        .collect();
    server.sql(&format!(
        "CREATE SCHEMA {schema}; CREATE TABLE {schema}.people (name text, age int, town text, illness text); \
         INSERT INTO {schema}.people VALUES {}",
        rows.join(", ")
    ));
}

#[test]
fn from_a_table_to_a_table() {
    let Some(server) = postgres() else { return };
    in_database(server, "one");
    let case = people();
    let (input, output) = (server.address("one.people"), server.address("one.released"));
    let run = ["anonymize", "policy.toml", "--input", &input, "-o", &output, "--report", "r.json"];
    let ran = case.run(&run).well();
    assert_eq!(server.sql("SELECT count(*), count(DISTINCT age) FROM one.released"), "11|2");
    assert_eq!(server.sql("SELECT DISTINCT town FROM one.released ORDER BY 1"), "North\nSouth");
    let report: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
    let file = report["input"]["file"].as_str().unwrap();
    assert!(file.starts_with("postgres://ada@/postgres/one.people"), "{file}");
    for text in [&ran.stdout, &ran.stderr, &case.read("r.json")] {
        assert!(!text.contains("Zyxpass"), "{text}");
    }
    case.run(&["check", &output, "--policy", "policy.toml"]).well();
    // A second run replaces nothing unless it is told to, and never its own input.
    let shown = case.refused(2, &run[..6]);
    assert!(shown.contains("io::table-exists") && !shown.contains("Zyxpass"), "{shown}");
    case.run(&[&run[..6], &["--force"]].concat()).well();
    let other = server.address("one.people") + "&port=5432";
    let run = ["anonymize", "policy.toml", "--input", &input, "-o", &other, "--force"];
    let shown = case.refused(2, &run);
    assert!(shown.contains("would replace an input"), "{shown}");
    assert_eq!(server.sql("SELECT count(*) FROM one.people"), "12");
    // What cannot be released leaves no table.
    let case = case.policy("k = 3", "k = 13");
    let missing = server.address("one.never");
    let ran = case.run(&["anonymize", "policy.toml", "--input", &input, "-o", &missing]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert_eq!(server.sql("SELECT to_regclass('one.never') IS NULL"), "t");
}

#[test]
fn passwords_are_nowhere() {
    let Some(server) = postgres() else { return };
    in_database(server, "two");
    let address = server.address("two.people");
    let bare = address.replace(":Zyxpass%20word", "");
    let case = people().policy("[data]", &format!("[data]\ninput = \"{address}\""));
    let shown = case.refused(2, &["plan", "policy.toml"]);
    assert!(shown.contains("there is a password in the policy"), "{shown}");
    assert!(!shown.contains("Zyxpass"), "{shown}");
    let case = case.policy(&address, &bare);
    let command = |name: &str, value: &str| {
        let output = case.command(&["plan", "policy.toml"]).env(name, value).output().unwrap();
        case.ran(&output)
    };
    command("PGPASSWORD", "Zyxpass word").well();
    let shown = command("PGPASSWORD", "hunter2");
    assert!(shown.code == 2 && !shown.shown().contains("hunter2"), "{}", shown.shown());
    let file = case.path("passwords");
    std::fs::write(&file, "*:*:postgres:ada:Zyxpass word\n").unwrap();
    let named = file.display().to_string();
    assert_eq!(command("PGPASSFILE", &named).code, 2, "others may read it");
    std::process::Command::new("chmod").args(["600", &named]).status().unwrap();
    command("PGPASSFILE", &named).well();
    // The other verbs, by the address on the command line.
    let run = case.run(&["init", &address, "-o", "made.toml", "--no-input"]).well();
    assert!(!run.shown().contains("Zyxpass") && !case.read("made.toml").contains("Zyxpass"));
    let keys = ["--quasi-identifiers", "age,town"];
    case.run(&[&["inspect", &address][..], &keys].concat()).well();
    let wrong = address.replace("people", "peopel");
    let shown = case.refused(2, &[&["check", &wrong][..], &keys].concat());
    assert!(shown.contains("did you mean \"two.people\"?"), "{shown}");
    assert!(!shown.contains("Zyxpass"), "{shown}");
}
