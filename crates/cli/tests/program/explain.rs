//! `ridotto explain`: names of every area, what has none, and lists.

use super::case::Case;
use insta::assert_snapshot;

#[test]
fn a_name_of_two_areas() {
    let case = Case::empty();
    assert_snapshot!(case.run(&["explain", "average-risk"]).well().shown(), @"");
}

#[test]
fn a_concept_with_a_table() {
    assert_snapshot!(Case::empty().run(&["explain", "k"]).well().shown(), @"");
}

#[test]
fn a_method_that_must_wait() {
    assert_snapshot!(Case::empty().run(&["explain", "pram"]).well().shown(), @"");
}

#[test]
fn keys_values_measures_attacks_and_codes() {
    let case = Case::empty();
    assert_snapshot!(case.run(&["explain", "suppression"]).well().shown(), @"");
    assert_snapshot!(case.run(&["explain", "distance"]).well().shown(), @"");
    assert_snapshot!(case.run(&["explain", "recursive"]).well().shown(), @"");
    assert_snapshot!(case.run(&["explain", "Separation"]).well().shown(), @"");
    assert_snapshot!(case.run(&["explain", "homogeneity"]).well().shown(), @"");
    assert_snapshot!(case.run(&["explain", "policy::weak"]).well().shown(), @"");
}

#[test]
fn names_that_are_not_there() {
    let case = Case::empty();
    assert_snapshot!(case.run(&["explain", "average-risks"]).shown(), @"");
    assert_snapshot!(case.run(&["explain", "qi"]).shown(), @"");
    assert_snapshot!(case.run(&["explain", "weather"]).shown(), @"");
}

#[test]
fn all_names_by_area() {
    let case = Case::empty();
    let all = case.run(&["explain"]).well().stdout;
    let models = all.split("\n\n").find(|part| part.starts_with("Models")).unwrap();
    assert_snapshot!(models, @"");
    let headings = all.split("\n\n").filter_map(|part| part.lines().next());
    assert_snapshot!(headings.collect::<Vec<_>>().join("\n"), @"");
}

#[test]
fn by_machine() {
    let case = Case::empty();
    let one = case.run(&["explain", "round", "--json"]).well().json();
    assert_eq!(one["name"], "round");
    let first = &one["explanations"][0];
    assert_eq!((&first["area"], &first["available"]), (&"mask".into(), &true.into()));
    assert_eq!(first["parameters"][0]["name"], "attributes");
    assert!(first["example"].as_str().unwrap().starts_with("[[mask]]"));
    let all = case.run(&["explain", "--json"]).well().json();
    assert!(all["names"].as_array().unwrap().len() > 300);
}
