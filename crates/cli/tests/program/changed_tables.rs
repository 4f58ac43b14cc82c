//! Tables whose values are changed so that no one is missing: rounded, adjusted, perturbed; and recoded ones.

use crate::case::{Case, in_one_line};
use std::collections::BTreeMap;

const POLICY: &str = r#"version = 1
kind = "table"

[data]
input = "firms.csv"

[attributes.region]
role = "dimension"
hierarchy = { groups = { North = ["Alba", "Brin"], South = ["Celo", "Dorn"] } }

[attributes.size]
role = "dimension"

[attributes.sold]
role = "response"

[[table]]
dimensions = ["region", "size"]

[[require]]
model = "minimum-frequency"
n = 3

[release]
METHOD

[output]
file = "table.csv"
"#;

/// So many firms of each region and size. Alba has one large firm, Dorn two small ones.
const FIRMS: [(&str, &str, usize); 8] = [
    ("Alba", "large", 1),
    ("Alba", "small", 7),
    ("Brin", "large", 6),
    ("Brin", "small", 9),
    ("Celo", "large", 12),
    ("Celo", "small", 8),
    ("Dorn", "large", 5),
    ("Dorn", "small", 2),
];

fn firms() -> String {
    let mut text = String::from("firm,region,size,sold,key\n");
    let mut number = 0;
    for (region, size, count) in FIRMS {
        for _ in 0..count {
            number += 1;
            let key = number * 7_919 % 1_000;
            text +=
                &format!("firm {number},{region},{size},{},0.{key:03}\n", 10 + number * 13 % 90);
        }
    }
    text
}

fn case(method: &str) -> Case {
    Case::empty().file("firms.csv", firms()).file("policy.toml", POLICY.replace("METHOD", method))
}

type Lines = BTreeMap<(String, String), (i64, String)>;

/// The lines of a table: value and status by region and size.
fn lines(case: &Case, name: &str) -> Lines {
    let line = |line: &str| {
        let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        let value = fields[2].parse().unwrap_or(-1);
        ((fields[0].clone(), fields[1].clone()), (value, fields[3].clone()))
    };
    case.read(name).lines().skip(1).map(line).collect()
}

/// What is published of a cell: 0 where it has no line.
fn value(lines: &Lines, region: &str, size: &str) -> i64 {
    lines.get(&(region.to_owned(), size.to_owned())).map_or(0, |line| line.0)
}

fn assert_adds_up(lines: &Lines) {
    for size in ["large", "small", "Total"] {
        let of = |region| value(lines, region, size);
        assert_eq!(of("Alba") + of("Brin"), of("North"), "{size}");
        assert_eq!(of("Celo") + of("Dorn"), of("South"), "{size}");
        assert_eq!(of("North") + of("South"), of("Total"), "{size}");
    }
    for region in ["Alba", "Brin", "Celo", "Dorn", "North", "South", "Total"] {
        let of = |size| value(lines, region, size);
        assert_eq!(of("large") + of("small"), of("Total"), "{region}");
    }
}

/// The true table.
fn truth() -> Lines {
    let mut truth = Lines::new();
    for (region, size, count) in FIRMS {
        let group = if matches!(region, "Alba" | "Brin") { "North" } else { "South" };
        for region in [region, group, "Total"] {
            for size in [size, "Total"] {
                let of = truth.entry((region.to_owned(), size.to_owned())).or_default();
                of.0 += i64::try_from(count).unwrap();
            }
        }
    }
    truth
}

fn distance(lines: &Lines) -> i64 {
    truth().iter().map(|(at, of)| (value(lines, &at.0, &at.1) - of.0).abs()).sum()
}

#[test]
fn rounded_tables_add_up() {
    let case = case("method = \"round\"\nbase = 5");
    let report = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
    let lines = lines(&case, "table.csv");
    assert!(lines.len() >= 19 && lines.values().all(|(value, _)| *value > 0), "{lines:?}");
    assert_adds_up(&lines);
    for (at, (value, status)) in &lines {
        assert_eq!((value % 5, status.as_str()), (0, "rounded"), "{at:?}");
        assert!((value - truth()[at].0).abs() < 5, "{at:?}");
    }
    let release = &report["release"];
    assert_eq!(release["unsafe"], 0, "{release}");
    assert_eq!(release["distance"].as_f64(), Some(distance(&lines) as f64));
    assert_eq!(release["method"], "round");
}

