//! What the tests of ridotto's crates share: small tables, random tables, golden vectors, and
//! where the large data sets are if they are there.

pub mod data;
pub mod golden;
pub mod tables;

pub use tables::{Small, small};
