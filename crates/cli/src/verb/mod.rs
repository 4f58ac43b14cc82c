//! The verbs.

pub mod anonymize;
pub mod apply;
pub mod check;
pub mod completions;
pub mod explain;
mod guarantee;
pub mod hierarchy;
pub mod plan;
pub mod schema;
mod summary;
