//! Models and algorithms from a policy to a verified file.

use crate::case::Case;
use insta::assert_snapshot;

const ANONYMIZE: &[&str] = &["anonymize", "policy.toml", "--keep-order"];

/// The people with another requirement, and more records that may go.
fn requiring(requirement: &str) -> Case {
    Case::people()
        .policy("model = \"k-anonymity\"\nk = 3", requirement)
        .policy("suppression = 0.1", "suppression = 0.4")
}

/// The lines of the summary that speak of guarantees.
fn held(case: &Case) -> String {
    let ran = case.run(ANONYMIZE).well();
    let lines = ran.shown();
    let lines = lines.lines().filter(|line| line.contains("holds") || line.contains("records in"));
    let summary: Vec<&str> = lines.collect();
    // What the run says of its output, any later check says too.
    let again = case.run(&["check", "out.csv", "--policy", "policy.toml"]).shown();
    format!("{}\n{}", summary.join("\n"), again.lines().next().unwrap_or_default())
}

#[test]
fn every_model_holds_in_its_release() {
    let mut all = String::new();
    for requirement in [
        "model = \"l-diversity\"\nl = 2",
        "model = \"l-diversity\"\nl = 1.8\nkind = \"entropy\"",
        "model = \"l-diversity\"\nl = 1.5\nkind = \"entropy-grassberger\"",
        "model = \"l-diversity\"\nl = 2\nkind = \"recursive\"\nc = 2",
        "model = \"l-diversity\"\nl = 2\nkind = \"positive-disclosure\"\nc = 2\ndisclosable = [\"Zyxqueena-flu\"]",
        "model = \"p-sensitive\"\np = 2\nk = 3",
        "model = \"alpha-k\"\nalpha = 0.7\nk = 3",
        "model = \"t-closeness\"\nt = 0.5",
        "model = \"t-closeness\"\nt = 0.5\ndistance = \"kullback-leibler\"",
        "model = \"delta-disclosure\"\ndelta = 1.5\nabsent = \"ignored\"",
        "model = \"beta-likeness\"\nbeta = 2\nkind = \"basic\"",
        "model = \"average-risk\"\nat-most = 0.25",
        "model = \"sample-uniqueness\"\nat-most = 0",
        "model = \"k-map\"\nk = 6\nsampling-fraction = 0.5",
        "model = \"k-anonymity\"\nk = 3\nevery = 1",
        "model = \"k-anonymity\"\nk = 4\nover = [\"town\"]",
    ] {
        all += &format!("{requirement}\n{}\n\n", held(&requiring(requirement)));
    }
    assert_snapshot!(all, @r#"
    model = "l-diversity"
    l = 2
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      l-diversity (distinct) of illness holds: fewest distinct values in a class 2, 2 required (read from the written file)
    exit 0

    model = "l-diversity"
    l = 1.8
    kind = "entropy"
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      l-diversity (entropy) of illness holds: fewest effective values in a class 1.89, 1.8 required (read from the written file)
    exit 0

    model = "l-diversity"
    l = 1.5
    kind = "entropy-grassberger"
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      l-diversity (entropy-grassberger) of illness holds: fewest effective values in a class 1.948, 1.5 required (read from the written file)
    exit 0

    model = "l-diversity"
    l = 2
    kind = "recursive"
    c = 2
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      l-diversity (recursive, c = 2, l = 2) of illness holds: most frequent value against those from the l-th on 1.5, c below 2 required (read from the written file)
    exit 0

    model = "l-diversity"
    l = 2
    kind = "positive-disclosure"
    c = 2
    disclosable = ["Zyxqueena-flu"]
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      l-diversity (positive-disclosure, c = 2, disclosable = 1, l = 2) of illness holds: most frequent value against those from the l-th on 1, c below 2 required (read from the written file)
    exit 0

    model = "p-sensitive"
    p = 2
    k = 3
    out.csv: 9 of 12 records in 3 classes, 3 suppressed (25.0 %)
      p-sensitive (k = 3, p = 2) of illness holds: fewest distinct values in a class 2, p 2 required (read from the written file)
    exit 0

    model = "alpha-k"
    alpha = 0.7
    k = 3
    out.csv: 9 of 12 records in 3 classes, 3 suppressed (25.0 %)
      alpha-k (alpha = 0.7, k = 3) of illness holds: largest share of one value in a class 0.6667, alpha 0.7 allowed (read from the written file)
    exit 0

    model = "t-closeness"
    t = 0.5
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      t-closeness (equal) of illness holds: largest distance from the whole table 0.3333, 0.5 allowed (read from the written file)
    exit 0

    model = "t-closeness"
    t = 0.5
    distance = "kullback-leibler"
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      t-closeness (kullback-leibler) of illness holds: largest distance from the whole table 0.4228, 0.5 allowed (read from the written file)
    exit 0

    model = "delta-disclosure"
    delta = 1.5
    absent = "ignored"
    out.csv: 12 of 12 records in 5 classes, 0 suppressed (0.0 %)
      delta-disclosure (ignored, base = e) of illness holds: largest change of a value's likelihood 1.099, below 1.5 required (read from the written file)
    exit 0

    model = "beta-likeness"
    beta = 2
    kind = "basic"
    out.csv: 12 of 12 records in 5 classes, 0 suppressed (0.0 %)
      beta-likeness (basic) of illness holds: largest gain of a value's likelihood 2, 2 allowed (read from the written file)
    exit 0

    model = "average-risk"
    at-most = 0.25
    out.csv: 12 of 12 records in 3 classes, 0 suppressed (0.0 %)
      average-risk  holds: mean chance to be found 0.25, 0.25 allowed (read from the written file)
    exit 0

    model = "sample-uniqueness"
    at-most = 0
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      sample-uniqueness holds: share of unique records 0, 0 allowed (read from the written file)
    exit 0

    model = "k-map"
    k = 6
    sampling-fraction = 0.5
    out.csv: 12 of 12 records in 2 classes, 0 suppressed (0.0 %)
      k-map (poisson, k = 6, sampling-fraction = 0.5) holds: fewest records, from which people are estimated 6, rows 6 required (read from the written file)
    exit 0

    model = "k-anonymity"
    k = 3
    every = 1
    out.csv: 9 of 12 records in 3 classes, 3 suppressed (25.0 %)
      k-anonymity (every 1) holds: smallest class 3, 3 required (read from the written file)
    exit 0

    model = "k-anonymity"
    k = 4
    over = ["town"]
    out.csv: 12 of 12 records in 12 classes, 0 suppressed (0.0 %)
      k-anonymity (over town) holds: smallest class 6, 4 required (read from the written file)
    exit 0
    "#);
}

#[test]
fn incognito_tells_all_minimal_generalisations() {
    let case = Case::people().policy("[release]", "[release]\nalgorithm = \"incognito\"");
    let ran = case.run(&["anonymize", "policy.toml", "-v", "--keep-order"]).well();
    let line = ran.stderr.lines().find(|line| line.contains("minimal")).map(str::to_owned);
    assert_snapshot!(line.unwrap_or_default(), @"  minimal       2 generalisations with none below that satisfies: age 2, town 1; age 4, town 0");
    let ran = case.run(&["anonymize", "policy.toml", "--json", "--force"]).well();
    assert_snapshot!(ran.json()["release"]["minimal"], @r#"{"count":2,"levels":[{"age":2,"town":1},{"age":4,"town":0}]}"#);
}

#[test]
fn every_algorithm_gives_a_release() {
    let mut all = String::new();
    for algorithm in [
        "samarati",
        "incognito",
        "mingen",
        "datafly",
        "mu-argus",
        "bottom-up",
        "top-down",
        "best-first",
        "genetic",
    ] {
        let case =
            Case::people().policy("[release]", &format!("[release]\nalgorithm = {algorithm:?}"));
        let ran = case.run(ANONYMIZE).well().shown();
        let lines: Vec<&str> =
            ran.lines().skip(1).filter(|line| !line.contains("seconds")).collect();
        all += &format!("{algorithm}\n{}\n\n", lines.join("\n"));
    }
    assert_snapshot!(all, @r"
    samarati
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      dropped       name
      loss          0.4255: found by samarati of 15 generalisations (6 looked at)
      note          the records are in the order of the input: for tests only
      note          `samarati` does not prove that nothing better exists

    incognito
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      dropped       name
      loss          0.4255: the least possible of 15 generalisations (12 looked at)
      note          the records are in the order of the input: for tests only

    mingen
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      as they were  town
      hidden wholly age
      dropped       name
      precision lost 0.5: the least possible of 15 generalisations (15 looked at)
      note          the records are in the order of the input: for tests only

    datafly
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      dropped       name
      loss          0.4255: found by datafly of 15 generalisations (4 looked at)
      note          the records are in the order of the input: for tests only
      note          `datafly` does not prove that nothing better exists

    mu-argus
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      dropped       name
      loss          0.4255: found by mu-argus of 15 generalisations (10 looked at)
      note          the records are in the order of the input: for tests only
      note          `mu-argus` does not prove that nothing better exists

    bottom-up
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 3 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      dropped       name
      loss          0.274: found by bottom-up
      note          the records are in the order of the input: for tests only
      note          `bottom-up` does not prove that nothing better exists

    top-down
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 3 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      dropped       name
      loss          0.274: found by top-down
      note          the records are in the order of the input: for tests only
      note          `top-down` does not prove that nothing better exists

    best-first
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      dropped       name
      loss          0.4255: the least possible of 15 generalisations (8 looked at)
      note          the records are in the order of the input: for tests only

    genetic
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      dropped       name
      loss          0.4255: found by genetic of 15 generalisations (15 looked at)
      note          the records are in the order of the input: for tests only
      note          `genetic` does not prove that nothing better exists
    ");
}

#[test]
fn what_the_data_contradict() {
    let mut all = String::new();
    for requirement in [
        "model = \"t-closeness\"\nt = 0.2\nattribute = \"illnes\"",
        "model = \"t-closeness\"\nt = 0.2\ndistance = \"hierarchical\"",
        "model = \"t-closeness\"\nt = 0.2\ndistance = \"continuous\"",
        "model = \"k-anonymity\"\nk = 3\nover = [\"towns\"]",
        "model = \"k-anonymity\"\nk = 3\nevery = 3",
        "model = \"l-diversity\"\nl = 2\nkind = \"positive-disclosure\"\nc = 2\ndisclosable = [\"plague\"]",
        "model = \"k-map\"\nk = 6\npopulation-size = 5",
        "model = \"l-diversity\"\nl = 40",
    ] {
        let case = requiring(requirement);
        let code = if requirement.ends_with("40") { 1 } else { 2 };
        all += &format!("{}\n\n", case.refused(code, ANONYMIZE));
    }
    assert_snapshot!(all, @r#"
    exit 2
    bind::not-sensitive

      × `illnes` is not a sensitive attribute
        ╭─[policy.toml:23:13]
     22 │ t = 0.2
     23 │ attribute = "illnes"
        ·             ────┬───
        ·                 ╰── not sensitive
     24 │
        ╰────
      help: did you mean `illness`?

    exit 2
    bind::distance

      × `illness` has no hierarchy to measure by
        ╭─[policy.toml:23:12]
     22 │ t = 0.2
     23 │ distance = "hierarchical"
        ·            ───────┬──────
        ·                   ╰── needs a hierarchy
     24 │
        ╰────
      help: add `hierarchy = …` to the sensitive attribute, or say "equal"

    exit 2
    bind::distance

      × `illness` does not have numbers to measure
        ╭─[policy.toml:23:12]
     22 │ t = 0.2
     23 │ distance = "continuous"
        ·            ──────┬─────
        ·                  ╰── needs numbers
     24 │
        ╰────
      help: say "ordered" or "equal"; missing values have no number either

    exit 2
    bind::scope

      × `towns` is not a quasi-identifier
        ╭─[policy.toml:23:9]
     22 │ k = 3
     23 │ over = ["towns"]
        ·         ───┬───
        ·            ╰── not a quasi-identifier
     24 │
        ╰────
      help: did you mean `town`?

    exit 2
    bind::scope

      × `every = 3`, but there are 2 quasi-identifiers
        ╭─[policy.toml:23:9]
     22 │ k = 3
     23 │ every = 3
        ·         ┬
        ·         ╰── more than there are
     24 │
        ╰────
      help: leave it out: then all count together

    exit 2
    bind::no-such-value

      × no record has this value of `illness`
        ╭─[policy.toml:25:16]
     24 │ c = 2
     25 │ disclosable = ["plague"]
        ·                ────┬───
        ·                    ╰── not in the data
     26 │
        ╰────
      help: values are written as in the data, in capitals or not

    exit 2
    bind::population

      × the population has 5 people, but the file 12 records
        ╭─[policy.toml:23:19]
     22 │ k = 6
     23 │ population-size = 5
        ·                   ┬
        ·                   ╰── less than the file has
     24 │
        ╰────
      help: the records are a part of the population, so it cannot be smaller

    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: even with every attribute at its coarsest level, 12 of 12 records are in classes
            that fail a requirement, and 4 may be suppressed.
            Ask for less: `ridotto check` tells what the file attains.
    "#);
}

/// Closeness is not monotone where records may go: `samarati` would be wrong, and says so.
#[test]
fn an_algorithm_that_would_be_wrong() {
    let case = requiring("model = \"t-closeness\"\nt = 0.5")
        .policy("[release]", "[release]\nalgorithm = \"samarati\"");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::algorithm

      × `samarati` needs models that a coarser generalisation keeps, and with the
      │ suppression allowed these do not promise it; use `optimal`, `mingen`, `datafly`,
      │ `mu-argus`, `bottom-up`, `top-down`, `k-optimize`, `best-first` or `genetic`
        ╭─[policy.toml:25:13]
     24 │ [release]
     25 │ algorithm = "samarati"
        ·             ─────┬────
        ·                  ╰── cannot serve these requirements
     26 │ suppression = 0.4
        ╰────
      help: `algorithm = "optimal"` serves every requirement
    "#);
}

#[test]
fn check_tells_every_model() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml"]).well();
    let args = ["check", "out.csv", "--quasi-identifiers", "age,town", "--sensitive", "illness"];
    assert_snapshot!(case.run(&args).well().shown(), @r"
    exit 0
    out.csv: 11 records in 2 classes
      k-anonymity                                5
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

/// Three visits of one person are three records and one person.
#[test]
fn persons_are_counted_and_not_their_visits() {
    let visits = "\
name,age,town,illness
p1,31,Zyxqueena-Alba,flu
p1,31,Zyxqueena-Alba,gout
p1,31,Zyxqueena-Alba,flu
p2,52,Zyxqueena-Celo,flu
p3,52,Zyxqueena-Celo,gout
p4,52,Zyxqueena-Celo,mumps
p5,52,Zyxqueena-Celo,flu
";
    let by_rows = Case::people().file("people.csv", visits).policy("0.1", "0.5");
    assert_snapshot!(held(&by_rows), @r"
    out.csv: 7 of 7 records in 2 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
    exit 0
    ");
    let by_person = Case::people()
        .file("people.csv", visits)
        .policy("0.1", "0.5")
        .policy("[data]", "[data]\nperson = \"name\"");
    let ran = by_person.run(ANONYMIZE).well().shown();
    assert_snapshot!(ran.lines().take(6).collect::<Vec<_>>().join("\n"), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    warning: `suppression = 0.5` may remove more than a tenth of the records
    out.csv: 4 of 7 records in 1 class, 3 suppressed (42.9 %)
      k-anonymity (persons) holds: smallest class 4, 3 required (read from the written file)
    ");
    // The names are dropped, so that no reader of the file can count persons.
    let check = &["check", "out.csv", "--policy", "policy.toml"];
    assert_snapshot!(by_person.run(check).shown(), @r#"
    exit 2
    bind::no-such-column

      × the data have no column `name`, which this needs to judge
       ╭─[policy.toml:4:10]
     3 │ [data]
     4 │ person = "name"
       ·          ───┬──
       ·             ╰── not in the data
     5 │ input = "people.csv"
       ╰────
      help: a release does not show it: judge the file before it is released
    "#);
    let linked = by_person.policy("role = \"identifier\"", "role = \"insensitive\"");
    let plan = linked.run(&["plan", "policy.toml"]).well().stderr;
    assert!(plan.contains("links the rows of a person"), "{plan}");
}

#[test]
fn everybody_may_ask_for_a_k_of_their_own() {
    let wishes: String = crate::case::PEOPLE
        .lines()
        .enumerate()
        .map(|(at, line)| match at {
            0 => format!("{line},wish\n"),
            1 => format!("{line},6\n"),
            _ => format!("{line},2\n"),
        })
        .collect();
    let case =
        requiring("model = \"k-anonymity\"\nk = { column = \"wish\" }").file("people.csv", &wishes);
    let ran = case.run(ANONYMIZE).well().shown();
    assert_snapshot!(ran.lines().take(5).collect::<Vec<_>>().join("\n"), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `suppression = 0.4` may remove more than a tenth of the records
    out.csv: 8 of 12 records in 3 classes, 4 suppressed (33.3 %)
      k-anonymity (k = wish) holds: least size of a class as a multiple of the largest k asked for in it 1, 1 times required (read from the written file)
    ");
    assert!(!case.read("out.csv").contains("wish"));
    std::fs::remove_file(case.path("out.csv")).unwrap();
    let case = case.file("people.csv", wishes.replacen(",6\n", ",none\n", 1));
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::own-k

      × 2 values of `wish` cannot be a k
        ╭─[policy.toml:22:16]
     21 │ model = "k-anonymity"
     22 │ k = { column = "wish" }
        ·                ───┬──
        ·                   ╰── each record's own k
     23 │
        ╰────
      help: every record needs a whole number of at least 1; 1 asks for nothing
    "#);
}

/// A file is judged by the hierarchy that the policy gives its sensitive attribute.
#[test]
fn closeness_by_a_hierarchy_is_checked() {
    let tree = "Zyxqueena-flu;viral;*\nZyxqueena-mumps;viral;*\nZyxqueena-gout;other;*\n";
    let case = Case::people().file("tree.csv", tree).policy(
        "[[require]]",
        "[[require]]\nmodel = \"t-closeness\"\nattribute = \"illness\"\ndistance = \"hierarchical\"\nt = 0.9\n\n[[require]]",
    );
    let case =
        case.policy("role = \"sensitive\"", "role = \"sensitive\"\nhierarchy = \"tree.csv\"");
    case.run(&["anonymize", "policy.toml", "--report", "r.json"]).well();
    let released: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
    let checked = case.run(&["check", "out.csv", "--policy", "policy.toml", "--json"]);
    let checked: serde_json::Value = serde_json::from_str(&checked.stdout).unwrap();
    let closeness = |report: &serde_json::Value| {
        let all = report["guarantees"].as_array().unwrap();
        let is_it = |one: &&serde_json::Value| {
            one["model"] == "t-closeness" && one["parameters"]["distance"] == "hierarchical"
        };
        all.iter().find(is_it).unwrap_or_else(|| panic!("{all:?}"))["required"].clone()
    };
    assert_eq!(closeness(&checked), closeness(&released));
}

/// However much is required, the summary fits a screen; who asks for more gets all.
#[test]
fn a_summary_has_less_than_twelve_lines() {
    let k = |k: u32| format!("model = \"k-anonymity\"\nk = {k}");
    let all: Vec<String> = (2..=9).map(|of| k(2 + of % 2)).collect();
    let case = requiring(&all.join("\n[[require]]\n"));
    let summary = case.run(ANONYMIZE).well().shown();
    let lines: Vec<&str> = summary.lines().filter(|line| !line.contains("warning")).collect();
    assert!(lines.len() <= 12, "with the line of the exit code: {summary}");
    assert!(summary.contains("6 more hold (`-v` tells all): k-anonymity, "), "{summary}");
    let told = case.run(&[ANONYMIZE, &["-v", "--force"]].concat()).well().shown();
    assert_eq!(told.matches("k-anonymity   holds").count(), 8, "{told}");
}

/// What was made small is what is told: a preference its own value, `mingen` the objective that is
/// named, or precision.
#[test]
fn algorithms_tell_what_they_made_small() {
    let release = |lines: &str| {
        let case = Case::people().policy("[release]", &format!("[release]\n{lines}"));
        case.run(&["anonymize", "policy.toml", "--report", "r.json"]).well();
        let report: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
        report["release"].clone()
    };
    for name in [
        "minimum-absolute-distance",
        "minimum-relative-distance",
        "maximum-distribution",
        "minimum-suppression",
    ] {
        let told = release(&format!("algorithm = \"samarati\"\nobjective = \"{name}\""));
        assert_eq!(told["objective"]["name"], name);
        if name == "minimum-suppression" {
            let (value, gone) = (&told["objective"]["value"], &told["suppressed_rows"]);
            assert_eq!(value.as_f64(), gone.as_f64(), "{told}");
        }
    }
    let (least, all) = (release(""), release("algorithm = \"mingen\"\nobjective = \"loss\""));
    assert_eq!(all["objective"], least["objective"]);
    assert_eq!(all["levels"], least["levels"]);
    assert_eq!(all["proved_optimal"], true);
    assert_eq!(release("algorithm = \"mingen\"")["objective"]["name"], "precision");
}
