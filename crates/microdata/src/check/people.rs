//! The population beside a file that was generalised already.
//!
//! The population is not generalised, so somebody must say which of its people look like a class.
//! The hierarchies of the policy do: an attribute of the file is at the lowest level whose labels
//! are all that the file has, and the population is taken to that level, too.

use super::CheckOptions;
use crate::bind::kind;
use crate::population::{People, contains};
use ridotto_core::Watch;
use ridotto_core::class::Tally;
use ridotto_core::{Code, CodeColumn, Codes, Dictionary, Hierarchy};
use ridotto_io::{Column, Table};
use ridotto_policy::Policy;
use ridotto_release::Error;
use ridotto_release::hierarchy::compiled;
use ridotto_release::source_options;
use std::collections::HashSet;
use std::path::Path;

/// Counts the population that the policy names by what the file shows of the quasi-identifiers,
/// whose columns get the values of both.
pub(super) fn join(
    options: &CheckOptions,
    table: &mut Table,
    keys: &[(&str, usize)],
    watch: &dyn Watch,
) -> Result<Option<Tally>, Error> {
    let Some(policy) = &options.policy else { return Ok(None) };
    let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
    let stated = |name: &str| {
        let attribute = policy.attribute(name);
        attribute.and_then(|attribute| attribute.value_type.map(|stated| kind(*stated)))
    };
    let wanted: Vec<_> = keys.iter().map(|&(name, _)| (name, stated(name))).collect();
    let options = source_options(policy, options.threads);
    let Some(people) = People::read(policy, folder, &wanted, &options, watch)? else {
        return Ok(None);
    };
    let mut labels = Vec::with_capacity(keys.len());
    for (&(name, at), (codes, dictionary)) in keys.iter().zip(&people.columns) {
        let hierarchy = hierarchy(policy, name, codes, dictionary)?;
        let level = level(&hierarchy, &table.columns[at]).ok_or_else(|| Error::Usage {
            message: format!("the values of `{name}` are not those of one level of its hierarchy"),
            hint:
                "so nobody can say who of the population looks like them; was the file made with \
                   this policy?"
                    .into(),
        })?;
        let label = |&group: &Code| hierarchy.label(level, group).map(str::to_owned);
        labels.push(hierarchy.map(level).iter().map(label).collect::<Vec<_>>());
    }
    let places: Vec<usize> = keys.iter().map(|&(_, at)| at).collect();
    let people = people.join(table, &places, |key, _| labels[key].clone());
    let columns: Vec<CodeColumn<'_>> =
        places.iter().map(|&at| crate::requirement::coded(table, at)).collect();
    contains(policy, &columns, table.rows, &people)?;
    Ok(Some(people))
}

/// The hierarchy that the policy gives an attribute, for the values of some column.
pub(super) fn hierarchy(
    policy: &Policy,
    name: &str,
    codes: &Codes,
    dictionary: &Dictionary,
) -> Result<Hierarchy, Error> {
    let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
    let attribute = policy.attribute(name).expect("it is one of the policy's");
    let missing = source_options(policy, 0).missing;
    let counts = codes.histogram(dictionary.len());
    let compiled = compiled(attribute, folder, dictionary, &counts, &missing)?;
    Ok(compiled.map_err(|problem| policy.error([problem]))?)
}

/// The lowest level that has all labels of a column.
fn level(hierarchy: &Hierarchy, column: &Column) -> Option<usize> {
    let Column::Coded { dictionary, .. } = column else { return None };
    (0..=hierarchy.height()).find(|&level| {
        let groups = 0..hierarchy.groups(level) as Code;
        let known: HashSet<&str> =
            groups.filter_map(|group| hierarchy.label(level, group)).collect();
        let stays_missing = hierarchy.missing_group(level).is_some();
        dictionary.texts().iter().all(|text| known.contains(text))
            && (dictionary.missing().is_none() || stays_missing)
    })
}
