//! The way back, for who has the key.

use super::making::{MappingFile, PseudonymFailure};
use super::replacing::{Plan, Replace, Replacements, Replacing, place, values, wants};
use super::verb::{plain_policy, reading};
use super::{Pseudonymized, Pseudonyms, Replaced, Scheme};
use crate::{FormatPreserving, Keyed, PseudonymError, Salted, SecretKey};
use ridotto_core::Watch;
use ridotto_core::count::grouped;
use ridotto_core::{Texts, count::counted};
use ridotto_io::{Column, FileSource, Source, SourceOptions, Table};
use ridotto_policy::Policy;
use ridotto_policy::language::PseudonymMethod;
use ridotto_release::Error;
use ridotto_release::{Bound, Opened, Order, Outputs, Run, RunOptions, folder_of, targets};
use ridotto_report::ReplacedReport;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is brought back, and how.
#[derive(Clone, Debug, Default)]
pub struct ReidentifyOptions {
    /// The columns with pseudonyms.
    pub attributes: Vec<String>,
    /// How they were made. What only making needs may be left out.
    pub scheme: Option<Scheme>,
    /// Or what a policy says.
    pub policy: Option<Policy>,
    /// A file whose column of the same name has values that there may be.
    pub candidates: Option<PathBuf>,
    /// Leave pseudonyms that nobody knows as they are, instead of giving up.
    pub partial: bool,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Overwrite what is there.
    pub force: bool,
    /// Cells that a spreadsheet would run are escaped in the data, also if a policy does not say so;
    /// they are in what is written, too.
    pub escape_formulas: bool,
}

/// Replaces pseudonyms by what they stand for. The output is for its owner alone.
pub fn reidentify(
    data: &Path,
    output: &Path,
    options: &ReidentifyOptions,
    watch: &dyn Watch,
) -> Result<Pseudonymized, Error> {
    let (schemes, folder) = schemes(options)?;
    let policy = plain_policy(options.policy.as_ref(), options.escape_formulas);
    let mut others: Vec<PathBuf> =
        options.policy.as_ref().map(targets::inputs_of).unwrap_or_default();
    others.extend(options.candidates.clone());
    for (_, scheme) in &schemes {
        let files = scheme.key_file.iter().chain(&scheme.mapping);
        others.extend(files.map(|file| folder.join(file)));
    }
    let reading = reading(options.policy.as_ref(), options.threads);
    let escaped = policy.output.escapes_formulas();
    let as_written = SourceOptions { escaped, ..reading.clone() };
    let opened = Opened::file(data, &as_written, options.threads)?;
    let names: Vec<&str> = schemes.iter().map(|(name, _)| name.as_str()).collect();
    let wants = wants(&*opened.first().source, &names, &|_| false)?;
    let (candidates, partial) = (options.candidates.clone(), options.partial);
    let way = Box::new(Back { candidates, partial, reading });
    let (dropped, order) = (Vec::new(), Order::AsGiven);
    let plan = Plan { schemes, folder, dropped, wants, way, order, others };
    let bound: Bound<Replacing> = Bound { policy: Arc::new(policy), plan, inputs: opened };
    let outputs = Outputs { force: options.force, is_private: true, ..Outputs::file(output) };
    let release = bound.run(&outputs, &RunOptions::default(), &(), watch)?;
    Ok(Pseudonymized::new(release))
}

/// Pseudonyms become what they stand for.
#[derive(Debug)]
struct Back {
    candidates: Option<PathBuf>,
    partial: bool,
    reading: SourceOptions,
}

impl Replace for Back {
    fn replace(&self, plan: &Plan, table: &Table, run: &Run<'_>) -> Result<Replacements, Error> {
        let mut made = Pseudonyms::default();
        let mut attributes = Vec::new();
        for (name, scheme) in &plan.schemes {
            let at = place(table, name);
            let candidates = match &self.candidates {
                Some(file) => Some(candidates(file, name, &self.reading, run.watch)?),
                None => None,
            };
            let folder = &plan.folder;
            let given = Given { name, scheme, folder, candidates: candidates.as_ref() };
            let found =
                given.values(texts(table, at), run.watch).map_err(|it| it.at_column(name))?;
            let unknown = found.iter().filter(|value| value.is_none()).count() as u64;
            refuse_unknown(name, unknown, found.len() as u64, self.partial)?;
            let stay = texts(table, at).iter().zip(&found);
            let labels = stay.map(|(text, value)| value.as_deref().unwrap_or(text)).collect();
            let method = scheme.method;
            made.columns.push(Replaced { column: at, method, labels, key: None, is_mapped: false });
            attributes.push(ReplacedReport {
                name: name.clone(),
                method: method.name().to_owned(),
                values: values(table, at),
                unknown,
            });
        }
        let owner = "this file names people: only its owner may read it".to_owned();
        Ok(Replacements { made, attributes, notes: (vec![owner], Vec::new()) })
    }
}

/// The columns and how they were made.
fn schemes(options: &ReidentifyOptions) -> Result<(Vec<(String, Scheme)>, PathBuf), Error> {
    let wanted = |name: &str| {
        options.attributes.is_empty() || options.attributes.iter().any(|it| it == name)
    };
    let schemes: Vec<(String, Scheme)> = match (&options.policy, &options.scheme) {
        (Some(policy), _) => policy
            .pseudonyms()
            .filter(|(of, _)| wanted(&of.name))
            .map(|(of, how)| (of.name.value.clone(), Scheme::of(how)))
            .collect(),
        (None, Some(scheme)) => {
            options.attributes.iter().map(|name| (name.clone(), scheme.clone())).collect()
        }
        (None, None) => Vec::new(),
    };
    if schemes.is_empty() {
        return Err(Error::Usage {
            message: "nothing says which columns have pseudonyms".into(),
            hint:
                "say `ReidentifyOptions::scheme` as they were made, or `ReidentifyOptions::policy`"
                    .into(),
        });
    }
    Ok((schemes, options.policy.as_ref().map_or(PathBuf::new(), |of| folder_of(of).to_owned())))
}

