//! `ridotto init`: what it finds and writes, and that what it writes runs at once.

use super::case::Case;
use insta::assert_snapshot;

/// People of whom everything is made up by counting.
fn staff() -> String {
    let towns = ["Arlen", "Brem", "Cort", "Dole"];
    let jobs = ["cook", "clerk", "nurse", "smith", "baker", "guard"];
    let illnesses = ["flu", "gout", "cold", "asthma", "none", "ulcer", "measles", "angina"];
    let mut text =
        "Nr;Name;E-Mail;Telefon;Geburtsdatum;Geschlecht;PLZ;Wohnort;Beruf;Diagnose;Lohn\n"
            .to_owned();
    for at in 0..240_usize {
        let person = at * 7919 % 240;
        text += &format!(
            "{at};Vorname{person} Nachname{at};p{person}@firma.example;+41 44 {:03} 11 {:02};{}.{}.{};{};\
             {};{};{};{};{}\n",
            person % 1000,
            at % 100,
            1 + person % 28,
            1 + person % 12,
            1950 + person % 50,
            if at % 3 == 0 { "w" } else { "m" },
            8000 + person % 37,
            towns[person % 4],
            if at % 50 == 7 { "?" } else { jobs[person % 6] },
            illnesses[(person / 3 + at) % 8],
            40_000 + person * 137,
        );
    }
    text
}

#[test]
fn a_file_becomes_a_policy() {
    let case = Case::empty().file("personal.csv", staff());
    assert_snapshot!(case.run(&["init", "personal.csv"]).well().shown(), @"");
    assert_snapshot!(case.read("policy.toml"), @"");
    assert_snapshot!(case.read("hierarchies/beruf.csv"), @"");
}

#[test]
fn what_it_writes_runs_at_once() {
    for (name, data) in files() {
        let case = Case::empty().file(name, data);
        case.run(&["init", name, "--no-input"]).well();
        let ran = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
        let holds = ran["guarantees"].as_array().unwrap();
        assert!(holds.iter().all(|one| one["holds"] != false), "{name}: {ran}");
        assert!(ran["output"]["rows"].as_u64().unwrap() > 0, "{name}");
        case.run(&["plan", "policy.toml"]).well();
    }
}

/// Files of several kinds.
fn files() -> Vec<(&'static str, String)> {
    let hospital = include_str!("../../../../examples/hospital/stays.csv");
    let part: String = hospital.lines().take(1500).map(|line| format!("{line}\n")).collect();
    let mut wide = (0..30).map(|at| format!("q{at}")).collect::<Vec<_>>().join(",") + "\n";
    for row in 0..60_usize {
        let cells: Vec<String> =
            (0..30).map(|at| ((row * (at + 3)) % (at + 2)).to_string()).collect();
        wide += &(cells.join(",") + "\n");
    }
    let quoted = "\"native country\",\"a.b\",\"Größe (cm)\",\"say \"\"hi\"\"\"\n".to_owned()
        + &(0..50)
            .map(|at| format!("c{},{},{}.5,{}\n", at % 6, at % 5, 150 + at % 40, at % 2))
            .collect::<String>();
    vec![
        ("personal.csv", staff()),
        ("stays.csv", part),
        ("wide.csv", wide),
        ("odd names.csv", quoted),
        ("tiny.csv", "age,zip\n30,11111\n40,11112\n50,22222\n".into()),
        ("gaps.tsv", "age\ttown\tfnlwgt\n30\t?\t7\n\tArlen\t8\n31\tBrem\t9\n30\tNA\t7\n".into()),
    ]
}

#[test]
fn roles_can_be_said() {
    let case = Case::empty().file("personal.csv", staff());
    let args = [
        "init",
        "personal.csv",
        "-o",
        "mine.toml",
        "--sensitive",
        "Beruf",
        "--insensitive",
        "Lohn",
        "--sensitivity",
        "high",
        "--json",
    ];
    let told = case.run(&args).well().json();
    let role = |name: &str| {
        let all = told["columns"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["role"].clone()
    };
    assert_eq!((role("Beruf"), role("Lohn")), ("sensitive".into(), "insensitive".into()));
    assert_eq!(told["policy"], "mine.toml");
    assert!(case.read("mine.toml").contains("k = 10  # high sensitivity"));
}

#[test]
fn mistakes() {
    let case = Case::people();
    assert_snapshot!(case.run(&["init", "people.csv"]).shown(), @"");
    assert_snapshot!(case.run(&["init", "people.csv", "-o", "p.toml", "--sensitive", "ilness"]).shown(), @"");
    assert_snapshot!(case.run(&["init", "nobody.csv", "-o", "p.toml"]).shown(), @"");
    let case = case.file("one.csv", "a\n1\n").file("same.csv", "a\n1\n1\n");
    assert_snapshot!(case.run(&["init", "same.csv", "-o", "p.toml"]).shown(), @"");
    assert!(!case.path("p.toml").exists() && !case.path("hierarchies").exists());
}

/// A hierarchy that is in the way is not replaced, and nothing else is written then.
#[test]
fn nothing_is_overwritten() {
    let case = Case::empty().file("personal.csv", staff());
    std::fs::create_dir(case.path("hierarchies")).unwrap();
    let case = case.file("hierarchies/beruf.csv", "mine;too\n");
    let before = case.files();
    assert_snapshot!(case.run(&["init", "personal.csv"]).shown(), @"");
    assert_eq!(before, case.files());
    case.run(&["init", "personal.csv", "--force"]).well();
    assert!(case.read("hierarchies/beruf.csv").contains("clerk"));
}

#[cfg(unix)]
#[test]
fn hierarchies_are_for_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::empty().file("personal.csv", staff());
    case.run(&["init", "personal.csv"]).well();
    let mode = std::fs::metadata(case.path("hierarchies/beruf.csv")).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
}

/// Neither what is printed nor the policy has a value of the data.
#[test]
fn no_value_is_told() {
    let case = Case::empty().file("personal.csv", staff());
    let ran = case.run(&["init", "personal.csv"]).well();
    let told = ran.shown() + &case.read("policy.toml");
    for value in ["nurse", "Arlen", "asthma", "8017", "Vorname1", "firma.example", "45000"] {
        assert!(!told.contains(value), "{value}");
    }
}
