//! Files without names: nobody's record is shown as a name.

use crate::case::{Case, PEOPLE, POLICY, SECRET, in_one_line};

/// The people without the line of names; the first is Ada.
fn nameless() -> String {
    PEOPLE.split_once('\n').unwrap().1.to_owned()
}

#[test]
fn no_verb_shows_the_first_record() {
    let case = Case::people().file("named.csv", PEOPLE);
    case.run(&["anonymize", "policy.toml", "--recoding", "r.json", "-o", "named-out.csv"]).well();
    case.run(&["pseudonymize", "keys", "-o", "k.key"]).well();
    let case = case.file("people.csv", nameless());
    for args in [
        &["plan", "policy.toml"][..],
        &["anonymize", "policy.toml"],
        &["explore", "policy.toml"],
        &["check", "people.csv", "--policy", "policy.toml"],
        &["check", "people.csv", "--quasi-identifiers", "age"],
        &["assess", "people.csv", "named-out.csv", "--policy", "policy.toml"],
        &["assess", "named.csv", "people.csv", "--quasi-identifiers", "age,town"],
        &["attack", "named.csv", "people.csv", "--policy", "policy.toml"],
        &["apply", "r.json", "people.csv", "-o", "new.csv"],
        &["inspect", "people.csv"],
        &["inspect", "people.csv", "--policy", "policy.toml"],
        &["inspect", "people.csv", "--quasi-identifiers", "age"],
        &["init", "people.csv", "-o", "new.toml", "--no-input"],
        &["init", "people.csv", "-o", "new.toml", "--no-input", "--sensitive", "illness"],
        &["hierarchy", "make", "people.csv", "--column", "age", "--intervals", "5", "-o", "h.csv"],
        &[
            "pseudonymize",
            "people.csv",
            "--attributes",
            "name",
            "--key-file",
            "k.key",
            "-o",
            "p.csv",
        ],
    ] {
        let ran = case.run(args);
        let shown = ran.shown();
        assert_eq!(ran.code, 2, "{args:?}: {shown}");
        assert!(!shown.contains(SECRET) && !shown.contains("`31`"), "{args:?}: {shown}");
        let is_usage = |words: &str| ran.stderr.contains(words);
        let misused = is_usage("unexpected argument") || is_usage("required arguments");
        assert!(!misused, "{args:?}: {shown}");
        let shown = in_one_line(&shown);
        assert!(shown.contains("does not look like a header"), "{args:?}: {shown}");
    }
}

#[test]
fn what_is_asked_for_is_counted() {
    let case = Case::people().file("people.csv", nameless());
    let shown = in_one_line(&case.refused(2, &["plan", "policy.toml"]));
    assert!(shown.contains("io::no-header"), "{shown}");
    assert!(shown.contains("none of the 4 columns that are asked for"), "{shown}");
    assert!(shown.contains("`header = false`"), "{shown}");
    // Where one name is right the others are names, too, and help to find the mistake.
    let case = Case::people().policy("[attributes.town]", "[attributes.twon]");
    assert!(case.refused(2, &["plan", "policy.toml"]).contains("did you mean `town`?"));
}

/// The same release as with names, but for the names.
#[test]
fn a_file_without_names_can_be_released() {
    let named = Case::people();
    named.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    let names = ["name", "age", "town", "illness"];
    let policy = (1..).zip(names).fold(POLICY.to_owned(), |policy, (at, name)| {
        policy.replace(&format!("[attributes.{name}]"), &format!("[attributes.column-{at}]"))
    });
    let case = Case::people().file("people.csv", nameless()).file("policy.toml", policy);
    let case = case.policy("[data]", "[data]\nheader = false");
    case.run(&["anonymize", "policy.toml", "--keep-order", "--recoding", "r.json"]).well();
    let released = case.read("out.csv");
    assert!(released.starts_with("column-2,column-3,column-4\n"), "{released}");
    assert!(released.lines().skip(1).eq(named.read("out.csv").lines().skip(1)));
    // The release has names; the policy says that its data have none.
    case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    case.run(&["assess", "people.csv", "out.csv", "--policy", "policy.toml"]).well();
    case.run(&["apply", "r.json", "people.csv", "-o", "again.csv", "--keep-order"]).well();
    assert_eq!(case.read("again.csv"), released);
}

#[test]
fn a_first_policy_for_a_file_without_names() {
    let people: String = nameless().repeat(3);
    let case = Case::empty().file("people.csv", people);
    case.run(&["inspect", "people.csv", "--no-header"]).well();
    case.run(&["init", "people.csv", "--no-header", "--no-input"]).well();
    let policy = case.read("policy.toml");
    assert!(
        policy.contains("header = false") && policy.contains("[attributes.column-2]"),
        "{policy}"
    );
    assert_eq!(case.run(&["plan", "policy.toml"]).code, 0);
}
