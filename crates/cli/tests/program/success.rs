//! What the program says when all is well.

use crate::case::{Case, SECRET};
use insta::assert_snapshot;

#[test]
fn anonymize() {
    let case = Case::people();
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      dropped       name
      loss          0.4255: the least possible of 15 generalisations (8 looked at)
      note          the records are in the order of the input: for tests only
      seconds       [time]
    ");
    assert_eq!(ran.stdout, "");
    assert_snapshot!(case.read("out.csv"), @r"
    age,town,illness
    30-39,North,Zyxqueena-flu
    30-39,North,Zyxqueena-gout
    30-39,North,Zyxqueena-flu
    30-39,North,Zyxqueena-flu
    30-39,North,Zyxqueena-mumps
    30-39,North,Zyxqueena-gout
    50-59,South,Zyxqueena-flu
    50-59,South,Zyxqueena-mumps
    50-59,South,Zyxqueena-flu
    50-59,South,Zyxqueena-gout
    50-59,South,Zyxqueena-flu
    ");
}

#[test]
fn anonymize_quietly() {
    let case = Case::people();
    assert_eq!(case.run(&["anonymize", "policy.toml", "-q"]).well().shown(), "exit 0");
    assert!(case.path("out.csv").exists());
}

#[test]
fn anonymize_by_a_path() {
    let case = Case::people();
    let policy = case.path("policy.toml").display().to_string();
    let elsewhere = Case::empty();
    let ran = elsewhere.run(&["anonymize", &policy]).well();
    assert!(ran.stderr.contains("12 records"), "{}", ran.stderr);
    assert!(case.path("out.csv").exists() && elsewhere.files().is_empty());
}

#[test]
fn plan() {
    let case = Case::people();
    let before = case.files();
    assert_snapshot!(case.run(&["plan", "policy.toml"]).well().shown(), @r#"
    exit 0
    people.csv: 12 records
      dropped           name
      quasi-identifier  age, town
      sensitive         illness
      age               levels 0 to 4 of 4
      town              levels 0 to 2 of 2
      k-anonymity       k = 3
      may be suppressed 1 (8.3 %)
      generalisations   15
      ⚠ 2 problems in policy.toml

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

    Warning: policy::k-for-sensitive

      ⚠ `k = 3` is for data of low sensitivity, and `illness` is sensitive
        ╭─[policy.toml:22:5]
     21 │ model = "k-anonymity"
     22 │ k = 3
        ·     ┬
        ·     ╰── low for a sensitive attribute
     23 │
        ╰────
      help: a rule of thumb: 5 to 10 for data of medium sensitivity, 10 to 20 for high; see
            `ridotto explain k`
    "#);
    assert_eq!(case.run(&["plan", "policy.toml", "-q"]).well().shown(), "exit 0");
    assert_eq!(before, case.files());
}

#[test]
fn check() {
    let case = Case::people();
    let args = ["check", "people.csv", "--quasi-identifiers", "age,town"];
    assert_snapshot!(case.run(&args).well().shown(), @r"
    exit 0
    people.csv: 12 records in 12 classes
      k-anonymity        1
      average-risk       1
      sample-uniqueness  1
    ");
    let original = case.run(&["check", "people.csv", "--policy", "policy.toml"]);
    assert_snapshot!(original.shown(), @r"
    exit 1
    people.csv: 12 records in 12 classes
      k-anonymity                                1  (DOES NOT HOLD, 3 required)
      average-risk                               1
      sample-uniqueness                          1
      l-diversity (distinct) of illness          1
      l-diversity (entropy) of illness           1
      l-diversity (recursive, l = 2) of illness  beyond any bound
      alpha-k of illness                         1
      t-closeness (equal) of illness             0.8333
      delta-disclosure (ignored) of illness      1.792
      delta-disclosure (violates) of illness     beyond any bound
      beta-likeness (basic) of illness           5
      beta-likeness (enhanced) of illness        beyond any bound
    ");
    case.run(&["anonymize", "policy.toml"]).well();
    let released = case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    assert_snapshot!(released.shown(), @r"
    exit 0
    out.csv: 11 records in 2 classes
      k-anonymity                                5  (holds, 3 required)
      average-risk                               0.1818
      sample-uniqueness                          0
      l-diversity (distinct) of illness          3
      l-diversity (entropy) of illness           2.586
      l-diversity (recursive, l = 2) of illness  1.5
      alpha-k of illness                         0.6
      t-closeness (equal) of illness             0.07273
      delta-disclosure (ignored) of illness      0.3102
      delta-disclosure (violates) of illness     0.3102
      beta-likeness (basic) of illness           0.2222
      beta-likeness (enhanced) of illness        0.2222
    ");
}

#[test]
fn apply() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--recoding", "recoding.json"]).well();
    let args = ["apply", "recoding.json", "people.csv", "-o", "new.csv"];
    assert_snapshot!(case.run(&args).well().shown(), @r"
    exit 0
    new.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      seconds       [time]
    ");
    assert_eq!(case.sorted("new.csv"), case.sorted("out.csv"));
}

#[test]
fn hierarchy_make_check_and_show() {
    let case = Case::people();
    let make = [
        "hierarchy",
        "make",
        "people.csv",
        "--column",
        "age",
        "--intervals",
        "5,10",
        "-o",
        "age.csv",
    ];
    assert_snapshot!(case.run(&make).well().shown(), @r"
    exit 0
    age.csv: 12 values, levels with 12 > 5 > 3 > 1 groups
    ");
    assert_snapshot!(case.read("age.csv").lines().take(3).collect::<Vec<_>>().join("\n"), @r"
    31;30-34;30-39;*
    33;30-34;30-39;*
    34;30-34;30-39;*
    ");
    let check = ["hierarchy", "check", "age.csv", "--data", "people.csv", "--column", "age"];
    assert_snapshot!(case.run(&check).well().shown(), @r"
    exit 0
    age.csv: nested and total; 12 values, levels with 12 > 5 > 3 > 1 groups
    ");
    assert_snapshot!(case.run(&["hierarchy", "check", "towns.csv"]).well().shown(), @r"
    exit 0
    towns.csv: nested; 4 values, levels with 4 > 2 > 1 groups
    ");
    let show = ["hierarchy", "show", "towns.csv", "--data", "people.csv", "--column", "town"];
    let ran = case.run(&show).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    * (4 leaves, 12 rows)
    ├─ North (2 leaves, 6 rows)
    └─ South (2 leaves, 6 rows)
    ");
    assert!(!ran.stdout.contains(SECRET));
    let ran = case.run(&[&show[..], &["--show-values"]].concat()).well();
    assert!(ran.stdout.contains("Zyxqueena-Alba"), "values are shown if asked for");
    let json = case.run(&[&check[..], &["--json"]].concat()).well().json();
    assert_eq!(json, serde_json::json!({ "height": 3, "groups": [12, 5, 3, 1] }));
}

/// A value that is its own label, and levels that repeat the top: neither lets a value be seen.
#[test]
fn hierarchy_show_hides_labels_that_are_values() {
    let towns = "Zyxqueena-Alba;Zyxqueena-Alba;North;*\nZyxqueena-Berg;Berg;North;*\n\
                 Zyxqueena-Celo;*;*;*\nZyxqueena-Dorf;*;*;*\n";
    let case = Case::people().file("towns.csv", towns);
    let show = ["hierarchy", "show", "towns.csv", "--data", "people.csv", "--column", "town"];
    for args in [&show[..], &["hierarchy", "show", "towns.csv", "--depth", "9"]] {
        let ran = case.run(args).well();
        assert!(!ran.stdout.contains(SECRET), "{}", ran.stdout);
    }
    assert_snapshot!(case.run(&show).well().shown(), @r"
    exit 0
    * (4 leaves, 12 rows)
    ├─ North (2 leaves, 6 rows)
    │  ├─ (a value) (1 leaf, 3 rows)
    │  └─ Berg (1 leaf, 3 rows)
    └─ * (2 leaves, 6 rows)
    ");
}

#[test]
fn hierarchies_by_every_builder() {
    let case = Case::people().file(
        "things.csv",
        "zip,born,address,age\n53711,1971-06-01,10.0.0.1,31\n53712,1984-01-31,10.0.1.9,44\n",
    );
    for (column, builder) in [
        ("zip", &["--redact", "right"][..]),
        ("zip", &["--redact", "left"]),
        ("born", &["--dates", "month, year,decade"]),
        ("address", &["--addresses", "24,16,8"]),
        ("age", &["--cuts", "18,40,65;40"]),
        ("age", &["--auto"]),
        ("age", &["--suppress"]),
        ("age", &["--with", "{ intervals = [5, 10], lower = 15 }"]),
    ] {
        let make = [&["hierarchy", "make", "things.csv", "--column", column], builder].concat();
        let made = case.run(&[&make[..], &["-o", "-"]].concat()).well();
        assert_eq!(made.stdout.lines().count(), 2, "{builder:?}: {}", made.stdout);
        case.run(&[&make[..], &["-o", "made.csv", "--force"]].concat()).well();
        assert_eq!(case.read("made.csv"), made.stdout);
        let check = ["hierarchy", "check", "made.csv", "--data", "things.csv", "--column", column];
        case.run(&check).well();
    }
}

#[test]
fn schema_is_json() {
    let schema = Case::empty().run(&["schema"]).well().json();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(schema["properties"]["attributes"].is_object());
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = Case::empty().run(&["completions", shell]).well();
        assert!(ran.stdout.contains("anonymize"), "{shell}");
    }
}

/// `ridotto schema | head -1`: whoever stops listening is no reason to panic.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let case = Case::people();
    for args in [&["schema"][..], &["completions", "bash"], &["plan", "policy.toml"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = case.command(args).stdout(writer).output().unwrap();
        let ran = case.ran(&output);
        assert!(!ran.stderr.contains("panicked") && ran.code != 101, "{args:?}: {}", ran.stderr);
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let args = ["anonymize", "policy.toml", "-o", "-", "-q"];
    let output = case.command(&args).stdout(writer).output().unwrap();
    assert_snapshot!(case.ran(&output).shown(), @r"
    exit 2
    io::closed

      × standard output: it was closed before everything was written
      help: write to a file, and look at that; nothing else was written
    ");
}

#[test]
fn help() {
    assert_snapshot!(Case::empty().run(&["--help"]).well().shown(), @r"
    exit 0
    Publish data about people without giving anyone away.

    A policy says what each column is and what must hold; ridotto makes the data coarser, as little as
    possible, until it holds, writes them, reads them again and proves it.

    Usage: ridotto [OPTIONS] <COMMAND>

    Commands:
      init          Look at data, guess what each column is, and write a policy that runs at once
      inspect       What is in a file, and who could be found in it as it is?
      plan          Read the policy and the data, say what would be done, change nothing
      anonymize     Make the data safe, as the policy says, and write them
      table         Count people by dimensions, check the tables, and write them
      apply         Apply a saved decision to new data, and verify it again
      check         What does this file attain? Any file, ours or not
      assess        How safe is a masked file, and what did it cost? Any pair of files, ours or not
      attack        Play the intruder against a masked file, and say whom one could find
      explore       Try many configurations: the map of risk and utility, and its frontier
      pseudonymize  Replace columns by pseudonyms, in any file; or make the key for that
      reidentify    Bring back what pseudonyms stand for: needs the key
      combine       One estimate and its interval from what was computed of each synthetic copy
      report        Make keys for certificates, and verify certificates
      ledger        What was spent of privacy budgets, whether their ledger is whole, and more to spend
      hierarchy     Build, test and draw hierarchies
      explain       What any model, method, measure, key of the policy or code of a message means
      schema        Print the JSON Schema of the policy
      man           Print the manual page of the program or of a verb: `ridotto man anonymize | man -l
                    -`
      completions   Print completions for a shell
      help          Print this message or the help of the given subcommand(s)

    Options:
          --json
              Print one JSON document on standard output instead of words

      -q, --quiet
              Say nothing unless something is wrong

      -v, --verbose
              Say more

          --color <WHEN>
              When to use colours (NO_COLOR is heeded too)

              [default: auto]
              [possible values: auto, always, never]

          --threads <N>
              How many threads to use; as many as the machine has when 0

          --memory <SIZE>
              How much memory reading a file may take, e.g. 4GB; half of the machine's when nothing is
              said. A file that needs more is refused

          --time-limit <TIME>
              Stop searching after this time with the best found so far, e.g. 30s; measures, attacks and
              the page of a release say what they left out, and verbs that have nothing to tell before
              their end give up. What is released is read, written and verified to its end, however long
              that takes. Lattices of more than a million generalisations are searched for 5 minutes
              when nothing is said

          --show-values
              Allow cell values to be printed

      -h, --help
              Print help (see a summary with '-h')

      -V, --version
              Print version

    Exit codes: 0 done, and every requirement holds; 1 a requirement does not hold or cannot be met, and
    nothing was written; 2 could not run; 130 interrupted.

    Begin: ridotto init DATA. Or try it: ridotto anonymize examples/hospital/policy.toml
    ");
    assert!(Case::empty().run(&["--version"]).well().stdout.starts_with("ridotto 0."));
}
