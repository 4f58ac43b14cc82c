//! The verbs.

pub mod anonymize;
pub mod apply;
pub mod assess;
pub mod attack;
pub mod check;
pub mod combine;
pub mod completions;
pub mod explain;
pub mod explore;
mod guarantee;
pub mod hierarchy;
pub mod init;
pub mod inspect;
pub mod ledger;
pub mod man;
pub mod plan;
pub mod pseudonymize;
pub mod reidentify;
pub mod report;
pub mod schema;
mod summary;
pub mod table;
