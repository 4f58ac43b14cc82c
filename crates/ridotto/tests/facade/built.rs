//! Policies without text: built in code, or values. They bind, run, are saved and reported as files are.

use crate::setting::Setting;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use ridotto::prelude::*;
use ridotto::{Item, PolicyError, RestoreOptions};
use ridotto_catalogue::Status;
use ridotto_testkit::examples::policy_around;
use ridotto_testkit::without_places;
use serde_json::{Value, json};
use std::sync::Arc;

fn batch() -> RecordBatch {
    let ages: ArrayRef = Arc::new(Int64Array::from(vec![31, 33, 34, 52, 54, 51]));
    let ill: ArrayRef =
        Arc::new(StringArray::from(vec!["flu", "gout", "flu", "gout", "flu", "flu"]));
    RecordBatch::try_from_iter([("age", ages), ("diagnosis", ill)]).unwrap()
}

fn ten_lines() -> Policy {
    Policy::builder()
        .attribute("age", QuasiIdentifier)
        .hierarchy(intervals([10, 20]))
        .attribute("diagnosis", Sensitive)
        .require("k-anonymity", [("k", 3)])
        .build()
        .unwrap()
}

/// The first example of the documentation: batches and a policy in, batches and a report out.
#[test]
fn ten_lines_from_batches_to_batches() {
    let plan = Plan::bind(&ten_lines(), Inputs::batches([batch()])).unwrap();
    let release = plan.run(&Outputs::memory(), &RunOptions::default(), &()).unwrap();
    assert!(release.report().holds());
    assert_eq!(release.report().microdata().unwrap().classes, 2);
    let safe: Vec<RecordBatch> = release.publish().unwrap().into_batches();
    assert_eq!(safe.iter().map(RecordBatch::num_rows).sum::<usize>(), 6);
}

fn said(policy: &Policy) -> String {
    let Policy { kind, data, attributes, masks, requirements, .. } = policy;
    let Policy { tables, protection, release, output, measures, quality, .. } = policy;
    let first = (kind, data, attributes, masks, requirements);
    without_places(&(first, (tables, protection), release, output, measures, quality))
}

/// A policy by way of JSON.
fn by_value(policy: &Policy) -> Result<Policy, PolicyError> {
    let json = serde_json::to_string(policy.written()).unwrap();
    ridotto::from_value("policy", serde_json::from_str::<Item>(&json).unwrap())
}

#[test]
fn every_example_says_the_same_as_a_value() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hospital/policy.toml");
    let shipped = std::fs::read_to_string(shipped).unwrap();
    let registry = Registry::default();
    let entries = registry.definitions().map(ridotto::Definition::entry);
    let examples =
        entries.filter(|entry| !entry.example.is_empty() && entry.status != Status::Later);
    let examples = examples.map(|entry| (entry.name, policy_around(entry.example)));
    let mut read = 0;
    for (name, text) in examples.chain([("the shipped policy", shipped)]) {
        let policy = ridotto::parse(name, &text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        let again = by_value(&policy).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert_eq!(said(&again), said(&policy), "{name}");
        read += 1;
    }
    assert!(read > 60, "{read}");
}

/// What only the data bring to light is told by its path.
#[test]
fn columns_that_are_not_there() {
    let policy = Policy::builder()
        .attribute("age", QuasiIdentifier)
        .hierarchy(intervals([10, 20]))
        .attribute("diagnosys", Sensitive)
        .require("k-anonymity", [("k", 3)])
        .build()
        .unwrap();
    let wrong = Plan::bind(&policy, Inputs::batches([batch()])).unwrap_err().to_string();
    assert!(wrong.contains("attributes.diagnosys: "), "{wrong}");
}

/// A report shows the policy, and so there is no password in it, wherever it comes from.
#[test]
fn passwords_are_refused() {
    let policy = Policy::builder()
        .data("input", "postgres://ada:secret@localhost/db/people")
        .attribute("age", QuasiIdentifier)
        .require("k-anonymity", [("k", 3)])
        .build()
        .unwrap();
    let wrong = Plan::bind(&policy, Inputs::of_policy()).unwrap_err();
    assert_eq!(wrong.to_string(), "the policy: there is a password in the policy");
}

const DATA: &str = "age,diagnosis\n31,flu\n33,gout\n34,flu\n52,gout\n54,flu\n51,flu\n";
const TEXT: &str = "version = 1
[attributes.age]
role = \"quasi-identifier\"
hierarchy = { intervals = [10, 20] }
[attributes.diagnosis]
role = \"sensitive\"
[[require]]
model = \"k-anonymity\"
k = 3
";

/// A saved decision has the policy as a value; those of earlier versions have its text, or nothing.
#[test]
fn recodings_of_every_version_are_read() {
    let setting = Setting::new(&[("people.csv", DATA.as_bytes())]);
    let (data, file) = (setting.path("people.csv"), setting.path("recoding.json"));
    let plan = Plan::bind(&ten_lines(), Inputs::file(&data)).unwrap();
    let outputs = Outputs { recoding: Some(file.clone()), ..Outputs::memory() };
    plan.run(&outputs, &RunOptions::default(), &()).unwrap().publish().unwrap();
    let now: Value = serde_json::from_str(&setting.read("recoding.json")).unwrap();
    assert_eq!(now["policy"]["attributes"]["age"]["hierarchy"], json!({ "intervals": [10, 20] }));

    let mut text = now.clone();
    text["policy"] = TEXT.into();
    let mut none = now.clone();
    none.as_object_mut().unwrap().remove("policy");
    for recoding in [now, text, none] {
        std::fs::write(&file, recoding.to_string()).unwrap();
        let again = Plan::restore(&file, &data, &RestoreOptions::default()).unwrap();
        let release = again.run(&Outputs::memory(), &RunOptions::default(), &()).unwrap();
        let verdict = &release.report().guarantees[0];
        assert_eq!((verdict.model.as_str(), verdict.holds), ("k-anonymity", Some(true)));
        assert_eq!(verdict.required, Some(3.0));
    }
    let mut wrong: Value = serde_json::from_str(&setting.read("recoding.json")).unwrap();
    wrong["policy"] = json!({ "version": 1, "require": [{ "model": "k-anonymity", "k": 1 }] });
    std::fs::write(&file, wrong.to_string()).unwrap();
    let wrong = Plan::restore(&file, &data, &RestoreOptions::default()).unwrap_err().to_string();
    assert!(wrong.contains("require[0].k: `k` is 1, but must be at least 2"), "{wrong}");
}

/// Reports have a text to show, and certificates one to sign: the JSON of the policy.
#[test]
fn reports_show_the_value() {
    let setting = Setting::new(&[]);
    let plan = Plan::bind(&ten_lines(), Inputs::batches([batch()])).unwrap();
    let reports = vec![setting.path("report.html")];
    let outputs = Outputs { reports, ..Outputs::memory() };
    plan.run(&outputs, &RunOptions::default(), &()).unwrap().publish().unwrap();
    let page = setting.read("report.html");
    assert!(page.contains("&quot;intervals&quot;: [10, 20]"), "the page shows the policy");
}
