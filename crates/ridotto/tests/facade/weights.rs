//! Released weights keep their total, and households are not released.

use crate::setting::{Setting, apply};
use ridotto::{Error, Inputs, Outputs, Plan, RunOptions};

fn setting(data_keys: &str, weight_role: &str, release: &str, masks: &str) -> Setting {
    let mut data = String::from("age,home,weight,illness\n");
    for at in 0..40 {
        data += &format!(
            "{},h{},{}.5,i{}\n",
            if at == 7 { 99 } else { 30 + at % 4 },
            at / 3,
            1 + at % 5,
            at % 3
        );
    }
    let policy = format!(
        "version = 1\n[data]\ninput = \"people.csv\"\n{data_keys}\n\
         [attributes.age]\nrole = \"quasi-identifier\"\n[attributes.illness]\nrole = \"sensitive\"\n\
         {weight_role}\n{masks}\n[[require]]\nmodel = \"k-anonymity\"\nk = 3\n[release]\n{release}\n\
         [output]\nfile = \"out.csv\"\nrecoding = \"r.json\"\n"
    );
    Setting::new(&[("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())])
}

const INSENSITIVE: &str = "[attributes.weight]\nrole = \"insensitive\"";
const BOTH: &str = "weight = \"weight\"\nhousehold = \"home\"";

/// The weights of a file.
fn weights(setting: &Setting, file: &str) -> Vec<f64> {
    let text = setting.read(file);
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    assert!(!header.contains(&"home"), "households are not released");
    let at = header.iter().position(|name| *name == "weight").expect("the weight is released");
    text.lines().skip(1).map(|line| line.split(',').nth(at).unwrap().parse().unwrap()).collect()
}

fn total(of: &[f64]) -> f64 {
    of.iter().sum()
}

#[test]
fn the_total_is_kept_when_records_are_suppressed() {
    let setting = setting(BOTH, INSENSITIVE, "suppression = 0.1", "");
    let options = RunOptions { keep_order: true, ..RunOptions::default() };
    let report = setting
        .bind()
        .unwrap()
        .run(&Outputs::of_policy(), &options, &())
        .unwrap()
        .publish()
        .unwrap();
    assert_eq!(report.microdata().unwrap().suppressed_rows.unwrap(), 1);
    let own = weights(&setting, "out.csv");
    assert_eq!(own.len(), 39);
    let before: f64 = (0..40).map(|at| f64::from(1 + at % 5) + 0.5).sum();
    assert!((total(&own) - before).abs() < 1e-3, "{} {before}", total(&own));
    // One factor for all: ratios stay.
    assert!((own[1] / own[0] - 2.5 / 1.5).abs() < 1e-4);
    assert!(
        report.notes.iter().any(|note| note.contains("multiplied by 1.0")),
        "{:?}",
        report.notes
    );
    // The decision on the same data again does the same to the weights.
    let (from, to) = (setting.path("people.csv"), setting.path("again.csv"));
    apply(&setting.path("r.json"), &from, &to, &()).unwrap().publish().unwrap();
    assert_eq!(weights(&setting, "again.csv"), own);
}

#[test]
fn a_sample_stands_for_all() {
    let masks = "[[mask]]\nmethod = \"sample\"\nsize = 20";
    let setting = setting(BOTH, INSENSITIVE, "suppression = 0.5", masks);
    let policy = ridotto::read_policy(&setting.path("policy.toml")).unwrap();
    let plan = Plan::bind(&policy, Inputs::of_policy().threads(1));
    plan.unwrap()
        .run(&Outputs::of_policy(), &RunOptions::seeded(3), &())
        .unwrap()
        .publish()
        .unwrap();
    let before: f64 = (0..40).map(|at| f64::from(1 + at % 5) + 0.5).sum();
    let own = weights(&setting, "out.csv");
    assert!(own.len() <= 20 && (total(&own) - before).abs() < 1e-3);
}

#[test]
fn kept_weights_are_as_they_were() {
    let keys = format!("{BOTH}\nweights = \"keep\"");
    let setting = setting(&keys, INSENSITIVE, "suppression = 0.1", "");
    setting.run(&()).unwrap().publish().unwrap();
    assert!(weights(&setting, "out.csv").iter().all(|weight| (weight.fract() - 0.5).abs() < 1e-9));
}

#[test]
fn a_weight_without_a_role_is_not_released() {
    let setting = setting(BOTH, "", "suppression = 0.1", "");
    setting.run(&()).unwrap().publish().unwrap();
    assert!(setting.read("out.csv").starts_with("age,illness\n"));
}

#[test]
fn what_is_no_weight_is_refused() {
    let refused = |setting: Setting| {
        let error = setting.run(&()).expect_err("not a weight");
        let Error::Policy(error) = error else { panic!("{error}") };
        assert!(error.problems().iter().all(|problem| problem.help.is_some()));
        error.to_string()
    };
    let keep = "weights = \"keep\"\nhousehold = \"home\"";
    assert!(refused(setting(keep, INSENSITIVE, "", "")).contains("no column is named"));
    let role = "[attributes.weight]\nrole = \"quasi-identifier\"";
    assert!(refused(setting(BOTH, role, "", "")).contains("protected as well"));
    let keys = "weight = \"home\"";
    let roles =
        "[attributes.home]\nrole = \"insensitive\"\n[attributes.weight]\nrole = \"identifier\"";
    assert!(refused(setting(keys, roles, "", "")).contains("not a weight"));
}
