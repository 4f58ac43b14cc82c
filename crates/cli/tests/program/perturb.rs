//! Steps that perturb values: what they keep, what they say, and when they refuse.

use crate::case::Case;
use insta::assert_snapshot;
use serde_json::Value;
use std::collections::BTreeMap;

/// Three hundred people whose income grows with their age, and depends on their job.
fn people() -> String {
    let mut text = "person,age,job,income,joined\n".to_owned();
    for row in 0..300_u32 {
        // Numbers that look like chance, and are the same everywhere.
        let chance = |salt: u32| row.wrapping_mul(2_654_435_761).wrapping_add(salt * 40_503) >> 16;
        let age = 18 + chance(1) % 50;
        let job = ["baker", "clerk", "nurse", "pilot"][(chance(2) % 4) as usize];
        let income = 900 + 31 * age + chance(3) % 700;
        let (month, day) = (1 + chance(4) % 12, 1 + chance(5) % 28);
        text += &format!("{row},{age},{job},{income},2020-{month:02}-{day:02}\n");
    }
    text
}

const POLICY: &str = r#"version = 1

[data]
input = "people.csv"

[attributes.person]
role = "identifier"

[attributes.age]
role = "quasi-identifier"

[attributes.job]
role = "insensitive"

[attributes.income]
role = "sensitive"

[attributes.joined]
role = "insensitive"

[release]
algorithm = "none"

[output]
file = "out.csv"
"#;

fn with(steps: &str) -> Case {
    let policy = format!("{POLICY}\n{steps}\n");
    Case::empty().file("people.csv", people()).file("policy.toml", policy)
}

/// The columns of a file, by name, without the order of records.
fn columns(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in lines {
        for (name, cell) in names.iter().zip(line.split(',')) {
            columns.entry((*name).to_owned()).or_default().push(cell.to_owned());
        }
    }
    for column in columns.values_mut() {
        column.sort();
    }
    columns
}

fn report(case: &Case) -> Value {
    serde_json::from_str(&case.read("r.json")).unwrap()
}

fn numbers(column: &[String]) -> Vec<f64> {
    column.iter().map(|cell| cell.parse().unwrap()).collect()
}

fn mean(column: &[f64]) -> f64 {
    column.iter().sum::<f64>() / column.len() as f64
}

const NOISE: &str = "[[mask]]\nmethod = \"noise\"\nkind = \"orthogonal\"\nattributes = [\"age\", \"income\"]\nalpha = 0.5";
const SWAP: &str = "[[mask]]\nmethod = \"swap\"\nattributes = [\"joined\"]\nrange = 0.1";
const PRAM: &str = "[[mask]]\nmethod = \"pram\"\nattributes = [\"job\"]\nretain = 0.7\ninvariant = true\npublish = \"jobs.json\"";

