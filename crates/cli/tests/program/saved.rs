//! A decision that is saved and applied again: it remembers how the data are written.

use crate::case::{Case, PEOPLE, SECRET};
use serde_json::json;

const SAVE: &[&str] = &["anonymize", "policy.toml", "--recoding", "r.json", "--keep-order"];
const APPLY: &[&str] = &["apply", "r.json", "people.csv", "-o", "new.csv", "--keep-order"];

/// The people as an old program would write them: bars and single quotes, in Latin-1, with days
/// first and a decimal comma, and a dash where nothing is known.
fn old_people() -> Case {
    let mut data = "name|born|weight|town|illness\n".to_owned();
    for person in 0..40 {
        let born = format!("{:02}/{:02}/19{}", 1 + person % 12, 1 + person % 9, 60 + person % 20);
        let weight = if person % 10 == 3 { "-".to_owned() } else { format!("{},5", 50 + person) };
        let town = ["'K|ln'", "Zürich", "-", "''"][person % 4];
        data += &format!("{SECRET}|{born}|{weight}|{town}|{SECRET}-{}\n", person % 3);
    }
    let latin_1: Vec<u8> = data.chars().map(|it| u8::try_from(it).unwrap()).collect();
    let policy = r#"version = 1
[data]
input = "people.csv"
delimiter = "|"
quote = "'"
encoding = "latin1"
decimal = ","
dates = ["%d/%m/%Y"]
missing = ["-"]
[attributes.name]
role = "identifier"
[attributes.born]
role = "quasi-identifier"
hierarchy = { dates = ["year", "decade"] }
[attributes.weight]
role = "quasi-identifier"
type = "decimal"
hierarchy = { intervals = [10, 50] }
[attributes.town]
role = "quasi-identifier"
type = "text"
[attributes.illness]
role = "sensitive"
[[require]]
model = "k-anonymity"
k = 2
[release]
suppression = 0.2
[output]
file = "out.csv"
"#;
    Case::empty().file("people.csv", latin_1).file("policy.toml", policy)
}

#[test]
fn what_the_policy_says_of_the_data_is_saved_and_used() {
    let case = old_people();
    case.run(SAVE).well();
    let saved: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
    assert_eq!(saved["missing"], json!(["-"]));
    assert_eq!(
        saved["data"],
        json!({
            "delimiter": "|", "quote": "'", "encoding": "latin1", "decimal": ",",
            "dates": ["%d/%m/%Y"],
        })
    );
    let types: Vec<_> = saved["columns"].as_array().unwrap().iter().map(|it| &it["type"]).collect();
    assert_eq!(json!(types), json!([null, null, "decimal", "text", null]));
    case.run(APPLY).well();
    assert_eq!(case.bytes("new.csv"), case.bytes("out.csv"));
    assert!(case.bytes("out.csv").contains(&b'|'));
}

/// One line in which the new file looks like UTF-8 and like any other delimiter.
#[test]
fn what_was_said_wins_over_what_a_new_file_looks_like() {
    let case = old_people();
    case.run(SAVE).well();
    let text = String::from_utf8_lossy(&case.bytes("people.csv")).replace('\u{fffd}', "u");
    // Two more semicolons than bars in each line, all within one cell.
    let text = text.replace("Zyxqueena-", "a;b;c;d;e;f;");
    let case = case.file("people.csv", text);
    let document = case.run(&[APPLY, &["--json"]].concat()).well().json();
    assert_eq!(document["input"]["rows"], 40);
    // A type that the policy gave is a check here as well.
    let wrong = case.read("people.csv").replace("50,5", "heavy");
    let case = case.file("people.csv", wrong);
    let shown = case.refused(2, &[APPLY, &["--force"]].concat());
    assert!(shown.contains("io::not-of-kind") && shown.contains("weight"), "{shown}");
}

/// Recodings of earlier versions say nothing of the data, and are read as before.
#[test]
fn an_older_recoding_is_still_read() {
    let case = Case::people();
    case.run(SAVE).well();
    let mut saved: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
    saved.as_object_mut().unwrap().remove("data").expect("this version saves it");
    let case = case.file("r.json", saved.to_string());
    case.run(APPLY).well();
    assert_eq!(case.read("new.csv"), case.read("out.csv"));
}

