//! Brute force: every node, or every ordered partition, and the plain way to look at it.

use crate::algorithms::setting::Setting;
use ridotto_core::Code;
use ridotto_micro::Grouping;
use ridotto_micro::cut::{Scored, score};
use ridotto_micro::evaluate::{Evaluate, Rollup};
use ridotto_micro::lattice::is_at_most;
use ridotto_micro::search::Incumbent;

/// All nodes that satisfy.
pub fn satisfying(setting: &Setting) -> Vec<Incumbent> {
    let Setting { table, models, scorer, lattice, small, .. } = setting;
    let mut plain = Rollup::new(table, &small.hierarchies, models, scorer);
    let limit = setting.limit.min(scorer.rows().saturating_sub(1));
    let look = |levels: Vec<u8>| {
        let outcome = plain.evaluate(&levels, limit)?;
        Some(Incumbent { score: scorer.score(&levels, &outcome), levels, outcome })
    };
    lattice.iter().filter_map(look).collect()
}

/// The best of them by the documented rule.
pub fn best(nodes: &[Incumbent]) -> Option<&Incumbent> {
    nodes.iter().reduce(|a, b| if b.rank(a).is_lt() { b } else { a })
}

/// Those below which there is none.
pub fn minimal(nodes: &[Incumbent]) -> Vec<Vec<u8>> {
    let below = |node: &Incumbent| {
        nodes
            .iter()
            .any(|other| other.levels != node.levels && is_at_most(&other.levels, &node.levels))
    };
    nodes.iter().filter(|node| !below(node)).map(|node| node.levels.clone()).collect()
}

/// The lowest score of all ordered partitions, if one satisfies.
pub fn partitions(setting: &Setting) -> Option<Scored> {
    let hierarchies = &setting.small.hierarchies;
    let items: Vec<(usize, Code)> = hierarchies
        .iter()
        .enumerate()
        .flat_map(|(at, of)| (1..of.groups(0) as Code).map(move |code| (at, code)))
        .collect();
    assert!(items.len() <= 14, "brute force is for small inputs");
    let limit = setting.limit.min(setting.scorer.rows().saturating_sub(1));
    let mut best: Option<Scored> = None;
    for set in 0_u32..1 << items.len() {
        let starts = |at: usize| {
            let chosen =
                items.iter().enumerate().filter(|(bit, item)| set >> bit & 1 == 1 && item.0 == at);
            Grouping::Ranges(chosen.map(|(_, item)| item.1).collect())
        };
        let groupings = (0..hierarchies.len()).map(starts).collect();
        let new = score(&setting.scorer, groupings, &setting.table, hierarchies, &setting.models);
        if new.outcome.suppressed <= limit
            && best.as_ref().is_none_or(|best| new.score < best.score)
        {
            best = Some(new);
        }
    }
    best
}
