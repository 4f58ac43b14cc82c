//! An attacker who knows the quasi-identifiers of everybody, and the hierarchies, links people to
//! released records: a record fits whom each of its cells may stand for. On a release everybody
//! fits k records or none; where k was ignored, somebody is found.

use crate::setting::Setting;
use std::collections::{HashMap, HashSet};

const K: usize = 4;

fn policy(extra: &str) -> String {
    format!(
        r#"version = 1
[data]
input = "people.csv"
[attributes.name]
role = "identifier"
[attributes.age]
role = "quasi-identifier"
hierarchy = "age.csv"
[attributes.town]
role = "quasi-identifier"
hierarchy = "town.csv"
[attributes.job]
role = "quasi-identifier"
[attributes.illness]
role = "sensitive"
[[require]]
model = "k-anonymity"
k = {K}
[release]
suppression = 0.05
{extra}
[output]
file = "out.csv"
"#
    )
}

struct World {
    setting: Setting,
    /// Each person's quasi-identifiers.
    people: Vec<[String; 3]>,
    /// What each cell may have been made of, by column.
    ancestors: [HashMap<String, HashSet<String>>; 3],
}

fn world(extra: &str) -> World {
    let jobs = ["smith", "nurse", "judge"];
    let mut data = String::from("name,age,town,job,illness\n");
    let (mut ages, mut towns) = (String::new(), String::new());
    let mut people = Vec::new();
    let mut ancestors: [HashMap<String, HashSet<String>>; 3] = Default::default();
    let mut dice: u32 = 12345;
    for person in 0..240 {
        let mut roll = |sides: u32| {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (dice >> 16) % sides
        };
        let (age, town) = (20 + roll(40), format!("t{}", roll(8)));
        let job = jobs[roll(3) as usize];
        data += &format!("p{person},{age},{town},{job},{}\n", roll(5));
        people.push([age.to_string(), town, job.to_owned()]);
    }
    for age in 20..60 {
        let line = [
            age.to_string(),
            format!("{}s", age / 10 * 10),
            format!("half {}", age / 40),
            "*".into(),
        ];
        ages += &(line.join(";") + "\n");
        ancestors[0].insert(line[0].clone(), line.into_iter().collect());
    }
    for town in 0..8 {
        let line = [format!("t{town}"), format!("region {}", town / 4), "*".into()];
        towns += &(line.join(";") + "\n");
        ancestors[1].insert(line[0].clone(), line.into_iter().collect());
    }
    for job in jobs {
        ancestors[2].insert(job.into(), [job.to_owned(), "*".into()].into());
    }
    let setting = Setting::new(&[
        ("people.csv", data.as_bytes()),
        ("age.csv", ages.as_bytes()),
        ("town.csv", towns.as_bytes()),
        ("policy.toml", policy(extra).as_bytes()),
    ]);
    World { setting, people, ancestors }
}

impl World {
    /// How many released records each person fits.
    fn fits(&self, release: &str) -> Vec<usize> {
        let records: Vec<Vec<&str>> =
            release.lines().skip(1).map(|line| line.split(',').collect()).collect();
        let may_be = |person: &[String; 3], record: &[&str]| {
            (0..3).all(|at| self.ancestors[at][&person[at]].contains(record[at]))
        };
        let fits = |person| records.iter().filter(|record| may_be(person, record)).count();
        self.people.iter().map(fits).collect()
    }
}

#[test]
fn nobody_is_found_in_a_release() {
    for extra in ["", "suppressed = \"keep\"", "objective = \"discernibility\""] {
        let world = world(extra);
        let report = world.setting.run(&()).unwrap().publish().unwrap();
        let fits = world.fits(&world.setting.read("out.csv"));
        let lost = fits.iter().filter(|&&fits| fits < K).count() as u64;
        assert!(
            Some(lost) <= report.microdata().unwrap().suppressed_rows,
            "{extra}: {lost} people fit too few"
        );
        if extra.contains("keep") {
            // Hidden records fit everybody: whoever was hidden fits them, and no class.
            assert!(fits.iter().all(|&fits| Some(fits as u64)
                >= report.microdata().unwrap().suppressed_rows.min(Some(1))));
        } else {
            assert!(fits.iter().all(|&fits| fits == 0 || fits >= K), "{extra}: {fits:?}");
        }
        assert!(report.microdata().unwrap().classes > 3, "the release is not trivial");
    }
}

/// Local methods: every record is one of k that show the same, and each of them may be anybody
/// whom the labels cover.
#[test]
fn nobody_is_found_where_cells_are_recoded() {
    for method in [
        "algorithm = \"mondrian\"\nsummary = \"ancestor\"",
        "algorithm = \"local-recoding\"",
        "algorithm = \"local-suppression\"",
    ] {
        let world = world(method);
        let policy = world.setting.read("policy.toml").replace("suppression = 0.05\n", "");
        std::fs::write(world.setting.path("policy.toml"), policy).unwrap();
        let report = world.setting.run(&()).unwrap().publish().unwrap();
        let release = world.setting.read("out.csv");
        let fits = world.fits(&release);
        assert!(fits.iter().all(|&fits| fits >= K), "{method}: {fits:?}");
        assert!(report.microdata().unwrap().classes > 3, "the release is not trivial");
        // The same people as they were: somebody is found, so the attack can see it.
        let raw = world.people.iter().map(|person| person.join(",") + ",0\n");
        let broken: String = ["header\n".to_owned()].into_iter().chain(raw).collect();
        let found = world.fits(&broken);
        assert!(found.iter().any(|&fits| fits < K), "{method}: the attack is too weak to see it");
    }
}

/// Wildcards: the count of matches holds, and yet the attacker, who knows what was hidden,
/// finds people whom fewer than k records fit. That is why the guarantee has another name.
#[test]
fn wildcards_do_not_bound_what_an_attacker_finds() {
    let world = world("algorithm = \"local-suppression\"\nmissing = \"matches-anything\"");
    let policy = world.setting.read("policy.toml").replace("suppression = 0.05\n", "");
    std::fs::write(world.setting.path("policy.toml"), policy).unwrap();
    let report = world.setting.run(&()).unwrap().publish().unwrap();
    assert_eq!(report.guarantees[0].model, ridotto::WILDCARDS);
    assert_eq!(report.guarantees[0].holds, Some(true));
    assert!(report.guarantees[0].attained >= Some(K as f64));
    let fits = world.fits(&world.setting.read("out.csv"));
    assert!(fits.iter().any(|&fits| fits < K), "{fits:?}");
    let smallest = report.findings.iter().find(|finding| finding.name == "smallest-class");
    assert!(smallest.unwrap().after < Some(K as f64), "the report says so");
    assert!(report.notes.iter().any(|note| note.contains("does not bound")));
}

#[test]
fn somebody_is_found_where_k_is_ignored() {
    let world = world("");
    // Only ages are made coarser, and nobody counts what that leaves.
    let mut broken = String::from("age,town,job\n");
    for [age, town, job] in &world.people {
        broken += &format!("{}s,{town},{job}\n", age.parse::<u32>().unwrap() / 10 * 10);
    }
    let fits = world.fits(&broken);
    assert!(fits.contains(&1), "the attacker finds somebody");
    assert!(fits.iter().filter(|&&fits| fits < K).count() > 10);
}
