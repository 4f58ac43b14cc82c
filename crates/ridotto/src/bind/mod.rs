//! Binding microdata: a policy meets columns. Nothing is read but their names and types, and nothing is
//! drawn; errors of values are born later, when data are prepared.

mod columns;
mod method;
mod plan;
mod quasi_identifiers;
mod requirements;
mod together;

pub(crate) use columns::{BoundColumn, kind};
pub(crate) use method::Method;
pub(crate) use method::without_levels;
pub use plan::Plan;
pub(crate) use plan::{names_of, steps as bind_steps};
pub(crate) use quasi_identifiers::{Attributes, QuasiIdentifier, bind as bind_attributes, lints};
pub use requirements::Requirement;
pub(crate) use requirements::{
    Judged, Setting, bind as bind_requirements, coded, missing_rule, parameters, person_together,
    target, to_save, told,
};
pub(crate) use together::serves;
