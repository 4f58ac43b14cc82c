//! All rows of a person as the unit: counted again from the written text, and compared with trying
//! every generalisation.

use crate::setting::{Setting, apply};
use proptest::collection::vec;
use proptest::prelude::*;
use ridotto::{Error, Outputs, Report, RunOptions};
use std::collections::BTreeMap;

/// Person, age and town.
type Row = (u8, u8, u8);

fn setting(rows: &[Row], release: &str) -> Setting {
    let mut data = String::from("patient,age,town,stay\n");
    for (person, age, town) in rows {
        data += &format!("p{person},{},t{town},s\n", 20 + age);
    }
    let towns = "t0;north;*\nt1;north;*\nt2;south;*\n";
    let policy = format!(
        "version = 1\n[data]\ninput = \"stays.csv\"\nperson = \"patient\"\nlink = \"together\"\n\
         [attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [2, 4] }}\n\
         [attributes.town]\nrole = \"quasi-identifier\"\nhierarchy = \"town.csv\"\n\
         [attributes.stay]\nrole = \"insensitive\"\n\
         [[require]]\nmodel = \"k-anonymity\"\nk = 2\n[release]\n{release}\n\
         [output]\nfile = \"out.csv\"\n"
    );
    Setting::new(&[
        ("stays.csv", data.as_bytes()),
        ("town.csv", towns.as_bytes()),
        ("policy.toml", policy.as_bytes()),
    ])
}

fn run(rows: &[Row], share: f64, algorithm: &str) -> Result<(Setting, Report), Error> {
    let release =
        format!("algorithm = \"{algorithm}\"\nsuppression = {share:?}\nsuppressed = \"keep\"");
    let setting = setting(rows, &release);
    let options = RunOptions { keep_order: true, ..RunOptions::default() };
    let report = setting.bind()?.run(&Outputs::of_policy(), &options, &())?.publish()?;
    Ok((setting, report.into_report()))
}

/// What a row shows at some levels.
fn shown((_, age, town): Row, levels: (u8, u8)) -> (String, String) {
    let age = u32::from(age);
    let wide = |width: u32| {
        let low = (20 + age) / width * width;
        format!("{low}-{}", low + width - 1)
    };
    let age = match levels.0 {
        0 => (20 + age).to_string(),
        1 => wide(2),
        2 => wide(4),
        _ => "*".into(),
    };
    let town = match levels.1 {
        0 => format!("t{town}"),
        1 => if town < 2 { "north" } else { "south" }.into(),
        _ => "*".into(),
    };
    (age, town)
}

/// How many rows are of persons whom fewer than two are like.
fn suppressed(rows: &[Row], levels: (u8, u8)) -> usize {
    let mut own: BTreeMap<u8, Vec<(String, String)>> = BTreeMap::new();
    for &row in rows {
        own.entry(row.0).or_default().push(shown(row, levels));
    }
    for rows in own.values_mut() {
        rows.sort();
    }
    let mut alike: BTreeMap<&Vec<(String, String)>, usize> = BTreeMap::new();
    for rows in own.values() {
        *alike.entry(rows).or_default() += 1;
    }
    own.values().filter(|rows| alike[rows] < 2).map(Vec::len).sum()
}

