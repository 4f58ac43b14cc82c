//! The population that a policy names: how many people fit each record of both files.
//!
//! Nothing is estimated then: a record that is alone in the file is alone in the population, or it is
//! not. A label fits all people that it could stand for, so the file after may be masked in any way.

use super::{AssessOptions, Evidence, risk_finding};
use crate::attack::{Candidates, Cells, File};
use crate::files::attack::{column, files_of_keys, language};
use crate::files::pair::Pair;
use crate::risk::attacker::{Risk, summary};
use crate::risk::uniqueness::share;
use ridotto_core::Watch;
use ridotto_core::count::grouped;
use ridotto_io::{FileSource, ReadAs, Source, Table, short_name};
use ridotto_policy::language::Role;
use ridotto_release::reading::kind;
use ridotto_release::{Error, source_options};
use ridotto_report::Finding;
use std::path::Path;

/// Everybody, and how many of them fit each record.
pub(super) struct Population {
    /// What the reader should know of it.
    pub note: String,
    /// How many people there are.
    pub people: u64,
    /// For each row before.
    pub before: Crowd,
    /// For each row after.
    pub after: Crowd,
}

/// The records and people that are like each record.
pub(super) struct Crowd {
    records: Vec<u64>,
    people: Vec<u64>,
}

impl Crowd {
    fn new(everybody: &File<'_>, file: &File<'_>) -> Option<Self> {
        let people = Candidates::new(everybody, file)?.crowds();
        let records = Candidates::new(file, file)?.counts();
        Some(Self { records, people })
    }

    /// 1/F of each record. Who is in the file is in the population, whatever an old list of it says.
    pub fn risks(&self) -> Vec<f64> {
        let each = self.records.iter().zip(&self.people);
        each.map(|(&records, &people)| 1.0 / people.max(records).max(1) as f64).collect()
    }

    fn risk(&self, threshold: f64) -> Risk {
        summary(&vec![1; self.records.len()], &self.risks(), threshold)
    }

    /// The share of records that are alone in the file whose person is alone in the population.
    fn population_given_sample(&self) -> Option<f64> {
        let alone = || self.records.iter().zip(&self.people).filter(|one| *one.0 == 1);
        let both = alone().filter(|one| *one.1 <= 1).count() as u64;
        let alone = alone().count() as u64;
        (alone > 0).then(|| share(both, alone))
    }
}

impl Population {
    /// Reads and counts the population, if the policy names one.
    pub fn read(
        pair: &Pair,
        options: &AssessOptions,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, Error> {
        let Some(policy) = &options.pair.policy else { return Ok(None) };
        let Some(name) = &policy.data.population else { return Ok(None) };
        let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
        let path = ridotto_io::beside(folder, &name.value);
        let keys = pair.with_role(Role::QuasiIdentifier);
        let table = read(&path, pair, options, &keys, watch)?;
        let place = |at: &usize| {
            let name = &pair.shared[*at].name;
            table.names.iter().position(|other| other == name).expect("it was looked for")
        };
        let everybody: Vec<Cells> = keys
            .iter()
            .map(|at| column(&table, place(at), &language(pair, &pair.shared[*at])))
            .collect();
        let (before, after) = files_of_keys(pair);
        let everybody = File::new(everybody.iter().collect()).map(|it| it.watched(watch));
        let crowd = |cells: &[Cells]| {
            let file = File::new(cells.iter().collect())?.watched(watch);
            Crowd::new(everybody.as_ref()?, &file)
        };
        let (Some(before), Some(after)) = (crowd(&before), crowd(&after)) else { return Ok(None) };
        let note = format!(
            "the population was counted in `{}`, which has {} people",
            short_name(&path),
            grouped(table.rows as u64)
        );
        Ok(Some(Self { note, people: table.rows as u64, before, after }))
    }

    /// The journalist's figures and how many uniques are unique in the population.
    pub fn findings(&self, of: &Evidence<'_>) -> Vec<Finding> {
        let threshold = of.options.threshold.unwrap_or(0.2);
        let (before, after) = (self.before.risk(threshold), self.after.risk(threshold));
        let both = |name: &str, figure: fn(&Risk) -> f64| {
            risk_finding(name, Some(figure(&before)), Some(figure(&after)))
        };
        vec![
            both("journalist-highest", |risk| risk.highest),
            both("journalist-average", |risk| risk.average),
            both("journalist-share-above", |risk| risk.share_above),
            both("journalist-expected", |risk| risk.expected),
            risk_finding(
                "population-unique-if-sample-unique",
                self.before.population_given_sample(),
                self.after.population_given_sample(),
            ),
        ]
    }
}

fn read(
    path: &Path,
    pair: &Pair,
    options: &AssessOptions,
    keys: &[usize],
    watch: &dyn Watch,
) -> Result<Table, Error> {
    let policy = options.pair.policy.as_ref().expect("the policy names the file");
    let source = FileSource::open(path, &source_options(policy, options.pair.threads))?;
    source.expect(keys.iter().map(|&at| pair.shared[at].name.as_str()))?;
    let names: Vec<String> = source.columns().iter().map(|field| field.name.clone()).collect();
    for &at in keys {
        if !names.contains(&pair.shared[at].name) {
            return Err(Error::no_column(path, &pair.shared[at].name, &names));
        }
    }
    let want = |name: &String| {
        let is_key = keys.iter().any(|&at| pair.shared[at].name == *name);
        let said = policy.attribute(name).and_then(|attribute| attribute.value_type);
        let kind = said.map(|value_type| kind(*value_type));
        if is_key { ReadAs::Code { kind } } else { ReadAs::Skip }
    };
    let wants: Vec<ReadAs> = names.iter().map(want).collect();
    watch.begin("reading", std::fs::metadata(path).ok().map(|metadata| metadata.len()));
    Ok(source.read(&wants, watch)?)
}
