//! From the policy's words, or a file, to a builder of a hierarchy.

use crate::Error;
use ridotto_core::hierarchy::{
    Auto, AutoBy, Builder, DateUnit, Decimal, Intervals, Redact, Row, Side, Tree,
};
use ridotto_policy as policy;
use ridotto_policy::{HierarchySource, language};
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
            widths: intervals.widths.iter().map(|width| decimal(**width)).collect(),
            lower: intervals.lower.map(|lower| decimal(*lower)),
            upper: intervals.upper.map(|upper| decimal(*upper)),
            origin: intervals.origin.is_written().then(|| decimal(*intervals.origin)),
        }),
        HierarchySource::Cuts(levels) => Builder::Cuts(
            levels.iter().map(|cuts| cuts.iter().map(|cut| decimal(**cut)).collect()).collect(),
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

/// Both crates keep decimals exactly and write them alike.
pub fn decimal(decimal: policy::Decimal) -> Decimal {
    decimal.to_string().parse().expect("a decimal of the policy is a decimal")
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
