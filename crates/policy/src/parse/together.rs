//! Rules that concern several sections; they are asked once each section is sound in itself.

use crate::code;
use crate::language::Role;
use crate::mask::{Mask, Step};
use crate::policy::Policy;
use crate::problem::Problem;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn problems(policy: &Policy) -> Vec<Problem> {
    let deleted = after_deletion(policy);
    let first = no_quasi_identifier(policy).into_iter().chain(same_files(policy)).chain(deleted);
    first.chain(masked_pseudonyms(policy)).collect()
}

/// Classes are made of quasi-identifiers.
fn no_quasi_identifier(policy: &Policy) -> Option<Problem> {
    let mut all = policy.with_role(Role::QuasiIdentifier);
    if all.any(|attribute| !policy.is_deleted(&attribute.name)) {
        return None;
    }
    let asks = policy.requirements.first()?;
    let message = format!("`{}` needs a quasi-identifier, and there is none", asks.model());
    Some(
        Problem::error(code::NO_QUASI_IDENTIFIER, message)
            .at(asks.span, "speaks of quasi-identifiers")
            .with_help(
                "give `role = \"quasi-identifier\"` to the attributes that an intruder may know \
                 from elsewhere, such as age, sex and place",
            ),
    )
}

/// No file is written over the data, and none is written twice.
fn same_files(policy: &Policy) -> Vec<Problem> {
    let output = &policy.output;
    let published = policy.masks.iter().filter_map(Mask::publishes);
    let written =
        output.file.iter().chain(&output.reports).chain(&output.recoding).chain(published);
    let written = written.chain(&output.certificate);
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    seen.extend(policy.data.input.as_ref().map(|input| (input.as_str(), "the input")));
    let population = policy.data.population.as_ref();
    seen.extend(population.map(|file| (file.as_str(), "the population")));
    let key = output.signing_key.as_ref();
    seen.extend(key.map(|file| (file.as_str(), "the signing key")));
    let pseudonyms = || policy.pseudonyms().map(|(_, of)| of);
    let keys = pseudonyms().filter_map(|of| of.key_file.as_ref());
    seen.extend(keys.map(|file| (file.as_str(), "the key of pseudonyms")));
    let mut problems = Vec::new();
    // Several attributes may share a mapping.
    for file in pseudonyms().filter_map(|of| of.mapping.as_ref()) {
        if let Some(other) = seen.get(file.as_str()).filter(|other| **other != MAPPING) {
            problems.push(
                Problem::error(code::CONTRADICTION, format!("`{file}` is also {other}"))
                    .at(file.span, format!("would be written over {other}"))
                    .with_help("choose another name"),
            );
        }
        seen.insert(file.as_str(), MAPPING);
    }
    for file in written {
        if let Some(other) = seen.insert(file.as_str(), "another output") {
            problems.push(
                Problem::error(code::CONTRADICTION, format!("`{file}` is also {other}"))
                    .at(file.span, format!("would be written over {other}"))
                    .with_help("choose another name"),
            );
        }
    }
    problems
}

/// What messages call the table that leads back.
const MAPPING: &str = "the mapping of pseudonyms";

/// A pseudonym stands for the value as it was; and made-up records are nobody's.
fn masked_pseudonyms(policy: &Policy) -> Vec<Problem> {
    let mut problems = Vec::new();
    let has_pseudonym =
        |name: &str| policy.attribute(name).is_some_and(|attribute| attribute.pseudonym.is_some());
    for mask in &policy.masks {
        problems.extend(mask.attributes.iter().filter(|name| has_pseudonym(name)).map(|name| {
            Problem::error(code::CONTRADICTION, format!("`{name}` becomes a pseudonym as it is"))
                .at(name.span, "cannot be masked")
                .with_help("remove it from the step, or remove its `pseudonym`")
        }));
        if let (Step::Synthesize(_), Some((attribute, _))) =
            (&mask.step, policy.pseudonyms().next())
        {
            let message = format!(
                "made-up records are nobody's, and `{}` would say whose they are",
                attribute.name
            );
            problems.push(
                Problem::error(code::CONTRADICTION, message)
                    .at(mask.span, "makes up records")
                    .with_help("remove `pseudonym`: identifiers are left out then"),
            );
        }
    }
    problems
}

/// What was deleted cannot be masked, nor looked at, by a later step.
fn after_deletion(policy: &Policy) -> Vec<Problem> {
    let mut deleted = BTreeSet::new();
    let mut problems = Vec::new();
    for mask in &policy.masks {
        let used = mask.attributes.iter().chain(mask.looks_at());
        let gone = used.filter(|name| deleted.contains(name.as_str()));
        problems.extend(gone.map(|name| {
            Problem::error(code::CONTRADICTION, format!("an earlier step has deleted `{name}`"))
                .at(name.span, "no longer there")
                .with_help("steps run in the order written: put `delete` after this one")
        }));
        if mask.step == Step::Delete {
            deleted.extend(mask.attributes.iter().map(|name| name.as_str()));
        }
    }
    problems
}
