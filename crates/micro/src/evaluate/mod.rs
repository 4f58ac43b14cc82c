//! What a generalisation would do: how many records it would suppress, how many classes it would
//! leave, and the figures that objectives need.

mod halves;
mod rollup;

pub use halves::Halves;
pub use rollup::Rollup;

use ridotto_core::objective::Outcome;

/// Looks at nodes of a lattice, one after the other.
pub trait Evaluate {
    /// What is seen at a node; `None` if more than `limit` records would have to be suppressed.
    fn evaluate(&mut self, levels: &[u8], limit: u64) -> Option<Outcome>;
}
