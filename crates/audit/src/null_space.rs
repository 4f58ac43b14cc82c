//! How hidden cells can move together: every hidden cell as a combination of a few free ones.
//!
//! Of a table with hidden cells an attacker knows the relations, so that two tables he holds possible
//! differ by a *move* that changes no sum. All moves are what the free cells can do, each by itself:
//! when a free cell goes up by one, every other hidden cell goes by its entry in that column. The
//! relations are taken in one after the other, and each that says something new binds a cell. Those of
//! which the fewest cells are hidden come first, as they make rows that are short, and of equals those of
//! the innermost cells; each binds the innermost that it can. So most free cells move a few others near by
//! and leave totals alone, in a table of a million cells as well.

use crate::number::Number;
use crate::system::System;

/// A part of a row or column: a cell and how much of it.
pub type Term<N> = (u32, N);

/// All moves of the hidden cells.
#[derive(Debug)]
pub struct NullSpace<N> {
    /// What each bound cell is in free ones, by cell; empty for others.
    rows: Vec<Vec<Term<N>>>,
    /// Which bound cells move with each free one, by cell; empty for others.
    columns: Vec<Vec<Term<N>>>,
    kinds: Vec<Kind>,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Known,
    Free,
    Bound,
}

impl<N: Number> NullSpace<N> {
    /// The moves of some cells of a system, all others being known.
    pub fn new(system: &System, hidden: &[bool]) -> Self {
        let kind = |&hidden: &bool| if hidden { Kind::Free } else { Kind::Known };
        let mut building = Building {
            rows: vec![Vec::new(); hidden.len()],
            users: vec![Vec::new(); hidden.len()],
            kinds: hidden.iter().map(kind).collect(),
            height: heights(system),
        };
        let height = |at: &usize| building.height[system.relation(*at).total() as usize];
        let unknown = |at: &usize| {
            let cells = system.relation(*at).terms();
            cells.filter(|(cell, _)| hidden[*cell as usize]).count()
        };
        let mut order: Vec<usize> = (0..system.len()).collect();
        order.sort_by_cached_key(|at| (unknown(at), height(at), *at));
        for relation in order.into_iter().map(|at| system.relation(at)) {
            let mut terms = vec![(relation.total(), N::whole(1))];
            terms.extend(relation.parts().iter().map(|&part| (part, N::whole(-1))));
            terms.retain(|&(cell, _)| hidden[cell as usize]);
            if !terms.is_empty() {
                building.impose(&terms);
            }
        }
        building.finished()
    }

    /// Whether no move changes a cell: its value follows from the relations alone.
    pub fn is_fixed(&self, cell: u32) -> bool {
        let at = cell as usize;
        match self.kinds[at] {
            Kind::Known => true,
            Kind::Free => false,
            Kind::Bound => self.rows[at].is_empty(),
        }
    }

    /// A cell in free ones.
    pub fn row(&self, cell: u32) -> &[Term<N>] {
        &self.rows[cell as usize]
    }

    /// The bound cells that move with a free one.
    pub fn column(&self, cell: u32) -> &[Term<N>] {
        &self.columns[cell as usize]
    }

    /// Whether a cell moves by itself.
    pub fn is_free(&self, cell: u32) -> bool {
        self.kinds[cell as usize] == Kind::Free
    }
}

struct Building<N> {
    rows: Vec<Vec<Term<N>>>,
    /// The bound cells whose rows have a free one, and perhaps some whose rows had it once.
    users: Vec<Vec<u32>>,
    kinds: Vec<Kind>,
    /// How many totals are below each cell, the longest way.
    height: Vec<u32>,
}

/// How many totals are below each cell, the longest way.
fn heights(system: &System) -> Vec<u32> {
    /// Tables have fewer levels; linked ones may go in a circle.
    const LEVELS: u32 = 64;
    let mut height = vec![0_u32; system.cells()];
    for _ in 0..LEVELS {
        let mut is_done = true;
        for relation in system.relations() {
            let most = relation.parts().iter().map(|&part| height[part as usize]).max();
            let least = most.unwrap_or(0) + 1;
            let own = &mut height[relation.total() as usize];
            if *own < least {
                (*own, is_done) = (least, false);
            }
        }
        if is_done {
            break;
        }
    }
    height
}

