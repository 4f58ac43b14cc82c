//! A requirement tied to data: the model that judges, of what, and over which quasi-identifiers.

use ridotto_catalogue::Entry;
use ridotto_core::class::Joint;
use ridotto_core::model::{Model, Relative};
use ridotto_core::{ClassModel, ClassTable, CodeColumn, Dictionary, Scope};
use ridotto_io::{Column, Table};
use ridotto_micro::evaluate;
use ridotto_report::Parameter;
use std::fmt;
use std::sync::Arc;

/// A requirement, ready to judge.
pub struct Requirement {
    /// The model.
    pub model: Model,
    /// The sensitive attribute that it is about, if any; several are joined by `+`.
    pub attribute: Option<String>,
    /// Its parameters by name.
    pub parameters: Vec<(&'static str, Parameter)>,
    /// The quasi-identifiers that it is asked of.
    pub scope: Scope,
    /// How it is made from another distribution than the whole input's, if it compares with one.
    pub(crate) relative: Option<Relative>,
    /// What is known of the model.
    pub(crate) entry: Option<&'static Entry>,
}

impl fmt::Debug for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, attribute, parameters, scope, .. } = self;
        write!(f, "Requirement({model:?}, {attribute:?}, {parameters:?}, {scope:?})")
    }
}

impl Requirement {
    /// The level of a table against the distribution of its own rows, for models that are asked
    /// against the whole input's.
    pub(crate) fn attained_among(&self, table: &ClassTable) -> Option<f64> {
        self.relative.as_ref()?.attained_among(table)
    }

    /// The requirement as searches ask it of this many quasi-identifiers.
    pub(crate) fn asked(&self, keys: usize) -> evaluate::ScopedModel<'_> {
        let model = match &self.model {
            Model::PerClass(model) => evaluate::ModelRef::Class(&**model),
            Model::PerTable(model) => evaluate::ModelRef::Table(&**model),
        };
        evaluate::ScopedModel { model, subsets: self.scope.subsets(keys) }
    }

    /// The model, if it judges classes over all quasi-identifiers together.
    pub(crate) fn of_all(&self) -> Option<&Arc<dyn ClassModel>> {
        match &self.model {
            Model::PerClass(model) if self.scope == Scope::All => Some(model),
            _ => None,
        }
    }
}

/// A column that models look at: the histograms of a class table are made of these.
#[derive(Debug)]
pub(crate) enum ModelColumn {
    /// A column of the data.
    Column(usize),
    /// Several columns of the data taken as one.
    Joint(Joint),
}

impl ModelColumn {
    /// The codes, and how many values there are.
    pub fn column<'a>(&'a self, table: &'a Table) -> CodeColumn<'a> {
        match self {
            Self::Column(at) => coded(table, *at),
            Self::Joint(joint) => joint.column(),
        }
    }
}

/// A column that was read as codes.
pub(crate) fn coded(table: &Table, at: usize) -> CodeColumn<'_> {
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => CodeColumn { codes, values: dictionary.len() },
        _ => unreachable!("what is judged is read as codes"),
    }
}

/// The values of such a column.
pub(crate) fn dictionary(table: &Table, at: usize) -> &Dictionary {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary,
        _ => unreachable!("what is judged is read as codes"),
    }
}
