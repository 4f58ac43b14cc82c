//! What an attacker infers from published tables.
//!
//! A table whose cells are hidden here and there still has its sums. Whoever adds up and subtracts, and
//! knows that no value is below nothing, narrows down what the hidden cells can be; who contributed to
//! them knows more. This crate finds out how far: it takes the cells, the relations between them and
//! what is published, and knows nothing of how cells were chosen to be hidden. What protects tables asks
//! it, and no method is let off: a table leaves only if it says so.
//!
//! That a cell is safe is shown by *witnesses*: tables that are possible for the attacker, with the cell
//! far enough from its true value. Each witness is added up again before it counts.

mod audit;
mod believed;
mod block;
mod everybody;
mod knowledge;
mod null_space;
mod number;
mod reach;
#[cfg(test)]
mod samples;
mod shortfall;
mod simplex;
mod system;
mod witness;

pub use audit::{Attacker, Audit, Direction, Interval, Need, Proof, Verdict, fixed};
pub use everybody::{Everybody, Renumbered};
pub use knowledge::{Contributor, Contributors, Outside};
pub use system::{Relation, System};
