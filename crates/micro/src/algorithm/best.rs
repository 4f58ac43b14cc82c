//! The best of several algorithms, as the catalogue has it.

use super::definition::{AlgorithmDefinition, Approach};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Generalize, Status, Suppress, Worked,
};

/// The best of what several methods find.
pub static BEST: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "best",
        title: "The best of several methods",
        aliases: &["portfolio", "algorithm portfolio"],
        formula: "argmin over the methods that can serve, of the objective of what each finds",
        status: Status::Now,
        summary: "Tries every method that can serve, and keeps the one that loses least.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::Local,
            result: Certainty::Bounded,
            searches: "what each method searches, one after the other",
            minimises: "the objective",
            grid: &[
                (
                    Generalize::Cell,
                    &[Suppress::Record, Suppress::Attribute, Suppress::Cell, Suppress::None],
                ),
                (
                    Generalize::Attribute,
                    &[Suppress::Record, Suppress::Attribute, Suppress::Cell, Suppress::None],
                ),
                (
                    Generalize::None,
                    &[Suppress::Record, Suppress::Attribute, Suppress::Cell, Suppress::None],
                ),
            ],
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: true,
            cost: "the methods one after the other, 30 s at most unless a time limit is said",
            done: "It tried every method that can serve, and kept what loses least.",
        }),
        advice: include_str!("best.md"),
        references: &[],
        example: "[release]\nalgorithm = \"best\"\nsuppression = 0.02\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"best\"\n",
            "Mondrian cuts the eight people twice and loses `(0.4643 + 0.4643 + 0.375) / 3 = 0.4345`. Of the 48 generalisations that all people share, none loses less than 0.5714. Local recoding begins with groups as Mondrian finds them, parts them anew, and comes to `(0.5357 + 0.6071 + 0) / 3 = 0.381`. The least is taken: **0.381**.",
            &[
                "loss 0.381: the least of 3 methods, by local-recoding",
                "tried local-recoding 0.381, mondrian 0.4345, optimal 0.5714 (the least of its kind)",
                "50-59,1230*,m,cancer,4100",
            ],
        ),
    },
    approach: Approach::Best,
};
