//! The first contact: a look at a file, and a policy that runs at once.
//!
//! A [`Survey`] reads a file and guesses what each column is; whoever knows better says so; a
//! [`Draft`] is the policy and the hierarchies that follow, and is written in one go or not at all.

mod check_digit;
mod draft;
mod facts;
mod guess;
mod ladder;
mod meaning;
mod missing;
mod shape;
mod tables;
mod words;

pub use draft::Draft;
pub use guess::Guess;

use facts::Facts;
use guess::Duty;
use ridotto_catalogue::similar;
use ridotto_core::Watch;
use ridotto_core::{Codes, Dictionary, Kind};
use ridotto_io::{Column, Digest, Field, Place, ReadAs, SourceOptions, Table};
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::reading::kind;
use ridotto_release::{Error, source_options};
use std::path::PathBuf;

/// What is known beforehand.
#[derive(Clone, Debug, Default)]
pub struct InitOptions {
    /// Columns that name a person.
    pub identifiers: Vec<String>,
    /// Columns that an intruder may know.
    pub quasi_identifiers: Vec<String>,
    /// Columns that nobody may learn.
    pub sensitive: Vec<String>,
    /// Columns that are neither.
    pub insensitive: Vec<String>,
    /// What is at stake.
    pub sensitivity: Sensitivity,
    /// Whether the file has no line of names.
    pub no_header: bool,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// What is at stake for the people in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sensitivity {
    /// Little: k from 3 to 5.
    Low,
    /// The usual: k from 5 to 10.
    #[default]
    Medium,
    /// Much: k from 10 to 20.
    High,
}

impl Sensitivity {
    /// Where its rule of thumb begins.
    pub fn k(self) -> u64 {
        match self {
            Self::Low => 3,
            Self::Medium => 5,
            Self::High => 10,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A file that was looked at, and what its columns seem to be.
#[derive(Debug)]
pub struct Survey {
    data: PathBuf,
    table: Table,
    missing: Vec<String>,
    columns: Vec<Guess>,
    /// What is at stake.
    pub sensitivity: Sensitivity,
    /// Whether two people with the same value may be shown differently, if more is kept in all.
    pub by_record: bool,
    /// What is lost either way, if it was measured.
    pub measured: Option<Measured>,
    /// Whether the file has no line of names.
    no_header: bool,
}

/// What two ways of making a release lose on the data at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Where the same value may be shown differently.
    pub best: f64,
    /// Where it may not.
    pub optimal: f64,
    /// How many seconds the search had at most.
    pub seconds: f64,
}

/// Something that only a person can know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The place of the column.
    pub column: usize,
    /// Its name.
    pub name: String,
}

impl Survey {
    /// Reads a file and guesses.
    pub fn read<'a>(
        data: impl Into<Place<'a>>,
        options: &InitOptions,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let data = data.into();
        let (threads, header) = (options.threads, !options.no_header);
        let mut source = SourceOptions { threads, header, ..SourceOptions::default() };
        let said = [&options.identifiers, &options.quasi_identifiers];
        let said = said.into_iter().chain([&options.sensitive, &options.insensitive]).flatten();
        let said: Vec<&str> = said.map(String::as_str).collect();
        if said.is_empty() {
            data.open(&source)?.expect_names()?;
        } else {
            data.open(&source)?.expect(said)?;
        }
        let mut table = read(data, &source, &|_| None, watch)?;
        let dictionaries: Vec<_> = coded(&table).map(|(_, _, dictionary)| dictionary).collect();
        let codes = missing::codes(&dictionaries);
        if !codes.is_empty() {
            // Read again: types are others where such texts do not count.
            source.missing.extend(codes);
            table = read(data, &source, &|_| None, watch)?;
        }
        let mut survey = Self::of(data, table, source.missing);
        survey.sensitivity = options.sensitivity;
        survey.no_header = options.no_header;
        survey.tell(options)?;
        Ok(survey)
    }

