//! Methods by which records with the same value may show different labels, and the grid of what
//! is generalised and suppressed.

use crate::case::Case;
use crate::errors::ANONYMIZE;
use insta::assert_snapshot;

/// The twelve people, released in this way.
fn case(release: &str) -> Case {
    Case::people().policy("suppression = 0.1", release)
}

/// What the program says, and what it writes.
fn shown(case: &Case) -> String {
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    format!("{}\n{}", ran.shown(), case.read("out.csv").replace("Zyxqueena-", ""))
}

fn without_hierarchies(case: Case) -> Case {
    case.policy("hierarchy = { intervals = [5, 10, 20] }\n", "")
        .policy("hierarchy = \"towns.csv\"\n", "")
}

#[test]
fn mondrian_by_hierarchies() {
    assert_snapshot!(shown(&case("algorithm = \"mondrian\"")), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      hidden        3 cells
      dropped       name
      loss          0.1932: found by mondrian
      note          the records are in the order of the input: for tests only
      note          `mondrian` does not prove that nothing better exists
      seconds       [time]
    age,town,illness
    30-34,Alba,flu
    30-34,Alba,gout
    30-34,Alba,flu
    35-39,Berg,flu
    35-39,Berg,mumps
    35-39,Berg,gout
    50-54,Celo,flu
    50-54,Celo,mumps
    50-54,Celo,flu
    *,Dorf,gout
    *,Dorf,flu
    *,Dorf,gout
    ");
}

#[test]
fn mondrian_by_ranges_and_sets() {
    let case = without_hierarchies(case("algorithm = \"mondrian\""));
    assert_snapshot!(shown(&case), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      dropped       name
      loss          0.09091: found by mondrian
      note          the records are in the order of the input: for tests only
      note          `mondrian` does not prove that nothing better exists
      seconds       [time]
    age,town,illness
    31-34,Alba,flu
    31-34,Alba,gout
    31-34,Alba,flu
    36-38,Berg,flu
    36-38,Berg,mumps
    36-38,Berg,gout
    51-54,Celo,flu
    51-54,Celo,mumps
    51-54,Celo,flu
    57-71,Dorf,gout
    57-71,Dorf,flu
    57-71,Dorf,gout
    ");
}

#[test]
fn mondrian_by_means_relaxed_and_for_a_classifier() {
    let case = case(
        "algorithm = \"mondrian\"\nsummary = \"mean\"\npartition = \"relaxed\"\n\
         cuts = \"information-gain\"",
    );
    assert_snapshot!(shown(&case), @r#"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 3 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      dropped       name
      loss          0.2689: found by mondrian
      note          the records are in the order of the input: for tests only
      note          `mondrian` does not prove that nothing better exists
      note          the cuts were chosen by what they tell about `illness`
      note          `age` shows means, which are not the truth about a record; verification took the means again and compared
      seconds       [time]
    age,town,illness
    34.2,"{Alba, Berg}",flu
    34.2,"{Alba, Berg}",gout
    34.2,"{Alba, Berg}",flu
    48.75,"{Berg, Celo}",flu
    34.2,"{Alba, Berg}",mumps
    34.2,"{Alba, Berg}",gout
    48.75,"{Berg, Celo}",flu
    48.75,"{Berg, Celo}",mumps
    48.75,"{Berg, Celo}",flu
    62,Dorf,gout
    62,Dorf,flu
    62,Dorf,gout
    "#);
}

#[test]
fn mondrian_with_other_models() {
    let case = case("algorithm = \"mondrian\"").policy(
        "[release]",
        "[[require]]\nmodel = \"l-diversity\"\nl = 2\n\n[[require]]\nmodel = \"t-closeness\"\n\
         t = 0.4\n\n[release]",
    );
    assert_snapshot!(shown(&case), @r"
    exit 0
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      l-diversity (distinct) of illness holds: fewest distinct values in a class 2, 2 required (read from the written file)
      t-closeness (equal) of illness holds: largest distance from the whole table 0.3333, 0.4 allowed (read from the written file)
      hidden        3 cells
      dropped       name
      loss          0.1932: found by mondrian
      note          the records are in the order of the input: for tests only
      note          `mondrian` does not prove that nothing better exists
      seconds       [time]
    age,town,illness
    30-34,Alba,flu
    30-34,Alba,gout
    30-34,Alba,flu
    35-39,Berg,flu
    35-39,Berg,mumps
    35-39,Berg,gout
    50-54,Celo,flu
    50-54,Celo,mumps
    50-54,Celo,flu
    *,Dorf,gout
    *,Dorf,flu
    *,Dorf,gout
    ");
}

#[test]
fn local_recoding() {
    let cells = shown(&case("algorithm = \"local-recoding\""));
    assert_snapshot!(cells, @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      hidden        3 cells
      dropped       name
      loss          0.1932: found by local-recoding
      note          the records are in the order of the input: for tests only
      note          `local-recoding` does not prove that nothing better exists
      seconds       [time]
    age,town,illness
    30-34,Alba,flu
    30-34,Alba,gout
    30-34,Alba,flu
    35-39,Berg,flu
    35-39,Berg,mumps
    35-39,Berg,gout
    50-54,Celo,flu
    50-54,Celo,mumps
    50-54,Celo,flu
    *,Dorf,gout
    *,Dorf,flu
    *,Dorf,gout
    ");
    assert_eq!(shown(&case("generalize = \"cell\"")), cells);
    assert_eq!(shown(&case("generalize = \"cell\"\nsuppress = \"none\"")), cells);
}

#[test]
fn local_suppression() {
    let own = shown(&case("algorithm = \"local-suppression\""));
    assert_snapshot!(own, @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      hidden        12 cells, and no fewer would do
      dropped       name
      loss          0.5: the least possible
      note          the records are in the order of the input: for tests only
      seconds       [time]
    age,town,illness
    *,Alba,flu
    *,Alba,gout
    *,Alba,flu
    *,Berg,flu
    *,Berg,mumps
    *,Berg,gout
    *,Celo,flu
    *,Celo,mumps
    *,Celo,flu
    *,Dorf,gout
    *,Dorf,flu
    *,Dorf,gout
    ");
    assert_eq!(shown(&case("generalize = \"none\"\nsuppress = \"cell\"")), own);
}

/// The guarantee has another name, and both numbers are told.
#[test]
fn local_suppression_with_wildcards() {
    let case = case("algorithm = \"local-suppression\"\nmissing = \"matches-anything\"");
    assert_snapshot!(shown(&case), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 8 classes, 0 suppressed (0.0 %)
      k-anonymity-with-wildcards holds: fewest records that fit one 3, 3 required (read from the written file)
      hidden        8 cells
      dropped       name
      loss          0.3333: found by local-suppression
      note          the records are in the order of the input: for tests only
      note          no choice hides less, where no record gives up more than it would have to by itself
      note          suppressed and missing cells were counted as if they were any value, which does not bound the risk of being found by 1/k: the smallest class of records that show the same has 1 record
      seconds       [time]
    age,town,illness
    31,Alba,flu
    *,Alba,gout
    *,Alba,flu
    38,Berg,flu
    *,Berg,mumps
    *,Berg,gout
    52,Celo,flu
    *,Celo,mumps
    *,Celo,flu
    58,Dorf,gout
    *,Dorf,flu
    *,Dorf,gout
    ");
    let report = case.run(&["anonymize", "policy.toml", "--force", "--json"]).well().json();
    let guarantee = &report["guarantees"][0];
    assert_eq!(guarantee["model"], "k-anonymity-with-wildcards");
    assert!(guarantee["attained"].as_u64() >= Some(3) && guarantee["holds"] == true);
    let finding = |name: &str| {
        let findings = report["findings"].as_array().unwrap().iter();
        findings.clone().find(|finding| finding["name"] == name).unwrap()["after"].clone()
    };
    assert_eq!(finding("smallest-class"), 1, "a record is alone, and the report says so");
    assert_eq!(finding("highest-risk"), 1);
    assert_eq!(report["release"]["levels"], serde_json::json!({}));
    assert_eq!(report["release"]["suppressed_cells"], 8);
    assert_eq!(report["release"]["cells_needed"], 8);
    assert_eq!(report["release"]["proved_optimal"], false, "by its own rule alone");
    let checked = case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    assert_snapshot!(checked.shown(), @r"
    exit 0
    out.csv: 12 records in 8 classes
      k-anonymity-with-wildcards                 3  (holds, 3 required)
      k-anonymity                                1
      average-risk                               0.6667
      sample-uniqueness                          0.3333
      l-diversity (distinct) of illness          1
      l-diversity (entropy) of illness           1
      l-diversity (recursive, l = 2) of illness  beyond any bound
      alpha-k of illness                         1
      t-closeness (equal) of illness             0.6667
      delta-disclosure (ignored) of illness      1.099
      delta-disclosure (violates) of illness     beyond any bound
      beta-likeness (basic) of illness           2
      beta-likeness (enhanced) of illness        beyond any bound
    ");
}

#[test]
fn local_suppression_of_combinations() {
    let case = case("algorithm = \"local-suppression\"\nmissing = \"matches-anything\"")
        .policy("k = 3", "k = 3\nevery = 1");
    assert_snapshot!(shown(&case), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    out.csv: 12 of 12 records in 11 classes, 0 suppressed (0.0 %)
      k-anonymity-with-wildcards (every 1) holds: fewest records that fit one 3, 3 required (read from the written file)
      hidden        2 cells
      dropped       name
      loss          0.08333: found by local-suppression
      note          the records are in the order of the input: for tests only
      note          no choice hides less, where no record gives up more than it would have to by itself
      note          suppressed and missing cells were counted as if they were any value, which does not bound the risk of being found by 1/k: the smallest class of records that show the same has 1 record
      seconds       [time]
    age,town,illness
    31,Alba,flu
    33,Alba,gout
    34,Alba,flu
    38,Berg,flu
    36,Berg,mumps
    37,Berg,gout
    52,Celo,flu
    54,Celo,mumps
    51,Celo,flu
    58,Dorf,gout
    *,Dorf,flu
    *,Dorf,gout
    ");
}

#[test]
fn k_optimize() {
    assert_snapshot!(shown(&without_hierarchies(case("algorithm = \"k-optimize\""))), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      dropped       name
      loss          0.09091: the least possible
      note          the records are in the order of the input: for tests only
      seconds       [time]
    age,town,illness
    31-34,Alba,flu
    31-34,Alba,gout
    31-34,Alba,flu
    36-38,Berg,flu
    36-38,Berg,mumps
    36-38,Berg,gout
    51-54,Celo,flu
    51-54,Celo,mumps
    51-54,Celo,flu
    57-71,Dorf,gout
    57-71,Dorf,flu
    57-71,Dorf,gout
    ");
}

#[test]
fn nothing_generalised() {
    let towns = |case: Case| {
        case.policy("[attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10, 20] }", "[attributes.age]\nrole = \"insensitive\"")
            .data("Zyxqueena Leo,71,Zyxqueena-Dorf", "Zyxqueena Leo,71,Zyxqueena-Alba")
    };
    let records = towns(case("generalize = \"none\"\nsuppression = 0.2"));
    assert_snapshot!(records.run(&["anonymize", "policy.toml", "--keep-order"]).well().shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    warning: `suppression = 0.2` may remove more than a tenth of the records
    out.csv: 10 of 12 records in 3 classes, 2 suppressed (16.7 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      as they were  town
      dropped       name
      loss          0.1667: the least possible of 1 generalisations (1 looked at)
      note          the records are in the order of the input: for tests only
      seconds       [time]
    ");
    let attributes = case("generalize = \"none\"\nsuppress = \"attribute\"");
    assert_snapshot!(attributes.run(&["anonymize", "policy.toml", "--keep-order"]).well().shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      as they were  town
      hidden wholly age
      dropped       name
      loss          0.5: the least possible of 4 generalisations (1 looked at)
      note          the records are in the order of the input: for tests only
      seconds       [time]
    ");
    let nothing = case("generalize = \"none\"\nsuppress = \"none\"");
    assert_snapshot!(nothing.refused(1, ANONYMIZE), @r#"
    exit 1
    release::unmet

      × nothing may be generalised, and the values as they stand do not make every
      │ requirement hold
      help: as they stand, 12 of 12 records are in classes smaller than 3, and 0 may be
            suppressed.
            Let values be generalised: `generalize = "attribute"`.
    "#);
    let towns = case("generalize = \"none\"\nsuppress = \"none\"").policy(
        "[attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10, 20] }",
        "[attributes.age]\nrole = \"insensitive\"",
    );
    assert_snapshot!(towns.run(&["anonymize", "policy.toml"]).well().shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      as they were  town
      dropped       name
      loss          0: the least possible of 1 generalisations (1 looked at)
      seconds       [time]
    ");
    let levels = case("suppress = \"attribute\"");
    assert_snapshot!(levels.run(&["anonymize", "policy.toml", "--keep-order"]).well().shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      as they were  town
      hidden wholly age
      dropped       name
      loss          0.5: the least possible of 15 generalisations (1 looked at)
      note          the records are in the order of the input: for tests only
      seconds       [time]
    ");
}

#[test]
fn plans() {
    let case = case("algorithm = \"mondrian\"");
    assert_snapshot!(case.run(&["plan", "policy.toml"]).well().shown(), @r#"
    exit 0
    people.csv: 12 records
      dropped           name
      quasi-identifier  age, town
      sensitive         illness
      k-anonymity       k = 3
      may be suppressed 0 (0.0 %)
      algorithm         mondrian
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
}

/// The sentence of an error, and its advice.
fn sentence(case: &Case) -> String {
    case.refused(2, ANONYMIZE);
    let document = case.run(&[ANONYMIZE, &["--json"]].concat()).json();
    let error = &document["error"];
    format!("{}\n  {}\n", error["message"].as_str().unwrap(), error["help"].as_str().unwrap())
}

#[test]
fn what_does_not_go_together() {
    let mut said = String::new();
    for (release, require) in [
        ("algorithm = \"mondrian\"\ngeneralize = \"attribute\"", ""),
        ("algorithm = \"optimal\"\ngeneralize = \"cell\"", ""),
        ("algorithm = \"k-optimize\"\ngeneralize = \"none\"", ""),
        ("suppress = \"cell\"", "every = 1"),
        ("algorithm = \"mondrian\"\nsuppress = \"attribute\"", ""),
        ("algorithm = \"optimal\"\ngeneralize = \"none\"\nsuppress = \"cell\"", ""),
        ("algorithm = \"local-suppression\"\nsuppress = \"none\"", ""),
        ("cuts = \"median\"", ""),
        ("algorithm = \"local-recoding\"\nsummary = \"set\"", ""),
        ("algorithm = \"mondrian\"\nobjective = \"discernibility\"", ""),
        ("algorithm = \"mondrian\"\nmissing = \"matches-anything\"", ""),
        ("algorithm = \"top-down\"\nmissing = \"matches-anything\"", ""),
        ("missing = \"matches-anything\"", "[[require]]\nmodel = \"l-diversity\"\nl = 2"),
        ("algorithm = \"mondrian\"", "every = 1"),
        ("algorithm = \"local-recoding\"", "over = [\"age\"]"),
        ("algorithm = \"local-suppression\"", "every = 1"),
        ("algorithm = \"mondrian\"", "[[require]]\nmodel = \"average-risk\"\nat-most = 0.2"),
        ("algorithm = \"local-suppression\"", "[[require]]\nmodel = \"l-diversity\"\nl = 2"),
    ] {
        let case = case(release).policy("k = 3", &format!("k = 3\n{require}"));
        said += &sentence(&case);
    }
    let levels =
        case("algorithm = \"mondrian\"").policy("[5, 10, 20] }", "[5, 10, 20] }\nmax-level = 2");
    said += &sentence(&levels);
    let levels =
        case("generalize = \"none\"").policy("[5, 10, 20] }", "[5, 10, 20] }\nmin-level = 1");
    said += &sentence(&levels);
    assert_snapshot!(said, @r#"
    `mondrian` does not go with `generalize = "attribute"`
      `optimal` and others give all records the same levels
    `optimal` does not go with `generalize = "cell"`
      `local-recoding` and `mondrian` generalise cells
    `k-optimize` does not go with `generalize = "none"`
      `local-suppression` suppresses cells; `optimal` records or attributes
    `optimal` with suppressed cells judges all quasi-identifiers together, and not some of them
      with `suppress = "record"` it serves every requirement
    `mondrian` does not suppress attributes as a whole
      write `algorithm = "local-recoding"`, or leave `algorithm` out
    `optimal` does not suppress cells
      write `algorithm = "local-suppression"`, or leave `algorithm` out
    `local-suppression` suppresses cells and nothing else
      leave `suppress` out, or write `algorithm = "optimal"`
    `cuts` is a setting of `mondrian`
      remove the key, or write `algorithm = "mondrian"`
    `summary` is a setting of `mondrian`
      remove the key, or write `algorithm = "mondrian"`
    `mondrian` knows no objective but `loss`
      remove the key; `optimal` minimises every objective
    `mondrian` cannot count missing values as if they were any value
      `local-suppression` and whatever chooses levels can, and `check` for any file
    `top-down` decides by value, and asks only for classes of records that are equal
      `optimal`, `samarati`, `incognito`, `best-first` and others that choose levels can, and `local-suppression`
    where missing values fit anything there are no classes, and k-anonymity of records alone is served
      leave `missing` out: then a missing value is one of its own
    `mondrian` judges all quasi-identifiers together, and not some of them
      `optimal`, `best-first` and `genetic` serve every requirement
    `local-recoding` judges all quasi-identifiers together, and not some of them
      `optimal`, `best-first` and `genetic` serve every requirement
    `local-suppression` serves other keys than all together only where suppressed cells match anything
      write `missing = "matches-anything"`; or `optimal` serves this
    `mondrian` judges groups, and not the table as a whole
      `optimal`, `best-first` and `genetic` serve every requirement
    `local-suppression` serves k-anonymity of records alone
      `local-recoding` and `mondrian` serve every model of classes
    `mondrian` has no level that all records share
      remove `min-level` and `max-level`, or let `optimal` choose levels
    nothing is generalised, so there are no levels
      remove `min-level` and `max-level`, or let `optimal` choose levels
    "#);
}

#[test]
fn nothing_local_helps_too_few_people() {
    for algorithm in ["mondrian", "local-recoding", "local-suppression"] {
        let case = case(&format!("algorithm = \"{algorithm}\"")).policy("k = 3", "k = 13");
        let said = case.refused(1, ANONYMIZE);
        assert!(said.contains("the data have 12 records, so no class can have 13"), "{said}");
    }
}

/// Regions cover values that nobody saw, and so do classes whose labels hold them.
#[test]
fn decisions_are_saved_and_applied() {
    let newer = "name,age,town,illness\nX,32,Zyxqueena-Alba,Zyxqueena-flu\nX,33,Zyxqueena-Alba,Zyxqueena-flu\n\
                 X,35,Zyxqueena-Alba,Zyxqueena-gout\nX,33,Zyxqueena-Alba,Zyxqueena-gout\nX,33,Zyxqueena-Alba,Zyxqueena-gout\n";
    let apply = ["apply", "r.json", "new.csv", "-o", "again.csv", "--keep-order"];
    let regions = without_hierarchies(case("algorithm = \"mondrian\"")).file("new.csv", newer);
    regions.run(&["anonymize", "policy.toml", "--recoding", "r.json"]).well();
    let ran = regions.run(&apply).well();
    assert_snapshot!(format!("{}\n{}", ran.shown(), regions.read("again.csv").replace("Zyxqueena-", "")), @r"
    exit 0
    again.csv: 5 of 5 records in 1 class, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      note          the records are in the order of the input: for tests only
      seconds       [time]
    age,town,illness
    <39,Alba,flu
    <39,Alba,flu
    <39,Alba,gout
    <39,Alba,gout
    <39,Alba,gout
    ");
    let cells = case("algorithm = \"local-recoding\"").file("new.csv", newer);
    cells.run(&["anonymize", "policy.toml", "--recoding", "r.json"]).well();
    // Somebody of 35 has no class, and nobody may be suppressed.
    let unmet = cells.refused(1, &apply);
    assert!(unmet.contains("1 of 5 records"), "{unmet}");
    let cells = cells.file("new.csv", newer.replace("X,35,", "X,30,"));
    cells.run(&apply).well();
    let placed = cells.read("again.csv").replace("Zyxqueena-", "");
    assert_eq!(
        placed.lines().filter(|line| line.starts_with("30-34,Alba,")).count(),
        5,
        "{placed}"
    );
    std::fs::remove_file(cells.path("again.csv")).unwrap();
    let same = ["apply", "r.json", "people.csv", "-o", "again.csv"];
    cells.run(&same).well();
    assert_eq!(cells.sorted("again.csv"), cells.sorted("out.csv"), "the same data show the same");
    let broken = cells.read("r.json").replace("\"cells\"", "\"regions\"");
    let cells = cells.file("r.json", broken);
    let said = cells.refused(2, &["apply", "r.json", "people.csv", "-o", "more.csv"]);
    assert!(said.contains("r.json"), "{said}");
}

#[test]
fn suppressed_cells_are_no_recoding() {
    let case = case("algorithm = \"local-suppression\"");
    let said = case.refused(2, &["anonymize", "policy.toml", "--recoding", "r.json"]);
    assert_snapshot!(said, @r"
    exit 2
    usage

      × `local-suppression` has no recoding to save: which cells it hides makes sense for
      │ these records alone
      help: leave out `recoding`, or use `local-recoding` or `mondrian`
    ");
}

/// Every format carries what local methods show.
#[test]
fn any_format_and_any_number_of_threads() {
    for algorithm in ["mondrian", "local-recoding", "local-suppression"] {
        let case = case(&format!("algorithm = \"{algorithm}\""));
        for threads in ["1", "2"] {
            let out = format!("{threads}.csv");
            let args =
                ["anonymize", "policy.toml", "--seed", "7", "--threads", threads, "-o", &out];
            case.run(&args).well();
        }
        assert_eq!(case.bytes("1.csv"), case.bytes("2.csv"), "{algorithm}");
        for out in ["out.parquet", "out.arrow", "out.tsv", "out.csv.gz"] {
            case.run(&["anonymize", "policy.toml", "-o", out]).well();
            case.run(&["check", out, "--policy", "policy.toml"]).well();
        }
    }
}

/// Cells are generalised, and an attribute shows `*` in every record or in none.
#[test]
fn cells_with_whole_attributes() {
    let case = case("generalize = \"cell\"\nsuppress = \"attribute\"");
    assert_snapshot!(shown(&case), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 12 of 12 records in 4 classes, 0 suppressed (0.0 %)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      hidden        12 cells
      dropped       name
      loss          0.5: found by local-recoding
      note          the records are in the order of the input: for tests only
      note          `local-recoding` does not prove that nothing better exists
      note          suppressed as a whole: `age`
      seconds       [time]
    age,town,illness
    *,Alba,flu
    *,Alba,gout
    *,Alba,flu
    *,Berg,flu
    *,Berg,mumps
    *,Berg,gout
    *,Celo,flu
    *,Celo,mumps
    *,Celo,flu
    *,Dorf,gout
    *,Dorf,flu
    *,Dorf,gout
    ");
    let report = case.run(&["anonymize", "policy.toml", "--force", "--json"]).well().json();
    assert_eq!(report["release"]["algorithm"], "local-recoding");
}

/// Every method that can serve is tried, and what each reached is said; `plan` says it before.
#[test]
fn the_best_of_several_methods() {
    let case = case("algorithm = \"best\"");
    let shown = case.run(&["anonymize", "policy.toml", "--keep-order"]).well().shown();
    let line = |name: &str| -> String {
        let found = shown.lines().find(|line| line.trim_start().starts_with(name));
        found.unwrap_or_else(|| panic!("{name}: {shown}")).trim().to_owned()
    };
    assert!(line("loss").contains(": the least"), "{shown}");
    assert!(line("loss").contains("of 3 methods, by "), "{shown}");
    for name in ["local-recoding 0.", "mondrian 0.1932", "optimal 0.5 (the least of its kind)"] {
        assert!(line("tried").contains(name), "{name}: {shown}");
    }
    let planned = case.run(&["plan", "policy.toml"]).well().shown();
    assert!(planned.contains("tries             mondrian, optimal, local-recoding"), "{planned}");
    let told = case.run(&["anonymize", "policy.toml", "--json", "--force"]).well().json();
    let release = &told["release"];
    assert_eq!(release["algorithm"], "best");
    assert_eq!(release["winner"], release["tried"][0]["algorithm"]);
    assert_eq!(release["objective"]["value"], release["tried"][0]["objective"]);
    let page = ["anonymize", "policy.toml", "--report", "page.html", "--force"];
    case.run(&page).well();
    let page = case.read("page.html");
    assert!(page.contains("3 methods were tried; the release is that of "), "the page says it too");
    let table = page.split("What each method reached").nth(1).expect("a table");
    let table = &table[..table.find("</table>").expect("its end")];
    for method in ["local-recoding", "mondrian", "optimal"] {
        assert_eq!(table.matches(method).count(), 1, "{method}: {table}");
    }
    assert_eq!(table.matches("made the release").count(), 1, "{table}");
    assert_eq!(table.matches("data-label=\"Seconds\"").count(), 3, "{table}");
}

/// What is left out is said before and after; what no method can do is an error as of one method.
#[test]
fn what_best_leaves_out() {
    let over = "[[require]]\nmodel = \"k-anonymity\"\nk = 2\nover = [\"age\"]\n\n[release]";
    let case = case("algorithm = \"best\"").policy("[release]", over);
    let shown = case.run(&["anonymize", "policy.toml", "--keep-order"]).well().shown();
    let why = "`mondrian` judges all quasi-identifiers together, and not some of them";
    assert!(shown.contains(&format!("note          left out: {why}")), "{shown}");
    let planned = case.run(&["plan", "policy.toml"]).well().shown();
    assert!(planned.contains(&format!("leaves out        {why}")), "{planned}");
}
