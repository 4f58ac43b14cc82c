//! All moves of the cells that are not published yet, and two moves drawn at random.
//!
//! Each cell is free, or bound to free ones by its row; publishing a cell forbids all moves that change
//! it, which binds one more. Beside the rows two random moves are kept. By them questions about all
//! moves are answered at once, wrong once in 10^18 cases: a cell follows from what is published if it
//! stands still in both, and two cells follow from each other if they move in the same proportion in both.

use super::residue::{inverse, minus, product, scattered, sum};
use ridotto_audit::System;

/// A free cell and how much of it.
type Term = (u32, u64);

/// What a cell does in the two random moves.
pub type Pair = [u64; 2];

#[derive(Debug)]
pub struct Tableau {
    /// What each bound cell is in free ones.
    rows: Vec<Vec<Term>>,
    /// The bound cells in whose rows a free one is, and some in whose rows it was.
    users: Vec<Vec<u32>>,
    states: Vec<State>,
    moves: Vec<Pair>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Known,
    Free,
    Bound,
}

/// What publishing a cell would do.
#[derive(Debug)]
pub struct Publication {
    /// The cell.
    pub cell: u32,
    /// The free cell that becomes bound; `None` if the cell follows already.
    pivot: Option<u32>,
    /// What all cells that are touched would do in the random moves.
    pub changed: Vec<(u32, Pair)>,
}

impl Tableau {
    /// The cells of a system that are not known.
    pub fn new(system: &System, is_known: impl Fn(u32) -> bool, seed: u64) -> Self {
        let cells = 0..system.cells() as u32;
        let state = |cell| if is_known(cell) { State::Known } else { State::Free };
        let states: Vec<State> = cells.map(state).collect();
        let mut tableau = Self {
            rows: vec![Vec::new(); states.len()],
            users: vec![Vec::new(); states.len()],
            moves: Vec::new(),
            states,
        };
        for relation in system.relations() {
            tableau.impose(relation.total(), relation.parts());
        }
        tableau.moves = tableau.drawn(seed);
        tableau
    }

    /// Two random moves: free cells by chance, and the others as they follow.
    fn drawn(&self, seed: u64) -> Vec<Pair> {
        let chance = |cell: u32| {
            let at = u64::from(cell) * 2;
            [scattered(seed, at), scattered(seed, at + 1)]
        };
        let of = |cell: usize| match self.states[cell] {
            State::Known => [0, 0],
            State::Free => chance(cell as u32),
            State::Bound => self.rows[cell].iter().fold([0, 0], |all, &(free, value)| {
                let own = chance(free);
                [0, 1].map(|at| sum(all[at], product(value, own[at])))
            }),
        };
        (0..self.states.len()).map(of).collect()
    }

    /// What a cell does in the random moves.
    pub fn moves(&self, cell: u32) -> Pair {
        self.moves[cell as usize]
    }

    /// What publishing a cell would do.
    pub fn publication(&mut self, cell: u32) -> Publication {
        let (pivot, share) = match self.states[cell as usize] {
            State::Known => return Publication { cell, pivot: None, changed: Vec::new() },
            State::Free => (cell, 1),
            State::Bound => match self.sparsest(&self.rows[cell as usize]) {
                Some(term) => term,
                None => return Publication { cell, pivot: None, changed: Vec::new() },
            },
        };
        self.forget_former(pivot);
        let inverse = inverse(share);
        let by = self.moves(cell).map(|of| minus(product(of, inverse)));
        let after = |cell: u32, value: u64| {
            let before = self.moves(cell);
            (cell, [0, 1].map(|at| sum(before[at], product(by[at], value))))
        };
        let mut changed = vec![after(pivot, 1)];
        changed.extend(self.users[pivot as usize].iter().map(|&user| {
            let value = self.entry(user, pivot).expect("it uses the free cell");
            after(user, value)
        }));
        Publication { cell, pivot: Some(pivot), changed }
    }

    /// Publishes a cell.
    pub fn publish(&mut self, of: &Publication) {
        let Some(pivot) = of.pivot else { return };
        for &(cell, pair) in &of.changed {
            self.moves[cell as usize] = pair;
        }
        let row =
            if of.cell == pivot { vec![(pivot, 1)] } else { self.rows[of.cell as usize].clone() };
        self.bind(pivot, &row);
    }

