//! A move that was found, and who does not believe it; worked out once, as it serves many cells.

use crate::knowledge::{Contributors, Parts, in_order};
use crate::witness::Move;
use std::cell::OnceCell;

/// A move that was found for some cell.
#[derive(Debug)]
pub(crate) struct Found {
    of: Move,
    /// Who is not convinced, and by which cell.
    against: OnceCell<Box<[(u32, u32)]>>,
    /// The cells that are left with less than one who is not listed may have put into them: with what lines
    /// tell, and without.
    offended: [OnceCell<Box<[u32]>>; 2],
}

impl Found {
    pub fn new(of: Move) -> Self {
        Self { of, against: OnceCell::new(), offended: [const { OnceCell::new() }; 2] }
    }

    /// The cells that move, and how far.
    pub fn of(&self) -> &Move {
        &self.of
    }

    /// The cells that move.
    pub fn moved(&self) -> impl Iterator<Item = u32> {
        self.of.iter().map(|one| one.0)
    }

    /// The way back.
    pub fn turned(&self) -> Self {
        Self::new(self.of.iter().map(|&(cell, by)| (cell, -by)).collect())
    }

    /// Who is not convinced of another cell by this move, in order: it leaves a cell with less than they put
    /// into it, and not the cell that matters.
    pub fn against(&self, contributors: &Contributors, values: &[f64], target: u32) -> Vec<u32> {
        let all = self.against.get_or_init(|| contributors.against(&self.of, values).into());
        in_order(all.iter().filter(|of| of.1 != target).map(|of| of.0))
    }

    /// Whether it leaves a cell, another than the one that matters, with less than one who is not listed
    /// for it may have put into it.
    pub fn offends_unlisted(&self, parts: &Parts, values: &[f64], target: u32) -> bool {
        let of = || parts.offended(&self.of, values).into();
        let all = self.offended[usize::from(parts.with_lines)].get_or_init(of);
        all.iter().any(|&cell| cell != target)
    }
}
