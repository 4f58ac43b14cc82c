//! Policies from values and from the builder: the same reader, the same words, paths instead of lines.

use crate::common;
use crate::common::{entries, parse, without_places};
use ridotto_policy::builder::{
    addresses, auto, built, cuts, dates, digits, groups, intervals, redact, suppress,
};
use ridotto_policy::{Decimal, Kind, Policy, PolicyBuilder, PolicyError, Role, Suppress};
use serde_json::{Value, json};

fn builder() -> PolicyBuilder {
    PolicyBuilder::new(entries())
}

fn from_value(value: Value) -> Result<Policy, PolicyError> {
    Policy::from_value("the policy", value, &entries())
}

fn least() -> Value {
    json!({
        "version": 1,
        "attributes": { "age": { "role": "quasi-identifier" } },
        "require": [{ "model": "k-anonymity", "k": 5 }],
    })
}

#[test]
fn ten_lines() {
    let built = builder()
        .attribute("age", Role::QuasiIdentifier)
        .hierarchy(intervals([10, 20]))
        .attribute("diagnosis", Role::Sensitive)
        .require("k-anonymity", [("k", 5)])
        .build()
        .unwrap();
    let written = parse(
        "version = 1
        [attributes.age]
        role = \"quasi-identifier\"
        hierarchy = { intervals = [10, 20] }
        [attributes.diagnosis]
        role = \"sensitive\"
        [[require]]
        model = \"k-anonymity\"
        k = 5",
    );
    assert_eq!(without_places(&built), without_places(&written.unwrap()));
}

