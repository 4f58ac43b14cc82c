//! Steps before the search: what they leave, what they say, and what is gone from the bytes.

use crate::case::{Case, PEOPLE};
use crate::formats::{converted, holds, unpacked};
use insta::assert_snapshot;
use serde_json::Value;

/// The people's policy with steps.
fn with(steps: &str) -> Case {
    Case::people().policy("[[require]]", &format!("{steps}\n\n[[require]]"))
}

const RECODE: &str = r#"[[mask]]
method = "recode"
attributes = ["illness"]
map = { "Zyxqueena-flu" = "infection", "Zyxqueena-mumps" = "infection" }"#;

const TOP: &str = r#"[[mask]]
method = "top-code"
attributes = ["age"]
at-least = 57
label = "60""#;

const ROUND: &str = r#"[[mask]]
method = "round"
attributes = ["age"]
to = 4"#;

fn sample(lines: &str) -> String {
    format!("[[mask]]\nmethod = \"sample\"\n{lines}")
}

fn finding(report: &Value, name: &str) -> (f64, f64) {
    let findings = report["findings"].as_array().unwrap();
    let found = findings.iter().find(|finding| finding["name"] == name);
    let found = found.unwrap_or_else(|| panic!("{name} in {findings:?}"));
    (found["before"].as_f64().unwrap(), found["after"].as_f64().unwrap())
}

