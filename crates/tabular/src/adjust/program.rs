//! Linear programs whose costs have a kink: the simplex method for changes that begin at nothing.
//!
//! Each change costs so much for a unit to the left of its kink and so much to the right, and all keep
//! the relations. Not to change is where the method begins, so nothing has to be made feasible first: what
//! must move has a steep cost until it has. Changes that depend on others are kept in a table of numbers, so
//! this is for tables of some thousand cells. What audits tables has a simplex method of its own.

use ridotto_audit::System;

/// What a change may be, and what a unit costs on either side of the kink. Nothing lies between the ends,
/// and is one of the ends or the kink.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The least.
    pub low: f64,
    /// Where the cost changes.
    pub kink: f64,
    /// The most.
    pub high: f64,
    /// What a unit more costs below the kink; negative where it saves.
    pub left: f64,
    /// What it costs above.
    pub right: f64,
}

impl Piece {
    fn is_fixed(&self) -> bool {
        self.low >= self.high
    }
}

/// What is smaller is nothing.
const DUST: f64 = 1e-9;

/// The cheapest changes that keep all relations. `None` if it was stopped.
pub fn cheapest(system: &System, pieces: &[Piece], stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
    let mut simplex = Simplex::new(system, pieces);
    simplex.run(stopped)?;
    let mut changes = vec![0.0; pieces.len()];
    for one in simplex.free.iter().chain(&simplex.bound) {
        changes[one.cell] = one.at;
    }
    Some(changes)
}

/// A change: of a free cell at an end or the kink, of a bound one anywhere.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: usize,
    at: f64,
    piece: Piece,
    /// Of a bound cell, on which side of the kink it counts.
    is_right: bool,
}

impl Change {
    fn new(cell: usize, piece: Piece) -> Self {
        Self { cell, at: 0.0, piece, is_right: piece.kink <= 0.0 }
    }

    /// What a unit more costs.
    fn slope(&self) -> f64 {
        if self.is_right { self.piece.right } else { self.piece.left }
    }

    /// The side on which it counts when it leaves its place upwards or downwards.
    fn side(&self, up: bool) -> bool {
        let kink = self.piece.kink;
        if up { self.at >= kink - DUST } else { self.at > kink + DUST }
    }

    /// Where its cost changes next on the side on which it counts.
    fn next(&self, up: bool) -> f64 {
        match (self.is_right, up) {
            (true, true) => self.piece.high,
            (false, false) => self.piece.low,
            _ => self.piece.kink,
        }
    }

    /// The same as a free cell: with its cost of a unit in a direction, if it may go there.
    fn cost(&self, up: bool) -> Option<f64> {
        let may =
            if up { self.at < self.piece.high - DUST } else { self.at > self.piece.low + DUST };
        let slope = if self.side(up) { self.piece.right } else { self.piece.left };
        may.then_some(if up { slope } else { -slope })
    }
}

struct Simplex {
    free: Vec<Change>,
    bound: Vec<Change>,
    /// How much of each free cell is in each bound one, row after row.
    body: Vec<f64>,
    /// What a unit of each free cell costs by the bound ones.
    goal: Vec<f64>,
}

impl Simplex {
    fn new(system: &System, pieces: &[Piece]) -> Self {
        let open: Vec<usize> = (0..pieces.len()).filter(|&cell| !pieces[cell].is_fixed()).collect();
        let (rows, pivots) = eliminated(system, pieces, &open);
        let is_bound = |cell: &usize| pivots.contains_key(cell);
        let free: Vec<usize> = open.iter().copied().filter(|cell| !is_bound(cell)).collect();
        let mut bound = Vec::new();
        let mut body = Vec::with_capacity(pivots.len() * free.len());
        for (&cell, &row) in &pivots {
            bound.push(Change::new(cell, pieces[cell]));
            let own = &rows[row];
            // Entries are sorted, as the free cells are.
            let mut entries = own.iter().filter(|(of, _)| *of != cell).peekable();
            for &of in &free {
                let here = entries.next_if(|(at, _)| *at == of);
                body.push(here.map_or(0.0, |(_, value)| -value));
            }
        }
        let free = free.into_iter().map(|cell| Change::new(cell, pieces[cell])).collect();
        let mut simplex = Self { free, bound, body, goal: Vec::new() };
        simplex.price();
        simplex
    }

