//! Verdicts: the figure that is shown stands beside the bound that decided, in every document.

use crate::case::Case;
use insta::assert_snapshot;
use serde_json::Value;

/// A class of four and one of three. Everybody wishes for a class of three, and one for six.
const CLASSES: &str = "\
place,illness,wish
a,flu,3
a,flu,3
a,gout,2
a,mumps,2
b,flu,3
b,gout,1
b,gout,1
";
/// With one more who is alone.
const ALONE: &str = "c,flu,1\n";
/// One who wishes for more than there are.
const WISHED: &str = "b,flu,6\n";

fn case(requirement: &str, more: &str) -> Case {
    let place = |name: &str, people: usize| format!("{name}\n").repeat(people);
    let census = format!("place\n{}{}{}", place("a", 16), place("b", 6), place("c", 1));
    let counts = requirement.contains("presence") || requirement.contains("\"population\"");
    let population = if counts { "population = \"census.csv\"\n" } else { "" };
    let policy = format!(
        "version = 1\n[data]\ninput = \"data.csv\"\n{population}\
         unlisted = \"drop\"\n[attributes.place]\nrole = \"quasi-identifier\"\n\
         [attributes.illness]\nrole = \"sensitive\"\ntype = \"ordinal\"\n\
         order = [\"flu\", \"gout\", \"mumps\"]\n[[require]]\n{requirement}\n\
         [release]\nsuppression = 0\n[output]\nfile = \"out.csv\"\n"
    );
    Case::empty()
        .file("data.csv", format!("{CLASSES}{more}"))
        .file("census.csv", census)
        .file("policy.toml", policy)
}

/// Each requirement with what must become of it, and what is added to the data.
const CASES: &[(&str, bool, &str)] = &[
    ("model = \"k-anonymity\"\nk = 3", true, ""),
    ("model = \"k-anonymity\"\nk = 4", false, ""),
    ("model = \"k-anonymity\"\nk = 3\nevery = 1", true, ""),
    ("model = \"k-anonymity\"\nk = { column = \"wish\" }", true, ""),
    ("model = \"k-anonymity\"\nk = { column = \"wish\" }", false, WISHED),
    ("model = \"k-map\"\nestimate = \"population\"\nk = 6", true, ""),
    ("model = \"k-map\"\nestimate = \"population\"\nk = 7", false, ""),
    ("model = \"k-map\"\nk = 3\nsampling-fraction = 0.1", true, ""),
    ("model = \"k-map\"\nk = 9\nsampling-fraction = 0.5", false, ""),
    ("model = \"delta-presence\"\nat-least = 0.3\nat-most = 0.67", false, ""),
    ("model = \"delta-presence\"\nat-least = 0.1\nat-most = 0.4", false, ""),
    ("model = \"delta-presence\"\nat-least = 0.24\nat-most = 1", true, ALONE),
    ("model = \"delta-presence\"\nat-least = 0\nat-most = 0.6", true, ""),
    ("model = \"average-risk\"\nat-most = 0.3", true, ""),
    ("model = \"average-risk\"\nat-most = 0.25", false, ""),
    ("model = \"sample-uniqueness\"\nat-most = 0.1", true, ""),
    ("model = \"sample-uniqueness\"\nat-most = 0.1", false, ALONE),
    ("model = \"population-uniqueness\"\nat-most = 0.5\nsampling-fraction = 0.1", true, ""),
    (
        "model = \"population-uniqueness\"\nat-most = 0.0001\nestimator = \"zayatz\"\n\
         sampling-fraction = 0.9",
        false,
        ALONE,
    ),
    ("model = \"l-diversity\"\nl = 2", true, ""),
    ("model = \"l-diversity\"\nl = 3", false, ""),
    ("model = \"l-diversity\"\nl = 1.8\nkind = \"entropy\"", true, ""),
    ("model = \"l-diversity\"\nl = 2\nkind = \"entropy\"", false, ""),
    ("model = \"l-diversity\"\nl = 1.2\nkind = \"entropy-grassberger\"", true, ""),
    ("model = \"l-diversity\"\nl = 3\nkind = \"entropy-grassberger\"", false, ""),
    ("model = \"l-diversity\"\nl = 2\nkind = \"recursive\"\nc = 3", true, ""),
    ("model = \"l-diversity\"\nl = 2\nkind = \"recursive\"\nc = 2", false, ""),
    ("model = \"l-diversity\"\nl = 3\nkind = \"recursive\"\nc = 2", false, ""),
    (
        "model = \"l-diversity\"\nl = 2\nkind = \"positive-disclosure\"\nc = 1.5\n\
         disclosable = [\"gout\"]",
        true,
        "",
    ),
    ("model = \"l-diversity\"\nl = 2\nkind = \"positive-disclosure\"\nc = 1.5", false, ""),
    (
        "model = \"l-diversity\"\nl = 2\nkind = \"negative-positive-disclosure\"\nc = 3\n\
         c2 = 0.3\nundeniable = [\"flu\"]",
        true,
        "",
    ),
    (
        "model = \"l-diversity\"\nl = 2\nkind = \"negative-positive-disclosure\"\nc = 3\n\
         c2 = 0.4\nundeniable = [\"flu\"]",
        false,
        "",
    ),
    ("model = \"p-sensitive\"\np = 2\nk = 3", true, ""),
    ("model = \"p-sensitive\"\np = 3\nk = 3", false, ""),
    ("model = \"p-sensitive\"\np = 2\nk = 4", false, ""),
    ("model = \"alpha-k\"\nalpha = 0.7\nk = 3", true, ""),
    ("model = \"alpha-k\"\nalpha = 0.6\nk = 3", false, ""),
    ("model = \"alpha-k\"\nalpha = 0.7\nk = 4", false, ""),
    ("model = \"t-closeness\"\nt = 0.3", true, ""),
    ("model = \"t-closeness\"\nt = 0.1\ndistance = \"ordered\"", false, ""),
    ("model = \"t-closeness\"\nt = 0.2\ndistance = \"kullback-leibler\"", false, ""),
    ("model = \"delta-disclosure\"\ndelta = 0.6\nabsent = \"ignored\"", true, ""),
    ("model = \"delta-disclosure\"\ndelta = 0.6\nbase = 2\nabsent = \"ignored\"", false, ""),
    ("model = \"delta-disclosure\"\ndelta = 0.6\nabsent = \"violates\"", false, ""),
    ("model = \"beta-likeness\"\nbeta = 0.8\nkind = \"basic\"", true, ""),
    ("model = \"beta-likeness\"\nbeta = 0.7\nkind = \"basic\"", false, ""),
    ("model = \"beta-likeness\"\nbeta = 3\nkind = \"enhanced\"", false, ALONE),
];

