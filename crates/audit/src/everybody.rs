//! The true parts of everybody, for where what is said of the largest alone is not enough.
//!
//! Of each cell a few of the largest contributors are listed, and how large any other can be. So one who is
//! not listed for a cell is taken to be in it with as much as they can be, and in every other cell, too.
//! That is never too hopeful, and mostly it is enough. Where somebody gets too near by that, whoever has the
//! records can say what they truly contribute, and the cell is asked about once more.

use crate::knowledge::{Contributor, Outside, down_to, in_order, is_less};
use crate::witness::{Move, Room};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt::Debug;

/// Who is in which cell, in truth: everybody, and with how much.
pub trait Everybody: Debug + Sync {
    /// Who puts more than so much into a cell, and how much without sign; each once.
    fn above(&self, cell: u32, least: f64) -> Vec<Contributor>;

    /// What one puts into a cell, without sign; nothing, if they are not in it.
    fn part(&self, cell: u32, who: u32) -> f64;
}

/// The same of some cells, which are numbered anew.
#[derive(Debug)]
pub struct Renumbered<'a> {
    /// Everybody, by the numbers of before.
    pub of: &'a dyn Everybody,
    /// What the cells were called before; who is in cells beyond the last, nobody asks.
    pub cells: &'a [u32],
}

impl Everybody for Renumbered<'_> {
    fn above(&self, cell: u32, least: f64) -> Vec<Contributor> {
        self.cells.get(cell as usize).map_or_else(Vec::new, |&cell| self.of.above(cell, least))
    }

    fn part(&self, cell: u32, who: u32) -> f64 {
        self.cells.get(cell as usize).map_or(0.0, |&cell| self.of.part(cell, who))
    }
}

/// What one finds possible who knows their own part of each cell.
pub(crate) struct Own<'a> {
    pub outside: Outside<'a>,
    pub values: &'a [f64],
    pub everybody: &'a dyn Everybody,
    pub who: u32,
    /// What everybody knows each cell to hold at least.
    pub least: &'a [f64],
    /// The cell that matters, which is not held by what they know of it.
    pub target: u32,
    /// Parts that were asked for.
    pub parts: RefCell<FxHashMap<u32, f64>>,
}

impl Own<'_> {
    fn part(&self, cell: u32) -> f64 {
        let ask = || self.everybody.part(cell, self.who);
        *self.parts.borrow_mut().entry(cell).or_insert_with(ask)
    }
}

impl Room for Own<'_> {
    fn down(&self, cell: u32) -> f64 {
        let down = self.outside.down(cell);
        if cell == self.target || down <= 0.0 {
            return down;
        }
        let part = self.part(cell).max(self.least[cell as usize]);
        down_to(part, (self.values[cell as usize], down))
    }

    fn up(&self, cell: u32) -> f64 {
        self.outside.up(cell)
    }
}

/// Who is truly not convinced by a move, in order: it leaves a cell, another than the one that matters, with
/// less than they put into it. Nobody puts more into a cell than its largest contributor.
pub(crate) fn truly_against(
    of: &Move,
    everybody: &dyn Everybody,
    (values, largest): (&[f64], &[f64]),
    target: u32,
) -> Vec<u32> {
    let doubting = of.iter().flat_map(|&(cell, by)| {
        let left = values[cell as usize] + by;
        let is_asked = by < 0.0 && cell != target && is_less(left, largest[cell as usize]);
        let all = if is_asked { everybody.above(cell, left) } else { Vec::new() };
        all.into_iter().filter(move |one| is_less(left, one.amount)).map(|one| one.who)
    });
    in_order(doubting)
}
