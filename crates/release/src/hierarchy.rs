//! From the policy's words, or a file, to a hierarchy, and from a hierarchy to its file.

use crate::Error;
use ridotto_core::hierarchy::{Builder, BuilderDefinition, Faulty, Row, Tree};
use ridotto_core::{Code, Codes, Dictionary, Hierarchy, HierarchyError};
use ridotto_policy::{Attribute, Entries, HierarchySource, Item, Problem};
use ridotto_table::Table;
use std::any::Any;
use std::collections::BTreeSet;
use std::path::Path;

/// Reads a hierarchy file: one line per value, `value;level 1;level 2;…`, delimiter detected; or, where
/// its name ends in `.hrc`, an indented list as τ-Argus has it.
pub fn read_hierarchy(path: &Path) -> Result<Builder, Error> {
    let is_list = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("hrc"));
    if is_list {
        let text = ridotto_io::whole_text(path)?;
        let leaves = ridotto_argus::hierarchy::hierarchy(&text);
        let leaves = leaves.map_err(|fault| Error::of_fault(path, fault))?;
        let rows = leaves.into_iter().map(|leaf| Row::line(leaf.line, leaf.cells));
        return Ok(Builder::Table(rows.collect()));
    }
    let records = ridotto_io::records(path, None)?;
    Ok(Builder::Table(
        records.into_iter().map(|record| Row::line(record.line, record.cells)).collect(),
    ))
}

/// The builder that a policy asks for; files lie relative to `folder`.
pub fn builder(source: &HierarchySource, folder: &Path) -> Result<Builder, Error> {
    match source {
        HierarchySource::File(file) => read_hierarchy(&folder.join(file)),
        HierarchySource::Built(given) => {
            let of: &dyn Any = given.definition();
            let of: &BuilderDefinition = of.downcast_ref().expect("a builder is what builds");
            Ok((of.bind)(given).expect("the parameters of a builder were checked"))
        }
    }
}

/// What messages call a hierarchy that stands in no policy.
const SOURCE: &str = "hierarchy";

/// The builder that a value of the policy describes, such as `{ redact = "right" }`.
pub fn builder_from_value(value: impl Into<Item>, entries: &Entries) -> Result<Builder, Error> {
    builder(&HierarchySource::from_value(SOURCE, value, entries)?, Path::new(""))
}

/// The builder that an inline table describes, as a policy has it.
pub fn parse_builder(text: &str, entries: &Entries) -> Result<Builder, Error> {
    builder(&HierarchySource::parse(SOURCE, text, entries)?, Path::new(""))
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

/// The line of the first record that has one of these values.
pub fn line_of(table: &Table, codes: &Codes, values: &Faulty) -> Option<u64> {
    let is_faulty = |code: &Code| values.codes.binary_search(code).is_ok();
    codes.iter().position(|code| is_faulty(&code)).map(|row| table.line_of(row))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::write;

    /// The lists of τ-Argus are hierarchies as any other; their faults are told by line and show no code.
    #[test]
    fn indented_lists_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Region.HRC");
        write(&path, "North\r\n@ 1\r\n@ 2\r\nSouth\r\n@3\r\nAlone\r\n").expect("written");
        let Builder::Table(rows) = read_hierarchy(&path).expect("it is one") else {
            panic!("a table");
        };
        let cells: Vec<String> = rows.iter().map(|row| row.cells.join(";")).collect();
        assert_eq!(cells, ["1;North", "2;North", "3;South", "Alone;Alone"]);
        write(&path, "North\n@@secret\n").expect("written");
        let error = read_hierarchy(&path).expect_err("a level is missing").to_string();
        let expected = "Region.HRC: line 2: a code lies 2 levels deep, where 1 are possible";
        assert!(error.ends_with(expected), "{error}");
    }
}
