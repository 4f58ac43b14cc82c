//! What every safe pattern has to fulfil: inequalities that a pattern, or a mixture of patterns, breaks.
//!
//! If the cells that may move can bring a sensitive cell only so far, the prices of what stops them say
//! why, and which cells would help: their capacities, each at most as much as is needed, have to add up
//! to what is needed (Fischetti and Salazar 2001). And a cell that is hidden alone in a relation follows
//! from it, so that a cheapest pattern hides a second one, or none.

use super::{Problem, Standing};
use crate::solve::{Moves, Row};
use ridotto_audit::Need;

/// By how much an inequality must be broken to be told.
const BROKEN: f64 = 1e-4;

#[derive(Debug)]
pub struct Cuts<'a> {
    of: &'a Problem<'a>,
    needs: &'a [Need],
    moves: Moves,
}

impl<'a> Cuts<'a> {
    pub fn new(of: &'a Problem<'a>, needs: &'a [Need]) -> Self {
        let may = |cell: u32| of.standing[cell as usize] != Standing::Published;
        Self { of, needs, moves: Moves::new(of.system, may) }
    }

    /// Inequalities that shares of hidden cells break. What is hidden in whole is looked at with all the
    /// room there is; shares with no more room than is needed, which breaks more.
    pub fn broken(&self, shares: &[f64], is_whole: bool) -> Vec<Row> {
        let mut rows = Vec::new();
        for need in self.needs {
            // Below what its line tells a cell has to go only for who makes nothing of lines.
            let at = need.cell as usize;
            let above = self.of.values[at] - self.of.contributors.least(need.cell);
            let is_beyond = need.down > above;
            let goals = [
                (true, need.up, true),
                (false, need.down.min(above), true),
                (false, if is_beyond { need.down } else { 0.0 }, false),
            ];
            for (up, needed, by_lines) in goals.into_iter().filter(|goal| goal.1 > 0.0) {
                let goal = (need.cell, up, needed);
                rows.extend(self.capacity(goal, by_lines, shares, is_whole));
            }
        }
        rows
    }

    /// How far down and up a cell may go, for who makes something of lines or for others.
    fn room(&self, cell: u32, by_lines: bool) -> (f64, f64) {
        let at = cell as usize;
        let (down, up) = (self.of.outside.down[at], self.of.outside.up[at]);
        let least = self.of.contributors.least(cell);
        let is_held = by_lines && least > 0.0;
        (if is_held { down.min((self.of.values[at] - least).max(0.0)) } else { down }, up)
    }

    fn capacity(
        &self,
        (cell, up, needed): (u32, bool, f64),
        by_lines: bool,
        shares: &[f64],
        is_whole: bool,
    ) -> Option<Row> {
        let room = |other: u32| {
            let (down, up) = self.room(other, by_lines);
            let share = shares[other as usize];
            let part = |room: f64| match (share > 1e-9, is_whole) {
                (false, _) => 0.0,
                (true, true) => room,
                (true, false) => room.min(needed) * share,
            };
            (part(down), part(up))
        };
        let found = self.moves.farthest((cell, up), room, needed);
        if found.far >= needed * (1.0 - 1e-7) {
            return None;
        }
        let (mut least, mut terms) = (needed, Vec::new());
        for (other, price) in found.prices {
            let (down, up) = self.room(other, by_lines);
            let helps = (price.abs() * if price > 0.0 { up } else { down }).min(needed);
            match self.of.standing[other as usize] {
                Standing::Open if helps > 1e-9 => terms.push((other as usize, helps)),
                Standing::Sensitive => least -= helps,
                _ => {}
            }
        }
        if least <= 1e-9 {
            return None;
        }
        // A cell counts for as much as is missing, and no more.
        for term in &mut terms {
            term.1 = (term.1 / least).min(1.0);
        }
        let row = Row { terms, least: 1.0 };
        is_broken(&row, shares).then_some(row)
    }

    /// Relations in which an open cell has a larger share than all others together.
    pub fn alone(&self, shares: &[f64]) -> Vec<Row> {
        let mut rows = Vec::new();
        for relation in self.of.system.relations() {
            let standing = |cell: u32| self.of.standing[cell as usize];
            let terms = || relation.terms().map(|term| term.0);
            if terms().any(|cell| standing(cell) == Standing::Sensitive) {
                continue;
            }
            let open: Vec<u32> = terms().filter(|&cell| standing(cell) == Standing::Open).collect();
            let sum: f64 = open.iter().map(|&cell| shares[cell as usize]).sum();
            for &one in &open {
                if 2.0 * shares[one as usize] - sum > 1e-3 {
                    let sign = |cell: u32| if cell == one { -1.0 } else { 1.0 };
                    let terms = open.iter().map(|&cell| (cell as usize, sign(cell))).collect();
                    rows.push(Row { terms, least: 0.0 });
                }
            }
        }
        rows
    }
}

fn is_broken(row: &Row, shares: &[f64]) -> bool {
    let sum: f64 = row.terms.iter().map(|&(at, by)| by * shares[at]).sum();
    sum < row.least - BROKEN
}
