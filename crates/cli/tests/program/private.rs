//! Differentially private releases: what they are, what their report keeps to itself, and what is
//! refused because it would undo them.

use crate::case::{Case, SECRET, sorted};
use insta::assert_snapshot;

const POLICY: &str = r#"version = 1

[data]
input = "people.csv"
delimiter = ","
encoding = "utf-8"

[attributes.name]
role = "identifier"

[attributes.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [5, 10] }
min-level = 2
max-level = 2

[attributes.town]
role = "quasi-identifier"
type = "text"
hierarchy = "towns.csv"
min-level = 1
max-level = 1

[[require]]
model = "differential-privacy"
epsilon = 1.0
delta = 0.00001

[release]
suppress = "record"

[output]
file = "out.csv"
report = ["report.json"]
"#;

/// A thousand people in each of four classes, and one alone in a town that nobody listed.
fn case() -> Case {
    let towns = ["Alba", "Berg", "Celo", "Dorf"];
    let mut people = "name,age,town\n".to_owned();
    for at in 0..4000 {
        let (age, town) = (20 + at % 20, towns[at / 1000]);
        people += &format!("{SECRET} {at},{age},{SECRET}-{town}\n");
    }
    people += &format!("{SECRET},99,{SECRET}-Nowhere\n");
    let towns =
        towns.map(|town| format!("{SECRET}-{town};{}\n", if town < "C" { "N" } else { "S" }));
    Case::empty()
        .file("people.csv", people)
        .file("towns.csv", towns.concat())
        .file("policy.toml", POLICY)
}

/// What chance decided is taken out.
fn without_digits(text: &str) -> String {
    text.replace(|letter: char| letter.is_ascii_digit(), "#")
}

