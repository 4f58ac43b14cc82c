//! Steps that perturb values: what they keep, what they say, and when they refuse.

use crate::case::Case;
use insta::assert_snapshot;
use serde_json::Value;
use std::collections::BTreeMap;

/// Three hundred people whose income grows with their age, and depends on their job.
pub(crate) fn people() -> String {
    crowd(300)
}

/// So many of them.
pub(crate) fn crowd(rows: u32) -> String {
    let mut text = "person,age,job,income,joined\n".to_owned();
    for row in 0..rows {
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

pub(crate) fn with(steps: &str) -> Case {
    let policy = format!("{POLICY}\n{steps}\n");
    Case::empty().file("people.csv", people()).file("policy.toml", policy)
}

/// The columns of a file, by name, without the order of records.
pub(crate) fn columns(text: &str) -> BTreeMap<String, Vec<String>> {
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

pub(crate) fn report(case: &Case) -> Value {
    serde_json::from_str(&case.read("r.json")).unwrap()
}

pub(crate) fn numbers(column: &[String]) -> Vec<f64> {
    column.iter().map(|cell| cell.parse().unwrap()).collect()
}

pub(crate) fn mean(column: &[f64]) -> f64 {
    column.iter().sum::<f64>() / column.len() as f64
}

const NOISE: &str = "[[mask]]\nmethod = \"noise\"\nkind = \"orthogonal\"\nattributes = [\"age\", \"income\"]\nalpha = 0.5";
pub(crate) const SWAP: &str = "[[mask]]\nmethod = \"swap\"\nattributes = [\"joined\"]\nrange = 0.1";
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
      masked first  noise of age, income (600 cells), swap of joined (290 cells), pram of job (92 cells)
      dropped       person
      note          the records were shuffled by a known seed: for tests only
      note          noise was drawn by a known seed, and who knows it can undo it: for tests only
      note          swap: 10 of the 300 values of joined came out unchanged
      note          swap was drawn by a known seed, and who knows it can undo it: for tests only
      note          pram was drawn by a known seed, and who knows it can undo it: for tests only
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
      k-anonymity   holds: smallest class 5, 5 required (read from the written file)
      dropped       person
      note          the records were shuffled by a known seed: for tests only
      seconds       [time]
    ");
    let guarantee = &report(&case)["guarantees"][0];
    assert!(guarantee["attained"].as_f64().unwrap() >= 5.0);
    // Each attribute by itself promises nothing about both together.
    let case = both("individual");
    assert_snapshot!(case.run(&["anonymize", "policy.toml", "--seed", "1"]).shown(), @r#"
    exit 1
    release::unmet

      × nothing was searched for, and the values as they stand do not make every requirement
      │ hold
      help: as they stand, 300 of 300 records are in classes smaller than 5, and 0 may be
            suppressed.
            Let `algorithm = "optimal"` search for levels.
    "#);
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

/// What promises differential privacy takes no seed; every build draws it, and says what it covers.
#[test]
fn private_noise_says_what_it_covers() {
    let settled = |steps: &str| {
        with(steps)
            .policy("\"people.csv\"", "\"people.csv\"\ndelimiter = \",\"\nencoding = \"utf-8\"")
            .policy("role = \"sensitive\"", "role = \"sensitive\"\ntype = \"integer\"")
    };
    let policy = |more: &str| {
        settled(&format!(
            "[[mask]]\nmethod = \"noise\"\nkind = \"private\"\nattributes = [\"income\"]\nepsilon = 1\nlower = 0\nupper = 9000{more}"
        ))
    };
    let case = policy("");
    assert_snapshot!(case.run(&["anonymize", "policy.toml", "--seed", "5"]).shown(), @r"
    exit 2
    usage

      × `noise` is differentially private, and takes no seed
      help: leave out `--seed`: who knows the seed knows the noise
    ");
    assert!(!case.path("out.csv").exists());
    let case = policy("\ngrid = 10");
    case.run(&["anonymize", "policy.toml", "--report", "r.json"]).well();
    let told = report(&case);
    let figures = &told["steps"][0]["figures"];
    assert_eq!(figures[0]["name"], "epsilon of income");
    assert_eq!(figures[0]["reached"], 1.0);
    assert_eq!(
        (figures[1]["name"].as_str(), &figures[1]["reached"]),
        (Some("sensitivity of income"), &9000.0.into())
    );
    let notes = told["notes"].to_string();
    for words in
        ["neighbours differ in what one", "epsilon is 1", "delta 0", "sensitivity", "Not hidden"]
    {
        assert!(notes.contains(words), "{words}: {notes}");
    }
    let noisy = &columns(&case.read("out.csv"))["income"];
    let multiples =
        noisy.iter().filter(|income| income.parse::<f64>().is_ok_and(|x| x % 10.0 == 0.0));
    assert_eq!(multiples.count(), noisy.iter().filter(|income| !income.is_empty()).count());
    // What makes no sense is refused, and nothing is released.
    for (wrong, told) in [
        ("epsilon = 0\nlower = 0\nupper = 9000", "`epsilon`"),
        ("epsilon = -1\nlower = 0\nupper = 9000", "`epsilon`"),
        ("epsilon = nan\nlower = 0\nupper = 9000", "`epsilon`"),
        ("epsilon = inf\nlower = 0\nupper = 9000", "`epsilon`"),
        ("epsilon = 1\nlower = 9000\nupper = 0", "`lower` is not below `upper`"),
        ("epsilon = 1\nlower = 0\nupper = 0", "`lower` is not below `upper`"),
        ("epsilon = 1\nlower = 0\nupper = 9000\ngrid = 0", "`grid`"),
        ("epsilon = 1\nlower = 0\nupper = 9000\ngrid = 0.000000000000001", "`grid` must be"),
        ("epsilon = 1\nlower = 0", "needs `upper`"),
    ] {
        let step = "[[mask]]\nmethod = \"noise\"\nkind = \"private\"\nattributes = [\"income\"]\n";
        let case = settled(&format!("{step}{wrong}"));
        let ran = case.run(&["anonymize", "policy.toml"]).shown();
        assert!(ran.starts_with("exit 2") && ran.contains(told), "{wrong}: {ran}");
        assert!(!case.path("out.csv").exists(), "{wrong}");
    }
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

/// Perturbations are on the map of configurations, and none is proposed that attains less than the
/// policy asks for, as counted in its file.
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
        let attained = one["guarantees"][0]["attained"].as_f64().unwrap();
        assert_eq!(one["holds"], attained >= 3.0, "{one}");
        assert!(!is_searched || one["holds"] == true, "{one}");
        // Groups of k over all quasi-identifiers are classes of k.
        if one["algorithm"] == "microaggregate" {
            assert!(attained >= one["k"].as_f64().unwrap() && one["holds"] == true, "{one}");
        }
        assert!(one["risk"].as_f64().is_some(), "{one}");
        assert_eq!(one["loss"].as_f64().unwrap() > 0.0, !is_searched, "{one}");
    }
    assert_eq!(all[report["proposed"].as_u64().unwrap() as usize]["holds"], true);
    // More noise, more loss.
    let mut noise: Vec<&Value> = all.iter().filter(|one| one["algorithm"] == "noise").collect();
    noise.sort_by_key(|one| one["name"].as_str());
    assert!(noise.iter().map(|one| one["loss"].as_f64().unwrap()).is_sorted(), "{noise:?}");
    let refused = case.run(&["explore", "policy.toml", "--mask", "round"]).shown();
    assert!(refused.starts_with("exit 2") && refused.contains("noise, swap"), "{refused}");
}

/// What is not released cannot be perturbed; and what tells persons apart must stay true, or k would
/// count people who are not there.
#[test]
fn what_is_left_out_or_counted_by_is_not_perturbed() {
    let step =
        |of: &str| format!("[[mask]]\nmethod = \"pram\"\nretain = 0.8\nattributes = [\"{of}\"]");
    let with =
        |of: &str| Case::people().policy("[[require]]", &format!("{}\n\n[[require]]", step(of)));
    let unlisted = || {
        let town = "[attributes.town]\nrole = \"quasi-identifier\"\nhierarchy = \"towns.csv\"\n";
        with("town").policy(town, "").policy("[data]", "[data]\nunlisted = \"drop\"")
    };
    // What a later step deletes is not read.
    let deleted = |first: &str| {
        let steps = format!("{first}\n\n[[mask]]\nmethod = \"delete\"\nattributes = [\"town\"]");
        Case::people().policy("[[require]]", &format!("{steps}\n\n[[require]]"))
    };
    let drawn = "[[mask]]\nmethod = \"synthesize\"\nkind = \"partial\"\nattributes = [\"town\"]";
    let persons = |key: &str| with("town").policy("[data]", &format!("[data]\n{key} = \"town\""));
    for (case, says) in [
        (with("name"), "the identifier `name` is left out, so there is nothing to perturb"),
        (unlisted(), "`town` is not released"),
        (deleted(&step("town")), "`town` is not released"),
        (deleted(drawn), "`town` is not released"),
        (persons("person"), "`town` is the `person` that rows are counted by, and must stay true"),
        (persons("household"), "`town` is the `household` that rows are counted by"),
    ] {
        let shown = case.refused(2, &["anonymize", "policy.toml"]);
        let shown =
            shown.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(shown.contains(says), "{shown}");
    }
}

/// With `reveal` the terminal and both reports tell the transformation, from which an analyst with the
/// release alone has the mean and the variance of a subgroup; without it none of them does.
#[test]
fn a_revealed_transformation_corrects_subgroups() {
    let step = "[[mask]]\nmethod = \"noise\"\nkind = \"linear\"\nattributes = [\"age\", \"income\"]\nalpha = 0.5\n";
    let run = ["anonymize", "policy.toml", "--seed", "7", "--keep-order", "--report", "r.json"];
    let public = [&run[..], &["--audience", "public"]].concat();
    let silent = with(step);
    for args in [&run[..], &public] {
        let shown = silent.run(&[args, &["--force"]].concat()).well().shown();
        assert!(!shown.contains("transformed") && !shown.contains("shift"), "{shown}");
        assert!(!silent.read("r.json").contains("transformations"));
    }
    let case = with(&format!("{step}reveal = true"));
    for args in [&run[..], &public] {
        let shown = case.run(&[args, &["--force"]].concat()).well().shown();
        assert!(shown.contains("income was transformed by the scale 0.816"), "{shown}");
        let report: Value = serde_json::from_str(&case.read("r.json")).unwrap();
        let told = &report["steps"][0]["transformations"][1];
        let of = |key: &str| told[key].as_f64().unwrap();
        assert_eq!(told["attribute"], "income");
        let column = |text: &str, place: usize| -> Vec<f64> {
            let cell = |line: &str| line.split(',').nth(place).unwrap().parse().unwrap();
            text.lines().skip(1).map(cell).collect()
        };
        let variance = |of: &[f64]| {
            of.iter().map(|one| (one - mean(of)).powi(2)).sum::<f64>() / (of.len() as f64 - 1.0)
        };
        let (x, z) = (column(&people(), 3), column(&case.read("out.csv"), 2));
        // The richer half, by the truth: whoever forms subgroups by noisy values has another bias.
        let middle = mean(&x);
        let part = |of: &[f64]| -> Vec<f64> {
            let rich = of.iter().zip(&x).filter(|(_, own)| **own > middle);
            rich.map(|(one, _)| *one).collect()
        };
        let (own, shown, growth) = (part(&x), part(&z), of("scale").powi(-2));
        let error = (variance(&x) / 2.0 / own.len() as f64).sqrt();
        let found = (mean(&shown) - of("shift")) / of("scale");
        assert!((found - mean(&own)).abs() < 5.0 * error, "{found} {}", mean(&own));
        assert!((mean(&shown) - mean(&own)).abs() > (found - mean(&own)).abs());
        let spread = growth * variance(&shown) - (growth - 1.0) * variance(&z);
        // A variance of n normal numbers has an error of √(2/n) of it: five of that of the noisy ones.
        let noisy = variance(&own) + variance(&x) / 2.0;
        let error = 5.0 * (2.0 / own.len() as f64).sqrt() * noisy;
        assert!((spread - variance(&own)).abs() < error, "{spread} {}", variance(&own));
    }
}

/// Whether the transformation of linear noise is told is the publisher's choice; who has it gets back
/// values with plain noise.
#[test]
fn linear_noise_is_told_if_that_is_asked() {
    let step = "[[mask]]\nmethod = \"noise\"\nkind = \"linear\"\nattributes = [\"age\", \"income\"]\nalpha = 0.5\n";
    let run = ["anonymize", "policy.toml", "--seed", "7", "--keep-order"];
    let silent = with(step);
    silent.run(&run).well();
    let case = with(&format!("{step}publish = \"told.json\""));
    let ran = case.run(&run).well();
    assert!(ran.shown().contains("transformation"), "{}", ran.shown());
    assert_eq!(silent.read("out.csv"), case.read("out.csv"));
    let told: Value = serde_json::from_str(&case.read("told.json")).unwrap();
    let (before, after) = (people(), case.read("out.csv"));
    for (at, name, place) in [(0, "age", (1, 0)), (1, "income", (3, 2))] {
        let of = |key: &str| told[at][key].as_f64().unwrap();
        assert_eq!(told[at]["attribute"], name);
        let scale = 1.0 / 1.5_f64.sqrt();
        assert!((of("scale") - scale).abs() < 1e-12);
        let column = |text: &str, place: usize| -> Vec<f64> {
            let cell = |line: &str| line.split(',').nth(place).unwrap().parse().unwrap();
            text.lines().skip(1).map(cell).collect()
        };
        let (x, z) = (column(&before, place.0), column(&after, place.1));
        assert!((of("shift") - (1.0 - scale) * mean(&x)).abs() < 1e-6);
        // Noise of half the variance: its mean has the error √(V/2n), five of them.
        let noise: Vec<f64> =
            z.iter().zip(&x).map(|(z, x)| (z - of("shift")) / of("scale") - x).collect();
        let own = x.iter().map(|one| (one - mean(&x)).powi(2)).sum::<f64>() / 299.0;
        assert!(mean(&noise).abs() < 5.0 * (own / 600.0).sqrt(), "{name}");
        let added = noise.iter().map(|one| one.powi(2)).sum::<f64>() / 300.0;
        // A variance of 300 normal numbers has a relative error of √(2/300): five of them.
        assert!((added / own - 0.5).abs() < 0.5 * 5.0 * (2.0_f64 / 300.0).sqrt(), "{name} {added}");
    }
}
