//! The population that the records were taken from: read like the data, counted by the same key.
//!
//! Values of both files get codes from one dictionary, so that the hierarchies know both and the
//! population grows coarser together with the classes. A row of the population is one person.

use ridotto_catalogue::similar;
use ridotto_core::Watch;
use ridotto_core::class::Tally;
use ridotto_core::count::{counted, grouped, records};
use ridotto_core::{ClassTable, Code, CodeColumn, Codes, Dictionary, Kind};
use ridotto_io::{Column, FileSource, ReadAs, Source, SourceOptions, Table};
use ridotto_policy::Policy;
use ridotto_policy::{PolicyError, Problem};
use ridotto_release::Error;
use std::path::Path;

/// The quasi-identifiers of the population, as they were read.
#[derive(Debug)]
pub(crate) struct People {
    rows: usize,
    /// In the order in which they were asked for.
    pub columns: Vec<(Codes, Dictionary)>,
}

/// An error about the population, shown at the key that names it.
fn wrong(
    policy: &Policy,
    message: impl Into<String>,
    label: &str,
    help: impl Into<String>,
) -> PolicyError {
    let span = policy.data.population.as_ref().and_then(|file| file.span);
    let problem = Problem::error("bind::population", message.into()).at(span, label);
    policy.error([problem.with_help(help.into())])
}

impl People {
    /// Reads the population, if the policy names one and a requirement counts it: these columns, of
    /// these kinds.
    pub fn read(
        policy: &Policy,
        folder: &Path,
        keys: &[(&str, Option<Kind>)],
        options: &SourceOptions,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, Error> {
        let Some(file) = &policy.data.population else { return Ok(None) };
        if !is_counted(policy) {
            return Ok(None);
        }
        suits(policy)?;
        let path = ridotto_io::beside(folder, &file.value);
        let source = FileSource::open(&path, options)?;
        source.expect(keys.iter().map(|(name, _)| *name))?;
        let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
        if let Some((lacking, _)) = keys.iter().find(|(name, _)| !names.contains(name)) {
            let message = format!("the population has no column `{lacking}`");
            let help = format!(
                "it needs every quasi-identifier, under the name that it has in the data; {}",
                similar(lacking, &names)
            );
            return Err(wrong(policy, message, "this file", help).into());
        }
        let want = |name: &&str| match keys.iter().find(|(key, _)| key == name) {
            Some(&(_, kind)) => ReadAs::Code { kind },
            None => ReadAs::Skip,
        };
        let wants: Vec<ReadAs> = names.iter().map(want).collect();
        watch.begin("reading", std::fs::metadata(&path).ok().map(|metadata| metadata.len()));
        let Table { rows, names, mut columns, .. } = source.read(&wants, watch)?;
        let mut take = |name: &str| {
            let at = names.iter().position(|other| other == name).expect("it was looked for");
            match std::mem::replace(&mut columns[at], Column::Skipped) {
                Column::Coded { codes, dictionary, .. } => (codes, dictionary),
                _ => unreachable!("it was asked for as codes, and once"),
            }
        };
        let columns = keys.iter().map(|(name, _)| take(name)).collect();
        Ok(Some(Self { rows, columns }))
    }

    /// The people counted by their keys, and the table with values that both have: `labels` are
    /// what the population's values are called in the table.
    pub fn join(
        self,
        table: &mut Table,
        keys: &[usize],
        labels: impl Fn(usize, &Dictionary) -> Vec<Option<String>>,
    ) -> Tally {
        let mut joined = Vec::with_capacity(keys.len());
        for (key, (codes, dictionary)) in self.columns.into_iter().enumerate() {
            let column = &mut table.columns[keys[key]];
            let Column::Coded { dictionary: mine, .. } = &*column else {
                unreachable!("quasi-identifiers are read as codes");
            };
            let theirs = labels(key, &dictionary);
            let own = (0..mine.len() as Code).map(|code| mine.text(code));
            let all = own.chain(theirs.iter().map(Option::as_deref));
            let (both, new) = Dictionary::of_labels(all, mine.reading());
            let (mine, theirs) = new.split_at(mine.len());
            let mut people = Codes::for_values(both.len());
            people.extend_renumbered(&codes, theirs);
            joined.push((people, both.len()));
            let old = std::mem::replace(column, Column::Skipped);
            *column = old.relabelled(both, mine);
        }
        let columns: Vec<CodeColumn<'_>> =
            joined.iter().map(|(codes, values)| CodeColumn { codes, values: *values }).collect();
        Tally::count(&columns, self.rows)
    }
}

/// The values of a dictionary as they are, missing as `None`.
pub(crate) fn as_they_are(dictionary: &Dictionary) -> Vec<Option<String>> {
    let codes = 0..dictionary.len() as Code;
    codes.map(|code| dictionary.text(code).map(str::to_owned)).collect()
}

/// Everybody of the data must be in the population, as far as the quasi-identifiers can tell.
pub(crate) fn contains(
    policy: &Policy,
    keys: &[CodeColumn<'_>],
    rows: usize,
    people: &Tally,
) -> Result<(), PolicyError> {
    let classes = ClassTable::count(keys, &[], rows).with_population(people.clone());
    let (mut combinations, mut lacking) = (0, 0);
    for class in classes.classes() {
        let outside = class.size().saturating_sub(class.population().unwrap_or(0));
        combinations += u64::from(outside > 0);
        lacking += outside;
    }
    if lacking == 0 {
        return Ok(());
    }
    let message = format!(
        "{} of the {} in the data are of nobody in the population: {} of quasi-identifiers {} \
         more often in the data",
        grouped(lacking),
        records(rows as u64),
        counted(combinations, "combination", "combinations"),
        if combinations == 1 { "is" } else { "are" },
    );
    let help = "everybody in the data must be in the population, one row each; are the values of \
                both written in the same way?";
    Err(wrong(policy, message, "too few people", help))
}

/// Whether a requirement counts people.
fn is_counted(policy: &Policy) -> bool {
    policy.requirements.iter().any(ridotto_policy::Requirement::counts_people)
}

/// A population that no requirement counts: it serves who measures the release, and nobody else.
pub(crate) fn lint(policy: &Policy) -> Option<Problem> {
    let file = policy.data.population.as_ref().filter(|_| !is_counted(policy))?;
    let problem = Problem::warning("bind::population", "no requirement looks at the population");
    Some(problem.at(file.span, "not used for the release").with_help(
        "measures of risk count it; so do `delta-presence`, and `k-map` with `estimate = \
         \"population\"`",
    ))
}

/// A population must differ from the data only in who is there.
fn suits(policy: &Policy) -> Result<(), PolicyError> {
    if let Some(person) = &policy.data.person {
        let problem = Problem::error(
            "bind::population",
            "a row of the population is one person, so each record must be one, too",
        )
        .at(person.span, "several records of a person")
        .with_help("make one record of each person first, and remove this key");
        return Err(policy.error([problem]));
    }
    let changing = policy.masks.iter().filter(|mask| !mask.facts().deletes);
    let is_key = |name: &str| {
        let mut keys = policy.with_role(ridotto_policy::language::Role::QuasiIdentifier);
        keys.any(|key| *key.name == name)
    };
    for mask in changing {
        if let Some(name) = mask.attributes().iter().find(|name| is_key(name)) {
            let message =
                format!("`{name}` would be changed in the data and not in the population");
            let problem = Problem::error("bind::population", message)
                .at(name.span, "a quasi-identifier")
                .with_help(
                    "say in its hierarchy what becomes of values, or change both files first",
                );
            return Err(policy.error([problem]));
        }
    }
    Ok(())
}