/// Every section, every kind of value.
#[test]
fn all_of_the_language() {
    let built = builder()
        .named("folder/policy")
        .data("input", "people.csv")
        .with("missing", ["?", ""])
        .with("delimiter", ';')
        .with("header", true)
        .attribute("age", Role::QuasiIdentifier)
        .value_type("integer")
        .hierarchy(intervals([5, 10]).with("lower", 15).with("upper", 95))
        .importance(2.5)
        .with("max-level", 2)
        .attribute_with("job", json!({ "role": ["quasi-identifier", "sensitive"] }))
        .hierarchy("jobs.csv")
        .attribute("grade", Role::QuasiIdentifier)
        .value_type("ordinal")
        .order(["low", "middle", "high"])
        .attribute("town", Role::QuasiIdentifier)
        .hierarchy(groups(json!({ "north": ["Alba", "Berg"], "south": ["Caen"] })))
        .attribute("name", Role::Identifier)
        .pseudonym("hmac-sha256", [("key-file", "secret.key")])
        .attribute("illness", Role::Sensitive)
        .mask("round", [("attributes", ["pay"])])
        .with("to", 100)
        .attribute("pay", Role::Insensitive)
        .require("k-anonymity", [("k", 5)])
        .require("t-closeness", [("t", Decimal::parse("0.2").unwrap())])
        .with("attribute", "illness")
        .release("suppression", 0.02)
        .with("suppress", Suppress::Record)
        .output("file", "out.csv")
        .output("report", ["report.html", "report.json"])
        .measure("queries", json!({ "queries": [{ "mean": "pay", "where": { "town": "Alba" } }] }))
        .quality("valid", json!({ "age": "0..120" }))
        .build()
        .unwrap();
    let written = parse(
        "version = 1
        [data]
        input = \"people.csv\"
        missing = [\"?\", \"\"]
        delimiter = \";\"
        header = true
        [attributes.age]
        role = \"quasi-identifier\"
        type = \"integer\"
        hierarchy = { intervals = [5, 10], lower = 15, upper = 95 }
        importance = 2.5
        max-level = 2
        [attributes.job]
        role = [\"quasi-identifier\", \"sensitive\"]
        hierarchy = \"jobs.csv\"
        [attributes.grade]
        role = \"quasi-identifier\"
        type = \"ordinal\"
        order = [\"low\", \"middle\", \"high\"]
        [attributes.town]
        role = \"quasi-identifier\"
        hierarchy = { groups = { north = [\"Alba\", \"Berg\"], south = [\"Caen\"] } }
        [attributes.name]
        role = \"identifier\"
        pseudonym = { method = \"hmac-sha256\", key-file = \"secret.key\" }
        [attributes.illness]
        role = \"sensitive\"
        [attributes.pay]
        role = \"insensitive\"
        [[mask]]
        method = \"round\"
        attributes = [\"pay\"]
        to = 100
        [[require]]
        model = \"k-anonymity\"
        k = 5
        [[require]]
        model = \"t-closeness\"
        t = 0.2
        attribute = \"illness\"
        [release]
        suppression = 0.02
        suppress = \"record\"
        [output]
        file = \"out.csv\"
        report = [\"report.html\", \"report.json\"]
        [[measure]]
        what = \"queries\"
        queries = [{ mean = \"pay\", where = { town = \"Alba\" } }]
        [quality]
        valid = { age = \"0..120\" }",
    );
    assert_eq!(without_places(&built), without_places(&written.unwrap()));
    assert_eq!(built.source().name(), "folder/policy");
}

#[test]
fn tables_of_counts() {
    let wrong = builder()
        .kind(Kind::Table)
        .attribute("region", Role::Dimension)
        .table(["region", "industry"])
        .require("k-anonymity", ())
        .build()
        .unwrap_err();
    insta::assert_snapshot!(wrong, @r#"require[0]: `k-anonymity` is a requirement of `kind = "microdata"`"#);
}

/// Each function names a builder, and each builder has one.
#[test]
fn hierarchies_of_every_builder() {
    let all = [
        intervals([10]),
        cuts([[18, 65]]),
        redact("right"),
        dates(["year"]),
        addresses([24]),
        digits([4, 3]),
        groups(json!({ "a": ["b"], "c": ["d"] })),
        auto(),
        suppress(),
    ];
    let policies = all.map(|hierarchy| {
        let attribute = builder().attribute("it", Role::QuasiIdentifier).hierarchy(hierarchy);
        attribute.require("k-anonymity", [("k", 5)]).build().unwrap()
    });
    let mut named: Vec<&str> = policies
        .iter()
        .map(|policy| policy.attributes[0].hierarchy.as_ref().unwrap().name())
        .collect();
    named.sort_unstable();
    let entries = entries();
    let mut known: Vec<&str> = entries.builders().map(|of| of.entry().name).collect();
    known.sort_unstable();
    assert_eq!(named, known);
}

#[test]
fn one_problem_has_its_path() {
    let wrong = builder()
        .attribute("age", Role::QuasiIdentifier)
        .hierarchy(built("interval", [10]))
        .require("k-anonymity", [("k", 5)])
        .build()
        .unwrap_err();
    insta::assert_snapshot!(wrong, @"attributes.age.hierarchy.interval: `interval` builds no hierarchy");
    let [problem] = wrong.problems() else { panic!("{wrong:?}") };
    assert_eq!(problem.path.as_deref(), Some("attributes.age.hierarchy.interval"));
    assert_eq!(problem.help.as_deref(), Some("did you mean `intervals`?"));
    insta::assert_snapshot!(common::rendered(&wrong), @r#"
    policy::builder

      × attributes.age.hierarchy.interval: `interval` builds no hierarchy
      help: did you mean `intervals`?
    "#);
}

#[test]
fn several_problems_are_a_list() {
    let wrong = builder()
        .hierarchy("before.csv")
        .attribute("marital status", Role::QuasiIdentifier)
        .with("rôle", "x")
        .require("k-anonymity", [("k", 1)])
        .require("t-closness", [("t", 0.2)])
        .release("suppression", "a little")
        .build()
        .unwrap_err();
    insta::assert_snapshot!(wrong, @r#"
    5 problems in the policy
    - hierarchy: the policy has no key `hierarchy`
      help: `hierarchy` is a key of `[attributes.NAME]`
    - attributes."marital status".rôle: `[attributes."marital status"]` has no key `rôle`
      help: did you mean `role`?
    - require[0].k: `k` is 1, but must be at least 2
      help: `k = 1` protects nobody: every record may be alone in its class
    - require[1].model: `t-closness` is not a known `model`
      help: did you mean `t-closeness`?
    - release.suppression: `suppression` takes a number, not a text
      help: for example `suppression = 0.02`
    "#);
    insta::assert_snapshot!(common::rendered(&wrong), @r#"
    × 5 problems in the policy
    │ - hierarchy: the policy has no key `hierarchy`
    │   help: `hierarchy` is a key of `[attributes.NAME]`
    │ - attributes."marital status".rôle: `[attributes."marital status"]` has no
    │ key `rôle`
    │   help: did you mean `role`?
    │ - require[0].k: `k` is 1, but must be at least 2
    │   help: `k = 1` protects nobody: every record may be alone in its class
    │ - require[1].model: `t-closness` is not a known `model`
    │   help: did you mean `t-closeness`?
    │ - release.suppression: `suppression` takes a number, not a text
    │   help: for example `suppression = 0.02`
    "#);
    insta::assert_debug_snapshot!(wrong, @r#"
    the policy
    - hierarchy: the policy has no key `hierarchy`
      help: `hierarchy` is a key of `[attributes.NAME]`
    - attributes."marital status".rôle: `[attributes."marital status"]` has no key `rôle`
      help: did you mean `role`?
    - require[0].k: `k` is 1, but must be at least 2
      help: `k = 1` protects nobody: every record may be alone in its class
    - require[1].model: `t-closness` is not a known `model`
      help: did you mean `t-closeness`?
    - release.suppression: `suppression` takes a number, not a text
      help: for example `suppression = 0.02`
    "#);
}

#[test]
fn what_no_text_can_say() {
    let twice = builder()
        .attribute("age", Role::QuasiIdentifier)
        .attribute("age", Role::Sensitive)
        .require("k-anonymity", [("k", 5)])
        .build()
        .unwrap_err();
    insta::assert_snapshot!(twice, @"attributes.age: `age` is there twice");
    let nameless = builder()
        .attribute("", Role::Sensitive)
        .attribute("age", Role::QuasiIdentifier)
        .require("k-anonymity", [("k", 5)])
        .build()
        .unwrap_err();
    insta::assert_snapshot!(nameless, @r#"attributes."": an attribute has an empty name"#);
    let mut null = least();
    null["require"][0]["k"] = Value::Null;
    insta::assert_snapshot!(from_value(null).unwrap_err(), @"require[0].k: `k` takes a whole number, not null");
    insta::assert_snapshot!(from_value(json!(["k-anonymity"])).unwrap_err(), @"a policy is a table, and this is none");
    let infinite = builder()
        .attribute("age", Role::QuasiIdentifier)
        .importance(f64::NAN)
        .require("k-anonymity", json!("k"))
        .build()
        .unwrap_err();
    insta::assert_snapshot!(infinite, @r#"
    2 problems in the policy
    - attributes.age.importance: `importance` is not a finite number
      help: for example `importance = 2.5`
    - require[0]: `require` takes a list of tables, not a text
      help: write `[[require]]` with two brackets on each side, once for each
    "#);
}

/// What comes later shows the path, too, and the text is the value.
#[test]
fn later_stages_point_at_paths() {
    let policy = from_value(least()).unwrap();
    let again: Value = serde_json::from_str(policy.source().text()).unwrap();
    assert_eq!(again, least());
    let problem = ridotto_policy::Problem::error("bind::no-column", "the data has no such column")
        .at(policy.attributes[0].name.span, "named here");
    let error = policy.error([problem]);
    assert_eq!(error.to_string(), "attributes.age: the data has no such column");
    let lint = policy.error(policy.lints());
    assert!(lint.problems().iter().all(|lint| lint.span.is_none() || lint.path.is_some()));
}
