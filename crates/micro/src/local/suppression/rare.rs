//! Units that are rare in some scope: nothing else ever hides a cell or waits for others to.
//!
//! A unit that occurs `k` times on all keys of a scope occurs as often on fewer of them, so what
//! other units hide or give back cannot make it rare. All that follows the first count is about
//! the few units that are left, which is what makes many scopes cheap.

use super::{
    CellSet,
    projection::{Alike, Projections},
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The rare units of a table, ready to be grouped by any set of keys.
#[derive(Debug)]
pub(super) struct Rare<'p, 'a> {
    projections: &'p mut Projections<'a>,
    /// The units, in their order.
    pub units: Vec<u32>,
    /// For each scope, which of them are rare in it.
    pub needy: Vec<Vec<bool>>,
    known: FxHashMap<CellSet, Rc<Alike>>,
}

impl<'p, 'a> Rare<'p, 'a> {
    /// The units that occur fewer than `k` times in one of the scopes.
    pub(super) fn new(projections: &'p mut Projections<'a>, scopes: &[CellSet], k: u64) -> Self {
        let units = projections.units();
        let mut is_rare = vec![false; units];
        let mut needy: Vec<Vec<u32>> = Vec::with_capacity(scopes.len());
        for &scope in scopes {
            let alike = projections.count(scope);
            let short = |unit: &u32| alike.rows_of(*unit) < k;
            let of_scope: Vec<u32> = (0..units as u32).filter(short).collect();
            for &unit in &of_scope {
                is_rare[unit as usize] = true;
            }
            needy.push(of_scope);
        }
        let units: Vec<u32> =
            (0..).zip(&is_rare).filter(|(_, rare)| **rare).map(|of| of.0).collect();
        let flags = |of_scope: Vec<u32>| {
            let mut of_scope = of_scope.into_iter().peekable();
            units.iter().map(|unit| of_scope.next_if_eq(unit).is_some()).collect()
        };
        let needy = needy.into_iter().map(flags).collect();
        Self { projections, units, needy, known: FxHashMap::default() }
    }

    pub(super) fn projections(&self) -> &Projections<'a> {
        self.projections
    }

    /// The rare units grouped by a set of keys; remembered. The rows of a group are those of the
    /// whole table.
    pub(super) fn by(&mut self, keep: CellSet) -> Rc<Alike> {
        if let Some(alike) = self.known.get(&keep) {
            return Rc::clone(alike);
        }
        let alike = Rc::new(self.count(keep));
        self.known.insert(keep, Rc::clone(&alike));
        alike
    }

    /// The rare units grouped by a set of keys, for one look.
    pub(super) fn count(&mut self, keep: CellSet) -> Alike {
        const NONE: u32 = u32::MAX;
        let all = self.projections.count(keep);
        let mut number = vec![NONE; all.rows.len()];
        let mut rows = Vec::new();
        let mut group_of = |&unit: &u32| {
            let group = all.group[unit as usize] as usize;
            if number[group] == NONE {
                number[group] = rows.len() as u32;
                rows.push(all.rows[group]);
            }
            number[group]
        };
        let group = self.units.iter().map(&mut group_of).collect();
        Alike { group, rows }
    }

    /// The rare units grouped by a set of keys, with the rows of rare units alone.
    pub(super) fn among(&mut self, keep: CellSet) -> Alike {
        self.projections.count_some(keep, self.units.iter().map(|&unit| unit as usize))
    }

    /// The keys in which two rare units differ.
    pub(super) fn difference(&self, a: u32, b: u32) -> CellSet {
        self.projections.difference(self.units[a as usize], self.units[b as usize])
    }
}
