//! The verbs.

pub mod anonymize;
pub mod apply;
pub mod check;
pub mod completions;
mod guarantee;
pub mod hierarchy;
pub mod plan;
pub mod schema;
mod summary;
