//! Random people, every model and many algorithms: the written file is taken apart by plain means,
//! which share nothing with the program but the definitions, and every requirement must hold.

use crate::setting::Setting;
use std::collections::BTreeMap;

/// A class: how often it has each illness.
type Class = BTreeMap<String, u64>;

/// What a requirement says of a file, straight from its definition. `input` has the illnesses of
/// everybody.
type Law = fn(classes: &[Class], input: &Class) -> bool;

fn size(class: &Class) -> f64 {
    class.values().sum::<u64>() as f64
}

fn sorted(class: &Class) -> Vec<f64> {
    let mut counts: Vec<f64> = class.values().map(|&count| count as f64).collect();
    counts.sort_by(|a, b| b.total_cmp(a));
    counts
}

fn share(class: &Class, illness: &str) -> f64 {
    class.get(illness).copied().unwrap_or(0) as f64 / size(class)
}

fn each(classes: &[Class], holds: impl Fn(&Class) -> bool) -> bool {
    classes.iter().all(holds)
}

const LAWS: &[(&str, Law)] = &[
    ("model = \"k-anonymity\"\nk = 4", |classes, _| each(classes, |class| size(class) >= 4.0)),
    ("model = \"l-diversity\"\nl = 3", |classes, _| each(classes, |class| class.len() >= 3)),
    ("model = \"l-diversity\"\nl = 2\nkind = \"entropy\"", |classes, _| {
        each(classes, |class| {
            let bits = class.keys().map(|illness| {
                let share = share(class, illness);
                -share * share.log2()
            });
            bits.sum::<f64>() >= 1.0 - 1e-9
        })
    }),
    ("model = \"l-diversity\"\nl = 2\nc = 2.5\nkind = \"recursive\"", |classes, _| {
        each(classes, |class| {
            let counts = sorted(class);
            counts[0] < 2.5 * counts[1..].iter().sum::<f64>()
        })
    }),
    ("model = \"alpha-k\"\nalpha = 0.6\nk = 3", |classes, _| {
        each(classes, |class| size(class) >= 3.0 && sorted(class)[0] <= 0.6 * size(class))
    }),
    ("model = \"p-sensitive\"\np = 2\nk = 3", |classes, _| {
        each(classes, |class| size(class) >= 3.0 && class.len() >= 2)
    }),
    ("model = \"t-closeness\"\nt = 0.3", |classes, input| {
        each(classes, |class| {
            let apart = input.keys().map(|of| (share(class, of) - share(input, of)).abs());
            apart.sum::<f64>() / 2.0 <= 0.3 + 1e-9
        })
    }),
    ("model = \"t-closeness\"\nt = 0.3\ndistance = \"ordered\"", |classes, input| {
        each(classes, |class| {
            let mut sum = 0.0;
            let steps = input.keys().map(|of| {
                sum += share(class, of) - share(input, of);
                f64::abs(sum)
            });
            steps.sum::<f64>() / (input.len() - 1) as f64 <= 0.3 + 1e-9
        })
    }),
    ("model = \"delta-disclosure\"\ndelta = 1.2\nabsent = \"ignored\"", |classes, input| {
        each(classes, |class| {
            class.keys().all(|of| (share(class, of) / share(input, of)).ln().abs() < 1.2)
        })
    }),
    ("model = \"beta-likeness\"\nbeta = 1.5\nkind = \"basic\"", |classes, input| {
        each(classes, |class| {
            class.keys().all(|of| share(class, of) / share(input, of) - 1.0 <= 1.5 + 1e-9)
        })
    }),
    ("model = \"average-risk\"\nat-most = 0.2", |classes, _| {
        classes.len() as f64 / classes.iter().map(size).sum::<f64>() <= 0.2 + 1e-9
    }),
];

fn policy(requirement: &str, algorithm: &str, limit: &str) -> String {
    format!(
        r#"version = 1
[data]
input = "people.csv"
[attributes.age]
role = "quasi-identifier"
hierarchy = {{ intervals = [5, 10, 20] }}
[attributes.town]
role = "quasi-identifier"
hierarchy = {{ redact = "right" }}
[attributes.illness]
role = "sensitive"
type = "ordinal"
order = ["i0", "i1", "i2", "i3", "i4", "i5"]
[[require]]
{requirement}
[release]
algorithm = "{algorithm}"
suppression = {limit}
[output]
file = "out.csv"
"#
    )
}

fn people(seed: u32) -> String {
    let mut dice = seed.wrapping_mul(2_654_435_761) | 1;
    let mut roll = |sides: u32| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 16) % sides
    };
    let mut data = String::from("age,town,illness\n");
    for _ in 0..40 + roll(80) {
        let (age, town) = (20 + roll(30), 10 + roll(8));
        let most = 2 + roll(4);
        data += &format!("{age},{town},i{}\n", roll(most));
    }
    data
}

fn classes(file: &str) -> Vec<Class> {
    let mut classes: BTreeMap<(&str, &str), Class> = BTreeMap::new();
    for line in file.lines().skip(1) {
        let cells: Vec<&str> = line.rsplitn(3, ',').collect();
        let class = classes.entry((cells[2], cells[1])).or_default();
        *class.entry(cells[0].to_owned()).or_default() += 1;
    }
    classes.into_values().collect()
}

#[test]
fn what_is_required_holds_in_the_written_file() {
    let algorithms = ["optimal", "datafly", "bottom-up", "top-down", "best-first", "genetic"];
    let (mut released, mut refused) = (0, 0);
    for seed in 0..12 {
        let data = people(seed);
        let everybody = data.lines().skip(1).map(|line| line.rsplit(',').next().unwrap());
        let mut input = Class::new();
        everybody.for_each(|illness| *input.entry(illness.to_owned()).or_default() += 1);
        for (at, (requirement, holds)) in LAWS.iter().enumerate() {
            let algorithm = algorithms[(seed as usize + at) % algorithms.len()];
            // What asks of the table as a whole cannot be asked by value.
            let by_value = ["bottom-up", "top-down"].contains(&algorithm);
            let algorithm =
                if by_value && requirement.contains("risk") { "optimal" } else { algorithm };
            let limit = ["0.0", "0.1", "0.3"][(seed as usize + at / 2) % 3];
            let policy = policy(requirement, algorithm, limit);
            let files = [("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
            let setting = Setting::new(&files);
            match setting.run(&()) {
                Ok(release) => {
                    release.publish().unwrap();
                    let classes = classes(&setting.read("out.csv"));
                    assert!(!classes.is_empty());
                    assert!(holds(&classes, &input), "{algorithm}, {limit}\n{requirement}");
                    released += 1;
                }
                Err(error) => {
                    assert_eq!(error.exit_code(), 1, "{error}: {algorithm}\n{requirement}");
                    refused += 1;
                }
            }
        }
    }
    assert!(released > 100, "{released} released, {refused} refused");
}

/// The laws above are no rubber stamps: the raw data break every one of them.
#[test]
fn the_raw_data_break_every_law() {
    let data = people(3);
    let all = classes(&data);
    let mut input = Class::new();
    for class in &all {
        for (illness, count) in class {
            *input.entry(illness.clone()).or_default() += count;
        }
    }
    for (requirement, holds) in LAWS {
        assert!(!holds(&all, &input), "{requirement}");
    }
}
