//! What does a file attain? Any file, ours or not.

use crate::bind::source_options;
use crate::progress::Watched;
use crate::{Error, Policy, Watch};
use ridotto_core::class::Tally;
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, KeyColumn};
use ridotto_io::{Column, Source, SourceOptions, Table, Want};
use ridotto_policy::Rule;
use ridotto_policy::language::Role;
use ridotto_report::{CheckReport, Guarantee};
use std::path::Path;

/// What to check a file for.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Roles and requirements come from here.
    pub policy: Option<Policy>,
    /// Or the quasi-identifiers are these.
    pub quasi_identifiers: Vec<String>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// Counts a file's classes and says what they attain.
pub fn check(data: &Path, options: &CheckOptions, watch: &dyn Watch) -> Result<CheckReport, Error> {
    let source_options = match &options.policy {
        // A masked file need not be written as its original was: only what is missing is told.
        Some(policy) => SourceOptions {
            missing: source_options(policy, 0).missing,
            threads: options.threads,
            ..SourceOptions::default()
        },
        None => SourceOptions { threads: options.threads, ..SourceOptions::default() },
    };
    let source = Source::open(data, &source_options)?;
    let names: Vec<String> = source.columns().iter().map(|field| field.name.clone()).collect();
    let wanted: Vec<&str> = match &options.policy {
        Some(policy) => policy
            .with_role(Role::QuasiIdentifier)
            .map(|attribute| attribute.name.as_str())
            .collect(),
        None => options.quasi_identifiers.iter().map(String::as_str).collect(),
    };
    if wanted.is_empty() {
        return Err(Error::Usage {
            message: "nothing says which columns are quasi-identifiers".into(),
            hint: "say `--policy POLICY`, or `--quasi-identifiers age,zip`".into(),
        });
    }
    for name in &wanted {
        if !names.iter().any(|other| other == name) {
            return Err(Error::Usage {
                message: format!("{}: there is no column `{name}`", data.display()),
                hint: crate::bind::similar(
                    name,
                    &names.iter().map(String::as_str).collect::<Vec<_>>(),
                ),
            });
        }
    }
    let wants: Vec<Want> =
        names
            .iter()
            .map(|name| {
                if wanted.contains(&name.as_str()) { Want::Code { kind: None } } else { Want::Skip }
            })
            .collect();
    watch.begin("reading", std::fs::metadata(data).ok().map(|metadata| metadata.len()));
    let table = source.read(&wants, &Watched(watch))?;
    let keys: Vec<KeyColumn<'_>> = table
        .columns
        .iter()
        .filter_map(|column| match column {
            Column::Coded { codes, dictionary, .. } => {
                Some(KeyColumn { codes, values: dictionary.len() })
            }
            _ => None,
        })
        .collect();
    let classes = Tally::count(&keys, table.rows);
    let hidden = hidden_records(&table);
    let smallest = smallest(classes.counts(), hidden);
    Ok(CheckReport {
        rows: table.rows as u64,
        classes: classes.len() as u64,
        guarantees: guarantees(options.policy.as_ref(), smallest),
    })
}

/// How many records show `*` for every quasi-identifier: they were suppressed, and kept.
fn hidden_records(table: &Table) -> u64 {
    let stars: Option<Vec<_>> = table
        .columns
        .iter()
        .filter_map(|column| match column {
            Column::Coded { codes, dictionary, .. } => Some((codes, dictionary)),
            _ => None,
        })
        .map(|(codes, dictionary)| {
            let star = dictionary.texts().iter().position(|text| text == TOP)?;
            Some((codes, star as Code))
        })
        .collect();
    let Some(stars) = stars else { return 0 };
    let is_hidden = |row: &usize| stars.iter().all(|(codes, star)| codes.get(*row) == *star);
    (0..table.rows).filter(is_hidden).count() as u64
}

/// The smallest class. Records that show nothing fit everybody, so they single nobody out and are
/// no class beside others.
fn smallest(sizes: &[u64], hidden: u64) -> Option<u64> {
    let mut rest = sizes.to_vec();
    if hidden > 0
        && rest.len() > 1
        && let Some(at) = rest.iter().position(|&size| size == hidden)
    {
        rest.swap_remove(at);
    }
    rest.into_iter().min()
}

/// What the smallest class says of each requirement; without a policy nothing is required.
fn guarantees(policy: Option<&Policy>, smallest: Option<u64>) -> Vec<Guarantee> {
    let guarantee = |k: Option<u64>| Guarantee {
        model: "k-anonymity".into(),
        attribute: None,
        parameters: k.map(|k| ("k".to_owned(), k as f64)).into_iter().collect(),
        required: k.map(|k| k as f64),
        attained: smallest.map(|smallest| smallest as f64),
        holds: k.map(|k| smallest.is_some_and(|smallest| smallest >= k)),
        shown: "by the file".into(),
    };
    match policy {
        Some(policy) => policy
            .requirements
            .iter()
            .map(|required| match &required.rule {
                Rule::KAnonymity { k } => guarantee(Some(**k)),
            })
            .collect(),
        None => vec![guarantee(None)],
    }
}