    /// Reads a file as a policy says, with its roles; columns that it does not name are guessed.
    pub(crate) fn by_policy(
        data: Place<'_>,
        policy: &Policy,
        threads: usize,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let source = source_options(policy, threads);
        let named = policy.attributes.iter().map(|attribute| attribute.name.as_str());
        data.open(&source)?.expect(named)?;
        let kind_of = |name: &str| policy.attribute(name)?.value_type.map(|of| kind(*of));
        let mut survey = Self::of(data, read(data, &source, &kind_of, watch)?, source.missing);
        for guess in &mut survey.columns {
            if let Some(attribute) = policy.attribute(&guess.facts.name) {
                (guess.role, guess.doubtful) = (*attribute.role, false);
            } else if guess.role == Role::QuasiIdentifier {
                // Quasi-identifiers are those of the policy, and no others.
                (guess.role, guess.doubtful) = (Role::Insensitive, false);
            }
        }
        Ok(survey)
    }

    fn of(data: Place<'_>, table: Table, missing: Vec<String>) -> Self {
        let facts = coded(&table)
            .map(|(at, codes, dictionary)| Facts::of(&table.names[at], codes, dictionary))
            .collect();
        let columns = guess::guesses(facts);
        Self {
            data: data.name().to_owned(),
            table,
            missing,
            columns,
            sensitivity: Sensitivity::default(),
            by_record: true,
            measured: None,
            no_header: false,
        }
    }

    /// What each column seems to be.
    pub fn columns(&self) -> &[Guess] {
        &self.columns
    }

    /// Records of the file.
    pub fn rows(&self) -> u64 {
        self.table.rows as u64
    }

    /// Texts that stand for a missing value, but for none at all.
    pub fn missing(&self) -> &[String] {
        &self.missing[1..]
    }

    /// What somebody should be asked: could a neighbour know it?
    pub fn questions(&self) -> Vec<Question> {
        let all = self.columns.iter().enumerate().filter(|(_, guess)| guess.doubtful);
        all.map(|(column, guess)| Question { column, name: guess.facts.name.clone() }).collect()
    }

    /// Somebody says what a column is.
    pub fn answer(&mut self, column: usize, role: Role) {
        let guess = &mut self.columns[column];
        (guess.role, guess.doubtful, guess.because) = (role, false, "you said so".to_owned());
        if role != Role::Identifier && guess.duty == Some(Duty::Weight) {
            guess.duty = None;
        }
    }

    /// What was said on the command line.
    pub(crate) fn tell(&mut self, options: &InitOptions) -> Result<(), Error> {
        for (role, names) in [
            (Role::Identifier, &options.identifiers),
            (Role::QuasiIdentifier, &options.quasi_identifiers),
            (Role::Sensitive, &options.sensitive),
            (Role::Insensitive, &options.insensitive),
        ] {
            for name in names {
                let Some(at) = self.columns.iter().position(|guess| guess.facts.name == *name)
                else {
                    let all: Vec<&str> = self.table.names.iter().map(String::as_str).collect();
                    return Err(Error::Usage {
                        message: format!("{}: there is no column `{name}`", self.data.display()),
                        hint: similar(name, &all),
                    });
                };
                self.answer(at, role);
            }
        }
        Ok(())
    }

    /// The digest of the file.
    pub(crate) fn sha256(&self) -> Option<Digest> {
        self.table.sha256
    }

    /// The columns with this role.
    pub(crate) fn with_role(&self, role: Role) -> impl Iterator<Item = (usize, &Guess)> {
        self.columns.iter().enumerate().filter(move |(_, guess)| guess.role == role)
    }

    pub(crate) fn column(&self, at: usize) -> (&Codes, &Dictionary) {
        match &self.table.columns[at] {
            Column::Coded { codes, dictionary, .. } => (codes, dictionary),
            _ => unreachable!("every column was asked for as codes"),
        }
    }
}

fn read(
    data: Place<'_>,
    options: &SourceOptions,
    kind_of: &dyn Fn(&str) -> Option<Kind>,
    watch: &dyn Watch,
) -> Result<Table, Error> {
    let source = data.open(options)?;
    let want = |field: &Field| ReadAs::Code { kind: kind_of(&field.name) };
    let wants: Vec<ReadAs> = source.columns().iter().map(want).collect();
    watch.begin("reading", data.bytes());
    Ok(source.read(&wants, watch)?)
}

fn coded(table: &Table) -> impl Iterator<Item = (usize, &Codes, &Dictionary)> {
    table.columns.iter().enumerate().filter_map(|(at, column)| match column {
        Column::Coded { codes, dictionary, .. } => Some((at, codes, dictionary)),
        _ => None,
    })
}
