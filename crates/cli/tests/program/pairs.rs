//! Pairs of files: how safe is one, what did it cost, whom would an intruder find; and many
//! configurations of one policy.

use crate::case::{Case, PEOPLE, SECRET};
use insta::assert_snapshot;
use serde_json::Value;

/// The folder with a release in the order of the input.
fn released() -> Case {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    case
}

fn figure(document: &Value, name: &str, which: &str) -> f64 {
    let findings = document["findings"].as_array().expect("a list");
    let found = findings.iter().find(|finding| finding["name"] == name);
    found.unwrap_or_else(|| panic!("{name} is there"))[which].as_f64().expect("a number")
}

#[test]
fn a_release_is_measured() {
    let case = released();
    let asked = ["assess", "people.csv", "out.csv", "--policy", "policy.toml"];
    assert_snapshot!(case.run(&asked).well().shown(), @r"
    exit 0
    people.csv, 12 records; out.csv, 11 records
      k-anonymity  5  (holds, 3 required)
    risk                                before       after
      prosecutor-highest                     1         0.2
      prosecutor-average                     1      0.1818
      risk-threshold                         –         0.2
      prosecutor-share-above                 1           0
      marketer-expected                     12           2
      unique-records                        12           0
      sample-uniqueness                      1           0
      special-uniques                       12           0
      special-unique-highest-score           1           0
      dis-suda-highest                       1           0
      k-concealment                          –           5
      k-confusion                            –           5
    utility                         before       after
      loss                               0       0.333
      precision kept                     1      0.4583
      ambiguity                          1       14.17
      class-size                         1           4
      class-size-by-k               0.3333       1.333
      discernibility                    12          73
      discernibility-one-class          12          62
      eigenvalues                        0      0.3655
      two-way-hellinger                  0      0.5079
      two-way-total-variation            0      0.4498
      two-way-cramers-v             0.8137      0.2627
      two-way-cramers-v-change           0      0.5509
      completeness                       1           1
      uniqueness                         1      0.5455
      propensity-logistic                0    0.008899
      propensity-quadratic               0     0.02753
      propensity-tree                    0           0
      query-error                        0       7.403
      query-error-median                 0      0.2778
      query-error-worst                  0       104.2
    note: nothing says which row was which, so no record was compared with itself: say it if it is known, by the order of the rows or by a column that tells them apart
    figures of single attributes: -v; everything for programs: --json
    ");
}

#[test]
fn a_stranger_s_file_is_measured_without_a_policy() {
    let case = Case::empty()
        .file("a.csv", "id,age,town\n1,31,A\n2,33,A\n3,38,B\n4,36,B\n")
        .file("b.csv", "town,age,id\nA,30-34,2\nA,30-34,1\nB,35-39,4\nB,35-39,3\n");
    let asked = [
        "assess",
        "a.csv",
        "b.csv",
        "--quasi-identifiers",
        "age,town",
        "--rows-by",
        "id",
        "--json",
    ];
    let document = case.run(&asked).well().json();
    assert_eq!(figure(&document, "prosecutor-highest", "before").to_string(), "1");
    assert_eq!(figure(&document, "prosecutor-highest", "after").to_string(), "0.5");
    assert_eq!(figure(&document, "unique-records", "after").to_string(), "0");
    // Two records fit each person, so half of the links are right.
    assert_eq!(figure(&document, "linked-by-distance", "after").to_string(), "0.5");
    assert_eq!(figure(&document, "loss", "before").to_string(), "0");
    assert!(figure(&document, "loss", "after") > 0.0);
}

#[test]
fn an_intruder_finds_people_in_an_unprotected_file_and_not_in_a_release() {
    let case = released().file("copy.csv", PEOPLE);
    let found = |file: &str| {
        let asked = ["attack", "people.csv", file, "--policy", "policy.toml", "--json"];
        case.run(&asked).well().json()["findings"].clone()
    };
    let of = |findings: &Value, name: &str| {
        let list = findings.as_array().expect("a list");
        let attack = list.iter().find(|attack| attack["name"] == name);
        attack.unwrap_or_else(|| panic!("{name} is there")).clone()
    };
    let (copy, release) = (found("copy.csv"), found("out.csv"));
    assert_eq!(of(&copy, "linkage")["people"], 12);
    assert_eq!(of(&copy, "homogeneity")["people"], 12);
    assert_eq!(of(&release, "linkage")["people"], 0);
    let surest = of(&release, "linkage")["surest"].as_f64().expect("a number");
    assert!(surest <= 1.0 / 3.0 + 1e-9, "k-anonymity bounds it: {surest}");
    assert_eq!(of(&copy, "linkage")["stopped_by"][0], "k-anonymity");
}

#[test]
fn attacks_are_told_in_a_table() {
    let case = released();
    let asked = ["attack", "people.csv", "out.csv", "--policy", "policy.toml"];
    assert_snapshot!(case.run(&asked).well().shown(), @r"
    exit 0
    attack                              people         claimed      right      wrong         of      mean    surest      gain  stopped by
    linkage                             singled out          0          –          –         12    0.1667       0.2   0.07576
    consistency                         singled out          0          –          –         12    0.1667       0.2   0.07576
    homogeneity of illness              learnt               0          0          0         12       0.5       0.6  -0.04545
    skewness of illness                 likelier             0          0          0         12    0.4167       0.6   0.05303
    distance-linkage                    singled out          0          –          –         12    0.1833       0.2   0.09242
    rank-linkage                        singled out          0          –          –         12    0.1833       0.2   0.09242
    probability-linkage                 singled out          0          –          –         12    0.1833       0.2   0.09242
    distance-linkage by all columns     singled out          4          –          –         12    0.5833         1    0.4924  noise, microaggregate, synthesize
    rank-linkage by all columns         singled out          4          –          –         12    0.5833         1    0.4924  microaggregate, synthesize
    probability-linkage by all columns  singled out          4          –          –         12    0.5833         1    0.4924  noise, microaggregate, synthesize
    singled out: one record is taken to be theirs; learnt: something is taken to be known; likelier: something became likelier
    right, wrong: of those claimed, as far as it is known; mean, surest: how sure the intruder is; gain: how much surer than by a guess without the release
    note: by labels alone no record fits 1 person: the masked file has 1 record fewer, so theirs may be suppressed
    note: nothing says which row was which, so who was singled out is claimed and was not checked: say it if it is known, by the order of the rows or by a column that tells them apart
    ");
}

#[test]
fn configurations_are_compared_and_remembered() {
    let case = Case::people().policy("k = 3", "k = 4");
    let asked = [
        "explore",
        "policy.toml",
        "--k",
        "2,4,13",
        "--suppression",
        "0",
        "--algorithm",
        "optimal,mondrian",
        "--cache",
        "known.json",
        "--json",
    ];
    let ran = case.run(&asked);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    let first = ran.json();
    let configurations = first["configurations"].as_array().expect("a list");
    assert_eq!(configurations.len(), 6);
    let impossible = configurations.iter().filter(|one| one["k"] == 13);
    assert!(
        impossible.clone().count() == 2 && impossible.clone().all(|one| one["failed"].is_string())
    );
    assert!(configurations.iter().any(|one| one["frontier"] == true));
    // Whatever k was tried, the policy requires 4: what the file attains is held against that.
    for one in configurations.iter().filter(|one| one["failed"].is_null()) {
        let guarantee = &one["guarantees"][0];
        let attained = guarantee["attained"].as_u64().expect("it was counted");
        assert_eq!(
            (&guarantee["required"], &guarantee["holds"]),
            (&4.into(), &(attained >= 4).into())
        );
        assert_eq!(one["holds"], attained >= 4, "{one}");
    }
    let proposed = usize::try_from(first["proposed"].as_u64().expect("one is proposed"));
    assert_eq!(configurations[proposed.expect("a place")]["holds"], true);
    let two = |one: &&Value| one["k"] == 2 && one["holds"] == false;
    assert!(configurations.iter().any(|one| two(&one)), "k = 2 is too little for one of them");
    let shown = case.run(&asked[..8]).shown();
    assert!(shown.contains("k-anonymity: 3 (DOES NOT HOLD, 4 required)"), "{shown}");
    assert!(shown.contains("that attain what the policy requires"), "{shown}");
    assert!(!case.read("known.json").contains(SECRET));
    assert!(!case.files().contains_key("out.csv"), "nothing is released");
    assert_eq!(case.run(&asked).json(), first, "what is known is not computed again");
    // As many at once as there are threads, and the same comes out.
    for threads in ["1", "3"] {
        let asked = [&asked[..8], &["--json", "--threads", threads]].concat();
        assert_eq!(case.run(&asked).json(), first, "{threads} threads");
    }
}

#[test]
fn a_page_tells_about_a_release_and_shows_no_value() {
    let case = Case::people();
    for audience in ["internal", "public"] {
        let page = format!("{audience}.html");
        let asked =
            ["anonymize", "policy.toml", "--report", &page, "--audience", audience, "--force"];
        case.run(&asked).well();
        let page = case.read(&page);
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("k-anonymity"));
        let without_policy = page.split("<pre").next().expect("a beginning");
        assert!(!without_policy.contains(SECRET), "{audience}");
        assert!(!page.contains("http://") || page.contains("www.w3.org"), "no network");
    }
    let policy = case.read("public.html");
    assert!(!policy.contains("people.csv"), "the public does not see the policy");
}

#[test]
fn wrong_pairs_are_refused() {
    let case = released();
    let policy = ["--policy", "policy.toml"];
    let with = |rest: &[&'static str]| -> Vec<&'static str> {
        ["assess", "people.csv", "out.csv"]
            .into_iter()
            .chain(policy)
            .chain(rest.iter().copied())
            .collect()
    };
    let cases: [Vec<&str>; 6] = [
        vec!["assess", "people.csv", "out.csv"],
        vec!["assess", "people.csv", "missing.csv", "--policy", "policy.toml"],
        with(&["--rows-by", "nmae"]),
        with(&["--rows-by", "illness"]),
        with(&["--target", "illnes"]),
        vec!["explore", "policy.toml", "--algorithm", "optimall"],
    ];
    let shown: Vec<String> = cases.iter().map(|args| case.refused(2, args)).collect();
    assert_snapshot!(shown.join("\n"), @r"
    exit 2
    usage

      × nothing says which columns are quasi-identifiers
      help: say `--policy POLICY`, or `--quasi-identifiers age,zip`
    exit 2
    io::not-found

      × missing.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    exit 2
    usage

      × people.csv: there is no column `nmae`
      help: did you mean `name`?
    exit 2
    usage

      × `illness` does not tell rows apart: 9 have a value again
      help: rows are matched by a column in which no value occurs twice
    exit 2
    usage

      × no column `illnes` is in both files
      help: did you mean `illness`?
    exit 2
    usage

      × there is no algorithm `optimall`
      help: did you mean `optimal`?
    ");
}
