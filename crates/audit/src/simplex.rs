//! The simplex method on a small table of moves, begun at the true values.
//!
//! A linear program here never has to be made feasible: the published table came from a true one, and
//! not to move is a move. So there are no artificial variables and no right-hand side. Cells that move by
//! themselves begin between their ends, where they may also stay.

use rustc_hash::FxHashMap;

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

/// A cell that moves by itself, with all that it moves.
#[derive(Debug)]
pub struct Column<'a> {
    pub moved: Moved,
    /// How much of it is in what is to become large.
    pub goal: f64,
    /// How much of it is in each cell that does not move by itself.
    pub moves: &'a [(u32, f64)],
}

/// Bound cells in free ones, and what is to become large.
#[derive(Debug, Default)]
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
    /// Takes in cells that move by themselves and, in rows of their own, cells that nothing moved so far.
    /// All cells stay where they are.
    ///
    /// A cell that changed places with a free one no longer moves with the new ones: whoever moves in its
    /// stead takes back what they would have done to it.
    pub fn take_in(&mut self, columns: &[Column<'_>], rows: impl Iterator<Item = Moved>) {
        let (old, width) = (self.free.len(), self.free.len() + columns.len());
        if width == 0 {
            return;
        }
        self.bound.extend(rows);
        let mut body = vec![0.0; width * self.bound.len()];
        for (new, line) in body.chunks_exact_mut(width).zip(self.body.chunks_exact(old.max(1))) {
            new[..old].copy_from_slice(line);
        }
        let places: FxHashMap<u32, usize> = self.free.iter().map(|of| of.cell).zip(0..).collect();
        let rows: FxHashMap<u32, usize> = self.bound.iter().map(|of| of.cell).zip(0..).collect();
        for (at, column) in (old..).zip(columns) {
            let mut goal = column.goal;
            for &(cell, value) in column.moves {
                if let Some(&row) = rows.get(&cell) {
                    body[row * width + at] += value;
                } else if let Some(&place) = places.get(&cell) {
                    goal -= self.goal[place] * value;
                    for line in body.chunks_exact_mut(width) {
                        line[at] -= line[place] * value;
                    }
                }
            }
            self.goal.push(goal);
            self.free.push(column.moved);
        }
        self.body = body;
    }

    /// Puts every cell back to where it began, between new ends; what moves with what stays as it is. To
    /// stand still is possible whatever the ends are, so that nothing has to be made feasible.
    pub fn put_back(&mut self, ends: impl Fn(u32) -> (f64, f64)) {
        for moved in self.free.iter_mut().chain(&mut self.bound) {
            let (down, up) = ends(moved.cell);
            *moved = Moved::new(moved.cell, down, up);
        }
        self.reached = 0.0;
    }

    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.body.len()
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
        let [x, y] = program();
        let mut simplex = Simplex::default();
        simplex.take_in(&[x, y], stops());
        let reached = simplex.run(f64::INFINITY, &|| false).expect("nobody stops it");
        assert!((reached - 11.0).abs() < 1e-9, "{reached}");
        let mut moves: Vec<_> = simplex.moves().collect();
        moves.sort_by_key(|of| of.0);
        let near = |at: f64, of: f64| (at - of).abs() < 1e-9;
        assert!(near(moves[0].1, 4.0) && near(moves[1].1, 3.0), "{moves:?}");
    }

    fn program() -> [Column<'static>; 2] {
        let x = Column { moved: Moved::new(0, 4.0, 4.0), goal: 2.0, moves: &[(2, 1.0), (3, 1.0)] };
        let y = Column { moved: Moved::new(1, 6.0, 6.0), goal: 1.0, moves: &[(2, 1.0), (3, -1.0)] };
        [x, y]
    }

    fn stops() -> impl Iterator<Item = Moved> {
        [Moved::new(2, 7.0, 7.0), Moved::new(3, 1.0, 1.0)].into_iter()
    }

    /// The same, when y comes in after x has gone as far as it can by itself.
    #[test]
    fn who_comes_later_helps() {
        let [x, y] = program();
        let mut simplex = Simplex::default();
        simplex.take_in(&[x], stops());
        let reached = simplex.run(f64::INFINITY, &|| false).expect("nobody stops it");
        assert!((reached - 2.0).abs() < 1e-9, "{reached}");
        simplex.take_in(&[y], std::iter::empty());
        let reached = simplex.run(f64::INFINITY, &|| false).expect("nobody stops it");
        assert!((reached - 11.0).abs() < 1e-9, "{reached}");
    }

    /// The same program once more with other ends: x may only fall, then x and y stand between wider ones.
    #[test]
    fn it_is_asked_again() {
        let mut simplex = Simplex::default();
        simplex.take_in(&program(), stops());
        let mut reached = |x: (f64, f64), y: (f64, f64)| {
            simplex.put_back(|cell| [x, y, (7.0, 7.0), (1.0, 1.0)][cell as usize]);
            simplex.run(f64::INFINITY, &|| false).expect("nobody stops it")
        };
        for (x, y, expected) in [
            ((4.0, 4.0), (6.0, 6.0), 11.0),
            ((4.0, 0.0), (6.0, 6.0), 1.0),
            ((4.0, 4.0), (6.0, 0.0), 2.0),
            ((9.0, 9.0), (9.0, 9.0), 11.0),
            ((0.0, 0.0), (0.0, 0.0), 0.0),
        ] {
            let far = reached(x, y);
            assert!((far - expected).abs() < 1e-9, "{far} {expected}");
        }
    }

    #[test]
    fn what_is_needed_is_enough() {
        let mut simplex = Simplex::default();
        let only = Column { moved: Moved::new(0, 9.0, 9.0), goal: -1.0, moves: &[] };
        simplex.take_in(&[only], std::iter::empty());
        assert_eq!(simplex.run(2.5, &|| false), Some(2.5));
        assert_eq!(simplex.moves().collect::<Vec<_>>(), [(0, -2.5)]);
    }
}
