//! The simplex method on a small table of moves, begun at the true values.
//!
//! A linear program here never has to be made feasible: the published table came from a true one, and
//! not to move is a move. So there are no artificial variables and no right-hand side. Cells that move by
//! themselves begin between their ends, where they may also stay.

/// A cell with how far it has moved and how far it may.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    pub cell: u32,
    pub at: f64,
    pub low: f64,
    pub high: f64,
}

impl Moved {
    /// One that has not moved, and may go so far.
    pub fn new(cell: u32, down: f64, up: f64) -> Self {
        Self { cell, at: 0.0, low: -down, high: up }
    }

    /// How far it can still go up, or down.
    fn room(&self, up: bool) -> f64 {
        if up { (self.high - self.at).max(0.0) } else { (self.at - self.low).max(0.0) }
    }
}

/// What is smaller is nothing.
const DUST: f64 = 1e-9;

/// Bound cells in free ones, and what is to become large.
#[derive(Debug)]
pub struct Simplex {
    free: Vec<Moved>,
    bound: Vec<Moved>,
    /// How much of each free cell is in each bound one, row after row.
    body: Vec<f64>,
    /// How much of each free cell is in what is to become large.
    goal: Vec<f64>,
    reached: f64,
}

impl Simplex {
    /// Free cells, bound cells with their rows, and the goal in free cells.
    pub fn new(free: Vec<Moved>, bound: Vec<Moved>, body: Vec<f64>, goal: Vec<f64>) -> Self {
        debug_assert_eq!(body.len(), free.len() * bound.len());
        Self { free, bound, body, goal, reached: 0.0 }
    }

    /// Makes the goal as large as it can be, or as large as needed. `None` if it was stopped.
    pub fn run(&mut self, needed: f64, stopped: &dyn Fn() -> bool) -> Option<f64> {
        let patience = 4 * (self.free.len() + self.bound.len()) + 16;
        let (mut steps, mut idle) = (0_usize, 0_usize);
        while self.reached < needed {
            let Some(entering) = self.entering(idle > patience) else { break };
            let gain = self.step(entering, needed);
            idle = if gain > DUST { 0 } else { idle + 1 };
            steps += 1;
            if steps.is_multiple_of(64) && stopped() {
                return None;
            }
        }
        Some(self.reached)
    }

    /// What the goal would gain by each cell that stands still because it is stopped, or by which there is
    /// nothing to gain: the goal is the sum of these cells' moves, each times its price.
    pub fn prices(&self) -> impl Iterator<Item = (u32, f64)> {
        let all = self.free.iter().zip(&self.goal);
        all.map(|(moved, &price)| (moved.cell, price)).filter(|(_, price)| price.abs() > DUST)
    }

    /// How all cells have moved.
    pub fn moves(&self) -> impl Iterator<Item = (u32, f64)> {
        let all = self.free.iter().chain(&self.bound);
        all.map(|moved| (moved.cell, moved.at)).filter(|(_, at)| at.abs() > DUST)
    }

    /// The free cell by which the goal grows fastest; or, so that no step is repeated for ever, the
    /// first by which it grows at all.
    fn entering(&self, is_careful: bool) -> Option<usize> {
        let grows = |&at: &usize| {
            let by = self.goal[at];
            by.abs() > DUST && self.free[at].room(by > 0.0) > DUST
        };
        let mut all = (0..self.free.len()).filter(grows);
        if is_careful {
            return all.min_by_key(|&at| self.free[at].cell);
        }
        all.by_ref().reduce(
            |best, at| {
                if self.goal[at].abs() > self.goal[best].abs() { at } else { best }
            },
        )
    }

    /// Moves a free cell as far as it goes. Whoever stops it changes places with it.
    fn step(&mut self, entering: usize, needed: f64) -> f64 {
        let up = self.goal[entering] > 0.0;
        let pace = self.goal[entering].abs();
        let enough = (needed - self.reached) / pace;
        let mut far = self.free[entering].room(up).min(enough);
        let (mut leaving, mut strongest) = (None, 0.0);
        let width = self.free.len();
        for (row, moved) in self.bound.iter().enumerate() {
            let by = self.body[row * width + entering];
            if by.abs() <= DUST {
                continue;
            }
            let room = moved.room((by > 0.0) == up) / by.abs();
            let is_nearer = room < far - DUST;
            if is_nearer || (room <= far + DUST && leaving.is_some() && by.abs() > strongest) {
                (far, leaving, strongest) = (room.min(far), Some(row), by.abs());
            }
        }
        if far.is_infinite() {
            self.reached = f64::INFINITY;
            return far;
        }
        let by = if up { far } else { -far };
        for (row, moved) in self.bound.iter_mut().enumerate() {
            moved.at += self.body[row * width + entering] * by;
        }
        self.free[entering].at += by;
        self.reached += pace * far;
        if let Some(row) = leaving {
            self.exchange(row, entering);
        }
        pace * far
    }

    /// A bound cell becomes free, and the free one bound.
    fn exchange(&mut self, row: usize, column: usize) {
        let width = self.free.len();
        let by = self.body[row * width + column];
        let mut own: Vec<f64> = self.body[row * width..(row + 1) * width].to_vec();
        for (at, value) in own.iter_mut().enumerate() {
            *value = if at == column { 1.0 / by } else { -*value / by };
            if value.abs() < DUST {
                *value = 0.0;
            }
        }
        let used: Vec<usize> = (0..width).filter(|&at| own[at] != 0.0).collect();
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

    /// x and y go up and down by at most 4 and 6; x + y by at most 7, x − y by 1. The largest
    /// 2x + y is at x = 4, y = 3.
    #[test]
    fn a_small_program() {
        let free = vec![Moved::new(0, 4.0, 4.0), Moved::new(1, 6.0, 6.0)];
        let bound = vec![Moved::new(2, 7.0, 7.0), Moved::new(3, 1.0, 1.0)];
        let body = vec![1.0, 1.0, 1.0, -1.0];
        let mut simplex = Simplex::new(free, bound, body, vec![2.0, 1.0]);
        let reached = simplex.run(f64::INFINITY, &|| false).expect("nobody stops it");
        assert!((reached - 11.0).abs() < 1e-9, "{reached}");
        let mut moves: Vec<_> = simplex.moves().collect();
        moves.sort_by_key(|of| of.0);
        let near = |at: f64, of: f64| (at - of).abs() < 1e-9;
        assert!(near(moves[0].1, 4.0) && near(moves[1].1, 3.0), "{moves:?}");
    }

    #[test]
    fn what_is_needed_is_enough() {
        let mut simplex = Simplex::new(vec![Moved::new(0, 9.0, 9.0)], vec![], vec![], vec![-1.0]);
        assert_eq!(simplex.run(2.5, &|| false), Some(2.5));
        assert_eq!(simplex.moves().collect::<Vec<_>>(), [(0, -2.5)]);
    }
}
