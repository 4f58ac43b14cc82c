//! No search at all: the lowest levels that are allowed.

use super::Algorithm;
use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{AlgorithmFacts, Certainty, Entry, Facts, Family, Status, Worked};

/// No search as the catalogue has it.
pub static NONE: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "none",
        title: "No search",
        aliases: &["nothing", "masking only"],
        formula: "the lowest levels that are allowed",
        status: Status::Now,
        summary: "Searches for nothing: values stay as masking steps left them, or on their `min-level`.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::Nothing,
            result: Certainty::Heuristic,
            searches: "nothing: the lowest levels allowed",
            minimises: "nothing",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: false,
            cost: "one look",
            done: "Nothing was searched for: the masking steps alone made the release.",
        }),
        advice: include_str!("none.md"),
        references: &[],
        example: "[release]\nalgorithm = \"none\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"none\"\n",
            "Nothing is generalised. Every age and postcode is one person's own, so **8 of 8 records** are alone, none may be suppressed, and the release is refused. With masking steps before it, or on a file that is safe already, it releases what it finds.",
            &[
                "as they stand, 8 of 8 records are in classes smaller than 2, and 0 may be suppressed.",
            ],
        ),
    },
    approach: Approach::ByValue(Algorithm::None),
};
