//! Differentially private releases, attacked: with and without one person, many times.

use crate::setting::Setting;
use ridotto::{Outputs, RunOptions};
use ridotto_io::{FileSource, Source, SourceOptions};
use std::collections::BTreeSet;

const EPSILON: f64 = 0.5;
const DELTA: f64 = 0.05;

/// The level of `town` is fixed, and whatever is not in the hierarchy is `*`.
fn policy(require: &str, release: &str) -> String {
    format!(
        r#"version = 1
[data]
input = "people.csv"
delimiter = ","
encoding = "utf-8"
[attributes.town]
role = "quasi-identifier"
type = "text"
hierarchy = {{ groups = {{ North = ["Alba", "Berg"], South = ["Celo"] }} }}
min-level = 1
max-level = 1
[[require]]
{require}
[release]
{release}
[output]
file = "out.csv"
"#
    )
}

fn private() -> String {
    let require = format!("model = \"differential-privacy\"\nepsilon = {EPSILON}\ndelta = {DELTA}");
    policy(&require, "suppress = \"record\"")
}

/// Runs a policy on so many people of each town so many times, and gives the lines of each release.
fn released(policy: &str, towns: &[(&str, u64)], runs: usize) -> Vec<Vec<String>> {
    let mut people = "town\n".to_owned();
    for (town, count) in towns {
        (0..*count).for_each(|_| people += &format!("{town}\n"));
    }
    let files = [("people.csv", people.as_bytes()), ("policy.toml", policy.as_bytes())];
    let setting = Setting::new(&files);
    let outputs = Outputs { force: true, ..Outputs::default() };
    let once = |_| {
        let plan = setting.bind().unwrap();
        plan.run(&outputs, &RunOptions::default(), &()).unwrap().publish().unwrap();
        setting.read("out.csv").lines().skip(1).map(str::to_owned).collect()
    };
    (0..runs).map(once).collect()
}

/// How many records of the North each of so many releases shows.
fn observed(policy: &str, alba: u64, runs: usize) -> Vec<u64> {
    let releases = released(policy, &[("Celo", 40), ("Alba", alba)], runs);
    let north = |lines: &Vec<String>| lines.iter().filter(|line| *line == "North").count() as u64;
    releases.iter().map(north).collect()
}

/// The same for many towns at a time, each a class of its own: half of them have one person more.
fn observed_at_once(policy: &str, size: u64, runs: usize) -> (Vec<u64>, Vec<u64>) {
    let listed = policy.lines().filter(|line| !line.starts_with("hierarchy"));
    let level = listed.collect::<Vec<_>>().join("\n").replace("-level = 1", "-level = 0");
    let names: Vec<String> = (0..60).map(|town| format!("Town{town:02}")).collect();
    let people = |at: usize| if at.is_multiple_of(2) { size } else { size - 1 };
    let towns: Vec<(&str, u64)> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), people(at))).collect();
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for lines in released(&level, &towns, runs) {
        for (at, name) in names.iter().enumerate() {
            let count = lines.iter().filter(|line| *line == name).count() as u64;
            if at.is_multiple_of(2) { with.push(count) } else { without.push(count) }
        }
    }
    (with, without)
}

/// The worst event: by how many standard deviations it is likelier with one file than e^ε times as
/// likely as with the other, and δ more. Events are that the class has at least, at most or exactly
/// so many records.
fn excess(one: &[u64], other: &[u64]) -> f64 {
    beyond(one, other, (EPSILON, DELTA))
}

/// The same for what is claimed.
fn beyond(one: &[u64], other: &[u64], (epsilon, delta): (f64, f64)) -> f64 {
    let runs = one.len() as f64;
    let share = |seen: &[u64], is_so: &dyn Fn(u64) -> bool| {
        seen.iter().filter(|&&count| is_so(count)).count() as f64 / runs
    };
    let most = one.iter().chain(other).copied().max().unwrap_or(0);
    let mut worst = f64::MIN;
    for bound in 0..=most {
        let events: [&dyn Fn(u64) -> bool; 3] =
            [&|count| count >= bound, &|count| count <= bound, &|count| count == bound];
        for is_so in events {
            let (p, q) = (share(one, is_so), share(other, is_so));
            let variance = |p: f64| (p * (1.0 - p)).max(1.0 / runs) / runs;
            let deviation = (variance(p) + (2.0 * epsilon).exp() * variance(q)).sqrt();
            worst = worst.max((p - epsilon.exp() * q - delta) / deviation);
        }
    }
    worst
}

