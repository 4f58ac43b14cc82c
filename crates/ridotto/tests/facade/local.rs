//! Whatever a local method writes is counted again here, from the file's text and with nothing of
//! ours: groups, sensitive values, wildcards, and whether each cell may stand for its value.

use crate::setting::{Setting, apply};
use proptest::collection::vec;
use proptest::prelude::*;
use ridotto::{Error, Outputs, Report, RunOptions};
use std::collections::{BTreeMap, BTreeSet};

pub type Row = (u8, u8, u8, u8);

/// Ages from 20 in a hierarchy of intervals, towns in regions, a job without a hierarchy, and an
/// illness.
pub fn cells((age, town, job, illness): Row) -> [String; 4] {
    let age = if age == 11 { "?".into() } else { (20 + u32::from(age) * 3).to_string() };
    [age, format!("t{town}"), format!("job {job}, \"x\""), format!("i{illness}")]
}

pub fn setting(rows: &[Row], release: &str, require: &str) -> Setting {
    let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    let mut data = String::from("illness,age,town,job\n");
    for &row in rows {
        let [age, town, job, illness] = cells(row).map(|cell| quoted(&cell));
        data += &format!("{illness},{age},{town},{job}\n");
    }
    let towns = "t0;north;*\nt1;north;*\nt2;south;*\nt3;south;*\n";
    let policy = format!(
        "version = 1\n[data]\ninput = \"people.csv\"\nmissing = [\"?\"]\n\
         [attributes.town]\nrole = \"quasi-identifier\"\nhierarchy = \"town.csv\"\n\
         [attributes.job]\nrole = \"quasi-identifier\"\n\
         [attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [6, 12] }}\n\
         [attributes.illness]\nrole = \"sensitive\"\n\
         [[require]]\nmodel = \"k-anonymity\"\nk = 3\n{require}\n\
         [release]\n{release}\n[output]\nfile = \"out.csv\"\n"
    );
    Setting::new(&[
        ("people.csv", data.as_bytes()),
        ("town.csv", towns.as_bytes()),
        ("policy.toml", policy.as_bytes()),
    ])
}

/// The rows that the file shows, in the order of the input.
pub fn released(setting: &Setting) -> Vec<[String; 4]> {
    let text = setting.read("out.csv");
    text.lines().skip(1).map(|line| split(line).try_into().expect("four cells")).collect()
}

