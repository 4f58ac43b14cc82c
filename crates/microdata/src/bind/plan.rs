//! A plan for microdata: what will be done to which column.

use super::chosen::chosen;
use super::columns::{self, BoundColumn};
use super::method::Method;
use super::portfolio::Portfolio;
use super::private::{self, PersonsKept};
use crate::saved::SavedRecoding;
use ridotto_core::model::Private;
use ridotto_core::objective::Objective;
use ridotto_io::{ReadAs, SourceOptions};
use ridotto_policy::{Policy, PolicyError, language};
use ridotto_release::Error;
use ridotto_release::{Input, Opened, Siblings, Steps, StepsOf, folder_of};
use std::path::PathBuf;
use std::sync::Arc;

/// A policy for microdata, tied to columns.
#[derive(Debug)]
pub struct Plan {
    /// The policy.
    pub policy: Arc<Policy>,
    /// Where files that the policy names are.
    pub(crate) folder: PathBuf,
    /// How files are read.
    pub(crate) reading: SourceOptions,
    /// The names of the columns.
    pub(crate) names: Vec<String>,
    /// What becomes of each column.
    pub(crate) columns: Vec<BoundColumn>,
    /// What is read of each, for the release and for the steps.
    pub(crate) wants: Vec<ReadAs>,
    /// What is done to the table before anything is decided.
    pub(crate) steps: Steps,
    /// How the release is found.
    pub(crate) method: Method,
    /// What is tried, if several methods are.
    pub(crate) portfolio: Portfolio,
    /// What is made as small as it can be.
    pub(crate) objective: Objective,
    /// How the release is made differentially private, if it is.
    pub(crate) private: Option<Private>,
    /// How many records of each person are kept, if that is asked for.
    pub(crate) persons: Option<PersonsKept>,
    /// The decision that is made again, if it was made before.
    pub(crate) saved: Option<Arc<SavedRecoding>>,
    /// Files that are read besides those of the policy.
    pub(crate) others: Vec<PathBuf>,
    /// What stands beside microdata.
    pub(crate) siblings: Siblings,
}

impl Plan {
    /// Ties a policy to columns.
    pub fn bind(policy: &Arc<Policy>, inputs: &Opened, siblings: &Siblings) -> Result<Self, Error> {
        let (method, objective) = chosen(policy)?;
        let portfolio = match method {
            Method::Best => Portfolio::of(policy)?,
            _ => Portfolio::default(),
        };
        let input = inputs.first();
        let source = &*input.source;
        source.expect(policy.attributes.iter().map(|attribute| attribute.name.as_str()))?;
        let mut columns = columns::bind(policy, source)?;
        columns::asked(policy, source, &columns)?;
        let private = private::bind(policy, input, &mut columns)?;
        private::bind_steps(policy, input, &mut columns, siblings)?;
        let names = names_of(input);
        let persons = PersonsKept::of(policy, &names, &mut columns);
        let policy = &private::forgetting(policy);
        let mut wants = wants(policy, &names, &mut columns, siblings)?;
        if let Some(persons) = &persons {
            persons.read(&mut wants);
        }
        let folder = folder_of(policy);
        let listed: Vec<&str> = names.iter().map(String::as_str).collect();
        let steps = (siblings.steps)(&StepsOf {
            policy,
            names: &listed,
            wanted: &wanted(&columns),
            folder,
            reading: &inputs.options,
            instead: None,
        })?;
        Ok(Self {
            policy: Arc::clone(policy),
            folder: folder.to_owned(),
            reading: inputs.options.clone(),
            names,
            columns,
            wants,
            steps,
            method,
            portfolio,
            objective,
            private,
            persons,
            saved: None,
            others: Vec::new(),
            siblings: siblings.clone(),
        })
    }

    /// What is wrong with a policy alone, before a file is opened.
    pub fn check(policy: &Policy) -> Result<(), PolicyError> {
        chosen(policy).map(drop)
    }

    /// Whether it makes a decision again that was made before.
    pub fn is_restored(&self) -> bool {
        self.saved.is_some()
    }

    /// The columns and what becomes of them.
    pub fn roles(&self) -> impl Iterator<Item = (&str, language::Role, bool)> {
        let names = self.names.iter().map(String::as_str);
        names.zip(&self.columns).map(|(name, column)| (name, column.role, column.is_released()))
    }
}

/// The names of the columns of some data.
pub(crate) fn names_of(input: &Input) -> Vec<String> {
    input.source.columns().iter().map(|field| field.name.clone()).collect()
}

/// Which columns are wanted when all steps are done; others are forgotten then.
pub(crate) fn wanted(columns: &[BoundColumn]) -> Vec<bool> {
    columns.iter().map(|column| column.want != ReadAs::Skip).collect()
}

/// What is read of each column, for the release and for the masking steps. What a step deletes is
/// not released.
fn wants(
    policy: &Policy,
    names: &[String],
    columns: &mut [BoundColumn],
    siblings: &Siblings,
) -> Result<Vec<ReadAs>, PolicyError> {
    let listed: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut wants: Vec<_> = columns.iter().map(|column| column.want).collect();
    (siblings.wants)(policy, &listed, &mut wants)?;
    for (column, name) in columns.iter_mut().zip(names) {
        if policy.is_deleted(name) {
            column.want = ReadAs::Skip;
            column.is_released = false;
        }
    }
    Ok(wants)
}
