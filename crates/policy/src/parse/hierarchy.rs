//! `hierarchy =`: a file name, or a table with exactly one builder.

use super::reader::Reader;
use super::text;
use super::value::{Field, Item, Written, field, listed, wrong_type};
use crate::code;
use crate::entries::Entries;
use crate::hierarchy::HierarchySource;
use crate::language::{self, Key};
use ridotto_catalogue::{
    Definition, Parameters, PolicyError, Problem, Sort, Source, Spanned, nearest,
};

impl HierarchySource {
    /// Reads a hierarchy by itself, as a policy writes it: `{ redact = "right" }`.
    pub fn parse(source_name: &str, text: &str, entries: &Entries) -> Result<Self, PolicyError> {
        let source = Source::new(source_name, text);
        match text::value(&source) {
            Ok(item) => alone(source, item, entries),
            Err(problem) => Err(PolicyError::new(source, [problem])),
        }
    }

    /// Reads a hierarchy that is a value by itself.
    pub fn from_value(
        source_name: &str,
        value: impl Into<Item>,
        entries: &Entries,
    ) -> Result<Self, PolicyError> {
        let (item, source) = value.into().placed(source_name);
        alone(source, item, entries)
    }
}

/// A hierarchy that stands in no policy.
fn alone(source: Source, item: Item, entries: &Entries) -> Result<HierarchySource, PolicyError> {
    let mut problems = Vec::new();
    let attribute = Parameters::default().with("hierarchy", item).into();
    let mut at = Reader::whole(&attribute, &language::ATTRIBUTE, entries, &mut problems);
    let read = at.item("hierarchy").and_then(|(key, item)| hierarchy(key, item, &mut at));
    match read {
        Some(read) if problems.is_empty() => Ok(read.value),
        _ => Err(PolicyError::new(source, problems)),
    }
}

/// Reads where a hierarchy comes from.
pub(super) fn hierarchy(
    key: &Key,
    item: &Item,
    attribute: &mut Reader<'_>,
) -> Option<Spanned<HierarchySource>> {
    let source = match &item.value {
        Written::Text(file) if file.trim().is_empty() => {
            let problem = Problem::error(code::OUT_OF_RANGE, "`hierarchy` names no file");
            attribute.report(problem.at(item.span, "an empty name").with_help(
                "name a CSV file, or write for example `hierarchy = { redact = \"right\" }`",
            ));
            None
        }
        Written::Text(file) => Some(HierarchySource::File(file.clone())),
        Written::Table(table) => {
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
    source.map(|source| Spanned { value: source, span: item.span })
}

/// The one builder that a table names.
fn builder(
    table: &[Field],
    item: &Item,
    entries: &Entries,
) -> Result<&'static dyn Definition, Problem> {
    let named: Vec<_> =
        entries.builders().filter(|builder| field(table, builder.entry().name).is_some()).collect();
    match named.as_slice() {
        [only] => Ok(*only),
        [] => Err(no_builder(table, item, entries)),
        several => {
            let message = format!("the hierarchy is built in {} ways at once", several.len());
            let list = listed(several.iter().map(|builder| builder.entry().name));
            Err(Problem::error(code::BUILDER, message)
                .at(item.span, format!("has {list}"))
                .with_help("keep one of them"))
        }
    }
}

fn no_builder(table: &[Field], item: &Item, entries: &Entries) -> Problem {
    let builders = || entries.builders().map(|builder| builder.entry().name);
    let by_name = |key: &str| nearest(key, builders());
    let by_alias = |key: &str| entries.called(Sort::Builder, key);
    let guess = |key: &str| by_name(key).or_else(|| by_alias(key));
    if let Some((key, meant)) = table.iter().find_map(|(key, _)| Some((key, guess(key)?))) {
        let message = format!("`{key}` builds no hierarchy");
        return Problem::error(code::BUILDER, message)
            .at(key.span, "not a builder")
            .with_help(format!("did you mean `{meant}`?"));
    }
    Problem::error(code::BUILDER, "the hierarchy does not say what it is built from")
        .at(item.span, "no builder in here")
        .with_help(format!("name a file, or use one of {}", listed(builders())))
}
