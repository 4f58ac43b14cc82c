//! The exact search of [`search`](crate::search) as the catalogue has it.

use super::Algorithm;
use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Reference, Status, Worked,
};

/// Optimal full-domain generalisation as the catalogue has it.
pub static OPTIMAL: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "optimal",
        title: "Optimal full-domain generalisation",
        aliases: &["OLA", "flash", "exact", "optimal lattice anonymisation", "globally optimal"],
        formula: "argmin over nodes of the lattice that satisfy, of the objective",
        status: Status::Now,
        summary: "The best of all full-domain generalisations, proved.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::Proved,
            searches: "all levels, with bounds",
            minimises: "the objective",
            grid: LEVELS,
            is_usual: true,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: true,
            cost: "often a fraction of a second; with more than some twelve attributes the proof takes long",
            done: "It searched all full-domain generalisations for the one that costs the least.",
        }),
        advice: include_str!("optimal.md"),
        references: &[
            Reference {
                authors: "K. El Emam and others",
                year: 2009,
                title: "A globally optimal k-anonymity method for the de-identification of health data",
                doi: "10.1197/jamia.M3144",
            },
            Reference {
                authors: "F. Kohlmayer, F. Prasser, C. Eckert, A. Kemper, K. A. Kuhn",
                year: 2012,
                title: "Flash: efficient, stable and optimal k-anonymity",
                doi: "10.1109/SocialCom-PASSAT.2012.52",
            },
        ],
        example: "[release]\nalgorithm = \"optimal\"\nobjective = \"loss\"\nsuppression = 0.02\n",
        worked: Worked::released(
            "",
            "Ages have four levels (years, decades, twenty years, `*`), postcodes six, sex two: `4 * 6 * 2 = 48` generalisations. The best 2-anonymous one takes ages one level up, postcodes one level, and hides sex: classes of 3, 2 and 3. Its loss is the mean of age `(3 * 2/7 + 2 * 1/7 + 3 * 2/7) / 8 = 0.25`, postcode `(3 * 2/7 + 5 * 4/7) / 8 = 0.4643` and sex 1: `(0.25 + 0.4643 + 1) / 3 = 0.5714`. Bounds show that no other node can be below **0.5714**, so **1** node was counted and 47 were not.",
            &[
                "loss 0.5714: the least possible of 48 generalisations (1 looked at)",
                "30-39,1220*,*,flu,2100",
            ],
        ),
    },
    approach: Approach::ByValue(Algorithm::Optimal),
};
