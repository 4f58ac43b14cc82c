//! Masking steps that make a whole file differentially private: what a policy must settle for them,
//! because the data may not.

use ridotto_catalogue::Value;
use ridotto_io::Want;
use ridotto_policy::{
    Attribute, Decimal, Domain, Given, HierarchySource, Mask, Policy, Problem, Spanned, Step,
    Synthesize,
};
use ridotto_release::hierarchy::{self, named};
use ridotto_release::private::{persons, refused, value_type, written};
use ridotto_release::{Error, Input};
use std::path::Path;

/// Refuses a policy that leaves something to the data, if a step promises differential privacy of
/// the whole file: then cells must be read as they stand. Whether one does.
pub fn is_settled(policy: &Policy, input: &Input, wants: &[Want]) -> Result<bool, Error> {
    let Some((_, last)) = policy.private_file() else { return Ok(false) };
    let mask = &policy.masks[last];
    let mut problems: Vec<Problem> = persons(policy).into_iter().collect();
    problems.extend(companions(policy));
    problems.extend(written(policy, input.format, input.dialect.as_ref()));
    let fields = input.source.columns().iter().zip(wants);
    for (field, _) in fields.filter(|(_, want)| **want != Want::Skip) {
        let Some(attribute) = policy.attribute(&field.name) else {
            problems.push(
                refused(
                    "a column that the policy does not name would be released",
                    policy.data.unlisted.span.unwrap_or(mask.span),
                    "releases it",
                )
                .with_help("say `unlisted = \"drop\"` in `[data]`, or name it in `[attributes]`"),
            );
            continue;
        };
        problems.extend(value_type(policy, attribute, field));
        if let Step::Noise(_) = mask.step
            && !mask.attributes.iter().any(|name| name.value == attribute.name.value)
        {
            let message = format!(
                "`{}` would stand beside the means of groups, and tell which records are in them",
                attribute.name
            );
            problems.push(refused(message, attribute.name.span, "not masked").with_help(
                "name all released attributes in both steps, or leave this one out: `role = \
                 \"identifier\"`",
            ));
        }
    }
    for name in policy.masks.iter().flat_map(Mask::looks_at) {
        let fields = input.source.columns().iter().zip(wants);
        let mut others = fields.filter(|(_, want)| **want == Want::Skip);
        if others.any(|(field, _)| field.name == name.value) {
            problems.push(
                refused(format!("`{name}` is not made private"), name.span, "true values")
                    .with_help("steps may look at what is released, and at nothing else"),
            );
        }
    }
    problems.extend(policy.queried().next().map(|name| {
        refused("queries cannot be measured beside this", name.span, "compares with the input")
            .with_help("remove `[[measure]]`: how wrong an answer is tells about single records")
    }));
    problems.extend(policy.output.recoding.as_ref().map(|file| {
        refused("the decision cannot be saved", file.span, "remove this")
            .with_help("applied to other data, the step would be another release")
    }));
    if problems.is_empty() { Ok(true) } else { Err(policy.error(problems).into()) }
}

/// Columns and files that would bring true values in beside the step.
fn companions(policy: &Policy) -> Vec<Problem> {
    let data = &policy.data;
    let keys = [
        ("household", &data.household),
        ("weight", &data.weight),
        ("population", &data.population),
    ];
    let given = keys.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
    given
        .map(|(key, value): (&str, &Spanned<String>)| {
            refused(format!("`{key}` cannot be used beside this"), value.span, "true values")
                .with_help(
                    "the promise covers what the step makes and nothing else: remove the key",
                )
        })
        .collect()
}

/// The values that an attribute can have: the step states them, or its hierarchy does.
pub(super) fn named_values(
    policy: &Policy,
    folder: &Path,
    (mask, step): (&Mask, &Synthesize),
    attribute: &Attribute,
) -> Result<Domain, Error> {
    let stated = step.domains.iter().find(|(name, _)| name.value == attribute.name.value);
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
        let problem = refused(message, mask.span, "draws it").with_help(help);
        return Err(policy.error([problem]).into());
    }
    Ok(Domain::Values(values.into_iter().map(Spanned::assumed).collect()))
}

/// The numbers that intervals with both ends state.
fn stated_range(given: &Given) -> Option<Domain> {
    let Some(Value::Numbers(widths)) = given.peek("intervals") else { return None };
    let (lower, upper) = (given.number_if_given("lower")?, given.number_if_given("upper")?);
    let bins = bins(lower, upper, **widths.first()?)?;
    Some(Domain::Numbers { lower, upper, bins, decimals: 0 })
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
    use ridotto_core::model::MODELS;

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
        let entries = ridotto_policy::Entries::new(MODELS.iter().map(|model| *model as _));
        Policy::parse("policy.toml", text, &entries).unwrap()
    }

    /// The domains of age and job, or why there is none.
    fn domains(age: &str, job: &str, step: &str) -> [Result<Domain, String>; 2] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("jobs.csv"), "nurse;care\nbaker;craft\nsmith;craft\n")
            .unwrap();
        let text = POLICY.replace("AGE", age).replace("JOB", job) + step;
        let policy = parsed(&text);
        let Step::Synthesize(step) = &policy.masks[0].step else { unreachable!() };
        ["age", "job"].map(|name| {
            let attribute = policy.attribute(name).unwrap();
            named_values(&policy, folder.path(), (&policy.masks[0], step), attribute)
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
