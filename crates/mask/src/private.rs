//! Masking steps that are differentially private: what a policy must settle for them, because the data
//! may not. Steps that make a whole file private need that of every column, and private noise of the
//! attributes that it hides.

use ridotto_catalogue::{Privacy, Proved};
use ridotto_io::Field;
use ridotto_policy::language::Role;
use ridotto_policy::{Mask, Policy, Problem, Spanned};
use ridotto_release::private::{companions, noisy, refused, terms, value_type, written};
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
    let is_noisy = |field: &Field| noisy.iter().any(|name| name.value == field.name);
    Ok(fields.map(|(field, want)| is_read(want) && is_noisy(field)).collect())
}

/// Refuses what would let one record decide how all are read, or whose records are protected.
fn values(policy: &Policy, input: &Input, noisy: &[&Spanned<String>]) -> Result<(), Error> {
    if noisy.is_empty() {
        return Ok(());
    }
    let mut problems = terms(policy, Proved::OF_RECORDS);
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
    let mut problems = terms(policy, mask.privacy().proved());
    problems.extend(requirements_of_persons(policy));
    problems.extend(companions(policy));
    problems.extend(written(policy, input.format, input.dialect.as_ref()));
    let fields = input.source.columns().iter().zip(wants);
    let is_person =
        |field: &Field| policy.data.person.as_ref().is_some_and(|of| of.value == field.name);
    for (field, _) in fields.filter(|(_, want)| **want != ReadAs::Skip) {
        if is_person(field) && !is_released(policy, &field.name) {
            continue;
        }
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

/// Whether the policy gives a column a role in which it is released.
fn is_released(policy: &Policy, name: &str) -> bool {
    let of = policy.attribute(name);
    of.is_some_and(|of| *of.role != Role::Identifier || of.pseudonym.is_some())
}

/// What speaks of persons where records are nobody's: they are made up, or are means of several.
fn requirements_of_persons(policy: &Policy) -> Vec<Problem> {
    policy.data.person.as_ref().map_or(Vec::new(), |person| {
        let each = policy.requirements.iter().map(|asked| {
            let message =
                format!("`{}` would count persons, and the records are nobody's", asked.model());
            refused(message, asked.span, format!("by `{}`", person.value))
                .with_help("remove it: the file is private as a whole")
        });
        each.collect()
    })
}
