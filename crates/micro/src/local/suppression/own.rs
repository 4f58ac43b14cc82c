//! The cheapest cells that each record has to give up by itself.

use super::{
    CellSet, all,
    projection::{Alike, Projections},
};

/// Up to so many keys every set of them is tried.
const EVERY_SET: usize = 12;
/// Above, sets of so many cells.
const FEW_CELLS: u32 = 3;

/// For each unit the cheapest set of cells without which its values occur `k` times in every
/// scope; of equally cheap ones that with the most alike. All rows together are at least `k`.
pub(super) fn sets(
    projections: &mut Projections<'_>,
    costs: &[f64],
    scopes: &[CellSet],
    k: u64,
) -> Vec<CellSet> {
    let keys = projections.keys();
    let mut sets = vec![0; projections.units()];
    let mut open: Vec<u32> = (0..projections.units() as u32).collect();
    let order = order(projections, costs);
    let mut start = 0;
    while start < order.len() && !open.is_empty() {
        let cost = order[start].0;
        let end = start + order[start..].iter().take_while(|set| set.0 <= cost + 1e-9).count();
        // All sets of one cost are tried before one is chosen.
        let mut best: Vec<(u64, CellSet)> = vec![(0, 0); open.len()];
        for &(_, set) in &order[start..end] {
            let alike: Vec<_> =
                scopes.iter().map(|&scope| projections.count(scope & !set)).collect();
            for (&unit, best) in open.iter().zip(&mut best) {
                let rows = |alike: &Alike| alike.rows[alike.group[unit as usize] as usize];
                let least = alike.iter().map(rows).min().unwrap_or(u64::MAX);
                if least >= k && least > best.0 {
                    *best = (least, set);
                }
            }
        }
        let mut still = Vec::new();
        for (&unit, &(alike, set)) in open.iter().zip(&best) {
            if alike == 0 {
                still.push(unit);
            } else {
                sets[unit as usize] = set;
            }
        }
        open = still;
        start = end;
    }
    debug_assert!(open.is_empty() || projections.units() == 0 || keys == 0);
    for unit in open {
        sets[unit as usize] = all(keys);
    }
    sets
}

/// The sets of cells to try, the cheapest first.
fn order(projections: &Projections<'_>, costs: &[f64]) -> Vec<(f64, CellSet)> {
    let keys = projections.keys();
    let cost = |set: CellSet| (0..keys).filter(|at| set & (1 << at) != 0).map(|at| costs[at]).sum();
    let mut sets: Vec<CellSet> = if keys <= EVERY_SET {
        (0..=all(keys)).collect()
    } else {
        let few = |cells: u32| super::every(cells, keys);
        [0].into_iter().chain((1..=FEW_CELLS).flat_map(few)).chain([all(keys)]).collect()
    };
    if keys > EVERY_SET {
        // One chain to the full set: the keys with the most values go first.
        let tally = projections.tally();
        let values = |at: &usize| {
            let mut codes: Vec<_> = (0..tally.len()).map(|unit| tally.code(unit, *at)).collect();
            codes.sort_unstable();
            codes.dedup();
            std::cmp::Reverse(codes.len())
        };
        let mut by_values: Vec<usize> = (0..keys).collect();
        by_values.sort_by_cached_key(values);
        let mut chain = 0;
        for at in by_values {
            chain |= 1 << at;
            sets.push(chain);
        }
        sets.sort_unstable();
        sets.dedup();
    }
    let mut order: Vec<(f64, CellSet)> = sets.into_iter().map(|set| (cost(set), set)).collect();
    order.sort_by(|a, b| {
        a.0.total_cmp(&b.0).then(a.1.count_ones().cmp(&b.1.count_ones())).then(a.1.cmp(&b.1))
    });
    order
}
