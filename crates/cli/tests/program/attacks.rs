//! Attacks that need more than the release: each succeeds on a broken release, and fails on a
//! protected one.

use crate::case::{Case, SECRET};
use insta::assert_snapshot;
use serde_json::Value;

/// What an attack found, by its name and attribute.
fn found(case: &Case, args: &[&str], name: &str) -> Value {
    let ran = case.run(&[args, &["--json"]].concat()).well();
    let document = ran.json();
    assert!(!ran.stdout.contains(SECRET), "no value is told");
    let list = document["findings"].as_array().expect("a list").clone();
    let mut of = list.into_iter().filter(|attack| attack["name"] == name);
    of.next_back().unwrap_or_else(|| panic!("{name} is there: {document}"))
}

fn people(case: &Case, args: &[&str], name: &str) -> u64 {
    found(case, args, name)["people"].as_u64().expect("a number")
}

const KEYS: [&str; 4] = ["--quasi-identifiers", "age,town", "--sensitive", "illness"];

/// Four people, and releases of them in which both, or only one, of their columns are coarse.
fn four() -> Case {
    let before = "age,town,illness\n31,A,Zyxqueena-flu\n33,B,Zyxqueena-gout\n38,A,Zyxqueena-flu\n36,B,Zyxqueena-mumps\n";
    Case::empty().file("a.csv", before).file(
        "coarse.csv",
        before
            .replace(",A,", ",*,")
            .replace(",B,", ",*,")
            .replace("31,", "30-39,")
            .replace("33,", "30-39,")
            .replace("38,", "30-39,")
            .replace("36,", "30-39,"),
    )
}

