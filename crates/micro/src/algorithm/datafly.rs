//! Datafly: generalise the attribute with the most distinct values, until few records are left
//! over, and suppress these.
//!
//! Greedy and fast; the result satisfies the requirements and may generalise far more than needed.
//! Sweeney stops when at most k records are left over (a lecture says fewer than k); here the
//! task's limit says how many may be, so both can be asked for.
//!
//! # Cost
//! One look for each generalisation step.
//!
//! # References
//! L. Sweeney (1997): Guaranteeing anonymity when sharing medical data, the Datafly system.
//! L. Sweeney (2002): Achieving k-anonymity privacy protection using generalization and
//! suppression, doi:10.1142/S021848850200165X.

use super::Algorithm;
use super::definition::{AlgorithmDefinition, Approach, LEVELS, SWEENEY};
use super::looks::Looks;
use crate::evaluate::Evaluate;
use crate::search::{SearchResult, Task};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{AlgorithmFacts, Certainty, Entry, Facts, Family, Status, Worked};
use ridotto_core::Watch;

/// Datafly as the catalogue has it.
pub static DATAFLY: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "datafly",
        title: "Datafly",
        aliases: &["data fly"],
        formula: "while too many records fail: raise the attribute with the most distinct values",
        status: Status::Now,
        summary: "Greedy: generalises the attribute with the most values.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::Heuristic,
            searches: "upward, the most distinct first",
            minimises: "nothing",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: false,
            cost: "one look for each step",
            done: "It generalised, step by step, the attribute with the most distinct values.",
        }),
        advice: include_str!("datafly.md"),
        references: &[SWEENEY],
        example: "[release]\nalgorithm = \"datafly\"\nsuppression = 0.02\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"datafly\"\n",
            "Age and postcode have eight different values each, sex has two. So age is raised, then postcode, and so on, always the one with the most values, and the first of equals: after six steps and **7** looks ages are `*`, postcodes `12***`, and sex was never touched. Two classes of four are left, and a loss of `(1 + 1 + 0) / 3 = 0.6667`: **0.6667** is more than the 0.5714 that `optimal` finds. A greedy search is quick and does not look back.",
            &[
                "loss 0.6667: found by datafly of 48 generalisations (7 looked at)",
                "*,12***,f,flu,2100",
            ],
        ),
    },
    approach: Approach::ByValue(Algorithm::Datafly),
};

/// Raises the attribute with the most distinct values until the requirements are satisfied.
pub fn datafly<E: Evaluate>(task: &Task<'_>, evaluate: &mut E, watch: &dyn Watch) -> SearchResult {
    let mut looks = Looks::new(task, evaluate, watch);
    let mut levels = task.lattice.bottom().to_vec();
    loop {
        if looks.is_over() {
            return looks.found(None);
        }
        if let Some(best) = looks.look(&levels) {
            return looks.found(Some(best));
        }
        let Some(most) = most_distinct(task, &levels) else { return looks.found(None) };
        levels[most] += 1;
    }
}

/// The attribute to raise next: of those below their greatest level the one with the most distinct
/// values, the first of several.
pub fn most_distinct(task: &Task<'_>, levels: &[u8]) -> Option<usize> {
    let open = (0..levels.len()).filter(|&at| levels[at] < task.lattice.top()[at]);
    open.rev().max_by_key(|&at| distinct(task, at, levels[at]))
}

/// How many distinct values an attribute has at a level.
pub fn distinct(task: &Task<'_>, attribute: usize, level: u8) -> usize {
    let rows = &task.scorer.scales()[attribute].levels[usize::from(level)].rows;
    rows.iter().filter(|&&rows| rows > 0).count()
}