/// With a base of 2 a rounded 2 says 1, 2 or 3, and a rounded 0 says 0 or 1 where multiples stay, and 2 at most
/// where they need not: the rule asks for more.
#[test]
fn a_base_that_tells_too_much_is_refused() {
    let policy = "method = \"round\"\nbase = 2";
    let case = case(policy)
        .file("policy.toml", POLICY.replace("METHOD", policy).replace("n = 3", "n = 3\nrange = 4"));
    let shown = in_one_line(&case.refused(1, &["anonymize", "policy.toml"]));
    assert!(shown.contains("larger `base`"), "{shown}");
    assert!(!case.path("table.csv").exists());
}

#[test]
fn adjusted_tables_hide_the_sensitive_among_others() {
    let case = case("method = \"adjust\"\ntotals = \"keep\"");
    let report = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
    let lines = lines(&case, "table.csv");
    assert_adds_up(&lines);
    assert!(lines.values().all(|(value, status)| *value >= 0 && status == "adjusted"));
    for (region, size) in [("Alba", "large"), ("Dorn", "small")] {
        let at = (region.to_owned(), size.to_owned());
        assert!((value(&lines, region, size) - truth()[&at].0).abs() >= 1, "{at:?}");
    }
    for region in ["North", "South", "Total"] {
        assert_eq!(value(&lines, region, "Total"), truth()[&(region.into(), "Total".into())].0);
    }
    let release = &report["release"];
    assert_eq!(release["distance"].as_f64(), Some(distance(&lines) as f64));
    // Both move by 1, and six others with them.
    assert_eq!((distance(&lines), &release["proved_optimal"]), (8, &serde_json::json!(true)));
}

/// The same cell has the same noise, whichever table it stands in, if seed and data are the same; and
/// with keys of a column without any seed.
#[test]
fn noise_belongs_to_cells() {
    let one = "\n[[table]]\ndimensions = [\"region\", \"size\"]\n";
    for (method, seed) in [
        ("method = \"cell-key\"", Some("7")),
        ("method = \"cell-key\"\nvariance = 1.5\ndeviation = 3\nrecord-key = \"key\"", None),
    ] {
        let case = case(method);
        let policy = POLICY.replace("METHOD", method);
        let case = case.file("other.toml", {
            let other = policy.replace(one, "\n[[table]]\ndimensions = [\"size\"]\n");
            other.replace("table.csv", "other.csv")
        });
        let run = |name: &str| {
            let seed: Vec<&str> = seed.map_or(Vec::new(), |seed| vec!["--seed", seed]);
            case.run(&[&["anonymize", name][..], &seed].concat()).well();
        };
        run("policy.toml");
        run("other.toml");
        let lines = lines(&case, "table.csv");
        assert!(lines.values().all(|(_, status)| status == "perturbed"));
        assert!(distance(&lines) > 0);
        for (at, (value, _)) in &lines {
            assert!((value - truth()[at].0).abs() <= 5, "{at:?}");
        }
        for line in case.read("other.csv").lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let found = fields.iter().find_map(|field| field.parse::<i64>().ok());
            let size = fields.iter().find(|of| ["large", "small", "Total"].contains(of));
            assert_eq!(found, Some(value(&lines, "Total", size.unwrap())), "{line}");
        }
    }
}

#[test]
fn small_counts_go() {
    let case = case("method = \"small-counts\"\nbase = 3");
    case.run(&["anonymize", "policy.toml"]).well();
    let lines = lines(&case, "table.csv");
    assert_adds_up(&lines);
    assert!(lines.values().all(|(value, _)| *value == 0 || *value >= 3));
    assert_eq!(value(&lines, "Alba", "small"), 7);
    assert_eq!(value(&lines, "Celo", "Total"), 20);
    // A base below the least count that may be told leaves a 2 as it is.
    let low = self::case("method = \"small-counts\"\nbase = 2");
    let shown = in_one_line(&low.refused(1, &["anonymize", "policy.toml"]));
    assert!(shown.contains("not below the `n`"), "{shown}");
}

