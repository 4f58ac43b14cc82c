//! `[[require]]`: tables whose keys depend on their model.
//!
//! If that name is wrong or must wait, the other keys cannot be judged and are left alone.

use super::reader::Reader;
use super::value::{self, Item};
use crate::code;
use crate::language::{
    self, Absent, Algorithm, Distance, Diversity, Estimate, Estimator, Key, Likeness, Limits,
    Model, Named,
};
use crate::requirement::{About, Population, Requirement, Rule, Scope, Size};
use ridotto_catalogue::{Decimal, Problem, Share, Span, Spanned};

/// All requirements; there must be one.
pub(super) fn requirements(root: &mut Reader<'_>) -> Option<Vec<Requirement>> {
    let items = root.tables("require");
    let tried = root.item("require").is_some_and(|(_, item)| !empty_list(item));
    if items.is_empty() && !tried && !searches_nothing(root) {
        root.report(
            Problem::error(
                code::NOTHING_REQUIRED,
                "the policy requires nothing, so that any release would satisfy it",
            )
            .at(root.key_span("require"), "empty")
            .with_help("add a table `[[require]]` with `model = \"k-anonymity\"` and `k = 5`"),
        );
    }
    value::all(items.into_iter().map(|item| requirement(item, root)))
}

/// Whether the release is what masking steps make of the data, which may promise nothing.
fn searches_nothing(root: &Reader<'_>) -> bool {
    let release = root.peek("release").and_then(|item| item.get_ref().as_table());
    let algorithm = release.and_then(|release| release.get("algorithm"));
    algorithm.and_then(|name| name.get_ref().as_str()) == Some(Algorithm::None.name())
}

fn empty_list(item: &Item<'_>) -> bool {
    item.get_ref().as_array().is_some_and(|items| items.is_empty())
}

fn requirement(item: &Item<'_>, root: &mut Reader<'_>) -> Option<Requirement> {
    let mut at = root.inside(item, &language::REQUIRE)?;
    at.require("model");
    let model = at.choice::<Model>("model")?;
    drop(at);
    let mut at = root.inside(item, language::requirement(*model))?;
    _ = at.item("model");
    let rule = rule(*model, &mut at);
    let scope = scope(*model, &mut at);
    at.finish();
    Some(Requirement { span: model.span?, rule: rule?, scope: scope? })
}

fn rule(model: Model, at: &mut Reader<'_>) -> Option<Rule> {
    match model {
        Model::KAnonymity => k_anonymity(at),
        Model::KMap => k_map(at),
        Model::AverageRisk => Some(Rule::AverageRisk { at_most: share(at, "at-most")? }),
        Model::SampleUniqueness => Some(Rule::SampleUniqueness { at_most: share(at, "at-most")? }),
        Model::PopulationUniqueness => population_uniqueness(at),
        Model::LDiversity => l_diversity(at),
        Model::PSensitive => p_sensitive(at),
        Model::AlphaK => {
            let (about, alpha) = (about(at), number(at, "alpha", &language::SOME));
            let k = size(at);
            Some(Rule::AlphaK { about: about?, alpha: alpha?, k: k? })
        }
        Model::TCloseness => {
            let (about, t) = (about(at), number(at, "t", &language::APART));
            let distance = choice(at, "distance", Distance::Equal);
            Some(Rule::TCloseness { about: about?, t: t?, distance: distance? })
        }
        Model::DeltaDisclosure => {
            let (about, delta) = (about(at), number(at, "delta", &language::POSITIVE));
            let base = optional(at, "base", |at| at.number("base", &language::BASE));
            let absent = choice(at, "absent", Absent::Violates);
            Some(Rule::DeltaDisclosure {
                about: about?,
                delta: delta?,
                base: base?,
                absent: absent?,
            })
        }
        Model::BetaLikeness => {
            let (about, beta) = (about(at), number(at, "beta", &language::POSITIVE));
            let kind = choice(at, "kind", Likeness::Enhanced);
            Some(Rule::BetaLikeness { about: about?, beta: beta?, kind: kind? })
        }
        Model::DeltaPresence => delta_presence(at),
        Model::DifferentialPrivacy => {
            let epsilon = number(at, "epsilon", &language::POSITIVE);
            let delta = number(at, "delta", &language::SOME);
            let sample = optional(at, "sample", |at| at.number("sample", &language::SOME));
            let search = optional(at, "search", |at| at.number("search", &language::POSITIVE));
            Some(Rule::DifferentialPrivacy {
                epsilon: epsilon?,
                delta: delta?,
                sample: sample?,
                search: search?,
            })
        }
    }
}

