//! `hierarchy =`: a file name, or a table with exactly one builder.

use super::groups::groups;
use super::reader::Reader;
use super::steps;
use super::value::{self, Item, Spelled, listed, wrong_type};
use crate::code;
use crate::hierarchy::{Addresses, Auto, HierarchySource, Intervals, Redaction};
use crate::language::{self, BUILDERS, Key, Section};
use ridotto_catalogue::{Decimal, Problem, Span, Spanned, nearest};
use toml::de::{DeTable, DeValue};

/// Reads where a hierarchy comes from.
pub(super) fn hierarchy(
    key: &Key,
    item: &Item<'_>,
    attribute: &mut Reader<'_>,
) -> Option<Spanned<HierarchySource>> {
    let source = match item.get_ref() {
        DeValue::String(file) if file.trim().is_empty() => {
            let problem = Problem::error(code::OUT_OF_RANGE, "`hierarchy` names no file");
            attribute.report(problem.at(value::span(item), "an empty name").with_help(
                "name a CSV file, or write for example `hierarchy = { redact = \"right\" }`",
            ));
            None
        }
        DeValue::String(file) => Some(HierarchySource::File(file.to_string())),
        DeValue::Table(table) => {
            let section = attribute.keep(builder(table, item))?;
            build(section, attribute.inside(item, section)?)
        }
        _ => {
            attribute.report(wrong_type(key, "a file name or a table", item));
            None
        }
    };
    source.map(|source| Spanned::written(source, item.span()))
}

/// The one builder that a table names.
fn builder(table: &DeTable<'_>, item: &Item<'_>) -> Result<&'static Section, Problem> {
    let named: Vec<_> =
        BUILDERS.iter().copied().filter(|builder| table.contains_key(name_of(builder))).collect();
    match named.as_slice() {
        [only] => Ok(only),
        [] => Err(no_builder(table, item)),
        several => {
            let message = format!("the hierarchy is built in {} ways at once", several.len());
            let list = listed(several.iter().map(|builder| name_of(builder)));
            Err(Problem::error(code::BUILDER, message)
                .at(value::span(item), format!("has {list}"))
                .with_help("keep one of them"))
        }
    }
}

/// A builder goes by its first key.
fn name_of(builder: &Section) -> &'static str {
    builder.keys.first().map_or("", |key| key.name)
}

fn no_builder(table: &DeTable<'_>, item: &Item<'_>) -> Problem {
    let builders = || BUILDERS.iter().map(|builder| name_of(builder));
    let guess = |key: &Spelled<'_>| nearest(key.get_ref(), builders());
    if let Some((key, meant)) = table.keys().find_map(|key| Some((key, guess(key)?))) {
        let message = format!("`{}` builds no hierarchy", key.get_ref());
        return Problem::error(code::BUILDER, message)
            .at(Span::from(key.span()), "not a builder")
            .with_help(format!("did you mean `{meant}`?"));
    }
    Problem::error(code::BUILDER, "the hierarchy does not say what it is built from")
        .at(value::span(item), "no builder in here")
        .with_help(format!("name a file, or use one of {}", listed(builders())))
}

fn build(section: &'static Section, mut at: Reader<'_>) -> Option<HierarchySource> {
    let source = match name_of(section) {
        "intervals" => intervals(&mut at).map(HierarchySource::Intervals),
        "cuts" => steps::cuts(&mut at).map(HierarchySource::Cuts),
        "redact" => redaction(&mut at).map(HierarchySource::Redact),
        "dates" => steps::dates(&mut at).map(HierarchySource::Dates),
        "groups" => groups(&mut at).map(HierarchySource::Groups),
        "addresses" => addresses(&mut at).map(HierarchySource::Addresses),
        "auto" => auto(&mut at).map(HierarchySource::Auto),
        "suppress" => yes("suppress", &mut at).map(|()| HierarchySource::Suppress),
        _ => None, // a builder that is not read: `finish` refuses it
    };
    at.finish();
    source
}

fn intervals(at: &mut Reader<'_>) -> Option<Intervals> {
    let widths = steps::widths(at);
    let (lower, upper) = (at.decimal("lower"), at.decimal("upper"));
    let origin = at.decimal("origin").unwrap_or(Spanned::assumed(Decimal::ZERO));
    if let (Some(lower), Some(upper)) = (lower, upper)
        && *lower >= *upper
    {
        let message = format!("`lower` is {lower} and not below `upper`, which is {upper}");
        at.report(
            Problem::error(code::CONTRADICTION, message)
                .at(lower.span, format!("must be less than {upper}"))
                .with_help("between them lie the intervals; outside, all values fall into one"),
        );
    }
    Some(Intervals { widths: widths?, lower, upper, origin })
}

fn redaction(at: &mut Reader<'_>) -> Option<Redaction> {
    let side = at.choice("redact");
    let character = at.character("char").unwrap_or(Spanned::assumed('*'));
    let step = at.integer("step", &language::STEP).unwrap_or(Spanned::assumed(1));
    Some(Redaction { side: side?, character, step })
}

fn addresses(at: &mut Reader<'_>) -> Option<Addresses> {
    let (key, item) = at.item("addresses")?;
    if item.get_ref().is_str() {
        let family = value::choice(key, item);
        return at.keep(family).map(|family| Addresses::Family(family.value));
    }
    steps::prefixes(at).map(Addresses::Prefixes)
}

fn auto(at: &mut Reader<'_>) -> Option<Auto> {
    let (key, item) = at.item("auto")?;
    match item.get_ref() {
        DeValue::Integer(_) => {
            let groups = value::integer(key, item, &language::GROUPS);
            at.keep(groups).map(|groups| Auto::Groups(groups.value))
        }
        DeValue::String(_) => {
            let method = value::choice(key, item);
            at.keep(method).map(|method| Auto::By(method.value))
        }
        _ => yes("auto", at).map(|()| Auto::Free),
    }
}

/// `true`; there is no other way to say it, so `false` is more likely a mistake than a wish.
fn yes(name: &'static str, at: &mut Reader<'_>) -> Option<()> {
    let (key, item) = at.item(name)?;
    match item.get_ref() {
        DeValue::Boolean(true) => return Some(()),
        DeValue::Boolean(false) => at.report(
            Problem::error(code::OUT_OF_RANGE, format!("`{name} = false` builds no hierarchy"))
                .at(value::span(item), "can only be true")
                .with_help("leave `hierarchy` out if there is none"),
        ),
        _ => at.report(wrong_type(key, "`true`", item)),
    }
    None
}
