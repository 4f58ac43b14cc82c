//! From a tree of values to a policy.
//!
//! The tree is walked by hand instead of being deserialised: that way every problem is found at
//! once, each with its own place and its own advice. Where the tree comes from does not matter;
//! `text` makes it of TOML. Each section has its file here; rules that concern several sections are
//! in `together`.

mod attributes;
mod data;
mod hierarchy;
mod mask;
mod measure;
mod output;
mod privacy;
mod pseudonym;
mod reader;
mod release;
mod require;
mod tables;
mod text;
mod together;
mod value;

use crate::code;
use crate::entries::Entries;
use crate::language::{self, Kind, Section};
use crate::measure::Quality;
use crate::policy::Policy;
use crate::table::Protection;
use reader::Reader;
use ridotto_catalogue::{Item, Parameters, PolicyError, Problem, Source, Spanned, Written};
use std::sync::Arc;

impl Policy {
    /// Reads a policy; `source_name` is how messages call it, usually its path.
    ///
    /// The error holds everything that is wrong with the text, not only the first thing. What can
    /// be named in it are the entries.
    pub fn parse(source_name: &str, text: &str, entries: &Entries) -> Result<Self, PolicyError> {
        let source = Source::new(source_name, text);
        match text::tree(&source) {
            Ok(tree) => policy(source, tree, entries),
            Err(problems) => Err(PolicyError::new(source, problems)),
        }
    }

    /// Reads a policy that is a value: the same keys in the same tables as in a file, from a program or
    /// from JSON. Attributes are in the order in which the value has them.
    ///
    /// Problems say the path of what is wrong, such as `require[0].k`. Files that the policy names lie
    /// relative to the folder of `source_name`.
    pub fn from_value(
        source_name: &str,
        value: impl Into<Item>,
        entries: &Entries,
    ) -> Result<Self, PolicyError> {
        let (tree, source) = value.into().placed(source_name);
        let mut problems = Vec::new();
        repeated(&tree, &mut problems);
        if !tree.is_table() {
            problems.push(
                Problem::error(code::WRONG_TYPE, "a policy is a table, and this is none")
                    .with_help("give it keys such as `version`, `attributes` and `require`"),
            );
        }
        if problems.is_empty() {
            policy(source, tree, entries)
        } else {
            Err(PolicyError::new(source, problems))
        }
    }
}

/// The tree that a text is, if it is TOML.
pub(crate) fn tree_of(text: &str) -> Option<Item> {
    text::tree(&Source::new("", text)).ok()
}

/// Keys that a table has twice, which no text can say.
fn repeated(item: &Item, problems: &mut Vec<Problem>) {
    let fields = item.as_table().unwrap_or_default();
    for (at, (key, value)) in fields.iter().enumerate() {
        if fields[..at].iter().any(|(other, _)| other.value == key.value) {
            problems.push(
                Problem::error(code::DUPLICATE, format!("`{key}` is there twice"))
                    .at(key.span, "again")
                    .with_help("say each once"),
            );
        }
        repeated(value, problems);
    }
    for item in item.as_list().unwrap_or_default() {
        repeated(item, problems);
    }
}

/// Reads a whole policy.
fn policy(source: Source, tree: Item, entries: &Entries) -> Result<Policy, PolicyError> {
    let mut problems = Vec::new();
    let read = sections(&tree, &source, entries, &mut problems);
    match read {
        Some(policy) if problems.is_empty() => Ok(Policy { written: Arc::new(tree), ..policy }),
        _ => Err(PolicyError::new(source, problems)),
    }
}

/// Reads the sections. `None` only after a problem was reported.
fn sections(
    tree: &Item,
    source: &Source,
    entries: &Entries,
    problems: &mut Vec<Problem>,
) -> Option<Policy> {
    let mut root = Reader::whole(tree, &language::ROOT, entries, problems);
    version(&mut root)?;
    let kind = root.choice("kind").unwrap_or(Spanned::assumed(Kind::Microdata));
    let is_table = *kind == Kind::Table;
    let data = section(&mut root, "data", &language::DATA, data::data);
    let attributes = attributes::attributes(&mut root);
    if is_table {
        tables::foreign(&mut root, &["mask", "measure", "quality"], *kind);
    } else {
        tables::foreign(&mut root, &["table"], *kind);
    }
    let masks = if is_table { Some(Vec::new()) } else { mask::masks(&mut root) };
    let requirements = require::requirements(&mut root, *kind);
    let tables = if is_table { tables::tables(&mut root) } else { Some(Vec::new()) };
    let (release, protection) = if is_table {
        release::of_tables(&mut root)
    } else {
        (release::release(&mut root), Some(Protection::default()))
    };
    let privacy =
        section(&mut root, "privacy", &language::PRIVACY, |at| privacy::privacy(at, *kind));
    let output = section(&mut root, "output", &language::OUTPUT, output::output);
    let measures = if is_table { Some(Vec::new()) } else { measure::measures(&mut root) };
    let quality = if is_table {
        Some(Quality::default())
    } else {
        section(&mut root, "quality", &language::QUALITY, measure::quality)
    };
    root.finish();
    let (attributes, masks, requirements) = (attributes?, masks?, requirements?);
    let (source, release) = (source.clone(), release?);
    let (measures, quality) = (measures?, quality.unwrap_or_default());
    let (tables, protection) = (tables?, protection?);
    let policy = Policy {
        source,
        written: Arc::new(Parameters::default().into()),
        made_of: Vec::new(),
        kind,
        data,
        attributes,
        masks,
        requirements,
        tables,
        protection,
        privacy,
        release,
        output,
        measures,
        quality,
    };
    problems.extend(tables::problems(&policy));
    if !is_table {
        problems.extend(together::problems(&policy));
    }
    Some(policy)
}

/// Reads a section that may be absent.
fn section<T: Default>(
    root: &mut Reader<'_>,
    name: &'static str,
    section: &'static Section,
    read: impl FnOnce(&mut Reader<'_>) -> T,
) -> T {
    let Some(mut at) = root.table(name).and_then(|item| root.inside(item, section)) else {
        return T::default();
    };
    let read = read(&mut at);
    at.finish();
    read
}

/// A policy of another version is judged no further: its other keys may mean other things.
fn version(root: &mut Reader<'_>) -> Option<()> {
    root.require("version");
    let Some((key, item)) = root.item("version") else { return Some(()) };
    let Written::Whole(_) = item.value else {
        root.report(value::wrong_type(key, "a whole number", item));
        return Some(());
    };
    if value::integer(key, item, &language::VERSION).is_ok() {
        return Some(());
    }
    root.report(
        Problem::error(code::VERSION, language::VERSION.because)
            .at(item.span, "another version")
            .with_help("write `version = 1`, or use the ridotto that this policy was written for"),
    );
    None
}
