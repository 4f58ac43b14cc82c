//! From the policy's words, or a file, to a compiled hierarchy.

use crate::Error;
use ridotto_core::hierarchy::{
    Auto, AutoBy, Builder, DateUnit, Decimal, Intervals, Redact, Row, Side, Tree,
};
use ridotto_core::{Dictionary, Hierarchy};
use ridotto_io::IoError;
use ridotto_policy as policy;
use ridotto_policy::{HierarchySource, language};
use std::path::{Path, PathBuf};

/// A hierarchy file that was read.
#[derive(Clone, Debug)]
pub struct HierarchyFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Its lines.
    pub builder: Builder,
}

/// Reads a hierarchy file: one line per value, `value;level 1;level 2;…`, delimiter detected.
pub fn read_hierarchy(path: &Path) -> Result<HierarchyFile, IoError> {
    let records = ridotto_io::records(path, None)?;
    let rows = records.into_iter().map(|record| Row::line(record.line, record.cells)).collect();
    Ok(HierarchyFile { path: path.to_owned(), builder: Builder::Table(rows) })
}

/// Compiles a builder for a column, with the counts of its values.
pub fn compile_for(
    name: &str,
    builder: &Builder,
    dictionary: &Dictionary,
    counts: &[u64],
    missing: &[String],
) -> Result<Hierarchy, Error> {
    let is_missing = |text: &str| missing.iter().any(|missing| missing == text);
    Ok(builder.compile(name, dictionary, counts, &is_missing)?)
}

/// The builder that a policy asks for; files lie relative to `folder`.
pub fn builder(source: &HierarchySource, folder: &Path) -> Result<Builder, IoError> {
    Ok(match source {
        HierarchySource::File(file) => read_hierarchy(&folder.join(file))?.builder,
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
fn decimal(decimal: policy::Decimal) -> Decimal {
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
