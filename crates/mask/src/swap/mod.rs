//! Swapping: true values that stand in other people's records.
//!
//! Every method here moves values and invents none, so each attribute's distribution stays exactly
//! as it was (`cross_set` takes the second file's instead). What is lost is what attributes have to
//! do with each other, and each method loses less of that in a way of its own:
//!
//! - [`rank`]: values swap with values of nearly the same rank;
//! - [`pairs`] and [`targeted`](pairs::targeted): records swap with similar records, at random or
//!   if they are at risk;
//! - [`cross_set`]: values come from a second file, by rank;
//! - [`shuffle`]: values are dealt out again by what a model expects of each record.
//!
//! # Does not protect against
//! A value that is rare in itself is still in the file, only with another person: that it exists is
//! disclosed. Who knows the range of rank swapping finds the few ranks from which a value can come
//! (see the transparency attack in the measures), and many attributes together then often point at
//! one record. Missing values stay missing, so a pattern of gaps identifies as it did before.
//!
//! # References
//! T. Dalenius, S. Reiss (1982), *Data-swapping: a technique for disclosure control*,
//! doi:10.1016/0378-3758(82)90058-1. R. Moore (1996), *Controlled data-swapping techniques for
//! masking public use microdata sets*. K. Muralidhar, R. Sarathy (2006), *Data shuffling: a new
//! masking approach for numerical data*, doi:10.1287/mnsc.1050.0503.

pub(crate) mod bind;
pub(crate) mod bind_shuffle;
mod check;
pub mod cross_set;
mod entry;
mod kind;
mod order;
pub mod pairs;
pub mod rank;
pub mod shuffle;
mod similar;

pub use entry::{SHUFFLE, SWAP};
pub use kind::SwapKind;
