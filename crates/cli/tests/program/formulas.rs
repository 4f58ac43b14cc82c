//! Cells that a spreadsheet would run: counted, never shown, and escaped if that is said.

use crate::case::{Case, SECRET};
use serde_json::Value;

const RUN: &[&str] = &["anonymize", "policy.toml", "--keep-order", "--report", "r.json", "--force"];

/// Two formulas in one column and one in another, which is carried as it is.
fn people() -> Case {
    let case = Case::people()
        .data("Zyxqueena-flu", "=cmd|Zyxqueena")
        .data("Zyxqueena-gout", "+Zyxqueena")
        .data("Zyxqueena-mumps", "-5.5");
    let data = case.read("people.csv");
    let lines = data.lines().enumerate().map(|(at, line)| match at {
        0 => format!("{line},note\n"),
        1 => format!("{line},@{SECRET}\n"),
        2 => format!("{line},'=1\n"),
        _ => format!("{line},n{at}\n"),
    });
    let data: String = lines.collect();
    let case = case.file("people.csv", data);
    case.policy("[[require]]", "[attributes.note]\nrole = \"insensitive\"\n[[require]]")
}

#[test]
fn formulas_are_counted_and_not_shown() {
    let case = people();
    let ran = case.run(RUN).well();
    let said = "3 cells in `illness`, `note` begin as a formula does";
    assert!(ran.stderr.contains(said), "{ran:?}");
    assert!(ran.stderr.contains("formulas = \"escape\""), "{ran:?}");
    assert!(case.read("r.json").contains(said));
    assert!(case.read("out.csv").contains(",=cmd|"));
    // A sheet holds texts as texts, and numbers are none of it.
    assert!(
        !case
            .run(&["anonymize", "policy.toml", "-o", "out.xlsx"])
            .well()
            .stderr
            .contains("formula")
    );
    assert!(!Case::people().run(RUN).well().stderr.contains("formula"));
}

#[test]
fn formulas_are_escaped_and_understood() {
    let case = people().policy("[output]", "[output]\nformulas = \"escape\"");
    let ran = case.run(&[RUN, &["--recoding", "saved.json"]].concat()).well();
    assert!(ran.stderr.contains("and got an apostrophe in front"), "{ran:?}");
    let released = case.read("out.csv");
    for cell in [",'=cmd|", ",'+Zyx", ",'@Zyx", ",''=1", ",-5.5,"] {
        assert!(released.contains(cell), "{cell}: {released}");
    }
    // Read by the policy, cells are what they were; the other formats were never escaped.
    case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    let args = ["assess", "people.csv", "out.csv", "--policy", "policy.toml", "--json"];
    let escaped = case.run(&args).well().json();
    case.run(&["anonymize", "policy.toml", "--keep-order", "-o", "out.parquet"]).well();
    let args = ["assess", "people.csv", "out.parquet", "--policy", "policy.toml", "--json"];
    let plain = case.run(&args).well().json();
    assert_eq!(escaped["findings"], plain["findings"]);
    case.run(&["apply", "saved.json", "people.csv", "-o", "again.csv", "--keep-order"]).well();
    assert_eq!(case.read("again.csv"), released);
}

/// What a report says of the one query that is asked, by the share that its answer is wrong.
fn query_error(report: &Value) -> f64 {
    let findings = report["findings"].as_array().unwrap();
    let of_query = |finding: &&Value| finding["attribute"] == "of a formula";
    let found: Vec<&Value> = findings.iter().filter(of_query).collect();
    assert_eq!(found.len(), 1, "{findings:?}");
    found[0]["after"].as_f64().unwrap()
}

#[test]
fn queries_ask_for_what_was_escaped() {
    let query = "[[measure]]\nwhat = \"queries\"\nqueries = [\n  { name = \"of a formula\", where = { \
                 illness = \"=cmd|Zyxqueena\" } },\n]\n\n[output]";
    let case = people().policy("[output]", query);
    let escaped = people().policy("[output]", &format!("{query}\nformulas = \"escape\""));
    for case in [case, escaped] {
        case.run(&["anonymize", "policy.toml", "--report", "r.json", "--force"]).well();
        let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
        assert!(query_error(&report).abs() < 1e-9, "{report}");
        let args = ["assess", "people.csv", "out.csv", "--policy", "policy.toml", "--json"];
        assert!(query_error(&case.run(&args).well().json()).abs() < 1e-9);
    }
}

