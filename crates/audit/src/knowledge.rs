//! What attackers know besides the table: the outsider nothing, a contributor their own part.

use crate::system::System;
use crate::witness::{Goal, Move, Room};

/// Somebody who is in a cell, and with how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contributor {
    /// Their number.
    pub who: u32,
    /// What they put into the cell, without sign.
    pub amount: f64,
}

/// Who is in which hidden cell: of each the largest, and how large any other can be.
#[derive(Clone, Debug, Default)]
pub struct Contributors {
    /// By cell; nothing of those of whom nothing was said.
    of: Vec<Option<Known>>,
}

#[derive(Clone, Debug)]
struct Known {
    listed: Box<[Contributor]>,
    /// What one who is not listed contributes at most; nothing if all are listed.
    rest: f64,
    /// What everybody knows the cell to hold at least.
    least: f64,
}

impl Contributors {
    /// Says who is in a cell: the largest contributors, the largest first, and what any other contributes
    /// at most.
    pub fn insert(&mut self, cell: u32, listed: Vec<Contributor>, rest: f64) {
        self.put(cell, Known { listed: listed.into(), rest, least: 0.0 });
    }

    fn put(&mut self, cell: u32, known: Known) {
        let at = cell as usize;
        if self.of.len() <= at {
            self.of.resize(at + 1, None);
        }
        self.of[at] = Some(known);
    }

    fn known(&self, cell: u32) -> Option<&Known> {
        self.of.get(cell as usize)?.as_ref()
    }

    fn known_mut(&mut self, cell: u32) -> Option<&mut Known> {
        self.of.get_mut(cell as usize)?.as_mut()
    }

    /// Says what everybody knows a cell to hold at least whose contributors were said: where a cell in which nobody
    /// is has no line, the line alone tells that somebody is in it.
    pub fn holds_at_least(&mut self, cell: u32, least: f64) {
        if let Some(of) = self.known_mut(cell) {
            of.least = least;
        }
    }

    /// A total holds at least what its parts do. Says so of all of them, the innermost first.
    pub fn add_up_least(&mut self, system: &System) {
        /// Tables have fewer levels.
        const LEVELS: usize = 64;
        for _ in 0..LEVELS {
            let mut is_done = true;
            for relation in system.relations() {
                let least = relation.parts().iter().map(|&part| self.least(part)).sum();
                if let Some(of) = self.known_mut(relation.total()).filter(|of| of.least < least) {
                    (of.least, is_done) = (least, false);
                }
            }
            if is_done {
                break;
            }
        }
    }

    /// The same contributors, where lines tell nothing.
    #[must_use]
    pub fn without_least(&self) -> Self {
        let mut all = self.clone();
        for of in all.of.iter_mut().flatten() {
            of.least = 0.0;
        }
        all
    }

    /// What everybody knows a cell to hold at least.
    pub fn least(&self, cell: u32) -> f64 {
        self.known(cell).map_or(0.0, |of| of.least)
    }

    /// What one who is not listed contributes to a cell at most.
    fn rest(&self, cell: u32) -> f64 {
        self.known(cell).map_or(0.0, |of| of.rest)
    }

    /// The same of some cells, which are numbered anew.
    #[must_use]
    pub fn of_cells(&self, cells: &[u32]) -> Self {
        let mut some = Self::default();
        for (at, cell) in (0..).zip(cells) {
            if let Some(of) = self.known(*cell) {
                some.put(at, of.clone());
            }
        }
        some
    }

    /// The largest contribution to a cell.
    fn largest(&self, cell: u32) -> f64 {
        let largest = |of: &Known| of.listed.iter().fold(of.rest, |most, one| most.max(one.amount));
        self.known(cell).map_or(0.0, largest)
    }

    /// Stands for all who are not listed: in each cell they put in what one who is not listed can at most.
    pub const UNLISTED: u32 = u32::MAX;

    /// What one contributes to a cell; at most, where they are not listed.
    pub fn part(&self, cell: u32, who: u32) -> f64 {
        let Some(of) = self.known(cell) else { return 0.0 };
        of.listed.iter().find(|one| one.who == who).map_or(of.rest, |one| one.amount)
    }

    /// The largest part that one of some, in order, has in a cell; at most, where they are not listed.
    fn largest_part(&self, cell: u32, who: &[u32]) -> f64 {
        let Some(of) = self.known(cell) else { return 0.0 };
        let listed = of.listed.iter().filter(|one| who.binary_search(&one.who).is_ok());
        let (count, most) =
            listed.fold((0, 0.0_f64), |(count, most), one| (count + 1, most.max(one.amount)));
        if count < who.len() { most.max(of.rest) } else { most }
    }

    /// Whether one is among those who are listed for a cell.
    pub fn is_in(&self, cell: u32, who: u32) -> bool {
        self.known(cell).is_some_and(|of| of.listed.iter().any(|one| one.who == who))
    }

    /// The only contributor of a cell, if there is only one.
    pub fn alone(&self, cell: u32) -> Option<u32> {
        let of = self.known(cell)?;
        (of.listed.len() == 1 && of.rest == 0.0).then(|| of.listed[0].who)
    }

    /// Who is not convinced by a move, and by which cell: it leaves the cell with less than they put into
    /// it. Whom this cell is about does not ask that of it.
    pub(crate) fn against(&self, of: &Move, values: &[f64]) -> Vec<(u32, u32)> {
        let lowered = of.iter().filter(|&&(_, by)| by < 0.0);
        let doubts = lowered.flat_map(|&(cell, by)| {
            let left = values[cell as usize] + by;
            let more = move |amount: f64| is_less(left, amount);
            let of = self.known(cell);
            let listed = of.into_iter().flat_map(|of| &of.listed);
            let others = of.filter(|of| more(of.rest)).map(|_| Self::UNLISTED);
            let listed = listed.filter(move |one| more(one.amount)).map(|one| one.who);
            listed.chain(others).map(move |who| (who, cell))
        });
        doubts.collect()
    }