/// Counts persons again by the texts of their rows.
fn recount(setting: &Setting, rows: &[Row], report: &Report) {
    let text = setting.read("out.csv");
    let mut own: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    let mut hidden = 0;
    for (line, row) in text.lines().skip(1).zip(rows) {
        assert!(!line.contains(&format!("p{}", row.0)), "the person is not released");
        if line.starts_with("*,*") && report.microdata().unwrap().suppressed_rows.unwrap() > 0 {
            hidden += 1;
        }
        own.entry(row.0).or_default().push(line);
    }
    for lines in own.values_mut() {
        lines.sort_unstable();
    }
    let mut alike: BTreeMap<&Vec<&str>, u64> = BTreeMap::new();
    for lines in own.values() {
        *alike.entry(lines).or_default() += 1;
    }
    let is_hidden = |lines: &[&str]| lines.iter().all(|line| line.starts_with("*,*"));
    let hides = report.microdata().unwrap().suppressed_rows.unwrap() > 0;
    let least = alike.iter().filter(|(lines, _)| !hides || !is_hidden(lines)).map(|it| *it.1).min();
    let guarantee = &report.guarantees[0];
    assert_eq!(guarantee.model, "k-anonymity");
    assert!(guarantee.attained >= Some(2.0));
    if let Some(least) = least {
        assert!(least >= 2);
        assert!(hidden > 0 || guarantee.attained == Some(least as f64));
    }
    assert!(guarantee.parameters.contains_key("link"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn persons_with_all_their_rows_are_alike(
        rows in vec((0..12_u8, 0..8_u8, 0..3_u8), 2..30),
        tenths in prop::sample::select(vec![0_usize, 2, 6]),
    ) {
        let share = tenths as f64 / 10.0;
        let limit = (tenths * rows.len() / 10).min(rows.len() - 1);
        let all: Vec<(u8, u8)> = (0..=3).flat_map(|age| (0..=2).map(move |town| (age, town))).collect();
        let possible = all.iter().any(|&levels| suppressed(&rows, levels) <= limit);
        for algorithm in ["optimal", "samarati", "incognito", "mingen", "best-first"] {
            match run(&rows, share, algorithm) {
                Ok((setting, report)) => {
                    recount(&setting, &rows, &report);
                    let levels = &report.microdata().unwrap().levels.0;
                    let level = |name: &str| levels.iter().find(|it| it.0 == name).unwrap().1;
                    let gone = suppressed(&rows, (level("age"), level("town")));
                    prop_assert_eq!(report.microdata().unwrap().suppressed_rows.unwrap(), gone as u64, "{}", algorithm);
                    prop_assert!(gone <= limit);
                }
                Err(Error::Unmet(_)) => prop_assert!(!possible, "{}", algorithm),
                Err(error) => prop_assert!(false, "{algorithm}: {error}"),
            }
        }
    }
}

/// Every row is like three others, and the sets of rows are all different.
#[test]
fn rows_that_are_safe_may_be_sets_that_are_not() {
    let rows: Vec<Row> = vec![(0, 0, 0), (0, 4, 2), (1, 0, 0), (1, 0, 0), (2, 4, 2), (2, 4, 2)];
    assert_eq!(suppressed(&rows, (0, 0)), 6);
    let (_, report) = run(&rows, 0.0, "optimal").unwrap();
    assert_ne!(
        report.microdata().unwrap().levels.0[0].1,
        0,
        "the set of rows must not tell who it is"
    );
    let apart = setting(&rows, "");
    let policy = apart.read("policy.toml").replace("link = \"together\"\n", "");
    std::fs::write(apart.path("policy.toml"), policy).unwrap();
    let report = apart.run(&()).unwrap().publish().unwrap();
    assert!(report.microdata().unwrap().levels.0.iter().all(|level| level.1 == 0));
}

/// A decision on other rows is judged by persons with all their rows, too; and so is any file.
#[test]
fn applied_and_checked_together() {
    let rows: Vec<Row> = (0..24).map(|at| (at / 2, at % 4, at % 3)).collect();
    let setting = setting(&rows, "suppression = 0.3");
    let outputs = Outputs { recoding: Some(setting.path("r.json")), ..Outputs::default() };
    setting.bind().unwrap().run(&outputs, &RunOptions::default(), &()).unwrap().publish().unwrap();
    // Persons 0 and 1 have the same row, and person 0 one more that is like that of 2 and 3.
    let others: Vec<Row> = vec![
        (0, 0, 0),
        (1, 0, 0),
        (0, 3, 2),
        (2, 3, 2),
        (3, 3, 2),
        (4, 1, 1),
        (5, 1, 1),
        (6, 1, 1),
        (7, 1, 1),
    ];
    let new = self::setting(&others, "");
    let apply = |limit: &str| {
        let text = setting.read("r.json");
        let text =
            text.replace("\"suppression\": \"0.3\"", &format!("\"suppression\": \"{limit}\""));
        let text = text.replace("\"suppression\":\"0.3\"", &format!("\"suppression\":\"{limit}\""));
        std::fs::write(setting.path("s.json"), text).unwrap();
        let (from, to) = (new.path("stays.csv"), new.path("out.csv"));
        apply(&setting.path("s.json"), &from, &to, &())?.publish()
    };
    let report = apply("0.9").unwrap();
    let guarantee = &report.guarantees[0];
    assert!(guarantee.parameters.contains_key("link") && guarantee.attained >= Some(2.0));
    // Person 0 is like nobody, and without them person 1 is not either, whatever the levels are
    // short of the top.
    let levels = &report.microdata().unwrap().levels.0;
    let level = |name: &str| levels.iter().find(|it| it.0 == name).unwrap().1;
    let gone = suppressed(&others, (level("age"), level("town")));
    assert!(gone > 0);
    assert_eq!(report.microdata().unwrap().suppressed_rows.unwrap(), gone as u64);
    assert!(matches!(apply("0.0"), Err(Error::Unmet(_))));
    // The raw file attains what plain counting says.
    let policy = ridotto::read_policy(&new.path("policy.toml")).unwrap();
    let options = ridotto::CheckOptions { policy: Some(policy), ..Default::default() };
    let checked = ridotto::check(&new.path("stays.csv"), &options, &()).unwrap();
    assert_eq!(checked.guarantees[0].attained, Some(1.0));
    assert_eq!(checked.guarantees[0].holds, Some(false));
}

#[test]
fn what_does_not_go_with_it_is_refused() {
    let rows: Vec<Row> = (0..8).map(|at| (at, at, at % 3)).collect();
    for release in [
        "algorithm = \"mondrian\"",
        "algorithm = \"local-recoding\"",
        "algorithm = \"local-suppression\"",
        "algorithm = \"top-down\"",
        "algorithm = \"k-optimize\"",
        "suppress = \"cell\"",
        "missing = \"matches-anything\"",
    ] {
        let error = setting(&rows, release).run(&()).expect_err(release);
        let Error::Policy(error) = error else { panic!("{release}: {error}") };
        assert!(error.problems().iter().all(|problem| problem.help.is_some()), "{release}");
    }
    let nobody = setting(&rows, "");
    let policy = nobody.read("policy.toml").replace("person = \"patient\"\n", "");
    let policy = policy.replace("[data]", "[attributes.patient]\nrole = \"identifier\"\n[data]");
    std::fs::write(nobody.path("policy.toml"), policy).unwrap();
    let Err(Error::Policy(error)) = nobody.run(&()) else { panic!("whose rows?") };
    assert!(error.to_string().contains("no column tells persons apart"), "{error}");
    let read = ridotto::read_policy(&nobody.path("policy.toml")).unwrap();
    let options = ridotto::CheckOptions { policy: Some(read), ..Default::default() };
    assert!(ridotto::check(&nobody.path("stays.csv"), &options, &()).is_err());
    let over = setting(&rows, "");
    let policy = over.read("policy.toml").replace("k = 2", "k = 2\nover = [\"age\"]");
    std::fs::write(over.path("policy.toml"), policy).unwrap();
    assert!(matches!(over.run(&()), Err(Error::Policy(_))));
}