/// Alba has one large firm alone: its group is closed, and regions of the other group stay.
#[test]
fn categories_are_merged_where_they_are_too_small() {
    let case = case("method = \"recode\"");
    let firms = firms();
    let kept = firms.lines().filter(|line| !line.contains("Dorn,small"));
    let case = case.file("firms.csv", kept.collect::<Vec<_>>().join("\n") + "\n");
    case.run(&["table", "policy.toml"]).well();
    let found = lines(&case, "table.csv");
    let regions: Vec<&str> = found.keys().map(|(region, _)| region.as_str()).collect();
    assert!(!regions.contains(&"Alba") && !regions.contains(&"Brin"), "{regions:?}");
    assert!(regions.contains(&"Celo") && regions.contains(&"Dorn"), "{regions:?}");
    for (at, (_, status)) in &found {
        assert_eq!(status, if at.0 == "North" { "recoded" } else { "published" }, "{at:?}");
    }
}

/// Regions are too fine by size; groups of regions are not.
#[test]
fn recoded_tables_lose_their_finest_level() {
    let case = case("method = \"recode\"");
    let report = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
    let found = lines(&case, "table.csv");
    let regions: Vec<&str> = found.keys().map(|(region, _)| region.as_str()).collect();
    assert_eq!(found.len(), 9, "{regions:?}");
    assert!(!regions.contains(&"Alba") && regions.contains(&"North"));
    for (at, (value, status)) in &found {
        assert_eq!(*value, truth()[at].0);
        assert_eq!(status, if at.0 == "Total" { "published" } else { "recoded" });
    }
    assert_eq!(report["release"]["unsafe"], 0);
    // Hiding eight cells keeps more.
    let hides = self::case("method = \"recode\"\nhide = true");
    hides.run(&["anonymize", "policy.toml"]).well();
    let found = lines(&hides, "table.csv");
    assert!(found.values().filter(|(_, status)| status != "suppressed").count() > 9, "{found:?}");
}

#[test]
fn what_methods_cannot_do_is_said() {
    let mean = "response = \"sold\"\nstatistic = \"mean\"\n\n[[require]]";
    for (method, from, to, code, expected) in [
        ("method = \"round\"", "", "", 2, "`base`"),
        ("method = \"round\"\nbase = 1", "", "", 2, "every whole number is a multiple of 1"),
        ("method = \"round\"\nbase = 5", "[[require]]", mean, 2, "a mean is made of both"),
        ("method = \"adjust\"\nbase = 5", "", "", 2, "`base` means nothing for"),
        (
            "method = \"small-counts\"\nbase = 3",
            "\n[[require]]",
            "response = \"sold\"\n\n[[require]]",
            2,
            "for tables of counts",
        ),
        ("method = \"cell-key\"\nptable = \"p.csv\"\nvariance = 2", "", "", 2, "say the same"),
        (
            "method = \"cell-key\"\nptable = \"p.csv\"",
            "",
            "",
            2,
            "line 4: the probabilities of a count are not 1 together",
        ),
        ("method = \"cell-key\"\nptable = \"none.csv\"", "", "", 2, "none.csv"),
        ("method = \"cell-key\"\nrecord-key = \"kye\"", "", "", 2, "no column `kye`"),
        ("method = \"cell-key\"\nrecord-key = \"sold\"", "", "", 0, ""),
        ("method = \"cell-key\"\nrecord-key = \"region\"", "", "", 2, "is no key in line 2"),
        ("method = \"roundd\"", "", "", 2, "did you mean"),
    ] {
        let policy =
            POLICY.replace("METHOD", method).replacen(from, to, usize::from(!from.is_empty()));
        let case = case(method)
            .file("policy.toml", policy)
            .file("p.csv", "i;v;p_int_ub\n0;0;1\n1;-1;0.5\n1;1;0.9\n");
        let ran = case.run(&["anonymize", "policy.toml"]);
        let shown = in_one_line(&ran.shown());
        assert!(shown.contains(&format!("exit {code}")), "{method}: {shown}");
        assert!(shown.contains(expected), "{method}: {shown}");
    }
}

