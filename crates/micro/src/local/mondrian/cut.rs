//! Where a region can be cut.

use super::part::{Bounds, Cut, Part};
use super::{CutRule, Mondrian, gain};
use crate::local::{Axis, GroupCheck};

/// Up to so many units are sorted where others are counted.
const FEW: usize = 64;
/// Buckets of one pass of counting.
const BUCKETS: usize = 1 << 11;

/// Memory that is used again.
#[derive(Default)]
pub(super) struct Scratch {
    pub cells: Vec<u32>,
    pub left: Vec<bool>,
    counts: Vec<u64>,
    sorted: Vec<(u32, u32)>,
}

/// The first cut that both sides survive, in the order of preference; `left` of the scratch then
/// says which units go left.
pub(super) fn choose(
    method: &Mondrian,
    part: &Part<'_, '_>,
    bounds: &Bounds,
    rows: u64,
    axes: &[Axis<'_>],
    judge: &GroupCheck<'_>,
    scratch: &mut Scratch,
) -> Option<Cut> {
    if rows < judge.least().saturating_mul(2) {
        return None;
    }
    if let CutRule::InformationGain(target) = method.cut {
        let cuts = gain::cuts(part, bounds, axes, target, judge.least());
        return cuts.into_iter().find(|&cut| survives(cut, part, rows, judge, scratch));
    }
    let width = |at: usize| axes[at].width(bounds[at].0, bounds[at].1);
    let open = (0..axes.len()).filter(|&at| bounds[at].0 < bounds[at].1);
    let mut order: Vec<(f64, usize)> = open.map(|at| (width(at), at)).collect();
    // Stable: the first attribute of equally wide ones comes first.
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    order.into_iter().find_map(|(_, axis)| {
        candidates(method, part, axis, bounds[axis], rows, &axes[axis], scratch)
            .into_iter()
            .flatten()
            .find(|&cut| survives(cut, part, rows, judge, scratch))
    })
}

/// The cuts of one axis that are worth a try, in their order.
fn candidates(
    method: &Mondrian,
    part: &Part<'_, '_>,
    axis: usize,
    (first, last): (u32, u32),
    rows: u64,
    line: &Axis<'_>,
    scratch: &mut Scratch,
) -> [Option<Cut>; 4] {
    let cut = |place: u32| Some(Cut { axis, last: place, of_last: None });
    if let Some(hierarchy) = line.hierarchy {
        let below = line.level(hierarchy, first, last) - 1;
        let group = |place: u32| hierarchy.map(below)[line.code(place) as usize];
        let child = (first..last).find(|&place| group(place + 1) != group(first));
        let median = median(part, axis, (first, last), rows, scratch).place;
        // The nearest borders of children around the median.
        let before = (first..median).rev().find(|&place| group(place) != group(place + 1));
        let after = (median..last).find(|&place| group(place) != group(place + 1));
        return [child, after, before, None].map(|place| place.and_then(cut));
    }
    let missing = if line.is_mixed(first, last) { cut(last - 1) } else { None };
    let median = median(part, axis, (first, last), rows, scratch);
    let even = if method.relaxed {
        let of_last = rows.div_ceil(2) - median.before;
        Some(Cut { axis, last: median.place, of_last: Some(of_last) })
    } else {
        None
    };
    let after = if median.place < last { cut(median.place) } else { None };
    let before = if median.place > first { cut(median.place - 1) } else { None };
    [missing, even, after, before]
}

/// The lower median, and how many rows lie before its place.
struct Median {
    place: u32,
    before: u64,
}

/// The place of the row in the middle, the lower one of two.
fn median(
    part: &Part<'_, '_>,
    axis: usize,
    (first, last): (u32, u32),
    rows: u64,
    scratch: &mut Scratch,
) -> Median {
    let rank = (rows - 1) / 2;
    let cells = || part.places(axis).iter().zip(part.counts());
    if part.len() <= FEW {
        scratch.sorted.clear();
        scratch.sorted.extend(cells().map(|(&place, &count)| (place, count)));
        scratch.sorted.sort_unstable_by_key(|cell| cell.0);
        let mut before = 0;
        for (at, &(place, count)) in scratch.sorted.iter().enumerate() {
            if rank < before + u64::from(count) {
                let same = scratch.sorted[..at].iter().rev().take_while(|cell| cell.0 == place);
                before -= same.map(|cell| u64::from(cell.1)).sum::<u64>();
                return Median { place, before };
            }
            before += u64::from(count);
        }
    }
    // By the highest digits first, then within the digit that has the rank.
    let (mut low, mut high, mut before) = (first, last, 0);
    while low < high {
        let shift = (u32::BITS - (high - low).leading_zeros()).saturating_sub(BUCKETS.ilog2());
        scratch.counts.clear();
        scratch.counts.resize(((high - low) >> shift) as usize + 1, 0);
        for (&place, &count) in cells() {
            if (low..=high).contains(&place) {
                scratch.counts[((place - low) >> shift) as usize] += u64::from(count);
            }
        }
        let mut bucket = 0;
        while rank >= before + scratch.counts[bucket as usize] {
            before += scratch.counts[bucket as usize];
            bucket += 1;
        }
        low += bucket << shift;
        high = high.min(low + ((1 << shift) - 1));
    }
    Median { place: low, before }
}

/// Says in `scratch.left` which units go left, and whether both sides satisfy the models.
fn survives(
    cut: Cut,
    part: &Part<'_, '_>,
    rows: u64,
    judge: &GroupCheck<'_>,
    scratch: &mut Scratch,
) -> bool {
    let places = part.places(cut.axis);
    let mut of_last = cut.of_last.unwrap_or(u64::MAX);
    let left = &mut scratch.left;
    left.clear();
    let mut left_rows = 0;
    match cut.of_last {
        None => {
            left.extend(places.iter().map(|&place| place <= cut.last));
            for (&goes, &count) in left.iter().zip(part.counts()) {
                left_rows += u64::from(count) * u64::from(goes);
            }
        }
        Some(_) => {
            for (&place, &count) in places.iter().zip(part.counts()) {
                let goes = place < cut.last || place == cut.last && of_last >= u64::from(count);
                of_last -= if goes && place == cut.last { u64::from(count) } else { 0 };
                left.push(goes);
                left_rows += u64::from(count) * u64::from(goes);
            }
        }
    }
    let least = judge.least();
    if left_rows < least || rows - left_rows < least {
        return false;
    }
    judge.size_decides()
        || [(true, left_rows), (false, rows - left_rows)].into_iter().all(|(side, rows)| {
            judge.holds(rows, |id| {
                let cells = part.sensitive(id).iter().zip(part.counts()).zip(&*left);
                cells
                    .filter(move |(_, goes)| **goes == side)
                    .map(|((&code, &count), _)| (code, u64::from(count)))
            })
        })
}
