//! Hiding more where an attacker gets too near.
//!
//! What is hidden further away does not matter to most cells, so a neighbourhood of the cell is taken:
//! all of it is hidden, and if that convinces the audit, as much of it is given back as can be, the
//! dearest first. What lies outside the neighbourhood is taken to be known, which is never too hopeful.

use super::{Problem, Standing};
use ridotto_audit::{Audit, Contributors, Everybody, Need, Outside, Renumbered, System};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How many cells a neighbourhood has, one try after the other.
const SIZES: [usize; 4] = [80, 250, 800, 3_000];

#[derive(Debug)]
pub struct Repair<'a> {
    of: &'a Problem<'a>,
}

impl<'a> Repair<'a> {
    pub fn new(of: &'a Problem<'a>) -> Self {
        Self { of }
    }

    /// Hides more until nobody gets too near to a cell; `false` if nothing helps.
    pub fn mend(
        &mut self,
        hidden: &mut [bool],
        need: Need,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let mut before = 0;
        for most in SIZES {
            let near = self.near(need.cell, most, most == SIZES[SIZES.len() - 1]);
            if near.len() == before {
                return false;
            }
            before = near.len();
            let part = Part::new(self.of, near, need);
            let all: Vec<bool> = (0..=part.cells.len()).map(|at| at < part.cells.len()).collect();
            let everybody = self.of.everybody.map(|of| Renumbered { of, cells: &part.cells });
            let everybody = everybody.as_ref().map(|of| of as &dyn Everybody);
            let audit = part.audit(&all).with_everybody(everybody);
            let mut shown: Vec<bool> = vec![false; part.cells.len()];
            let Some(rests_on) = part.rests_on(&audit, &shown, stopped) else { continue };
            part.give_back(&audit, (hidden, self.of.cost), (&mut shown, rests_on), stopped);
            for (&cell, shown) in part.cells.iter().zip(shown) {
                hidden[cell as usize] |= !shown;
            }
            return true;
        }
        false
    }

    /// So many cells near one that can be hidden, the nearest first; at last with all totals above it,
    /// however far: where these can rise, it can.
    fn near(&self, cell: u32, most: usize, with_totals: bool) -> Vec<u32> {
        let mut all = vec![cell];
        let mut seen: BTreeSet<u32> = all.iter().copied().collect();
        let mut next = 0;
        while with_totals && next < all.len() {
            for &relation in self.of.system.relations_of(all[next]) {
                let total = self.of.system.relation(relation as usize).total();
                let may_be = self.of.standing[total as usize] != Standing::Published;
                if may_be && seen.insert(total) {
                    all.push(total);
                }
            }
            next += 1;
        }
        next = 0;
        while next < all.len() && all.len() < most {
            for &relation in self.of.system.relations_of(all[next]) {
                let relation = self.of.system.relation(relation as usize);
                for (other, _) in relation.terms() {
                    let may_be = self.of.standing[other as usize] != Standing::Published;
                    if may_be && seen.insert(other) {
                        all.push(other);
                    }
                }
            }
            next += 1;
        }
        all
    }
}

/// A neighbourhood as a table of its own.
struct Part {
    /// What its cells are called in the whole table.
    cells: Vec<u32>,
    system: System,
    values: Vec<f64>,
    down: Vec<f64>,
    up: Vec<f64>,
    contributors: Contributors,
    alone_know: bool,
    need: Need,
}

impl Part {
    fn new(of: &Problem<'_>, cells: Vec<u32>, need: Need) -> Self {
        let place: FxHashMap<u32, u32> =
            cells.iter().enumerate().map(|(at, &cell)| (cell, at as u32)).collect();
        let relations: BTreeSet<u32> =
            cells.iter().flat_map(|&cell| of.system.relations_of(cell)).copied().collect();
        // A total that is known is a cell beyond the last, which is never hidden.
        let known = cells.len() as u32;
        let here = |relation: &u32| {
            let relation = of.system.relation(*relation as usize);
            let total = place.get(&relation.total()).copied().unwrap_or(known);
            let parts = relation.parts().iter().filter_map(|part| place.get(part).copied());
            [total].into_iter().chain(parts).collect::<Vec<u32>>()
        };
        let pick = |of: &[f64]| -> Vec<f64> {
            cells.iter().map(|&cell| of[cell as usize]).chain([0.0]).collect()
        };
        Self {
            system: System::new(cells.len() + 1, relations.iter().map(here)),
            values: pick(of.values),
            down: pick(of.outside.down),
            up: pick(of.outside.up),
            contributors: of.contributors.of_cells(&cells),
            alone_know: of.alone_know,
            need: Need { cell: place[&need.cell], ..need },
            cells,
        }
    }

    /// The attacker's view of the neighbourhood of which all is hidden.
    fn audit<'a>(&'a self, hidden: &'a [bool]) -> Audit<'a> {
        let outside = Outside { down: &self.down, up: &self.up };
        let table = (&self.system, &self.values[..], hidden);
        Audit::new(table, outside, &self.contributors, self.alone_know)
    }

    /// The cells on which it rests that nobody gets too near when some cells of the neighbourhood are shown,
    /// if nobody does. What is shown cannot move: the relations are not eliminated anew.
    fn rests_on(
        &self,
        audit: &Audit<'_>,
        shown: &[bool],
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u32>> {
        let room = |of: &[f64]| -> Vec<f64> {
            let shown = shown.iter().chain([&false]);
            of.iter().zip(shown).map(|(&room, shown)| if *shown { 0.0 } else { room }).collect()
        };
        let (down, up) = (room(&self.down), room(&self.up));
        let view = audit.with_outside(Outside { down: &down, up: &up });
        let proof = view.proofs(&[self.need], stopped).swap_remove(0);
        proof.verdict.near.is_none().then_some(proof.rests_on)
    }

    /// Shows again what need not be hidden, many cells at once and then fewer. Where what is known rests on
    /// none of some cells, nobody has to be asked about them.
    fn give_back(
        &self,
        audit: &Audit<'_>,
        (hidden, cost): (&[bool], &[f64]),
        (shown, mut rests_on): (&mut Vec<bool>, Vec<u32>),
        stopped: &(dyn Fn() -> bool + Sync),
    ) {
        let added = |at: &usize| !hidden[self.cells[*at] as usize];
        let mut left: Vec<usize> = (0..self.cells.len()).filter(added).collect();
        let dear = |at: &usize| cost[self.cells[*at] as usize];
        left.sort_by(|a, b| dear(b).total_cmp(&dear(a)).then(b.cmp(a)));
        let mut size = left.len();
        while size > 0 && !stopped() {
            let mut still = Vec::new();
            for some in left.chunks(size) {
                let mut tried = shown.clone();
                for &at in some {
                    tried[at] = true;
                }
                let is_needed = |at: &usize| rests_on.binary_search(&(*at as u32)).is_ok();
                if !some.iter().any(is_needed) {
                    *shown = tried;
                } else if let Some(others) = self.rests_on(audit, &tried, stopped) {
                    (*shown, rests_on) = (tried, others);
                } else {
                    still.extend_from_slice(some);
                }
            }
            left = still;
            size = if size == 1 { 0 } else { size.div_ceil(4).min(left.len().max(1)) };
        }
    }
}
