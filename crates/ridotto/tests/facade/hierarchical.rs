//! Hierarchical closeness of a decision that is applied: the hierarchy is saved with it.

use crate::setting::{Setting, apply};
use ridotto::Error;
use std::collections::BTreeMap;

fn data(rows: impl Iterator<Item = (u32, &'static str)>) -> String {
    let mut data = String::from("age,illness\n");
    rows.for_each(|(age, illness)| data += &format!("{age},{illness}\n"));
    data
}

const POLICY: &str = "version = 1\n[data]\ninput = \"people.csv\"\nmissing = [\"?\"]\n\
    [attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [10, 20] }\n\
    [attributes.illness]\nrole = \"sensitive\"\nhierarchy = \"illness.csv\"\n\
    [[require]]\nmodel = \"t-closeness\"\nt = 0.4\ndistance = \"hierarchical\"\n\
    [release]\nmissing-sensitive = \"own-value\"\n\
    [output]\nfile = \"out.csv\"\nrecoding = \"r.json\"\n";

const TREE: &str = "flu;lung;*\ncough;lung;*\ngout;foot;*\ncorn;foot;*\n?;?;*\n";

/// The group above an illness; who was never seen is alone.
fn above(illness: &str) -> &str {
    match illness {
        "flu" | "cough" => "lung",
        "gout" | "corn" => "foot",
        other => other,
    }
}

/// The greatest distance of a class of the file from all of its illnesses, along the tree.
fn distance(text: &str, all: &[&str]) -> f64 {
    let mut classes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let (age, illness) = line.split_once(',').unwrap();
        classes.entry(age).or_default().push(illness);
    }
    let share = |of: &[&str], is_it: &dyn Fn(&str) -> bool| {
        of.iter().filter(|illness| is_it(illness)).count() as f64 / of.len() as f64
    };
    let mut illnesses = all.to_vec();
    illnesses.sort_unstable();
    illnesses.dedup();
    let mut groups: Vec<&str> = illnesses.iter().map(|illness| above(illness)).collect();
    groups.sort_unstable();
    groups.dedup();
    let apart = |class: &Vec<&str>| -> f64 {
        let leaves = illnesses
            .iter()
            .map(|one| (share(class, &|it| it == *one) - share(all, &|it| it == *one)).abs());
        let inner = groups.iter().map(|one| {
            (share(class, &|it| above(it) == *one) - share(all, &|it| above(it) == *one)).abs()
        });
        leaves.chain(inner).sum::<f64>() / 2.0 / 2.0
    };
    classes.values().map(apart).fold(0.0, f64::max)
}

#[test]
fn the_hierarchy_of_what_is_sensitive_is_saved() {
    let illnesses = ["flu", "gout", "cough", "corn", "flu", "?"];
    let at = |row: u32| (20 + row * 7 % 40, illnesses[row as usize % 6]);
    let people = data((0..48).map(at));
    let setting = Setting::new(&[
        ("people.csv", people.as_bytes()),
        ("illness.csv", TREE.as_bytes()),
        ("policy.toml", POLICY.as_bytes()),
    ]);
    let first = setting.run(&()).unwrap().publish().unwrap();
    let attained = first.guarantees[0].attained.unwrap();
    let all: Vec<&str> = (0..48).map(|row| at(row).1).collect();
    assert!((attained - distance(&setting.read("out.csv"), &all)).abs() < 1e-9);
    let apply = |setting: &Setting, name: &str| {
        let (from, to) = (setting.path(name), setting.path("again.csv"));
        apply(&setting.path("r.json"), &from, &to, &())?.publish()
    };
    let again = apply(&setting, "people.csv").unwrap();
    assert_eq!(again.guarantees[0].attained, Some(attained));
    // An illness that nobody had before is as far from all others as can be.
    let new =
        |row: u32| (20 + row * 3 % 40, if row.is_multiple_of(5) { "lice" } else { at(row).1 });
    let newer = data((0..60).map(new));
    std::fs::write(setting.path("new.csv"), newer).unwrap();
    let report = apply(&setting, "new.csv").unwrap();
    let all: Vec<&str> = (0..60).map(|row| new(row).1).collect();
    let plain = distance(&setting.read("again.csv"), &all);
    assert!((report.guarantees[0].attained.unwrap() - plain).abs() < 1e-9);
    // Who has nothing but one illness is too far away.
    let apart = data((0..40).map(|row| (20 + row, if row < 20 { "flu" } else { "corn" })));
    std::fs::write(setting.path("apart.csv"), apart).unwrap();
    match apply(&setting, "apart.csv") {
        Err(Error::Unmet(_)) => {}
        Ok(report) => assert!(report.guarantees[0].attained <= Some(0.4)),
        Err(error) => panic!("{error}"),
    }
    let text = setting.read("r.json");
    let (before, after) = text.split_at(text.find("\"attribute\"").expect("it is saved"));
    let broken = after.replacen("\"height\": 2", "\"height\": 9", 1);
    let broken = broken.replacen("\"height\":2", "\"height\":9", 1);
    assert_ne!(broken, after);
    let broken = format!("{before}{broken}");
    std::fs::write(setting.path("r.json"), broken).unwrap();
    assert!(matches!(apply(&setting, "people.csv"), Err(Error::Document { .. })));
}
