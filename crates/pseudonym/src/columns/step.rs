//! Pseudonyms as the last step of a run: who was not sampled must not enter a mapping.

use super::making::PseudonymFailure;
use super::{PseudonymMaker, Replaced, Scheme, lints};
use ridotto_core::{Code, Dictionary, Kind, Reading};
use ridotto_policy::{Policy, Problem};
use ridotto_release::{Error, Instead, Step, StepOutcome, StepRun, folder_of};
use ridotto_table::{Column, Table};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The identifiers of a policy that are released as pseudonyms.
#[derive(Debug)]
pub struct PseudonymStep {
    policy: Arc<Policy>,
    folder: PathBuf,
    /// The columns, with their names and schemes.
    columns: Vec<(usize, String, Scheme)>,
    /// Another key, and another mapping, than the schemes name.
    instead: Instead,
    /// Whether errors point at lines of the policy.
    has_lines: bool,
}

impl PseudonymStep {
    /// The pseudonyms of a policy in a table of these columns; `None` if there are none.
    pub fn bind(policy: &Arc<Policy>, names: &[&str]) -> Option<Self> {
        let column = |(at, name): (usize, &&str)| {
            let pseudonym = policy.attribute(name)?.pseudonym.as_ref()?;
            Some((at, (*name).to_owned(), Scheme::of(pseudonym)))
        };
        let columns: Vec<_> = names.iter().enumerate().filter_map(column).collect();
        (!columns.is_empty()).then(|| Self {
            policy: Arc::clone(policy),
            folder: folder_of(policy).to_owned(),
            columns,
            instead: Instead::default(),
            has_lines: true,
        })
    }

    /// The same for a policy that was saved, whose files lie in this folder unless others are named.
    #[must_use]
    pub fn restored(self, folder: &Path, instead: &Instead) -> Self {
        Self { folder: folder.to_owned(), instead: instead.clone(), has_lines: false, ..self }
    }

    /// The mappings that are gone on with if they are there.
    fn mappings(&self) -> Vec<PathBuf> {
        let files = self.columns.iter().filter_map(|(.., scheme)| scheme.mapping.as_ref());
        let path = |file: &PathBuf| match &self.instead.mapping {
            Some(instead) => instead.clone(),
            None => self.folder.join(file),
        };
        let mut files: Vec<PathBuf> = files.map(path).collect();
        files.sort();
        files.dedup();
        files
    }

    /// Where something is wrong: in a line of the policy, or in a column.
    fn at(&self, fault: PseudonymFailure, name: &str) -> Error {
        if self.has_lines { fault.in_policy(name, &self.policy) } else { fault.at_column(name) }
    }
}

impl Step for PseudonymStep {
    fn method(&self) -> &'static str {
        "pseudonyms"
    }

    fn attributes(&self) -> Vec<String> {
        self.columns.iter().map(|(_, name, _)| name.clone()).collect()
    }

    /// Some are drawn, and others need a key, which nobody reads to say what would be done.
    fn draws(&self) -> bool {
        true
    }

    fn is_reported(&self) -> bool {
        false
    }

    fn continues(&self) -> Vec<PathBuf> {
        self.mappings()
    }

    fn lints(&self, table: &Table) -> Vec<Problem> {
        lints(&self.policy, table)
    }

    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let mut making = PseudonymMaker::new(&self.folder, run.randomness)?;
        making.instead(self.instead.key_file.as_deref(), self.instead.mapping.as_deref());
        for (at, name, scheme) in &self.columns {
            if matches!(table.columns[*at], Column::Coded { .. }) {
                let made = making.column(name, scheme, table, *at, run.watch);
                made.map_err(|fault| self.at(fault, name))?;
            }
        }
        let made = making.made();
        run.trail.notes.extend(made.notes(table));
        for replaced in &made.columns {
            let name = &table.names[replaced.column];
            let key = replaced.key.iter().map(|key| (name.clone(), key.clone()));
            run.trail.keys.extend(key);
        }
        if !run.is_alone {
            run.trail.written.extend(made.stage()?);
        }
        for replaced in &made.columns {
            replace(table, replaced);
        }
        Ok(StepOutcome::default())
    }
}

/// Puts pseudonyms in the place of what they stand for; what is missing stays missing.
fn replace(table: &mut Table, replaced: &Replaced) {
    let column = std::mem::replace(&mut table.columns[replaced.column], Column::Skipped);
    let Column::Coded { dictionary, .. } = &column else {
        unreachable!("what is replaced is read as codes");
    };
    let missing = dictionary.missing();
    let label = |code: Code| (Some(code) != missing).then(|| replaced.labels.get(code as usize));
    let labels = (0..dictionary.len() as Code).map(label);
    let (pseudonyms, new) = Dictionary::of_labels(labels, &Reading::of_kind(Kind::Text));
    // They are texts, whatever they stand for.
    table.columns[replaced.column] = match column.relabelled(pseudonyms, &new) {
        Column::Coded { codes, dictionary, .. } => {
            Column::Coded { codes, dictionary, native: None }
        }
        other => other,
    };
}