/// Who reads a 0 where cells without records have no line knows that somebody is in the cell.
fn surely_somebody(lines: &Lines) -> Vec<(String, String)> {
    let zeros = lines.iter().filter(|(_, (value, _))| *value == 0);
    zeros.map(|(at, _)| at.clone()).collect()
}

/// Brin has nobody of a size, and other cells become 0: both have no line, so a 0 may be a true one.
#[test]
fn a_zero_may_be_a_true_one() {
    let mut zeros = 0;
    for method in [
        "method = \"round\"\nbase = 5",
        "method = \"small-counts\"\nbase = 3",
        "method = \"adjust\"\ntotals = \"free\"",
        "method = \"cell-key\"\nvariance = 6\ndeviation = 9",
    ] {
        let case = case(method);
        let firms = firms();
        let kept = firms.lines().filter(|line| !line.contains("Brin,large"));
        let case = case.file("firms.csv", kept.collect::<Vec<_>>().join("\n") + "\n");
        case.run(&["table", "policy.toml", "--seed", "4"]).well();
        let ours = lines(&case, "table.csv");
        assert!(surely_somebody(&ours).is_empty(), "{method}");
        let brin = ("Brin".to_owned(), "large".to_owned());
        let mut truth = truth();
        truth.retain(|at, _| *at != brin);
        let changed: Vec<_> = truth.keys().filter(|at| !ours.contains_key(*at)).collect();
        assert!(!ours.contains_key(&brin), "{method}");
        zeros += changed.len();
        // With a line for each cell that has records the attacker would be right about all of them.
        let mut naive = ours.clone();
        naive.extend(changed.iter().map(|at| ((*at).clone(), (0, String::new()))));
        assert_eq!(surely_somebody(&naive).len(), changed.len());
    }
    assert!(zeros > 0, "some cells became 0");
}

/// With a base of 2 a 0 after a 1 says 0 or 1, and who is in the cell knows it. Under a rule of 2 that is
/// too little doubt, for whole numbers are not as far away as the base.
#[test]
fn a_base_of_two_hides_no_single_person() {
    let two = |method: &str| POLICY.replace("METHOD", method).replace("n = 3", "n = 2");
    let method = "method = \"small-counts\"\nbase = 2";
    let case = case(method).file("policy.toml", two(method));
    let shown = in_one_line(&case.refused(1, &["table", "policy.toml"]));
    assert!(shown.contains("`base` of 3 or more"), "{shown}");
    // Rounding says that multiples may change, too: then a 0 may be a 2.
    let method = "method = \"round\"\nbase = 2";
    let case = self::case(method).file("policy.toml", two(method));
    let report = case.run(&["table", "policy.toml", "--json"]).well().json();
    let notes = report["notes"].to_string();
    assert!(notes.contains("values are within 2 of true ones"), "{notes}");
}

/// Where sensitive cells are published with other values, no rule is said to hold of them: only what the
/// method itself promises is, and that the rules promise nothing.
#[test]
fn no_rule_is_said_to_hold_where_sensitive_cells_are_published() {
    for method in [
        "method = \"cell-key\"\nvariance = 2\ndeviation = 5",
        "method = \"adjust\"",
        "method = \"small-counts\"\nbase = 3",
    ] {
        let case = case(method);
        let ran = case.run(&["table", "policy.toml", "--json", "--seed", "1"]).well();
        let report = ran.json();
        let told: Vec<&str> = report["guarantees"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["model"].as_str().unwrap())
            .collect();
        assert!(["cell-key", "adjust", "small-counts"].contains(&told[0]), "{told:?}");
        assert_eq!(told.len(), 1);
        assert!(report["guarantees"][0]["required"].is_null());
        assert!(
            report["notes"].to_string().contains("the rules only say which cells are sensitive")
        );
        let words = case.run(&["table", "policy.toml", "--force"]).well().stderr;
        assert!(words.contains("keeps its own promise") && !words.contains("minimum-frequency"));
    }
    // What is audited keeps its rules.
    let rounded = case("method = \"round\"\nbase = 5");
    let report = rounded.run(&["table", "policy.toml", "--json"]).well().json();
    assert_eq!(report["guarantees"][0]["model"], "minimum-frequency");
}