/// Whether a figure keeps to a bound, as a reader of the document would say.
fn keeps(guarantee: &Value) -> bool {
    let number = |name: &str| guarantee[name].as_f64();
    // What is beyond any number keeps to no bound from above.
    let attained = number("attained").unwrap_or(f64::INFINITY);
    let required = number("required").unwrap();
    match guarantee["bound"].as_str() {
        Some("at-least") => attained >= required,
        Some("at-most") => attained <= required,
        Some("below") => attained < required,
        other => panic!("{other:?} is no direction"),
    }
}

#[test]
fn every_verdict_shows_the_bound_that_decides() {
    let mut lines = String::new();
    for &(requirement, holds, more) in CASES {
        let case = case(requirement, more);
        let args = ["check", "data.csv", "--policy", "policy.toml"];
        let ran = case.run(&args);
        let json = case.run(&[&args[..], &["--json"]].concat());
        assert_eq!((ran.code, json.code), (i32::from(!holds), i32::from(!holds)), "{requirement}");
        let document = json.json();
        let asked = document["guarantees"].as_array().unwrap().iter();
        let asked: Vec<&Value> = asked.filter(|one| !one["required"].is_null()).collect();
        assert_eq!(asked.iter().all(|one| one["holds"] == true), holds, "{requirement}");
        for (guarantee, line) in asked.into_iter().zip(ran.stdout.lines().skip(1)) {
            assert_eq!(guarantee["holds"], keeps(guarantee), "{guarantee}");
            // Every key of the policy's requirement is in the document, and its value in the line.
            for key in requirement.lines().skip(1).filter_map(|line| line.split_once(" = ")) {
                let is_listed = ["disclosable", "undeniable"].contains(&key.0);
                let parameters = guarantee["parameters"].as_object().unwrap();
                if parameters
                    .get("counts")
                    .is_some_and(|of| of.as_str().unwrap().contains("absent"))
                {
                    continue;
                }
                assert!(parameters.contains_key(key.0), "{} of {guarantee}", key.0);
                let value =
                    key.1.trim_matches('"').replace("{ column = \"", "").replace("\" }", "");
                assert!(is_listed || line.contains(&value), "{value} in {line}");
            }
            lines += &format!("{}\n", line.trim());
        }
    }
    assert_snapshot!(lines);
}

/// What the objective minimises is what is lost; what `assess` measures is what is kept.
/// Many values, and far apart: each of the two bounds decides once.
#[test]
fn ranges_show_the_bound_that_decides() {
    for (parameters, decided_by, attained, holds) in [
        ("k = 2\ne = 1", "e", 1.0, true),
        ("k = 2\ne = 1.5", "e", 1.0, false),
        ("k = 3\ne = 1", "k", 2.0, false),
    ] {
        let policy = format!(
            "version = 1\n[data]\ninput = \"data.csv\"\nunlisted = \"drop\"\n\
             [attributes.place]\nrole = \"quasi-identifier\"\n\
             [attributes.wish]\nrole = \"sensitive\"\n\
             [[require]]\nmodel = \"ke-anonymity\"\n{parameters}\n[output]\nfile = \"out.csv\"\n"
        );
        let case = Case::empty().file("data.csv", CLASSES).file("policy.toml", policy);
        let ran = case.run(&["check", "data.csv", "--policy", "policy.toml", "--json"]);
        let verdict = &ran.json()["guarantees"][0];
        assert_eq!((ran.code, &verdict["holds"]), (i32::from(!holds), &holds.into()), "{verdict}");
        assert_eq!(verdict["decided_by"], decided_by, "{verdict}");
        assert_eq!(verdict["attained"].as_f64(), Some(attained), "{verdict}");
        assert_eq!(keeps(verdict), holds, "{verdict}");
    }
}

#[test]
fn precision_says_which_way_it_goes() {
    let case = Case::people().policy("[release]", "[release]\nobjective = \"precision\"");
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order", "--report", "r.json"]).well();
    let line =
        ran.stderr.lines().find(|line| line.contains("precision")).unwrap().trim().to_owned();
    assert!(line.starts_with("precision lost"), "{line}");
    let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
    assert_eq!(report["release"]["objective"]["name"], "precision");
    let assess = ["assess", "people.csv", "out.csv", "--policy", "policy.toml"];
    let shown = case.run(&assess).well().stdout;
    assert!(shown.lines().any(|line| line.trim().starts_with("precision kept")), "{shown}");
}
