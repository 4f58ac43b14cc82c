//! All moves of some cells, and how far one can be moved when each has only so much room.
//!
//! The relations are eliminated once, into a table of what each bound cell is in free ones. A move begins
//! at nothing, so that nothing has to be made feasible, and goes by the simplex method with bounds to
//! where it stops. The prices of what stops it are the dual solution: for *every* move the goal is the sum
//! of the priced cells' moves, each times its price, whatever room they have. Cuts are made of that.

use ridotto_audit::System;
use rustc_hash::FxHashMap;

/// What is smaller is nothing.
const DUST: f64 = 1e-9;

/// Cells that move, as combinations of free ones.
#[derive(Clone, Debug)]
pub struct Moves {
    free: Vec<u32>,
    bound: Vec<u32>,
    body: Vec<f64>,
    place: FxHashMap<u32, Place>,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Free(usize),
    Bound(usize),
}

/// How far a cell moved.
#[derive(Clone, Debug)]
pub struct Farthest {
    /// How far.
    pub far: f64,
    /// The cells by which it would go further if they had more room, with what a unit of them brings.
    pub prices: Vec<(u32, f64)>,
    /// The cells that moved, with how far.
    pub moved: Vec<(u32, f64)>,
}

/// A cell's way.
#[derive(Clone, Copy, Debug)]
struct Way {
    cell: u32,
    at: f64,
    low: f64,
    high: f64,
}

impl Way {
    fn room(&self, up: bool) -> f64 {
        if up { (self.high - self.at).max(0.0) } else { (self.at - self.low).max(0.0) }
    }
}

impl Moves {
    /// The moves of the cells that may.
    pub fn new(system: &System, may: impl Fn(u32) -> bool) -> Self {
        let cells: Vec<u32> = (0..system.cells() as u32).filter(|&cell| may(cell)).collect();
        let place: FxHashMap<u32, usize> =
            cells.iter().enumerate().map(|(at, &cell)| (cell, at)).collect();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        let mut pivots: Vec<usize> = Vec::new();
        for relation in system.relations() {
            let mut row = vec![0.0; cells.len()];
            for (cell, sign) in relation.terms() {
                if let Some(&at) = place.get(&cell) {
                    row[at] = sign;
                }
            }
            for (own, &pivot) in rows.iter().zip(&pivots) {
                let share = row[pivot];
                subtract(&mut row, share, own);
            }
            // Totals are bound first: parts that move freely make short rows.
            let strongest = |row: &[f64]| row.iter().fold(0.0_f64, |most, of| most.max(of.abs()));
            let strength = strongest(&row);
            let Some(pivot) =
                row.iter().position(|of| of.abs() > DUST && of.abs() > strength * 0.5)
            else {
                continue;
            };
            let by = row[pivot];
            for of in &mut row {
                *of /= by;
            }
            for own in &mut rows {
                let share = own[pivot];
                subtract(own, share, &row);
            }
            rows.push(row);
            pivots.push(pivot);
        }
        let is_bound = |at: &usize| pivots.contains(at);
        let free: Vec<usize> = (0..cells.len()).filter(|at| !is_bound(at)).collect();
        let body = rows.iter().flat_map(|row| free.iter().map(|&at| -row[at])).collect();
        let free: Vec<u32> = free.into_iter().map(|at| cells[at]).collect();
        let bound: Vec<u32> = pivots.into_iter().map(|at| cells[at]).collect();
        let places = free.iter().enumerate().map(|(at, &cell)| (cell, Place::Free(at)));
        let bounds = bound.iter().enumerate().map(|(at, &cell)| (cell, Place::Bound(at)));
        Self { place: places.chain(bounds).collect(), free, bound, body }
    }

    /// Moves a cell up (or down) until it has gone far enough or is stopped. Each cell may go so far down
    /// and up.
    pub fn farthest(
        &self,
        (cell, up): (u32, bool),
        room: impl Fn(u32) -> (f64, f64),
        enough: f64,
    ) -> Farthest {
        let sign = if up { 1.0 } else { -1.0 };
        let width = self.free.len();
        let goal = match self.place.get(&cell) {
            Some(&Place::Free(at)) => {
                let mut goal = vec![0.0; width];
                goal[at] = sign;
                goal
            }
            Some(&Place::Bound(at)) => {
                self.body[at * width..(at + 1) * width].iter().map(|by| sign * by).collect()
            }
            None => vec![0.0; width],
        };
        let way = |&cell: &u32| {
            let (down, up) = room(cell);
            Way { cell, at: 0.0, low: -down, high: up }
        };
        let free = self.free.iter().map(way).collect();
        let bound = self.bound.iter().map(way).collect();
        let mut simplex = Simplex { free, bound, body: self.body.clone(), goal, far: 0.0 };
        simplex.run(enough);
        simplex.found()
    }
}

