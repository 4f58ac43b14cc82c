//! What objectives need to know of classes of which some records are suppressed.

use ridotto_core::objective::{Objective, Outcome, Scorer};
use ridotto_core::{ClassTable, Code, Hierarchy};

/// A class table at a node.
pub(super) fn table_at(table: &ClassTable, hierarchies: &[Hierarchy], levels: &[u8]) -> ClassTable {
    let at = || hierarchies.iter().zip(levels);
    let up: Vec<_> = at().map(|(hierarchy, &level)| hierarchy.map(level.into())).collect();
    let values: Vec<_> = at().map(|(hierarchy, &level)| hierarchy.groups(level.into())).collect();
    table.coarsen(&up, &values)
}

/// Classes that are suppressed as a whole or not at all.
pub(super) fn whole(
    table: &ClassTable,
    gone: &[bool],
) -> impl Iterator<Item = (Vec<Code>, u64, u64)> {
    table.classes().zip(gone).map(|(class, &gone)| {
        let size = class.size();
        (class.key().collect(), size, if gone { size } else { 0 })
    })
}

/// Adds up classes: the key, the records, and how many of them are suppressed.
pub(super) fn outcome_of(
    classes: impl Iterator<Item = (Vec<Code>, u64, u64)>,
    hierarchies: &[Hierarchy],
    levels: &[u8],
    scorer: &Scorer,
) -> Outcome {
    let groups = hierarchies.iter().zip(levels).map(|(of, &level)| of.groups(level.into()));
    let mut outcome = Outcome {
        suppressed_by_group: groups.map(|groups| vec![0; groups]).collect(),
        ..Outcome::default()
    };
    for (key, rows, gone) in classes {
        let kept = rows - gone;
        let factor = |(at, &code): (usize, &Code)| {
            let leaves = hierarchies[at].leaves(levels[at].into())[code as usize];
            scorer.ambiguity_factor(at, leaves)
        };
        if scorer.objective() == Objective::Ambiguity {
            let ambiguity: f64 = key.iter().enumerate().map(factor).product();
            outcome.ambiguity += kept as f64 * ambiguity;
            outcome.suppressed_ambiguity += gone as f64 * ambiguity;
        }
        if kept > 0 {
            outcome.classes += 1;
            outcome.squares += kept as f64 * kept as f64;
        }
        outcome.suppressed += gone;
        for (by_group, &code) in outcome.suppressed_by_group.iter_mut().zip(&key) {
            by_group[code as usize] += gone;
        }
    }
    outcome
}
