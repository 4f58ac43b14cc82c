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
      help: choose another name, or replace it: `--force`
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

/// Ages, towns and days of which some are not as they should be.
fn with_rules(quality: &str) -> Case {
    let data = "age,sex,zip,town,came,left\n\
                31,f,10,Alba,2024-01-05,2024-01-09\n\
                131,f,10,Alba,2024-03-05,2024-03-04\n\
                45,x,20,Berg,2010-02-01,2010-02-02\n\
                50,m,10,Berg,2024-02-01,\n";
    let truth = data.replace("131", "31").replace("45,x", "45,m");
    let policy = format!(
        "version = 1\n[data]\ninput = \"people.csv\"\nunlisted = \"drop\"\n[attributes.age]\n\
         role = \"quasi-identifier\"\n[attributes.sex]\nrole = \"quasi-identifier\"\n[[require]]\n\
         model = \"k-anonymity\"\nk = 2\n[quality]\n{quality}\n"
    );
    let case = Case::empty().file("people.csv", data).file("truth.csv", truth);
    case.file("short.csv", "age\n31\n").file("policy.toml", policy)
}

#[test]
fn all_six_dimensions_of_quality() {
    let case = with_rules(
        "valid = { age = \"0-120\", sex = [\"f\", \"m\"] }\n\
         timely = { attribute = \"came\", within = 365, today = \"2024-12-31\" }\n\
         consistent = [{ attribute = \"came\", at-most = \"left\" }, \
         { attribute = \"zip\", determines = \"town\" }]\n\
         truth = \"truth.csv\"",
    );
    let asked = ["inspect", "people.csv", "--policy", "policy.toml"];
    let json = case.run(&[&asked[..], &["--json"]].concat()).well().json();
    // One of 24 cells is missing; of eight cells with a rule two break it; one of four records is
    // old; one leaves before it comes and one has another town; 2 + 1 missing of 23 known are wrong.
    for (dimension, share) in [
        ("completeness", 23.0 / 24.0),
        ("uniqueness", 1.0),
        ("validity", 6.0 / 8.0),
        ("timeliness", 3.0 / 4.0),
        ("consistency", 2.0 / 4.0),
        ("accuracy", 21.0 / 23.0),
    ] {
        let told = json[dimension].as_f64().expect("it is told");
        assert!((told - share).abs() < 1e-12, "{dimension}: {told}");
    }
    let shown = case.run(&asked).well().shown();
    assert!(shown.contains("valid        75.0 %  cells that keep to their rule"), "{shown}");
}

#[test]
fn quality_that_does_not_fit_the_file() {
    for (quality, says) in [
        ("valid = { agee = \"0-120\" }", "the file has no column `agee`"),
        ("timely = { attribute = \"town\", within = 9 }", "`town` has neither numbers nor days"),
        (
            "timely = { attribute = \"came\", within = 9, today = \"now\" }",
            "`now` is no day of `came`",
        ),
        ("truth = \"short.csv\"", "`short.csv` and the file have 1 and 4 records"),
        ("consistent = [{ attribute = \"age\" }]", "one thing of two attributes"),
    ] {
        let run = with_rules(quality).run(&["inspect", "people.csv", "--policy", "policy.toml"]);
        let shown = run.shown();
        assert!(shown.contains("exit 2") && shown.contains(says), "{shown}");
    }
}
