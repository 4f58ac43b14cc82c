//! Two files that were read: what the measures and the attacks say of them.
//!
//! Everywhere else a measure is a function of plain columns. Here files are opened as their policy
//! says, columns are put side by side, and what was found becomes a report.

pub mod assess;
pub mod attack;
mod likened;
pub mod pair;
