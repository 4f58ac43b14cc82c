//! Which values there can be in a private synthetic file: the policy says it, and never the data.

use super::bind::size;
use super::private::{Domain, Private};
use super::{Kind, Options};
use crate::perturb::{Plain, alone, attribute};
use crate::step::StepContext;
use ridotto_catalogue::{Domain as Stated, Value};
use ridotto_policy::{Attribute, Decimal, Given, HierarchySource, Mask, Policy, Spanned};
use ridotto_release::Error;
use ridotto_release::hierarchy::{self, named};
use ridotto_release::private::refused;
use ridotto_table::Table;
use std::path::Path;

/// The columns by their stated domains, and what to draw.
pub(super) fn domains(
    context: &StepContext,
    table: &Table,
    places: &[usize],
) -> Result<(Vec<Plain>, Options), Error> {
    let (mut plain, mut domains) = (Vec::new(), Vec::new());
    for &at in places {
        let (policy, of) = (context.policy(), attribute(context, at));
        let values = named_values(policy, context.folder(), context.mask(), of)?;
        let (domain, texts) = match values {
            Stated::Numbers { lower, upper, bins, decimals } => {
                let (least, most) = (lower.to_f64(), upper.to_f64());
                let (bins, decimals) = (bins as usize, Some(decimals));
                (Domain::Numbers { least, most, bins, decimals }, None)
            }
            Stated::Values(texts) => {
                let texts: Vec<String> = texts.into_iter().map(|text| text.value).collect();
                (Domain::Categories(texts.len()), Some(texts))
            }
        };
        plain.push(alone(context, table, at, texts));
        domains.push(domain);
    }
    let epsilon = context.given().number("epsilon");
    let kind = Kind::Private(Private { epsilon, domains });
    Ok((plain, Options { kind, size: size(context), ..Options::default() }))
}

