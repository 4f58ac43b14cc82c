//! A file whose identifiers are replaced by pseudonyms, or brought back: a kind of release in which
//! every other cell stays what it was.

use super::{Pseudonyms, Scheme};
use ridotto_catalogue::similar;
use ridotto_core::Kind;
use ridotto_io::{Column, ReadAs, Table};
use ridotto_release::{Error, Order, Run};
use ridotto_report::ReplacedReport;
use ridotto_table::Source;
use std::fmt::Debug;
use std::path::PathBuf;

/// Identifiers are replaced.
#[derive(Debug)]
pub(super) struct Replacing;

/// What is replaced, and by whom.
#[derive(Debug)]
pub(super) struct Plan {
    /// The columns and their schemes.
    pub schemes: Vec<(String, Scheme)>,
    /// Where files that schemes name are.
    pub folder: PathBuf,
    /// Columns that are left out.
    pub dropped: Vec<String>,
    /// What is read of each column.
    pub wants: Vec<ReadAs>,
    /// Who knows what stands for what.
    pub way: Box<dyn Replace>,
    /// In which order the records are written.
    pub order: Order,
    /// Files that are read beside the data.
    pub others: Vec<PathBuf>,
}

/// Somebody who knows what stands for what: there, or back.
pub(super) trait Replace: Debug + Send + Sync {
    /// What the values of the columns become, what is told of each, and what a reader must know.
    fn replace(&self, plan: &Plan, table: &Table, run: &Run<'_>) -> Result<Replacements, Error>;
}

/// What stands for values.
#[derive(Debug)]
pub(super) struct Replacements {
    pub made: Pseudonyms,
    pub attributes: Vec<ReplacedReport>,
    /// What is said before, and after, what is said of the file.
    pub notes: (Vec<String>, Vec<String>),
}

/// What is read of each column: those that are replaced as codes, others as they are.
pub(super) fn wants(
    source: &dyn Source,
    replaced: &[&str],
    dropped: &dyn Fn(&str) -> bool,
) -> Result<Vec<ReadAs>, Error> {
    source.expect(replaced.iter().copied())?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if let Some(lacking) = replaced.iter().find(|name| !names.contains(name)) {
        return Err(Error::Usage {
            message: format!("{}: there is no column `{lacking}`", source.name().display()),
            hint: similar(lacking, &names),
        });
    }
    let want = |name: &&str| {
        if replaced.contains(name) {
            ReadAs::Code { kind: Some(Kind::Text) }
        } else if dropped(name) {
            ReadAs::Skip
        } else {
            ReadAs::Carry
        }
    };
    Ok(names.iter().map(want).collect())
}

/// The place of a column that is there.
pub(super) fn place(table: &Table, name: &str) -> usize {
    let place = table.names.iter().position(|other| other == name);
    place.expect("it was found when the file was read")
}

/// How many different values a column has.
pub(super) fn values(table: &Table, at: usize) -> u64 {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary.texts().len() as u64,
        _ => 0,
    }
}
