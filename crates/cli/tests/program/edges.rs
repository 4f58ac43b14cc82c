//! Files at the edge, by every usual method: each ends as the policy says, with a release that is counted
//! again here, or with the reason why there is none.

use crate::case::{Case, POLICY, TOWNS};
use std::collections::BTreeMap;

const METHODS: [&str; 4] = ["best", "optimal", "mondrian", "local-recoding"];

/// A release by some method, of some people, with some share to be suppressed.
fn case(method: &str, people: &str, suppression: &str) -> Case {
    let release = format!("algorithm = \"{method}\"\nsuppression = {suppression}");
    Case::empty()
        .file("people.csv", format!("name,age,town,illness\n{people}"))
        .file("towns.csv", TOWNS)
        .file("policy.toml", POLICY.replace("suppression = 0.1", &release))
}

/// The classes of what was written: how many records each has. Every record shows its illness.
fn classes(case: &Case) -> BTreeMap<String, usize> {
    let mut classes = BTreeMap::new();
    for line in case.read("out.csv").lines().skip(1) {
        let (class, illness) = line.rsplit_once(',').unwrap();
        assert!(illness.starts_with("Zyxqueena-"), "no illness");
        *classes.entry(class.to_owned()).or_default() += 1;
    }
    classes
}

fn person(age: &str, town: &str) -> String {
    format!("Zyxqueena Ada,{age},{town},Zyxqueena-flu\n")
}

/// One record can be in no class of three: that is said, and nothing is written.
#[test]
fn a_file_of_one_record() {
    for method in METHODS {
        for suppression in ["0.0", "1.0"] {
            let case = case(method, &person("31", "Zyxqueena-Alba"), suppression);
            let ran = case.run(&["anonymize", "policy.toml"]);
            assert_eq!(ran.code, 1, "{method}: {}", ran.shown());
            assert!(!case.path("out.csv").exists(), "{method}");
            assert!(ran.stderr.contains("no class can have 3 of them"), "{method}: {}", ran.stderr);
        }
    }
}

/// Without a record there is nobody to protect, and nothing to release.
#[test]
fn a_file_without_a_record() {
    for method in METHODS {
        let case = case(method, "", "0.1");
        let ran = case.run(&["anonymize", "policy.toml"]);
        assert_eq!(ran.code, 2, "{method}: {}", ran.shown());
        assert!(!case.path("out.csv").exists(), "{method}");
    }
}

/// Records that are equal lose nothing.
#[test]
fn equal_records() {
    for method in METHODS {
        let case = case(method, &person("31", "Zyxqueena-Alba").repeat(7), "0.0");
        let ran = case.run(&["anonymize", "policy.toml"]).well();
        assert!(ran.stderr.contains("  loss          0: "), "{method}: {}", ran.stderr);
        let expected = [("31,Zyxqueena-Alba".to_owned(), 7)];
        assert_eq!(classes(&case), BTreeMap::from(expected), "{method}");
    }
}

/// No two records are alike.
#[test]
fn records_that_are_all_distinct() {
    let towns = ["Alba", "Berg", "Celo", "Dorf"];
    let people: String = (0..40)
        .map(|at| person(&(20 + at).to_string(), &format!("Zyxqueena-{}", towns[at % 4])))
        .collect();
    for method in METHODS {
        let case = case(method, &people, "0.0");
        case.run(&["anonymize", "policy.toml"]).well();
        let classes = classes(&case);
        assert_eq!(classes.values().sum::<usize>(), 40, "{method}");
        assert!(classes.values().all(|&records| records >= 3), "{method}: {classes:?}");
    }
}

/// Missing cells are a value like any other: they stay missing or become `*`, and count.
#[test]
fn missing_cells() {
    let ages = ["31", "", "33", "", "52", "", "54", "58", ""];
    let towns = ["Zyxqueena-Alba", "Zyxqueena-Alba", "", "Zyxqueena-Celo", ""];
    let people: String =
        (0..30).map(|at| person(ages[at % ages.len()], towns[at % towns.len()])).collect();
    for method in METHODS {
        let case = case(method, &people, "0.1");
        case.run(&["anonymize", "policy.toml"]).well();
        let classes = classes(&case);
        assert!((27..=30).contains(&classes.values().sum::<usize>()), "{method}");
        assert!(classes.values().all(|&records| records >= 3), "{method}: {classes:?}");
        let checked = case.run(&["check", "out.csv", "--policy", "policy.toml"]);
        assert_eq!(checked.code, 0, "{method}: {}", checked.shown());
    }
}

/// Two records that nothing can be joined with unless all is hidden: they go where they may, and else all
/// that they differ in is hidden.
#[test]
fn a_class_too_small_for_anything() {
    let near = person("31", "Zyxqueena-Alba").repeat(38);
    let far = person("71", "Zyxqueena-Dorf").repeat(2);
    for method in METHODS {
        let some = case(method, &(near.clone() + &far), "0.05");
        some.run(&["anonymize", "policy.toml"]).well();
        let expected = [("31,Zyxqueena-Alba".to_owned(), 38)];
        assert_eq!(classes(&some), BTreeMap::from(expected), "{method}");
        let none = case(method, &(near.clone() + &far), "0.0");
        none.run(&["anonymize", "policy.toml"]).well();
        let classes = classes(&none);
        assert_eq!(classes.values().sum::<usize>(), 40, "{method}");
        assert!(classes.values().all(|&records| records >= 3), "{method}: {classes:?}");
        assert!(!classes.keys().any(|class| class.contains("71")), "{method}: {classes:?}");
    }
}