    /// Takes in that a total is the sum of its parts.
    fn impose(&mut self, total: u32, parts: &[u32]) {
        let mut row: Vec<Term> = Vec::new();
        let terms = [(total, 1)].into_iter().chain(parts.iter().map(|&part| (part, minus(1))));
        for (cell, by) in terms {
            match self.states[cell as usize] {
                State::Known => {}
                State::Free => row = added(&row, by, &[(cell, 1)]),
                State::Bound => row = added(&row, by, &self.rows[cell as usize]),
            }
        }
        if let Some((pivot, _)) = self.sparsest(&row) {
            self.forget_former(pivot);
            self.bind(pivot, &row);
        }
    }

    /// Binds a free cell, so that a row is nothing.
    fn bind(&mut self, pivot: u32, row: &[Term]) {
        let share = row.iter().find(|term| term.0 == pivot).expect("the pivot is in its row").1;
        let by = minus(inverse(share));
        let others = row.iter().filter(|term| term.0 != pivot);
        let own: Vec<Term> = others.map(|&(free, value)| (free, product(value, by))).collect();
        for user in std::mem::take(&mut self.users[pivot as usize]) {
            let old = &mut self.rows[user as usize];
            let at = old.binary_search_by_key(&pivot, |term| term.0);
            let (_, share) = old.remove(at.expect("it uses the free cell"));
            let new = added(old, share, &own);
            for &(free, _) in &own {
                if old.binary_search_by_key(&free, |term| term.0).is_err() {
                    self.users[free as usize].push(user);
                }
            }
            self.rows[user as usize] = new;
        }
        for &(free, _) in &own {
            self.users[free as usize].push(pivot);
        }
        self.rows[pivot as usize] = own;
        self.states[pivot as usize] = State::Bound;
    }

    /// The free cell of a row that the fewest others use, and its share; of equals the last.
    fn sparsest(&self, row: &[Term]) -> Option<Term> {
        let users = |&&(free, _): &&Term| (self.users[free as usize].len(), u32::MAX - free);
        row.iter().min_by_key(users).copied()
    }

    fn entry(&self, bound: u32, free: u32) -> Option<u64> {
        let row = &self.rows[bound as usize];
        row.binary_search_by_key(&free, |term| term.0).ok().map(|at| row[at].1)
    }

    /// Leaves out of the users of a free cell those that no longer use it, and repetitions.
    fn forget_former(&mut self, free: u32) {
        let mut users = std::mem::take(&mut self.users[free as usize]);
        users.sort_unstable();
        users.dedup();
        users.retain(|&user| self.entry(user, free).is_some());
        self.users[free as usize] = users;
    }
}

/// `one + by * other`, in the order of cells, without what is nothing.
fn added(one: &[Term], by: u64, other: &[Term]) -> Vec<Term> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (0, 0);
    while left < one.len() || right < other.len() {
        let first = one.get(left).map_or(u32::MAX, |term| term.0);
        let second = other.get(right).map_or(u32::MAX, |term| term.0);
        let mut value = 0;
        if first <= second {
            value = one[left].1;
            left += 1;
        }
        if second <= first {
            value = sum(value, product(by, other[right].1));
            right += 1;
        }
        if value != 0 {
            all.push((first.min(second), value));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and columns of two by two with totals: cells 0 1 | 2, 3 4 | 5, 6 7 | 8.
    fn square() -> System {
        let rows = [[2, 0, 1], [5, 3, 4], [8, 6, 7]];
        let columns = [[6, 0, 3], [7, 1, 4], [8, 2, 5]];
        System::new(9, rows.into_iter().chain(columns))
    }

    /// When all totals are out, the four inner cells move together; when one of them is out, too, all
    /// stand still.
    #[test]
    fn inner_cells_follow_from_each_other() {
        let mut tableau = Tableau::new(&square(), |_| false, 1);
        for cell in [8, 2, 5, 6, 7] {
            let publication = tableau.publication(cell);
            tableau.publish(&publication);
            assert_eq!(tableau.moves(cell), [0, 0]);
        }
        let [first, second, third] = [0, 1, 4].map(|cell| tableau.moves(cell));
        assert_ne!(first, [0, 0]);
        assert_eq!(second, first.map(minus));
        assert_eq!(third, first);
        let publication = tableau.publication(1);
        let after = |cell| publication.changed.iter().find(|of| of.0 == cell).map(|of| of.1);
        assert_eq!([0, 1, 3, 4].map(after), [Some([0, 0]); 4]);
    }
}
