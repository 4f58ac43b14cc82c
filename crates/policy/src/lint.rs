//! What a policy may say, but hardly should.
//!
//! A lint never stops a run. Each is a function of the policy alone; what only the data can
//! show is for other stages to say.

use crate::code;
use crate::language::{Generalize, PseudonymMethod, Role, Suppress, Suppressed};
use crate::mask::Mask;
use crate::policy::Policy;
use crate::requirement::Requirement;
use ridotto_catalogue::{Decimal, Problem, Share, Sort, Spanned, Value};

/// The model under which everything that is released counts alike.
const PRIVATE: &str = "differential-privacy";

/// Every lint. The order does not matter: findings are sorted by place.
const LINTS: &[fn(&Policy) -> Vec<Problem>] = &[
    small_k,
    k_for_sensitive,
    implied_k,
    much_suppression,
    no_hierarchy,
    no_sensitive,
    sensitive_unprotected,
    distinct_alone,
    attribute_without_k,
    importance_without_effect,
    parameter_without_effect,
    suppressed_without_effect,
    large_sample,
    mask_without_effect,
    nothing_promised,
    bound_without_effect,
    guessable_pseudonym,
    first_year_without_effect,
];

impl Policy {
    /// What is allowed and probably not meant, in the order of the text.
    ///
    /// `policy.error(policy.lints())` shows them with their lines.
    pub fn lints(&self) -> Vec<Problem> {
        lints(self)
    }
}

/// All findings, in the order of the text; what concerns no line comes last.
fn lints(policy: &Policy) -> Vec<Problem> {
    let mut found: Vec<_> = LINTS.iter().flat_map(|lint| lint(policy)).collect();
    found.sort_by_key(|problem| problem.span.map_or(usize::MAX, |span| span.start));
    found
}

fn ks(policy: &Policy) -> impl Iterator<Item = Spanned<u64>> {
    policy.requirements.iter().filter_map(Requirement::plain_k)
}

/// The largest k is the one that counts.
fn small_k(policy: &Policy) -> Vec<Problem> {
    let largest = ks(policy).max_by_key(|k| k.value).filter(|k| k.value < 3);
    largest
        .map(|k| {
            let message = format!("`k = {k}` lets an intruder be right half of the time");
            Problem::warning(code::SMALL_K, message).at(k.span, "protects little").with_help(
                "a rule of thumb: 3 to 5 for data of low sensitivity, 5 to 10 for medium, \
                 10 to 20 for high",
            )
        })
        .into_iter()
        .collect()
}

/// Where something is sensitive, the rule of thumb begins at 5.
fn k_for_sensitive(policy: &Policy) -> Vec<Problem> {
    let largest = ks(policy).max_by_key(|k| k.value).filter(|k| (3..5).contains(&k.value));
    let sensitive = policy.with_role(Role::Sensitive).next();
    let Some((k, attribute)) = largest.zip(sensitive) else { return Vec::new() };
    let message =
        format!("`k = {k}` is for data of low sensitivity, and `{}` is sensitive", attribute.name);
    vec![
        Problem::warning(code::K_FOR_SENSITIVE, message)
            .at(k.span, "low for a sensitive attribute")
            .with_help(
                "a rule of thumb: 5 to 10 for data of medium sensitivity, 10 to 20 for high; see \
                 `ridotto explain k`",
            ),
    ]
}

fn implied_k(policy: &Policy) -> Vec<Problem> {
    let ks: Vec<_> = ks(policy).collect();
    let implied = |(index, k): (usize, &Spanned<u64>)| {
        let stronger = |(other, by): &(usize, &Spanned<u64>)| {
            by.value > k.value || (by.value == k.value && *other < index)
        };
        let (_, by) = ks.iter().enumerate().find(stronger)?;
        Some(
            Problem::warning(code::IMPLIED, format!("`k = {k}` already follows from `k = {by}`"))
                .at(k.span, "adds nothing")
                .with_help("remove this requirement"),
        )
    };
    ks.iter().enumerate().filter_map(implied).collect()
}

fn much_suppression(policy: &Policy) -> Vec<Problem> {
    let limit = policy.release.suppression;
    let tenth = Decimal::parse("0.1").and_then(Share::new);
    let removes = *policy.release.suppress == Suppress::Record;
    let much = removes && tenth.is_some_and(|tenth| limit.value > tenth);
    let message = format!("`suppression = {limit}` may remove more than a tenth of the records");
    much.then(|| {
        Problem::warning(code::MUCH_SUPPRESSION, message)
            .at(limit.span, "usually 0.01 to 0.05")
            .with_help(
                "who is suppressed is not random: rare people vanish first, and what remains \
                 may no longer speak for the whole",
            )
    })
    .into_iter()
    .collect()
}