/// An attacker who sees many releases with one person and many without cannot tell which is which
/// better than ε and δ allow: for a class around the least size, and for larger ones. Where
/// everybody is sampled he can, and the same test sees it.
#[test]
fn one_person_more_or_less_hardly_matters() {
    let private = private();
    let files = [("people.csv", &b"town\nAlba\n"[..]), ("policy.toml", private.as_bytes())];
    let k = Setting::new(&files)
        .bind()
        .unwrap()
        .preview(&())
        .unwrap()
        .unwrap()
        .private()
        .unwrap()
        .release
        .k()
        .get();
    // Of a few hundred events none is five standard deviations beyond, but by a fault.
    let fits = |with: &[u64], without: &[u64]| {
        let (more, less) = (excess(with, without), excess(without, with));
        assert!(more < 5.0 && less < 5.0, "{more} and {less}");
    };
    for size in [k, 3 * k] {
        fits(&observed(&private, size, 40), &observed(&private, size - 1, 40));
    }
    for size in [k, k + 3, 4 * k] {
        let (with, without) = observed_at_once(&private, size, 30);
        fits(&with, &without);
        let is_seen = |count: &u64| *count >= k && *count < size;
        assert!(size <= k || with.iter().any(is_seen), "nothing is sampled and shown");
    }
    let everybody = format!("model = \"k-anonymity\"\nk = {k}");
    let everybody = policy(&everybody, "suppression = 1.0");
    let (with, without) = (observed(&everybody, k, 30), observed(&everybody, k - 1, 30));
    assert!(excess(&with, &without) > 5.0, "the attack does not even see what is plain");
    let (with, without) = observed_at_once(&everybody, 2 * k, 2);
    assert!(excess(&with, &without) > 5.0, "it does not see a count that is exact");
}

/// The whole way of a release against the exact δ of a class of eleven and one of ten, of which at least eleven
/// are shown: all eleven are kept with β¹¹, and ten never are eleven. A release that spends one and a half times
/// the ε is found out.
#[test]
fn a_release_that_spends_half_as_much_again_is_found_out() {
    const CLAIMED: f64 = 2.0;
    const LEAST: u64 = 11;
    let delta = (1.0 - (-CLAIMED).exp()).powi(LEAST as i32);
    let told_apart = |epsilon: f64, allowed: f64| {
        let require =
            format!("model = \"differential-privacy\"\nepsilon = {epsilon}\ndelta = {allowed}");
        let policy = policy(&require, "suppress = \"record\"");
        let files = [("people.csv", &b"town\nAlba\n"[..]), ("policy.toml", policy.as_bytes())];
        let preview = Setting::new(&files).bind().unwrap().preview(&()).unwrap().unwrap();
        assert_eq!(preview.private().unwrap().release.k().get(), LEAST);
        let (with, without) = observed_at_once(&policy, LEAST, 30);
        let claim = (CLAIMED, delta);
        beyond(&with, &without, claim).max(beyond(&without, &with, claim))
    };
    let (honest, sabotaged) = (told_apart(CLAIMED, 0.205), told_apart(1.5 * CLAIMED, 0.58));
    assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
    assert!(sabotaged > 5.0, "a saboteur is not found out: {sabotaged}");
}