#[test]
fn statistics_stay_and_records_do_not() {
    let case = with(&format!("{NOISE}\n\n{SWAP}\n\n{PRAM}"));
    let run = ["anonymize", "policy.toml", "--seed", "7", "--report", "r.json"];
    let ran = case.run(&run).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: the quasi-identifier `age` has no hierarchy
    warning: no requirement protects `income`: where all records of a class agree, it becomes known
    warning: nothing is required, so nothing is promised to anybody in the data
    out.csv: 300 of 300 records in 300 classes, 0 suppressed (0.0 %)
      masked first  noise of age, income (600 cells), swap of joined (292 cells), pram of job (155 cells)
      dropped       person
      note          the records were shuffled by a known seed (--seed): for tests only
      note          noise was drawn by a known seed (--seed), and who knows it can undo it: for tests only
      note          swap: 8 of the 300 values of joined came out unchanged
      note          swap was drawn by a known seed (--seed), and who knows it can undo it: for tests only
      note          pram: to keep the frequencies of job, 52.0 % of its values stay as they are on average, instead of the 70.0 % of the matrix it was made from
      note          pram was drawn by a known seed (--seed), and who knows it can undo it: for tests only
      seconds       [time]
    ");
    let (before, after) = (columns(&people()), columns(&case.read("out.csv")));
    for name in ["age", "income"] {
        let (before, after) = (numbers(&before[name]), numbers(&after[name]));
        assert!((mean(&before) - mean(&after)).abs() < 1e-2, "{name}");
        let square = |all: &[f64]| all.iter().map(|x| x * x).sum::<f64>();
        assert!((square(&before) / square(&after) - 1.0).abs() < 1e-4, "{name}");
        assert_ne!(before, after);
    }
    // Days change hands and none is new.
    assert_eq!(before["joined"], after["joined"]);
    let jobs = |of: &BTreeMap<String, Vec<String>>| {
        let mut jobs = of["job"].clone();
        jobs.dedup();
        jobs
    };
    assert_eq!(jobs(&before), jobs(&after));
    let matrix: Value = serde_json::from_str(&case.read("jobs.json")).unwrap();
    let of = |name: &str| -> Vec<f64> {
        matrix[0][name].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    // Estimated from the release alone, and the original counts within five standard errors.
    for (at, job) in matrix[0]["categories"].as_array().unwrap().iter().enumerate() {
        let job = job.as_str().unwrap();
        let count = |of: &BTreeMap<String, Vec<String>>| {
            of["job"].iter().filter(|one| *one == job).count() as f64
        };
        assert!((of("observed")[at] - count(&after)).abs() < 1e-9, "{job}");
        assert!((of("estimated")[at] - count(&before)).abs() < 5.0 * of("errors")[at], "{job}");
    }
    let steps = report(&case)["steps"].clone();
    let figure = |step: usize, name: &str| {
        let figures = steps[step]["figures"].as_array().unwrap();
        let found = figures.iter().find(|figure| figure["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {figures:?}")).clone()
    };
    let correlation = figure(0, "correlation of age and income");
    let of = |name: &str| correlation[name].as_f64().unwrap();
    assert!((of("original") - of("reached")).abs() < 1e-9);
    assert!(steps[1]["cells_changed"].as_u64().unwrap() > 200);
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let groups =
        "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\"]\nk = 4\nstrata = [\"job\"]";
    let steps = [
        format!("{NOISE}\n\n{SWAP}\n\n{PRAM}\n\n{groups}"),
        "[[mask]]\nmethod = \"synthesize\"".to_owned(),
        "[[mask]]\nmethod = \"shuffle\"\nattributes = [\"income\"]\nby = [\"age\"]".to_owned(),
    ];
    for steps in &steps {
        let case = with(steps);
        let run = |threads: &str, seed: &str| {
            case.run(&[
                "anonymize",
                "policy.toml",
                "--seed",
                seed,
                "--threads",
                threads,
                "--force",
            ])
            .well();
            case.read("out.csv")
        };
        let one = run("1", "3");
        assert_eq!(one, run("3", "3"), "{steps}");
        assert_ne!(one, run("1", "4"), "{steps}");
    }
}

#[test]
fn microaggregation_makes_classes() {
    let steps = |algorithm: &str| {
        format!(
            "[[mask]]\nmethod = \"microaggregate\"\nalgorithm = \"{algorithm}\"\nattributes = [\"age\", \"income\"]\nk = 5\n\n\
             [[require]]\nmodel = \"k-anonymity\"\nk = 5\n"
        )
    };
    let both = |algorithm: &str| {
        with(&steps(algorithm)).policy("role = \"sensitive\"", "role = \"quasi-identifier\"")
    };
    let case = both("best");
    let ran = case.run(&["anonymize", "policy.toml", "--seed", "1", "--report", "r.json"]).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: the quasi-identifier `age` has no hierarchy
    warning: the quasi-identifier `income` has no hierarchy
    warning: no attribute is named as sensitive
    out.csv: 300 of 300 records in 59 classes, 0 suppressed (0.0 %)
      masked first  microaggregate of age, income (600 cells)
      k-anonymity   holds: the smallest class has 5 records, 5 required (read from the written file)
      dropped       person
      note          the records were shuffled by a known seed (--seed): for tests only
      seconds       [time]
    ");
    let guarantee = &report(&case)["guarantees"][0];
    assert!(guarantee["attained"].as_f64().unwrap() >= 5.0);
    // Each attribute by itself promises nothing about both together.
    let case = both("individual");
    assert_snapshot!(case.run(&["anonymize", "policy.toml", "--seed", "1"]).shown(), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: even with every attribute at its coarsest level, 300 of 300 records are in
            classes smaller than 5, and 0 may be suppressed.
    ");
    assert!(!case.path("out.csv").exists());
}

#[test]
fn synthetic_records_are_nobodys() {
    let case = with("[[mask]]\nmethod = \"synthesize\"\nsize = 200\nuniques = \"remove\"");
    case.run(&["anonymize", "policy.toml", "--seed", "5", "--report", "r.json"]).well();
    let (before, after) = (columns(&people()), columns(&case.read("out.csv")));
    assert!(after["age"].len() <= 200 && after["age"].len() > 150, "{}", after["age"].len());
    // A number that one record alone has is never told.
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for cell in &before["income"] {
        *counts.entry(cell).or_default() += 1;
    }
    let told = after["income"].iter().filter(|cell| counts.get(cell.as_str()) == Some(&1)).count();
    assert_eq!(told, 0);
    let (before, after) = (numbers(&before["income"]), numbers(&after["income"]));
    let spread = before.iter().map(|x| (x - mean(&before)).powi(2)).sum::<f64>().sqrt() / 300.0;
    // Six standard errors of the mean of two hundred draws.
    assert!((mean(&before) - mean(&after)).abs() < 6.0 * spread * (300.0_f64 / 150.0).sqrt());
    let one =
        with("[[mask]]\nmethod = \"synthesize\"\nkind = \"partial\"\nattributes = [\"income\"]");
    one.run(&["anonymize", "policy.toml", "--seed", "5", "--keep-order"]).well();
    let kept = |text: &str| -> Vec<String> {
        text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
    };
    let ages = people()
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(1).unwrap().to_owned())
        .collect::<Vec<_>>();
    assert_eq!(kept(&one.read("out.csv")), ages);
}

#[test]
fn values_come_from_another_file() {
    let other = people().replace("baker", "miller");
    let case = with("[[mask]]\nmethod = \"swap\"\nkind = \"cross-set\"\nattributes = [\"income\"]\nwith = \"other.csv\"")
        .file("other.csv", other.replace("age", "years"));
    case.run(&["anonymize", "policy.toml", "--seed", "5"]).well();
    assert_eq!(columns(&people())["income"], columns(&case.read("out.csv"))["income"]);
    let lacking = case.file("other.csv", "age,job\n1,baker\n");
    assert_snapshot!(lacking.run(&["anonymize", "policy.toml", "--force"]).shown(), @r#"
    exit 2
    bind::no-such-column

      × `other.csv` has no column `income`
        ╭─[policy.toml:31:8]
     30 │ attributes = ["income"]
     31 │ with = "other.csv"
        ·        ─────┬─────
        ·             ╰── this file
        ╰────
      help: the columns are `age`, `job`
    "#);
}

#[test]
fn what_does_not_fit_is_refused() {
    let step = |lines: &str| {
        let case = with(&format!("[[mask]]\n{lines}"));
        let ran = case.run(&["anonymize", "policy.toml"]);
        assert!(!case.path("out.csv").exists());
        ran.shown()
    };
    assert_snapshot!(step("method = \"noise\"\nattributes = [\"job\"]"), @r#"
    exit 2
    bind::mask

      × `noise` cannot be done to `job`: it needs numbers, and the attribute has categories
        ╭─[policy.toml:29:15]
     28 │ method = "noise"
     29 │ attributes = ["job"]
        ·               ──┬──
        ·                 ╰── not suited
        ╰────
      help: only numbers and dates can be masked so: use `pram` or `swap` for categories, or
            give the attribute its `type`
    "#);
    assert_snapshot!(step("method = \"pram\"\nattributes = [\"job\"]\nmatrix = { baker = { baker = 0.5, clerk = 0.4 } }"), @r#"
    exit 2
    bind::mask

      × `pram` cannot be done to `job`: row 1 of the matrix must sum to 1, and sums to 0.9
        ╭─[policy.toml:29:15]
     28 │ method = "pram"
     29 │ attributes = ["job"]
        ·               ──┬──
        ·                 ╰── not suited
     30 │ matrix = { baker = { baker = 0.5, clerk = 0.4 } }
        ╰────
      help: each row has the probabilities of what one value becomes: none below 0, and 1
            together
    "#);
    assert_snapshot!(step("method = \"pram\"\nattributes = [\"job\"]\nmatrix = { barber = { barber = 1 } }"), @r#"
    exit 2
    bind::mask

      × `job` has no value `barber`
        ╭─[policy.toml:30:12]
     29 │ attributes = ["job"]
     30 │ matrix = { barber = { barber = 1 } }
        ·            ───┬──
        ·               ╰── no record has it
        ╰────
      help: values are compared letter by letter; leave out those that do not occur
    "#);
    assert_snapshot!(step("method = \"pram\"\nattributes = [\"income\"]\nretain = 0.5"), @r#"
    exit 2
    bind::mask

      × `pram` cannot be done to `income`: it needs categories, and the attribute has
      │ numbers
        ╭─[policy.toml:29:15]
     28 │ method = "pram"
     29 │ attributes = ["income"]
        ·               ────┬───
        ·                   ╰── not suited
     30 │ retain = 0.5
        ╰────
      help: numbers have too many values for this: use `noise`, or `round` them first and
            give `type = "text"`
    "#);
    assert_snapshot!(step("method = \"microaggregate\"\nattributes = [\"income\"]\nk = 500"), @r#"
    exit 2
    bind::mask

      × `microaggregate` cannot be done to `income`: it needs at least 500 records, and
      │ there are 300
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "microaggregate"
        ·          ────────┬───────
        ·                  ╰── not suited
     29 │ attributes = ["income"]
        ╰────
      help: mask more records together: fewer `strata`, or a smaller `k`
    "#);
    assert_snapshot!(step("method = \"synthesize\"\nattributes = [\"income\"]"), @r#"
    exit 2
    bind::mask

      × `age` is released and not drawn
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── draws whole records
     29 │ attributes = ["income"]
        ╰────
      help: name all released attributes, or none; or use `kind = "partial"`
    "#);
}

/// What promises differential privacy takes no seed, and no generator that is not vetted.
#[test]
fn private_steps_need_their_generator() {
    let case = with(
        "[[mask]]\nmethod = \"noise\"\nkind = \"private\"\nattributes = [\"income\"]\nepsilon = 1\nlower = 0\nupper = 9000",
    );
    assert_snapshot!(case.run(&["anonymize", "policy.toml", "--seed", "5"]).shown(), @r"
    exit 2
    usage

      × `noise` is differentially private, and takes no seed
      help: leave `--seed` out: who knows the seed knows the noise
    ");
    let ran = case.run(&["anonymize", "policy.toml"]).shown();
    let is_refused = ran.contains("the secure") && !case.path("out.csv").exists();
    assert!(is_refused || cfg!(feature = "private"), "{ran}");
}

/// Several copies, each by models of its own, and each in a file of its own.
#[test]
fn copies_have_numbers() {
    let case =
        with("[[mask]]\nmethod = \"synthesize\"\nkind = \"multiple-imputation\"\ncopies = 3");
    let ran = case.run(&["anonymize", "policy.toml", "--seed", "5", "--json"]).well();
    let reports: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(reports.as_array().unwrap().len(), 3);
    let files: Vec<String> = (1..=3).map(|copy| case.read(&format!("out-{copy}.csv"))).collect();
    assert!(files[0] != files[1] && files[1] != files[2]);
    assert!(!case.path("out.csv").exists());
}

/// Perturbations are on the map of configurations, and none is proposed that promises less than the
/// policy asks for.
#[test]
fn perturbations_are_explored() {
    let case = with("[[require]]\nmodel = \"k-anonymity\"\nk = 3\n").policy(
        "[attributes.age]\nrole = \"quasi-identifier\"",
        "[attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10, 20] }",
    );
    let run =
        ["explore", "policy.toml", "--k", "3", "--suppression", "0", "--algorithm", "optimal"];
    let ran =
        case.run(&[&run[..], &["--mask", "noise,swap,microaggregate", "--json"]].concat()).well();
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let all = report["configurations"].as_array().unwrap();
    assert_eq!(all.len(), 10);
    for one in all {
        let is_searched = one["algorithm"] == "optimal";
        assert_eq!(one["holds"] == false, !is_searched, "{one}");
        assert!(one["risk"].as_f64().is_some(), "{one}");
        assert_eq!(one["loss"].as_f64().unwrap() > 0.0, !is_searched, "{one}");
    }
    assert_eq!(all[report["proposed"].as_u64().unwrap() as usize]["algorithm"], "optimal");
    // More noise, more loss.
    let noise: Vec<&Value> = all.iter().filter(|one| one["algorithm"] == "noise").collect();
    assert!(noise.iter().map(|one| one["loss"].as_f64().unwrap()).is_sorted(), "{noise:?}");
    let refused = case.run(&["explore", "policy.toml", "--mask", "round"]).shown();
    assert!(refused.starts_with("exit 2") && refused.contains("noise, swap"), "{refused}");
}

/// Groups that are diverse and close make a release that is: the requirement is judged on the
/// written file, and without the keys it fails.
#[test]
fn groups_hold_what_is_required_of_them() {
    let case = |keys: &str| {
        with(&format!(
            "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\", \"income\"]\nk = 3\n{keys}\n\n\
             [[require]]\nmodel = \"k-anonymity\"\nk = 3\n\n\
             [[require]]\nmodel = \"l-diversity\"\nattribute = \"job\"\nl = 3\n\n\
             [[require]]\nmodel = \"t-closeness\"\nattribute = \"job\"\nt = 0.3\n"
        ))
        .policy("role = \"sensitive\"", "role = \"quasi-identifier\"")
        .policy("[attributes.job]\nrole = \"insensitive\"", "[attributes.job]\nrole = \"sensitive\"")
    };
    let both = "diverse = { attribute = \"job\", l = 3 }\nclose = { attribute = \"job\", t = 0.3 }";
    let done = case(both);
    let ran = done.run(&["anonymize", "policy.toml", "--seed", "1", "--report", "r.json"]).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: the quasi-identifier `age` has no hierarchy
    warning: the quasi-identifier `income` has no hierarchy
    warning: `k = 3` is for data of low sensitivity, and `job` is sensitive
    out.csv: 300 of 300 records in 68 classes, 0 suppressed (0.0 %)
      masked first  microaggregate of age, income (600 cells)
      k-anonymity   holds: the smallest class has 3 records, 3 required (read from the written file)
      l-diversity (distinct) of job holds: 3 at worst, 3 required (read from the written file)
      t-closeness (equal) of job holds: 0.28 at worst, 0.3 allowed (read from the written file)
      dropped       person
      note          the records were shuffled by a known seed (--seed): for tests only
      note          microaggregate: groups had to grow to keep what was required of them: the largest has 15 records
      seconds       [time]
    ");
    let guarantees = report(&done)["guarantees"].clone();
    let attained = |at: usize| guarantees[at]["attained"].as_f64().unwrap();
    assert!(attained(0) >= 3.0 && attained(1) >= 3.0 && attained(2) <= 0.3, "{guarantees}");
    assert!(guarantees.as_array().unwrap().iter().all(|one| one["holds"] == true));
    for less in ["", "diverse = { attribute = \"job\", l = 3 }"] {
        let case = case(less);
        let ran = case.run(&["anonymize", "policy.toml", "--seed", "1"]).shown();
        assert!(ran.starts_with("exit 1"), "{less}: the test would say nothing\n{ran}");
        assert!(!case.path("out.csv").exists());
    }
    let never = case("diverse = { attribute = \"job\", l = 9 }");
    assert_snapshot!(never.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × `microaggregate` cannot be done: not even all records together hold what is required
      │ of each group
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "microaggregate"
        ·          ────────┬───────
        ·                  ╰── not suited
     29 │ attributes = ["age", "income"]
        ╰────
      help: ask for less: a smaller `l`, a greater `t`, or fewer `strata`
    "#);
    let own = case("diverse = { attribute = \"income\", l = 2 }");
    assert_snapshot!(own.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × `income` is changed by the step that judges groups by it
        ╭─[policy.toml:31:25]
     30 │ k = 3
     31 │ diverse = { attribute = "income", l = 2 }
        ·                         ────┬───
        ·                             ╰── among `attributes`, too
     32 │
        ╰────
      help: group by the quasi-identifiers, and judge groups by what is sensitive
    "#);
    let tree = case("close = { attribute = \"job\", t = 0.3, distance = \"hierarchical\" }");
    assert_snapshot!(tree.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::distance

      × groups cannot be close by the distance `hierarchical`
        ╭─[policy.toml:31:50]
     30 │ k = 3
     31 │ close = { attribute = "job", t = 0.3, distance = "hierarchical" }
        ·                                                  ───────┬──────
        ·                                                         ╰── known to requirements alone
     32 │
        ╰────
      help: say `equal`, `ordered` or `kullback-leibler`
    "#);
}

const MEANS: &str = "[[mask]]\nmethod = \"noise\"\nkind = \"private\"\nattributes = [\"age\"]\nepsilon = 1\nlower = 0\nupper = 120\n";

fn groups_of_age(keys: &str) -> String {
    format!("[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\"]\nk = 10\n{keys}\n\n")
}

/// Plain groups before private noise would be taken for less noise than is needed.
#[test]
fn plain_groups_do_not_make_private_noise_smaller() {
    let shown = |steps: &str| {
        let case = with(steps);
        let ran = case.run(&["anonymize", "policy.toml"]);
        assert!(!case.path("out.csv").exists());
        ran.shown()
    };
    assert_snapshot!(shown(&format!("{}{MEANS}", groups_of_age(""))), @r#"
    exit 2
    policy::contradiction

      × `microaggregate` cannot come before private noise
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "microaggregate"
        ·          ────────┬───────
        ·                  ╰── one record may change every group, and the noise is for one
     29 │ attributes = ["age"]
        ╰────
      help: take `algorithm = "insensitive"` with `lower` and `upper`, whose groups one
            record hardly changes; or remove this step
    "#);
    let insensitive =
        |bounds: &str| groups_of_age(&format!("algorithm = \"insensitive\"\n{bounds}"));
    assert_snapshot!(shown(&insensitive("")), @r#"
    exit 2
    policy::missing-key

      × `insensitive` groups need `lower` and `upper`
        ╭─[policy.toml:31:13]
     30 │ k = 10
     31 │ algorithm = "insensitive"
        ·             ──────┬──────
        ·                   ╰── asked for here
     32 │
        ╰────
      help: say between which bounds values lie, without looking at the data: an order that
            the data have no say in is made of them
    "#);
    let other = insensitive("lower = 0\nupper = 100");
    assert_snapshot!(shown(&format!("{other}{MEANS}")), @r#"
    exit 2
    policy::contradiction

      × the two steps do not make one
        ╭─[policy.toml:36:10]
     35 │ [[mask]]
     36 │ method = "noise"
        ·          ───┬───
        ·             ╰── noise for the groups
     37 │ kind = "private"
        ╰────
      help: private noise follows `insensitive` groups at once, on the same attributes, with
            the same `lower` and `upper`, and both without `strata`
    "#);
    // What stands beside the means tells which group a record is in.
    let fitting = insensitive("lower = 0\nupper = 120");
    assert_snapshot!(shown(&format!("{fitting}{MEANS}")), @r#"
    exit 2
      × 8 problems in policy.toml

    Error: bind::private

      × how the file is written would be found out from its records
       ╭─[policy.toml:4:9]
     3 │ [data]
     4 │ input = "people.csv"
       ·         ──────┬─────
       ·               ╰── this file
     5 │
       ╰────
      help: say it in `[data]`: `delimiter = ","` and `encoding = "utf-8"`

    Error: bind::private

      × what the values of `age` are would be guessed from all of them
        ╭─[policy.toml:9:13]
      8 │
      9 │ [attributes.age]
        ·             ─┬─
        ·              ╰── no `type`
     10 │ role = "quasi-identifier"
        ╰────
      help: add `type = "text"` to `[attributes.age]`, or another type

    Error: bind::private

      × what the values of `job` are would be guessed from all of them
        ╭─[policy.toml:12:13]
     11 │
     12 │ [attributes.job]
        ·             ─┬─
        ·              ╰── no `type`
     13 │ role = "insensitive"
        ╰────
      help: add `type = "text"` to `[attributes.job]`, or another type

    Error: bind::private

      × `job` would stand beside the means of groups, and tell which records are in them
        ╭─[policy.toml:12:13]
     11 │
     12 │ [attributes.job]
        ·             ─┬─
        ·              ╰── not masked
     13 │ role = "insensitive"
        ╰────
      help: name all released attributes in both steps, or leave this one out: `role =
            "identifier"`

    Error: bind::private

      × what the values of `income` are would be guessed from all of them
        ╭─[policy.toml:15:13]
     14 │
     15 │ [attributes.income]
        ·             ───┬──
        ·                ╰── no `type`
     16 │ role = "sensitive"
        ╰────
      help: add `type = "text"` to `[attributes.income]`, or another type

    Error: bind::private

      × `income` would stand beside the means of groups, and tell which records are in them
        ╭─[policy.toml:15:13]
     14 │
     15 │ [attributes.income]
        ·             ───┬──
        ·                ╰── not masked
     16 │ role = "sensitive"
        ╰────
      help: name all released attributes in both steps, or leave this one out: `role =
            "identifier"`

    Error: bind::private

      × what the values of `joined` are would be guessed from all of them
        ╭─[policy.toml:18:13]
     17 │
     18 │ [attributes.joined]
        ·             ───┬──
        ·                ╰── no `type`
     19 │ role = "insensitive"
        ╰────
      help: add `type = "text"` to `[attributes.joined]`, or another type

    Error: bind::private

      × `joined` would stand beside the means of groups, and tell which records are in them
        ╭─[policy.toml:18:13]
     17 │
     18 │ [attributes.joined]
        ·             ───┬──
        ·                ╰── not masked
     19 │ role = "insensitive"
        ╰────
      help: name all released attributes in both steps, or leave this one out: `role =
            "identifier"`
    "#);
    let swapped = "[[mask]]\nmethod = \"swap\"\nattributes = [\"age\"]\n\n";
    assert_snapshot!(shown(&format!("{swapped}{MEANS}")), @r#"
    exit 2
    policy::contradiction

      × `swap` cannot come before private noise
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "swap"
        ·          ───┬──
        ·             ╰── what it makes of a record depends on others, and the noise is for one
     29 │ attributes = ["age"]
        ╰────
      help: put it after the noise, or remove it
    "#);
}

/// By themselves insensitive groups are groups like others.
#[test]
fn insensitive_groups_make_classes() {
    let keys = "algorithm = \"insensitive\"\nlower = 0\nupper = 120";
    let require = "[[require]]\nmodel = \"k-anonymity\"\nk = 10\n";
    let case = with(&format!("{}{require}", groups_of_age(keys)));
    case.run(&["anonymize", "policy.toml", "--seed", "1", "--report", "r.json"]).well();
    let (before, after) = (columns(&people()), columns(&case.read("out.csv")));
    let (before, after) = (numbers(&before["age"]), numbers(&after["age"]));
    assert!((mean(&before) - mean(&after)).abs() < 0.1);
    let figures = report(&case)["steps"][0]["figures"].clone();
    assert_eq!(figures[0]["reached"], 10.0);
    // 120 years over ten records.
    assert_eq!(figures[1]["reached"], 12.0);
}

/// Households whose income is the sum of wage and rent, in which no child is married.
fn households() -> String {
    let mut text = "age,status,wage,rent,income\n".to_owned();
    for row in 0..400_u32 {
        let chance = |salt: u32| row.wrapping_mul(2_654_435_761).wrapping_add(salt * 40_503) >> 16;
        let age = chance(1) % 80;
        let status = if age < 16 {
            "single"
        } else {
            ["single", "married", "widowed"][(chance(2) % 3) as usize]
        };
        let (wage, rent) = (chance(3) % 3000, chance(4) % 900);
        // A wage in ten is not known, and then neither is the income.
        let (wage, income) = if chance(5) % 10 == 0 {
            (String::new(), String::new())
        } else {
            (wage.to_string(), (wage + rent).to_string())
        };
        text += &format!("{age},{status},{wage},{rent},{income}\n");
    }
    text
}

fn household(keys: &str) -> Case {
    let policy = format!(
        "version = 1\n\n[data]\ninput = \"people.csv\"\nunlisted = \"insensitive\"\n\n[attributes.age]\nrole = \"quasi-identifier\"\n\n\
         [release]\nalgorithm = \"none\"\n\n[output]\nfile = \"out.csv\"\n\n[[mask]]\nmethod = \"synthesize\"\n{keys}\n"
    );
    Case::empty().file("people.csv", households()).file("policy.toml", policy)
}

/// In every record that is drawn: a range, a sum, and what cannot be. Missing values are about as
/// many as there were.
#[test]
fn synthetic_records_keep_to_constraints() {
    let asked = "ranges = { age = [0, 120] }\nsums = { income = [\"wage\", \"rent\"] }\n\
                 impossible = [{ age = { upper = 15 }, status = [\"married\", \"widowed\"] }]";
    let rows = |case: &Case| -> Vec<Vec<String>> {
        let text = case.read("out.csv");
        text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let broken = |rows: &[Vec<String>]| {
        let number = |cell: &str| cell.parse::<f64>().ok();
        let is_broken = |row: &&Vec<String>| {
            let sum = number(&row[2]).zip(number(&row[3])).zip(number(&row[4]));
            let apart =
                sum.is_some_and(|((wage, rent), income)| (wage + rent - income).abs() > 1e-6);
            let child = number(&row[0]).is_some_and(|age| age <= 15.0) && row[1] != "single";
            apart || child
        };
        rows.iter().filter(is_broken).count()
    };
    for kind in ["sequential", "hybrid"] {
        let lines = format!("kind = \"{kind}\"\nmodel = \"parametric\"\n");
        let kept = household(&format!("{lines}{asked}"));
        kept.run(&["anonymize", "policy.toml", "--seed", "5"]).well();
        let drawn = rows(&kept);
        assert_eq!(broken(&drawn), 0, "{kind}");
        let gaps = drawn.iter().filter(|row| row[2].is_empty()).count();
        assert!((20..=65).contains(&gaps), "{kind}: {gaps} of about 40");
        let free = household(&lines);
        free.run(&["anonymize", "policy.toml", "--seed", "5"]).well();
        assert!(broken(&rows(&free)) > 0, "{kind}: the test would say nothing");
    }
}

/// What the data themselves break is refused, with counts and without values.
#[test]
fn constraints_that_the_data_break_are_refused() {
    let shown = |keys: &str| household(keys).run(&["anonymize", "policy.toml"]).shown();
    assert_snapshot!(shown("ranges = { age = [10, 120] }"), @r#"
    exit 2
    bind::mask

      × `synthesize` cannot be done to `age`: the range of attribute 1 does not hold in 52
      │ records of the data itself
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── not suited
     18 │ ranges = { age = [10, 120] }
        ╰────
      help: correct the constraint, or mend these records before
    "#);
    assert_snapshot!(shown("sums = { income = [\"wage\"] }"), @r#"
    exit 2
    bind::mask

      × `synthesize` cannot be done to `income`: the sum of attribute 5 does not hold in 365
      │ records of the data itself
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── not suited
     18 │ sums = { income = ["wage"] }
        ╰────
      help: correct the constraint, or mend these records before
    "#);
    assert_snapshot!(shown("impossible = [{ age = { lower = 16 }, status = \"married\" }]"), @r#"
    exit 2
    bind::mask

      × `synthesize` cannot be done to `age`: the impossible combination of attribute 1 does
      │ not hold in 98 records of the data itself
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── not suited
     18 │ impossible = [{ age = { lower = 16 }, status = "married" }]
        ╰────
      help: correct the constraint, or mend these records before
    "#);
    assert_snapshot!(shown("impossible = [{ age = { lower = 16 }, status = \"divorced\" }]"), @r#"
    exit 2
    bind::mask

      × `status` has no value `divorced`
        ╭─[policy.toml:18:48]
     17 │ method = "synthesize"
     18 │ impossible = [{ age = { lower = 16 }, status = "divorced" }]
        ·                                                ─────┬────
        ·                                                     ╰── no record has it
        ╰────
      help: values are compared letter by letter; leave out those that do not occur
    "#);
    assert_snapshot!(shown("ranges = { status = [0, 1] }"), @r#"
    exit 2
    bind::mask

      × `status` has no numbers
        ╭─[policy.toml:18:12]
     17 │ method = "synthesize"
     18 │ ranges = { status = [0, 1] }
        ·            ───┬──
        ·               ╰── has categories
        ╰────
      help: ranges and sums are about numbers; give the attribute its `type`
    "#);
}

/// A policy that settles all that the data may not.
fn private_file(keys: &str) -> Case {
    let policy = format!(
        "version = 1\n\n[data]\ninput = \"people.csv\"\ndelimiter = \",\"\nencoding = \"utf-8\"\nunlisted = \"drop\"\n\n\
         [attributes.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\n\n\
         [attributes.job]\nrole = \"insensitive\"\ntype = \"text\"\n\n\
         [release]\nalgorithm = \"none\"\n\n[output]\nfile = \"out.csv\"\n\n{keys}\n"
    );
    Case::empty().file("people.csv", people()).file("policy.toml", policy)
}

const DRAW: &str = "[[mask]]\nmethod = \"synthesize\"\nkind = \"private\"\nepsilon = 2\n\
                    domains = { age = { lower = 10, upper = 80, bins = 7 }, job = [\"baker\", \"clerk\", \"nurse\", \"smith\"] }";

/// What the data may not say must stand in the policy; what the build cannot do is refused.
#[test]
fn private_synthesis_is_settled_by_the_policy() {
    let shown = |case: &Case| {
        let ran = case.run(&["anonymize", "policy.toml"]);
        assert!(!case.path("out.csv").exists());
        ran.shown()
    };
    let case = private_file(DRAW);
    assert_snapshot!(shown(&private_file(DRAW).policy("delimiter = \",\"\n", "")), @r#"
    exit 2
    bind::private

      × how the file is written would be found out from its records
       ╭─[policy.toml:4:9]
     3 │ [data]
     4 │ input = "people.csv"
       ·         ──────┬─────
       ·               ╰── this file
     5 │ encoding = "utf-8"
       ╰────
      help: say it in `[data]`: `delimiter = ","`
    "#);
    assert_snapshot!(shown(&private_file(DRAW).policy("type = \"integer\"\n", "")), @r#"
    exit 2
    bind::private

      × what the values of `age` are would be guessed from all of them
        ╭─[policy.toml:9:13]
      8 │
      9 │ [attributes.age]
        ·             ─┬─
        ·              ╰── no `type`
     10 │ role = "quasi-identifier"
        ╰────
      help: add `type = "text"` to `[attributes.age]`, or another type
    "#);
    assert_snapshot!(shown(&private_file(&DRAW.replace(", job = [\"baker\", \"clerk\", \"nurse\", \"smith\"]", ""))), @r#"
    exit 2
    bind::private

      × which values `job` can have is not stated, and the data may not say
        ╭─[policy.toml:24:10]
     23 │ [[mask]]
     24 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── draws it
     25 │ kind = "private"
        ╰────
      help: add it to `domains`: `job = ["a", "b"]` or `job = { lower = 0, upper = 100, bins
            = 10 }`; a hierarchy file, `groups` or `intervals` with `lower` and `upper`
            state it, too
    "#);
    assert_snapshot!(shown(&private_file(&format!("{SWAP}\n\n{DRAW}").replace("joined", "age"))), @r#"
    exit 2
    policy::contradiction

      × `swap` cannot come before this
        ╭─[policy.toml:24:10]
     23 │ [[mask]]
     24 │ method = "swap"
        ·          ───┬──
        ·             ╰── looks at the records first
     25 │ attributes = ["age"]
        ╰────
      help: the proof of `synthesize` begins with the records as they are: put other steps
            after it
    "#);
    assert_snapshot!(case.run(&["anonymize", "policy.toml", "--seed", "1"]).shown(), @r"
    exit 2
    usage

      × `synthesize` is differentially private, and takes no seed
      help: leave `--seed` out: who knows the seed knows the noise
    ");
    if !cfg!(feature = "private") {
        assert_snapshot!(shown(&case), @r#"
        exit 2
        bind::mask

          × `synthesize` cannot be done: differentially private synthesis needs the vetted
          │ library's generator, and this build is without it: build with the feature `private`
            ╭─[policy.toml:24:10]
         23 │ [[mask]]
         24 │ method = "synthesize"
            ·          ──────┬─────
            ·                ╰── not suited
         25 │ kind = "private"
            ╰────
          help: `cargo build --release --features private` builds a program that can: it needs a
                C compiler, perl and make
        "#);
    }
}

/// With the generator: nothing of the input is in the report, no value that the policy does not
/// state is in the file, and the guarantee is by construction.
#[cfg(feature = "private")]
#[test]
fn private_files_tell_nothing_of_the_input() {
    let insensitive = groups_of_age("algorithm = \"insensitive\"\nlower = 0\nupper = 120");
    let means = private_file(&format!("{insensitive}{MEANS}")).policy(
        "[attributes.job]\nrole = \"insensitive\"",
        "[attributes.job]\nrole = \"identifier\"",
    );
    for case in [private_file(DRAW), means] {
        let case = case.file("people.csv", people() + "7,x,y,z,w\n");
        let run = ["anonymize", "policy.toml", "--report", "r.json", "--report", "r.html"];
        case.run(&run).well();
        let report = report(&case);
        assert_eq!(report["input"]["rows"], Value::Null, "{report}");
        assert_eq!(report["input"]["sha256"], Value::Null);
        assert_eq!(report["seconds"], Value::Null);
        let guarantee = &report["guarantees"][0];
        assert_eq!(guarantee["model"], "differential-privacy");
        assert_eq!(guarantee["shown"], "by construction");
        assert!(guarantee["attained"].as_f64() <= guarantee["required"].as_f64());
        let after = columns(&case.read("out.csv"));
        if let Some(jobs) = after.get("job") {
            let known = ["baker", "clerk", "nurse", "smith", ""];
            assert!(jobs.iter().all(|job| known.contains(&job.as_str())), "no pilot: not stated");
            let ages = after["age"].iter().filter(|age| !age.is_empty());
            assert!(
                ages.map(|age| age.parse::<f64>().unwrap()).all(|age| (10.0..=80.0).contains(&age))
            );
            // About as many records as there are, with noise.
            assert!((200..400).contains(&jobs.len()), "{}", jobs.len());
        }
    }
}

/// The tree has a joint less than there are records, and tells no value; the table of what unions
/// cost is symmetric.
#[test]
fn wards_tree_can_be_seen() {
    let few: String = people().lines().take(61).map(|line| format!("{line}\n")).collect();
    let step = "[[mask]]\nmethod = \"microaggregate\"\nalgorithm = \"ward\"\nattributes = [\"age\", \"income\"]\nk = 3\n";
    let case =
        |file: &str| with(&format!("{step}tree = \"{file}\"")).file("people.csv", few.clone());
    let tree = case("tree.svg");
    tree.run(&["anonymize", "policy.toml", "--seed", "1"]).well();
    let picture = tree.read("tree.svg");
    assert_eq!(picture.matches("<path").count(), 59, "{picture}");
    let table = case("costs.csv");
    table.run(&["anonymize", "policy.toml", "--seed", "1"]).well();
    let costs = table.read("costs.csv");
    let rows: Vec<Vec<&str>> = costs.lines().map(|line| line.split(',').collect()).collect();
    assert!((0..60).all(|a| (0..60).all(|b| rows[a][b] == rows[b][a])));
    assert!((0..60).all(|a| rows[a][a] == "0.000000" && rows[a].len() == 60));
    let many = with(&format!("{step}tree = \"tree.svg\""));
    assert_snapshot!(many.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × `microaggregate` cannot be done: `tree` must be left out: a picture has room for 200
      │ records
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "microaggregate"
        ·          ────────┬───────
        ·                  ╰── not suited
     29 │ algorithm = "ward"
        ╰────
      help: `ridotto explain` tells what the method needs
    "#);
}
