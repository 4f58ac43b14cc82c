//! The search by bounds of [`best_first`](crate::search::best_first) as the catalogue has it.

use super::Algorithm;
use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{AlgorithmFacts, Certainty, Entry, Facts, Family, Status, Worked};

/// Best-first search as the catalogue has it.
pub static BEST_FIRST: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "best-first",
        title: "Best-first search",
        aliases: &["lightning", "anytime search", "branch and bound"],
        formula: "open the box of nodes with the lowest bound, until time is up",
        status: Status::Now,
        summary: "The most promising first, until time runs out.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::Bounded,
            searches: "boxes of nodes, the lowest bound first",
            minimises: "the objective",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: true,
            cost: "as long as it is given",
            done: "It looked at the most promising generalisations first, as long as it was given time.",
        }),
        advice: include_str!("best_first.md"),
        references: &[],
        example: "[release]\nalgorithm = \"best-first\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"best-first\"\n",
            "Ages have four levels (years, decades, twenty years, `*`), postcodes six, sex two: `4 * 6 * 2 = 48` generalisations. The search opens the part of the lattice with the lowest bound first; there it finds a loss of **0.5714**, and all other bounds are higher. With a time limit it would stop and say how far the best that it found may be from the least.",
            &["loss 0.5714: the least possible of 48 generalisations (1 looked at)"],
        ),
    },
    approach: Approach::ByValue(Algorithm::BestFirst),
};
