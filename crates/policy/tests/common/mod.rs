//! What the tests of this crate share.
#![allow(dead_code)] // each test file uses its part

use miette::{GraphicalReportHandler, GraphicalTheme};
use ridotto_catalogue::Definition;
use ridotto_core::{hierarchy::BUILDERS, model::MODELS, objective::OBJECTIVES};
use ridotto_mask::STEPS;
use ridotto_micro::ALGORITHMS;
use ridotto_micro::catalogue::PREFERENCES;
use ridotto_policy::{Entries, Policy, PolicyError};

/// The least that is a policy.
pub const MINIMAL: &str = r#"version = 1

[attributes.age]
role = "quasi-identifier"

[[require]]
model = "k-anonymity"
k = 5
"#;

/// The entries of everything that there is.
pub fn entries() -> Entries {
    let models = MODELS.iter().map(|of| *of as &dyn Definition);
    let algorithms = ALGORITHMS.iter().map(|of| *of as &dyn Definition);
    let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
    let preferences = PREFERENCES.iter().map(|of| *of as &dyn Definition);
    let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
    let found = algorithms.chain(objectives).chain(preferences);
    let steps = STEPS.iter().map(|of| *of as &dyn Definition);
    Entries::new(models.chain(found).chain(builders).chain(steps))
}

/// Reads a policy with the entries of everything that there is.
pub fn parse(text: &str) -> Result<Policy, PolicyError> {
    Policy::parse("policy.toml", text, &entries())
}

/// The least policy with one line replaced, or with lines added.
pub fn minimal_with(line: &str, replacement: &str) -> String {
    assert!(MINIMAL.contains(line), "`{line}` is in the least policy");
    MINIMAL.replacen(line, replacement, 1)
}

/// The problems of a policy as a terminal without colours shows them.
pub fn shown(text: &str) -> String {
    match parse(text) {
        Ok(_) => "no problems".into(),
        Err(error) => rendered(&error),
    }
}

/// The lints of a policy in the same way.
pub fn linted(text: &str) -> String {
    let policy = parse(text).unwrap_or_else(|e| panic!("{}", rendered(&e)));
    rendered(&policy.error(policy.lints()))
}

pub fn rendered(error: &PolicyError) -> String {
    let mut out = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(80)
        .with_links(false)
        .render_report(&mut out, error)
        .expect("a string takes all that is written");
    out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
