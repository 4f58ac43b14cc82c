//! What judges: classes one by one, or a table as a whole.

use ridotto_core::model::Decisive;
use ridotto_core::{Bound, ClassModel, ClassTable, TableModel, UnionRule};
use std::sync::Arc;

/// A model that judges classes, or a table as a whole.
#[derive(Debug)]
pub enum Judge {
    /// Every class must hold.
    Class(Arc<dyn ClassModel>),
    /// The table must hold.
    Table(Box<dyn TableModel>),
}

impl Judge {
    /// The model's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Class(model) => model.name(),
            Self::Table(model) => model.name(),
        }
    }

    /// What the statistic must keep to.
    pub fn bound(&self) -> Bound {
        match self {
            Self::Class(model) => model.bound(),
            Self::Table(model) => model.bound(),
        }
    }

    /// What decides about a table; `None` if it has no class.
    pub fn decisive(&self, table: &ClassTable) -> Option<Decisive> {
        match self {
            Self::Class(model) => model.decisive(table),
            Self::Table(model) => {
                (!table.is_empty()).then(|| Decisive::of_bound(model.bound(), model.level(table)))
            }
        }
    }

    /// Whether a table satisfies it.
    pub fn holds(&self, table: &ClassTable) -> bool {
        match self {
            Self::Class(model) => table.classes().all(|class| model.holds(class)),
            Self::Table(model) => model.holds(table),
        }
    }

    /// If it says no more than "a class has at least so many rows", how many.
    pub fn least_size(&self) -> Option<u64> {
        match self {
            Self::Class(model) => model.least_size(),
            Self::Table(_) => None,
        }
    }

    /// What a union of classes keeps; of a table as a whole nothing is promised.
    pub fn union_rule(&self) -> UnionRule {
        match self {
            Self::Class(model) => model.union_rule(),
            Self::Table(_) => UnionRule::NoPromise,
        }
    }
}