/// Whether a column could be written as numbers, how long its values are and which cells cannot be
/// read are found out from all records. So nothing of that may be seen: a record that is unlike all
/// others changes neither the way in which a file is written nor what the others become.
#[test]
fn a_record_unlike_all_others_is_not_noticed() {
    let policy = r#"version = 1
[data]
input = "people.csv"
delimiter = ","
encoding = "utf-8"
decimal = ","
dates = ["%Y-%m-%d"]
missing = ["?"]
[attributes.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [1, 10] }
min-level = 1
max-level = 1
[attributes.weight]
role = "quasi-identifier"
type = "decimal"
hierarchy = { cuts = [[50, 100]] }
min-level = 1
max-level = 1
[attributes.born]
role = "quasi-identifier"
type = "date"
hierarchy = { dates = ["year"] }
min-level = 1
max-level = 1
[attributes.address]
role = "quasi-identifier"
type = "text"
hierarchy = { addresses = [16] }
min-level = 1
max-level = 1
[attributes.town]
role = "quasi-identifier"
type = "text"
hierarchy = { groups = { North = ["Alba", "Berg"] } }
min-level = 0
max-level = 0
[[require]]
model = "differential-privacy"
epsilon = 1.0
delta = 0.01
[output]
file = "out.csv"
"#;
    let usual = "37,\"71,5\",1990-02-03,10.1.2.3,Alba\n".repeat(200);
    let others = [
        "",
        "x,x,x,x,x\n",
        "?,?,?,?,?\n",
        "*,*,*,*,*\n",
        "1e400,-0,2024-13-40,::1,\"a\nb\"\n",
        "99999999999999999999,1.5,20240101,300.1.1.1,Celo\n",
    ];
    for output in ["out.csv", "out.parquet", "out.arrow"] {
        let mut seen = Vec::new();
        for other in others {
            let data = format!("age,weight,born,address,town\n{usual}{other}");
            let files = [("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
            let setting = Setting::new(&files);
            let outputs = Outputs::file(setting.path(output));
            let plan = setting.bind().unwrap();
            let report =
                plan.run(&outputs, &RunOptions::default(), &()).unwrap().publish().unwrap();
            assert_eq!(report.microdata().unwrap().classes, 1, "{other}");
            // What is left does not depend on chance: the class, but not how many there are.
            let mut shape = format!(
                "{:?}{:?}",
                report.microdata().unwrap().levels,
                report.microdata().unwrap().heights
            );
            let written =
                FileSource::open(&setting.path(output), &SourceOptions::default()).unwrap();
            shape += &format!("{:?}", written.columns());
            if output == "out.csv" {
                let text = setting.read(output);
                let lines: BTreeSet<&str> = text.lines().collect();
                shape += &format!("{lines:?}");
                assert!(text.contains("37,[50; 100),1990,10.1.*.*,Alba"), "{text}");
            }
            seen.push(shape);
        }
        assert!(seen.iter().all(|shape| *shape == seen[0]), "{output}: {seen:?}");
    }
}

/// With a part of ε the levels are chosen: where there are many records, fine ones; where there are
/// few, any. A choice that is certain would not be private.
#[test]
fn levels_are_chosen_by_chance_in_favour_of_detail() {
    let policy = private()
        .replace("min-level = 1\nmax-level = 1\n", "")
        .replace("epsilon = 0.5", "epsilon = 1.5\nsearch = 1.0");
    let levels = |celo: usize, alba: usize, runs: usize| -> Vec<u8> {
        let people = format!("town\n{}{}", "Celo\n".repeat(celo), "Alba\n".repeat(alba));
        let files = [("people.csv", people.as_bytes()), ("policy.toml", policy.as_bytes())];
        let setting = Setting::new(&files);
        let outputs = Outputs { force: true, ..Outputs::default() };
        let once = |_| {
            let plan = setting.bind().unwrap();
            let report =
                plan.run(&outputs, &RunOptions::default(), &()).unwrap().publish().unwrap();
            assert_eq!(report.microdata().unwrap().algorithm, "permute-and-flip");
            report.microdata().unwrap().levels.0[0].1
        };
        (0..runs).map(once).collect()
    };
    assert!(levels(3000, 3000, 10).iter().all(|&level| level == 0));
    let few = levels(2, 2, 40);
    assert!((0..3).all(|level| few.contains(&level)), "{few:?}");
}
