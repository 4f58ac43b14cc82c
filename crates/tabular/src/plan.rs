//! A plan for tables: which columns are counted, and which rules hold.

use crate::rule::MINIMUM_FREQUENCY;
use ridotto_catalogue::similar;
use ridotto_policy::language::Role;
use ridotto_policy::{Policy, Problem, Spanned};
use ridotto_release::reading::kind;
use ridotto_release::{Error, Opened, folder_of};
use ridotto_table::ReadAs;
use std::path::PathBuf;
use std::sync::Arc;

/// A policy for tables, tied to columns.
#[derive(Debug)]
pub struct Plan {
    /// The policy.
    pub policy: Arc<Policy>,
    /// Where files that the policy names are.
    pub(crate) folder: PathBuf,
    /// The texts that mean "missing".
    pub(crate) missing: Vec<String>,
    /// What is read of each column.
    pub(crate) wants: Vec<ReadAs>,
    /// The dimensions in the order of the columns that are written: name and place in the data.
    pub(crate) dimensions: Vec<(String, usize)>,
    /// The tables: a name, and places among the dimensions.
    pub(crate) tables: Vec<(Option<String>, Vec<usize>)>,
    /// How many records a cell must have that has any.
    pub(crate) least: u64,
}

impl Plan {
    /// Ties a policy to columns.
    pub(crate) fn bind(policy: &Arc<Policy>, inputs: &Opened) -> Result<Self, Error> {
        let source = &*inputs.first().source;
        source.expect(policy.attributes.iter().map(|attribute| attribute.name.as_str()))?;
        let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
        let lacking: Vec<Problem> = policy
            .attributes
            .iter()
            .filter(|attribute| !names.contains(&attribute.name.as_str()))
            .map(|attribute| lacking(&attribute.name, &names))
            .collect();
        if !lacking.is_empty() {
            return Err(policy.error(lacking).into());
        }
        let mut dimensions: Vec<(String, usize)> = Vec::new();
        for name in policy.tables.iter().flat_map(|table| &table.dimensions) {
            let at = names.iter().position(|other| *other == name.value);
            if let Some(at) = at.filter(|_| dimensions.iter().all(|(of, _)| *of != name.value)) {
                dimensions.push((name.value.clone(), at));
            }
        }
        let place = |name: &Spanned<String>| {
            let found = dimensions.iter().position(|(of, _)| *of == name.value);
            found.expect("every dimension of a table is among the dimensions")
        };
        let tables = policy.tables.iter().map(|table| {
            let name = table.name.as_ref().map(|name| name.value.clone());
            (name, table.dimensions.iter().map(place).collect())
        });
        let want = |name: &&str| match policy.attribute(name) {
            Some(attribute) if *attribute.role == Role::Dimension => {
                ReadAs::Code { kind: attribute.value_type.map(|stated| kind(*stated)) }
            }
            _ => ReadAs::Skip,
        };
        let rules = policy.requirements.iter();
        let rules = rules.filter(|asked| asked.is(MINIMUM_FREQUENCY.entry.name));
        Ok(Self {
            folder: folder_of(policy).to_owned(),
            missing: inputs.options.missing.clone(),
            wants: names.iter().map(want).collect(),
            tables: tables.collect(),
            least: rules.map(|asked| asked.given.whole("n")).max().unwrap_or(1),
            dimensions,
            policy: Arc::clone(policy),
        })
    }

    /// Whether the lines say of which table they are.
    pub(crate) fn has_several(&self) -> bool {
        self.tables.len() > 1
    }
}

fn lacking(name: &Spanned<String>, names: &[&str]) -> Problem {
    Problem::error("bind::no-such-column", format!("the data have no column `{name}`"))
        .at(name.span, "not in the data")
        .with_help(similar(name, names))
}
