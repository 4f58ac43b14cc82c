//! From regions to groups and what they show.

use super::{Branch, Cells, Fitted, Regions, cut::Bounds};
use crate::local::{Axis, Grouping, Judge, Share, Shown, Summary, assign_rows, grouping::Names};
use ridotto_core::class::Tally;
use ridotto_core::hierarchy::TOP;
use rustc_hash::FxHashMap;

/// One region and the places of its units in the list of units.
pub(super) struct Leaf<'a> {
    pub bounds: &'a Bounds,
    pub units: std::ops::Range<usize>,
}

/// The regions from left to right.
pub(super) fn leaves(root: &Branch) -> Vec<Leaf<'_>> {
    fn walk<'a>(branch: &'a Branch, start: &mut usize, leaves: &mut Vec<Leaf<'a>>) {
        match branch {
            Branch::Leaf { bounds, units } => {
                leaves.push(Leaf { bounds, units: *start..*start + units });
                *start += units;
            }
            Branch::Cut { sides, .. } => sides.iter().for_each(|side| walk(side, start, leaves)),
        }
    }
    let mut all = Vec::new();
    walk(root, &mut 0, &mut all);
    all
}

/// The decision about rows, and the regions for other rows. `unit_of` is each row's unit.
pub(super) fn fitted(
    cells: &Cells,
    tally: &Tally,
    axes: &[Axis<'_>],
    _judge: &Judge<'_>,
    unit_of: &[u32],
) -> Fitted {
    let leaves = leaves(&cells.root);
    let attributes = axes
        .iter()
        .enumerate()
        .map(|(at, axis)| match axis.summary {
            Summary::Range | Summary::Ancestor => by_bounds(axis, &leaves, at),
            Summary::Set | Summary::Mean => by_units(axis, cells, tally, &leaves, at),
        })
        .collect();
    let share = |(group, leaf): (usize, &Leaf<'_>)| {
        let units = cells.units[leaf.units.clone()].iter().zip(&cells.counts[leaf.units.clone()]);
        let share = |(&unit, &rows): (&u32, &u32)| Share { unit, group: group as u32, rows };
        units.map(share).collect::<Vec<_>>()
    };
    let shares: Vec<Share> = leaves.iter().enumerate().flat_map(share).collect();
    let group_of = assign_rows(&shares, tally.len(), unit_of);
    let grouping = Grouping { group_of, groups: leaves.len(), attributes };
    Fitted { grouping, regions: Regions::new(&cells.root, axes) }
}

/// Labels that depend on the ends of an interval alone: each pair of ends is named once.
fn by_bounds(axis: &Axis<'_>, leaves: &[Leaf<'_>], at: usize) -> Shown {
    let (mut shown, mut names) = (Shown::default(), Names::default());
    let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for leaf in leaves {
        let bounds = leaf.bounds[at];
        match known.get(&bounds) {
            Some(&code) => shown.label_of.push(code),
            None => {
                let label = if axis.is_empty() { None } else { axis.label(bounds.0, bounds.1) };
                shown.push(&mut names, label.as_deref());
                known.insert(bounds, *shown.label_of.last().expect("one was pushed"));
            }
        }
    }
    shown
}

/// Labels that depend on which values a region's units have, or how many rows each.
fn by_units(
    axis: &Axis<'_>,
    cells: &Cells,
    tally: &Tally,
    leaves: &[Leaf<'_>],
    at: usize,
) -> Shown {
    let (mut shown, mut names) = (Shown::default(), Names::default());
    for leaf in leaves {
        let (first, last) = leaf.bounds[at];
        let units = || leaf.units.clone().map(|unit| (cells.units[unit], cells.counts[unit]));
        let places = || units().map(|(unit, _)| axis.place(tally.code(unit as usize, at)));
        if axis.is_empty() || first == last {
            let label = if axis.is_empty() { None } else { axis.label(first, last) };
            shown.push(&mut names, label.as_deref());
            continue;
        }
        let label = match &axis.ranges {
            _ if axis.is_mixed(first, last) => TOP.to_owned(),
            Some(ranges) if axis.summary == Summary::Mean => {
                let rows: f64 = units().map(|(_, count)| f64::from(count)).sum();
                let sum: f64 = units()
                    .map(|(unit, count)| {
                        f64::from(count) * ranges.number(tally.code(unit as usize, at))
                    })
                    .sum();
                ranges.mean_label(sum / rows)
            }
            _ => {
                let mut places: Vec<u32> = places().collect();
                places.sort_unstable();
                places.dedup();
                axis.set(places.into_iter())
            }
        };
        shown.push(&mut names, Some(&label));
    }
    shown
}
