//! What a policy must settle, because the data may not.

use crate::bind::columns::BoundColumn;
use ridotto_catalogue::Proved;
use ridotto_policy::language::{Generalize, Missing, Role, Suppress, Suppressed};
use ridotto_policy::{Attribute, HierarchySource, Policy, Problem, Requirement, Span};
use ridotto_release::Input;
use ridotto_release::private::{companions, refused, terms, value_type, written};

/// Everything that is left to the data, or that the guarantee does not cover.
pub(super) fn problems(
    policy: &Policy,
    asked: &Requirement,
    input: &Input,
    columns: &[BoundColumn],
) -> Vec<Problem> {
    let mut problems = other_requirements(policy, asked.span);
    problems.extend(terms(policy, Proved::OF_SAMPLES));
    problems.extend(companions(policy));
    problems.extend(steps(policy));
    problems.extend(released(policy, columns));
    problems.extend(written(policy, input.format, input.dialect.as_ref()));
    let is_chosen = asked.given.peek("search").is_some();
    for attribute in policy.with_role(Role::QuasiIdentifier) {
        let field = input.source.columns().iter().find(|field| field.name == *attribute.name);
        problems.extend(hierarchy(attribute));
        if !is_chosen {
            problems.extend(levels(attribute));
        }
        problems.extend(field.and_then(|field| value_type(policy, attribute, field)));
    }
    problems.extend(release(policy));
    problems.extend(policy.queried().next().map(|name| {
        refused("queries cannot be measured beside this", name.span, "compares with the input")
            .with_help("remove `[[measure]]`: how wrong an answer is tells about single records")
    }));
    problems
}

/// Only what is certain beforehand can be promised beside it: a requirement that may fail tells
/// about the data by failing.
fn other_requirements(policy: &Policy, asked: Span) -> Vec<Problem> {
    let others = policy.requirements.iter().filter(|other| other.span != asked);
    // How many persons are in a class is another number than how many of its records were sampled.
    let counts_persons = policy.data.person.is_some();
    others
        .filter(|other| other.plain_k().is_none() || counts_persons)
        .map(|other| {
            let message = format!("`{}` cannot be required beside this", other.model());
            if counts_persons {
                return refused(message, other.span, "counts persons").with_help(
                    "the proof counts records: with `person`, require `differential-privacy` alone",
                );
            }
            refused(message, other.span, "may fail, which tells about the data").with_help(
                "beside `differential-privacy` only `k-anonymity` with a number and over all \
                 quasi-identifiers is certain beforehand",
            )
        })
        .collect()
}

/// Steps may look at other records, or draw a sample of another kind; none is needed.
fn steps(policy: &Policy) -> Vec<Problem> {
    let each = policy.masks.iter().map(|mask| {
        let method = mask.method();
        let message = format!("`{method}` cannot come before a differentially private release");
        refused(message, mask.span(), "remove this").with_help(
            "the proof begins with the records as they are: say in the hierarchy what becomes of a \
             value, and in `sample` how many records are kept",
        )
    });
    each.collect()
}

/// A class is everything that is shown of a record.
fn released(policy: &Policy, columns: &[BoundColumn]) -> Vec<Problem> {
    let is_shown = |column: &&BoundColumn| column.is_released();
    let others = columns.iter().filter(is_shown).filter(|one| one.role != Role::QuasiIdentifier);
    let mut problems = Vec::new();
    let mut unlisted = false;
    for column in others {
        let Some(attribute) = column.attribute.map(|at| &policy.attributes[at]) else {
            unlisted = true;
            continue;
        };
        if let Some(pseudonym) = &attribute.pseudonym {
            let message =
                format!("pseudonyms of `{}` would say whose records are there", attribute.name);
            problems
                .push(refused(message, pseudonym.method.span, "one for each person").with_help(
                "what is released must not depend on who is in the data: remove `pseudonym`, which \
                 leaves the identifier out",
            ));
            continue;
        }
        let message = format!(
            "`{}` would be released as it is, and a value that only one person has would tell \
             that this person is there",
            attribute.name
        );
        problems.push(refused(message, attribute.role.span, "not a quasi-identifier").with_help(
            "what is released must count: give it `role = \"quasi-identifier\"` with a hierarchy \
             and a level, or `role = \"identifier\"`, which leaves it out",
        ));
    }
    if unlisted {
        let message = "columns that the policy does not name would be released as they are";
        problems.push(
            refused(message, policy.data.unlisted.span, "releases them")
                .with_help("say `unlisted = \"drop\"`"),
        );
    }
    problems
}

fn hierarchy(attribute: &Attribute) -> Option<Problem> {
    let source = attribute.hierarchy.as_ref()?;
    let HierarchySource::Built(given) = &source.value else { return None };
    let why = given.entry().builder()?.depends?;
    let message = format!("the hierarchy of `{}` depends on other records", attribute.name);
    Some(refused(message, source.span, why).with_help(
        "write the hierarchy before you look at the data: a file, `groups`, `intervals`, `cuts`, \
         `dates`, `addresses` or `suppress`; a value that it does not name is shown as `*`",
    ))
}

fn levels(attribute: &Attribute) -> Option<Problem> {
    if attribute.max_level.is_some_and(|max| *max == *attribute.min_level) {
        return None;
    }
    let message = format!("which level `{}` gets would depend on the data", attribute.name);
    Some(refused(message, attribute.name.span, "may have several levels").with_help(format!(
        "fix it in `[attributes.{}]`: `min-level = 1` and `max-level = 1`, or whichever level \
         suits you; or spend a part of epsilon on the choice: `search = 0.1` in `[[require]]`",
        attribute.name
    )))
}

/// Choices of `[release]` and `[output]` that let the data speak, or that mean nothing here.
fn release(policy: &Policy) -> Vec<Problem> {
    let release = &policy.release;
    let mut problems = Vec::new();
    let mut refuse = |is_wrong: bool, key: &str, span: Option<Span>, why: &str| {
        if is_wrong {
            let message = format!("`{key}` cannot be chosen in a differentially private release");
            problems.push(refused(message, span, "remove this").with_help(why));
        }
    };
    let search = "levels are fixed, or chosen by chance with `search`";
    refuse(release.algorithm.is_written(), "algorithm", release.algorithm.span(), search);
    refuse(release.objective.is_written(), "objective", release.objective.span(), search);
    let aggregate = release.place_of("aggregate");
    refuse(aggregate.is_some(), "aggregate", aggregate, search);
    refuse(
        release.suppression.is_written(),
        "suppression",
        release.suppression.span,
        "as many records are left out as must be: to fail beyond a limit would tell about the data",
    );
    refuse(
        *release.suppressed != Suppressed::Drop,
        "suppressed",
        release.suppressed.span,
        "suppressed records are left out: their number would tell about the data",
    );
    refuse(
        *release.suppress != Suppress::Record,
        "suppress",
        release.suppress.span,
        "classes that are too small are left out record by record",
    );
    refuse(
        *release.generalize != Generalize::Attribute,
        "generalize",
        release.generalize.span,
        "each attribute has one level for all records",
    );
    refuse(
        *release.missing != Missing::OwnValue,
        "missing",
        release.missing.span,
        "a class is everything that is shown of a record, what is missing included",
    );
    for attribute in &policy.attributes {
        let importance = attribute.importance;
        refuse(importance.is_written(), "importance", importance.span, search);
    }
    if let Some(file) = &policy.output.recoding {
        let why = "a decision applied to other data would be a release without a sample";
        refuse(true, "recoding", file.span, why);
    }
    problems
}