fn k_anonymity(at: &mut Reader<'_>) -> Option<Rule> {
    at.require("k");
    let (_, item) = at.item("k")?;
    if let Some(mut own) = at.inside(item, &language::OWN_K) {
        own.require("column");
        let column = own.text("column");
        own.finish();
        return Some(Rule::KAnonymity { k: Size::Own(column?) });
    }
    let k = at.integer("k", &language::K)?;
    Some(Rule::KAnonymity { k: Size::Same(k.map(u64::from)) })
}

fn k_map(at: &mut Reader<'_>) -> Option<Rule> {
    let (k, estimate) = (size(at), choice(at, "estimate", Estimate::Poisson));
    let population = population(at);
    let (k, estimate, population) = (k?, estimate?, population?);
    match (*estimate, &population) {
        (Estimate::Population, Some(_)) => {
            at.report(
                Problem::error(
                    code::CONTRADICTION,
                    "the population is counted in its file, so nothing about its size is asked",
                )
                .at(at.key_span("sampling-fraction").or(at.key_span("population-size")), "not used")
                .with_help("say `estimate = \"poisson\"`, or remove the key"),
            );
            None
        }
        (Estimate::Poisson | Estimate::ZeroTruncatedPoisson, None) => {
            let span = estimate.span.or(at.key_span("model"));
            at.report(no_population(&estimate.to_string(), span));
            None
        }
        _ => Some(Rule::KMap { k, estimate, population }),
    }
}

fn population_uniqueness(at: &mut Reader<'_>) -> Option<Rule> {
    let at_most = share(at, "at-most");
    let estimator = choice(at, "estimator", Estimator::Dankar);
    let population = population(at);
    let (at_most, estimator) = (at_most?, estimator?);
    let Some(population) = population? else {
        at.report(no_population("population-uniqueness", at.key_span("model")));
        return None;
    };
    Some(Rule::PopulationUniqueness { at_most, estimator, population })
}

fn no_population(who: &str, span: Option<Span>) -> Problem {
    Problem::error(code::MISSING_KEY, format!("`{who}` must know how large the population is"))
        .at(span, "estimates the population")
        .with_help("add `sampling-fraction = 0.01`, or `population-size = 8_000_000`")
}

/// How large the population is, said in one way; `None` if it is there and wrong.
#[expect(clippy::option_option, reason = "absent and wrong are two things")]
fn population(at: &mut Reader<'_>) -> Option<Option<Population>> {
    let both = at.key_span("sampling-fraction").zip(at.key_span("population-size"));
    let fraction =
        optional(at, "sampling-fraction", |at| at.number("sampling-fraction", &language::SOME));
    let size =
        optional(at, "population-size", |at| at.integer("population-size", &language::PEOPLE));
    if let Some((_, second)) = both {
        at.report(
            Problem::error(code::CONTRADICTION, "the size of the population is given twice")
                .at(second, "the second time")
                .with_help("keep `sampling-fraction` or `population-size`"),
        );
        return None;
    }
    let size = size?.map(|size| Population::Size(size.map(u64::from)));
    Some(fraction?.map(Population::Fraction).or(size))
}

fn l_diversity(at: &mut Reader<'_>) -> Option<Rule> {
    let (about, l) = (about(at), number(at, "l", &language::L));
    let kind = choice(at, "kind", Diversity::Distinct);
    let c = optional(at, "c", |at| at.number("c", &language::POSITIVE));
    let c2 = optional(at, "c2", |at| share(at, "c2"));
    let disclosable = optional(at, "disclosable", |at| at.texts("disclosable"));
    let undeniable = optional(at, "undeniable", |at| at.texts("undeniable"));
    let (kind, l) = (kind?, l?);
    let is_recursive =
        !matches!(*kind, Diversity::Distinct | Diversity::Entropy | Diversity::EntropyGrassberger);
    let is_negative = *kind == Diversity::NegativePositiveDisclosure;
    let discloses = is_negative || *kind == Diversity::PositiveDisclosure;
    let mut sound = true;
    for (name, needed, allowed) in [
        ("c", is_recursive, is_recursive),
        ("c2", is_negative, is_negative),
        ("disclosable", false, discloses),
        ("undeniable", is_negative, is_negative),
    ] {
        let written = at.key_span(name);
        if needed && written.is_none() {
            at.report(
                Problem::error(code::MISSING_KEY, format!("`kind = \"{kind}\"` needs `{name}`"))
                    .at(kind.span, format!("no `{name}` here"))
                    .with_help(example(name)),
            );
            sound = false;
        } else if !allowed && written.is_some() {
            at.report(
                Problem::error(
                    code::CONTRADICTION,
                    format!("`{name}` means nothing for `kind = \"{kind}\"`"),
                )
                .at(written, "not used")
                .with_help("remove the key, or choose the kind that it belongs to"),
            );
            sound = false;
        }
    }
    let is_whole = l.to_f64().fract() == 0.0;
    if !is_whole && !matches!(*kind, Diversity::Entropy | Diversity::EntropyGrassberger) {
        at.report(
            Problem::error(code::OUT_OF_RANGE, format!("`l = {l}` counts values"))
                .at(l.span, "must be a whole number")
                .with_help("only the entropies have an l between whole numbers"),
        );
        sound = false;
    }
    let (disclosable, undeniable) =
        (disclosable?.unwrap_or_default(), undeniable?.unwrap_or_default());
    sound.then_some(())?;
    Some(Rule::LDiversity { about: about?, l, kind, c: c?, c2: c2?, disclosable, undeniable })
}

