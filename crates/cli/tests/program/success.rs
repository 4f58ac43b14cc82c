//! What the program says when all is well.

use crate::case::{Case, SECRET};
use insta::assert_snapshot;
use serde_json::Value;

#[test]
fn anonymize() {
    let case = Case::people();
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    assert_snapshot!(ran.shown(), @"");
    assert_eq!(ran.stdout, "");
    assert_snapshot!(case.read("out.csv"), @"");
}

#[test]
fn anonymize_quietly() {
    let case = Case::people();
    assert_eq!(case.run(&["anonymize", "policy.toml", "-q"]).well().shown(), "exit 0");
    assert!(case.path("out.csv").exists());
}

#[test]
fn anonymize_by_a_path() {
    let case = Case::people();
    let policy = case.path("policy.toml").display().to_string();
    let elsewhere = Case::empty();
    let ran = elsewhere.run(&["anonymize", &policy]).well();
    assert!(ran.stderr.contains("12 records"), "{}", ran.stderr);
    assert!(case.path("out.csv").exists() && elsewhere.files().is_empty());
}

#[test]
fn plan() {
    let case = Case::people();
    let before = case.files();
    assert_snapshot!(case.run(&["plan", "policy.toml"]).well().shown(), @"");
    assert_eq!(case.run(&["plan", "policy.toml", "-q"]).well().shown(), "exit 0");
    assert_eq!(before, case.files());
}

#[test]
fn check() {
    let case = Case::people();
    let args = ["check", "people.csv", "--quasi-identifiers", "age,town"];
    assert_snapshot!(case.run(&args).well().shown(), @"");
    let original = case.run(&["check", "people.csv", "--policy", "policy.toml"]);
    assert_snapshot!(original.shown(), @"");
    case.run(&["anonymize", "policy.toml"]).well();
    let released = case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    assert_snapshot!(released.shown(), @"");
}

#[test]
fn apply() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--recoding", "recoding.json"]).well();
    let args = ["apply", "recoding.json", "people.csv", "-o", "new.csv"];
    assert_snapshot!(case.run(&args).well().shown(), @"");
    assert_eq!(case.sorted("new.csv"), case.sorted("out.csv"));
}

#[test]
fn hierarchy_make_check_and_show() {
    let case = Case::people();
    let make = [
        "hierarchy",
        "make",
        "people.csv",
        "--column",
        "age",
        "--intervals",
        "5,10",
        "-o",
        "age.csv",
    ];
    assert_snapshot!(case.run(&make).well().shown(), @"");
    assert_snapshot!(case.read("age.csv").lines().take(3).collect::<Vec<_>>().join("\n"), @"");
    let check = ["hierarchy", "check", "age.csv", "--data", "people.csv", "--column", "age"];
    assert_snapshot!(case.run(&check).well().shown(), @"");
    assert_snapshot!(case.run(&["hierarchy", "check", "towns.csv"]).well().shown(), @"");
    let show = ["hierarchy", "show", "towns.csv", "--data", "people.csv", "--column", "town"];
    let ran = case.run(&show).well();
    assert_snapshot!(ran.shown(), @"");
    assert!(!ran.stdout.contains(SECRET));
    let ran = case.run(&[&show[..], &["--show-values"]].concat()).well();
    assert!(ran.stdout.contains("Zyxqueena-Alba"), "values are shown if asked for");
    let json = case.run(&[&check[..], &["--json"]].concat()).well().json();
    assert_eq!(json, serde_json::json!({ "height": 3, "groups": [12, 6, 4, 1] }));
}

#[test]
fn hierarchies_by_every_builder() {
    let case = Case::people().file(
        "things.csv",
        "zip,born,address,age\n53711,1971-06-01,10.0.0.1,31\n53712,1984-01-31,10.0.1.9,44\n",
    );
    for (column, builder) in [
        ("zip", &["--redact", "right"][..]),
        ("zip", &["--redact", "left"]),
        ("born", &["--dates", "month, year,decade"]),
        ("address", &["--addresses", "24,16,8"]),
        ("age", &["--cuts", "18,40,65;40"]),
        ("age", &["--auto"]),
        ("age", &["--suppress"]),
        ("age", &["--with", "{ intervals = [5, 10], lower = 15 }"]),
    ] {
        let make = [&["hierarchy", "make", "things.csv", "--column", column], builder].concat();
        let made = case.run(&[&make[..], &["-o", "-"]].concat()).well();
        assert_eq!(made.stdout.lines().count(), 2, "{builder:?}: {}", made.stdout);
        case.run(&[&make[..], &["-o", "made.csv", "--force"]].concat()).well();
        assert_eq!(case.read("made.csv"), made.stdout);
        let check = ["hierarchy", "check", "made.csv", "--data", "things.csv", "--column", column];
        case.run(&check).well();
    }
}