/// The perturbation table of a policy is written as the field has it, and read it does the same. One of
/// amounts, with halves, would be rounded into other noise than it says, and is refused for counts.
#[test]
fn a_perturbation_table_is_written_and_read() {
    let made = case("method = \"cell-key\"\nvariance = 2\ndeviation = 5");
    made.run(&["table", "policy.toml", "--ptable", "ptable.txt"]).well();
    assert!(!made.path("table.csv").exists());
    let ptable = made.read("ptable.txt");
    assert!(ptable.starts_with("i;j;p;v;p_int_ub\n0;0;1;0;1\n1;"), "{ptable}");
    made.run(&["table", "policy.toml", "--seed", "7"]).well();
    let read = case("method = \"cell-key\"\nptable = \"ptable.txt\"").file("ptable.txt", &ptable);
    read.run(&["table", "policy.toml", "--seed", "7"]).well();
    assert_eq!(read.read("table.csv"), made.read("table.csv"));
    let halves = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0.5;0.5;-0.5;0.5\n1;1.5;0.5;0.5;1\n";
    let case = read.file("ptable.txt", halves);
    let shown = in_one_line(&case.refused(2, &["table", "policy.toml", "--force"]));
    assert!(shown.contains("it has fractions"), "{shown}");
    let fast = POLICY.replace("METHOD", "method = \"fast\"");
    let case = case.file("policy.toml", fast);
    let shown = in_one_line(&case.refused(2, &["table", "policy.toml", "--ptable", "p.txt"]));
    assert!(shown.contains("the method has no perturbation table"), "{shown}");
}

/// A table that was published before is kept, and with it what it hides: alone, the new table would show it.
#[test]
fn what_was_published_before_is_kept() {
    let old = POLICY.replace("METHOD", "method = \"fast\"");
    let table = "\n[[table]]\ndimensions = [\"region\", \"size\"]\n";
    let new = old.replace("table.csv", "new.csv").replace(
        table,
        "\n[[table]]\nname = \"old\"\ndimensions = [\"region\", \"size\"]\npublished = \"table.csv\"\n\
         \n[[table]]\nname = \"new\"\ndimensions = [\"size\"]\n",
    );
    let case = case("method = \"fast\"").file("new.toml", new);
    case.run(&["table", "policy.toml"]).well();
    let before = case.read("table.csv");
    case.run(&["table", "new.toml"]).well();
    let after = case.read("new.csv");
    let kept: Vec<&str> = after.lines().filter_map(|line| line.strip_prefix("old,")).collect();
    assert_eq!(kept, before.lines().skip(1).collect::<Vec<_>>());
    // A file of other data is no table of these.
    let shown = before.lines().find_map(|line| line.strip_suffix(",published"));
    let shown = shown.expect("some cells are published");
    let changed = before.replacen(&format!("{shown},published"), &format!("{shown}0,published"), 1);
    assert_ne!(changed, before);
    std::fs::write(case.path("table.csv"), changed).unwrap();
    let shown = in_one_line(&case.refused(2, &["table", "new.toml", "--force"]));
    assert!(shown.contains("is not what the data give"), "{shown}");
    // It is read, and so it is not written to.
    let shown = in_one_line(&case.refused(2, &["table", "new.toml", "--force", "-o", "table.csv"]));
    assert!(shown.contains("table.csv"), "{shown}");
}

const AGES: &str = r#"version = 1
kind = "table"

[data]
input = "people.csv"

[attributes.age]
role = "dimension"

[attributes.size]
role = "dimension"

[[table]]
dimensions = ["age", "size"]

[[require]]
model = "minimum-frequency"
n = 3

[release]
method = "recode"

[output]
file = "table.csv"
"#;

const SIZES: [&str; 2] = ["a", "b"];