/// The values that an attribute can have: the step states them, or its hierarchy does.
fn named_values(
    policy: &Policy,
    folder: &Path,
    mask: &Mask,
    attribute: &Attribute,
) -> Result<Stated, Error> {
    let stated =
        mask.given().domains("domains").iter().find(|(name, _)| name.value == attribute.name.value);
    if let Some((_, domain)) = stated {
        return Ok(domain.clone());
    }
    let source = attribute.hierarchy.as_ref().map(|source| &source.value);
    let values = match source {
        Some(source) if source.states_values() => {
            named(&hierarchy::builder(source, folder)?).into_iter().collect()
        }
        Some(HierarchySource::Built(given)) => match stated_range(given) {
            Some(range) => return Ok(range),
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    if values.is_empty() {
        let message = format!(
            "which values `{}` can have is not stated, and the data may not say",
            attribute.name
        );
        let help = format!(
            "add it to `domains`: `{0} = [\"a\", \"b\"]` or `{0} = {{ lower = 0, upper = 100, bins = \
             10 }}`; a hierarchy file, `groups` or `intervals` with `lower` and `upper` state it, too",
            attribute.name
        );
        let problem = refused(message, mask.span(), "draws it").with_help(help);
        return Err(policy.error([problem]).into());
    }
    Ok(Stated::Values(values.into_iter().map(Spanned::assumed).collect()))
}

/// The numbers that intervals with both ends state.
fn stated_range(given: &Given) -> Option<Stated> {
    let Some(Value::Numbers(widths)) = given.peek("intervals") else { return None };
    let (lower, upper) = (given.number_if_given("lower")?, given.number_if_given("upper")?);
    let bins = bins(lower, upper, **widths.first()?)?;
    Some(Stated::Numbers { lower, upper, bins, decimals: 0 })
}

/// How many intervals of a width there are between two ends, at most as many as a domain may have.
#[expect(clippy::cast_sign_loss, reason = "it was made to be 1 or more")]
fn bins(lower: Decimal, upper: Decimal, width: Decimal) -> Option<u32> {
    let bins = ((upper.to_f64() - lower.to_f64()) / width.to_f64()).ceil();
    (1.0..=100_000.0).contains(&bins).then_some(bins as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::STEPS;
    use ridotto_catalogue::Definition;
    use ridotto_catalogue::Domain;
    use ridotto_core::hierarchy::BUILDERS;
    use ridotto_core::model::MODELS;
    use ridotto_core::objective::OBJECTIVES;

    const POLICY: &str = r#"version = 1
[data]
input = "a.csv"
[attributes.age]
role = "quasi-identifier"
type = "integer"
AGE
[attributes.job]
role = "quasi-identifier"
type = "text"
JOB
[release]
algorithm = "none"
[output]
file = "b.csv"
[[mask]]
method = "synthesize"
kind = "private"
epsilon = 1
"#;

    fn parsed(text: &str) -> Policy {
        let models = MODELS.iter().map(|of| *of as &dyn Definition);
        let algorithms = ridotto_micro::ALGORITHMS.iter().map(|of| *of as &dyn Definition);
        let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
        let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
        let steps = STEPS.iter().map(|of| *of as &dyn Definition);
        let all = models.chain(algorithms).chain(objectives).chain(builders).chain(steps);
        let entries = ridotto_policy::Entries::new(all);
        Policy::parse("policy.toml", text, &entries).unwrap()
    }

    /// The domains of age and job, or why there is none.
    fn domains(age: &str, job: &str, step: &str) -> [Result<Domain, String>; 2] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("jobs.csv"), "nurse;care\nbaker;craft\nsmith;craft\n")
            .unwrap();
        let text = POLICY.replace("AGE", age).replace("JOB", job) + step;
        let policy = parsed(&text);
        ["age", "job"].map(|name| {
            let attribute = policy.attribute(name).unwrap();
            named_values(&policy, folder.path(), &policy.masks[0], attribute)
                .map_err(|error| error.to_string())
        })
    }

    fn numbers(lower: &str, upper: &str, bins: u32) -> Domain {
        let [lower, upper] = [lower, upper].map(|text| Decimal::parse(text).unwrap());
        Domain::Numbers { lower, upper, bins, decimals: 0 }
    }

    fn values(texts: &[&str]) -> Domain {
        Domain::Values(texts.iter().map(|text| Spanned::assumed((*text).to_owned())).collect())
    }

    #[test]
    fn hierarchies_state_domains() {
        let ages = [
            (
                "hierarchy = { intervals = [10, 20], lower = 10, upper = 80 }",
                numbers("10", "80", 7),
            ),
            // The last interval is narrower.
            ("hierarchy = { intervals = [10], lower = 0, upper = 95 }", numbers("0", "95", 10)),
        ];
        let jobs = [
            "hierarchy = \"jobs.csv\"",
            "hierarchy = { groups = { craft = [\"smith\", \"baker\"], care = [\"nurse\"] } }",
        ];
        for (age, expected) in &ages {
            for job in jobs {
                let [age, job] = domains(age, job, "");
                assert_eq!(age.as_ref(), Ok(expected));
                assert_eq!(job, Ok(values(&["baker", "nurse", "smith"])));
            }
        }
    }

    #[test]
    fn a_step_says_it_before_a_hierarchy_does() {
        let step = "domains = { age = { lower = 0, upper = 9, bins = 3 }, job = [\"x\"] }\n";
        let [age, job] = domains(
            "hierarchy = { intervals = [10], lower = 10, upper = 80 }",
            "hierarchy = \"jobs.csv\"",
            step,
        );
        assert_eq!(age, Ok(numbers("0", "9", 3)));
        let Ok(Domain::Values(texts)) = job else { panic!("{job:?}") };
        assert_eq!(texts.iter().map(|text| text.value.as_str()).collect::<Vec<_>>(), ["x"]);
    }

    /// What would have to be found in the data is refused.
    #[test]
    fn hierarchies_that_the_data_complete_state_none() {
        for age in [
            "",
            "hierarchy = { intervals = [10] }",
            "hierarchy = { intervals = [10], lower = 10 }",
            "hierarchy = { intervals = [10], upper = 80 }",
            "hierarchy = { intervals = [0.0001], lower = 0, upper = 80 }",
            "hierarchy = { cuts = [[10, 20]] }",
            "hierarchy = { redact = \"right\" }",
            "hierarchy = { auto = true }",
        ] {
            let [age, job] = domains(age, "hierarchy = { suppress = true }", "");
            for refused in [age, job] {
                let message = refused.unwrap_err();
                assert!(message.contains("is not stated, and the data may not say"), "{message}");
            }
        }
    }
}
