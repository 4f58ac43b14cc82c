//! Pseudonyms of columns: which scheme and key make them, what is added to a mapping, and what a
//! reader must know.
//!
//! What stands for a value is decided once for each *different* value, so it is the same in all
//! rows, and whatever is written is held against it: no value of the column may be seen again.

mod back;
mod domain;
mod making;
mod replacing;
mod scheme;
mod step;
mod verb;

pub use back::{ReidentifyOptions, reidentify};
pub(crate) use making::{MappingFile, PseudonymMaker};
pub use scheme::Scheme;
pub use step::PseudonymStep;
pub use verb::{PseudonymizeOptions, Pseudonymized, pseudonymize};

use ridotto_core::{Code, Texts};
use ridotto_io::{Column, Staged, Table};
use ridotto_policy::language::{Link, PseudonymMethod};
use ridotto_policy::{Attribute, Policy, Problem, Pseudonym};
use ridotto_release::Error;
use ridotto_release::write_all;
use ridotto_table::Labelling;
use ridotto_verify::{CellRule, OutputColumn};
use std::path::PathBuf;

/// What stands for the values of some columns.
#[derive(Debug, Default)]
pub(crate) struct Pseudonyms {
    /// The columns.
    pub columns: Vec<Replaced>,
    /// Mappings as they will be written.
    pub mappings: Vec<MappingFile>,
    /// The key files that were read.
    pub keys: Vec<PathBuf>,
    /// Whether some were drawn by a seed that somebody may know.
    pub is_seeded: bool,
}

/// A column whose values are replaced. Its `Debug` shows none.
#[derive(Debug)]
pub(crate) struct Replaced {
    /// Its place in the table.
    pub column: usize,
    /// How.
    pub method: PseudonymMethod,
    /// What stands for each value, by its code; what is missing stays missing.
    pub labels: Texts,
    /// Which key made them.
    pub key: Option<String>,
    /// Whether a mapping leads back.
    pub is_mapped: bool,
}

impl Pseudonyms {
    /// What stands for the values of a column.
    pub fn of(&self, column: usize) -> Option<&Replaced> {
        self.columns.iter().find(|replaced| replaced.column == column)
    }

    /// What a reader of the report must know.
    pub fn notes(&self, table: &Table) -> Vec<String> {
        let note = |replaced: &Replaced| {
            let linked = if repeats(table, replaced.column) {
                "; records with the same one belong together"
            } else {
                ""
            };
            format!(
                "`{}` is released as pseudonyms by `{}`: {} can go back{linked}",
                table.names[replaced.column],
                replaced.method,
                replaced.who()
            )
        };
        let seed = "pseudonyms were drawn by a known seed: for tests only";
        let seeded = self.is_seeded.then(|| seed.to_owned());
        self.columns.iter().map(note).chain(seeded).collect()
    }

    /// Stages the mappings and writes them, for their owner alone; nothing is in its place yet.
    pub fn stage(&self) -> Result<Vec<Staged>, Error> {
        let mut staged = Vec::new();
        for mapping in &self.mappings {
            let file = mapping.stage()?;
            write_all(&file, &mapping.close()?)?;
            staged.push(file);
        }
        Ok(staged)
    }
}

/// Pseudonyms tell which rows belong together, and rows are judged one by one.
pub fn lints(policy: &Policy, table: &Table) -> Vec<Problem> {
    let lint = |(attribute, pseudonym): (&Attribute, &Pseudonym)| {
        let name = &attribute.name;
        let at = table.names.iter().position(|other| other == name.as_str())?;
        let links = repeats(table, at) && !is_within_persons(policy, table, at);
        links.then(|| {
            Problem::warning(
                "bind::linked-rows",
                format!("pseudonyms of `{name}` tell which rows belong together"),
            )
            .at(pseudonym.method.span, "the same in several rows")
            .with_help(
                "every row may be safe and the set of a person's rows still unique; name the \
                 column that tells persons apart in `[data]` as `person`, with \
                 `link = \"together\"`, or leave out the pseudonym",
            )
        })
    };
    policy.pseudonyms().filter_map(lint).collect()
}

/// Whether a value stands in several rows.
fn repeats(table: &Table, at: usize) -> bool {
    let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { return false };
    let missing = dictionary.missing();
    let rows = codes.histogram(dictionary.len());
    (0..).zip(rows).any(|(code, rows): (Code, u64)| rows > 1 && Some(code) != missing)
}

/// Whether all rows of a person are judged together, and rows with the same value are of one person.
fn is_within_persons(policy: &Policy, table: &Table, at: usize) -> bool {
    let person = policy.data.person.as_ref().filter(|_| *policy.data.link == Link::Together);
    let place = person.and_then(|person| table.names.iter().position(|name| *name == **person));
    let Some(person) = place.map(|place| &table.columns[place]) else { return false };
    let (Column::Coded { codes: persons, .. }, Column::Coded { codes, dictionary, .. }) =
        (person, &table.columns[at])
    else {
        return false;
    };
    let mut of_value: Vec<Option<Code>> = vec![None; dictionary.len()];
    codes.iter().zip(persons.iter()).all(|(code, person)| {
        Some(code) == dictionary.missing()
            || *of_value[code as usize].get_or_insert(person) == person
    })
}

impl Replaced {
    /// Who can go back.
    fn who(&self) -> &'static str {
        match self.method {
            PseudonymMethod::HmacSha256 => "who has the key and can list the values",
            PseudonymMethod::Random | PseudonymMethod::Counter if self.is_mapped => {
                "who has the key and the mapping"
            }
            PseudonymMethod::Random | PseudonymMethod::Counter => "nobody",
            PseudonymMethod::FormatPreserving => "who has the key",
            PseudonymMethod::SaltedHash => "whoever can guess values",
        }
    }

    /// The column as it is written. Hidden rows show `*`.
    pub fn output<'a>(&self, table: &'a Table, hidden: Option<&[bool]>) -> OutputColumn<'a> {
        let missing = match &table.columns[self.column] {
            Column::Coded { dictionary, .. } => dictionary.missing(),
            _ => unreachable!("what is replaced is read as codes"),
        };
        let mut labels = self.labels.clone();
        if missing.is_some() {
            labels.push("");
        }
        let label_of = (0..labels.len() as Code).collect();
        let labelling = Labelling { label_of, labels, missing, is_raw: false };
        OutputColumn::labelled(table, self.column, labelling, CellRule::Replaced, hidden)
    }
}
