//! Record linkage: who in one file is who in another?
//!
//! The intruder has a file of people (*from*) and looks for each of them in another (*to*): the
//! released file, or the other way round. Where both files' records are known to be the same people
//! (*truth*), the share of right links is a disclosure risk that needs no model of privacy, and so
//! can be compared across all methods of masking.
//!
//! - [`distance`]: the nearest record; also by [`rank`], within blocks, or with the knowledge of
//!   some people or attributes only.
//! - [`probabilistic`]: Fellegi and Sunter's, with estimates by expectation and maximisation.
//! - [`learn`]: the worst case, where the intruder learns the best distance from the true links.
//! - [`transparency`]: attacks that use the published parameters of a method.

pub mod aggregation;
pub mod agreement;
pub mod distance;
pub(crate) mod entries;
mod error;
mod game;
pub mod knowledge;
pub mod learn;
pub mod probabilistic;
pub mod rank;
mod space;
pub mod transparency;
mod tree;

pub use error::LinkageError;
pub use space::{Attribute, Difference};
