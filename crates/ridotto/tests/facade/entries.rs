//! Everything that is measured has an entry, and every entry is of something that is measured.

use crate::setting::Setting;
use ridotto::{AssessOptions, Audience, Finding, PairOptions, Rows};
use ridotto_catalogue::entry::Form;
use ridotto_catalogue::{Measures, Reader};
use ridotto_measure::MEASURES;
use std::collections::BTreeSet;

const POLICY: &str = r#"version = 1
[data]
input = "people.csv"
weight = "weight"
household = "home"
[attributes.age]
role = "quasi-identifier"
hierarchy = { intervals = [20, 40] }
[attributes.hours]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20] }
[attributes.pay]
role = "insensitive"
[attributes.illness]
role = "sensitive"
[attributes.weight]
role = "insensitive"
[attributes.home]
role = "identifier"
[[mask]]
method = "round"
attributes = ["pay"]
to = 100
[[mask]]
method = "sample"
share = 0.9
[[require]]
model = "k-anonymity"
k = 3
[[require]]
model = "t-closeness"
attribute = "illness"
t = 0.9
[release]
suppression = 0.2
[output]
file = "out.csv"
"#;

/// A hundred and twenty people, as they are and as somebody masked them.
fn people() -> (String, String) {
    let mut dice: u32 = 7;
    let mut roll = |sides: u32| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 16) % sides
    };
    let head = "age,hours,pay,illness,weight,home\n";
    let (mut before, mut after) = (head.to_owned(), head.to_owned());
    for person in 0..120 {
        let (age, hours, pay) = (20 + roll(60), 10 + roll(40), 1500 + roll(3000));
        let illness = ["flu", "gout", "mumps"][roll(3) as usize];
        let (weight, home) = (5 + roll(20), person / 3);
        before += &format!("{age},{hours},{pay},{illness},{weight},h{home}\n");
        let (decade, tens) = (age / 20 * 20, hours / 10 * 10);
        let (ages, hours) = (format!("{decade}-{}", decade + 19), format!("{tens}-{}", tens + 9));
        let pay = pay / 100 * 100;
        after += &format!("{ages},{hours},{pay},{illness},{weight},h{home}\n");
    }
    (before, after)
}

fn setting() -> Setting {
    let (before, after) = people();
    Setting::new(&[
        ("people.csv", before.as_bytes()),
        ("after.csv", after.as_bytes()),
        ("policy.toml", POLICY.as_bytes()),
    ])
}

/// All findings of a release, and of an assessment that has everything it can use.
fn findings(setting: &Setting) -> Vec<Finding> {
    let release = setting.run(&()).unwrap();
    let pair = PairOptions {
        policy: Some(ridotto::read_policy(&setting.path("policy.toml")).unwrap()),
        rows: Rows::SameOrder,
        threads: 1,
        ..PairOptions::default()
    };
    let options = AssessOptions {
        pair,
        population: Some(1_000),
        rank_swapped: Some((vec!["pay".into()], 10.0)),
        averaged: vec!["pay".into()],
        weights: vec![("age".into(), 2.0)],
        matrix: Some((vec!["age".into(), "hours".into()], vec![1.0, 0.0, 0.0, 1.0])),
        ..AssessOptions::default()
    };
    let (before, after) = (setting.path("people.csv"), setting.path("after.csv"));
    let assessed = ridotto::assess(&before, &*after, &options, &()).unwrap();
    let mut all = release.report().findings.clone();
    all.extend(assessed.report.findings);
    all
}

#[test]
fn every_finding_has_an_entry_and_every_entry_a_finding() {
    let mut reached = BTreeSet::new();
    for finding in findings(&setting()) {
        let known = Measures(MEASURES).of(&finding.name);
        let (entry, facts) = known.unwrap_or_else(|| panic!("`{}` has no entry", finding.name));
        assert_eq!(finding.concern, facts.group.concern, "{}", finding.name);
        reached.insert(entry.name);
    }
    // It is told where cells fit anything, and where records were drawn from a model, or weights adjusted.
    let elsewhere = ["smallest-class", "replicated-uniques", "total-of-weights"];
    let all = MEASURES.iter().map(|entry| entry.name);
    let idle: Vec<_> =
        all.filter(|name| !reached.contains(name) && !elsewhere.contains(name)).collect();
    assert!(idle.is_empty(), "nothing measures {idle:?}");
}

/// No line of the page is without words, and only what may be read is public.
#[test]
fn the_page_is_silent_about_nothing() {
    let setting = setting();
    let found = findings(&setting);
    let mut page = ridotto::Page::default();
    page.report.findings.clone_from(&found);
    let view = page.view(&ridotto::disclosure());
    let rows = view.risk.iter().chain(&view.utility);
    let silent: Vec<_> = rows.filter(|row| row.about.is_empty() || row.group == "More").collect();
    assert!(silent.is_empty(), "{silent:?}");
    let columns =
        view.risk_tables.iter().chain(&view.utility_tables).flat_map(|table| &table.columns);
    assert!(columns.into_iter().all(|column| !column.about.is_empty()));
    page.audience = Audience::Public;
    let public = page.report.published(&ridotto::disclosure());
    assert!(public.findings.len() > 10);
    for finding in public.findings {
        let (_, facts) = Measures(MEASURES).of(&finding.name).unwrap();
        assert_eq!((facts.reader, facts.form), (Reader::Public, Form::Name), "{}", finding.name);
    }
}
