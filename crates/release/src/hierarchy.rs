//! From the policy's words, or a file, to a builder of a hierarchy.

use crate::Error;
use ridotto_core::hierarchy::{Builder, BuilderDefinition, Row, Tree};
use ridotto_policy::HierarchySource;
use std::any::Any;
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
    match source {
        HierarchySource::File(file) => read_hierarchy(&folder.join(file)),
        HierarchySource::Built(given) => {
            let of: &dyn Any = given.definition();
            let of: &BuilderDefinition = of.downcast_ref().expect("a builder is what builds");
            Ok((of.bind)(given).expect("the parameters of a builder were checked"))
        }
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