/// How many people there are of each age, and of each of two sizes.
fn people(counts: &[[u32; 2]]) -> String {
    let mut text = String::from("age,size\n");
    for (age, counts) in counts.iter().enumerate() {
        for (size, count) in SIZES.iter().zip(counts) {
            text += &format!("{},{size}\n", age + 1).repeat(*count as usize);
        }
    }
    text
}

/// The least that can be lost: of all ways to part the ages into runs, with and without a total alone in place of
/// ages or sizes, that after which no cell is sensitive. A cell is lost if it is merged or not published.
fn least_lost(counts: &[[u32; 2]]) -> Option<usize> {
    let ages = counts.len();
    let cell = |run: &[[u32; 2]], size: Option<usize>| -> u32 {
        run.iter().map(|of| size.map_or(of[0] + of[1], |size| of[size])).sum()
    };
    let sizes = [Some(0), Some(1), None];
    let ways = (0..1_u32 << (ages - 1)).flat_map(|set| (0..4_u32).map(move |closed| (set, closed)));
    ways.filter_map(|(set, closed)| {
        let (no_ages, no_sizes) = (closed & 1 == 1, closed & 2 == 2);
        let mut runs: Vec<Vec<usize>> = vec![vec![0]];
        for age in 1..ages {
            if set >> (age - 1) & 1 == 1 {
                runs.last_mut()?.push(age);
            } else {
                runs.push(vec![age]);
            }
        }
        let rows = |run: &Vec<usize>| run.iter().map(|&age| counts[age]).collect::<Vec<_>>();
        let shown = |size: &Option<usize>| size.is_none() || !no_sizes;
        let total = sizes.iter().filter(|size| shown(size)).map(|&size| cell(counts, size));
        let of_runs = runs.iter().filter(|_| !no_ages).flat_map(|run| {
            sizes.iter().filter(|size| shown(size)).map(move |&size| cell(&rows(run), size))
        });
        if total.chain(of_runs).any(|count| (1..3).contains(&count)) {
            return None;
        }
        let lost = |run: &Vec<usize>, size: &Option<usize>| {
            let there = run.iter().filter(|&&age| cell(&[counts[age]], *size) > 0).count();
            if run.len() > 1 || no_ages || !shown(size) { there } else { 0 }
        };
        let of_ages: usize =
            runs.iter().flat_map(|run| sizes.iter().map(move |size| lost(run, size))).sum();
        let of_totals =
            sizes.iter().filter(|size| !shown(size) && cell(counts, **size) > 0).count();
        Some(of_ages + of_totals)
    })
    .min()
}

/// Neighbours are merged at the least loss of all ways to part the values into runs.
#[test]
fn neighbours_are_merged_at_the_least_loss() {
    let mut state = 30_u64;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut merged = 0;
    for _ in 0..ridotto_testkit::usually(16, 200) {
        let ages = 2 + next(5);
        let counts: Vec<[u32; 2]> = (0..ages).map(|_| [next(7) as u32, next(6) as u32]).collect();
        let data = people(&counts);
        if data.lines().count() < 2 {
            continue;
        }
        let case = Case::empty().file("people.csv", data).file("policy.toml", AGES);
        let ran = case.run(&["table", "policy.toml", "-q"]);
        let least = least_lost(&counts);
        let Some(least) = least else {
            assert_eq!(ran.code, 1, "{counts:?}");
            continue;
        };
        assert_eq!(ran.code, 0, "{counts:?}: {}", ran.shown());
        let found = lines(&case, "table.csv");
        let is_kept =
            |age: &str, size: &str| found.contains_key(&(age.to_owned(), size.to_owned()));
        let names = [(Some(0), "a"), (Some(1), "b"), (None, "Total")];
        let mut lost = 0;
        for (size, name) in names {
            let of = |of: &[u32; 2]| size.map_or(of[0] + of[1], |size: usize| of[size]);
            let there = counts.iter().enumerate().filter(|(_, own)| of(own) > 0);
            lost += there.filter(|(age, _)| !is_kept(&(age + 1).to_string(), name)).count();
            let all: u32 = counts.iter().map(of).sum();
            lost += usize::from(all > 0 && !is_kept("Total", name));
        }
        assert_eq!(lost, least, "{counts:?}: {found:?}");
        for ((age, size), (value, status)) in &found {
            assert!(*value == 0 || *value >= 3, "{age} {size}");
            if let Some((first, last)) = age.split_once('-') {
                let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
                let of = |of: &[u32; 2]| match size.as_str() {
                    "a" => of[0],
                    "b" => of[1],
                    _ => of[0] + of[1],
                };
                assert_eq!(*value, i64::from(counts[first - 1..last].iter().map(of).sum::<u32>()));
                assert_eq!(status, "recoded");
                merged += 1;
            }
        }
    }
    assert!(merged > 0, "some neighbours were merged");
}