#[test]
fn settings_that_mean_nothing_are_refused() {
    let saved = Case::people();
    saved.run(SAVE).well();
    let whole: serde_json::Value = serde_json::from_str(&saved.read("r.json")).unwrap();
    for (path, value, message) in [
        ("/data/encoding", json!("ebcdic"), "an encoding that this version lacks"),
        ("/data/decimal", json!("x"), "a decimal mark that this version lacks"),
        ("/data/delimiter", json!("é"), "is not ASCII"),
        ("/columns/1/type", json!("complex"), "`age` has a type that this version lacks"),
    ] {
        let mut document = whole.clone();
        document["columns"][1]["type"] = json!("integer");
        *document.pointer_mut(path).unwrap() = value;
        let case = Case::people().file("r.json", document.to_string());
        let shown = case.refused(2, APPLY);
        assert!(shown.contains("document::faulty") && shown.contains(message), "{shown}");
    }
    // A delimiter that is a line end is for the reader to refuse.
    let mut document = whole;
    document["data"]["delimiter"] = json!("\n");
    let case = Case::people().file("r.json", document.to_string());
    assert!(case.refused(2, APPLY).contains("io::bad-dialect"));
}

/// A cell that is `*` in new data is a value like any other: never seen, it becomes `*`, and is in
/// one class with the others that became it. Seen before, it is what was decided for it.
#[test]
fn a_star_in_new_data_is_a_value() {
    let case = Case::people();
    case.run(SAVE).well();
    // Three towns nobody knows, one of them called `*`.
    let towns = ["*", "Zyxqueena-Elva", "Zyxqueena-Faro"];
    let mut data = PEOPLE.to_owned();
    for town in towns {
        data = data.replacen("Zyxqueena-Alba", town, 1);
    }
    let case = case.file("people.csv", data);
    let document = case.run(&[APPLY, &["--json"]].concat()).well().json();
    assert!(document["notes"].to_string().contains("3 values of `town` were new"), "{document}");
    let stars = case.sorted("new.csv").iter().filter(|line| line.contains(",*,")).count();
    assert_eq!(stars, 3, "k is 3, and they are one class");
    case.run(&["check", "new.csv", "--policy", "policy.toml"]).well();
}

#[test]
fn a_star_and_an_empty_text_that_were_seen_before() {
    let data = PEOPLE.replace("Zyxqueena-Alba", "*").replace("Zyxqueena-Celo", "");
    let case = Case::people()
        .file("people.csv", data)
        .policy("\"towns.csv\"", "{ suppress = true }\nmax-level = 0")
        .policy("input", "missing = [\"?\"]\ninput");
    case.run(SAVE).well();
    case.run(APPLY).well();
    assert_eq!(case.read("new.csv"), case.read("out.csv"));
    let towns = |town: &str| {
        let second = |line: &String| line.split(',').nth(1) == Some(town);
        case.sorted("new.csv").iter().filter(|line| second(line)).count()
    };
    assert_eq!((towns("*"), towns("")), (3, 3));
}

/// What is missing stays missing, and is not taken together with what became `*`.
#[test]
fn missing_is_not_a_star() {
    let data = PEOPLE.replacen("Zyxqueena-Alba", "?", 2);
    let case = Case::people()
        .file("people.csv", data)
        .policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 1")
        .policy("{ intervals = [5, 10, 20] }", "{ suppress = true }\nmin-level = 1")
        .policy("k = 3", "k = 2")
        .policy("input", "missing = [\"?\"]\ninput");
    case.run(SAVE).well();
    // Everybody is from nowhere, but for one of whom nothing is known.
    let mut next = String::from("name,age,town,illness\n");
    for person in 0..20 {
        next += if person == 7 { "a,1,?,flu\n" } else { "a,1,Nowhere,flu\n" };
    }
    let case = case.file("people.csv", next);
    let document = case.run(&[APPLY, &["--json"]].concat()).well().json();
    assert_eq!(document["release"]["suppressed_rows"], 1, "{document}");
    assert_eq!(document["release"]["classes"], 1);
}