/// Some methods need none.
fn no_hierarchy(policy: &Policy) -> Vec<Problem> {
    let release = &policy.release;
    let needs_one = release.facts().is_none_or(|facts| facts.by_hierarchies);
    if !needs_one || *release.generalize == Generalize::None {
        return Vec::new();
    }
    let without = policy.with_role(Role::QuasiIdentifier).filter(|a| a.hierarchy.is_none());
    without
        .map(|attribute| {
            let message = format!("the quasi-identifier `{}` has no hierarchy", attribute.name);
            Problem::warning(code::NO_HIERARCHY, message)
                .at(attribute.name.span, "can only be kept or removed wholly")
                .with_help(
                    "add `hierarchy = …`: a file, or a builder such as `{ auto = true }`; \
                     `{ suppress = true }` says that this is meant",
                )
        })
        .collect()
}

fn no_sensitive(policy: &Policy) -> Vec<Problem> {
    // Where differential privacy is required, everything that is released counts alike.
    let is_private = |asked: &Requirement| asked.is(PRIVATE);
    if policy.with_role(Role::Sensitive).next().is_some()
        || policy.requirements.iter().any(is_private)
    {
        return Vec::new();
    }
    let message = "no attribute is named as sensitive";
    vec![Problem::warning(code::NO_SENSITIVE, message).with_help(
        "what must not become known about a person gets `role = \"sensitive\"`; risks of it \
         becoming known are measured only then",
    )]
}

/// k-anonymity keeps people from being found, and says nothing about what is known of them then.
fn sensitive_unprotected(policy: &Policy) -> Vec<Problem> {
    let protects =
        policy.requirements.iter().any(|required| required.about.is_some() || required.is(PRIVATE));
    let first = policy.with_role(Role::Sensitive).next().filter(|_| !protects);
    first
        .map(|attribute| {
            let message = format!(
                "no requirement protects `{}`: where all records of a class agree, it becomes known",
                attribute.name
            );
            Problem::warning(code::UNPROTECTED, message)
                .at(attribute.name.span, "sensitive, and open to the homogeneity attack")
                .with_help(
                    "add `[[require]]` with `model = \"l-diversity\"` or `\"t-closeness\"`; see \
                     `ridotto explain l-diversity`",
                )
        })
        .into_iter()
        .collect()
}

/// Different values do not help where one of them is nearly everybody's.
fn distinct_alone(policy: &Policy) -> Vec<Problem> {
    let diverse: Vec<&Requirement> =
        policy.requirements.iter().filter(|required| required.is("l-diversity")).collect();
    let bounds_shares = ["alpha-k", "t-closeness", "beta-likeness"];
    let others = policy.requirements.iter().any(|asked| bounds_shares.contains(&asked.model()));
    let is_distinct = |asked: &&Requirement| asked.given.word("kind") == Some("distinct");
    if others || diverse.is_empty() || !diverse.iter().all(is_distinct) {
        return Vec::new();
    }
    let message = "distinct l-diversity allows a class in which nearly all share one value";
    vec![
        Problem::warning(code::WEAK, message)
            .at(diverse[0].span, "open to probabilistic inference")
            .with_help("`kind = \"entropy\"` or \"recursive\", or `alpha-k`, bounds the share"),
    ]
}

/// Whoever is alone in a class is found, however close its distribution is.
fn attribute_without_k(policy: &Policy) -> Vec<Problem> {
    let about = policy.requirements.iter().find(|required| required.about.is_some());
    let hides = |asked: &Requirement| asked.facts().is_some_and(|facts| facts.hides);
    let counts = policy.requirements.iter().any(hides);
    let Some(required) = about.filter(|_| !counts) else { return Vec::new() };
    let message = format!("`{}` alone does not keep people from being found", required.model());
    vec![
        Problem::warning(code::WEAK, message)
            .at(required.span, "protects an attribute, not identity")
            .with_help("add `[[require]]` with `model = \"k-anonymity\"` and `k = 5`"),
    ]
}

fn importance_without_effect(policy: &Policy) -> Vec<Problem> {
    let (release, algorithm) = (&policy.release, policy.release.algorithm.name());
    let objective = release.objective.entry();
    let (message, help) = if release.facts().is_some_and(|facts| !facts.weighs_attributes) {
        (format!("`importance` has no effect on what `{algorithm}` chooses"), "remove the key")
    } else if objective.objective().is_none_or(|facts| facts.weighs_attributes) {
        return Vec::new();
    } else {
        let message = format!("`importance` has no effect on the objective `{}`", objective.name);
        (message, "`loss`, `precision` and `height` weigh attributes; this one does not")
    };
    let written = policy.attributes.iter().filter(|a| a.importance.is_written());
    written
        .map(|attribute| {
            Problem::warning(code::NO_EFFECT, message.clone())
                .at(attribute.importance.span, "no effect")
                .with_help(help)
        })
        .collect()
}

