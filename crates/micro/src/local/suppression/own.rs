//! The cheapest cells that each record has to give up by itself.

use super::{CellSet, all, projection::Alike, rare::Rare};
use ridotto_core::{Control, Watch};
use std::cmp::Reverse;
use std::rc::Rc;

/// Up to so many keys every set of them is tried.
const EVERY_SET: usize = 12;
/// Above, sets of so many cells.
const FEW_CELLS: u32 = 3;

/// For each rare unit the cheapest set of cells without which its values occur `k` times in every
/// scope; of equally cheap ones that with the most alike. All rows together are at least `k`.
/// Whether it was told to hurry is told, too: then what is left hides the keys with the most
/// values first, one after the other.
pub(super) fn sets(
    rare: &mut Rare<'_, '_>,
    costs: &[f64],
    scopes: &[CellSet],
    k: u64,
    watch: &dyn Watch,
) -> (Vec<CellSet>, bool) {
    let keys = rare.projections().keys();
    let mut sets = vec![all(keys); rare.units.len()];
    let mut open: Vec<u32> = (0..rare.units.len() as u32).collect();
    let mut order = by_cost(every_set(rare), costs);
    let (mut start, mut hurried) = (0, false);
    while start < order.len() && !open.is_empty() && watch.control() != Control::Cancel {
        if !hurried && watch.control() == Control::Finish {
            (order, start, hurried) = (by_cost(chain(rare), costs), 0, true);
        }
        let cost = order[start].0;
        let end = start + order[start..].iter().take_while(|set| set.0 <= cost + 1e-9).count();
        // All sets of one cost are tried before one is chosen.
        let mut best: Vec<(u64, CellSet)> = vec![(0, 0); open.len()];
        for &(_, set) in &order[start..end] {
            let look = |&scope: &CellSet| alike(rare, scope & !set, scopes.len() > 1);
            let alike: Vec<Rc<Alike>> = scopes.iter().map(look).collect();
            for (&unit, best) in open.iter().zip(&mut best) {
                let least = alike.iter().map(|alike| alike.rows_of(unit)).min();
                let least = least.unwrap_or(u64::MAX);
                if least >= k && least > best.0 {
                    *best = (least, set);
                }
            }
            if !hurried && watch.control() != Control::Continue {
                break;
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
    (sets, hurried)
}

/// Units grouped by some keys. Several scopes ask for the same keys again and again.
fn alike(rare: &mut Rare<'_, '_>, keep: CellSet, again: bool) -> Rc<Alike> {
    if again { rare.by(keep) } else { Rc::new(rare.count(keep)) }
}

/// The sets of cells to try.
fn every_set(rare: &Rare<'_, '_>) -> Vec<CellSet> {
    let keys = rare.projections().keys();
    if keys <= EVERY_SET {
        return (1..=all(keys)).collect();
    }
    let few = (1..=FEW_CELLS).flat_map(|cells| super::every(cells, keys));
    let mut sets: Vec<CellSet> = few.chain(chain(rare)).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// One way from one cell to all: the keys with the most values go first.
fn chain(rare: &Rare<'_, '_>) -> Vec<CellSet> {
    let tally = rare.projections().tally();
    let values = |at: &usize| {
        let mut codes: Vec<_> = (0..tally.len()).map(|unit| tally.code(unit, *at)).collect();
        codes.sort_unstable();
        codes.dedup();
        Reverse(codes.len())
    };
    let mut by_values: Vec<usize> = (0..rare.projections().keys()).collect();
    by_values.sort_by_cached_key(values);
    let mut set: CellSet = 0;
    let longer = |at| {
        set |= 1_u32 << at;
        set
    };
    by_values.into_iter().map(longer).collect()
}

/// The cheapest first.
fn by_cost(sets: Vec<CellSet>, costs: &[f64]) -> Vec<(f64, CellSet)> {
    let cost = |set: CellSet| super::cost(set, costs);
    let mut order: Vec<(f64, CellSet)> = sets.into_iter().map(|set| (cost(set), set)).collect();
    order.sort_by(|a, b| {
        a.0.total_cmp(&b.0).then(a.1.count_ones().cmp(&b.1.count_ones())).then(a.1.cmp(&b.1))
    });
    order
}