    /// Works out anew what a unit of each free cell costs.
    fn price(&mut self) {
        self.goal = vec![0.0; self.free.len()];
        if self.free.is_empty() {
            return;
        }
        for (one, line) in self.bound.iter().zip(self.body.chunks_exact(self.free.len())) {
            let slope = one.slope();
            for (goal, value) in self.goal.iter_mut().zip(line) {
                *goal += slope * value;
            }
        }
    }

    fn run(&mut self, stopped: &dyn Fn() -> bool) -> Option<()> {
        let patience = 2 * (self.free.len() + self.bound.len()) + 16;
        let mut idle = 0;
        for step in 1_usize.. {
            if step.is_multiple_of(64) {
                self.price();
                if stopped() {
                    return None;
                }
            }
            let Some((column, up)) = self.entering(idle > patience) else { break };
            let far = self.step(column, up, idle > patience);
            if far.is_infinite() {
                break;
            }
            idle = if far > DUST { 0 } else { idle + 1 };
        }
        Some(())
    }

    /// The free cell whose change saves most for a unit; or, so that no step is repeated for ever, the
    /// first that saves anything.
    fn entering(&self, is_careful: bool) -> Option<(usize, bool)> {
        let mut best: Option<(f64, usize, bool)> = None;
        for (column, one) in self.free.iter().enumerate() {
            for up in [true, false] {
                let Some(own) = one.cost(up) else { continue };
                let saves = -(own + if up { self.goal[column] } else { -self.goal[column] });
                let is_better = best.is_none_or(|(so_far, at, _)| {
                    if is_careful { one.cell < self.free[at].cell } else { saves > so_far }
                });
                if saves > 1e-7 && is_better {
                    best = Some((saves, column, up));
                }
            }
        }
        best.map(|(_, column, up)| (column, up))
    }

    /// Changes a free cell until a cost changes. Whoever stops it changes places with it.
    fn step(&mut self, column: usize, up: bool, is_careful: bool) -> f64 {
        let sign = if up { 1.0 } else { -1.0 };
        let mut entering = self.free[column];
        entering.is_right = entering.side(up);
        let mut far = (entering.next(up) - entering.at) * sign;
        let width = self.free.len();
        let (mut leaving, mut strongest): (Option<usize>, f64) = (None, 0.0);
        for (row, one) in self.bound.iter().enumerate() {
            let by = self.body[row * width + column] * sign;
            if by.abs() <= DUST {
                continue;
            }
            let room = ((one.next(by > 0.0) - one.at) / by).max(0.0);
            let is_nearer = room < far - DUST;
            let is_as_near = room <= far + DUST
                && leaving.is_some_and(|other| {
                    if is_careful {
                        one.cell < self.bound[other].cell
                    } else {
                        by.abs() > strongest
                    }
                });
            if is_nearer || is_as_near {
                (far, leaving, strongest) = (room.min(far), Some(row), by.abs());
            }
        }
        if far.is_infinite() {
            return far;
        }
        for (row, one) in self.bound.iter_mut().enumerate() {
            one.at += self.body[row * width + column] * sign * far;
        }
        entering.at += sign * far;
        match leaving {
            Some(row) => {
                let by = self.body[row * width + column] * sign;
                let end = self.bound[row].next(by > 0.0);
                self.bound[row].at = end;
                self.free[column] = entering;
                self.exchange(row, column);
            }
            None => {
                entering.at = entering.next(up);
                self.free[column] = entering;
            }
        }
        far
    }

