//! `ridotto inspect`: the profile, the riskiest combinations, the price of k; never a value.

use super::case::Case;
use insta::assert_snapshot;

#[test]
fn with_a_policy() {
    let case = Case::people();
    let before = case.files();
    assert_snapshot!(case.run(&["inspect", "people.csv", "--policy", "policy.toml"]).well().shown(), @r"
    exit 0
    people.csv: 12 records, 4 columns; 0.0 % of the cells are missing, 0.0 % of the records are copies

    column   role              type      different   missing     alone  pairs told apart
    name     identifier        text             12         0        12    100.0 %
    age      quasi-identifier  integer          12         0        12    100.0 %
    town     quasi-identifier  text              4         0         0     81.8 %
    illness  sensitive         text              3         0         0     66.7 %

    12 of 12 records (100.0 %) are alone with their quasi-identifiers

    what singles people out    records alone
      age                               12
      age, town                         12

    without generalisation, k would cost
      k = 2    12 records (100.0 %)
      k = 3    12 records (100.0 %)
      k = 5    12 records (100.0 %)
      k = 10   12 records (100.0 %)

    guessed rightly    with quasi-identifiers  without
      illness                        100.0 %   50.0 %
    ");
    assert_eq!(before, case.files());
}

#[test]
fn by_itself_it_guesses() {
    assert_snapshot!(Case::people().run(&["inspect", "people.csv"]).well().shown(), @r"
    exit 0
    people.csv: 12 records, 4 columns; 0.0 % of the cells are missing, 0.0 % of the records are copies

    column   role              type      different   missing     alone  pairs told apart
    name     identifier        text             12         0        12    100.0 %
    age      quasi-identifier  integer          12         0        12    100.0 %
    town     quasi-identifier  text              4         0         0     81.8 %
    illness  sensitive         text              3         0         0     66.7 %

    note: which columns others could know was guessed; say it, and the figures change.

    12 of 12 records (100.0 %) are alone with their quasi-identifiers

    what singles people out    records alone
      age                               12
      age, town                         12

    without generalisation, k would cost
      k = 2    12 records (100.0 %)
      k = 3    12 records (100.0 %)
      k = 5    12 records (100.0 %)
      k = 10   12 records (100.0 %)

    guessed rightly    with quasi-identifiers  without
      illness                        100.0 %   50.0 %
    ");
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
    assert_snapshot!(case.run(&["inspect", "people.csv", "--report", "p.html"]).shown(), @r"
    exit 2
    io::exists

      × p.html: the file exists already
      help: choose another name, or pass --force to replace it
    ");
}

#[test]
fn mistakes() {
    let case = Case::people();
    assert_snapshot!(case.run(&["inspect", "people.csv", "--quasi-identifiers", "twon"]).shown(), @r"
    exit 2
    usage

      × people.csv: there is no column `twon`
      help: did you mean `town`?
    ");
    assert_snapshot!(case.run(&["inspect", "nobody.csv"]).shown(), @r"
    exit 2
    io::not-found

      × nobody.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}