    /// Who is alone in one of some cells, in order.
    pub(crate) fn alone_in(&self, cells: impl Iterator<Item = u32>) -> Vec<u32> {
        in_order(cells.filter_map(|cell| self.alone(cell)))
    }
}

/// How far down a cell can be of which somebody knows a part. Nothing, however little, bounds no cell: who is
/// not listed may be there with it, and where values can be negative nobody's part bounds any.
pub(crate) fn down_to(part: f64, (value, down): (f64, f64)) -> f64 {
    if part > f64::MIN_POSITIVE { down.min((value - part).max(0.0)) } else { down }
}

/// Whether what is left of a cell is less than a part that somebody knows of it.
pub(crate) fn is_less(left: f64, part: f64) -> bool {
    part > f64::MIN_POSITIVE && part * (1.0 - 1e-9) > left
}

/// Who is in a cell does not find it possible below their own part, where that bounds it.
pub(crate) fn eased((cell, by): Goal, own: f64, value: f64) -> Goal {
    let is_bound = by < 0.0 && own > f64::MIN_POSITIVE;
    if is_bound { (cell, by.max(own - value).min(0.0)) } else { (cell, by) }
}

/// Some, each once and in order.
pub(crate) fn in_order(of: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut all: Vec<u32> = of.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What is known to be in each cell at least, by whom.
#[derive(Debug)]
pub(crate) struct Parts {
    /// By its largest contributor.
    pub largest: Box<[f64]>,
    /// By one who is not listed.
    pub rest: Box<[f64]>,
    /// By everybody.
    pub least: Box<[f64]>,
    /// Whether those who are not listed can know of each cell what its largest contributor does.
    pub are_alike: bool,
    /// Whether they know nothing that not everybody does.
    pub are_told: bool,
    /// Whether lines tell something.
    pub with_lines: bool,
}

impl Parts {
    /// With what lines tell, or without.
    pub fn new(contributors: &Contributors, cells: usize, with_lines: bool) -> Self {
        let least = |cell: u32| if with_lines { contributors.least(cell) } else { 0.0 };
        let cells = || 0..cells as u32;
        let largest: Box<[f64]> =
            cells().map(|cell| contributors.largest(cell).max(least(cell))).collect();
        let rest: Box<[f64]> =
            cells().map(|cell| contributors.rest(cell).max(least(cell))).collect();
        let least: Box<[f64]> = cells().map(least).collect();
        let (are_alike, are_told) = (largest == rest, rest == least);
        Self { largest, rest, least, are_alike, are_told, with_lines }
    }

    /// The cells that a move leaves with less than one who is not listed for them may have put into them.
    pub fn offended(&self, of: &Move, values: &[f64]) -> Vec<u32> {
        let is_too_low = |&&(cell, by): &&(u32, f64)| {
            let (at, left) = (cell as usize, values[cell as usize] + by);
            by < 0.0 && is_less(left, self.rest[at])
        };
        of.iter().filter(is_too_low).map(|one| one.0).collect()
    }
}

/// How far cells may be from their true values for somebody who knows nothing but the bounds.
#[derive(Clone, Copy, Debug)]
pub struct Outside<'a> {
    /// How far down, cell by cell.
    pub down: &'a [f64],
    /// How far up.
    pub up: &'a [f64],
}

impl Room for Outside<'_> {
    fn down(&self, cell: u32) -> f64 {
        self.down[cell as usize]
    }

    fn up(&self, cell: u32) -> f64 {
        self.up[cell as usize]
    }
}

/// No cell but the one that matters falls below some part of it. With the largest contributions this is what
/// everybody who contributed finds possible; with what one who is not listed contributes at most, it is
/// what nobody who contributed anywhere doubts for what they are not listed with.
pub(crate) struct Floors<'a> {
    pub outside: Outside<'a>,
    pub values: &'a [f64],
    pub parts: &'a [f64],
    pub target: u32,
}

impl Room for Floors<'_> {
    fn down(&self, cell: u32) -> f64 {
        let down = self.outside.down(cell);
        if cell == self.target {
            return down;
        }
        down_to(self.parts[cell as usize], (self.values[cell as usize], down))
    }

    fn up(&self, cell: u32) -> f64 {
        self.outside.up(cell)
    }
}

/// What some contributors together find possible, each knowing their own part.
pub(crate) struct Group<'a> {
    pub outside: Outside<'a>,
    pub values: &'a [f64],
    pub contributors: &'a Contributors,
    /// In order.
    pub who: &'a [u32],
    /// What everybody knows each cell to hold at least.
    pub least: &'a [f64],
    /// The cell that matters, if it is not held by what they know of it.
    pub target: Option<u32>,
    /// Whether those who are alone in a cell know its value.
    pub alone_know: bool,
}

impl Group<'_> {
    fn is_known(&self, cell: u32) -> bool {
        let is_one = |who| self.who.binary_search(&who).is_ok();
        self.alone_know && self.contributors.alone(cell).is_some_and(is_one)
    }
}

impl Room for Group<'_> {
    fn down(&self, cell: u32) -> f64 {
        if self.is_known(cell) {
            return 0.0;
        }
        let down = self.outside.down(cell);
        if self.target == Some(cell) {
            return down;
        }
        let part = self.contributors.largest_part(cell, self.who).max(self.least[cell as usize]);
        down_to(part, (self.values[cell as usize], down))
    }

    fn up(&self, cell: u32) -> f64 {
        if self.is_known(cell) { 0.0 } else { self.outside.up(cell) }
    }
}
