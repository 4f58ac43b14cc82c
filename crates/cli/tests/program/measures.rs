//! What a policy asks to be measured: queries, survey weights, households.

use crate::case::{Case, SECRET};
use insta::assert_snapshot;
use serde_json::Value;

const QUERIES: &str = r#"
[[measure]]
what = "queries"
queries = [
  { where = { age = "30-39" } },
  { name = "age in the north", mean = "age", where = { town = "North" } },
  { name = "one town", where = { town = "Zyxqueena-Alba" } },
]
"#;

fn asking(queries: &str) -> Case {
    let case = Case::people();
    let policy = case.read("policy.toml") + queries;
    case.file("policy.toml", policy)
}

fn findings(document: &Value, name: &str) -> Vec<(String, f64)> {
    let list = document["findings"].as_array().expect("a list");
    let of = list.iter().filter(|finding| finding["name"] == name);
    let attribute = |finding: &Value| finding["attribute"].as_str().unwrap_or("").to_owned();
    of.map(|one| (attribute(one), one["after"].as_f64().unwrap_or(f64::NAN))).collect()
}

fn figure(document: &Value, name: &str, which: &str) -> Option<f64> {
    let list = document["findings"].as_array().expect("a list");
    list.iter().find(|finding| finding["name"] == name)?[which].as_f64()
}

#[test]
fn queries_are_answered_by_release_and_report() {
    let case = asking(QUERIES);
    let report = case.run(&["anonymize", "policy.toml", "--json", "--keep-order"]).well().json();
    let told = findings(&report, "query-error");
    let names: Vec<&str> = told.iter().map(|one| one.0.as_str()).collect();
    assert_eq!(names, ["query 1", "age in the north", "one town"]);
    assert!(told[0].1.abs() < 1e-9, "ages are released by tens: {told:?}");
    // A region of two towns with as many people: half of them are thought to be of one.
    assert!(told[2].1 < 0.2, "{told:?}");
    let asked = ["assess", "people.csv", "out.csv", "--policy", "policy.toml"];
    let document = case.run(&[&asked[..], &["--json"]].concat()).well().json();
    let again = findings(&document, "query-error");
    assert_eq!(again[1..], told[..], "the same as in the report, after their mean");
    let mean = told.iter().map(|one| one.1).sum::<f64>() / 3.0;
    assert!((again[0].1 - mean).abs() < 1e-9);
    case.run(&["anonymize", "policy.toml", "--report", "page.html", "--force"]).well();
    let page = case.read("page.html");
    assert!(page.contains("Query by query") && page.contains("age in the north"));
}