#[test]
fn steps_are_done_in_their_order() {
    let case = with(&format!("{RECODE}\n\n{TOP}\n\n{ROUND}"))
        .policy("intervals = [5, 10, 20]", "intervals = [4, 20], upper = 57")
        .policy("k = 3", "k = 2");
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order", "--report", "r.json"]).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 2` lets an intruder be right half of the time
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      masked first  recode of illness (8 cells), top-code of age (3 cells), round of age (7 cells)
      k-anonymity   holds: smallest class 2, 2 required (read from the written file)
      as they were  town
      coarser       age 2/3
      dropped       name
      loss          0.175: the least possible of 12 generalisations (5 looked at)
      note          the records are in the order of the input: for tests only
      seconds       [time]
    ");
    assert_snapshot!(case.read("out.csv"), @r"
    age,town,illness
    20-39,Zyxqueena-Alba,infection
    20-39,Zyxqueena-Alba,Zyxqueena-gout
    20-39,Zyxqueena-Alba,infection
    20-39,Zyxqueena-Berg,infection
    20-39,Zyxqueena-Berg,Zyxqueena-gout
    40-56,Zyxqueena-Celo,infection
    40-56,Zyxqueena-Celo,infection
    40-56,Zyxqueena-Celo,infection
    >=57,Zyxqueena-Dorf,Zyxqueena-gout
    >=57,Zyxqueena-Dorf,infection
    >=57,Zyxqueena-Dorf,Zyxqueena-gout
    ");
    let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
    assert_snapshot!(serde_json::to_string_pretty(&report["steps"]).unwrap(), @r#"
    [
      {
        "attributes": [
          "illness"
        ],
        "cells_changed": 8,
        "method": "recode",
        "records": 12
      },
      {
        "attributes": [
          "age"
        ],
        "cells_changed": 3,
        "method": "top-code",
        "records": 12
      },
      {
        "attributes": [
          "age"
        ],
        "cells_changed": 7,
        "method": "round",
        "records": 12
      }
    ]
    "#);
    assert_eq!(finding(&report, "cells changed by recode of illness"), (0.0, 8.0));
    assert_eq!(finding(&report, "cells changed by top-code of age"), (0.0, 3.0));
    // 36, 52 and 60 are multiples already.
    assert_eq!(finding(&report, "cells changed by round of age"), (0.0, 7.0));
}

/// What a step took away is in no byte of the output, in no dictionary and no statistic.
#[test]
fn what_steps_take_away_does_not_survive() {
    let steps = r#"[[mask]]
method = "recode"
attributes = ["town"]
map = { "Zyxqueena-Alba" = "Upland", "Zyxqueena-Berg" = "Upland" }
others = "Lowland"

[[mask]]
method = "recode"
attributes = ["illness"]
map = { "Zyxqueena-mumps" = "infection" }

[[mask]]
method = "top-code"
attributes = ["age"]
at-least = 57
label = "57+""#;
    for name in ["a.parquet", "a.arrow", "a.csv"] {
        let case = converted(with(steps), name)
            .policy("input = \"people.csv\"", "unlisted = \"drop\"")
            .policy("\"towns.csv\"", "{ suppress = true }")
            .policy("{ intervals = [5, 10, 20] }", "{ auto = 3 }");
        assert!(holds(&unpacked(&case, name), "Zyxqueena-Alba"), "the input has them");
        for output in ["out.parquet", "out.arrow", "out.csv"] {
            let run = ["anonymize", "policy.toml", "--input", name, "-o", output, "--force"];
            case.run(&run).well();
            let bytes = unpacked(&case, output);
            assert!(holds(&bytes, "Lowland") && holds(&bytes, "infection"), "{name} to {output}");
            for gone in ["Alba", "Berg", "Celo", "Dorf", "mumps"] {
                assert!(!holds(&bytes, gone), "{gone} in {output} made from {name}");
            }
        }
        // In the text the top ages are seen to be gone, too.
        assert!(["57,", "58,", "71,"].iter().all(|age| !case.read("out.csv").contains(age)));
    }
}

#[test]
fn samples_have_their_size_and_their_design() {
    let people = |case: &Case| case.sorted("out.csv").len();
    let seed = ["anonymize", "policy.toml", "--seed", "7", "--report", "r.json"];
    for (lines, size, by_town) in [
        ("size = 6", 6, None),
        ("share = 0.5", 6, None),
        // Four towns of three: one and a half each, and the first two get the rest.
        ("share = 0.5\nstrata = [\"town\"]", 6, Some([2, 2, 1, 1])),
        ("size = 2\ncluster = \"town\"", 6, None),
        // A name is never released, and may still tell who belongs together.
        ("size = 5\ncluster = \"name\"", 5, None),
    ] {
        let case = with(&sample(lines)).policy("suppression = 0.1", "suppression = 0.0");
        let ran = case.run(&seed).well();
        assert!(ran.stderr.contains("the sample was drawn by a known seed"), "{}", ran.stderr);
        let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
        assert_eq!((people(&case), report["input"]["rows"].as_u64()), (size, Some(12)), "{lines}");
        assert_eq!(report["steps"][0]["records"], size);
        assert_eq!(finding(&report, "records kept by sample"), (12.0, size as f64));
        assert!(finding(&report, "shift of the mean of age by sample").1 >= 0.0);
        assert!(finding(&report, "total variation distance of illness by sample").1 <= 1.0);
        assert!(!case.read("out.csv").contains("name"));
        let first = case.bytes("out.csv");
        case.run(&[&seed[..], &["--force", "--threads", "2"]].concat()).well();
        assert_eq!(case.bytes("out.csv"), first, "{lines}: the seed decides");
        if let Some(by_town) = by_town {
            // With the towns as they are, and no further requirement than the least, one sees them.
            let case = with(&sample(lines))
                .policy("{ intervals = [5, 10, 20] }", "{ suppress = true }\nmin-level = 1")
                .policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 1")
                .policy("k = 3", "k = 2");
            case.run(&seed).well();
            let lines = case.sorted("out.csv");
            let north = lines.iter().filter(|line| line.contains("North")).count();
            assert_eq!(north, by_town[0] + by_town[1]);
        }
    }
}

/// Without a seed two samples are hardly ever the same, and nobody outside the sample is seen.
#[test]
fn samples_are_random() {
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let case = with(&sample("size = 6")).policy("k = 3", "k = 2");
        case.run(&["anonymize", "policy.toml"]).well();
        seen.insert(case.sorted("out.csv"));
    }
    assert!(seen.len() > 1);
}

#[test]
fn a_sample_that_is_far_off_is_told() {
    let case = with(&sample("size = 3")).policy("k = 3", "k = 2");
    let ran = case.run(&["anonymize", "policy.toml", "--seed", "3"]).well();
    assert!(ran.stderr.contains("does not speak for the whole"), "{}", ran.stderr);
}

#[test]
fn what_is_deleted_is_neither_released_nor_judged() {
    let steps = "[[mask]]\nmethod = \"delete\"\nattributes = [\"town\"]";
    let case = with(steps);
    let run = ["anonymize", "policy.toml", "--recoding", "s.json", "--report", "r.json"];
    case.run(&run).well();
    assert!(case.read("out.csv").starts_with("age,illness\n"));
    let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
    assert_eq!(report["release"]["levels"].as_object().unwrap().len(), 1);
    let checked = case.run(&["check", "out.csv", "--policy", "policy.toml", "--json"]).well();
    assert_eq!(checked.json()["guarantees"][0]["holds"], true);
    case.run(&["apply", "s.json", "people.csv", "-o", "new.csv"]).well();
    assert!(case.read("new.csv").starts_with("age,illness\n"));
    assert_eq!(case.sorted("new.csv"), case.sorted("out.csv"));
    // Deleted, but looked at by a step before.
    let case = with(&format!("{}\n\n{steps}", sample("size = 8\nstrata = [\"town\"]")));
    case.run(&["anonymize", "policy.toml"]).well();
    assert!(case.read("out.csv").starts_with("age,illness\n"));
    assert!(!case.read("out.csv").contains("Alba"));
}

/// A saved decision does the steps to the new data, too.
#[test]
fn steps_are_applied_to_new_data() {
    let case =
        with(&format!("{RECODE}\n\n{TOP}")).policy("[5, 10, 20] }", "[5, 10, 20], upper = 57 }");
    case.run(&["anonymize", "policy.toml", "--recoding", "s.json"]).well();
    // Who was 71 is 88 now: beyond the threshold as before.
    let case = case.file("new.csv", PEOPLE.replace("71,", "88,"));
    case.run(&["apply", "s.json", "new.csv", "-o", "o.csv", "--report", "r.json"]).well();
    assert_eq!(case.sorted("o.csv"), case.sorted("out.csv"));
    let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
    assert_eq!(report["steps"][1]["cells_changed"], 3);
    assert!(!case.read("o.csv").contains("flu"));
}

/// A sample is drawn again, so that there are never more records than the policy says.
#[test]
fn a_saved_sample_is_drawn_again() {
    let case = with(&format!("{RECODE}\n\n{}", sample("size = 9")))
        .policy("k = 3", "k = 2")
        .policy("suppression = 0.1", "suppression = 0.9");
    case.run(&["anonymize", "policy.toml", "--recoding", "s.json", "--seed", "1"]).well();
    let apply =
        ["apply", "s.json", "people.csv", "-o", "o.csv", "--seed", "5", "--report", "r.json"];
    let ran = case.run(&apply).well();
    assert!(ran.stderr.contains("a new sample was drawn"), "{}", ran.stderr);
    let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
    assert_eq!((&report["input"]["rows"], &report["steps"][1]["records"]), (&12.into(), &9.into()));
    assert!(case.sorted("o.csv").len() <= 9 && case.read("o.csv").contains("infection"));
}

#[test]
fn steps_that_do_not_fit_the_data() {
    let refused = |steps: &str| with(steps).refused(2, &["anonymize", "policy.toml"]);
    assert_snapshot!(refused(&ROUND.replace("age", "agee")), @r#"
    exit 2
    bind::no-such-column

      × the data have no column `agee`
        ╭─[policy.toml:22:15]
     21 │ method = "round"
     22 │ attributes = ["agee"]
        ·               ───┬──
        ·                  ╰── not in the data
     23 │ to = 4
        ╰────
      help: did you mean `age`?
    "#);
    assert_snapshot!(refused(&ROUND.replace("age", "town")), @r#"
    exit 2
    bind::mask

      × `round` cannot be done to `town`: its values must be numbers, but they are texts
        ╭─[policy.toml:22:15]
     21 │ method = "round"
     22 │ attributes = ["town"]
        ·               ───┬──
        ·                  ╰── not suited
     23 │ to = 4
        ╰────
      help: only numbers are rounded: name other attributes, or give this one `type =
            "decimal"`
    "#);
    assert_snapshot!(refused(&TOP.replace("57", "\"2020-01-01\"")), @r#"
    exit 2
    bind::mask

      × `top-code` cannot be done to `age`: its values must be dates, but they are whole
      │ numbers
        ╭─[policy.toml:22:15]
     21 │ method = "top-code"
     22 │ attributes = ["age"]
        ·               ──┬──
        ·                 ╰── not suited
     23 │ at-least = "2020-01-01"
        ╰────
      help: write a number without quotes, or say in `order` how the values follow one
            another
    "#);
    let order = "at-least = \"b\"\norder = [\"a\", \"b\"]";
    let ordered = TOP.replace("at-least = 57", order).replace("age", "illness");
    assert_snapshot!(refused(&ordered), @r#"
    exit 2
    bind::mask

      × `top-code` cannot be done to `illness`: 3 of its values are not in `order`; the
      │ first is in line 2 of the data
        ╭─[policy.toml:22:15]
     21 │ method = "top-code"
     22 │ attributes = ["illness"]
        ·               ────┬────
        ·                   ╰── not suited
     23 │ at-least = "b"
        ╰────
      help: add them to `order`, or recode them in a step before
    "#);
    assert_snapshot!(refused(&sample("size = 13")), @r#"
    exit 2
    bind::sample

      × the sample is larger than the whole: 12 records
        ╭─[policy.toml:22:8]
     21 │ method = "sample"
     22 │ size = 13
        ·        ─┬
        ·         ╰── 1 more than there are
     23 │
        ╰────
      help: ask for 12 or less, or leave the step out
    "#);
    assert_snapshot!(refused(&sample("share = 0.01")), @r#"
    exit 2
    bind::sample

      × this share of 12 records is not one record
        ╭─[policy.toml:22:9]
     21 │ method = "sample"
     22 │ share = 0.01
        ·         ──┬─
        ·           ╰── rounded down to none
     23 │
        ╰────
      help: ask for more
    "#);
    assert_snapshot!(refused(&sample("size = 5\ncluster = \"houshold\"")), @r#"
    exit 2
    bind::no-such-column

      × the data have no column `houshold`
        ╭─[policy.toml:23:11]
     22 │ size = 5
     23 │ cluster = "houshold"
        ·           ─────┬────
        ·                ╰── not in the data
     24 │
        ╰────
      help: the columns are `name`, `age`, `town`, `illness`
    "#);
    // A column of texts has no intervals any more.
    assert_snapshot!(refused(&TOP.replace("\"60\"", "\"old\"")), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `age` needs numbers, but the values are of the kind text
        ╭─[policy.toml:11:13]
     10 │ role = "quasi-identifier"
     11 │ hierarchy = { intervals = [5, 10, 20] }
        ·             ─────────────┬─────────────
        ·                          ╰── this hierarchy
     12 │
        ╰────
      help: `top-code` makes a text of its end: write `label = "57"` there, and `upper = 57`
            in the hierarchy, so that it ends where the step begins
    "#);
}

#[test]
fn steps_that_are_hardly_meant() {
    let steps = r#"[[mask]]
method = "top-code"
attributes = ["age"]
at-least = 57
label = "old"

[[mask]]
method = "bottom-code"
attributes = ["age"]
at-most = 34
label = "old"

[[mask]]
method = "recode"
attributes = ["illness"]
map = { "flue" = "infection" }"#;
    let case = with(steps).policy("{ intervals = [5, 10, 20] }", "{ redact = \"right\" }");
    let ran = case.run(&["plan", "policy.toml"]).well();
    assert_snapshot!(ran.shown(), @r#"
    exit 0
    people.csv: 12 records
      dropped           name
      quasi-identifier  age, town
      sensitive         illness
      masked first      top-code of age (3 cells), bottom-code of age (3 cells), recode of illness (0 cells)
      age               levels 0 to 3 of 3
      town              levels 0 to 2 of 2
      k-anonymity       k = 3
      may be suppressed 1 (8.3 %)
      generalisations   12
      ⚠ 5 problems in policy.toml

    Warning: policy::unprotected

      ⚠ no requirement protects `illness`: where all records of a class agree, it becomes
      │ known
        ╭─[policy.toml:17:13]
     16 │
     17 │ [attributes.illness]
        ·             ───┬───
        ·                ╰── sensitive, and open to the homogeneity attack
     18 │ role = "sensitive"
        ╰────
      help: add `[[require]]` with `model = "l-diversity"` or `"t-closeness"`; see `ridotto
            explain l-diversity`

    Warning: bind::label-taken

      ⚠ the label of `bottom-code` is also another value of `age`
        ╭─[policy.toml:30:9]
     29 │ at-most = 34
     30 │ label = "old"
        ·         ──┬──
        ·           ╰── taken already
     31 │
        ╰────
      help: nobody can tell the two apart any more; choose a label that no record has

    Warning: bind::nothing-masked

      ⚠ `recode` changes no `illness`
        ╭─[policy.toml:34:15]
     33 │ method = "recode"
     34 │ attributes = ["illness"]
        ·               ────┬────
        ·                   ╰── stays as it is
     35 │ map = { "flue" = "infection" }
        ╰────
      help: no record has a value that the step is about; is the step what you mean?

    Warning: bind::no-such-value

      ⚠ `map` lists 1 value that no record has
        ╭─[policy.toml:35:9]
     34 │ attributes = ["illness"]
     35 │ map = { "flue" = "infection" }
        ·         ───┬──
        ·            ╰── the first of them
     36 │
        ╰────
      help: values are compared letter by letter, with their spaces and capitals

    Warning: policy::k-for-sensitive

      ⚠ `k = 3` is for data of low sensitivity, and `illness` is sensitive
        ╭─[policy.toml:39:5]
     38 │ model = "k-anonymity"
     39 │ k = 3
        ·     ┬
        ·     ╰── low for a sensitive attribute
     40 │
        ╰────
      help: a rule of thumb: 5 to 10 for data of medium sensitivity, 10 to 20 for high; see
            `ridotto explain k`
    "#);
}

/// Ages with coded ends, and how they are released.
fn coded(top: &str, attribute: &str, release: &str) -> Case {
    let ages = ["80", "86", "87", "91", "92", "93", "94", "95", "97", "101"];
    let rows: String = ages.iter().map(|age| format!("{age},x\n")).collect();
    Case::empty().file("in.csv", format!("age,s\n{rows}")).file(
        "policy.toml",
        format!(
            "version = 1\n[data]\ninput = \"in.csv\"\n[attributes.age]\nrole = \"quasi-identifier\"\n\
             {attribute}\n[attributes.s]\nrole = \"insensitive\"\n[[mask]]\nmethod = \"bottom-code\"\n\
             attributes = [\"age\"]\nat-most = 86\n[[mask]]\nmethod = \"top-code\"\n\
             attributes = [\"age\"]\nat-least = 95\n{top}\n[[require]]\nmodel = \"k-anonymity\"\nk = 2\n\
             [release]\n{release}\n[output]\nfile = \"out.csv\"\n"
        ),
    )
}

/// A label that is a number is one of the values for who makes ranges, sets or redacted texts of them;
/// what it stands for is not in these.
#[test]
fn a_coded_end_is_in_no_range_that_data_make() {
    // The lower end has a numeric label, too: else the column is text.
    let numeric = |case: Case| case.policy("at-most = 86", "at-most = 86\nlabel = \"86\"");
    let label = "label = \"95\"";
    for release in [
        "algorithm = \"mondrian\"",
        "algorithm = \"mondrian\"\nsummary = \"range\"",
        "algorithm = \"mondrian\"\nsummary = \"set\"",
        "algorithm = \"local-recoding\"",
        "algorithm = \"k-optimize\"",
        "algorithm = \"best\"\ngeneralize = \"cell\"",
    ] {
        let ran = numeric(coded(label, "", release)).run(&["plan", "policy.toml"]);
        assert_eq!(ran.code, 2, "{release}");
        assert!(ran.stderr.contains("bind::coded-end"), "{release}: {}", ran.stderr);
        // Without labels the ends are texts, and true in sets.
        let case = coded("", "", release);
        case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
        let text = case.read("out.csv");
        let last = text.lines().last().unwrap();
        assert!(last.contains(">=95") || last.starts_with('*'), "{release}: {text}");
    }
    let redact = "hierarchy = { redact = \"right\" }";
    let ran = numeric(coded(label, redact, "")).run(&["plan", "policy.toml"]);
    assert!(ran.stderr.contains("`redact` cannot say it"), "{}", ran.stderr);
    let message =
        numeric(coded(label, "", "algorithm = \"mondrian\"")).run(&["plan", "policy.toml"]);
    assert_snapshot!(message.shown(), @r#"
    exit 2
    bind::coded-end

      × `86` stands for all of `age` that are <=86, and `mondrian` would put it into ranges
      │ or sets that most are not in
        ╭─[policy.toml:13:9]
     12 │ at-most = 86
     13 │ label = "86"
        ·         ──┬─
        ·           ╰── this label
     14 │ [[mask]]
        ╰────
      help: write a label that is no number: without `label`, `bottom-code` writes `<=86`
    "#);
    // Texts have no intervals: the step is named that made them.
    let intervals = "hierarchy = { intervals = [5, 10] }";
    assert_snapshot!(coded("", intervals, "").refused(2, &["plan", "policy.toml"]), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `age` needs numbers, but the values are of the kind text
       ╭─[policy.toml:6:13]
     5 │ role = "quasi-identifier"
     6 │ hierarchy = { intervals = [5, 10] }
       ·             ───────────┬───────────
       ·                        ╰── this hierarchy
     7 │ [attributes.s]
       ╰────
      help: `bottom-code` makes a text of its end: write `label = "86"` there, and a `lower`
            in the hierarchy, so that it ends where the step begins
    "#);
    // A label that nobody has whom it stands for.
    let below = coded("label = \"90\"", intervals, "").refused(2, &["plan", "policy.toml"]);
    assert_snapshot!(below, @r#"
    exit 2
    policy::contradiction

      × `90` is a number that nobody has of those for whom it stands
        ╭─[policy.toml:17:9]
     16 │ at-least = 95
     17 │ label = "90"
        ·         ──┬─
        ·           ╰── not within `at-least`
     18 │ [[require]]
        ╰────
      help: write `95`, or a text; without `label` it is `>=95`
    "#);
}

/// Days are put into months as ages are into intervals.
#[test]
fn a_coded_day_is_in_no_month() {
    let case = Case::empty()
        .file("in.csv", "d,s\n2020-01-05,x\n2020-02-06,x\n2020-06-08,y\n2023-01-01,y\n")
        .file(
            "policy.toml",
            "version = 1\n[data]\ninput = \"in.csv\"\n[attributes.d]\nrole = \"quasi-identifier\"\n\
             hierarchy = { dates = [\"month\", \"year\"] }\n[attributes.s]\nrole = \"insensitive\"\n\
             [[mask]]\nmethod = \"top-code\"\nattributes = [\"d\"]\nat-least = \"2020-06-01\"\n\
             label = \"2020-06-01\"\n[[require]]\nmodel = \"k-anonymity\"\nk = 2\n[output]\n\
             file = \"out.csv\"\n",
        );
    assert_snapshot!(case.refused(2, &["plan", "policy.toml"]), @r#"
    exit 2
    bind::coded-end

      × `2020-06-01` stands for all of `d` that are `2020-06-01` or above, and this
      │ hierarchy would put them into an interval that most are not in
       ╭─[policy.toml:6:13]
     5 │ role = "quasi-identifier"
     6 │ hierarchy = { dates = ["month", "year"] }
       ·             ──────────────┬──────────────
       ·                           ╰── this hierarchy
     7 │ [attributes.s]
       ╰────
      help: `dates` cannot say it: write groups or a file that say where `2020-06-01`
            belongs, and use words that are true of the whole end
    "#);
}

/// A number that stands for all from 57 on is no number to put into an interval.
#[test]
fn a_coded_end_is_in_no_interval() {
    for label in ["57", "60", "62"] {
        let step = TOP.replace("\"60\"", &format!("\"{label}\""));
        let ran = with(&step).run(&["plan", "policy.toml"]);
        assert_eq!(ran.code, 2, "{label}");
        assert!(ran.stderr.contains("bind::coded-end"), "{}", ran.stderr);
        // Where the intervals end no later than the step begins, they tell the truth.
        let case = with(&step).policy("[5, 10, 20] }", "[5, 10, 20], upper = 57 }");
        case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
        let text = case.read("out.csv");
        assert!(text.lines().any(|line| line.contains(">=57") || line.starts_with('*')), "{text}");
    }
    let bottom = TOP.replace("top-code", "bottom-code").replace("at-least = 57", "at-most = 34");
    let ran = with(&bottom.replace("\"60\"", "\"34\"")).run(&["plan", "policy.toml"]);
    assert!(ran.stderr.contains("`34` stands for all of `age` that are <=34"), "{}", ran.stderr);
    assert_snapshot!(with(TOP).refused(2, &["plan", "policy.toml"]), @r#"
    exit 2
    bind::coded-end

      × `60` stands for all of `age` that are >=57, and this hierarchy would put them into
      │ an interval that most are not in
        ╭─[policy.toml:11:13]
     10 │ role = "quasi-identifier"
     11 │ hierarchy = { intervals = [5, 10, 20] }
        ·             ─────────────┬─────────────
        ·                          ╰── this hierarchy
     12 │
        ╰────
      help: write `upper = 57` in the hierarchy: `>=57` is true of them
    "#);
}
