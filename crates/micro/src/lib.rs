//! Microdata: finding and applying the decision that makes a table of people safe.
//!
//! A [`Lattice`] holds the full-domain generalisations, [`evaluate`] says what one of them would
//! cost and suppress, [`search`] finds the best, [`algorithm`] has the algorithms of the literature
//! behind one signature, [`cut`] generalisations with a level for each value, [`local`] the
//! methods by which records with the same value may come to show different labels, and a [`Recoding`]
//! is the decision as data.

pub mod algorithm;
pub mod catalogue;
pub mod cut;
pub mod evaluate;
pub mod lattice;
pub mod local;
pub mod recoding;
pub mod search;

pub use catalogue::ALGORITHMS;
pub use cut::Grouping;
pub use lattice::Lattice;
pub use recoding::{Generalized, Recoding};
