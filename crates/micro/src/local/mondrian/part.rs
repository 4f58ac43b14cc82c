//! The units of a region, column by column, and how they are moved to two sides.
//!
//! Columns are the places on each axis, then the unit, its rows, and the codes of the sensitive
//! attributes. A region's units are neighbours in every column, so that a cut reads and writes
//! memory from one end to the other; regions soon fit the cache.

use crate::local::Axis;
use ridotto_core::class::Tally;

/// The first and the last place of a region's units on each axis.
pub(super) type Bounds = Box<[(u32, u32)]>;

/// A cut: the units up to the place `last` go left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    pub axis: usize,
    pub last: u32,
    /// If relaxed: of the rows at `last` itself only so many go left.
    pub of_last: Option<u64>,
}

/// A region's units.
pub(super) struct Part<'a, 'b> {
    pub columns: &'a mut [&'b mut [u32]],
    /// How many of the columns are axes.
    pub axes: usize,
}

/// All units as columns; if `apart`, every row is a unit of its own.
pub(super) fn load(tally: &Tally, axes: &[Axis<'_>], apart: bool) -> Vec<Vec<u32>> {
    let rows: u64 = tally.counts().iter().sum();
    let room = if apart { rows as usize } else { tally.len() };
    let mut columns: Vec<Vec<u32>> =
        (0..tally.attributes() + 2).map(|_| Vec::with_capacity(room)).collect();
    for unit in 0..tally.len() {
        let count = tally.counts()[unit];
        let (times, count) = if apart { (count, 1) } else { (1, count as u32) };
        for _ in 0..times {
            for (at, axis) in axes.iter().enumerate() {
                columns[at].push(axis.place(tally.code(unit, at)));
            }
            columns[axes.len()].push(unit as u32);
            columns[axes.len() + 1].push(count);
            for id in axes.len()..tally.attributes() {
                columns[id + 2].push(tally.code(unit, id));
            }
        }
    }
    columns
}

impl Part<'_, '_> {
    pub(super) fn len(&self) -> usize {
        self.columns[self.axes].len()
    }

    pub(super) fn places(&self, axis: usize) -> &[u32] {
        self.columns[axis]
    }

    pub(super) fn counts(&self) -> &[u32] {
        self.columns[self.axes + 1]
    }

    pub(super) fn rows(&self) -> u64 {
        self.counts().iter().map(|&count| u64::from(count)).sum()
    }

    pub(super) fn sensitive(&self, id: usize) -> &[u32] {
        self.columns[self.axes + 2 + id]
    }

    /// The least and the greatest place on an axis.
    pub(super) fn extent(&self, axis: usize) -> (u32, u32) {
        let places = self.places(axis);
        // Two passes that the compiler turns into vector code.
        let first = places.iter().fold(u32::MAX, |a, &b| a.min(b));
        let last = places.iter().fold(0, |a, &b| a.max(b));
        (first, last)
    }

    /// Moves the units that go left before the others, both in their order, and says how many
    /// they are. Columns of axes that are not `moving` are constant here.
    pub(super) fn divide(
        &mut self,
        left: &[bool],
        moving: impl Fn(usize) -> bool,
        scratch: &mut Vec<u32>,
    ) -> usize {
        scratch.resize(scratch.len().max(self.len()), 0);
        let (mut middle, axes) = (0, self.axes);
        for (_, column) in
            self.columns.iter_mut().enumerate().filter(|(at, _)| *at >= axes || moving(*at))
        {
            let (mut to_left, mut to_right) = (0, 0);
            for (at, &goes_left) in left.iter().enumerate() {
                let cell = column[at];
                // Both are written and one of them counts: no branch to guess.
                column[to_left] = cell;
                scratch[to_right] = cell;
                to_left += usize::from(goes_left);
                to_right += usize::from(!goes_left);
            }
            column[to_left..].copy_from_slice(&scratch[..to_right]);
            middle = to_left;
        }
        middle
    }

    /// The columns cut in two.
    pub(super) fn split_at(&mut self, middle: usize) -> [Vec<&mut [u32]>; 2] {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for column in &mut *self.columns {
            let (one, other) = column.split_at_mut(middle);
            left.push(one);
            right.push(other);
        }
        [left, right]
    }
}