#[test]
fn outside_files_are_linked_whatever_their_columns_are_called() {
    let case = Case::people().file(
        "voters.csv",
        "Voter;AGE;Place\nZyxqueena Ada;31;Zyxqueena-Alba\nZyxqueena Leo;71;Zyxqueena-Dorf\n",
    );
    let case = case.file("copy.csv", crate::case::PEOPLE);
    case.run(&["anonymize", "policy.toml"]).well();
    let asked = |file: &'static str| -> Vec<&str> {
        vec!["attack", "people.csv", file, "--policy", "policy.toml", "--outside", "voters.csv"]
    };
    assert_eq!(people(&case, &asked("copy.csv"), "linkage"), 2);
    assert_eq!(people(&case, &asked("out.csv"), "linkage"), 0);
    let mapped = [asked("copy.csv"), vec!["--map", "Place=town"]].concat();
    assert_eq!(people(&case, &mapped, "linkage"), 2);
    assert_snapshot!(case.run(&asked("copy.csv")).well().shown(), @r"
    exit 0
    attack                                  people         claimed      right      wrong         of      mean    surest      gain  stopped by
    linkage                                 singled out         12          –          –         12         1         1    0.9167  k-anonymity, k-map, average-risk, sample-uniqueness, l-diversity, p-sensitive, alpha-k, ke-anonymity
    consistency                             singled out         12          –          –         12         1         1    0.9167  k-anonymity
    unsorted-matching                       singled out         12          –          –         12         1         1    0.9167  rows in a random order
    homogeneity of illness                  learnt              12         12          0         12         1         1       0.5  l-diversity, p-sensitive, alpha-k, ke-anonymity, t-closeness, delta-disclosure, beta-likeness
    skewness of illness                     likelier            12         12          0         12         1         1    0.6111  t-closeness, delta-disclosure, beta-likeness
    distance-linkage                        singled out         12          –          –         12         1         1    0.9167  noise, microaggregate, synthesize
    rank-linkage                            singled out         12          –          –         12         1         1    0.9167  microaggregate, synthesize
    probability-linkage                     singled out         12          –          –         12         1         1    0.9167  noise, microaggregate, synthesize
    distance-linkage by all columns         singled out         12          –          –         12         1         1    0.9167  noise, microaggregate, synthesize
    rank-linkage by all columns             singled out         12          –          –         12         1         1    0.9167  microaggregate, synthesize
    probability-linkage by all columns      singled out         12          –          –         12         1         1    0.9167  noise, microaggregate, synthesize
    linkage with voters.csv                 singled out          2          –          –          2         1         1    0.9167  k-anonymity, k-map, average-risk, sample-uniqueness, l-diversity, p-sensitive, alpha-k, ke-anonymity
    distance-linkage with voters.csv        singled out          2          –          –          2         1         1    0.9167  noise, microaggregate, synthesize
    rank-linkage with voters.csv            singled out          2          –          –          2         1         1    0.9167  microaggregate, synthesize
    probability-linkage with voters.csv     singled out          2          –          –          2         1         1    0.9167  noise, microaggregate, synthesize
    homogeneity of illness with voters.csv  learnt               2          –          –          2         1         1         –  l-diversity, p-sensitive, alpha-k, ke-anonymity, t-closeness, delta-disclosure, beta-likeness
    singled out: one record is taken to be theirs; learnt: something is taken to be known; likelier: something became likelier
    right, wrong: of those claimed, as far as it is known; mean, surest: how sure the intruder is; gain: how much surer than by a guess without the release
    note: voters.csv was compared by `AGE` as `age` (100 % fit), `Place` as `town` (100 % fit); its people are taken to be in the masked file
    note: nothing says which row was which, so who was singled out is claimed and was not checked: say it if it is known, by the order of the rows or by a column that tells them apart
    ");
    let wrong = [
        [asked("copy.csv"), vec!["--map", "Place=twon"]].concat(),
        [asked("copy.csv"), vec!["--map", "Plaec=town"]].concat(),
    ];
    let shown: Vec<String> = wrong.iter().map(|args| case.refused(2, args)).collect();
    assert_snapshot!(shown.join("\n"), @r"
    exit 2
    usage

      × `--map THEIRS=OURS`: the masked file has no column `twon`
      help: did you mean `town`?
    exit 2
    usage

      × `--map THEIRS=OURS`: voters.csv has no column `Plaec`
      help: did you mean `Place`?
    ");
}

#[test]
fn records_are_told_to_who_may_see_values() {
    let case = four();
    let asked = ["attack", "a.csv", "a.csv", KEYS[0], KEYS[1], KEYS[2], KEYS[3]];
    let plain = found(&case, &asked, "linkage");
    assert_eq!(plain.get("records"), None);
    let shown = found(&case, &[&asked[..], &["--show-values"]].concat(), "linkage");
    assert_eq!(shown["records"], serde_json::json!([1, 2, 3, 4]));
}

#[test]
fn rules_rule_values_out() {
    let case = four().file(
        "rules.toml",
        "[[rule]]\nabout = \"illness\"\nvalues = [\"Zyxqueena-flu\", \"Zyxqueena-mumps\"]\nwhen = { town = \"B\" }\n",
    );
    let case = case.file(
        "weak.toml",
        "[[rule]]\nabout = \"illness\"\nvalues = [\"Zyxqueena-flu\"]\nfactor = 0.5\n",
    );
    let asked = |rules: &'static str| -> Vec<&str> {
        ["attack", "a.csv", "coarse.csv"].into_iter().chain(KEYS).chain(["--know", rules]).collect()
    };
    // Of those in B only one value is left. One of them has another: the rules are wrong of him.
    let learnt = found(&case, &asked("rules.toml"), "background-knowledge");
    assert_eq!(
        (&learnt["claimed"], &learnt["right"], &learnt["people"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!(people(&case, &asked("weak.toml"), "background-knowledge"), 0);
    let case = case
        .file("typo.toml", "[[rule]]\nabout = \"illnes\"\nvalues = [\"Zyxqueena-flu\"]\n")
        .file(
            "when.toml",
            "[[rule]]\nabout = \"illness\"\nvalues = [\"x\"]\nwhen = { twon = \"B\" }\n",
        )
        .file("factor.toml", "[[rule]]\nabout = \"illness\"\nvalues = [\"x\"]\nfactor = -1\n")
        .file("form.toml", "[[rule]]\nabuot = \"Zyxqueena-flu\"\n");
    let shown = ["typo.toml", "when.toml", "factor.toml", "form.toml", "nothing.toml"]
        .map(|rules| case.refused(2, &asked(rules)));
    assert_snapshot!(shown.join("\n"), @r#"
    exit 2
    usage

      × typo.toml: rule 1 names no sensitive attribute of both files: `illnes`
      help: did you mean `illness`?
    exit 2
    usage

      × when.toml: rule 1 names no quasi-identifier of both files: `twon`
      help: did you mean `town`?
    exit 2
    usage

      × factor.toml: the factor of rule 1 is negative or not finite
      help: 0 is impossible, 1 says nothing, 2 is twice as likely
    exit 2
    usage

      × form.toml: line 2 is not a rule
      help: write for each rule a table such as `[[rule]]`, `about = "illness"`, `values =
            ["…"]`, `when = { sex = "…" }`, `factor = 0.1`
    exit 2
    io::not-found

      × nothing.toml: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    "#);
}

#[test]
fn releases_that_complement_each_other_are_joined() {
    // Each is 2-anonymous, and the illness tells which rows belong together.
    let case = Case::empty()
        .file("a.csv", "age,town,illness\n31,A,Zyxqueena-1\n33,B,Zyxqueena-2\n38,A,Zyxqueena-3\n36,B,Zyxqueena-4\n")
        .file("by-town.csv", "age,town,illness\n30-39,A,Zyxqueena-1\n30-39,B,Zyxqueena-2\n30-39,A,Zyxqueena-3\n30-39,B,Zyxqueena-4\n")
        .file("by-age.csv", "age,town,illness\n35-39,*,Zyxqueena-4\n35-39,*,Zyxqueena-3\n30-34,*,Zyxqueena-2\n30-34,*,Zyxqueena-1\n");
    let asked = |with: &'static str| -> Vec<&str> {
        ["attack", "a.csv", "by-town.csv"].into_iter().chain(KEYS).chain(["--with", with]).collect()
    };
    let joined = found(&case, &asked("by-age.csv"), "complementary-release");
    assert_eq!(
        (&joined["people"], &joined["figures"]["smallest-group-before"]),
        (&4.into(), &2.0.into())
    );
    // One that is no more precise in any column adds nothing.
    assert_eq!(people(&case, &asked("by-town.csv"), "complementary-release"), 0);
    let later = [asked("by-age.csv"), vec!["--later"]].concat();
    let document = case.run(&[&later[..], &["--json"]].concat()).well().json();
    let list = document["findings"].as_array().expect("a list");
    let temporal = list.iter().find(|attack| attack["name"] == "temporal").expect("it is tried");
    assert_eq!(temporal["people"], 4);
}

#[test]
fn who_came_and_went_is_told_by_the_difference() {
    let case = Case::empty()
        .file("a.csv", "age,illness\n31,Zyxqueena-flu\n33,Zyxqueena-gout\n38,Zyxqueena-flu\n")
        .file("earlier.csv", "age,illness\n30-39,Zyxqueena-flu\n30-39,Zyxqueena-gout\n30-39,Zyxqueena-flu\n30-39,Zyxqueena-mumps\n")
        .file("now.csv", "age,illness\n30-39,Zyxqueena-flu\n30-39,Zyxqueena-gout\n30-39,Zyxqueena-flu\n");
    let asked = |earlier: &'static str| -> Vec<&str> {
        let keys = ["--quasi-identifiers", "age", "--sensitive", "illness"];
        ["attack", "a.csv", "now.csv"]
            .into_iter()
            .chain(keys)
            .chain(["--earlier", earlier])
            .collect()
    };
    // Whoever left had the mumps.
    let left = found(&case, &asked("earlier.csv"), "temporal");
    assert_eq!((&left["people"], &left["figures"]["left"]), (&1.into(), &1.0.into()));
    let same = found(&case, &asked("now.csv"), "temporal");
    assert_eq!((&same["people"], &same["of"]), (&0.into(), &0.into()));
}

#[test]
fn two_providers_together_leave_one_value() {
    let case = four()
        .file("other.csv", "age,town,illness\n30-39,A,Zyxqueena-flu\n30-39,A,Zyxqueena-flu\n30-39,B,Zyxqueena-gout\n30-39,B,Zyxqueena-mumps\n")
        .file("none.csv", "age,town\n30-39,A\n30-39,A\n30-39,B\n30-39,B\n");
    let asked = |also: &'static str| -> Vec<&str> {
        ["attack", "a.csv", "coarse.csv"].into_iter().chain(KEYS).chain(["--also", also]).collect()
    };
    assert_eq!(people(&case, &asked("other.csv"), "intersection"), 2);
    assert_eq!(people(&case, &asked("coarse.csv"), "intersection"), 0);
    assert_snapshot!(case.refused(2, &asked("none.csv")), @r#"
    exit 2
    usage

      × none.csv: no sensitive attribute is in both releases
      help: an intersection needs one: `role = "sensitive"` in the policy, or `--sensitive`
    "#);
}

#[test]
fn what_had_to_be_generalised_tells_where_a_value_is() {
    // Two people in A, five in B; two of all have it, and at most half of a class may.
    let case = Case::empty()
        .file("a.csv", "town,illness\nA,HIV\nA,HIV\nB,flu\nB,flu\nB,flu\nB,flu\nB,flu\n")
        .file("coarse.csv", "town,illness\n*,HIV\n*,HIV\n*,flu\n*,flu\n*,flu\n*,flu\n*,flu\n")
        .file("rare.csv", "town,illness\nA,HIV\nA,flu\nB,flu\nB,flu\nB,flu\nB,flu\nB,flu\n")
        .file("rare-coarse.csv", "town,illness\n*,HIV\n*,flu\n*,flu\n*,flu\n*,flu\n*,flu\n*,flu\n");
    let asked = |before: &'static str, after: &'static str| -> Vec<&str> {
        let keys = ["--quasi-identifiers", "town", "--sensitive", "illness"];
        let minimal = ["--minimal", "illness=HIV", "--at-most", "0.5"];
        ["attack", before, after].into_iter().chain(keys).chain(minimal).collect()
    };
    assert_eq!(people(&case, &asked("a.csv", "coarse.csv"), "minimality"), 2);
    // One value in seven would have been safe anywhere: then its need says nothing.
    assert_eq!(people(&case, &asked("rare.csv", "rare-coarse.csv"), "minimality"), 0);
    let as_it_was = case.run(&asked("a.csv", "a.csv")).well();
    assert!(as_it_was.stdout.contains("nothing was generalised"), "{}", as_it_was.stdout);
    let keys =
        ["attack", "a.csv", "coarse.csv", "--quasi-identifiers", "town", "--sensitive", "illness"];
    let wrong = [
        vec!["--minimal", "illness=HIV"],
        vec!["--minimal", "illnes=HIV", "--at-most", "0.5"],
        vec!["--minimal", "illness=measles", "--at-most", "0.5"],
    ];
    let shown = wrong.map(|more| case.refused(2, &[&keys[..], &more].concat()));
    assert_snapshot!(shown.join("\n"), @r"
    exit 2
    usage

      × `--minimal`: nothing says which share of a class might have the value
      help: require `alpha-k` or `l-diversity` in the policy, or say `--at-most 0.5`
    exit 2
    usage

      × `--minimal`: no sensitive attribute `illnes` is in both files
      help: did you mean `illness`?
    exit 2
    usage

      × `--minimal`: `illness` has no such value
      help: write it as it is in the file before
    ");
}

#[test]
fn tables_of_means_are_solved_for_single_people() {
    let case = Case::empty()
        .file("a.csv", "town,sex,pay\nA,f,1\nA,m,2\nA,m,3\nB,f,4\nB,f,5\nB,m,6\nB,m,7\n");
    let asked = |more: &[&'static str]| -> Vec<&str> {
        let keys = ["attack", "a.csv", "a.csv", "--quasi-identifiers", "town,sex"];
        keys.into_iter().chain(more.iter().copied()).collect()
    };
    // The only woman of A is held back, and follows from the town less its men.
    let both = asked(&["--means-by", "town", "--means-by", "town,sex", "--least-cell", "2"]);
    let solved = found(&case, &both, "differencing");
    assert_eq!((&solved["people"], &solved["of"]), (&1.into(), &7.into()));
    let town = asked(&["--means-by", "town", "--least-cell", "2"]);
    assert_eq!(people(&case, &town, "differencing"), 0);
    assert_snapshot!(case.refused(2, &asked(&["--means-by", "twon"])), @r"
    exit 2
    usage

      × `--means-by`: no column `twon` is in both files
      help: did you mean `town`?
    ");
}

#[test]
fn sorted_averages_bound_what_they_are_of() {
    let case = Case::empty()
        .file("a.csv", "id,pay\n1,10\n2,12\n3,50\n4,52\n5,54\n6,56\n7,98\n8,100\n")
        .file("alone.csv", "id,pay\n*,11\n*,11\n*,51\n*,51\n*,55\n*,55\n*,99\n*,99\n")
        .file("together.csv", "id,pay\n*,54\n*,54\n*,54\n*,54\n*,55\n*,55\n*,55\n*,55\n");
    let asked = |file: &'static str| -> Vec<&str> {
        vec![
            "attack",
            "a.csv",
            file,
            "--quasi-identifiers",
            "id",
            "--averages",
            "pay",
            "--alike",
            "0.6",
        ]
    };
    assert_eq!(people(&case, &asked("alone.csv"), "sorted-averages"), 4);
    assert_eq!(people(&case, &asked("together.csv"), "sorted-averages"), 0);
    let wrong = ["attack", "a.csv", "alone.csv", "--quasi-identifiers", "id", "--averages", "pya"];
    assert_snapshot!(case.refused(2, &wrong), @r"
    exit 2
    usage

      × `--averages`: no column of numbers `pya` is in both files
      help: the columns are `id`, `pay`
    ");
}
