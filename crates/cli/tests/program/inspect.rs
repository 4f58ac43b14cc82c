//! `ridotto inspect`: the profile, the riskiest combinations, the price of k; never a value.

use super::case::Case;
use insta::assert_snapshot;

#[test]
fn with_a_policy() {
    let case = Case::people();
    let before = case.files();
    assert_snapshot!(case.run(&["inspect", "people.csv", "--policy", "policy.toml"]).well().shown(), @"");
    assert_eq!(before, case.files());
}

#[test]
fn by_itself_it_guesses() {
    assert_snapshot!(Case::people().run(&["inspect", "people.csv"]).well().shown(), @"");
}

#[test]
fn with_columns_that_are_named() {
    let args =
        ["inspect", "people.csv", "--quasi-identifiers", "town", "--sensitive", "age", "--json"];
    let told = Case::people().run(&args).well().json();
    let role = |name: &str| {
        let all = told["columns"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["role"].clone()
    };
    assert_eq!((role("town"), role("age")), ("quasi-identifier".into(), "sensitive".into()));
    assert_eq!((&told["file"]["rows"], &told["guessed"]), (&12.into(), &false.into()));
    assert_eq!(told["k_loss"][0]["k"], 2);
    assert_eq!(told["guesses"][0]["attribute"], "age");
}

#[test]
fn as_a_page() {
    let case = Case::people();
    case.run(&["inspect", "people.csv", "--report", "p.html", "--report", "p.json", "-q"]).well();
    let page = case.read("p.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"), "{page}");
    let people = case.read("people.csv");
    for cell in
        people.lines().skip(1).flat_map(|line| line.split(',')).filter(|cell| cell.len() > 3)
    {
        assert!(!page.contains(cell), "{cell}");
        assert!(!case.read("p.json").contains(cell), "{cell}");
    }
    assert_snapshot!(case.run(&["inspect", "people.csv", "--report", "p.html"]).shown(), @"");
}

#[test]
fn mistakes() {
    let case = Case::people();
    assert_snapshot!(case.run(&["inspect", "people.csv", "--quasi-identifiers", "twon"]).shown(), @"");
    assert_snapshot!(case.run(&["inspect", "nobody.csv"]).shown(), @"");
}
