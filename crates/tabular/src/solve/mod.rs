//! Solvers for the methods that protect tables, in Rust alone. What audits tables has its own: the two
//! share no code, so that an error of one cannot hide in the other.

mod covering;
mod moves;

pub use covering::{Bounds, Covering, Row, Solved};
pub use moves::{Farthest, Moves};
