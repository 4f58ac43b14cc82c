//! Local recoding: records with the same value may show different labels.
//!
//! [`mondrian`] cuts the space of the keys into regions, [`cell`] generalises cells by their
//! hierarchies, [`suppression`] takes single cells away. What is decided is a [`Grouping`]: the
//! group of each row and what the rows of each group show. All methods work on *units*, the
//! distinct tuples of keys (and of sensitive values where a model looks at them) with their
//! counts; rows appear at the very end ([`assign_rows`]).

mod assign;
mod axis;
pub mod cell;
mod group_check;
mod grouping;
mod least;
pub mod mondrian;
mod numbers;
mod outliers;
pub mod suppression;

pub use assign::{Share, assign_rows};
pub use axis::{Axis, Summary};
pub use group_check::{GroupCheck, NoGroups, Probe};
pub use grouping::{Grouping, SUPPRESSED, Shown};
pub use least::{Apart, least_loss};
pub(crate) use numbers::Numbers;
pub use outliers::{Outliers, excess};
