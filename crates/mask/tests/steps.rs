//! Steps as they are bound: purely, and drawing only if they say so.

use ridotto_catalogue::Definition;
use ridotto_core::hierarchy::BUILDERS;
use ridotto_core::model::MODELS;
use ridotto_core::objective::OBJECTIVES;
use ridotto_mask::{STEPS, bind};
use ridotto_policy::{Entries, Policy};
use ridotto_release::{Error, Steps};
use ridotto_table::SourceOptions;
use std::path::Path;
use std::sync::Arc;

const HEAD: &str = r#"version = 1
[attributes.age]
role = "quasi-identifier"
[attributes.income]
role = "sensitive"
[attributes.status]
role = "quasi-identifier"
[attributes.name]
role = "identifier"
[[require]]
model = "k-anonymity"
k = 2
"#;

const NAMES: [&str; 4] = ["age", "income", "status", "name"];
const WANTED: [bool; 4] = [true, true, true, false];

/// Binds steps in a folder that is not there, so that no file can be opened.
fn bound(steps: &str) -> Result<Steps, Error> {
    let models = MODELS.iter().map(|of| *of as &dyn Definition);
    let algorithms = ridotto_micro::ALGORITHMS.iter().map(|of| *of as &dyn Definition);
    let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
    let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
    let steps_of_ours = STEPS.iter().map(|of| *of as &dyn Definition);
    let all = models.chain(algorithms).chain(objectives).chain(builders).chain(steps_of_ours);
    let entries = Entries::new(all);
    let policy = Policy::parse("policy.toml", &format!("{HEAD}{steps}"), &entries)?;
    let folder = Path::new("/nowhere/at/all");
    bind(&Arc::new(policy), &NAMES, &WANTED, folder, &SourceOptions::default())
}

fn step(lines: &str) -> String {
    format!("[[mask]]\n{lines}\n")
}

/// A step of each method and kind, and whether it draws.
const STEPS_OF_ALL_KINDS: [(&str, bool); 19] = [
    ("method = \"recode\"\nattributes = [\"status\"]\nmap = { a = \"b\" }", false),
    ("method = \"top-code\"\nattributes = [\"age\"]\nat-least = 90", false),
    ("method = \"bottom-code\"\nattributes = [\"age\"]\nat-most = 15", false),
    ("method = \"round\"\nattributes = [\"income\"]\nto = 100", false),
    ("method = \"delete\"\nattributes = [\"status\"]", false),
    ("method = \"sample\"\nshare = 0.5\ncluster = \"name\"", true),
    ("method = \"noise\"\nattributes = [\"income\"]", true),
    (
        "method = \"noise\"\nkind = \"linear\"\nattributes = [\"income\"]\npublish = \"t.json\"",
        true,
    ),
    (
        "method = \"noise\"\nkind = \"private\"\nattributes = [\"income\"]\nepsilon = 1\nlower = 0\nupper = 9",
        true,
    ),
    ("method = \"swap\"\nattributes = [\"income\"]", true),
    ("method = \"swap\"\nkind = \"pairs\"\nattributes = [\"income\"]\nalike = [\"status\"]", true),
    ("method = \"swap\"\nkind = \"targeted\"\nattributes = [\"income\"]", true),
    (
        "method = \"swap\"\nkind = \"cross-set\"\nattributes = [\"income\"]\nwith = \"other.csv\"",
        true,
    ),
    ("method = \"shuffle\"\nattributes = [\"income\"]\nby = [\"age\"]", true),
    ("method = \"pram\"\nattributes = [\"status\"]\nretain = 0.9\npublish = \"m.json\"", true),
    ("method = \"microaggregate\"\nattributes = [\"income\"]\nk = 3", false),
    (
        "method = \"microaggregate\"\nattributes = [\"income\"]\nk = 3\nalgorithm = \"genetic\"",
        true,
    ),
    ("method = \"microaggregate\"\nattributes = [\"income\"]\nk = 3\nalgorithm = \"best\"", true),
    ("method = \"synthesize\"\nkind = \"multiple-imputation\"\nframe = \"all.csv\"", true),
];

#[test]
fn every_step_is_bound_without_its_files() {
    let mut met = Vec::new();
    for (lines, draws) in STEPS_OF_ALL_KINDS {
        let steps = bound(&step(lines)).unwrap_or_else(|error| panic!("{lines}: {error}"));
        let [only] = &steps.steps[..] else { panic!("{lines}") };
        assert_eq!(only.draws(), draws, "{lines}");
        let entry = only.entry().expect("a masking step has an entry");
        assert_eq!(entry.name, only.method());
        assert_eq!(only.publishes().is_some(), lines.contains("publish"), "{lines}");
        met.push(only.method());
    }
    for step in STEPS {
        assert!(met.contains(&step.entry.name), "{}", step.entry.name);
    }
}

/// What tests and the fuzzer try of every step can be tried: with attributes, or without where it needs
/// none.
#[test]
fn what_should_be_tried_can_be() {
    for of in STEPS {
        assert!(!of.tries.is_empty(), "{}", of.entry.name);
        for tried in of.tries {
            let lines = format!("method = {:?}\n{tried}", of.entry.name);
            let named = bound(&step(&format!("{lines}\nattributes = [\"income\"]")));
            let either = named.or_else(|_| bound(&step(&lines)));
            either.unwrap_or_else(|error| panic!("{lines}: {error}"));
        }
    }
}

#[test]
fn a_debugged_step_shows_no_value() {
    let lines = "method = \"recode\"\nattributes = [\"status\"]\nmap = { secret = \"other\" }";
    let shown = format!("{:?}", bound(&step(lines)).unwrap());
    assert!(shown.contains("recode") && !shown.contains("secret"), "{shown}");
}

#[test]
fn what_is_only_looked_at_is_forgotten() {
    let lines = "method = \"sample\"\nshare = 0.5\ncluster = \"name\"";
    assert_eq!(bound(&step(lines)).unwrap().forgotten, [3]);
    let lines = "method = \"sample\"\nshare = 0.5\nstrata = [\"age\"]";
    assert!(bound(&step(lines)).unwrap().forgotten.is_empty());
}

/// What columns and the policy alone tell is told before a row is read.
#[test]
fn what_cannot_be_done_is_said_when_steps_are_bound() {
    let refused = |steps: &str| bound(steps).unwrap_err().to_string();
    for (steps, said) in [
        (
            step("method = \"synthesize\"\nattributes = [\"age\"]"),
            "`income` is released and not drawn",
        ),
        (
            step("method = \"synthesize\"")
                + &step("method = \"sample\"\nshare = 0.5\ncluster = \"name\""),
            "synthetic records have no `name`, and a later step looks at it",
        ),
        (
            step(
                "method = \"pram\"\nattributes = [\"status\"]\nretain = 0.9\npublish = \"m.json\"\n\
                 strata = [\"age\"]",
            ),
            "there is one for each of the `strata`",
        ),
        (
            step(
                "method = \"microaggregate\"\nattributes = [\"age\"]\nk = 3\n\
                 close = { attribute = \"income\", t = 0.2, distance = \"hierarchical\" }",
            ),
            "groups cannot be close by the distance `hierarchical`",
        ),
        (
            step(
                "method = \"microaggregate\"\nattributes = [\"age\"]\nk = 3\n\
                 diverse = { attribute = \"age\", l = 2 }",
            ),
            "`age` is changed by the step that judges groups by it",
        ),
    ] {
        assert!(refused(&steps).contains(said), "{said}: {}", refused(&steps));
    }
}
