//! Tables: counts of people by dimensions, with the totals of every level.
//!
//! A table is built from records, held against its rules, written, and read again: every line must be
//! what a plain count of the records gives, none may be missing, and no cell may break a rule. It is a
//! kind of data as microdata are, on the same pipeline.

mod cube;
mod domain;
mod nodes;
mod plan;
mod recount;
pub mod rule;

pub use cube::Cube;
pub use domain::Tables;
pub use plan::Plan;
