//! Requirements that count the people of a population.

use crate::case::{Case, PEOPLE};
use insta::assert_snapshot;

const ANONYMIZE: &[&str] = &["anonymize", "policy.toml"];

/// The twelve people, and a census with two more people like each of them.
fn case(require: &str) -> Case {
    let mut census = "town,age\n".to_owned();
    for line in PEOPLE.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let age: u32 = cells[1].parse().unwrap();
        for age in [age, age + 1, age + 30] {
            census += &format!("{},{age}\n", cells[2]);
        }
    }
    Case::people()
        .file("census.csv", census)
        .policy("input = \"people.csv\"", "input = \"people.csv\"\npopulation = \"census.csv\"")
        .policy("model = \"k-anonymity\"\nk = 3", require)
}

fn k_map() -> Case {
    case("model = \"k-map\"\nestimate = \"population\"\nk = 4")
}

#[test]
fn people_beside_the_file_hide_those_in_it() {
    let case = k_map();
    let ran = case.run(ANONYMIZE).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      k-map (population) holds: fewest people who fit 4, 4 required (read from the written file)
      as they were  town
      coarser       age 1/4
      dropped       name
      loss          0.1333: the least possible of 15 generalisations (7 looked at)
      note          the population was counted in `census.csv`, which has 36 people
      seconds       [time]
    ");
    let checked = case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    assert_snapshot!(checked.stdout.lines().take(3).collect::<Vec<_>>().join("\n"), @r"
    out.csv: 11 records in 4 classes
      k-map (population)                         4  (holds, 4 required)
      k-anonymity                                2
    ");
}

#[test]
fn presence_lies_between_bounds() {
    let case = case("model = \"delta-presence\"\nat-least = 0.1\nat-most = 0.5");
    let ran = case.run(&["anonymize", "policy.toml", "--report", "report.json"]).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      delta-presence (at-least = 0.1, at-most = 0.5) holds: largest share of the people alike who are in the file 0.3333, at-most 0.5 allowed (read from the written file)
      delta-presence (people known to be absent) holds: people known to be absent 0, 0 allowed (read from the written file)
      as they were  town
      hidden wholly age
      dropped       name
      loss          0.5: the least possible of 15 generalisations (10 looked at)
      note          the population was counted in `census.csv`, which has 36 people
      seconds       [time]
    ");
    let report: serde_json::Value = serde_json::from_str(&case.read("report.json")).unwrap();
    assert_snapshot!(serde_json::to_string_pretty(&report["guarantees"]).unwrap(), @r#"
    [
      {
        "attained": 0.3333333333333333,
        "attribute": null,
        "bound": "at-most",
        "decided_by": "at-most",
        "holds": true,
        "model": "delta-presence",
        "parameters": {
          "at-least": 0.1,
          "at-most": 0.5
        },
        "required": 0.5,
        "shown": "by the file"
      },
      {
        "attained": 0,
        "attribute": null,
        "bound": "at-most",
        "decided_by": "counts",
        "holds": true,
        "model": "delta-presence",
        "parameters": {
          "counts": "people known to be absent"
        },
        "required": 0,
        "shown": "by the file"
      }
    ]
    "#);
    let planned = case.run(&["plan", "policy.toml"]).well();
    assert_snapshot!(planned.stdout, @r"
    people.csv: 12 records
      dropped           name
      quasi-identifier  age, town
      sensitive         illness
      age               levels 0 to 4 of 4
      town              levels 0 to 2 of 2
      delta-presence    at-least = 0.1, at-most = 0.5
      delta-presence    counts = people known to be absent
      may be suppressed 1 (8.3 %)
      generalisations   15
    ");
}

#[test]
fn a_file_that_tells_who_is_there_is_found_out() {
    let case = case("model = \"delta-presence\"\nat-most = 0.2");
    let ran = case.run(&["check", "people.csv", "--policy", "policy.toml"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.stdout.lines().take(3).collect::<Vec<_>>().join("\n"), @r"
    people.csv: 12 records in 12 classes
      delta-presence (at-least = 0, at-most = 0.2)  1  (DOES NOT HOLD, at-most 0.2 allowed)
      k-anonymity                                   1
    ");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: even with every attribute at its coarsest level, 12 of 12 records are in classes
            that fail a requirement, and 1 may be suppressed.
            Ask for less: `ridotto check` tells what the file attains.
    ");
}

#[test]
fn what_does_not_fit_a_population_is_refused() {
    let mut shown = String::new();
    for case in [
        k_map().file("census.csv", "town,years\nx,3\n"),
        k_map().file("census.csv", "town,age\nx,3\ny,99\n"),
        k_map().file("census.csv", "town,age\n"),
        k_map().policy("census.csv", "sensus.csv"),
        k_map().policy("population = \"census.csv\"", ""),
        k_map().policy("k = 4", "k = 4\nsampling-fraction = 0.1"),
        k_map().policy(
            "population = \"census.csv\"",
            "population = \"census.csv\"\nperson = \"name\"",
        ),
        k_map().policy("suppression = 0.1", "algorithm = \"mondrian\""),
        k_map().policy("suppression = 0.1", "algorithm = \"top-down\""),
        k_map().policy("file = \"out.csv\"", "file = \"out.csv\"\nrecoding = \"r.json\""),
        k_map().policy("file = \"out.csv\"", "file = \"census.csv\""),
        k_map().policy(
            "[release]",
            "[[mask]]\nmethod = \"round\"\nattributes = [\"age\"]\nto = 5\n\n[release]",
        ),
    ] {
        shown += &case.refused(2, ANONYMIZE);
        shown.push('\n');
    }
    assert_snapshot!(shown, @r#"
    exit 2
    bind::population

      × the population has no column `age`
       ╭─[policy.toml:5:14]
     4 │ input = "people.csv"
     5 │ population = "census.csv"
       ·              ──────┬─────
       ·                    ╰── this file
     6 │
       ╰────
      help: it needs every quasi-identifier, under the name that it has in the data; the
            columns are `town`, `years`
    exit 2
    bind::population

      × 12 of the 12 records in the data are of nobody in the population: 12 combinations of
      │ quasi-identifiers are more often in the data
       ╭─[policy.toml:5:14]
     4 │ input = "people.csv"
     5 │ population = "census.csv"
       ·              ──────┬─────
       ·                    ╰── too few people
     6 │
       ╰────
      help: everybody in the data must be in the population, one row each; are the values of
            both written in the same way?
    exit 2
    io::header-alone

      × census.csv: the file has column names but no rows
      help: was the file exported without its rows?
    exit 2
    io::not-found

      × sensus.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    exit 2
    bind::population

      × `k-map` counts the people of a file, and there is none
        ╭─[policy.toml:22:9]
     21 │ [[require]]
     22 │ model = "k-map"
        ·         ───┬───
        ·            ╰── counts the population
     23 │ estimate = "population"
        ╰────
      help: name the file in `[data]`: `population = "census.csv"`; it needs the quasi-
            identifiers of everybody, the people of the data among them
    exit 2
    policy::contradiction

      × the population is counted in its file, so nothing about its size is asked
        ╭─[policy.toml:25:1]
     24 │ k = 4
     25 │ sampling-fraction = 0.1
        · ────────┬────────
        ·         ╰── not used
     26 │
        ╰────
      help: say `estimate = "poisson"`, or remove the key
    exit 2
    bind::population

      × a row of the population is one person, so each record must be one, too
       ╭─[policy.toml:6:10]
     5 │ population = "census.csv"
     6 │ person = "name"
       ·          ───┬──
       ·             ╰── several records of a person
     7 │
       ╰────
      help: make one record of each person first, and remove this key
    exit 2
    bind::algorithm

      × `mondrian` cannot count the population of the groups that it makes
        ╭─[policy.toml:22:9]
     21 │ [[require]]
     22 │ model = "k-map"
        ·         ───┬───
        ·            ╰── not by this algorithm
     23 │ estimate = "population"
        ╰────
      help: `optimal`, `samarati`, `incognito` and others that choose one level for each
            attribute can
    exit 2
    bind::algorithm

      × `top-down` cannot count the population of the groups that it makes
        ╭─[policy.toml:22:9]
     21 │ [[require]]
     22 │ model = "k-map"
        ·         ───┬───
        ·            ╰── not by this algorithm
     23 │ estimate = "population"
        ╰────
      help: `optimal`, `samarati`, `incognito` and others that choose one level for each
            attribute can
    exit 2
    usage

      × a decision that counted the population cannot be saved: it says nothing about other
      │ data, whose people may be others
      help: leave out `recoding`, and anonymise the other data with their population
    exit 2
    policy::contradiction

      × `census.csv` is also the population
        ╭─[policy.toml:30:8]
     29 │ [output]
     30 │ file = "census.csv"
        ·        ──────┬─────
        ·              ╰── would be written over the population
        ╰────
      help: choose another name
    exit 2
    bind::population

      × `age` would be changed in the data and not in the population
        ╭─[policy.toml:28:15]
     27 │ method = "round"
     28 │ attributes = ["age"]
        ·               ──┬──
        ·                 ╰── a quasi-identifier
     29 │ to = 5
        ╰────
      help: say in its hierarchy what becomes of values, or change both files first
    "#);
}

/// A file of other labels than the policy's: nobody knows who looks like them.
#[test]
fn labels_of_no_level_cannot_be_compared_with_a_population() {
    let case = k_map().file("out.csv", "age,town,illness\n30-39,North,x\nsome,North,x\n");
    assert_snapshot!(case.refused(2, &["check", "out.csv", "--policy", "policy.toml"]), @r"
    exit 2
    usage

      × the values of `age` are not those of one level of its hierarchy
      help: so nobody can say who of the population looks like them; was the file made with
            this policy?
    ");
}

/// Whoever measures the release counts the population, though no requirement does.
#[test]
fn a_population_for_measures_alone_is_a_warning() {
    let case = Case::empty()
        .file("sample.csv", "key\na\na\nb\nb\nc\nc\nd\n")
        .file("everybody.csv", "key\na\na\na\nb\nb\nc\nc\nd\nd\n")
        .file(
            "policy.toml",
            "version = 1\n[data]\ninput = \"sample.csv\"\npopulation = \"everybody.csv\"\n\
             [attributes.key]\nrole = \"quasi-identifier\"\n[[require]]\nmodel = \"k-anonymity\"\n\
             k = 2\n[release]\nsuppression = 0.2\n[output]\nfile = \"out.csv\"\n",
        );
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    assert!(ran.stderr.contains("no requirement looks at the population"), "{}", ran.stderr);
    let of = |file: &str| {
        let args = ["assess", "sample.csv", file, "--policy", "policy.toml", "--json"];
        case.run(&args).json()
    };
    let (raw, released) = (of("sample.csv"), of("out.csv"));
    let shown = |document: &serde_json::Value| document["guarantees"].to_string();
    assert!(shown(&raw).contains("\"holds\":false"), "{}", shown(&raw));
    assert!(shown(&released).contains("\"holds\":true"), "{}", shown(&released));
    let text = raw.to_string();
    assert!(text.contains("journalist-highest") && !text.contains("cannot be judged"), "{text}");
}
