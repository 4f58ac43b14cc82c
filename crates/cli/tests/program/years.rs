//! Years of two digits: none in the future unless it is said, and the same next year.

use crate::case::{Case, in_one_line};

const POLICY: &str = r#"version = 1
[data]
input = "people.csv"
dates = ["%y/%m/%d"]
[attributes.born]
role = "quasi-identifier"
hierarchy = { dates = ["year"] }
min-level = 1
max-level = 1
[[require]]
model = "k-anonymity"
k = 2
[output]
file = "out.csv"
recoding = "r.json"
report = "report.json"
"#;

fn case() -> Case {
    let people = "born\n64/04/12\n64/05/13\n12/01/01\n12/02/02\n";
    Case::empty().file("people.csv", people).file("policy.toml", POLICY)
}

fn notes(case: &Case) -> String {
    let report: serde_json::Value = serde_json::from_str(&case.read("report.json")).unwrap();
    report["notes"].to_string()
}

#[test]
fn nobody_is_born_in_the_future() {
    let case = case();
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    assert_eq!(case.read("out.csv"), "born\n1964\n1964\n2012\n2012\n");
    let days = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() / 86_400;
    let last = 1970 + days * 400 / 146_097;
    let told = format!("read as {} to {last}", last - 99);
    assert!(
        ran.stderr
            .contains(&format!("warning: the years of `born` have two digits and are {told}")),
        "{ran:?}"
    );
    assert!(notes(&case).contains(&told) && notes(&case).contains("first-year = "));
}

#[test]
fn the_century_is_said_saved_and_read_again() {
    let case = case().policy("%d\"]", "%d\"]\nfirst-year = 1912");
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    assert_eq!(case.read("out.csv"), "born\n1964\n1964\n1912\n1912\n");
    assert!(!ran.stderr.contains("two digits and are"), "{ran:?}");
    assert!(notes(&case).contains("read as 1912 to 2011"), "{}", notes(&case));
    // The decision reads alike, whatever year it is: what it says counts, and not the policy or today.
    let args = ["apply", "r.json", "people.csv", "-o", "new.csv", "--keep-order", "--force"];
    case.run(&args).well();
    assert_eq!(case.read("new.csv"), case.read("out.csv"));
    let saved = case.read("r.json");
    assert!(saved.contains("\"first_year\": 1912"), "{saved}");
    let case = case.file("r.json", saved.replace("\"first_year\": 1912", "\"first_year\": 1913"));
    let ran = case.run(&args).well();
    assert!(ran.stderr.contains("read as 1913 to 2012"), "{ran:?}");
}

#[test]
fn a_first_year_needs_such_years() {
    let case = case().policy("dates = [\"%y/%m/%d\"]", "dates = [\"%Y/%m/%d\"]\nfirst-year = 1930");
    let case = case.file("people.csv", "born\n1964/04/12\n1964/05/13\n");
    let shown = in_one_line(&case.run(&["plan", "policy.toml"]).well().stderr);
    assert!(shown.contains("`first-year` is for years of two digits"), "{shown}");
}
