//! Tables: counts, sums and means by dimensions, with the totals of every level.
//!
//! A table is built from records (`cube`), all cells of all tables are one system (`cells`), rules say which
//! of them are sensitive (`judge`), a method protects these (`method`), and what would be published is
//! attacked before it is written (`protect`, `safety`). What was written is read again, held against a plain
//! count of the records, and attacked once more (`verify`). It is a kind of data as microdata are, on the
//! same pipeline.

mod account;
mod additive;
pub mod adjust;
mod apriori;
mod audited;
pub mod cell_key;
mod cells;
mod cube;
mod domain;
mod drawn;
mod everybody;
mod examine;
mod given;
mod group;
mod guess;
mod intervals;
mod jj;
mod judge;
mod lines;
pub mod method;
mod nodes;
mod plan;
pub mod private;
mod protect;
mod published;
pub mod recode;
mod records;
mod recount;
mod rejudge;
pub mod round;
pub mod rule;
mod safety;
#[cfg(test)]
mod samples;
pub mod solve;
mod space;
pub mod suppress;
mod tops;
mod verify;
mod written;

pub use audited::{TableAuditOptions, audit_table};
pub use domain::Tables;
pub use examine::{Examination, Whom, batch_of_labels, examine, examine_alone, examine_jj};
pub use method::ptable;
pub use plan::Plan;
