//! Binding microdata: a policy meets columns. Nothing is read but their names and types, and nothing is
//! drawn; errors of values are born later, when data are prepared.

mod chosen;
mod coded_ends;
mod columns;
mod method;
mod plan;
mod portfolio;
mod private;
mod quasi_identifiers;
mod requirements;
mod together;

pub(crate) use columns::{BoundColumn, kind};
pub(crate) use method::Method;
pub(crate) use method::without_levels;
pub use plan::Plan;
pub(crate) use plan::{names_of, wanted};
pub(crate) use portfolio::{MONDRIAN, Portfolio, RELAXED, cannot_serve, rivals};
pub(crate) use private::{asked as private_requirement, few_enough, without_persons};
pub(crate) use quasi_identifiers::{Attributes, QuasiIdentifier, bind as bind_attributes, lints};
pub(crate) use requirements::{
    RequirementContext, bind as bind_requirements, parameters, person_together, target, to_save,
    told,
};
pub(crate) use together::serves;
