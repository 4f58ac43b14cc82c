//! Leaves, and how all totals follow from them.
//!
//! A leaf is a cell that is nobody's total. In a table with all its totals every cell is a sum of leaves,
//! and every relation holds by itself as soon as totals are added up. Linked tables that share a total and
//! no leaves have relations that do not follow; these are listed.

use ridotto_audit::System;
use ridotto_core::splitmix::{STRIDE, mixed};

/// The leaves of a system, and an order in which totals can be added up.
#[derive(Clone, Debug)]
pub struct Sums {
    leaves: Vec<u32>,
    /// Totals, each with the relation by which it is added up, parts before their total.
    totals: Vec<(u32, u32)>,
    is_leaf: Vec<bool>,
    /// Relations that are not kept by adding up.
    loose: Vec<u32>,
}

impl Sums {
    /// `None` if a cell is, by some detour, a part of itself.
    pub fn of(system: &System) -> Option<Self> {
        let own: Vec<Option<u32>> = (0..system.cells() as u32)
            .map(|cell| {
                let mut relations = system.relations_of(cell).iter().copied();
                relations.find(|&at| system.relation(at as usize).total() == cell)
            })
            .collect();
        let waits = |cell: usize| own[cell].map_or(0, |at| parts(system, at).len());
        let mut left: Vec<usize> = (0..system.cells()).map(waits).collect();
        let is_leaf: Vec<bool> = own.iter().map(Option::is_none).collect();
        let leaves: Vec<u32> =
            (0..system.cells() as u32).filter(|&cell| is_leaf[cell as usize]).collect();
        let (mut ready, mut totals) = (leaves.clone(), Vec::new());
        // A relation without parts says that a cell is nothing.
        let empty = (0..system.cells() as u32)
            .filter(|&cell| own[cell as usize].is_some_and(|at| parts(system, at).is_empty()));
        for cell in empty {
            totals.push((cell, own[cell as usize].expect("it is a total")));
            ready.push(cell);
        }
        while let Some(cell) = ready.pop() {
            for &at in system.relations_of(cell) {
                let total = system.relation(at as usize).total();
                if total == cell || own[total as usize] != Some(at) {
                    continue;
                }
                left[total as usize] -= 1;
                if left[total as usize] == 0 {
                    totals.push((total, at));
                    ready.push(total);
                }
            }
        }
        if leaves.len() + totals.len() < system.cells() {
            return None;
        }
        let mut sums = Self { leaves, totals, is_leaf, loose: Vec::new() };
        sums.loose = sums.not_kept(system);
        Some(sums)
    }

    /// Cells that are nobody's total, in their order.
    pub fn leaves(&self) -> &[u32] {
        &self.leaves
    }

    /// Whether a cell is a leaf.
    pub fn is_leaf(&self, cell: u32) -> bool {
        self.is_leaf[cell as usize]
    }

    /// Whether all relations hold as soon as totals are added up.
    pub fn is_whole(&self) -> bool {
        self.loose.is_empty()
    }

    /// Makes every total the sum of its parts.
    pub fn fill(&self, system: &System, values: &mut [i64]) {
        for &(total, at) in &self.totals {
            let sum = parts(system, at).iter().map(|&part| values[part as usize]);
            values[total as usize] = sum.fold(0, i64::wrapping_add);
        }
    }

    /// The totals in which each cell is, those above other totals too, cell after cell: where each
    /// cell's end, and which they are.
    pub fn above(&self, system: &System) -> Above {
        let (mut ends, mut all) = (Vec::with_capacity(system.cells()), Vec::new());
        let mut seen = vec![u32::MAX; system.cells()];
        let mut open = Vec::new();
        for cell in 0..system.cells() as u32 {
            if self.is_leaf(cell) {
                open.push(cell);
            }
            while let Some(at) = open.pop() {
                for &relation in system.relations_of(at) {
                    let total = system.relation(relation as usize).total();
                    if total != at && seen[total as usize] != cell {
                        seen[total as usize] = cell;
                        all.push(total);
                        open.push(total);
                    }
                }
            }
            ends.push(all.len());
        }
        Above { ends, all }
    }

    /// Relations that do not hold for leaves drawn at random: sums modulo 2^64 hold by chance once in
    /// 10^19 times.
    fn not_kept(&self, system: &System) -> Vec<u32> {
        let mut drawn = vec![0_i64; system.cells()];
        for &leaf in &self.leaves {
            drawn[leaf as usize] = scattered(leaf.into()).cast_signed();
        }
        self.fill(system, &mut drawn);
        let fails = |&at: &u32| {
            let sum = parts(system, at).iter().map(|&part| drawn[part as usize]);
            sum.fold(0, i64::wrapping_add) != drawn[system.relation(at as usize).total() as usize]
        };
        (0..system.len() as u32).filter(fails).collect()
    }
}

/// For each leaf the totals that it is in; for totals nothing.
#[derive(Clone, Debug)]
pub struct Above {
    ends: Vec<usize>,
    all: Vec<u32>,
}

impl Above {
    /// The totals of a leaf.
    pub fn of(&self, leaf: u32) -> &[u32] {
        let leaf = leaf as usize;
        let start = if leaf == 0 { 0 } else { self.ends[leaf - 1] };
        &self.all[start..self.ends[leaf]]
    }
}

/// Whether every relation holds.
pub fn is_additive(system: &System, values: &[i64]) -> bool {
    let holds = |of: ridotto_audit::Relation<'_>| {
        let sum: i128 = of.parts().iter().map(|&part| i128::from(values[part as usize])).sum();
        sum == i128::from(values[of.total() as usize])
    };
    system.broken(holds).is_none()
}

/// A number that looks random, from its place: a step of splitmix.
pub fn scattered(at: u64) -> u64 {
    mixed(at.wrapping_add(1).wrapping_mul(STRIDE))
}

fn parts(system: &System, at: u32) -> &[u32] {
    system.relation(at as usize).parts()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::additive::samples::table;

    #[test]
    fn totals_follow_from_leaves() {
        let of = table(&[2, 3], &[1, 2, 3, 4, 5, 6]);
        let sums = Sums::of(&of.system).unwrap();
        assert_eq!(sums.leaves().len(), 6);
        assert!(sums.is_whole());
        let mut values = of.values.clone();
        for (cell, value) in (0..).zip(&mut values) {
            if !sums.is_leaf(cell) {
                *value = -1;
            }
        }
        assert!(!is_additive(&of.system, &values));
        sums.fill(&of.system, &mut values);
        assert_eq!(values, of.values);
        assert!(is_additive(&of.system, &values));
        // A leaf is in its row, its column and all of it.
        assert_eq!(sums.above(&of.system).of(sums.leaves()[0]).len(), 3);
    }

    /// Two tables that share their total and nothing else.
    #[test]
    fn linked_tables_have_a_relation_of_their_own() {
        let linked = System::new(5, [[0, 1, 2], [0, 3, 4]]);
        assert!(!Sums::of(&linked).unwrap().is_whole());
        assert!(Sums::of(&System::new(2, [[0, 1], [1, 0]])).is_none());
    }
}
