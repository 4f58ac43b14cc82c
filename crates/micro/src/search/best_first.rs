//! The best-first search of a lattice too large to list: it always works where the least is known.
//!
//! As [`large`](super::large()) it aims at better nodes where a surrogate expects them, and shares
//! the looks with a proof by boxes. The proof takes the box with the lowest bound first, so that
//! the bound it can report, what any node scores at least, rises with every look. Depth first, as
//! `large` does it, is sooner done where a proof can be completed; best first knows more where it
//! cannot: for 10 to 40 quasi-identifiers and a time limit.

use super::boxes::Boxes;
use super::large::aim_and_prove;
use super::{SearchResult, Task};
use crate::evaluate::{Evaluate, Subsets};
use ridotto_core::Watch;

/// Finds a good node of any lattice and says how much better another could be; the best if it is
/// given the time.
pub fn best_first<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    subsets: Option<&mut Subsets<'_>>,
    watch: &dyn Watch,
) -> SearchResult {
    aim_and_prove(task, Boxes::lowest_first(task), evaluate, subsets, watch)
}