#[test]
fn a_release_is_a_sample_without_small_classes() {
    let case = case();
    let ran = case.run(&["anonymize", "policy.toml"]).well();
    let (first, rest) = ran.stderr.split_once('\n').unwrap();
    assert_eq!(without_digits(first), "out.csv: #,### records in # classes");
    let attained = rest.lines().find(|line| line.contains("k-anonymity")).unwrap().to_owned();
    assert_snapshot!(rest.replace(&attained, &without_digits(&attained)), @r#"
    differential-privacy holds by construction: epsilon 1, delta at most 0.000007802839759354442 (0.00001 allowed); each record kept with probability 0.6321, classes below 61 left out
    k-anonymity   holds: smallest class ###, ## required (read from the written file)
    coarser       age 2/3, town 1/2
    dropped       name
    note          differentially private: counts, digests and times of the input are not told, because they would tell about single records
    "#);
    // Of a thousand 632 are expected, and 120 more or less are eight standard deviations.
    let lines = case.sorted("out.csv");
    for class in ["20-29,N", "20-29,S", "30-39,N", "30-39,S"] {
        let count = lines.iter().filter(|line| *line == class).count();
        assert!((512..752).contains(&count), "{class}: {count}");
    }
    assert!(!lines.iter().any(|line| line.contains('*') || line.contains("99")));
    // Another run is another sample.
    case.run(&["anonymize", "policy.toml", "-o", "again.csv", "--force"]).well();
    case.run(&["anonymize", "policy.toml", "-o", "third.csv", "--force"]).well();
    let other = |name| case.sorted(name) != lines;
    assert!(other("again.csv") || other("third.csv"));
}

#[test]
fn the_report_tells_nothing_of_the_input() {
    let case = case();
    case.run(&["anonymize", "policy.toml"]).well();
    let report: serde_json::Value = serde_json::from_str(&case.read("report.json")).unwrap();
    let told = serde_json::json!({
        "input": report["input"],
        "guarantee": report["guarantees"][0],
        "suppressed_rows": report["release"]["suppressed_rows"],
        "objective": report["release"]["objective"],
        "seconds": report["seconds"],
        "notes": report["notes"],
    });
    assert_snapshot!(serde_json::to_string_pretty(&told).unwrap(), @r#"
    {
      "guarantee": {
        "attained": 7.802839759354442e-6,
        "attribute": null,
        "bound": "at-most",
        "decided_by": "delta",
        "holds": true,
        "model": "differential-privacy",
        "parameters": {
          "argument": "each record was kept with probability beta = 0.6321205588285522 <= 1 - e^-epsilon; levels were fixed by the policy; classes below k = 61 were left out. With gamma = 1 - (1 - beta) e^-epsilon = 0.8646647167633832, delta is at most the greatest P(Bin(ceil(m / gamma) - 1, beta) >= m) over m >= k. It is at m = 64 of 74 records and at most 0.000007802839759354442: each m below 76 was bounded with intervals rounded outward, and all others by Chernoff's bound 0.8549228527924168^m",
          "beta": 0.6321205588285522,
          "charges": "records by sample-and-threshold: epsilon 1, delta 0.00001",
          "chernoff-rate": 0.8549228527924168,
          "delta": 0.00001,
          "delta-bound": 7.802839759354442e-6,
          "delta-spent": 0.00001,
          "epsilon": 1,
          "gamma": 0.8646647167633832,
          "k": 61,
          "neighbours": "add-remove",
          "not-protected": "persons with several records; conclusions about groups; what is told beside the release; what is true of everybody",
          "sensitivity": "1 of the size of one class",
          "spent": 1
        },
        "required": 0.00001,
        "shown": "by construction"
      },
      "input": {
        "file": "people.csv",
        "rows": null,
        "sha256": null
      },
      "notes": [
        "differentially private: counts, digests and times of the input are not told, because they would tell about single records"
      ],
      "objective": {
        "aggregate": null,
        "name": "none",
        "value": null
      },
      "seconds": null,
      "suppressed_rows": null
    }
    "#);
    for finding in report["findings"].as_array().unwrap() {
        assert!(finding["before"].is_null(), "{finding}");
    }
    let lines = case.sorted("out.csv").len();
    assert_eq!(report["output"]["rows"], lines);
    // The digest of what is released may have these digits by chance.
    let digest = report["output"]["sha256"].as_str().unwrap();
    assert!(!case.read("report.json").replace(digest, "").contains("4001"));
    let checked = case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    assert!(checked.stdout.contains("cannot be seen in a file"), "{}", checked.stdout);
}

/// That nobody is left is no error: an error would tell that few were there.
#[test]
fn a_release_may_be_empty() {
    let case = case().file("people.csv", format!("name,age,town\n{SECRET},30,{SECRET}-Alba\n"));
    for file in ["out.csv", "out.parquet", "out.arrow"] {
        let ran = case.run(&["anonymize", "policy.toml", "-o", file, "--force"]).well();
        assert!(ran.stderr.starts_with(&format!("{file}: 0 records in 0 classes")), "{ran:?}");
    }
    assert_eq!(case.read("out.csv"), "age,town\n");
    assert!(sorted(&case.read("out.csv")).is_empty());
}

#[test]
fn what_would_repeat_or_reveal_the_sample_is_refused() {
    let case = case();
    let mut shown = String::new();
    for option in [&["--seed", "1"][..], &["--keep-order"], &["--recoding", "r.json"]] {
        shown += &case.refused(2, &[&["anonymize", "policy.toml"], option].concat());
        shown.push('\n');
    }
    assert_snapshot!(shown, @r#"
    exit 2
    usage

      × `--seed` is refused where differential privacy is required
      help: leave it out: who knows the seed knows what was drawn
    exit 2
    usage

      × `--keep-order` is refused where differential privacy is required
      help: leave it out: a record's place would tell which one it is
    exit 2
    usage

      × a saved decision is refused where differential privacy is required
      help: leave it out: a decision applied to other data would be a release without a
            sample
    "#);
}

#[test]
fn what_is_left_to_the_data_is_refused() {
    let age = "hierarchy = { intervals = [5, 10] }\nmin-level = 2\nmax-level = 2\n";
    let mut shown = String::new();
    for (old, new) in [
        ("delimiter = \",\"\nencoding = \"utf-8\"\n", ""),
        ("type = \"integer\"\n", ""),
        ("type = \"integer\"\n", "type = \"decimal\"\n"),
        ("min-level = 2\nmax-level = 2\n", "min-level = 2\n"),
        (age, "hierarchy = { auto = true }\nmin-level = 1\nmax-level = 1\n"),
        ("hierarchy = \"towns.csv\"", "hierarchy = { redact = \"right\" }"),
        ("role = \"identifier\"", "role = \"sensitive\""),
        ("role = \"identifier\"", "role = \"insensitive\""),
        ("[attributes.name]\nrole = \"identifier\"\n", "unlisted = \"insensitive\"\n"),
        ("encoding = \"utf-8\"\n", "encoding = \"utf-8\"\nperson = \"name\"\n"),
        ("suppress = \"record\"", "suppression = 0.1"),
        ("suppress = \"record\"", "suppressed = \"keep\""),
        ("suppress = \"record\"", "algorithm = \"optimal\"\nobjective = \"loss\""),
        ("report = [\"report.json\"]", "recoding = \"recoding.json\""),
        ("[release]", "[[require]]\nmodel = \"average-risk\"\nat-most = 0.1\n\n[release]"),
        ("delta = 0.00001", "delta = 0.00001\nsample = 0.7"),
        ("epsilon = 1.0", "epsilon = 30.0"),
        ("epsilon = 1.0", "epsilon = 1.0\nsearch = 1.0"),
        ("[release]", "[[mask]]\nmethod = \"delete\"\nattributes = [\"name\"]\n\n[release]"),
    ] {
        shown += &case().policy(old, new).refused(2, &["anonymize", "policy.toml"]);
        shown.push('\n');
    }
    assert_snapshot!(shown, @r#"
    exit 2
    bind::private

      × how the file is written would be found out from its records
       ╭─[policy.toml:4:9]
     3 │ [data]
     4 │ input = "people.csv"
       ·         ──────┬─────
       ·               ╰── this file
     5 │
       ╰────
      help: say it in `[data]`: `delimiter = ","` and `encoding = "utf-8"`
    exit 2
    bind::private

      × what the values of `age` are would be guessed from all of them
        ╭─[policy.toml:11:13]
     10 │
     11 │ [attributes.age]
        ·             ─┬─
        ·              ╰── no `type`
     12 │ role = "quasi-identifier"
        ╰────
      help: add `type = "text"` to `[attributes.age]`, or another type
    exit 2
    bind::private

      × the decimal mark of `age` would be guessed from the data
        ╭─[policy.toml:13:8]
     12 │ role = "quasi-identifier"
     13 │ type = "decimal"
        ·        ────┬────
        ·            ╰── read in one of several ways
     14 │ hierarchy = { intervals = [5, 10] }
        ╰────
      help: say it in `[data]`, and only one: `decimal = "."`
    exit 2
    bind::private

      × which level `age` gets would depend on the data
        ╭─[policy.toml:11:13]
     10 │
     11 │ [attributes.age]
        ·             ─┬─
        ·              ╰── may have several levels
     12 │ role = "quasi-identifier"
        ╰────
      help: fix it in `[attributes.age]`: `min-level = 1` and `max-level = 1`, or whichever
            level suits you; or spend a part of epsilon on the choice: `search = 0.1` in
            `[[require]]`
    exit 2
    bind::private

      × the hierarchy of `age` depends on other records
        ╭─[policy.toml:14:13]
     13 │ type = "integer"
     14 │ hierarchy = { auto = true }
        ·             ───────┬───────
        ·                    ╰── groups are made from the data
     15 │ min-level = 1
        ╰────
      help: write the hierarchy before you look at the data: a file, `groups`, `intervals`,
            `cuts`, `dates`, `addresses` or `suppress`; a value that it does not name is
            shown as `*`
    exit 2
    bind::private

      × the hierarchy of `town` depends on other records
        ╭─[policy.toml:21:13]
     20 │ type = "text"
     21 │ hierarchy = { redact = "right" }
        ·             ──────────┬─────────
        ·                       ╰── a redacted value is as long as the longest one in the data
     22 │ min-level = 1
        ╰────
      help: write the hierarchy before you look at the data: a file, `groups`, `intervals`,
            `cuts`, `dates`, `addresses` or `suppress`; a value that it does not name is
            shown as `*`
    exit 2
    bind::private

      × `name` would be released as it is, and a value that only one person has would tell
      │ that this person is there
        ╭─[policy.toml:9:8]
      8 │ [attributes.name]
      9 │ role = "sensitive"
        ·        ─────┬─────
        ·             ╰── not a quasi-identifier
     10 │
        ╰────
      help: what is released must count: give it `role = "quasi-identifier"` with a
            hierarchy and a level, or `role = "identifier"`, which leaves it out
    exit 2
    bind::private

      × `name` would be released as it is, and a value that only one person has would tell
      │ that this person is there
        ╭─[policy.toml:9:8]
      8 │ [attributes.name]
      9 │ role = "insensitive"
        ·        ──────┬──────
        ·              ╰── not a quasi-identifier
     10 │
        ╰────
      help: what is released must count: give it `role = "quasi-identifier"` with a
            hierarchy and a level, or `role = "identifier"`, which leaves it out
    exit 2
    bind::private

      × columns that the policy does not name would be released as they are
       ╭─[policy.toml:8:12]
     7 │
     8 │ unlisted = "insensitive"
       ·            ──────┬──────
       ·                  ╰── releases them
     9 │
       ╰────
      help: say `unlisted = "drop"`
    exit 2
    bind::private

      × records, not persons, are what is protected
       ╭─[policy.toml:7:10]
     6 │ encoding = "utf-8"
     7 │ person = "name"
       ·          ───┬──
       ·             ╰── several records?
     8 │
       ╰────
      help: say in `[privacy]` how many records of a person are kept, and all of them are
            protected together: `rows-per-person = 1`
    exit 2
    bind::private

      × `suppression` cannot be chosen in a differentially private release
        ╭─[policy.toml:31:15]
     30 │ [release]
     31 │ suppression = 0.1
        ·               ─┬─
        ·                ╰── remove this
     32 │
        ╰────
      help: as many records are left out as must be: to fail beyond a limit would tell about
            the data
    exit 2
    bind::private

      × `suppressed` cannot be chosen in a differentially private release
        ╭─[policy.toml:31:14]
     30 │ [release]
     31 │ suppressed = "keep"
        ·              ───┬──
        ·                 ╰── remove this
     32 │
        ╰────
      help: suppressed records are left out: their number would tell about the data
    exit 2
      × 2 problems in policy.toml

    Error: bind::private

      × `algorithm` cannot be chosen in a differentially private release
        ╭─[policy.toml:31:13]
     30 │ [release]
     31 │ algorithm = "optimal"
        ·             ────┬────
        ·                 ╰── remove this
     32 │ objective = "loss"
        ╰────
      help: levels are fixed, or chosen by chance with `search`

    Error: bind::private

      × `objective` cannot be chosen in a differentially private release
        ╭─[policy.toml:32:13]
     31 │ algorithm = "optimal"
     32 │ objective = "loss"
        ·             ───┬──
        ·                ╰── remove this
     33 │
        ╰────
      help: levels are fixed, or chosen by chance with `search`
    exit 2
    bind::private

      × `recoding` cannot be chosen in a differentially private release
        ╭─[policy.toml:35:12]
     34 │ file = "out.csv"
     35 │ recoding = "recoding.json"
        ·            ───────┬───────
        ·                   ╰── remove this
        ╰────
      help: a decision applied to other data would be a release without a sample
    exit 2
    bind::private

      × `average-risk` cannot be required beside this
        ╭─[policy.toml:31:9]
     30 │ [[require]]
     31 │ model = "average-risk"
        ·         ───────┬──────
        ·                ╰── may fail, which tells about the data
     32 │ at-most = 0.1
        ╰────
      help: beside `differential-privacy` only `k-anonymity` with a number and over all
            quasi-identifiers is certain beforehand
    exit 2
    bind::model

      × sample is 0.7, but differential-privacy needs at most 1 − e^−epsilon, and above 0
        ╭─[policy.toml:26:9]
     25 │ [[require]]
     26 │ model = "differential-privacy"
        ·         ───────────┬──────────
        ·                    ╰── this model
     27 │ epsilon = 1.0
        ╰────
      help: `epsilon = 1.0` and `delta = 0.000001` are usual; with a `sample` of less than 1
            - e^-epsilon, classes may be smaller
    exit 2
    bind::model

      × epsilon is 30, but differential-privacy needs a number from 0.000001 to 20
        ╭─[policy.toml:26:9]
     25 │ [[require]]
     26 │ model = "differential-privacy"
        ·         ───────────┬──────────
        ·                    ╰── this model
     27 │ epsilon = 30.0
        ╰────
      help: `epsilon = 1.0` and `delta = 0.000001` are usual; with a `sample` of less than 1
            - e^-epsilon, classes may be smaller
    exit 2
    bind::model

      × search is 1, but differential-privacy needs less than epsilon: what is left of it is
      │ for the release
        ╭─[policy.toml:26:9]
     25 │ [[require]]
     26 │ model = "differential-privacy"
        ·         ───────────┬──────────
        ·                    ╰── this model
     27 │ epsilon = 1.0
        ╰────
      help: `epsilon = 1.0` and `delta = 0.000001` are usual; with a `sample` of less than 1
            - e^-epsilon, classes may be smaller
    exit 2
    bind::private

      × `delete` cannot come before a differentially private release
        ╭─[policy.toml:31:10]
     30 │ [[mask]]
     31 │ method = "delete"
        ·          ────┬───
        ·              ╰── remove this
     32 │ attributes = ["name"]
        ╰────
      help: the proof begins with the records as they are: say in the hierarchy what becomes
            of a value, and in `sample` how many records are kept
    "#);
}

#[test]
fn levels_are_chosen_with_a_part_of_epsilon() {
    let case = case()
        .policy("min-level = 2\nmax-level = 2\n", "")
        .policy("min-level = 1\nmax-level = 1\n", "")
        .policy("epsilon = 1.0", "epsilon = 2.0\nsearch = 1.0");
    let planned = case.run(&["plan", "policy.toml"]).well();
    assert_snapshot!(planned.stdout, @r"
    people.csv: 4,001 records
      dropped           name
      quasi-identifier  age, town
      age               levels 0 to 3 of 3
      town              levels 0 to 2 of 2
      k-anonymity       k = 61
      private           epsilon = 2 (1 of it to choose levels), delta = 0.00001; records kept with 0.6321
      may be suppressed 4,001 (100.0 %)
      generalisations   12
    ");
    let ran = case.run(&["anonymize", "policy.toml"]).well();
    assert!(ran.stderr.contains("epsilon 2, delta at most 0.0000078"), "{}", ran.stderr);
    let report: serde_json::Value = serde_json::from_str(&case.read("report.json")).unwrap();
    let parameters = &report["guarantees"][0]["parameters"];
    assert_eq!((&parameters["search"], &parameters["release-epsilon"]), (&1.into(), &1.into()));
    let argument = parameters["argument"].as_str().unwrap();
    assert!(argument.contains("permute-and-flip with 1 of epsilon"), "{argument}");
    assert_eq!(report["release"]["algorithm"], "permute-and-flip");
    // What is said is what was charged: for the choice, whose sensitivity is a number, and for the sample.
    assert_eq!(parameters["spent"], 2);
    let charges = parameters["charges"].as_str().unwrap();
    assert!(charges.starts_with("levels by permute-and-flip: epsilon 1; records by"), "{charges}");
    let sensitivity = parameters["sensitivity"].as_str().unwrap();
    assert!(sensitivity.ends_with("3000 of the score of levels"), "{sensitivity}");
}

/// A value that the order lacks makes no error, and true values beside the release are refused.
#[test]
fn no_record_makes_a_private_release_fail() {
    let case = case()
        .policy("role = \"identifier\"", "role = \"identifier\"\n\n[attributes.town]\nrole = \"quasi-identifier\"\ntype = \"ordinal\"\norder = [\"Alba\", \"Berg\"]\nhierarchy = { suppress = true }\nmin-level = 1\nmax-level = 1")
        .policy("\n[attributes.town]\nrole = \"quasi-identifier\"\ntype = \"text\"\nhierarchy = \"towns.csv\"\nmin-level = 1\nmax-level = 1\n", "");
    case.run(&["anonymize", "policy.toml"]).well();
    for key in ["household", "weight"] {
        let case = self::case().policy("encoding", &format!("{key} = \"name\"\nencoding"));
        let shown = case.run(&["anonymize", "policy.toml"]).shown();
        assert!(shown.contains(&format!("`{key}` cannot be used beside this")), "{shown}");
    }
}
