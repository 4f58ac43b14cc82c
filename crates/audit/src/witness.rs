//! Moves, and what makes one count.
//!
//! That a cell is safe is shown by a move from the true table to another that an attacker holds possible.
//! Whoever found it, it is added up again here: in whole numbers wherever its parts are multiples of a
//! sixtieth, as they are in tables of counts, and else with a loss far below what was asked for.

use crate::system::System;
use rustc_hash::FxHashMap;

/// Hidden cells with how far they go from their true values.
pub type Move = Vec<(u32, f64)>;

/// A cell, and how far it has to go.
pub type Goal = (u32, f64);

/// How far each hidden cell may be from its true value.
pub trait Room {
    /// How far down.
    fn down(&self, cell: u32) -> f64;
    /// How far up.
    fn up(&self, cell: u32) -> f64;
}

/// The numbers up to 6 divide it.
const PARTS: f64 = 60.0;
/// What is so near to a multiple is meant to be one.
const NEAR: f64 = 1e-6;
/// Beyond this, sums of multiples are no longer exact.
const LARGEST: f64 = 1e13;
/// Of what was asked for, what may be lost in a sum of real numbers.
const LOSS: f64 = 1e-7;

/// By how much less is as good, of a distance that was asked for.
pub fn loss(of: f64) -> f64 {
    if of.is_finite() { LOSS * of.abs() } else { 0.0 }
}

/// Whether a move brings a cell as far as asked: no relation is hurt, and every cell stays where it may be.
pub fn holds(system: &System, of: &Move, room: &impl Room, (cell, by): (u32, f64)) -> bool {
    match in_parts(of) {
        Some(parts) => {
            let needed = (by.abs() * PARTS * (1.0 - 1e-12)).ceil();
            let moved = parts.iter().find(|part| part.0 == cell).map_or(0, |part| part.1);
            let far = moved as f64 * by.signum() >= needed.min(LARGEST);
            let zero = |sum: i64| sum == 0;
            far && adds_up(system, parts.iter().copied(), zero)
                && parts.iter().all(|&(cell, parts)| {
                    let most = if parts > 0 { room.up(cell) } else { room.down(cell) };
                    parts.unsigned_abs() as f64 <= most * PARTS * (1.0 + 1e-12)
                })
        }
        None => {
            let loss = loss(by);
            let moved = of.iter().find(|one| one.0 == cell).map_or(0.0, |one| one.1);
            let zero = |sum: f64| sum.abs() <= loss;
            moved * by.signum() >= by.abs() - loss
                && adds_up(system, of.iter().copied(), zero)
                && of.iter().all(|&(cell, by)| {
                    by.abs() <= loss + if by > 0.0 { room.up(cell) } else { room.down(cell) }
                })
        }
    }
}

/// A move in sixtieths, if it can be said in them.
fn in_parts(of: &Move) -> Option<Vec<(u32, i64)>> {
    let part = |&(cell, by): &(u32, f64)| {
        let parts = by * PARTS;
        let whole = parts.round();
        let is_one = (parts - whole).abs() <= NEAR && whole.abs() < LARGEST;
        is_one.then_some((cell, whole as i64))
    };
    of.iter().map(part).collect()
}

/// Whether in each relation of the cells that move, the total moves by what its parts move.
fn adds_up<N>(
    system: &System,
    of: impl Iterator<Item = (u32, N)>,
    is_zero: impl Fn(N) -> bool,
) -> bool
where
    N: Copy + Default + std::ops::Add<Output = N> + std::ops::Sub<Output = N>,
{
    let mut sums: FxHashMap<u32, N> = FxHashMap::default();
    for (cell, by) in of {
        for &relation in system.relations_of(cell) {
            let sum = sums.entry(relation).or_default();
            let is_total = system.relation(relation as usize).total() == cell;
            *sum = if is_total { *sum + by } else { *sum - by };
        }
    }
    sums.into_values().all(is_zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Outside;
    use crate::samples::square;

    /// Four corners that move by three; a sum that is off, a cell below nothing, and too short a way do
    /// not count.
    #[test]
    fn only_moves_count() {
        let (system, values) = square(&[[20, 50, 10], [8, 19, 22], [17, 32, 12]]);
        let up = vec![f64::INFINITY; 16];
        let room = Outside { down: &values, up: &up };
        let corners = |by: f64| vec![(0, by), (1, -by), (4, -by), (5, by)];
        assert!(holds(&system, &corners(3.0), &room, (4, -3.0)));
        assert!(!holds(&system, &corners(3.0), &room, (4, 3.0)));
        assert!(!holds(&system, &corners(3.0), &room, (4, -3.5)));
        assert!(!holds(&system, &corners(9.0), &room, (4, -3.0)));
        let rooms = [0.123_456_7, 2.0 / 7.0];
        assert!(rooms.iter().all(|&by| holds(&system, &corners(by), &room, (4, -by))));
        for off in [1e-3, 1.0] {
            let mut broken = corners(3.0);
            broken[0].1 += off;
            assert!(!holds(&system, &broken, &room, (4, -3.0)));
        }
    }

    /// A loss that is small beside what moves, but not beside what was asked for.
    #[test]
    fn a_loss_is_held_against_what_was_asked_for() {
        let system = System::new(3, [[0, 1, 2]]);
        let far = [1e9; 3];
        let room = Outside { down: &far, up: &far };
        let of = vec![(0, 0.1), (1, 1e6 + 0.123_45), (2, -1e6)];
        assert!(!holds(&system, &of, &room, (0, 0.1)));
    }
}
