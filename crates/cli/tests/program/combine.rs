//! `ridotto combine`: one estimate from several synthetic copies.

use crate::case::Case;
use insta::assert_snapshot;
use serde_json::Value;

/// The mean 10, b = 2.5 between copies and ū = 1.2 within.
const FIVE: &str = "estimate,variance\n8,1\n9,1.1\n10,1.2\n11,1.3\n12,1.4\n";

fn combined(file: &str, arguments: &[&str]) -> String {
    let case = Case::empty().file("e.csv", file);
    case.run(&[&["combine", "e.csv"][..], arguments].concat()).shown()
}

#[test]
fn every_rule_has_its_interval() {
    assert_snapshot!(combined(FIVE, &["--copies", "full"]), @r"
    exit 0
    quantity      estimate  standard error              95 % interval  degrees  copies
    –                10.00            1.34              1.44 to 18.56     1.44       5
    ");
    assert_snapshot!(combined(FIVE, &["--copies", "partial", "--level", "0.9"]), @r"
    exit 0
    quantity      estimate  standard error              90 % interval  degrees  copies
    –                10.00            1.30              7.81 to 12.19    46.24       5
    ");
    assert_snapshot!(combined(FIVE, &["--copies", "plain", "--ratio", "2"]), @r"
    exit 0
    quantity      estimate  standard error              95 % interval  degrees  copies
    –                10.00            1.62              6.82 to 13.18   normal       5
    ");
}

/// The numbers of the document by hand: T = 1.2·2.5 − 1.2 = 1.8 with 4·(1 − 1.2/3)² = 1.44 degrees.
#[test]
fn the_document_has_every_figure() {
    let case = Case::empty().file("e.csv", FIVE);
    let ran = case.run(&["combine", "e.csv", "--copies", "full", "--json"]).well();
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let one = &report["quantities"][0];
    let is = |key: &str, expected: f64| {
        assert!((one[key].as_f64().unwrap() - expected).abs() < 1e-9, "{key}: {one}");
    };
    is("estimate", 10.0);
    is("between", 2.5);
    is("within", 1.2);
    is("standard_error", 1.8_f64.sqrt());
    is("degrees", 1.44);
    assert_eq!((&one["name"], &one["copies"]), (&Value::Null, &Value::from(5)));
    assert_eq!((&report["copies"], &report["level"]), (&Value::from("full"), &Value::from(0.95)));
    assert_eq!(one["replaced"], false);
    let middle = f64::midpoint(one["lower"].as_f64().unwrap(), one["upper"].as_f64().unwrap());
    assert!((middle - 10.0).abs() < 1e-9);
}

/// Quantities stand in the order of the file, and each has its own rows; other columns are nothing.
#[test]
fn names_part_quantities() {
    let several = "copy;name;estimate;variance\n1;mean age;40,1;0,25\n1;women;0,52;0,0001\n\
                   2;mean age;40,9;0,25\n2;women;0,5;0,0001\n3;mean age;39,8;0,3\n3;women;0,53;1,0e-4\n";
    assert_snapshot!(combined(several, &["--copies", "partial"]), @r"
    exit 0
    quantity      estimate  standard error              95 % interval  degrees  copies
    mean age        40.267           0.612           39.004 to 41.529    24.14       3
    women           0.5167          0.0133           0.4871 to 0.5462    10.45       3
    ");
}

/// Copies that hardly differ, and few of them: what is said is honest.
#[test]
fn what_the_rule_cannot_say_is_said() {
    let alike = "estimate,variance\n1,2\n1.01,2\n0.99,2\n";
    assert_snapshot!(combined(alike, &["--copies", "full", "--ratio", "0.5"]), @r"
    exit 0
    quantity      estimate  standard error              95 % interval  degrees  copies
    –                 1.00            1.00              -3.30 to 5.30        2       3
    note: for 1 quantity the copies differ too little for the rule, whose variance would be 0 or less: the mean variance of the copies times the ratio was taken, which is usually too large; more copies help
    ");
    let few = "estimate,variance\n1,2\n4,2\n";
    assert_snapshot!(combined(few, &["--copies", "full"]), @r"
    exit 0
    quantity      estimate  standard error              95 % interval  degrees  copies
    –                 2.50            2.18            -25.19 to 30.19        1       2
    note: for 1 quantity there is no more than one degree of freedom: the interval is wide and says little; more copies help
    ");
}

#[test]
fn what_cannot_be_combined_is_refused() {
    let full = ["--copies", "full"];
    assert_snapshot!(combined("estimate,variance\n1,2\n", &full), @r"
    exit 2
    combine::copies

      × e.csv: there is 1 row, and `full` copies need 2 at least
      help: compute the estimate from every copy, and write one row for each
    ");
    assert_snapshot!(combined("name,estimate,variance\na,1,2\na,2,2\nb,1,2\n", &full), @r"
    exit 2
    combine::copies

      × e.csv: there is 1 row of `b`, and `full` copies need 2 at least
      help: compute the estimate from every copy, and write one row for each
    ");
    assert_snapshot!(combined("estimate,variance\n", &full), @r"
    exit 2
    io::header-alone

      × e.csv: the file has column names but no rows
      help: was the file exported without its rows?
    ");
    assert_snapshot!(combined("estimate,variance\n1,2\n2,-1\n", &full), @r"
    exit 2
    combine::estimates

      × `variance` is negative in 1 row; the first is in line 3
      help: it is the square of the standard error
    ");
    assert_snapshot!(combined("estimate,variance\n1,2\nmany,1\n3,\n", &full), @r"
    exit 2
    combine::estimates

      × `estimate` is no number in 1 row; the first is in line 3
      help: leave out a copy of which it could not be computed, for each quantity
    ");
    assert_snapshot!(combined("estimate,variance\n1,2\n2,\n3,\n", &full), @r"
    exit 2
    combine::estimates

      × `variance` is no number in 2 rows; the first is in line 3
      help: leave out a copy of which it could not be computed, for each quantity
    ");
    assert_snapshot!(combined("estimate,error\n1,2\n2,1\n", &full), @r"
    exit 2
    usage

      × e.csv: there is no column `variance`
      help: the columns are `estimate`, `error`
    ");
    assert_snapshot!(combined(FIVE, &["--copies", "full", "--level", "95"]), @r"
    exit 2
    usage

      × the level of an interval is between 0 and 1
      help: say 0.95 in `--level`
    ");
    assert_snapshot!(combined(FIVE, &["--copies", "plain", "--ratio", "0"]), @r"
    exit 2
    usage

      × the ratio of records is above 0
      help: divide the records of a copy by those of the original: 1 in `--ratio` for as
            many
    ");
    let json = combined("estimate,variance\n1,2\n", &["--copies", "full", "--json"]);
    assert!(json.contains("\"code\": \"combine::copies\""), "{json}");
    let none = combined(FIVE, &[]);
    assert!(none.starts_with("exit 2") && none.contains("--copies"), "{none}");
    // One copy is enough where models have their best parameters.
    assert!(combined("estimate,variance\n1,2\n", &["--copies", "plain"]).starts_with("exit 0"));
}

/// The way of a user: copies, an estimate of each, and an interval that covers the truth.
#[test]
fn from_copies_to_an_interval() {
    let policy = "[[mask]]\nmethod = \"synthesize\"\nkind = \"partial\"\nattributes = [\"income\"]\ncopies = 5";
    let case = crate::perturb::with(policy);
    case.run(&["anonymize", "policy.toml", "--seed", "5"]).well();
    let incomes = |text: &str| -> Vec<f64> {
        let columns = crate::perturb::columns(text);
        crate::perturb::numbers(&columns["income"])
    };
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let mut estimates = "estimate,variance\n".to_owned();
    for copy in 1..=5 {
        let all = incomes(&case.read(&format!("out-{copy}.csv")));
        assert_eq!(all.len(), 300);
        let own = mean(&all);
        let variance = all.iter().map(|x| (x - own).powi(2)).sum::<f64>() / 299.0 / 300.0;
        estimates += &format!("{own},{variance}\n");
    }
    assert!(!case.path("out.csv").exists() && !case.path("out-6.csv").exists());
    let case = case.file("e.csv", estimates);
    let ran = case.run(&["combine", "e.csv", "--copies", "partial", "--json"]).well();
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let one = &report["quantities"][0];
    let bound = |key: &str| one[key].as_f64().unwrap();
    // The sample's own mean is the centre but for what the models do not know.
    let truth = mean(&incomes(&crate::perturb::people()));
    assert!(bound("lower") < truth && truth < bound("upper"), "{truth}: {one}");
}

/// The guide's policy makes its copies, and its estimates become what it prints.
#[test]
fn the_guide_shows_what_is_printed() {
    use crate::book::{blocks, read, root};
    let guide = read(&root().join("docs/guides/synthetic.md"));
    let only = |language: &str| -> String {
        let blocks = blocks(&guide, language);
        assert_eq!(blocks.len(), 1, "{language}");
        blocks.concat()
    };
    let case = Case::empty()
        .file("people.csv", crate::perturb::people())
        .file("policy.toml", only("toml"))
        .file("estimates.csv", only("csv"));
    case.run(&["anonymize", "policy.toml", "--seed", "1"]).well();
    assert!(case.path("out-5.csv").exists() && !case.path("out-6.csv").exists());
    let ran = case.run(&["combine", "estimates.csv", "--copies", "full"]).well();
    assert_eq!(ran.stdout, only("text"));
}
