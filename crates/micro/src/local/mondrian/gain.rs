//! Cuts by what they tell about a sensitive attribute.

use super::part::{Bounds, Cut, Part};
use crate::local::Axis;

/// The best cut of each axis, the one with the most information first.
///
/// The information of a cut is the entropy of the target before it, less the mean of that after
/// it; both sides have at least `least` rows.
pub(super) fn cuts(
    part: &Part<'_, '_>,
    bounds: &Bounds,
    axes: &[Axis<'_>],
    target: usize,
    least: u64,
) -> Vec<Cut> {
    let values = part.sensitive(target).iter().max().map_or(0, |&code| code as usize + 1);
    let mut all = vec![0_u64; values];
    for (&code, &count) in part.sensitive(target).iter().zip(part.counts()) {
        all[code as usize] += u64::from(count);
    }
    let mut best: Vec<(f64, Cut)> = (0..axes.len())
        .filter(|&axis| bounds[axis].0 < bounds[axis].1)
        .filter_map(|axis| along(part, axis, bounds[axis], &axes[axis], (target, &all), least))
        .collect();
    best.sort_by(|a, b| a.0.total_cmp(&b.0));
    best.into_iter().map(|(_, cut)| cut).collect()
}

/// n times the entropy after the best cut of an axis, and the cut.
fn along(
    part: &Part<'_, '_>,
    axis: usize,
    (first, last): (u32, u32),
    line: &Axis<'_>,
    (target, all): (usize, &[u64]),
    fewest: u64,
) -> Option<(f64, Cut)> {
    let mut cells: Vec<(u32, u32, u32)> = part
        .places(axis)
        .iter()
        .zip(part.sensitive(target))
        .zip(part.counts())
        .map(|((&place, &code), &count)| (place, code, count))
        .collect();
    cells.sort_unstable();
    let allowed = |place: u32, next: u32| match line.hierarchy {
        Some(hierarchy) => {
            let below = hierarchy.map(line.level(hierarchy, first, last) - 1);
            below[line.code(place) as usize] != below[line.code(next) as usize]
        }
        None => !line.is_mixed(first, last) || next == last,
    };
    // Σ c·ln c of both sides, kept up to date as rows go from right to left.
    let term = |count: u64| if count == 0 { 0.0 } else { count as f64 * (count as f64).ln() };
    let mut sides = [vec![0; all.len()], all.to_vec()];
    let mut sums = [0.0, all.iter().map(|&count| term(count)).sum::<f64>()];
    let rows: u64 = all.iter().sum();
    let (mut left, mut best) = (0, None::<(f64, Cut)>);
    for pair in cells.windows(2) {
        let (place, code, count) = pair[0];
        let (code, count) = (code as usize, u64::from(count));
        sums[0] += term(sides[0][code] + count) - term(sides[0][code]);
        sums[1] += term(sides[1][code] - count) - term(sides[1][code]);
        sides[0][code] += count;
        sides[1][code] -= count;
        left += count;
        let next = pair[1].0;
        if place == next || left < fewest || rows - left < fewest || !allowed(place, next) {
            continue;
        }
        let entropy = term(left) + term(rows - left) - sums[0] - sums[1];
        if best.is_none_or(|(so_far, _)| entropy < so_far - 1e-9) {
            best = Some((entropy, Cut { axis, last: place, of_last: None }));
        }
    }
    best
}
