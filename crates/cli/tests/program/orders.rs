//! Names that are orders to a terminal are shown by their numbers.

use crate::case::{Case, PEOPLE, POLICY};

/// Red, clear the screen by one byte, and from right to left.
const NAME: &str = "\u{1b}[31mill\u{9b}2Jness\u{202e}";
const SHOWN: &str = "\\u{1b}[31mill\\u{9b}2Jness\\u{202e}";

fn has_orders(text: &str) -> bool {
    text.chars().any(|it| it.is_control() && !"\n\t".contains(it) || it == '\u{202e}')
}

#[test]
fn names_of_columns_and_files_steer_nothing() {
    let data = PEOPLE.replacen("illness", NAME, 1);
    let case = Case::people().file("people.csv", &data).file("\u{1b}]0;x.csv", &data);
    for args in [
        &["plan", "policy.toml"][..],
        &["anonymize", "policy.toml"],
        &["anonymize", "policy.toml", "--json"],
        &["inspect", "people.csv"],
        &["inspect", "people.csv", "--json"],
        &["init", "people.csv", "--no-input", "-o", "new.toml"],
        &["init", "people.csv", "--no-input", "-o", "new2.toml", "--json"],
        &["check", "\u{1b}]0;x.csv", "--policy", "policy.toml"],
        &["check", "\u{1b}]0;none.csv", "--policy", "policy.toml"],
        &["check", "\u{1b}]0;x.csv", "\u{1b}[2J"],
    ] {
        let ran = case.run(args);
        assert!(!has_orders(&ran.stdout) && !has_orders(&ran.stderr), "{args:?}: {ran:?}");
    }
    assert!(case.run(&["plan", "policy.toml"]).stderr.contains(SHOWN));
    assert!(case.run(&["inspect", "people.csv"]).stdout.contains(SHOWN));
    let told = case.run(&["inspect", "people.csv", "--json"]).json();
    assert!(told.to_string().contains("u001b") && told["columns"][3]["name"] == NAME, "{told}");
    // Our own colours are orders, too, and stay.
    let coloured = case.run(&["plan", "policy.toml", "--color", "always"]).stderr;
    assert!(coloured.contains('\u{1b}') && !coloured.contains("\u{1b}[31mill"), "{coloured:?}");
}

#[test]
fn the_policy_is_shown_and_the_release_is_as_it_was() {
    let quoted = "\"\\u001B[31mill\\u009B2Jness\\u202E\"";
    let policy = POLICY.replace("[attributes.illness]", &format!("[attributes.{quoted}]"));
    let case = Case::people()
        .file("people.csv", PEOPLE.replacen("illness", NAME, 1))
        .file("policy.toml", &policy);
    let ran = case.run(&["anonymize", "policy.toml", "-v"]).well();
    assert!(!has_orders(&ran.stderr) && !has_orders(&ran.stdout), "{ran:?}");
    assert!(case.read("out.csv").starts_with(&format!("age,town,{NAME}\n")));
    // A snippet of the policy with an order in a comment, and places that stay true.
    let case = case.policy("k = 3", "k = 1 # \u{202e}\u{9b}x");
    let shown = case.refused(2, &["plan", "policy.toml"]);
    assert!(!has_orders(&shown) && shown.contains("k = 1 #"), "{shown}");
}