#[test]
fn queries_that_cannot_be_asked_are_refused() {
    let with = |queries: &str| {
        let case = asking(&format!("\n[[measure]]\nwhat = \"queries\"\nqueries = [{queries}]\n"));
        case.refused(2, &["anonymize", "policy.toml"])
    };
    let shown = [
        with("{ mean = \"name\" }"),
        with("{ where = { twon = \"x\" } }"),
        with("{ sum = \"town\" }"),
        with("{ where = { town = \"Atlantis\" } }"),
        with("{ sum = \"age\", mean = \"age\" }"),
        with("{ where = {} }"),
        with(""),
    ];
    assert_snapshot!(shown.join("\n"), @r#"
    exit 2
    bind::query

      × a query asks for `name`, which is not released
        ╭─[policy.toml:32:21]
     31 │ what = "queries"
     32 │ queries = [{ mean = "name" }]
        ·                     ───┬──
        ·                        ╰── not in the release
        ╰────
      help: the columns are `age`, `town`, `illness`
    exit 2
    bind::query

      × a query asks for `twon`, which is not released
        ╭─[policy.toml:32:24]
     31 │ what = "queries"
     32 │ queries = [{ where = { twon = "x" } }]
        ·                        ──┬─
        ·                          ╰── not in the release
        ╰────
      help: did you mean `town`?
    exit 2
    bind::query

      × `town` has no numbers to add up
        ╭─[policy.toml:32:20]
     31 │ what = "queries"
     32 │ queries = [{ sum = "town" }]
        ·                    ───┬──
        ·                       ╰── not numbers
        ╰────
      help: ask for a count, or for another attribute
    exit 2
    bind::query

      × no record has this `town`
        ╭─[policy.toml:32:31]
     31 │ what = "queries"
     32 │ queries = [{ where = { town = "Atlantis" } }]
        ·                               ─────┬────
        ·                                    ╰── in no record
        ╰────
      help: write a value as it is in the data, a range such as `20-39`, or a group of the
            hierarchy
    exit 2
    policy::contradiction

      × a query asks for a `sum` and for a `mean`
        ╭─[policy.toml:32:20]
     31 │ what = "queries"
     32 │ queries = [{ sum = "age", mean = "age" }]
        ·                    ──┬──
        ·                      ╰── one of the two
        ╰────
      help: write two queries
    exit 2
    policy::out-of-range

      × `where` names nothing
        ╭─[policy.toml:32:14]
     31 │ what = "queries"
     32 │ queries = [{ where = {} }]
        ·              ──┬──
        ·                ╰── empty
        ╰────
      help: leave it out to ask about all records
    exit 2
    policy::out-of-range

      × `queries` names nothing
        ╭─[policy.toml:32:1]
     31 │ what = "queries"
     32 │ queries = []
        · ───┬───
        ·    ╰── empty
        ╰────
      help: ask something: `queries = [{ mean = "pay" }]`
    "#);
}

/// Six people of three households, each standing for some of the population.
fn survey() -> Case {
    let data = "age,town,weight,home\n31,A,10,h1\n32,A,10,h1\n33,B,20,h2\n34,B,20,h2\n35,B,5,h3\n36,A,5,h3\n";
    let policy = "version = 1\n[data]\ninput = \"people.csv\"\nweight = \"weight\"\nhousehold = \"home\"\n\
        [attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [10] }\n\
        [attributes.town]\nrole = \"quasi-identifier\"\nhierarchy = { suppress = true }\n\
        [[require]]\nmodel = \"k-anonymity\"\nk = 3\n[output]\nfile = \"out.csv\"\n";
    Case::empty().file("people.csv", data).file("policy.toml", policy)
}

#[test]
fn weights_and_households_count_for_risk() {
    let case = survey();
    case.run(&["anonymize", "policy.toml", "--keep-order", "--report", "page.html"]).well();
    let asked = ["assess", "people.csv", "out.csv", "--policy", "policy.toml", "--json"];
    let known = case.run(&[&asked[..], &["--same-order"]].concat()).well().json();
    let unknown = case.run(&asked).well().json();
    // Alone in the sample with weight 5: p/(1-p) · ln(1/p) with p = 1/5.
    let highest = figure(&known, "individual-risk-highest", "before").expect("it is told");
    assert!((highest - 0.25 * 5.0_f64.ln()).abs() < 1e-9, "{highest}");
    let after = figure(&known, "individual-risk-highest", "after").expect("weights are aligned");
    assert!(after < 0.1, "classes of three stand for 25 and more: {after}");
    assert_eq!(figure(&unknown, "individual-risk-highest", "after"), None);
    let home = |document: &Value, which: &str| figure(document, "household-risk-average", which);
    let average = figure(&known, "individual-risk-average", "after").expect("it is told");
    let both = home(&known, "after").expect("homes are aligned");
    assert!(both > average && both <= 2.0 * average, "{both} {average}");
    assert_eq!(home(&unknown, "after"), None);
    let notes = unknown["notes"].to_string();
    assert!(notes.contains("which weight a record has is not known"), "{notes}");
    let page = case.read("page.html");
    assert!(page.contains("Individual risk") && page.contains("Household risk"));
    assert!(page.contains("Threshold of high risk"));
}

#[test]
fn the_worst_case_is_at_least_the_usual_one() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    let asked =
        ["assess", "people.csv", "people.csv", "--policy", "policy.toml", "--same-order", "--json"];
    let document = case.run(&asked).well();
    assert!(!document.stdout.contains(SECRET));
    let document = document.json();
    let rate = |name: &str| figure(&document, name, "after").expect("it is told");
    for learned in ["weights", "order", "sets"] {
        let learned = rate(&format!("linked-by-learned-{learned}"));
        assert!(learned >= rate("linked-by-distance") - 1e-9, "{learned}");
    }
    // Towns are no numbers.
    assert_eq!(figure(&document, "linked-by-learned-form", "after"), None);
}

#[test]
fn who_knows_the_method_finds_more() {
    let case = Case::empty()
        .file("a.csv", "pay,age\n10,20\n20,30\n30,40\n40,50\n50,60\n60,70\n70,80\n80,90\n")
        .file("swapped.csv", "pay,age\n20,30\n10,20\n40,50\n30,40\n60,70\n50,60\n80,90\n70,80\n")
        .file("averaged.csv", "pay,age\n15,25\n15,25\n35,45\n35,45\n55,65\n55,65\n75,85\n75,85\n");
    let asked = |file: &'static str, more: &[&'static str]| -> Vec<&str> {
        let keys = ["--quasi-identifiers", "pay,age", "--same-order"];
        ["assess", "a.csv", file].into_iter().chain(keys).chain(more.iter().copied()).collect()
    };
    let json = |args: &[&str]| case.run(&[args, &["--json"]].concat()).well().json();
    let swapped = asked("swapped.csv", &["--rank-swapped", "pay,age", "--swap-width", "13"]);
    let found = figure(&json(&swapped), "linked-knowing-rank-swapping", "after");
    // One of the neighbours, two or three of them.
    assert!(found.is_some_and(|rate| rate > 1.0 / 3.0 - 1e-9), "{found:?}");
    let averaged = asked("averaged.csv", &["--averaged", "pay,age"]);
    let found = figure(&json(&averaged), "linked-knowing-averages", "after");
    assert!(found.is_some_and(|rate| rate > 0.2), "{found:?}");
    let shown = [
        case.refused(2, &asked("averaged.csv", &["--averaged", "pya"])[..]),
        case.refused(
            2,
            &["assess", "a.csv", "averaged.csv", "--quasi-identifiers", "pay", "--averaged", "age"],
        ),
    ];
    assert_snapshot!(shown.join("\n"), @r"
    exit 2
    usage

      × no column of numbers `pya` is in both files
      help: the columns are `pay`, `age`
    exit 2
    usage

      × whether the method gives people away is known only if it is known which row was
      │ which
      help: say `--same-order` or `--rows-by COLUMN`
    ");
}