/// Parameters of other objectives. Those of other algorithms are refused.
fn parameter_without_effect(policy: &Policy) -> Vec<Problem> {
    let release = &policy.release;
    let idle = release.idle.iter().filter(|idle| idle.sort == Sort::Objective);
    idle.map(|idle| {
        let (key, objective) = (&idle.key, release.objective.name());
        let message = format!("`{key}` has no effect on the objective `{objective}`");
        Problem::warning(code::NO_EFFECT, message)
            .at(key.span, "no effect")
            .with_help(format!("it is a parameter of `{}`; remove the key", idle.of))
    })
    .collect()
}

fn suppressed_without_effect(policy: &Policy) -> Vec<Problem> {
    let release = &policy.release;
    if *release.suppressed != Suppressed::Keep || *release.suppression > Share::ZERO {
        return Vec::new();
    }
    vec![
        Problem::warning(
            code::NO_EFFECT,
            "`suppressed` has no effect, because nothing may be suppressed",
        )
        .at(release.suppressed.span, "no effect")
        .with_help("allow some records, for example `suppression = 0.02`, or remove the key"),
    ]
}

/// What statistical offices let the public have of a census is below this.
const PUBLIC: &str = "0.05";

fn large_sample(policy: &Policy) -> Vec<Problem> {
    let public = Decimal::parse(PUBLIC);
    let drawn = policy.masks.iter().filter_map(|mask| {
        let parameter = mask.facts().samples?;
        let Some(Value::Number(share)) = mask.given().peek(parameter) else { return None };
        Some(Spanned { value: *share, span: mask.given().at(parameter) })
    });
    drawn
        .filter(|share| public.is_some_and(|public| share.value >= public))
        .map(|share| {
            let message = format!("a sample of `{share}` of the records hides few of them");
            Problem::warning(code::LARGE_SAMPLE, message)
                .at(share.span, format!("{PUBLIC} or more"))
                .with_help(
                    "of a census, statistical offices give the public less than 5 in 100, and \
                     more only to known researchers; a sample never replaces a requirement",
                )
        })
        .collect()
}

fn mask_without_effect(policy: &Policy) -> Vec<Problem> {
    let identifier = |name: &str| policy.attribute(name).filter(|a| *a.role == Role::Identifier);
    let masked = policy.masks.iter().flat_map(Mask::attributes);
    masked
        .filter(|name| identifier(name).is_some())
        .map(|name| {
            let message =
                format!("the identifier `{name}` is left out, so masking it does nothing");
            Problem::warning(code::NO_EFFECT, message)
                .at(name.span, "no effect")
                .with_help("remove it from the step, or give the attribute another role")
        })
        .collect()
}

/// What has no secret in it can be made by everybody.
fn guessable_pseudonym(policy: &Policy) -> Vec<Problem> {
    let salted = policy.pseudonyms().filter(|(_, of)| *of.method == PseudonymMethod::SaltedHash);
    salted
        .map(|(attribute, of)| {
            let message =
                format!("whoever can guess values of `{}` undoes their hashes", attribute.name);
            Problem::warning(code::GUESSABLE_PSEUDONYM, message)
                .at(of.method.span, "has no secret in it")
                .with_help(
                    "a salt is no key: all dates, names or record numbers are hashed in seconds; \
                     use `hmac-sha256` with a key file",
                )
        })
        .collect()
}

/// A first year is for years of two digits.
fn first_year_without_effect(policy: &Policy) -> Vec<Problem> {
    let first = policy.data.first_year.filter(|_| !policy.data.has_two_digit_years());
    first
        .map(|first| {
            Problem::warning(code::NO_EFFECT, "`first-year` is for years of two digits")
                .at(first.span, "no date format has `%y`")
                .with_help(
                    "state the format, for example `dates = [\"%d.%m.%y\"]`, or remove the key",
                )
        })
        .into_iter()
        .collect()
}

/// A release without a requirement is one that promises nothing.
fn nothing_promised(policy: &Policy) -> Vec<Problem> {
    let is_private = policy.masks.iter().any(Mask::is_private);
    if !policy.requirements.is_empty() || is_private {
        return Vec::new();
    }
    let message = "nothing is required, so nothing is promised to anybody in the data";
    let help = "measure what is left of risk with `ridotto assess` and `ridotto attack`, or add a \
                `[[require]]`";
    vec![Problem::warning(code::NOTHING_PROMISED, message).with_help(help)]
}

/// Bounds that every file keeps to promise nothing.
fn bound_without_effect(policy: &Policy) -> Vec<Problem> {
    let empty = |required: &Requirement| {
        let parameter = (required.facts()?.vacuous)(&required.given)?;
        let (span, name) = (required.given.at(parameter), format!("{parameter} = 1"));
        let message = format!("`{name}` is kept to by every file");
        Some(
            Problem::warning(code::NO_EFFECT, message)
                .at(span, "promises nothing")
                .with_help("ask for less: 1 is the most that there can be"),
        )
    };
    policy.requirements.iter().filter_map(empty).collect()
}