impl<N: Number> Building<N> {
    /// Takes in that some terms together are nothing.
    fn impose(&mut self, terms: &[Term<N>]) {
        let mut sum: Vec<Term<N>> = Vec::new();
        for &(cell, by) in terms {
            match self.kinds[cell as usize] {
                Kind::Known => {}
                Kind::Free => sum = added(&sum, by, &[(cell, N::whole(1))]),
                Kind::Bound => sum = added(&sum, by, &self.rows[cell as usize]),
            }
        }
        let Some(&(pivot, by)) = sum.iter().min_by_key(|(cell, value)| {
            let at = *cell as usize;
            (self.height[at], !value.is_unit(), self.users[at].len(), u32::MAX - cell)
        }) else {
            return;
        };
        let others = sum.iter().filter(|(cell, _)| *cell != pivot);
        let row: Vec<Term<N>> = others.map(|&(cell, value)| (cell, value.over_minus(by))).collect();
        for user in std::mem::take(&mut self.users[pivot as usize]) {
            let old = &mut self.rows[user as usize];
            let Ok(at) = old.binary_search_by_key(&pivot, |term| term.0) else { continue };
            let (_, share) = old.remove(at);
            let new = added(old, share, &row);
            for &(cell, _) in &row {
                let is_new = old.binary_search_by_key(&cell, |term| term.0).is_err();
                if is_new {
                    self.users[cell as usize].push(user);
                }
            }
            self.rows[user as usize] = new;
        }
        for &(cell, _) in &row {
            self.users[cell as usize].push(pivot);
        }
        self.rows[pivot as usize] = row;
        self.kinds[pivot as usize] = Kind::Bound;
    }

    fn finished(self) -> NullSpace<N> {
        let mut columns = vec![Vec::new(); self.rows.len()];
        for (cell, row) in self.rows.iter().enumerate() {
            for &(free, value) in row {
                columns[free as usize].push((cell as u32, value));
            }
        }
        NullSpace { rows: self.rows, columns, kinds: self.kinds }
    }
}

/// `one + by * other`, both in the order of cells, without what is nothing.
fn added<N: Number>(one: &[Term<N>], by: N, other: &[Term<N>]) -> Vec<Term<N>> {
    let mut sum = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let (cell, value) = match (left.peek(), right.peek()) {
            (None, None) => return sum,
            (Some(&&term), None) => {
                left.next();
                term
            }
            (Some(&&term), Some(&&(other, _))) if term.0 < other => {
                left.next();
                term
            }
            (Some(&&(cell, value)), Some(&&(other, share))) if cell == other => {
                left.next();
                right.next();
                (cell, value.plus(by, share))
            }
            (_, Some(&&(cell, share))) => {
                right.next();
                (cell, N::whole(0).plus(by, share))
            }
        };
        if !value.is_zero() {
            sum.push((cell, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Residue;
    use crate::samples::square;

    /// In a row or column with one hidden cell it is known; four at the corners are not.
    #[test]
    fn what_follows_is_fixed() {
        let (system, _) = square(&[[20, 50, 10], [8, 19, 22], [17, 32, 12]]);
        let hidden = |cells: &[usize]| {
            let mut hidden = vec![false; system.cells()];
            for &cell in cells {
                hidden[cell] = true;
            }
            hidden
        };
        let alone = NullSpace::<Residue>::new(&system, &hidden(&[4]));
        assert!(alone.is_fixed(4));
        let corners = hidden(&[0, 1, 4, 5]);
        let (real, exact) = (
            NullSpace::<f64>::new(&system, &corners),
            NullSpace::<Residue>::new(&system, &corners),
        );
        for cell in [0, 1, 4, 5] {
            assert!(!real.is_fixed(cell) && !exact.is_fixed(cell), "{cell}");
        }
        // A fifth in a row of its own with one of them.
        let fifth = NullSpace::<Residue>::new(&system, &hidden(&[0, 1, 4, 5, 6]));
        assert!(fifth.is_fixed(6) && !fifth.is_fixed(0));
    }
}
