//! `hierarchy =`: a file name, or a table with exactly one builder.

use super::reader::Reader;
use super::value::{self, Item, Spelled, listed, wrong_type};
use crate::code;
use crate::entries::Entries;
use crate::hierarchy::HierarchySource;
use crate::language::Key;
use ridotto_catalogue::{Definition, Problem, Sort, Span, Spanned, nearest};
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
            let builder = builder(table, item, attribute.entries());
            let builder = attribute.keep(builder)?;
            let mut at = attribute.of_builder(item, builder)?;
            let given = at.given(builder, builder.entry().name);
            at.finish();
            given.map(HierarchySource::Built)
        }
        _ => {
            attribute.report(wrong_type(key, "a file name or a table", item));
            None
        }
    };
    source.map(|source| Spanned::written(source, item.span()))
}

/// The one builder that a table names.
fn builder(
    table: &DeTable<'_>,
    item: &Item<'_>,
    entries: &Entries,
) -> Result<&'static dyn Definition, Problem> {
    let named: Vec<_> =
        entries.builders().filter(|builder| table.contains_key(builder.entry().name)).collect();
    match named.as_slice() {
        [only] => Ok(*only),
        [] => Err(no_builder(table, item, entries)),
        several => {
            let message = format!("the hierarchy is built in {} ways at once", several.len());
            let list = listed(several.iter().map(|builder| builder.entry().name));
            Err(Problem::error(code::BUILDER, message)
                .at(value::span(item), format!("has {list}"))
                .with_help("keep one of them"))
        }
    }
}

fn no_builder(table: &DeTable<'_>, item: &Item<'_>, entries: &Entries) -> Problem {
    let builders = || entries.builders().map(|builder| builder.entry().name);
    let by_name = |key: &Spelled<'_>| nearest(key.get_ref(), builders());
    let by_alias = |key: &Spelled<'_>| entries.called(Sort::Builder, key.get_ref());
    let guess = |key: &Spelled<'_>| by_name(key).or_else(|| by_alias(key));
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
