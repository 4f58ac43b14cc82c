//! What a grouping costs by the objectives of level searches.
//!
//! Each attribute's map becomes a scale with one level, and the scorer scores that. Precision and
//! height ask for levels: a cut's are the mean over records, so that a cut with one level for all
//! values costs what that level costs. Ordered partitions have no levels; there the share of the
//! domain that is joined stands for level / height.

use super::{Classes, Grouping, Map, ask::Ask, ask::Verdict};
use ridotto_core::Hierarchy;
use ridotto_core::objective::{Objective, Outcome, Scale, Scorer, granularity};

/// A grouping's score, and what was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// What becomes of each attribute's values.
    pub groupings: Vec<Grouping>,
    /// The objective's value.
    pub score: f64,
    /// What was seen.
    pub outcome: Outcome,
}

/// The scorer of one grouping: its levels are all 0.
pub(crate) fn gauge_of(
    scorer: &Scorer,
    groupings: &[Grouping],
    maps: &[Map],
    hierarchies: &[Hierarchy],
) -> Scorer {
    let scale = |at: usize| {
        let counts = &scorer.scales()[at].levels[0].rows;
        let (map, domain) = (&maps[at], groupings[at].domain(&hierarchies[at]));
        let importance = scorer.scales()[at].importance;
        Scale::of_grouping(counts, &map.of, &map.leaves, domain, importance)
    };
    let scales = (0..maps.len()).map(scale).collect();
    Scorer::new(scorer.objective(), scales, scorer.rows(), scorer.least_class())
}

/// The score of a grouping whose classes are these.
pub(crate) fn score_classes(
    scorer: &Scorer,
    groupings: &[Grouping],
    maps: &[Map],
    classes: &Classes,
    hierarchies: &[Hierarchy],
    ask: &Ask<'_>,
) -> (f64, Outcome) {
    let mut outcome = classes.outcome(maps, ask);
    let of_maps = gauge_of(scorer, groupings, maps, hierarchies);
    let score = match scorer.objective() {
        Objective::Precision | Objective::Height => {
            let is_precision = scorer.objective() == Objective::Precision;
            let (n, s) = (scorer.rows() as f64, outcome.suppressed as f64);
            let each = (0..maps.len()).map(|at| {
                let scale = &scorer.scales()[at];
                let kept = mean_steps(scorer, at, groupings, maps, hierarchies, &outcome);
                let all = if is_precision { (kept + s) / n } else { kept / (n - s).max(1.0) };
                let height = if is_precision { 1.0 } else { scale.height() as f64 };
                scale.importance * all * height
            });
            let sum: f64 = each.sum();
            if is_precision { sum / maps.len().max(1) as f64 } else { sum }
        }
        objective => {
            if objective == Objective::Ambiguity {
                (outcome.ambiguity, outcome.suppressed_ambiguity) =
                    ambiguity(&of_maps, maps, classes, ask);
            }
            of_maps.score(&vec![0; maps.len()], &outcome)
        }
    };
    (score, outcome)
}

/// Σ over kept rows of level / height.
fn mean_steps(
    scorer: &Scorer,
    at: usize,
    groupings: &[Grouping],
    maps: &[Map],
    hierarchies: &[Hierarchy],
    outcome: &Outcome,
) -> f64 {
    let counts = &scorer.scales()[at].levels[0].rows;
    let map = &maps[at];
    let mut rows = vec![0; map.first.len()];
    for (&count, &group) in counts.iter().zip(&map.of) {
        rows[group as usize] += count;
    }
    let domain = groupings[at].domain(&hierarchies[at]);
    let step = |group: usize| match groupings[at].level_of(map.first[group]) {
        Some(level) => f64::from(level) / hierarchies[at].height() as f64,
        None => granularity(map.leaves[group], domain),
    };
    let kept = |group: usize| (rows[group] - outcome.suppressed_by_group[at][group]) as f64;
    (0..rows.len()).map(|group| kept(group) * step(group)).sum()
}

/// Σ size · ∏ leaves^w over the classes kept, and over those suppressed.
pub(crate) fn ambiguity(
    scorer: &Scorer,
    maps: &[Map],
    classes: &Classes,
    ask: &Ask<'_>,
) -> (f64, f64) {
    let (mut kept, mut gone) = (0.0, 0.0);
    for class in 0..classes.len() {
        let member = classes.members(class)[0] as usize;
        let factor = |(at, map): (usize, &Map)| {
            let code = ask.table().keys().code(member, at);
            scorer.ambiguity_factor(at, map.leaves[map.of[code as usize] as usize])
        };
        let all = classes.rows[class] as f64 * maps.iter().enumerate().map(factor).product::<f64>();
        *(if classes.verdicts[class] == Verdict::Holds { &mut kept } else { &mut gone }) += all;
    }
    (kept, gone)
}

/// The score of some groupings, whatever they suppress.
pub fn score(
    scorer: &Scorer,
    groupings: Vec<Grouping>,
    table: &ridotto_core::ClassTable,
    hierarchies: &[Hierarchy],
    models: &[Box<dyn ridotto_core::ClassModel>],
) -> Scored {
    let maps: Vec<Map> = groupings.iter().zip(hierarchies).map(|(of, by)| of.map(by)).collect();
    let mut ask = Ask::new(table, models);
    let classes = Classes::new(&maps, &mut ask);
    let (score, outcome) = score_classes(scorer, &groupings, &maps, &classes, hierarchies, &ask);
    Scored { groupings, score, outcome }
}
