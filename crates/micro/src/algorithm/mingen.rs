//! `MinGen`: look at every generalisation, and keep the one with the highest precision.
//!
//! Sweeney's preferred minimal generalisation: a k-minimal distortion. It asks nothing of the
//! models, because no node is skipped. Precision counts a suppressed record as lost; without
//! suppression 1 − precision is the distortion, the mean of level / height.
//!
//! *What is optimised:* precision, over all generalisations that satisfy. Of equal precision the
//! task's objective decides. The result is *proved* if no other node has a lower score of the
//! task's objective, which is always so if that is `precision`.
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
use ridotto_catalogue::{AlgorithmFacts, Certainty, Entry, Facts, Family, Status};
use ridotto_core::Watch;
use ridotto_core::objective::{Objective, Scorer};

/// `MinGen` as the catalogue has it.
pub static MINGEN: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "mingen",
        title: "MinGen",
        aliases: &["minimal generalisation", "k-minimal distortion", "brute force"],
        formula: "argmax over nodes that satisfy, of precision",
        status: Status::Now,
        summary: "Every generalisation in turn.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::OwnYardstick,
            searches: "every node",
            minimises: "precision lost",
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
    },
    approach: Approach::ByValue(Algorithm::Mingen),
};

/// Finds the generalisation of the highest precision.
pub fn mingen<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<SearchResult, Unsuited> {
    Algorithm::Mingen.suits(task)?;
    let scorer = task.scorer;
    let scales = scorer.scales().to_vec();
    let precision = Scorer::new(Objective::Precision, scales, scorer.rows(), scorer.least_class());
    let mut looks = Looks::new(task, evaluate, watch);
    let (mut precise, mut lowest): (Option<(Incumbent, Incumbent)>, Option<Incumbent>) =
        (None, None);
    let mut is_over = false;
    for levels in task.lattice.iter() {
        is_over = looks.is_over();
        if is_over {
            break;
        }
        let Some(new) = looks.look(&levels) else { continue };
        let by_precision =
            Incumbent { score: precision.score(&levels, &new.outcome), ..new.clone() };
        if lowest.as_ref().is_none_or(|lowest| new.rank(lowest).is_lt()) {
            lowest = Some(new.clone());
        }
        let is_better = |(best, of_task): &(Incumbent, Incumbent)| {
            let same = (by_precision.score - best.score).abs() <= 1e-12 * best.score.abs();
            if same { new.rank(of_task).is_lt() } else { by_precision.score < best.score }
        };
        if precise.as_ref().is_none_or(is_better) {
            precise = Some((by_precision, new));
        }
    }
    let best = precise.map(|(_, best)| best);
    if is_over {
        return Ok(looks.found(best));
    }
    let is_lowest = |best: &Incumbent| lowest.as_ref().is_some_and(|low| low.levels == best.levels);
    let proved = best.as_ref().is_none_or(is_lowest);
    let bound = lowest.as_ref().map(|lowest| lowest.score);
    Ok(SearchResult { best, checked: looks.checked, proved, bound })
}
