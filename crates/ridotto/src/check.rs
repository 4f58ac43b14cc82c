//! What does a file attain? Any file, ours or not.

use crate::bind::source_options;
use crate::progress::Watched;
use crate::{Error, Policy, Watch};
use ridotto_core::class::Tally;
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, Codes, Dictionary, KeyColumn};
use ridotto_io::{Column, Source, SourceOptions, Table, Want};
use ridotto_policy::language::Role;
use ridotto_policy::{Rule, Size};
use ridotto_report::{CheckReport, Guarantee};
use std::path::Path;

/// What to check a file for.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Roles and requirements come from here.
    pub policy: Option<Policy>,
    /// Or the quasi-identifiers are these.
    pub quasi_identifiers: Vec<String>,
    /// And the sensitive attributes these.
    pub sensitive: Vec<String>,
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
    let sensitive: Vec<&str> = match &options.policy {
        Some(policy) => {
            policy.with_role(Role::Sensitive).map(|attribute| attribute.name.as_str()).collect()
        }
        None => options.sensitive.iter().map(String::as_str).collect(),
    };
    let is_wanted = |name: &str| wanted.contains(&name) || sensitive.contains(&name);
    let want = |name: &String| if is_wanted(name) { Want::Code { kind: None } } else { Want::Skip };
    let wants: Vec<Want> = names.iter().map(want).collect();
    watch.begin("reading", std::fs::metadata(data).ok().map(|metadata| metadata.len()));
    let table = source.read(&wants, &Watched(watch))?;
    let keys = coded(&table, |name| wanted.contains(&name));
    let columns: Vec<KeyColumn<'_>> = keys
        .iter()
        .map(|(codes, dictionary)| KeyColumn { codes, values: dictionary.len() })
        .collect();
    let classes = Tally::count(&columns, table.rows);
    // Without a sensitive attribute nobody can tell a record that says nothing.
    let hidden = if sensitive.is_empty() { 0 } else { hidden_records(&table) };
    let stars: Vec<Option<Code>> = keys.iter().map(|(_, values)| values.code(TOP)).collect();
    Ok(CheckReport {
        rows: table.rows as u64,
        classes: classes.len() as u64,
        guarantees: guarantees(options.policy.as_ref(), smallest(&classes, hidden, &stars)),
    })
}

/// The columns that were read and have such a name.
fn coded(table: &Table, is_one: impl Fn(&str) -> bool) -> Vec<(&Codes, &Dictionary)> {
    let named = table.names.iter().zip(&table.columns).filter(|(name, _)| is_one(name));
    named
        .filter_map(|(_, column)| match column {
            Column::Coded { codes, dictionary, .. } => Some((codes, dictionary)),
            _ => None,
        })
        .collect()
}

/// How many records show `*` in every quasi-identifier *and* every sensitive attribute: they were
/// suppressed and kept, and say nothing about anybody.
fn hidden_records(table: &Table) -> u64 {
    let all: Vec<_> = coded(table, |_| true)
        .into_iter()
        .map(|(codes, dictionary)| (codes, dictionary.code(TOP)))
        .collect();
    let is_hidden = |row: &usize| all.iter().all(|(codes, star)| Some(codes.get(*row)) == *star);
    (0..table.rows).filter(is_hidden).count() as u64
}

/// The smallest class. Records that are hidden wholly are in none.
fn smallest(classes: &Tally, hidden: u64, stars: &[Option<Code>]) -> Option<u64> {
    let is_stars = |at: usize| {
        stars.iter().enumerate().all(|(attribute, &star)| Some(classes.code(at, attribute)) == star)
    };
    (0..classes.len())
        .map(|at| classes.counts()[at] - if is_stars(at) { hidden } else { 0 })
        .filter(|&size| size > 0)
        .min()
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
                Rule::KAnonymity { k: Size::Same(k) } => guarantee(Some(**k)),
                _ => unreachable!("the parser refuses what is not in this version"),
            })
            .collect(),
        None => vec![guarantee(None)],
    }
}