fn subtract(row: &mut [f64], share: f64, other: &[f64]) {
    if share != 0.0 {
        for (own, by) in row.iter_mut().zip(other) {
            *own -= share * by;
            if own.abs() < DUST {
                *own = 0.0;
            }
        }
    }
}

struct Simplex {
    free: Vec<Way>,
    bound: Vec<Way>,
    body: Vec<f64>,
    goal: Vec<f64>,
    far: f64,
}

impl Simplex {
    fn run(&mut self, enough: f64) {
        let patience = 4 * (self.free.len() + self.bound.len()) + 16;
        let mut idle = 0;
        while self.far < enough {
            let Some(column) = self.entering(idle > patience) else { break };
            let gain = self.step(column, enough);
            if gain.is_infinite() {
                break;
            }
            idle = if gain > DUST { 0 } else { idle + 1 };
        }
    }

    fn found(self) -> Farthest {
        let prices = self.free.iter().zip(&self.goal).map(|(way, &price)| (way.cell, price));
        let moved = self.free.iter().chain(&self.bound).map(|way| (way.cell, way.at));
        Farthest {
            far: self.far,
            prices: prices.filter(|of| of.1.abs() > DUST).collect(),
            moved: moved.filter(|of| of.1.abs() > DUST).collect(),
        }
    }

    /// The free cell by which the goal grows most; or the first, so that no step is repeated for ever.
    fn entering(&self, is_careful: bool) -> Option<usize> {
        let grows = |&at: &usize| {
            self.goal[at].abs() > DUST && self.free[at].room(self.goal[at] > 0.0) > DUST
        };
        let all = (0..self.free.len()).filter(grows);
        if is_careful {
            return all.min_by_key(|&at| self.free[at].cell);
        }
        all.reduce(|best, at| if self.goal[at].abs() > self.goal[best].abs() { at } else { best })
    }

    fn step(&mut self, column: usize, enough: f64) -> f64 {
        let (pace, up) = (self.goal[column].abs(), self.goal[column] > 0.0);
        let mut far = self.free[column].room(up).min((enough - self.far) / pace);
        let (mut leaving, mut strongest) = (None, 0.0);
        let width = self.free.len();
        for (row, way) in self.bound.iter().enumerate() {
            let by = self.body[row * width + column];
            if by.abs() <= DUST {
                continue;
            }
            let room = way.room((by > 0.0) == up) / by.abs();
            if room < far - DUST
                || (room <= far + DUST && leaving.is_some() && by.abs() > strongest)
            {
                (far, leaving, strongest) = (room.min(far), Some(row), by.abs());
            }
        }
        if far.is_infinite() {
            self.far = far;
            return far;
        }
        let by = if up { far } else { -far };
        for (row, way) in self.bound.iter_mut().enumerate() {
            way.at += self.body[row * width + column] * by;
        }
        self.free[column].at += by;
        self.far += pace * far;
        if let Some(row) = leaving {
            self.exchange(row, column);
        }
        pace * far
    }

    fn exchange(&mut self, row: usize, column: usize) {
        let width = self.free.len();
        let by = self.body[row * width + column];
        let mut own: Vec<f64> = self.body[row * width..(row + 1) * width].to_vec();
        for (at, value) in own.iter_mut().enumerate() {
            *value = if at == column { 1.0 / by } else { -*value / by };
        }
        let used: Vec<usize> = (0..width).filter(|&at| own[at].abs() > DUST).collect();
        let replace = |line: &mut [f64]| {
            let share = std::mem::take(&mut line[column]);
            if share != 0.0 {
                for &at in &used {
                    line[at] += share * own[at];
                    if line[at].abs() < DUST {
                        line[at] = 0.0;
                    }
                }
            }
        };
        for (at, line) in self.body.chunks_exact_mut(width).enumerate() {
            if at != row {
                replace(line);
            }
        }
        replace(&mut self.goal);
        self.body[row * width..(row + 1) * width].copy_from_slice(&own);
        std::mem::swap(&mut self.free[column], &mut self.bound[row]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and columns of two by two with totals, which stay: 0 1 | 2, 3 4 | 5, 6 7 | 8.
    #[test]
    fn what_stops_a_move_has_a_price() {
        let rows = [[2, 0, 1], [5, 3, 4], [8, 6, 7]];
        let columns = [[6, 0, 3], [7, 1, 4], [8, 2, 5]];
        let system = System::new(9, rows.into_iter().chain(columns));
        let moves = Moves::new(&system, |cell| [0, 1, 3, 4].contains(&cell));
        let room = |cell| if cell == 4 { (2.0, 2.0) } else { (9.0, 9.0) };
        let found = moves.farthest((0, true), room, 5.0);
        assert_eq!((found.far, &found.prices[..]), (2.0, &[(4, 1.0)][..]));
        assert_eq!(found.moved.len(), 4);
        let enough = moves.farthest((1, false), room, 1.5);
        assert!((enough.far - 1.5).abs() < 1e-9);
    }
}