    /// A bound cell becomes free, and the free one bound.
    fn exchange(&mut self, row: usize, column: usize) {
        let width = self.free.len();
        let by = self.body[row * width + column];
        let mut own: Vec<f64> = self.body[row * width..(row + 1) * width].to_vec();
        let slope = self.bound[row].slope();
        for (goal, value) in self.goal.iter_mut().zip(&own) {
            *goal -= slope * value;
        }
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
        let slope = self.bound[row].slope();
        for (goal, value) in self.goal.iter_mut().zip(&own) {
            *goal += slope * value;
        }
    }
}

/// A row of an elimination: cells in their order, with their factors.
type Row = Vec<(usize, f64)>;

/// Rows in which each pivot stands alone, and the row of each pivot.
fn eliminated(
    system: &System,
    pieces: &[Piece],
    open: &[usize],
) -> (Vec<Row>, std::collections::BTreeMap<usize, usize>) {
    let mut rows: Vec<Row> = Vec::new();
    let mut pivots = std::collections::BTreeMap::new();
    let mut uses = vec![0_u32; pieces.len()];
    for relation in system.relations() {
        for (cell, _) in relation.terms() {
            uses[cell as usize] += 1;
        }
    }
    debug_assert!(open.iter().all(|&cell| !pieces[cell].is_fixed()));
    for relation in system.relations() {
        let terms = relation.terms().map(|(cell, sign)| (cell as usize, sign));
        let mut row: Row = terms.filter(|&(cell, _)| !pieces[cell].is_fixed()).collect();
        row.sort_by_key(|entry| entry.0);
        let known: Vec<(usize, f64)> =
            row.iter().filter(|entry| pivots.contains_key(&entry.0)).copied().collect();
        for (cell, factor) in known {
            row = plus(&row, -factor, &rows[pivots[&cell]]);
        }
        let safest = |entry: &&(usize, f64)| ((entry.1.abs() - 1.0).abs() > DUST, uses[entry.0]);
        let Some(&(pivot, factor)) = row.iter().min_by_key(safest) else { continue };
        for entry in &mut row {
            entry.1 /= factor;
        }
        for other in &mut rows {
            if let Ok(at) = other.binary_search_by_key(&pivot, |entry| entry.0) {
                *other = plus(other, -other[at].1, &row);
            }
        }
        pivots.insert(pivot, rows.len());
        rows.push(row);
    }
    (rows, pivots)
}

/// `one + by * other`, without what is nothing.
fn plus(one: &Row, by: f64, other: &Row) -> Row {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some(a), None) => a.0,
            (None, Some(b)) => b.0,
            (Some(a), Some(b)) => a.0.min(b.0),
        };
        let own = left.next_if(|entry| entry.0 == next).map_or(0.0, |entry| entry.1);
        let its = right.next_if(|entry| entry.0 == next).map_or(0.0, |entry| entry.1);
        let value = own + by * its;
        if value.abs() > DUST {
            all.push((next, value));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::additive::samples::{LECTURE, table};

    /// Vector `cta.one`: a cell of the lectures' table goes up by 4, totals stay: three others move by 4.
    #[test]
    fn one_cell_takes_three_along() {
        let of = table(&[3, 3], &LECTURE);
        let still = Piece { low: 0.0, kink: 0.0, high: 0.0, left: 0.0, right: 0.0 };
        let mut pieces = vec![still; 16];
        for &cell in &of.inner {
            let low = -(of.values[cell] as f64);
            pieces[cell] = Piece { low, kink: 0.0, high: 99.0, left: -1.0, right: 1.0 };
        }
        let steep = Piece { low: 0.0, kink: 4.0, high: 99.0, left: -1e6, right: 1.0 };
        pieces[of.inner[3]] = steep;
        let changes = cheapest(&of.system, &pieces, &|| false).unwrap();
        let sum: f64 = changes.iter().map(|change| change.abs()).sum();
        assert!((sum - 16.0).abs() < 1e-6, "{changes:?}");
        assert!((changes[of.inner[3]] - 4.0).abs() < 1e-6);
    }
}