/// Pseudonyms that nobody knows were made by another key, or are none.
fn refuse_unknown(name: &str, unknown: u64, all: u64, partial: bool) -> Result<(), Error> {
    if unknown == 0 || partial && unknown < all {
        return Ok(());
    }
    let are = if all == 1 { "is" } else { "are" };
    let hint = if unknown == all {
        "is it the right key, domain and mapping, and the column with the pseudonyms?"
    } else {
        "say `ReidentifyOptions::partial` to leave these as they are"
    };
    Err(Error::Usage {
        message: format!(
            "{} of {} of `{name}` {are} not known",
            grouped(unknown),
            counted(all, "pseudonym", "pseudonyms")
        ),
        hint: hint.into(),
    })
}

/// The different texts of a column.
fn texts(table: &Table, at: usize) -> &Texts {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary.texts(),
        _ => unreachable!("what is replaced is read as codes"),
    }
}

/// The values that there may be: a column of another file.
fn candidates(
    file: &Path,
    name: &str,
    reading: &SourceOptions,
    watch: &dyn Watch,
) -> Result<Texts, Error> {
    let source = FileSource::open(file, reading)?;
    let wants = wants(&source, &[name], &|other| other != name)?;
    watch.begin("reading", std::fs::metadata(file).ok().map(|metadata| metadata.len()));
    let table = source.read(&wants, watch)?;
    Ok(texts(&table, place(&table, name)).clone())
}

/// What there is to go back with.
struct Given<'a> {
    name: &'a str,
    scheme: &'a Scheme,
    folder: &'a Path,
    candidates: Option<&'a Texts>,
}

impl Given<'_> {
    /// What pseudonyms stand for.
    fn values(
        &self,
        pseudonyms: &Texts,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<String>>, PseudonymFailure> {
        let scheme = self.scheme;
        let domain = scheme.domain.as_deref().unwrap_or(self.name);
        let token = scheme.token().ok_or(PseudonymError::Collision(0));
        match scheme.method {
            PseudonymMethod::HmacSha256 => {
                let keyed = Keyed::new(&self.key()?, domain, token?);
                Ok(keyed.values(pseudonyms, self.list()?, watch)?)
            }
            PseudonymMethod::SaltedHash => {
                let salted = Salted::new(scheme.salt.as_deref().unwrap_or_default(), token?);
                let list = self.list()?;
                let made = salted.pseudonyms(list, watch)?;
                let found: HashMap<&str, &str> = made.iter().zip(list.iter()).collect();
                let value = |text| found.get(text).map(|&value: &&str| value.to_owned());
                Ok(pseudonyms.iter().map(value).collect())
            }
            PseudonymMethod::FormatPreserving => {
                let found =
                    FormatPreserving::new(&self.key()?, domain).values(pseudonyms, watch)?;
                // A wrong key gives values, too; who has a list can tell.
                let listed: Option<std::collections::HashSet<&str>> =
                    self.candidates.map(|list| list.iter().collect());
                let is_known =
                    |value: &&str| listed.as_ref().is_none_or(|list| list.contains(value));
                Ok(found
                    .iter()
                    .map(|value| Some(value).filter(is_known).map(str::to_owned))
                    .collect())
            }
            PseudonymMethod::Random | PseudonymMethod::Counter => {
                let names = self.mapping()?;
                let names = names.mapping.domain(domain);
                let value = |text| Some(names?.value(text)?.to_owned());
                Ok(pseudonyms.iter().map(value).collect())
            }
        }
    }

    fn key(&self) -> Result<SecretKey, Error> {
        let Some(file) = &self.scheme.key_file else {
            return Err(Error::Usage {
                message: format!("only who has the key can go back by `{}`", self.scheme.method),
                hint: "say `Scheme::key_file` with the key that the pseudonyms were made with"
                    .into(),
            });
        };
        ridotto_release::key_files::read_secret_key(&self.folder.join(file))
    }

    fn mapping(&self) -> Result<MappingFile, PseudonymFailure> {
        let Some(file) = &self.scheme.mapping else {
            return Err(PseudonymFailure::Error(Error::Usage {
                message: format!(
                    "pseudonyms by `{}` are drawn by chance: only their mapping leads back",
                    self.scheme.method
                ),
                hint: "say `Scheme::mapping` with the file that was kept when they were made"
                    .into(),
            }));
        };
        let key = self.key()?;
        let path = self.folder.join(file);
        let mapping = MappingFile::open(&path, &key)?;
        if mapping.existed() {
            return Ok(mapping);
        }
        let none = std::io::Error::from(std::io::ErrorKind::NotFound);
        Err(PseudonymFailure::Error(ridotto_io::IoError::new(&path, none).into()))
    }

    /// A hash cannot be turned round: one hashes what it may be of.
    fn list(&self) -> Result<&Texts, Error> {
        self.candidates.ok_or_else(|| Error::Usage {
            message: format!(
                "`{}` cannot be turned round: one makes the pseudonyms of all values that there \
                 may be, and compares",
                self.scheme.method
            ),
            hint: format!(
                "say `ReidentifyOptions::candidates` with a column `{}` of the values, for example the \
                 original data",
                self.name
            ),
        })
    }
}
