//! `MinGen`: look at every generalisation, and keep the best.
//!
//! Sweeney's preferred minimal generalisation. It asks nothing of the models, because no node is
//! skipped.
//!
//! *What is optimised:* the task's objective, over all generalisations that satisfy. Sweeney's is
//! precision, which makes it a k-minimal distortion; policies that name no objective mean that.
//! Precision counts a suppressed record as lost; without suppression 1 − precision is the
//! distortion, the mean of level / height.
//!
//! # Cost
//! One look at each node of the lattice.
//!
//! # References
//! L. Sweeney (2002): Achieving k-anonymity privacy protection using generalization and
//! suppression, doi:10.1142/S021848850200165X.

use super::definition::{AlgorithmDefinition, Approach, LEVELS, SWEENEY};
use super::looks::Looks;
use super::{Algorithm, Unsuited};
use crate::evaluate::Evaluate;
use crate::search::{Incumbent, SearchResult, Task};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{AlgorithmFacts, Certainty, Entry, Facts, Family, Status, Worked};
use ridotto_core::Watch;

/// `MinGen` as the catalogue has it.
pub static MINGEN: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "mingen",
        title: "MinGen",
        aliases: &["minimal generalisation", "k-minimal distortion", "brute force"],
        formula: "argmin over nodes that satisfy, of 1 - precision or the objective that is named",
        status: Status::Now,
        summary: "Every generalisation in turn.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::Proved,
            searches: "every node",
            minimises: "the objective; precision lost where none is named",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: true,
            by_hierarchies: true,
            weighs_attributes: true,
            cost: "one look at every node of the lattice",
            done: "It looked at every generalisation in turn.",
        }),
        advice: include_str!("mingen.md"),
        references: &[SWEENEY],
        example: "[release]\nalgorithm = \"mingen\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"mingen\"\n",
            "Ages have four levels (years, decades, twenty years, `*`), postcodes six, sex two: `4 * 6 * 2 = 48` generalisations. It looks at each of the **48**, and takes the one with the greatest precision among those that hold. One level of three for age, one of five for postcode, all of sex: it lost `(1/3 + 1/5 + 1/1) / 3 = 0.5111`, and **0.5111** is the least.",
            &["precision lost 0.5111: the least possible of 48 generalisations (48 looked at)"],
        ),
    },
    approach: Approach::ByValue(Algorithm::Mingen),
};

/// Finds the generalisation of the lowest score.
pub fn mingen<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<SearchResult, Unsuited> {
    Algorithm::Mingen.suits(task)?;
    let mut looks = Looks::new(task, evaluate, watch);
    let mut best: Option<Incumbent> = None;
    for levels in task.lattice.iter() {
        if looks.is_over() {
            return Ok(looks.found(best));
        }
        let seen = looks.look(&levels);
        best = match (best, seen) {
            (Some(best), Some(new)) if !new.rank(&best).is_lt() => Some(best),
            (best, new) => new.or(best),
        };
    }
    let bound = best.as_ref().map(|best| best.score);
    Ok(SearchResult { best, checked: looks.checked, proved: true, bound })
}
