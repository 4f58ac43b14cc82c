//! Masking steps through the facade: how large a sample may be, and that a sample tells no more.

use crate::setting::Setting;
use ridotto::{Outputs, RunOptions};
use ridotto_testkit::golden;

/// Of a census, statistical offices give the public less than 5 in 100: more gets a warning.
#[test]
fn large_samples_are_not_for_the_public() {
    let vectors: Vec<_> =
        golden::all().into_iter().filter(|vector| golden::is_of(&vector.id, "sampling")).collect();
    assert_eq!(vectors.len(), 1);
    for golden::Vector { id, given, expected } in vectors {
        let warns = |percent: &u64| {
            let share = *percent as f64 / 100.0;
            let policy = format!(
                "version = 1\nattributes.age.role = \"quasi-identifier\"\n\
                 require = [{{ model = \"k-anonymity\", k = 5 }}]\n\
                 mask = [{{ method = \"sample\", share = {share} }}]\n"
            );
            let policy = ridotto::parse("policy.toml", &policy).unwrap();
            policy.lints().iter().any(|lint| lint.code == "policy::large-sample")
        };
        let all: Vec<u64> = golden::whole(&given["percent"]);
        let (warned, public): (Vec<u64>, Vec<u64>) = all.into_iter().partition(warns);
        assert_eq!(public, golden::whole::<u64>(&expected["public"]), "{id}");
        assert_eq!(warned, golden::whole::<u64>(&expected["known_researchers"]), "{id}");
    }
}

/// A value that only records outside the sample have is nowhere: not in the release, and not in the
/// saved decision, which holds values of the data.
#[test]
fn who_is_not_drawn_is_nowhere() {
    let mut data = "age,town\n".to_owned();
    (0..40).for_each(|person| data += &format!("{},Town{:02}x\n", 20 + person, person));
    let policy = r#"version = 1
[data]
input = "people.csv"
[attributes.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10] }
[attributes.town]
role = "sensitive"
[[mask]]
method = "sample"
size = 12
[[require]]
model = "k-anonymity"
k = 2
[release]
suppression = 0.5
[output]
file = "out.csv"
recoding = "recoding.json"
"#;
    let files = [("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
    for _ in 0..5 {
        let setting = Setting::new(&files);
        let plan = setting.bind().unwrap();
        let release = plan.run(&Outputs::of_policy(), &RunOptions::default(), &()).unwrap();
        let report = release.publish().unwrap();
        assert_eq!((report.input.rows, report.records()), (Some(40), Some(12)));
        let towns = |text: &str| text.matches("Town").count() as u64;
        assert_eq!(Some(towns(&setting.read("out.csv"))), report.output.rows);
        assert!(report.output.rows <= Some(12));
        // Ages are the only values that the decision holds, and those of the sample alone.
        let saved: serde_json::Value =
            serde_json::from_str(&setting.read("recoding.json")).unwrap();
        let ages = saved["attributes"]["attributes"][0]["values"].as_object().unwrap();
        assert_eq!(ages.len(), 12);
    }
}

/// To say what would be done nothing is drawn, nothing is written, and no key is read: a preview has
/// a randomness that panics.
#[test]
fn a_plan_draws_nothing_and_leaves_nothing() {
    let mut data = String::from("name,age,town,pay\n");
    for at in 0..30 {
        data += &format!("n{at},{},Town{},{}\n", 20 + at, at % 3, 1000 + 10 * at);
    }
    let policy = r#"version = 1
[data]
input = "people.csv"
[attributes.name]
role = "identifier"
pseudonym = { method = "random", key-file = "none.key", mapping = "names.map" }
[attributes.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20] }
[attributes.town]
role = "quasi-identifier"
[attributes.pay]
role = "sensitive"
[[mask]]
method = "round"
attributes = ["pay"]
to = 100
[[mask]]
method = "sample"
size = 20
[[mask]]
method = "noise"
kind = "uncorrelated"
attributes = ["age", "pay"]
alpha = 0.1
[[mask]]
method = "pram"
attributes = ["town"]
retain = 0.8
[[require]]
model = "k-anonymity"
k = 2
[output]
file = "out.csv"
"#;
    let files = [("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
    let setting = Setting::new(&files);
    let before = setting.names();
    let data = setting.bind().unwrap().preview(&()).unwrap().unwrap();
    assert_eq!(data.rows(), 30, "no sample was drawn");
    let steps: Vec<(String, bool)> =
        data.steps().into_iter().map(|step| (step.method, step.done.is_some())).collect();
    let expected = [("round", true), ("sample", false), ("noise", false), ("pram", false)];
    assert_eq!(steps, expected.map(|(method, done)| (method.to_owned(), done)));
    assert_eq!(data.quasi_identifiers().count(), 2);
    assert_eq!(setting.names(), before);
}
