//! Another program's opinion: `pycanon`, from the Python package index, measures the same files.
//!
//! `cargo xtask test` installs it and names its Python in `RIDOTTO_PYTHON`; where there is none
//! this test says so in one line and passes. Two of its figures are not compared because they are
//! other statistics: its recursive diversity sorts counts in ascending order, and its enhanced
//! likeness is the smaller of two bounds and not a level that must keep to both.

use crate::case::Case;
use std::process::Command;

const MEASURE: &str = "
import json, sys
import pandas
from pycanon import anonymity as a
data = pandas.read_csv(sys.argv[1], dtype={'a': str, 'b': str, 's': str})
keys = ['a', 'b']
print(json.dumps([a.k_anonymity(data, keys)] + [
    [a.l_diversity(data, keys, [s]), a.entropy_l_diversity(data, keys, [s]),
     a.alpha_k_anonymity(data, keys, [s])[0], a.t_closeness(data, keys, [s]),
     a.delta_disclosure(data, keys, [s]), a.basic_beta_likeness(data, keys, [s])]
    for s in ['s', 'n']], default=float))
";

/// A Python that has it.
fn python() -> Option<String> {
    let named = std::env::var("RIDOTTO_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut imports = Command::new(&named);
    let works = imports.args(["-c", "import pycanon"]).output().is_ok_and(|o| o.status.success());
    works.then_some(named)
}

/// A file of random people: two keys, an illness and a number.
fn people(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |most: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let (towns, ages) = (2 + seed % 3, 2 + seed % 2);
    let mut text = String::from("a,b,s,n\n");
    for _ in 0..60 + 20 * seed {
        let (town, age) = (below(towns), below(ages));
        let (illnesses, numbers) = (2 + below(4), 2 + below(6));
        let (illness, number) = (below(illnesses), 10 * below(numbers));
        text += &format!("town{town},age{age},ill{illness},{number}\n");
    }
    text
}

#[test]
fn pycanon_agrees_on_ten_files() {
    let Some(python) = python() else {
        ridotto_testkit::skip("no Python with pycanon (`cargo xtask test` installs it)");
        return;
    };
    for seed in 1..=10 {
        let case = Case::empty().file("people.csv", people(seed));
        let ran = Command::new(&python)
            .args(["-c", MEASURE])
            .arg(case.path("people.csv"))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let theirs: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
        let args =
            ["check", "people.csv", "--quasi-identifiers", "a,b", "--sensitive", "s,n", "--json"];
        let ours = case.run(&args).well().json();
        let level = |model: &str, attribute: Option<&str>, parameter: Option<(&str, &str)>| {
            let found = ours["guarantees"].as_array().unwrap().iter().find(|guarantee| {
                guarantee["model"] == model
                    && guarantee["attribute"].as_str() == attribute
                    && parameter.is_none_or(|(name, value)| guarantee["parameters"][name] == value)
            });
            found.unwrap_or_else(|| panic!("no {model}"))["attained"].as_f64().unwrap()
        };
        let same = |ours: f64, theirs: &serde_json::Value, what: &str| {
            let theirs = theirs.as_f64().unwrap();
            assert!((ours - theirs).abs() < 1e-9, "file {seed}, {what}: {ours} and {theirs}");
        };
        same(level("k-anonymity", None, None), &theirs[0], "k");
        for (at, (name, distance)) in [("s", "equal"), ("n", "ordered")].into_iter().enumerate() {
            let of = Some(name);
            let theirs = &theirs[1 + at];
            same(level("l-diversity", of, Some(("kind", "distinct"))), &theirs[0], "l");
            let entropy = level("l-diversity", of, Some(("kind", "entropy")));
            // Theirs is rounded down, after sums that may be a little short of a whole number.
            let short = entropy - theirs[1].as_f64().unwrap();
            assert!((-1e-9..=1.0 + 1e-9).contains(&short), "file {seed}, entropy: {short}");
            same(level("alpha-k", of, None), &theirs[2], "alpha");
            same(level("t-closeness", of, Some(("distance", distance))), &theirs[3], "t");
            same(level("delta-disclosure", of, Some(("absent", "ignored"))), &theirs[4], "delta");
            same(level("beta-likeness", of, Some(("kind", "basic"))), &theirs[5], "beta");
        }
    }
}
