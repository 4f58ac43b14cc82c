//! Rules that concern several sections; they are asked once each section is sound in itself.

use crate::code;
use crate::language::Role;
use crate::mask::Mask;
use crate::policy::Policy;
use ridotto_catalogue::{Mixing, Privacy, Problem, Spanned, Truth};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn problems(policy: &Policy) -> Vec<Problem> {
    let deleted = after_deletion(policy);
    let others = same_files(policy).into_iter().chain(deleted).chain(private_steps(policy));
    let first = no_quasi_identifier(policy).into_iter().chain(others);
    first.chain(masked_pseudonyms(policy)).chain(perturbed_ties(policy)).collect()
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
    let ledger = policy.privacy.ledger.as_ref();
    seen.extend(ledger.map(|file| (file.as_str(), "the ledger")));
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
        problems.extend(mask.attributes().iter().filter(|name| has_pseudonym(name)).map(|name| {
            Problem::error(code::CONTRADICTION, format!("`{name}` becomes a pseudonym as it is"))
                .at(name.span, "cannot be masked")
                .with_help("remove it from the step, or remove its `pseudonym`")
        }));
        if let (Truth::Synthetic, Some((attribute, _))) =
            (mask.facts().truth, policy.pseudonyms().next())
        {
            let message = format!(
                "made-up records are nobody's, and `{}` would say whose they are",
                attribute.name
            );
            problems.push(
                Problem::error(code::CONTRADICTION, message)
                    .at(mask.span(), "makes up records")
                    .with_help("remove `pseudonym`: identifiers are left out then"),
            );
        }
    }
    problems
}

/// What tells which rows belong together cannot be perturbed: other rows would then count as one
/// person's, and requirements about persons would speak of nobody. What is left out cannot, either.
fn perturbed_ties(policy: &Policy) -> Vec<Problem> {
    let ties = [("person", &policy.data.person), ("household", &policy.data.household)];
    let tie = |name: &str| {
        let mut named = ties.iter().filter_map(|(key, of)| Some((key, of.as_ref()?)));
        named.find(|(_, of)| of.value == *name).map(|(key, _)| key)
    };
    let is_left_out = |name: &str| {
        let of = policy.attribute(name);
        of.is_some_and(|of| *of.role == Role::Identifier && of.pseudonym.is_none())
    };
    let perturbing = policy.masks.iter().filter(|mask| mask.perturbs());
    let problem = |name: &Spanned<String>| {
        let message = if let Some(key) = tie(name) {
            format!("`{name}` is the `{key}` that rows are counted by, and must stay true")
        } else if is_left_out(name) {
            format!("the identifier `{name}` is left out, so there is nothing to perturb")
        } else {
            return None;
        };
        let problem = Problem::error(code::CONTRADICTION, message).at(name.span, "not perturbed");
        Some(problem.with_help("remove it from the step"))
    };
    perturbing.flat_map(|mask| mask.attributes().iter().filter_map(problem)).collect()
}

/// What was deleted cannot be masked, nor looked at, by a later step.
fn after_deletion(policy: &Policy) -> Vec<Problem> {
    let mut deleted = BTreeSet::new();
    let mut problems = Vec::new();
    for mask in &policy.masks {
        let used = mask.attributes().iter().chain(mask.looks_at());
        let gone = used.filter(|name| deleted.contains(name.as_str()));
        problems.extend(gone.map(|name| {
            Problem::error(code::CONTRADICTION, format!("an earlier step has deleted `{name}`"))
                .at(name.span, "no longer there")
                .with_help("steps run in the order written: put `delete` after this one")
        }));
        if mask.facts().deletes {
            deleted.extend(mask.attributes().iter().map(|name| name.as_str()));
        }
    }
    problems
}

/// Noise that is private for each record must be the first to look at true values: no earlier step may
/// let one record decide about another, nor show elsewhere what the noise is to hide.
fn private_steps(policy: &Policy) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, mask) in policy.masks.iter().enumerate() {
        if matches!(mask.privacy(), Privacy::Values { .. }) {
            problems.extend((0..at).filter_map(|place| before_noise(policy, place, at)));
        }
    }
    if let Some((first, last)) = policy.private_file() {
        let later = policy.masks[last + 1..].iter().filter(|mask| mask.is_private());
        problems.extend(later.map(|mask| {
            Problem::error(code::CONTRADICTION, "what comes here is private already")
                .at(mask.span(), "spends privacy for nothing")
                .with_help("remove this step: whatever is made of a private file is private")
        }));
        problems.extend(policy.masks[..first].iter().map(|mask| {
            let message = format!("`{}` cannot come before this", mask.method());
            Problem::error(code::CONTRADICTION, message)
                .at(mask.span(), "looks at the records first")
                .with_help(format!(
                    "the proof of `{}` begins with the records as they are: put other steps after it",
                    policy.masks[last].method()
                ))
        }));
    }
    problems
}

/// Why private noise cannot follow an earlier step. What mixes records may have looked at anything (whole
/// records, all quasi-identifiers), so it comes later, whatever it changes; groups without a fixed order do
/// not make the noise smaller, because one record changes all of them.
fn before_noise(policy: &Policy, place: usize, at: usize) -> Option<Problem> {
    let (other, mask) = (&policy.masks[place], &policy.masks[at]);
    let shares = other.shares_attributes(mask);
    let are_groups = matches!(other.privacy(), Privacy::Groups { .. });
    if are_groups && shares {
        return (place + 1 != at || !fits(other, mask)).then(|| {
            Problem::error(code::CONTRADICTION, "the two steps do not make one")
                .at(mask.span(), "noise for the groups")
                .with_help("private noise follows `insensitive` groups at once, on the same attributes, with the same `lower` and `upper`, and both without `strata`")
        });
    }
    if let Some(mixing) = other.mixes() {
        return Some(mixed(other, if shares { mixing } else { Mixing::USUAL }));
    }
    if let Some(name) = other.looks_at().find(|name| mask.changes(name)) {
        let message =
            format!("`{}` looks at `{name}` before private noise hides it", other.method());
        let problem = Problem::error(code::CONTRADICTION, message).at(name.span, "true values");
        return Some(problem.with_help(Mixing::USUAL.help));
    }
    let takes_all = other.facts().reads_records && other.privacy() != Privacy::File;
    takes_all.then(|| mixed(other, Mixing::USUAL))
}

/// Whether noise for values between bounds is noise for the means of groups.
fn fits(groups: &Mask, mask: &Mask) -> bool {
    let Privacy::Groups { lower, upper, .. } = groups.privacy() else { return false };
    let Privacy::Values { lower: least, upper: most, .. } = mask.privacy() else { return false };
    let same = |one: &Mask, other: &Mask| one.attributes().iter().all(|name| other.changes(name));
    groups.strata().is_empty()
        && mask.strata().is_empty()
        && (lower, upper) == (least, most)
        && same(groups, mask)
        && same(mask, groups)
}

fn mixed(mask: &Mask, mixing: Mixing) -> Problem {
    let message = format!("`{}` cannot come before private noise", mask.method());
    Problem::error(code::CONTRADICTION, message).at(mask.span(), mixing.why).with_help(mixing.help)
}
