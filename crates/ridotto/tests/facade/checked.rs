//! `check` of what `anonymize` released: random people, models, algorithms and formats. What was
//! proved on the way out is confirmed from the file and the owner's recoding.

use crate::setting::Setting;
use proptest::prelude::*;
use ridotto::{CheckOptions, Error, Outputs, RunOptions, check, read_policy};

/// Requirements, each with what the sensitive attribute must be for it.
const REQUIRED: &[(&str, &str)] = &[
    ("model = \"k-anonymity\"\nk = 3", ""),
    ("model = \"l-diversity\"\nl = 2", ""),
    ("model = \"l-diversity\"\nl = 2\nkind = \"entropy\"", ""),
    ("model = \"l-diversity\"\nl = 2\nc = 3\nkind = \"recursive\"", ""),
    (
        "model = \"l-diversity\"\nl = 2\nc = 3\nkind = \"positive-disclosure\"\ndisclosable = [\"7\"]",
        "",
    ),
    ("model = \"p-sensitive\"\np = 2\nk = 2", ""),
    ("model = \"alpha-k\"\nalpha = 0.7\nk = 2", ""),
    ("model = \"t-closeness\"\nt = 0.35", ""),
    ("model = \"t-closeness\"\nt = 0.25\ndistance = \"ordered\"", ""),
    ("model = \"t-closeness\"\nt = 0.25\ndistance = \"continuous\"", ""),
    (
        "model = \"t-closeness\"\nt = 0.3\ndistance = \"hierarchical\"",
        "type = \"text\"\nhierarchy = \"ill.csv\"",
    ),
    (
        "model = \"t-closeness\"\nt = 0.25\ndistance = \"ordered\"",
        "type = \"ordinal\"\norder = [\"10\", \"7\", \"1\", \"3\", \"0\"]",
    ),
    ("model = \"t-closeness\"\nt = 0.6\ndistance = \"kullback-leibler\"", ""),
    ("model = \"beta-likeness\"\nbeta = 1.5\nkind = \"enhanced\"", ""),
    ("model = \"delta-disclosure\"\ndelta = 1.5", ""),
    ("model = \"average-risk\"\nat-most = 0.4", ""),
];

const ILLNESSES: [&str; 6] = ["7", "0", "10", "1", "3", "?"];
const TREE: &str = "7;low;all\n0;low;all\n1;low;all\n3;high;all\n10;high;all\n";

#[derive(Clone, Debug)]
struct World {
    people: Vec<(u8, u8, usize)>,
    required: (usize, usize),
    keep: bool,
    suppression: &'static str,
    algorithm: &'static str,
    format: &'static str,
    missing: &'static str,
}

fn worlds() -> impl Strategy<Value = World> {
    let person = (0_u8..16, 0_u8..3, prop_oneof![8 => 0..5_usize, 1 => Just(5_usize)]);
    (
        prop::collection::vec(person, 12..60),
        (0..REQUIRED.len(), 0..REQUIRED.len()),
        any::<bool>(),
        prop::sample::select(vec!["0.0", "0.2", "0.5"]),
        prop::sample::select(vec!["optimal", "datafly", "mondrian", "local-recoding"]),
        prop::sample::select(vec!["out.csv", "out.parquet", "out.jsonl", "out.xlsx", "out.arrow"]),
        prop::sample::select(vec!["worst-case", "own-value", "ignored"]),
    )
        .prop_map(|(people, required, keep, suppression, algorithm, format, missing)| World {
            people,
            required,
            keep,
            suppression,
            algorithm,
            format,
            missing,
        })
}

fn setting(world: &World) -> Setting {
    let mut data = String::from("age,town,ill\n");
    for &(age, town, ill) in &world.people {
        data += &format!("{},t{town},{}\n", 20 + age, ILLNESSES[ill]);
    }
    let (first, second) = (REQUIRED[world.required.0], REQUIRED[world.required.1]);
    // One attribute has one type: the second requirement goes with the first.
    let second = if second.1 == first.1 { second.0 } else { first.0 };
    let policy = format!(
        "version = 1\n[data]\ninput = \"people.csv\"\nmissing = [\"?\"]\n\
         [attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [4, 8] }}\n\
         [attributes.town]\nrole = \"quasi-identifier\"\n\
         [attributes.ill]\nrole = \"sensitive\"\n{}\n\
         [[require]]\n{}\n[[require]]\n{second}\n\
         [release]\nalgorithm = \"{}\"\nsuppression = {}\nsuppressed = \"{}\"\n\
         missing-sensitive = \"{}\"\n[output]\nfile = \"{}\"\nrecoding = \"r.json\"\n",
        first.1,
        first.0,
        world.algorithm,
        world.suppression,
        if world.keep { "keep" } else { "drop" },
        world.missing,
        world.format,
    );
    Setting::new(&[
        ("people.csv", data.as_bytes()),
        ("ill.csv", TREE.as_bytes()),
        ("policy.toml", policy.as_bytes()),
    ])
}

/// What a release promises, `check` of its file confirms, with the recoding and without it.
fn is_confirmed(world: &World) -> Result<(), TestCaseError> {
    let setting = setting(world);
    let plan = match setting.bind() {
        Ok(plan) => plan,
        // Some of it does not go together, and is said so.
        Err(Error::Policy(_)) => return Ok(()),
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    let release = match plan.run(&Outputs::of_policy(), &RunOptions::default(), &()) {
        Ok(release) => release,
        Err(Error::Policy(_) | Error::Unmet(_)) => return Ok(()),
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    let report = release.publish().map_err(|error| TestCaseError::fail(error.to_string()))?;
    let policy = Some(read_policy(&setting.path("policy.toml")).unwrap());
    for with_recoding in [true, false] {
        let recoding = with_recoding.then(|| setting.path("r.json"));
        let options = CheckOptions { policy: policy.clone(), recoding, ..CheckOptions::default() };
        let told = check(&setting.path(world.format), &options, &())
            .map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        for required in &report.guarantees {
            let is_it = |of: &&ridotto::Guarantee| {
                // A file that has lost all its missing values needs no word about them.
                let same = |(name, value): (&String, &ridotto::Parameter)| {
                    name == "missing-sensitive" || of.parameters.get(name) == Some(value)
                };
                of.model == required.model
                    && of.required.is_some()
                    && required.parameters.iter().all(same)
            };
            let found = told.guarantees.iter().find(is_it);
            let found = found
                .ok_or_else(|| TestCaseError::fail(format!("{} is not told", required.model)))?;
            prop_assert_ne!(found.holds, Some(false), "{:?} {:?}", required, found);
            if with_recoding || found.holds.is_some() {
                prop_assert_eq!(found.holds, Some(true));
                let (a, b) = (required.attained, found.attained);
                let near = a == b || a.zip(b).is_some_and(|(a, b)| (a - b).abs() < 1e-9);
                prop_assert!(near, "{:?}: {:?}, then {:?}", required.parameters, a, b);
            }
        }
    }
    Ok(())
}

/// The only record without an illness is suppressed, and missing is a value of its own.
#[test]
fn a_missing_value_that_is_released_nowhere_is_still_one() {
    let mut people = vec![(0, 0, 0); 12];
    people[5] = (12, 0, 5);
    let closeness = REQUIRED.iter().position(|(model, _)| model.contains("hierarchical"));
    let world = World {
        people,
        required: (closeness.unwrap(), 0),
        keep: false,
        suppression: "0.5",
        algorithm: "optimal",
        format: "out.csv",
        missing: "own-value",
    };
    is_confirmed(&world).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_was_released_is_confirmed(world in worlds()) {
        is_confirmed(&world)?;
    }
}
