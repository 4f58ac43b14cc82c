//! From the policy's words, or a file, to a hierarchy, and from a hierarchy to its file.

use crate::Error;
use ridotto_core::hierarchy::{
    Auto, AutoBy, Builder, DateUnit, Faulty, Intervals, Redact, Row, Side, Tree,
};
use ridotto_core::{Dictionary, Hierarchy, HierarchyError};
use ridotto_policy as policy;
use ridotto_policy::{Attribute, Entries, HierarchySource, Policy, Problem, language};
use std::collections::BTreeSet;
use std::path::Path;

/// Reads a hierarchy file: one line per value, `value;level 1;level 2;…`, delimiter detected.
pub fn read_hierarchy(path: &Path) -> Result<Builder, Error> {
    let records = ridotto_io::records(path, None)?;
    Ok(Builder::Table(
        records.into_iter().map(|record| Row::line(record.line, record.cells)).collect(),
    ))
}

/// The builder that a policy asks for; files lie relative to `folder`.
pub fn builder(source: &HierarchySource, folder: &Path) -> Result<Builder, Error> {
    Ok(match source {
        HierarchySource::File(file) => read_hierarchy(&folder.join(file))?,
        HierarchySource::Intervals(intervals) => Builder::Intervals(Intervals {
            widths: intervals.widths.iter().map(|width| **width).collect(),
            lower: intervals.lower.map(|lower| *lower),
            upper: intervals.upper.map(|upper| *upper),
            origin: intervals.origin.is_written().then(|| *intervals.origin),
        }),
        HierarchySource::Cuts(levels) => Builder::Cuts(
            levels.iter().map(|cuts| cuts.iter().map(|cut| **cut).collect()).collect(),
        ),
        HierarchySource::Redact(redaction) => Builder::Redact(Redact {
            side: match *redaction.side {
                language::Side::Left => Side::Left,
                language::Side::Right => Side::Right,
            },
            with: *redaction.character,
            step: *redaction.step as usize,
            ..Redact::default()
        }),
        HierarchySource::Dates(units) => {
            Builder::Dates(units.iter().map(|unit| date_unit(**unit)).collect())
        }
        HierarchySource::Groups(groups) => Builder::Groups(groups.iter().map(tree).collect()),
        HierarchySource::Addresses(policy::Addresses::Family(_)) => Builder::Addresses(Vec::new()),
        HierarchySource::Addresses(policy::Addresses::Prefixes(prefixes)) => {
            Builder::Addresses(prefixes.iter().map(|&prefix| *prefix as u8).collect())
        }
        HierarchySource::Auto(auto) => Builder::Auto(match *auto {
            policy::Auto::Free => Auto::default(),
            policy::Auto::Groups(groups) => {
                Auto { groups: Some(groups as usize), ..Auto::default() }
            }
            policy::Auto::By(language::AutoMethod::Prefix) => {
                Auto { by: Some(AutoBy::Prefix), ..Auto::default() }
            }
            policy::Auto::By(language::AutoMethod::Frequency) => {
                Auto { by: Some(AutoBy::Frequency), ..Auto::default() }
            }
        }),
        HierarchySource::Suppress => Builder::Suppress,
    })
}

/// The builder that an inline table of the policy describes, such as `{ redact = "right" }`.
pub fn parse_builder(text: &str, entries: &Entries) -> Result<Builder, Error> {
    let source = format!(
        "version = 1\n[attributes.column]\nrole = \"quasi-identifier\"\nhierarchy = {text}\n\
         [[require]]\nmodel = \"k-anonymity\"\nk = 2\n"
    );
    let policy = Policy::parse("hierarchy", &source, entries)?;
    let source = policy.attributes[0].hierarchy.as_ref().expect("the text has a hierarchy");
    builder(source, Path::new(""))
}

/// Compiles a builder against the values of a column.
pub fn compile(
    name: &str,
    builder: &Builder,
    dictionary: &Dictionary,
    counts: &[u64],
    missing: &[String],
) -> Result<Hierarchy, HierarchyError> {
    let is_missing = |text: &str| missing.iter().any(|missing| missing == text);
    builder.compile(name, dictionary, counts, &is_missing)
}

/// An attribute's hierarchy for the values of some column of it.
pub fn compiled(
    attribute: &Attribute,
    folder: &Path,
    dictionary: &Dictionary,
    counts: &[u64],
    missing: &[String],
) -> Result<Result<Hierarchy, Problem>, Error> {
    let by = |builder: &Builder| compile(&attribute.name, builder, dictionary, counts, missing);
    compiled_by(attribute, folder, &by, &|_| None)
}

/// How a builder becomes a hierarchy.
pub type CompileBy<'a> = dyn Fn(&Builder) -> Result<Hierarchy, HierarchyError> + 'a;

/// An attribute's hierarchy, compiled as one says; without one it can only be kept or removed.
pub fn compiled_by(
    attribute: &Attribute,
    folder: &Path,
    compile: &CompileBy<'_>,
    line_of: &dyn Fn(&Faulty) -> Option<u64>,
) -> Result<Result<Hierarchy, Problem>, Error> {
    let (builder, span) = match &attribute.hierarchy {
        Some(source) => (builder(source, folder)?, source.span),
        None => (Builder::Suppress, attribute.name.span),
    };
    Ok(compile(&builder).map_err(|error| {
        let mut message = error.to_string();
        if let Some(line) = error.values().and_then(line_of) {
            message = format!("{message}; the first is in line {line} of the data");
        }
        Problem::error("bind::hierarchy", message)
            .at(span, "this hierarchy")
            .with_help(error.hint())
    }))
}

/// A hierarchy as the lines of its file.
pub fn hierarchy_text(hierarchy: &Hierarchy) -> String {
    let mut text = String::new();
    for row in hierarchy.rows() {
        let cells: Vec<String> = row.iter().map(|cell| quoted(cell.unwrap_or_default())).collect();
        text += &cells.join(";");
        text.push('\n');
    }
    text
}

fn quoted(cell: &str) -> String {
    if cell.contains([';', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn date_unit(unit: language::DateUnit) -> DateUnit {
    match unit {
        language::DateUnit::Week => DateUnit::Week,
        language::DateUnit::Month => DateUnit::Month,
        language::DateUnit::Quarter => DateUnit::Quarter,
        language::DateUnit::Year => DateUnit::Year,
        language::DateUnit::Decade => DateUnit::Decade,
        language::DateUnit::Century => DateUnit::Century,
    }
}

fn tree(group: &policy::Group) -> Tree {
    match &group.members {
        policy::Members::Groups(groups) => Tree::node(&*group.name.value, groups.iter().map(tree)),
        policy::Members::Values(values) => Tree::node(
            &*group.name.value,
            values.iter().map(|value| Tree::leaf(value.value.as_str())),
        ),
    }
}

/// The values that the hierarchy itself names, each once.
pub fn named(builder: &Builder) -> BTreeSet<String> {
    let mut values = BTreeSet::new();
    match builder {
        Builder::Table(rows) => {
            values.extend(rows.iter().filter_map(|row| row.cells.first().cloned()));
        }
        Builder::Groups(trees) => trees.iter().for_each(|tree| add_leaves(tree, &mut values)),
        _ => {}
    }
    values
}

fn add_leaves(tree: &Tree, into: &mut BTreeSet<String>) {
    match tree {
        Tree::Leaf(value) => _ = into.insert(value.clone()),
        Tree::Node(_, children) => children.iter().for_each(|child| add_leaves(child, into)),
    }
}
