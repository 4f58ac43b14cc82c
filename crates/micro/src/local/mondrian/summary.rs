//! From regions to groups and what they show.

use super::{Branch, Cells, Fitted, Regions, part::Bounds};
use crate::local::{
    Axis, GroupCheck, Grouping, Share, Shown, Summary, assign_rows, grouping::Names,
};
use ridotto_core::Code;
use ridotto_core::class::Tally;
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
    mut cells: Cells,
    tally: &Tally,
    axes: &[Axis<'_>],
    judge: &GroupCheck<'_>,
    unit_of: &[u32],
) -> Fitted {
    let attributes = cells.join_same_texts(tally, axes, judge);
    let leaves = leaves(&cells.root);
    let share = |(group, leaf): (usize, &Leaf<'_>)| {
        let units = cells.units[leaf.units.clone()].iter().zip(&cells.counts[leaf.units.clone()]);
        let share = |(&unit, &rows): (&u32, &u32)| Share { unit, group: group as u32, rows };
        units.map(share).collect::<Vec<_>>()
    };
    let shares: Vec<Share> = leaves.iter().enumerate().flat_map(share).collect();
    let group_of = assign_rows(&shares, tally.len(), unit_of);
    let grouping = Grouping { group_of, groups: leaves.len(), attributes };
    Fitted { grouping, regions: Regions::new(&cells.root, axes), cut_short: cells.cut_short }
}

impl Cells {
    /// Takes cuts back until regions that show the same texts are safe as one class; gives what the
    /// regions show.
    pub(in crate::local) fn join_same_texts(
        &mut self,
        tally: &Tally,
        axes: &[Axis<'_>],
        judge: &GroupCheck<'_>,
    ) -> Vec<Shown> {
        let mut attributes = shown(self, tally, axes);
        while let Some(failing) = same_texts(self, tally, &attributes, judge, axes.len()) {
            take_back(&mut self.root, &failing, &mut 0);
            attributes = shown(self, tally, axes);
        }
        attributes
    }
}

/// What the regions show, attribute by attribute.
fn shown(cells: &Cells, tally: &Tally, axes: &[Axis<'_>]) -> Vec<Shown> {
    let leaves = leaves(&cells.root);
    let attribute = |(at, axis): (usize, &Axis<'_>)| match axis.summary {
        Summary::Range | Summary::Ancestor => by_bounds(axis, &leaves, at),
        Summary::Set | Summary::Mean => by_units(axis, cells, tally, &leaves, at),
    };
    axes.iter().enumerate().map(attribute).collect()
}

/// Regions that show the same texts as others and are not safe with them as one class, by their
/// numbers; `None` if there is none. A union of safe classes of enough rows has enough rows.
fn same_texts(
    cells: &Cells,
    tally: &Tally,
    shown: &[Shown],
    judge: &GroupCheck<'_>,
    keys: usize,
) -> Option<Vec<bool>> {
    if judge.size_decides() {
        return None;
    }
    let leaves = leaves(&cells.root);
    let mut classes: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
    for group in 0..leaves.len() {
        let texts = shown.iter().map(|attribute| attribute.label_of[group]).collect();
        classes.entry(texts).or_default().push(group);
    }
    let mut failing = vec![false; leaves.len()];
    for class in classes.values().filter(|class| class.len() > 1) {
        let units = || class.iter().flat_map(|&group| leaves[group].units.clone());
        let rows = units().map(|at| u64::from(cells.counts[at])).sum();
        let holds = judge.holds(rows, |id| {
            units().map(move |at| {
                let code = tally.code(cells.units[at] as usize, keys + id);
                (code, u64::from(cells.counts[at]))
            })
        });
        for &group in class {
            failing[group] = !holds;
        }
    }
    failing.contains(&true).then_some(failing)
}

/// Undoes the cut above every failing region. What is put together again was safe before it was
/// cut, so this ends at the latest with all rows in one region.
fn take_back(branch: &mut Branch, failing: &[bool], next: &mut usize) {
    let Branch::Cut { sides, .. } = branch else {
        *next += 1;
        return;
    };
    let mut fails = false;
    for side in &mut **sides {
        fails |= matches!(side, Branch::Leaf { .. }) && failing[*next];
        take_back(side, failing, next);
    }
    if fails {
        let (bounds, units) = whole(branch);
        *branch = Branch::Leaf { bounds, units };
    }
}

/// The bounds and the number of units of a region with all within it.
fn whole(branch: &Branch) -> (Bounds, usize) {
    match branch {
        Branch::Leaf { bounds, units } => (bounds.clone(), *units),
        Branch::Cut { sides, .. } => {
            let [(left, units), (right, others)] = [whole(&sides[0]), whole(&sides[1])];
            let hull = |(a, b): (&(u32, u32), &(u32, u32))| (a.0.min(b.0), a.1.max(b.1));
            (left.iter().zip(&right).map(hull).collect(), units + others)
        }
    }
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
    let mut values: Vec<(Code, u64)> = Vec::new();
    for leaf in leaves {
        let value = |unit: usize| {
            (tally.code(cells.units[unit] as usize, at), u64::from(cells.counts[unit]))
        };
        values.clear();
        values.extend(leaf.units.clone().map(value));
        shown.push(&mut names, summarize(axis, &values).as_deref());
    }
    shown
}

/// What a group shows of an attribute: its rows' values, and how many rows have each. `None` is
/// missing.
pub(in crate::local) fn summarize(axis: &Axis<'_>, values: &[(Code, u64)]) -> Option<String> {
    let places = || values.iter().map(|&(code, _)| axis.place(code));
    let (first, last) = (places().min()?, places().max()?);
    let is_interval = matches!(axis.summary, Summary::Range | Summary::Ancestor);
    if first == last || is_interval || axis.is_mixed(first, last) {
        return axis.label(first, last);
    }
    match &axis.ranges {
        Some(ranges) if axis.summary == Summary::Mean => {
            let rows: u64 = values.iter().map(|pair| pair.1).sum();
            let one = |&(code, rows): &(Code, u64)| rows as f64 * ranges.number(code);
            Some(ranges.mean_label(values.iter().map(one).sum::<f64>() / rows as f64))
        }
        _ => {
            let mut places: Vec<u32> = places().collect();
            places.sort_unstable();
            places.dedup();
            Some(axis.set(places.into_iter()))
        }
    }
}
