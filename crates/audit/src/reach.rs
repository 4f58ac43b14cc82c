//! How far a cell can move while every other hidden cell stays where an attacker finds it possible.
//!
//! A linear program over all hidden cells would be long, and nearly all of them stand still in the move
//! that is looked for. So it begins with a few free cells, and takes in those that would help: who stops
//! a move has a price, and a free cell that is not in yet helps if it moves what is priced. When none
//! helps, the farthest is reached, however many cells hang together.

use crate::null_space::NullSpace;
use crate::simplex::{Column, Moved, Simplex};
use crate::witness::{Move, Room, loss};
use rustc_hash::{FxHashMap, FxHashSet};

/// What was found.
#[derive(Debug)]
pub enum Reached {
    /// A move that goes as far as needed.
    Enough(Move),
    /// No move goes as far; the farthest goes so far.
    Farthest(f64),
    /// It took too long to know; one goes so far at least.
    AtLeast(f64),
}

/// With how many free cells it begins.
const FIRST: usize = 8;
/// With how many it ends, by the effort.
const QUICK: usize = 12;
const THOROUGH: usize = 2_000;
/// How many numbers a program may have.
const LARGEST: usize = 12_000_000;

/// How hard it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// With few free cells: that nothing is found says nothing.
    Quick,
    /// Until it is known, unless that takes very many.
    Thorough,
}

/// A cell that is to move one way, and the free cells that were taken in for it so far. Other attackers ask
/// about the same cell, with other ends between which cells may be: what was worked out for the first of
/// them serves the next, who begins at the true values again.
pub struct Reach<'a> {
    space: &'a NullSpace<f64>,
    cell: u32,
    sign: f64,
    region: Region,
    simplex: Simplex,
    /// How often it was asked.
    asked: u32,
}

/// After how often what rounding left may be more than what it leaves once.
const OFTEN: u32 = 3;

impl<'a> Reach<'a> {
    /// Of a cell, and of the way that the sign of a number says.
    pub fn new(space: &'a NullSpace<f64>, (cell, by): (u32, f64)) -> Self {
        let (sign, region) = (by.signum(), Region::new(space, cell, by.signum()));
        Self { space, cell, sign, region, simplex: Simplex::default(), asked: 0 }
    }

    /// Forgets what was worked out for others, and with it what rounding left there; whether that was much.
    pub fn forget(&mut self) -> bool {
        let was_often = self.asked > OFTEN;
        *self = Self::new(self.space, (self.cell, self.sign));
        was_often
    }

    /// The move that goes as far as was reached, when it was asked last.
    pub fn farthest(&self) -> Move {
        self.simplex.moves().collect()
    }

    /// Tries to move the cell by so much.
    pub fn to(
        &mut self,
        by: f64,
        room: &impl Room,
        effort: Effort,
        stopped: &dyn Fn() -> bool,
    ) -> Reached {
        let most = if effort == Effort::Quick { QUICK } else { THOROUGH };
        self.asked += 1;
        let Self { space, region, simplex, .. } = self;
        if region.free.is_empty() {
            region.take_in(space, room, simplex, &first(space, self.cell));
        } else {
            simplex.put_back(|cell| (room.down(cell), room.up(cell)));
        }
        loop {
            let Some(far) = simplex.run(by.abs(), stopped) else { return Reached::AtLeast(0.0) };
            if far >= by.abs() - loss(by) {
                return Reached::Enough(simplex.moves().collect());
            }
            let left = most.saturating_sub(region.free.len());
            if effort == Effort::Quick && left == 0 {
                return Reached::AtLeast(far);
            }
            let mut helpful = region.helpful(space, simplex, room);
            if helpful.is_empty() {
                return Reached::Farthest(far);
            }
            if left == 0 || simplex.size() > LARGEST || stopped() {
                return Reached::AtLeast(far);
            }
            helpful.truncate(left.min(region.free.len().max(FIRST)));
            let helpful: Vec<u32> = helpful.into_iter().map(|of| of.0).collect();
            region.take_in(space, room, simplex, &helpful);
        }
    }
}

/// A cell in free cells.
fn row_of(space: &NullSpace<f64>, cell: u32) -> Vec<(u32, f64)> {
    if space.is_free(cell) { vec![(cell, 1.0)] } else { space.row(cell).to_vec() }
}

/// The first free cells that move a cell: those that move the fewest others do it with the least ado.
fn first(space: &NullSpace<f64>, cell: u32) -> Vec<u32> {
    let mut first: Vec<u32> = row_of(space, cell).into_iter().map(|term| term.0).collect();
    first.sort_by_key(|&free| (space.column(free).len(), free));
    first.truncate(FIRST);
    first
}

/// Some free cells, and the bound ones that they move.
struct Region {
    free: FxHashSet<u32>,
    bound: FxHashSet<u32>,
    /// The cell that is to move, in free cells.
    goal: FxHashMap<u32, f64>,
}

impl Region {
    /// Nothing so far.
    fn new(space: &NullSpace<f64>, cell: u32, sign: f64) -> Self {
        let row = row_of(space, cell).into_iter();
        let goal = row.map(|(free, value)| (free, sign * value)).collect();
        Self { free: FxHashSet::default(), bound: FxHashSet::default(), goal }
    }

    /// Takes in free cells, and the bound ones that only they move; the program goes on from where it is.
    fn take_in(
        &mut self,
        space: &NullSpace<f64>,
        room: &impl Room,
        simplex: &mut Simplex,
        cells: &[u32],
    ) {
        let moved = |cell: u32| Moved::new(cell, room.down(cell), room.up(cell));
        self.free.extend(cells);
        let columns = cells.iter().flat_map(|&cell| space.column(cell));
        let mut bound: Vec<u32> = columns.map(|term| term.0).collect();
        bound.retain(|&cell| self.bound.insert(cell));
        let column = |&cell: &u32| Column {
            moved: moved(cell),
            goal: self.goal.get(&cell).copied().unwrap_or(0.0),
            moves: space.column(cell),
        };
        let columns: Vec<Column<'_>> = cells.iter().map(column).collect();
        simplex.take_in(&columns, bound.into_iter().map(moved));
    }

    /// The free cells outside by which the goal would grow further, those first by which it grows
    /// fastest.
    fn helpful(
        &self,
        space: &NullSpace<f64>,
        solved: &Simplex,
        room: &impl Room,
    ) -> Vec<(u32, f64)> {
        let is_outside = |free: &u32| !self.free.contains(free);
        let mut gains: FxHashMap<u32, f64> = FxHashMap::default();
        for (&free, &value) in self.goal.iter().filter(|(free, _)| is_outside(free)) {
            gains.insert(free, value);
        }
        for (cell, price) in solved.prices() {
            for (free, value) in space.row(cell).iter().filter(|term| is_outside(&term.0)) {
                *gains.entry(*free).or_default() -= price * value;
            }
        }
        let grows = |&(cell, gain): &(u32, f64)| {
            let most = if gain > 0.0 { room.up(cell) } else { room.down(cell) };
            gain.abs() > 1e-8 && most > 0.0
        };
        let mut helpful: Vec<(u32, f64)> = gains.into_iter().filter(grows).collect();
        let ado = |cell: u32| space.column(cell).len();
        helpful.sort_by(|a, b| {
            b.1.abs().total_cmp(&a.1.abs()).then(ado(a.0).cmp(&ado(b.0))).then(a.0.cmp(&b.0))
        });
        helpful
    }
}
