//! The recursion: a region is cut, then each side, side by side on as many cores as there are.

use super::{
    Branch, Mondrian,
    cut::{self, Scratch},
    part::{Bounds, Part},
};
use crate::local::{Axis, GroupCheck, NoGroups};
use ridotto_core::{Control, Watch};
use std::sync::atomic::{AtomicBool, Ordering};

/// Regions of fewer units are cut by one thread.
const ALONE: usize = 1 << 14;

/// What stays the same all the way down.
struct Task<'a> {
    method: &'a Mondrian,
    axes: &'a [Axis<'a>],
    judge: &'a GroupCheck<'a>,
    watch: &'a dyn Watch,
    cut_short: AtomicBool,
}

/// Cuts everything; whether it was told to finish before is told, too.
pub(super) fn root(
    method: &Mondrian,
    part: Part<'_, '_>,
    axes: &[Axis<'_>],
    judge: &GroupCheck<'_>,
    watch: &dyn Watch,
) -> Result<(Branch, bool), NoGroups> {
    let rows = part.rows();
    let cells = |id| part.sensitive(id).iter().zip(part.counts());
    if rows > 0 && !judge.holds(rows, |id| cells(id).map(|(&code, &n)| (code, u64::from(n)))) {
        return Err(NoGroups);
    }
    let all: Vec<usize> = (0..axes.len()).collect();
    let bounds = extents(&part, &all, &vec![(0, 0); axes.len()].into());
    let task = Task { method, axes, judge, watch, cut_short: AtomicBool::new(false) };
    let root = task.grow(part, bounds, rows, &mut Scratch::default());
    Ok((root, task.cut_short.into_inner()))
}

/// The bounds of a part; axes that are not open have those of the region around it.
fn extents(part: &Part<'_, '_>, open: &[usize], around: &Bounds) -> Bounds {
    let mut bounds = around.clone();
    if part.len() > 0 {
        for &axis in open {
            bounds[axis] = part.extent(axis);
        }
    }
    bounds
}

impl Task<'_> {
    fn grow(
        &self,
        mut part: Part<'_, '_>,
        bounds: Bounds,
        rows: u64,
        scratch: &mut Scratch,
    ) -> Branch {
        let units = part.len();
        if self.watch.control() != Control::Continue {
            // A region is safe before it is cut.
            self.cut_short.store(true, Ordering::Relaxed);
            return Branch::Leaf { bounds, units };
        }
        let found = cut::choose(self.method, &part, &bounds, rows, self.axes, self.judge, scratch);
        let Some(cut) = found else {
            return Branch::Leaf { bounds, units };
        };
        let open: Vec<usize> =
            (0..bounds.len()).filter(|&at| bounds[at].0 < bounds[at].1).collect();
        let Scratch { left, cells, .. } = scratch;
        let middle = part.divide(left, |axis| bounds[axis].0 < bounds[axis].1, cells);
        let axes = part.axes;
        let [mut left, mut right] = part.split_at(middle);
        let left = Part { columns: &mut left, axes };
        let right = Part { columns: &mut right, axes };
        let side = |part: Part<'_, '_>, scratch: &mut Scratch| {
            let inner = extents(&part, &open, &bounds);
            let rows = part.rows();
            self.grow(part, inner, rows, scratch)
        };
        let (left, right) = if units < ALONE {
            (side(left, scratch), side(right, scratch))
        } else {
            rayon::join(
                || side(left, &mut Scratch::default()),
                || side(right, &mut Scratch::default()),
            )
        };
        Branch::Cut { axis: cut.axis, last: cut.last, sides: Box::new([left, right]) }
    }
}
