//! Records that have every value that a file's labels tell of: what a policy is bound to where there are no
//! data, so that its hierarchies know their values.

use crate::written::hidden_texts;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use ridotto_argus::output::output;
use ridotto_core::hierarchy::Builder;
use ridotto_io::{FileSource, whole_text};
use ridotto_policy::{Attribute, Policy};
use ridotto_release::hierarchy::{builder, named};
use ridotto_release::{Error, folder_of, metadata};
use ridotto_table::{Block, Source, SourceOptions};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// One record after the other with the values of each dimension; all other columns of the policy have `0`.
pub fn batch_of_labels(policy: &Policy, file: &Path) -> Result<RecordBatch, Error> {
    let dimensions: Vec<&str> = dimensions(policy);
    let labels = labels(policy, &dimensions, file)?;
    let mut values = Vec::new();
    for (name, labels) in dimensions.iter().zip(labels) {
        let attribute = policy.attribute(name).expect("dimensions are attributes");
        values.push(leaves(policy, attribute, labels)?);
    }
    let rows = values.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let column = |attribute: &Attribute| -> (String, ArrayRef) {
        let at = dimensions.iter().position(|name| *name == attribute.name.as_str());
        let value = |row: usize| match at.map(|at| &values[at]) {
            Some(values) => values.get(row % values.len().max(1)).cloned().flatten(),
            None => Some("0".to_owned()),
        };
        let all: StringArray = (0..rows).map(value).collect();
        (attribute.name.value.clone(), Arc::new(all))
    };
    let columns = policy.attributes.iter().map(column);
    let columns = columns.map(|(name, array)| (name, array, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns);
    Ok(batch.expect("columns have names of their own and are of one length"))
}

/// The dimensions of all tables, each once, in the order of the columns of a file.
fn dimensions(policy: &Policy) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in policy.tables.iter().flat_map(|table| &table.dimensions) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

type Labels = BTreeSet<Option<String>>;

/// What stands in the columns of the dimensions.
fn labels(policy: &Policy, dimensions: &[&str], file: &Path) -> Result<Vec<Labels>, Error> {
    let mut missing = hidden_texts(file);
    missing.push(String::new());
    let options = SourceOptions { digest: false, missing, ..SourceOptions::default() };
    let mut labels = vec![Labels::new(); dimensions.len()];
    if let Ok(source) = FileSource::open(file, &options) {
        let place = |name: &str| source.columns().iter().position(|field| field.name == name);
        let places: Option<Vec<usize>> = dimensions.iter().map(|name| place(name)).collect();
        if let Some(places) = places.filter(|_| place("status").is_some()) {
            let each = |all: &mut Vec<Labels>, block: &Block<'_>| -> Result<(), Error> {
                for row in 0..block.rows() {
                    for (at, of) in all.iter_mut().enumerate() {
                        let text = block.cell(row, at).map(Cow::into_owned);
                        of.insert(text.filter(|text| !text.is_empty()));
                    }
                }
                Ok(())
            };
            let start = || vec![Labels::new(); dimensions.len()];
            for state in source.scan(&places, start, each, &())?.states {
                labels.iter_mut().zip(state).for_each(|(all, more)| all.extend(more));
            }
            return Ok(labels);
        }
    }
    let text = whole_text(file)?;
    let lines = output(&text, dimensions.len()).map_err(|fault| Error::of_fault(file, fault))?;
    let metadata = metadata(policy)?;
    for line in lines {
        for ((code, name), of) in line.codes.into_iter().zip(dimensions).zip(&mut labels) {
            let variable = metadata.as_ref().and_then(|all| all.variable(name));
            let is_missing = variable.is_some_and(|of| of.missing.contains(&code));
            of.insert((!is_missing).then_some(code));
        }
    }
    Ok(labels)
}

/// The labels that are values: not the total, and no groups.
fn leaves(
    policy: &Policy,
    attribute: &Attribute,
    labels: Labels,
) -> Result<Vec<Option<String>>, Error> {
    let total = &policy.release.total;
    let labels = labels.into_iter().filter(|label| label.as_deref() != Some(total.as_str()));
    let labels: Vec<Option<String>> = labels.collect();
    let Some(source) = &attribute.hierarchy else { return Ok(labels) };
    let built = builder(&source.value, folder_of(policy))?;
    let is_value: Box<dyn Fn(&str) -> bool> = match &built {
        Builder::Table(_) | Builder::Groups(_) => {
            let values = named(&built);
            Box::new(move |label| values.contains(label))
        }
        Builder::Digits(lengths) => {
            let longest = lengths.first().copied().unwrap_or(0);
            Box::new(move |label| label.chars().count() > usize::from(longest))
        }
        _ => {
            let name = &attribute.name;
            return Err(Error::Usage {
                message: format!(
                    "the values of `{name}` cannot be told from its groups without the data"
                ),
                hint: "name the data: `TableAuditOptions::input`".into(),
            });
        }
    };
    Ok(labels.into_iter().filter(|label| label.as_deref().is_none_or(&is_value)).collect())
}
