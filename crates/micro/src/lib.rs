//! Microdata: finding and applying the decision that makes a table of people safe.
//!
//! A [`Lattice`] holds the full-domain generalisations, [`evaluate`] says what one of them would
//! cost and suppress, [`search`] finds the best, and a [`Recoding`] is the decision as data. [`local`] has the methods by which
//! records with the same value may come to show different labels.

pub mod evaluate;
pub mod lattice;
pub mod local;
pub mod recoding;
pub mod search;

pub use lattice::Lattice;
pub use recoding::{Generalized, Labelling, Recoding};
