//! What the tests of this crate share.

pub mod validator;

use miette::{GraphicalReportHandler, GraphicalTheme};
use ridotto_catalogue::Definition;
use ridotto_core::{hierarchy::BUILDERS, model::MODELS, objective::OBJECTIVES};
use ridotto_mask::STEPS;
use ridotto_micro::ALGORITHMS;
use ridotto_micro::catalogue::PREFERENCES;
use ridotto_policy::{Entries, Item, Policy, PolicyError, Problem};

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

/// Reads a policy with the entries of everything that there is. As a value it says the same, right or
/// wrong.
pub fn parse(text: &str) -> Result<Policy, PolicyError> {
    let entries = entries();
    let read = Policy::parse("policy.toml", text, &entries);
    match &read {
        Ok(policy) => {
            let json = serde_json::to_string(policy.written()).unwrap();
            let value: Item = serde_json::from_str(&json).unwrap();
            let again = Policy::from_value("policy", value, &entries);
            let again = again.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            assert_eq!(without_places(&again), without_places(policy), "{text}");
        }
        Err(error) => {
            // What is no TOML has no value, and no other format has dates.
            let value = toml::from_str::<Item>(text);
            let Some(value) = value.ok().filter(|_| !format!("{error:?}").contains("date")) else {
                return read;
            };
            let again = Policy::from_value("policy.toml", value, &entries).unwrap_err();
            assert_eq!(told(&again), told(error), "{text}");
            let has_path = |problem: &Problem| problem.span.is_some() && problem.path.is_some();
            assert!(
                again.problems().iter().all(|it| it.span.is_none() || is_root(it) || has_path(it))
            );
        }
    }
    read
}

/// Whether a problem is with the policy as a whole.
fn is_root(problem: &Problem) -> bool {
    problem.span.is_some_and(|span| span.start == 0)
}

/// What is wrong and what to do, in no order.
fn told(error: &PolicyError) -> Vec<(&str, &str, Option<&str>)> {
    let problems = error.problems().iter();
    let mut told: Vec<_> =
        problems.map(|it| (it.code, it.message.as_str(), it.help.as_deref())).collect();
    told.sort_unstable();
    told
}

/// Everything that a policy says, but where.
pub fn without_places(policy: &Policy) -> String {
    let Policy { kind, data, attributes, masks, requirements, .. } = policy;
    let Policy { tables, release, output, measures, quality, .. } = policy;
    let first = (kind, data, attributes, masks, requirements);
    ridotto_testkit::without_places(&(first, tables, release, output, measures, quality))
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