/// The same policy says that cells are escaped, of files that have none to be.
#[test]
fn people_of_a_population_are_counted_in_every_format() {
    let towns = |text: &str| text.replace("Zyxqueena-Alba", "=Zyxqueena-Alba");
    let case = Case::people();
    let (people, regions) = (towns(&case.read("people.csv")), towns(&case.read("towns.csv")));
    let case = case
        .file("census.csv", &people)
        .file("people.csv", people)
        .file("towns.csv", regions)
        .policy("input = \"people.csv\"", "input = \"people.csv\"\npopulation = \"census.csv\"")
        .policy("hierarchy = \"towns.csv\"", "hierarchy = \"towns.csv\"\nmax-level = 0")
        .policy("model = \"k-anonymity\"", "model = \"k-map\"\nestimate = \"population\"")
        .policy("[output]", "[output]\nformulas = \"escape\"");
    for output in ["out.csv", "out.parquet"] {
        case.run(&["anonymize", "policy.toml", "-o", output]).well();
    }
    assert!(case.read("out.csv").contains("'=Zyxqueena-Alba"));
}

const REPLACE: &[&str] =
    &["--attributes", "name", "--method", "format-preserving", "--key-file", "k"];

/// People whose names are numbers of telephones, which begin with a sign.
fn callers() -> Case {
    let case = people();
    let data = case.read("people.csv");
    let lines = data.lines().enumerate().map(|(at, line)| match line.split_once(',') {
        Some((_, rest)) if at > 0 => format!("+39 055 1234{at:02},{rest}\n"),
        _ => format!("{line}\n"),
    });
    let data: String = lines.collect();
    let case = case.file("people.csv", data);
    case.run(&["pseudonymize", "keys", "-o", "k"]).well();
    case
}

#[test]
fn pseudonyms_are_written_beside_formulas() {
    let case = callers();
    let run = [&["pseudonymize", "people.csv", "-o", "out.csv", "--keep-order"], REPLACE].concat();
    let ran = case.run(&run).well();
    let said = "15 cells in `name`, `illness`, `note` begin as a formula does";
    assert!(ran.stderr.contains(said) && ran.stderr.contains("--escape-formulas"), "{ran:?}");
    assert!(!ran.stderr.contains("[output]"), "{ran:?}");
    let told = case.run(&[&run[..], &["--force", "--json"]].concat()).well().json();
    assert!(told["notes"].to_string().contains(said), "{told}");
    assert!(case.read("out.csv").contains(",=cmd|"));
    // Nothing is to be said of a sheet.
    let run = [&["pseudonymize", "people.csv", "-o", "out.xlsx"], REPLACE].concat();
    assert!(!case.run(&run).well().stderr.contains("formula"));
}

#[test]
fn pseudonyms_are_escaped_and_lead_back() {
    let case = callers();
    let escape = ["--escape-formulas"];
    let run = ["pseudonymize", "people.csv", "-o", "out.csv", "--keep-order"];
    let ran = case.run(&[&run, REPLACE, &escape].concat()).well();
    assert!(ran.stderr.contains("and got an apostrophe in front"), "{ran:?}");
    let written = case.read("out.csv");
    for cell in ["\n'+", ",'=cmd|", ",'+Zyx", ",'@Zyx", ",''=1", ",-5.5,"] {
        assert!(written.contains(cell), "{cell}: {written}");
    }
    let back = ["reidentify", "out.csv", "-o", "back.csv"];
    case.run(&[&back, REPLACE, &escape].concat()).well();
    let escaped = case.read("back.csv");
    assert!(escaped.contains("\n'+39 055 123401,") && escaped.contains(",''=1"), "{escaped}");
    assert_eq!(escaped.replace("\n'+", "\n+").replace(",'", ","), case.read("people.csv"));
}

/// What a policy says of the output holds for pseudonyms as well.
#[test]
fn a_policy_escapes_beside_pseudonyms() {
    let scheme =
        "role = \"identifier\"\npseudonym = { method = \"hmac-sha256\", key-file = \"k\" }";
    let case = callers()
        .policy("role = \"identifier\"", scheme)
        .policy("[output]", "[output]\nformulas = \"escape\"");
    let run = ["pseudonymize", "people.csv", "-o", "out.csv", "--policy", "policy.toml"];
    let ran = case.run(&run).well();
    assert!(ran.stderr.contains("and got an apostrophe in front"), "{ran:?}");
    assert!(case.read("out.csv").contains(",'=cmd|"));
}
