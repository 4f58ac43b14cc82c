//! How far a cell can move while every other hidden cell stays where an attacker finds it possible.
//!
//! A linear program over all hidden cells would be long, and nearly all of them stand still in the move
//! that is looked for. So it begins with a few free cells, and takes in those that would help: who stops
//! a move has a price, and a free cell that is not in yet helps if it moves what is priced. When none
//! helps, the farthest is reached, however many cells hang together.

use crate::null_space::NullSpace;
use crate::simplex::{Moved, Simplex};
use crate::witness::{Move, Room, loss};
use rustc_hash::FxHashMap;

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

/// Tries to move a cell by so much, up or down.
pub fn reach(
    space: &NullSpace<f64>,
    (cell, by): (u32, f64),
    room: &impl Room,
    effort: Effort,
    stopped: &dyn Fn() -> bool,
) -> Reached {
    let most = if effort == Effort::Quick { QUICK } else { THOROUGH };
    let mut region = Region::around(space, cell, by.signum());
    loop {
        let mut simplex = region.program(space, room);
        let Some(far) = simplex.run(by.abs(), stopped) else { return Reached::AtLeast(0.0) };
        if far >= by.abs() - loss(by) {
            return Reached::Enough(simplex.moves().collect());
        }
        let mut helpful = region.helpful(space, &simplex, room);
        if helpful.is_empty() {
            return Reached::Farthest(far);
        }
        let left = most.saturating_sub(region.free.len());
        if left == 0 || region.free.len() * region.bound.len() > LARGEST || stopped() {
            return Reached::AtLeast(far);
        }
        helpful.truncate(left.min(region.free.len().max(FIRST)));
        region.take_in(space, helpful.into_iter().map(|of| of.0));
    }
}

/// Some free cells, and the bound ones that they move.
struct Region {
    free: Vec<u32>,
    place: FxHashMap<u32, usize>,
    bound: Vec<u32>,
    place_bound: FxHashMap<u32, usize>,
    /// The cell that is to move, in free cells.
    goal: FxHashMap<u32, f64>,
}

impl Region {
    /// The first free cells that move a cell.
    fn around(space: &NullSpace<f64>, cell: u32, sign: f64) -> Self {
        let own = [(cell, 1.0)];
        let row = if space.is_free(cell) { &own[..] } else { space.row(cell) };
        let mut region = Self {
            free: Vec::new(),
            place: FxHashMap::default(),
            bound: Vec::new(),
            place_bound: FxHashMap::default(),
            goal: row.iter().map(|&(free, value)| (free, sign * value)).collect(),
        };
        // Those that move the fewest others do it with the least ado.
        let mut first: Vec<u32> = row.iter().map(|term| term.0).collect();
        first.sort_by_key(|&free| (space.column(free).len(), free));
        region.take_in(space, first.into_iter().take(FIRST));
        region
    }

    fn take_in(&mut self, space: &NullSpace<f64>, cells: impl Iterator<Item = u32>) {
        for cell in cells {
            self.place.insert(cell, self.free.len());
            self.free.push(cell);
            for &(row, _) in space.column(cell) {
                let bound = &mut self.bound;
                self.place_bound.entry(row).or_insert_with(|| {
                    bound.push(row);
                    bound.len() - 1
                });
            }
        }
    }

    fn program(&self, space: &NullSpace<f64>, room: &impl Room) -> Simplex {
        let width = self.free.len();
        let mut body = vec![0.0; width * self.bound.len()];
        for (at, &free) in self.free.iter().enumerate() {
            for &(row, value) in space.column(free) {
                body[self.place_bound[&row] * width + at] = value;
            }
        }
        let goal = self.free.iter().map(|free| self.goal.get(free).copied().unwrap_or(0.0));
        let moved = |&cell: &u32| Moved::new(cell, room.down(cell), room.up(cell));
        let (free, bound) = (self.free.iter().map(moved), self.bound.iter().map(moved));
        Simplex::new(free.collect(), bound.collect(), body, goal.collect())
    }

    /// The free cells outside by which the goal would grow further, those first by which it grows
    /// fastest.
    fn helpful(
        &self,
        space: &NullSpace<f64>,
        solved: &Simplex,
        room: &impl Room,
    ) -> Vec<(u32, f64)> {
        let is_outside = |free: &u32| !self.place.contains_key(free);
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