/// Who audits a table without its data has the labels of the table, and merges none of them.
#[test]
fn a_recoded_table_is_audited_without_its_data() {
    let data = people(&[[4, 5], [1, 6], [5, 4]]);
    let policy = AGES.replace("input = \"people.csv\"\n", "");
    let case =
        Case::empty().file("people.csv", data).file("policy.toml", AGES).file("alone.toml", policy);
    case.run(&["table", "policy.toml"]).well();
    assert!(case.read("table.csv").contains("1-2,a,5,recoded"), "{}", case.read("table.csv"));
    let shown = case.read("table.csv").replace("recoded", "published");
    let plain = "age,size,value,status\n1,a,1,published\n1,Total,1,published\n2,a,1,published\n2,Total,1,published\n\
        Total,a,2,published\nTotal,Total,2,published\n";
    let case = case.file("shown.csv", shown).file("plain.csv", plain);
    for name in ["shown.csv", "plain.csv"] {
        let audit = case.run(&["table", "audit", name, "--policy", "alone.toml", "--json", "-q"]);
        assert_eq!(audit.well().json()["suppressed"], 0, "{name}");
    }
}

/// Texts have neighbours where the policy says in which order they are; hiding competes with merging.
#[test]
fn an_order_makes_neighbours() {
    let text = people(&[[4, 0], [1, 0], [5, 0]]);
    let named = ["low", "mid", "top"].iter().enumerate().fold(text, |text, (at, name)| {
        text.replace(&format!("\n{},", at + 1), &format!("\n{name},"))
    });
    let order = "[attributes.age]\nrole = \"dimension\"\ntype = \"ordinal\"\norder = [\"low\", \"mid\", \"top\"]\n";
    let policy = AGES.replace("[attributes.age]\nrole = \"dimension\"\n", order);
    let of = |policy: &str| {
        let case = Case::empty().file("people.csv", &named).file("policy.toml", policy);
        let shown = case.run(&["table", "policy.toml"]).well().shown();
        (
            lines(&case, "table.csv")
                .into_keys()
                .map(|(age, _)| age)
                .collect::<std::collections::BTreeSet<_>>(),
            shown,
        )
    };
    let (ages, shown) = of(&policy);
    assert!(
        ages.contains("low to mid") && ages.contains("top") && !ages.contains("mid"),
        "{ages:?}"
    );
    assert!(
        shown.contains("values of `age` were merged with their neighbours: 2 are left"),
        "{shown}"
    );
    // Without an order texts have no neighbours: ages are left out as a whole.
    let (ages, _) = of(AGES);
    assert_eq!(ages.into_iter().collect::<Vec<_>>(), ["Total"]);
}

/// More ways than can be looked at: neighbours are merged one after the other, and nothing sensitive is left.
#[test]
fn many_neighbours_are_merged_as_well() {
    let counts: Vec<[u32; 2]> = (0..40).map(|age: u32| [(age * 7) % 5, (age * 3) % 4]).collect();
    let case = Case::empty().file("people.csv", people(&counts)).file("policy.toml", AGES);
    let report = case.run(&["table", "policy.toml", "--json"]).well().json();
    assert_eq!(report["release"]["proved_optimal"], false, "{report}");
    let found = lines(&case, "table.csv");
    assert!(found.values().all(|(value, _)| *value == 0 || *value >= 3));
    let runs = found.keys().filter(|(age, _)| age.contains('-')).count();
    assert!(runs > 8, "{found:?}");
}