fn example(name: &str) -> String {
    let key = language::requirement(Model::LDiversity).key(name).expect("a key of l-diversity");
    format!("add `{name} = {}`", key.example)
}

fn p_sensitive(at: &mut Reader<'_>) -> Option<Rule> {
    let about = about(at);
    at.require("p");
    let (p, k) = (at.integer("p", &language::L), size(at));
    let (p, k) = (p?.map(u64::from), k?);
    if *p > *k {
        at.report(
            Problem::error(code::CONTRADICTION, format!("`p = {p}` is more than `k = {k}`"))
                .at(p.span, "at most k")
                .with_help("a class of k records has at most k different values"),
        );
        return None;
    }
    Some(Rule::PSensitive { about: about?, p, k })
}

fn delta_presence(at: &mut Reader<'_>) -> Option<Rule> {
    let at_least = optional(at, "at-least", |at| share(at, "at-least"));
    let at_most = share(at, "at-most");
    let at_least = at_least?.unwrap_or(Spanned::assumed(Share::ZERO));
    let at_most = at_most?;
    if *at_least > *at_most {
        at.report(
            Problem::error(
                code::CONTRADICTION,
                format!("`at-least = {at_least}` is more than `at-most = {at_most}`"),
            )
            .at(at_least.span, "the lower bound")
            .with_help("nothing can satisfy both; exchange them?"),
        );
        return None;
    }
    Some(Rule::DeltaPresence { at_least, at_most })
}

fn scope(model: Model, at: &mut Reader<'_>) -> Option<Scope> {
    let section = language::requirement(model);
    let has = |name| section.key(name).is_some_and(Key::is_available);
    let over = if has("over") { optional(at, "over", |at| at.texts("over"))? } else { None };
    let every = if has("every") {
        optional(at, "every", |at| at.integer("every", &language::EVERY))?
    } else {
        None
    };
    match (over, every) {
        (None, None) => Some(Scope::All),
        (None, Some(every)) => Some(Scope::Every(every)),
        (Some(names), None) if names.is_empty() => {
            at.report(
                Problem::error(code::CONTRADICTION, "`over` names no quasi-identifier")
                    .at(at.key_span("over"), "empty")
                    .with_help("name some, or remove the key: then all count"),
            );
            None
        }
        (Some(names), None) => Some(Scope::Over(names)),
        (Some(_), Some(every)) => {
            at.report(
                Problem::error(code::CONTRADICTION, "`over` and `every` exclude one another")
                    .at(every.span, "the second of them")
                    .with_help("write two requirements"),
            );
            None
        }
    }
}

/// The sensitive attributes that the requirement is about.
fn about(at: &mut Reader<'_>) -> Option<About> {
    let names = optional(at, "attribute", |at| at.text_or_texts("attribute"));
    let jointly = optional(at, "jointly", |at| at.boolean("jointly"));
    let (names, jointly) = (names?.unwrap_or_default(), jointly?.is_some_and(|jointly| *jointly));
    Some(About { names, jointly })
}

fn size(at: &mut Reader<'_>) -> Option<Spanned<u64>> {
    at.require("k");
    Some(at.integer("k", &language::K)?.map(u64::from))
}

pub(super) fn number(
    at: &mut Reader<'_>,
    name: &'static str,
    limits: &Limits,
) -> Option<Spanned<Decimal>> {
    at.require(name);
    at.number(name, limits)
}

fn share(at: &mut Reader<'_>, name: &'static str) -> Option<Spanned<Share>> {
    at.require(name);
    let number = at.number(name, &language::SHARE)?;
    let share = Share::new(*number).expect("the limits are those of a share");
    Some(number.map(|_| share))
}

pub(super) fn choice<T: Named>(
    at: &mut Reader<'_>,
    name: &'static str,
    otherwise: T,
) -> Option<Spanned<T>> {
    Some(optional(at, name, |at| at.choice(name))?.unwrap_or(Spanned::assumed(otherwise)))
}

/// A key that may be absent; `None` if it is there and wrong.
#[expect(clippy::option_option, reason = "absent and wrong are two things")]
pub(super) fn optional<T>(
    at: &mut Reader<'_>,
    name: &'static str,
    read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
) -> Option<Option<T>> {
    let written = at.item(name).is_some();
    if written { read(at).map(Some) } else { Some(None) }
}