#[test]
fn schema_is_json() {
    let schema = Case::empty().run(&["schema"]).well().json();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(schema["properties"]["attributes"].is_object());
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = Case::empty().run(&["completions", shell]).well();
        assert!(ran.stdout.contains("anonymize"), "{shell}");
    }
}

/// `ridotto schema | head -1`: whoever stops listening is no reason to panic.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let case = Case::people();
    for args in [&["schema"][..], &["completions", "bash"], &["plan", "policy.toml"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = case.command(args).stdout(writer).output().unwrap();
        let ran = case.ran(&output);
        assert!(!ran.stderr.contains("panicked") && ran.code != 101, "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn help() {
    assert_snapshot!(Case::empty().run(&["--help"]).well().shown(), @"");
    assert!(Case::empty().run(&["--version"]).well().stdout.starts_with("ridotto 0."));
}

// --- Documents: the names are a contract.

/// The names in a document, and what kind of value each has.
fn shape(document: &Value) -> String {
    fn walk(value: &Value, path: &str, lines: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                map.iter().for_each(|(key, value)| walk(value, &format!("{path}.{key}"), lines));
            }
            Value::Array(items) => match items.first() {
                Some(first) => walk(first, &format!("{path}[]"), lines),
                None => lines.push(format!("{path}: []")),
            },
            Value::Null => lines.push(format!("{path}: null")),
            Value::Bool(_) => lines.push(format!("{path}: boolean")),
            Value::Number(_) => lines.push(format!("{path}: number")),
            Value::String(_) => lines.push(format!("{path}: text")),
        }
    }
    let mut lines = Vec::new();
    walk(document, "", &mut lines);
    lines.join("\n")
}

#[test]
fn anonymize_as_json() {
    let case = Case::people();
    let ran = case.run(&["anonymize", "policy.toml", "--json", "--report", "report.json"]).well();
    let mut document = ran.json();
    assert_eq!(ran.stderr, "");
    assert!(!ran.stdout.contains(SECRET));
    assert_snapshot!(shape(&document), @"");
    let report: Value = serde_json::from_str(&case.read("report.json")).unwrap();
    assert_eq!(report, document, "the report is the same document");
    let digest = &document["output"]["sha256"];
    assert_eq!(digest.as_str().map(str::len), Some(64));
    document["seconds"] = Value::Null;
    document["input"]["sha256"] = Value::Null;
    document["output"]["sha256"] = Value::Null;
    document["findings"] = Value::Null;
    assert_snapshot!(serde_json::to_string_pretty(&document).unwrap(), @"");
}

#[test]
fn plan_as_json() {
    let ran = Case::people().run(&["plan", "policy.toml", "--json"]).well();
    assert!(!ran.stdout.contains(SECRET));
    assert_snapshot!(shape(&ran.json()), @"");
}

#[test]
fn check_as_json() {
    let case = Case::people();
    let ran = case.run(&["check", "people.csv", "--policy", "policy.toml", "--json"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(serde_json::to_string_pretty(&ran.json()).unwrap(), @"");
    let ran = case.run(&["check", "people.csv", "--quasi-identifiers", "town", "--json"]).well();
    assert_snapshot!(shape(&ran.json()), @"");
}

#[test]
fn apply_as_json() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--recoding", "recoding.json", "-q"]).well();
    let args = ["apply", "recoding.json", "people.csv", "-o", "new.csv", "--json"];
    let document = case.run(&args).well().json();
    assert_eq!(document["guarantees"][0]["holds"], true);
    assert_eq!(document["release"]["algorithm"], "saved-recoding");
}

#[test]
fn errors_as_json() {
    let case = Case::people().policy("k = 3", "k = 13");
    let ran = case.run(&["anonymize", "policy.toml", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_snapshot!(serde_json::to_string_pretty(&ran.json()).unwrap(), @"");
    let case = Case::people().policy("role = \"sensitive\"", "rolle = \"sensitive\"");
    let ran = case.run(&["plan", "policy.toml", "--json"]);
    assert_eq!(ran.code, 2);
    assert_snapshot!(serde_json::to_string_pretty(&ran.json()).unwrap(), @"");
}
