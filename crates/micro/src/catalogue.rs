//! Every algorithm, and every preference among solutions.

pub use crate::algorithm::PREFERENCES;
pub use crate::algorithm::definitions::BEST;
use crate::algorithm::{AlgorithmDefinition, Approach, definitions};
use crate::local::{cell, mondrian, suppression};

/// Mondrian, as the catalogue has it.
pub static MONDRIAN: AlgorithmDefinition =
    AlgorithmDefinition { entry: mondrian::ENTRY, approach: Approach::Regions };

/// Local recoding, as the catalogue has it.
pub static LOCAL_RECODING: AlgorithmDefinition =
    AlgorithmDefinition { entry: cell::ENTRY, approach: Approach::Cells };

/// Local suppression, as the catalogue has it.
pub static LOCAL_SUPPRESSION: AlgorithmDefinition =
    AlgorithmDefinition { entry: suppression::ENTRY, approach: Approach::Suppression };

/// Every algorithm, in the order of the book.
pub static ALGORITHMS: &[&AlgorithmDefinition] = &[
    &definitions::OPTIMAL,
    &BEST,
    &definitions::SAMARATI,
    &definitions::INCOGNITO,
    &definitions::MINGEN,
    &definitions::DATAFLY,
    &definitions::MU_ARGUS,
    &definitions::BOTTOM_UP,
    &definitions::TOP_DOWN,
    &definitions::K_OPTIMIZE,
    &definitions::BEST_FIRST,
    &definitions::GENETIC,
    &MONDRIAN,
    &LOCAL_RECODING,
    &LOCAL_SUPPRESSION,
    &definitions::NONE,
];

/// The algorithm of a name.
pub fn algorithm(name: &str) -> Option<&'static AlgorithmDefinition> {
    ALGORITHMS.iter().copied().find(|algorithm| algorithm.entry.name == name)
}
