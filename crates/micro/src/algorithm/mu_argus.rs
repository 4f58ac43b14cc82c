//! µ-Argus: generalise until every combination of a few quasi-identifiers is safe.
//!
//! First every attribute alone, then pairs, then triples are looked at; while a combination would
//! suppress more than the limit, an attribute is generalised. This is how statistical offices ask
//! for safety, and it is **not** k-anonymity: records can be unique over all quasi-identifiers
//! although every pair and triple is common.
//!
//! So a *final check* looks at all quasi-identifiers together. If it fails, generalisation goes on
//! by the same rule with all attributes as one more combination, and the result says so
//! ([`Combined::stopped`]). What is returned always satisfies the requirements.
//!
//! The attribute to generalise (µ-Argus asks its user) is the one that takes part in unsafe
//! combinations most often; of several the one with the most distinct values, then the first.
//!
//! # Cost
//! One look for each combination and step: m³/6 looks a step for triples of m attributes.
//!
//! # References
//! A. Hundepool, L. Willenborg (1996): µ- and τ-Argus: software for statistical disclosure control.

use super::Algorithm;
use super::datafly::distinct;
use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use super::looks::Looks;
use crate::evaluate::Evaluate;
use crate::search::{SearchResult, Task};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Reference, Status, Worked,
};
use ridotto_core::Watch;

/// µ-Argus as the catalogue has it.
pub static MU_ARGUS: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "mu-argus",
        title: "µ-Argus",
        aliases: &["µ-argus", "argus"],
        formula: "while a combination of up to 3 attributes is rare: raise an attribute of it",
        status: Status::Now,
        summary: "Greedy: looks at pairs and triples of attributes.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::Heuristic,
            searches: "upward, until pairs and triples are safe",
            minimises: "nothing",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: false,
            cost: "m³/6 looks a step, for m attributes",
            done: "It looked at pairs and triples of attributes and generalised where rare combinations were.",
        }),
        advice: include_str!("mu_argus.md"),
        references: &[Reference {
            authors: "A. Hundepool, L. Willenborg",
            year: 1996,
            title: "µ- and τ-Argus: software for statistical disclosure control",
            doi: "",
        }],
        example: "[release]\nalgorithm = \"mu-argus\"\nsuppression = 0.02\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"mu-argus\"\n",
            "It asks of every value, pair and triple whether it occurs twice. Every age and every postcode occurs once, so both go up a level: decades and four digits occur twice or more. The pair of a man and 30-39 is one person's, so sex goes up. All is well after **18** looks, at the node that `optimal` finds, and it does not know that.",
            &["loss 0.5714: found by mu-argus of 48 generalisations (18 looked at)"],
        ),
    },
    approach: Approach::ByValue(Algorithm::MuArgus(3)),
};

/// What µ-Argus found, and where it would have stopped without the final check.
#[derive(Clone, Debug, PartialEq)]
pub struct Combined {
    /// The result, which satisfies the requirements over all quasi-identifiers.
    pub found: SearchResult,
    /// The levels at which every combination is safe.
    pub stopped: Option<Vec<u8>>,
    /// Whether the requirements hold there over all quasi-identifiers, too. If not, the algorithm
    /// itself would have released a file that does not keep them.
    pub holds_there: bool,
}

/// Generalises until all combinations of up to `size` attributes are safe, and then until all
/// attributes together are.
pub fn mu_argus<E: Evaluate>(
    task: &Task<'_>,
    size: usize,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Combined {
    let m = task.lattice.attributes();
    let mut looks = Looks::new(task, evaluate, watch);
    let mut levels = task.lattice.bottom().to_vec();
    for size in 1..=size.min(m) {
        let sets: Vec<Vec<usize>> = combinations(m, size);
        if !raise(&mut looks, &sets, &mut levels) {
            return Combined { found: looks.found(None), stopped: None, holds_there: false };
        }
    }
    let stopped = levels.clone();
    let all = vec![(0..m).collect::<Vec<usize>>()];
    raise(&mut looks, &all, &mut levels);
    let best = looks.look(&levels);
    let holds_there = best.is_some() && levels == stopped;
    Combined { found: looks.found(best), stopped: Some(stopped), holds_there }
}

/// Raises attributes until every combination is safe; whether that came about.
fn raise<E: Evaluate>(
    looks: &mut Looks<'_, '_, E>,
    sets: &[Vec<usize>],
    levels: &mut [u8],
) -> bool {
    let task = looks.task;
    loop {
        let mut unsafe_with = vec![0_usize; levels.len()];
        for set in sets {
            if looks.is_over() {
                return false;
            }
            if !looks.holds(&alone(task, set, levels)) {
                for &at in set {
                    unsafe_with[at] += 1;
                }
            }
        }
        if unsafe_with.iter().all(|&times| times == 0) {
            return true;
        }
        let open = (0..levels.len()).filter(|&at| levels[at] < task.lattice.top()[at]);
        let most = open
            .filter(|&at| unsafe_with[at] > 0)
            .rev()
            .max_by_key(|&at| (unsafe_with[at], distinct(task, at, levels[at])));
        let Some(most) = most else { return false };
        levels[most] += 1;
    }
}

/// Some attributes at their levels, the others at the top of their hierarchies.
fn alone(task: &Task<'_>, set: &[usize], levels: &[u8]) -> Vec<u8> {
    let scales = task.scorer.scales().iter().enumerate();
    let level = |(at, scale): (usize, &ridotto_core::objective::Scale)| {
        if set.contains(&at) { levels[at] } else { scale.height() as u8 }
    };
    scales.map(level).collect()
}

/// All sets of `size` of the first `m` numbers, in order.
fn combinations(m: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |last: usize| {
        let smaller = combinations(last, size - 1).into_iter();
        smaller.map(move |mut set| {
            set.push(last);
            set
        })
    };
    (0..m).flat_map(with).collect()
}
