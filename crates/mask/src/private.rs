//! Masking steps that are differentially private: what a policy must settle for them, because the data
//! may not. Steps that make a whole file private need that of every column, and private noise of the
//! attributes that it hides.

use ridotto_catalogue::Privacy;
use ridotto_io::Field;
use ridotto_policy::{Mask, Policy, Problem, Spanned};
use ridotto_release::private::{companions, persons, refused, value_type, written};
use ridotto_release::{Error, Input};
use ridotto_table::ReadAs;

/// Refuses a policy that leaves something to the data where a step promises differential privacy. Which
/// columns must be read as they stand: no cell of them may decide how others are read.
pub fn settled(policy: &Policy, input: &Input, wants: &[ReadAs]) -> Result<Vec<bool>, Error> {
    let is_read = |want: &ReadAs| *want != ReadAs::Skip;
    if whole_file(policy, input, wants)? {
        return Ok(wants.iter().map(is_read).collect());
    }
    let noisy = noisy(policy);
    values(policy, input, &noisy)?;
    let fields = input.source.columns().iter().zip(wants);
    // What an earlier step makes of a value needs the type that the policy says.
    let is_first = |name: &str| {
        let mut all = policy.masks.iter().filter(|mask| mask.changes(name));
        all.next().is_some_and(|mask| matches!(mask.privacy(), Privacy::Values { .. }))
    };
    let stands = |(field, want): (&Field, &ReadAs)| {
        is_read(want) && noisy.iter().any(|name| name.value == field.name) && is_first(&field.name)
    };
    Ok(fields.map(stands).collect())
}

/// The attributes that private noise hides.
fn noisy(policy: &Policy) -> Vec<&Spanned<String>> {
    let steps = policy.masks.iter();
    let private = steps.filter(|mask| matches!(mask.privacy(), Privacy::Values { .. }));
    private.flat_map(Mask::attributes).collect()
}

/// Refuses what would let one record decide how all are read, or whose records are protected.
fn values(policy: &Policy, input: &Input, noisy: &[&Spanned<String>]) -> Result<(), Error> {
    if noisy.is_empty() {
        return Ok(());
    }
    let mut problems: Vec<Problem> = persons(policy).into_iter().collect();
    problems.extend(written(policy, input.format, input.dialect.as_ref()));
    for field in input.source.columns() {
        let Some(name) = noisy.iter().find(|name| name.value == field.name) else { continue };
        let Some(attribute) = policy.attribute(name) else { continue };
        if attribute.order.is_some() {
            let message = format!("`{name}` has an order, and noise is for numbers and dates");
            problems.push(refused(message, name.span, "no number").with_help("take `pram`"));
            continue;
        }
        problems.extend(value_type(policy, attribute, field));
    }
    if problems.is_empty() { Ok(()) } else { Err(policy.error(problems).into()) }
}

/// Refuses a policy that leaves something to the data, if a step promises differential privacy of the whole
/// file. Whether one does.
fn whole_file(policy: &Policy, input: &Input, wants: &[ReadAs]) -> Result<bool, Error> {
    let Some((_, last)) = policy.private_file() else { return Ok(false) };
    let mask = &policy.masks[last];
    let mut problems: Vec<Problem> = persons(policy).into_iter().collect();
    problems.extend(companions(policy));
    problems.extend(written(policy, input.format, input.dialect.as_ref()));
    let fields = input.source.columns().iter().zip(wants);
    for (field, _) in fields.filter(|(_, want)| **want != ReadAs::Skip) {
        let Some(attribute) = policy.attribute(&field.name) else {
            problems.push(
                refused(
                    "a column that the policy does not name would be released",
                    policy.data.unlisted.span.or(mask.span()),
                    "releases it",
                )
                .with_help("say `unlisted = \"drop\"` in `[data]`, or name it in `[attributes]`"),
            );
            continue;
        };
        problems.extend(value_type(policy, attribute, field));
        if mask.privacy() != Privacy::File
            && !mask.attributes().iter().any(|name| name.value == attribute.name.value)
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
        let mut others = fields.filter(|(_, want)| **want == ReadAs::Skip);
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
