//! Microaggregation: records that are alike become groups of at least k, and each group's values
//! become its center.
//!
//! # What it preserves
//! Means of attributes, exactly, if the center is the mean (up to the decimals that are written).
//! Variances and covariances become smaller by the part within groups, whose share L = SSE/SST is
//! reported. Group by group, sums stay as they were.
//!
//! # Guarantee
//! If all quasi-identifiers are microaggregated together, and nothing is missing, every combination
//! of their values occurs at least k times: the file is k-anonymous. The outcome says what k was
//! reached, counted on the masked columns.
//!
//! # Does not protect against
//! Attributes that were grouped on their own (`individual`, `parts`): the averages before and after
//! say between what a value lies. Learning a sensitive value that all records of a group share:
//! give [`mask_where`] a constraint on groups. Differential privacy: groups of MDAV and its like
//! depend on every record. What [`insensitive`] makes is meant for that, and is a type of its own;
//! [`means`](crate::noise::means) adds the noise.
//!
//! # Parameters
//! See [`Options`]. Which algorithm: `best` loses least; `mdav` is what others use and compare with;
//! `optimal` is exact for one attribute.
//!
//! # Cost
//! Sorting for orders and `optimal`; quadratic time for the others up to [`Options::exact`]
//! records, beyond that blocks of neighbours and linear time. Memory is linear.
//!
//! # References
//! D. Defays, P. Nanopoulos (1993), *Panels of enterprises and confidentiality: the small aggregates
//! method*. J. Domingo-Ferrer, J. M. Mateo-Sanz (2002), *Practical data-oriented microaggregation
//! for statistical disclosure control*, doi:10.1109/69.979982.

mod best;
pub(crate) mod bind;
mod blocks;
mod center;
mod check;
mod constraint;
mod embed;
mod entry;
mod genetic;
mod groups;
mod improve;
mod insensitive;
mod k_ward;
mod mdav;
mod models;
mod named;
mod nearest;
mod options;
mod order;
mod outcome;
mod partition;
mod path;
mod patterns;
mod points;
mod required;
mod run;
mod tree;
mod unlike;
mod v_mdav;
mod ward;
mod written;

pub use center::{Masked, MaskedColumn};
pub use constraint::Lack;
pub use entry::MICROAGGREGATE;
pub use groups::{Groups, Loss};
pub use insensitive::{Insensitive, insensitive};
pub use k_ward::Step;
pub use models::lacking;
pub use options::{Algorithm, Center, Dissimilarity, Missing, Options, Scaling};
pub use outcome::{Note, Outcome};
pub use partition::{group, k_ward_steps};
pub use points::Points;
pub use run::{mask, mask_where, places};
pub use ward::{Merge, dendrogram, dissimilarities};