fn split(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cells.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

/// Whether a cell may stand for a value, by notation alone.
pub fn may_be(cell: &str, value: &str) -> bool {
    if cell == "*" || cell == value {
        return true;
    }
    if let Some(members) = cell.strip_prefix('{') {
        let member = format!("\"{}\"", value.replace('"', "\"\""));
        return members.contains(&member)
            || members.trim_end_matches('}').split(", ").any(|one| one == value);
    }
    if let Some(town) = value.strip_prefix('t') {
        let region = if town < "2" { "north" } else { "south" };
        return cell == region;
    }
    let range =
        cell.split_once('-').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match (range, value.parse::<u32>()) {
        (Some((low, high)), Ok(value)) => (low..=high).contains(&value),
        _ => false,
    }
}

/// Checks a release against its input.
fn recount(setting: &Setting, rows: &[Row], report: &Report, l: usize, is_mean: bool) {
    let shown = released(setting);
    assert_eq!(shown.len(), rows.len());
    let mut classes: BTreeMap<&[String], (usize, BTreeSet<&str>)> = BTreeMap::new();
    let mut stars = 0;
    for (record, &row) in shown.iter().zip(rows) {
        let [age, town, job, illness] = cells(row);
        assert_eq!(record[0], illness);
        for (at, (cell, value)) in record[1..].iter().zip([&age, &town, &job]).enumerate() {
            assert!(may_be(cell, value) || is_mean && at == 0, "{cell} for {value}");
            stars += u64::from(cell == "*");
        }
        let class = classes.entry(&record[1..]).or_default();
        class.0 += 1;
        class.1.insert(&record[0]);
    }
    assert_eq!(report.microdata().unwrap().classes, classes.len() as u64);
    assert_eq!(report.microdata().unwrap().suppressed_cells, stars);
    assert!(
        report.microdata().unwrap().levels.0.is_empty()
            && report.microdata().unwrap().suppressed_rows == Some(0)
    );
    if report.guarantees[0].model == ridotto::WILDCARDS {
        let is_wild = |cell: &str| cell == "*" || cell == "?";
        let fit = |a: &[String; 4], b: &[String; 4]| {
            (1..4).all(|at| is_wild(&a[at]) || is_wild(&b[at]) || a[at] == b[at])
        };
        let fits = |own| shown.iter().filter(|other| fit(own, other)).count();
        let least = shown.iter().map(fits).min().unwrap();
        assert!(least >= 3);
        assert_eq!(report.guarantees[0].attained, Some(least as f64));
        let smallest = classes.values().map(|class| class.0).min().unwrap();
        let told = report.findings.iter().find(|finding| finding.name == "smallest-class");
        assert_eq!(told.unwrap().after, Some(smallest as f64));
        return;
    }
    let smallest = classes.values().map(|class| class.0).min().unwrap();
    assert!(smallest >= 3);
    assert_eq!(report.guarantees[0].attained, Some(smallest as f64));
    assert!(classes.values().all(|class| class.1.len() >= l));
}

/// What is asked of each method.
const METHODS: [&str; 11] = [
    "algorithm = \"mondrian\"",
    "algorithm = \"mondrian\"\nsummary = \"range\"",
    "algorithm = \"mondrian\"\nsummary = \"set\"\npartition = \"relaxed\"",
    "algorithm = \"mondrian\"\nsummary = \"mean\"",
    "algorithm = \"mondrian\"\nsummary = \"mean\"\npartition = \"relaxed\"",
    "algorithm = \"mondrian\"\nsummary = \"ancestor\"\ncuts = \"information-gain\"",
    "algorithm = \"mondrian\"\nsummary = \"range\"\ncuts = \"information-gain\"\npartition = \"relaxed\"",
    "algorithm = \"local-recoding\"",
    "algorithm = \"local-suppression\"",
    "algorithm = \"local-suppression\"\nmissing = \"matches-anything\"",
    "algorithm = \"k-optimize\"",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_safe_and_true(
        rows in vec((0..12_u8, 0..4_u8, 0..3_u8, 0..3_u8), 1..40),
        diverse in any::<bool>(),
    ) {
        // Intervals are for numbers, and a column without any has none.
        prop_assume!(rows.iter().any(|row| row.0 != 11));
        for release in METHODS {
            let is_suppression = release.contains("local-suppression");
            let l = if diverse && !is_suppression { 2 } else { 1 };
            let require = if l == 2 { "[[require]]\nmodel = \"l-diversity\"\nl = 2" } else { "" };
            let setting = setting(&rows, release, require);
            let options = RunOptions { keep_order: true, ..RunOptions::default() };
            match setting.bind().and_then(|plan| plan.run(&Outputs::of_policy(), &options, &())) {
                Ok(publishable) => {
                    let report = publishable.publish().unwrap();
                    if release.contains("k-optimize") {
                        prop_assert!(report.guarantees.iter().all(|one| one.holds == Some(true)));
                    } else {
                        recount(&setting, &rows, &report, l, release.contains("mean"));
                    }
                }
                Err(Error::Unmet(_)) => {
                    let illnesses: BTreeSet<u8> = rows.iter().map(|row| row.3).collect();
                    prop_assert!(rows.len() < 3 || illnesses.len() < l, "{}", release);
                }
                Err(error) => prop_assert!(false, "{release}: {error}"),
            }
        }
    }

    /// Regions and cells applied to other rows: what comes out is verified, or refused as unsafe.
    #[test]
    fn what_is_applied_is_safe(
        rows in vec((0..11_u8, 0..4_u8, 0..3_u8, 0..3_u8), 3..30),
        others in vec((0..12_u8, 0..4_u8, 0..3_u8, 0..3_u8), 1..30),
    ) {
        for release in &METHODS[..8] {
            let setting = setting(&rows, release, "");
            let outputs = Outputs { recoding: Some(setting.path("r.json")), ..Outputs::default() };
            setting.bind().and_then(|plan| plan.run(&outputs, &RunOptions::default(), &())).unwrap().publish().unwrap();
            let new = self::setting(&others, release, "");
            let (from, to) = (new.path("people.csv"), new.path("out.csv"));
            match apply(&setting.path("r.json"), &from, &to, &()) {
                Ok(release) => {
                    release.publish().unwrap();
                    let mut classes: BTreeMap<Vec<String>, usize> = BTreeMap::new();
                    for record in released(&new) {
                        *classes.entry(record[1..].to_vec()).or_default() += 1;
                    }
                    prop_assert!(classes.values().all(|&size| size >= 3));
                }
                Err(Error::Unmet(_)) => {}
                Err(error) => prop_assert!(false, "{release}: {error}"),
            }
        }
    }
}

pub fn sixty() -> Vec<Row> {
    let row = |at: u16| [(at * 7 % 11), (at * 5 % 4), (at * 3 % 3), (at % 3)].map(|it| it as u8);
    (0..60).map(row).map(|[age, town, job, illness]| (age, town, job, illness)).collect()
}

/// Local recoding keeps more than the best generalisation for all records.
#[test]
fn local_recoding_loses_less() {
    let loss = |release: &str| {
        let setting = setting(&sixty(), release, "");
        setting.run(&()).unwrap().report().microdata().unwrap().objective.value
    };
    let (best, cells) = (loss("suppression = 0.0"), loss("algorithm = \"local-recoding\""));
    assert!(cells < best, "{cells:?} {best:?}");
    assert!(loss("algorithm = \"mondrian\"\nsummary = \"range\"") < best);
}

/// The policy's order of attributes is not the file's: verification judges those that are named.
#[test]
fn requirements_over_some_keys_are_judged_by_name() {
    for (at, name) in [(1, "age"), (2, "town"), (3, "job")] {
        let require = format!("[[require]]\nmodel = \"k-anonymity\"\nk = 4\nover = [\"{name}\"]");
        let setting = setting(&sixty(), "suppression = 0.2", &require);
        let report = setting.run(&()).unwrap().publish().unwrap();
        let mut classes: BTreeMap<String, u64> = BTreeMap::new();
        for record in released(&setting) {
            *classes.entry(record[at].clone()).or_default() += 1;
        }
        let smallest = classes.values().min().map(|&size| size as f64);
        assert_eq!(report.guarantees[1].attained, smallest, "{name}");
        assert!(smallest >= Some(4.0));
    }
}
