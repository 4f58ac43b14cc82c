//! Cells that turn out not to be needed are given back.
//!
//! A row *covers* another if both agree wherever the first shows a value. The rows that a row
//! covers, and those that cover it, all fit it; that two rows fit because each hides what the
//! other shows is not counted, so the count is never above the true one. When a row gives cells
//! back it covers fewer rows, and all that changes is among those that it covered before.
//!
//! Only rows that are rare in a scope can be hurt in it, and they are few: everything is counted
//! for them alone ([`Rare`]).

use super::{CellSet, cost, projection::Alike, rare::Rare};
use ridotto_core::{Control, Watch};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Some rows by the group of a projection that they lie in.
struct Lists {
    alike: Rc<Alike>,
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Lists {
    /// The members, each a number and its unit.
    fn new(alike: Rc<Alike>, members: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0_u32; alike.rows.len() + 1];
        for (_, unit) in members.clone() {
            starts[alike.group[unit as usize] as usize + 1] += 1;
        }
        for group in 0..alike.rows.len() {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut placed = vec![0; starts[starts.len() - 1] as usize];
        for (member, unit) in members {
            let next = &mut next[alike.group[unit as usize] as usize];
            placed[*next as usize] = member;
            *next += 1;
        }
        Self { alike, starts, members: placed }
    }

    fn of(&self, unit: u32) -> &[u32] {
        let group = self.alike.group[unit as usize] as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

/// What is kept of one scope.
struct Scope {
    keys: CellSet,
    /// The rows that are rare in it.
    needy: Vec<u32>,
    /// For each of them, how many rows cover it that it does not cover.
    covered: Vec<u32>,
    /// The rows that hid cells of it at first.
    hidden: Vec<u32>,
    /// By the keys that a row shows: the needy rows (by their place) and the hidden ones.
    lists: FxHashMap<CellSet, Rc<[Lists; 2]>>,
}

/// How the number of rows that cover a row changes.
enum Change {
    Less,
    More(u32),
}

struct Thinning<'a, 'p, 'b> {
    rare: &'a mut Rare<'p, 'b>,
    /// The rare unit of each rare row.
    unit_of: &'a [u32],
    scopes: Vec<Scope>,
    k: u64,
    cells: Vec<CellSet>,
}

/// Gives back what all rows can do without, until it is told to stop; whether it was is told, too.
/// Rows are the rare ones, and each covers `k` rows with the cells it has.
pub(super) fn thin(
    rare: &mut Rare<'_, '_>,
    unit_of: &[u32],
    cells: Vec<CellSet>,
    costs: &[f64],
    scopes: &[CellSet],
    (k, watch): (u64, &dyn Watch),
) -> (Vec<CellSet>, bool) {
    let rows = || 0..unit_of.len() as u32;
    let scope = |(at, &keys): (usize, &CellSet)| {
        let is_needy = |row: &u32| rare.needy[at][unit_of[*row as usize] as usize];
        let needy: Vec<u32> = rows().filter(is_needy).collect();
        let hidden = rows().filter(|&row| cells[row as usize] & keys != 0).collect();
        Scope { keys, covered: vec![0; needy.len()], needy, hidden, lists: FxHashMap::default() }
    };
    let scopes = scopes.iter().enumerate().map(scope).collect();
    let mut thinning = Thinning { rare, unit_of, scopes, k, cells };
    let stopped = || watch.control() != Control::Continue;
    if !thinning.count(&stopped) {
        return (thinning.cells, true);
    }
    let mut order = thinning.order(costs);
    // The second round takes what the first could not because a neighbour came later.
    for _ in 0..2 {
        for &row in &order {
            if stopped() {
                return (thinning.cells, true);
            }
            thinning.give_back(row, costs);
        }
        order.retain(|&row| thinning.cells[row as usize] != 0);
    }
    (thinning.cells, false)
}

impl Thinning<'_, '_, '_> {
    fn unit(&self, row: u32) -> u32 {
        self.unit_of[row as usize]
    }

    fn lists(&mut self, at: usize, keep: CellSet) -> Rc<[Lists; 2]> {
        if let Some(lists) = self.scopes[at].lists.get(&keep) {
            return Rc::clone(lists);
        }
        let alike = self.rare.by(keep);
        let (scope, unit_of) = (&self.scopes[at], self.unit_of);
        let needy = (0..).zip(&scope.needy).map(|(place, &row)| (place, unit_of[row as usize]));
        let hidden = scope.hidden.iter().map(|&row| (row, unit_of[row as usize]));
        let lists = Rc::new([Lists::new(Rc::clone(&alike), needy), Lists::new(alike, hidden)]);
        self.scopes[at].lists.insert(keep, Rc::clone(&lists));
        lists
    }

    fn difference(&self, a: u32, b: u32) -> CellSet {
        self.rare.difference(self.unit(a), self.unit(b))
    }

    /// Counts who covers whom; `false` if it was stopped.
    fn count(&mut self, stopped: &dyn Fn() -> bool) -> bool {
        for row in 0..self.unit_of.len() as u32 {
            if stopped() {
                return false;
            }
            for at in self.touched(self.cells[row as usize]) {
                let keys = self.scopes[at].keys;
                let lists = self.lists(at, keys & !self.cells[row as usize]);
                for &place in lists[0].of(self.unit(row)) {
                    let other = self.scopes[at].needy[place as usize];
                    let apart = self.difference(row, other) & keys;
                    if apart & !self.cells[other as usize] != 0 {
                        self.scopes[at].covered[place as usize] += 1;
                    }
                }
            }
        }
        true
    }

    /// The scopes that have one of these cells.
    fn touched(&self, cells: CellSet) -> Vec<usize> {
        (0..self.scopes.len()).filter(|&at| self.scopes[at].keys & cells != 0).collect()
    }

    /// The dearest rows first, then those on whom the fewest depend.
    fn order(&mut self, costs: &[f64]) -> Vec<u32> {
        let mut order: Vec<(f64, usize, u32)> = Vec::new();
        for row in 0..self.unit_of.len() as u32 {
            let set = self.cells[row as usize];
            let mut needy = 0;
            for at in self.touched(set) {
                let lists = self.lists(at, self.scopes[at].keys & !set);
                needy += lists[0].of(self.unit(row)).len();
            }
            order.push((-cost(set, costs), needy, row));
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        order.into_iter().map(|(_, _, row)| row).collect()
    }

    /// Tries to give back all cells of a row, or else one after the other.
    fn give_back(&mut self, row: u32, costs: &[f64]) {
        let set = self.cells[row as usize];
        if self.replace(row, 0) {
            return;
        }
        let mut single: Vec<u32> = (0..32).filter(|at| set & (1 << at) != 0).collect();
        single.sort_by(|&a, &b| costs[b as usize].total_cmp(&costs[a as usize]).then(a.cmp(&b)));
        for at in single {
            self.replace(row, self.cells[row as usize] & !(1 << at));
        }
    }

    /// Sets a row's cells to fewer, if every row still fits `k`.
    fn replace(&mut self, row: u32, fewer: CellSet) -> bool {
        let before = self.cells[row as usize];
        let unit = self.unit(row);
        let mut changes: Vec<(usize, usize, Change)> = Vec::new();
        for at in self.touched(before & !fewer) {
            let keys = self.scopes[at].keys;
            let old = self.lists(at, keys & !before);
            for &place in old[0].of(unit) {
                let other = self.scopes[at].needy[place as usize];
                let apart = self.difference(row, other) & keys;
                if apart & !fewer == 0 || apart & !self.cells[other as usize] == 0 {
                    continue; // covered as before, or the other one still covers this row
                }
                if self.fits(at, place as usize) <= self.k {
                    return false;
                }
                changes.push((at, place as usize, Change::Less));
            }
            let Ok(place) = self.scopes[at].needy.binary_search(&row) else { continue };
            let still = |&&other: &&u32| {
                let apart = self.difference(row, other) & keys;
                apart & !fewer != 0 && apart & !self.cells[other as usize] == 0
            };
            let own = old[1].of(unit).iter().filter(still).count();
            let alone = self.rare.by(keys & !fewer).rows_of(unit);
            let fits = alone + u64::from(self.scopes[at].covered[place]) + own as u64;
            if fits < self.k {
                return false;
            }
            changes.push((at, place, Change::More(own as u32)));
        }
        self.cells[row as usize] = fewer;
        for (at, place, change) in changes {
            let covered = &mut self.scopes[at].covered[place];
            *covered = match change {
                Change::Less => covered.saturating_sub(1),
                Change::More(rows) => *covered + rows,
            };
        }
        true
    }

    /// How many rows a needy row is known to fit in a scope.
    fn fits(&mut self, at: usize, place: usize) -> u64 {
        let Scope { keys, needy, covered, .. } = &self.scopes[at];
        let (row, covered) = (needy[place], u64::from(covered[place]));
        let alone = self.rare.by(keys & !self.cells[row as usize]);
        alone.rows_of(self.unit(row)) + covered
    }
}
