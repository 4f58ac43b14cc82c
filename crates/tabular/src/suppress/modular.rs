//! The sub-tables of hierarchies one after the other, from the top down.
//!
//! A sub-table is what hangs together by lines, with its totals: a table without levels, small enough to
//! be done well. What one hides of another's cells, the other has to protect too, so it is done again
//! until nothing new is hidden (de Wolf 2002, `HiTaS`). That each sub-table is safe does not make the table
//! safe: cells can be recovered across them. The audit of the whole decides, as always.

use super::fast::mended;
use super::{Problem, Standing, greedy};
use ridotto_audit::{Everybody, Need, Outside, Renumbered, System};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Which cells are hidden when each sub-table is safe by itself.
pub fn hidden(of: &Problem<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<bool> {
    let mut hidden: Vec<bool> = of.standing.iter().map(|of| *of == Standing::Sensitive).collect();
    let blocks = Blocks::new(of.system);
    let needs: FxHashMap<u32, Need> = of.needs.iter().map(|need| (need.cell, *need)).collect();
    let mut left: BTreeSet<usize> = (0..blocks.relations.len()).collect();
    while let Some(block) = left.pop_first() {
        if stopped() {
            break;
        }
        let sub = SubTable::new(of, &blocks.relations[block], &hidden, &needs);
        for cell in sub.newly_hidden(&hidden, stopped) {
            hidden[cell as usize] = true;
            left.extend(blocks.of_cell(of.system, cell).filter(|&other| other != block));
        }
    }
    hidden
}

/// The relations of each sub-table, the topmost first.
struct Blocks {
    relations: Vec<Vec<u32>>,
    of_relation: Vec<usize>,
}

impl Blocks {
    fn new(system: &System) -> Self {
        let mut root: Vec<u32> = (0..system.cells() as u32).collect();
        for relation in system.relations() {
            for pair in relation.parts().windows(2) {
                let (one, other) = (found(&mut root, pair[0]), found(&mut root, pair[1]));
                root[one.max(other) as usize] = one.min(other);
            }
        }
        let depth = depths(system, &mut root);
        let mut ranked: Vec<(u32, u32, u32)> = (0..system.len() as u32)
            .map(|at| {
                let block = found(&mut root, system.relation(at as usize).parts()[0]);
                (depth[block as usize], block, at)
            })
            .collect();
        ranked.sort_unstable();
        let mut relations: Vec<Vec<u32>> = Vec::new();
        let mut of_relation = vec![0; system.len()];
        let mut last = None;
        for (_, block, at) in ranked {
            if last.replace(block) != Some(block) {
                relations.push(Vec::new());
            }
            of_relation[at as usize] = relations.len() - 1;
            relations.last_mut().expect("one was pushed").push(at);
        }
        Self { relations, of_relation }
    }

    /// The sub-tables in which a cell stands.
    fn of_cell(&self, system: &System, cell: u32) -> impl Iterator<Item = usize> {
        system.relations_of(cell).iter().map(|&at| self.of_relation[at as usize])
    }
}

fn found(root: &mut [u32], cell: u32) -> u32 {
    let mut at = cell;
    while root[at as usize] != at {
        root[at as usize] = root[root[at as usize] as usize];
        at = root[at as usize];
    }
    at
}

/// How many totals are above each sub-table, the longest way.
fn depths(system: &System, root: &mut [u32]) -> Vec<u32> {
    /// Tables have fewer levels; linked ones may go in a circle.
    const LEVELS: u32 = 64;
    let mut depth = vec![0; system.cells()];
    for _ in 0..LEVELS {
        let mut is_done = true;
        for relation in system.relations() {
            let above = found(root, relation.total());
            let below = found(root, relation.parts()[0]);
            let least = depth[above as usize] + 1;
            if above != below && depth[below as usize] < least {
                depth[below as usize] = least;
                is_done = false;
            }
        }
        if is_done {
            break;
        }
    }
    depth
}

/// Some relations as a table of their own.
struct SubTable<'a> {
    of: &'a Problem<'a>,
    cells: Vec<u32>,
    system: System,
    standing: Vec<Standing>,
    needs: Vec<Need>,
}

impl<'a> SubTable<'a> {
    fn new(
        of: &'a Problem<'a>,
        relations: &[u32],
        hidden: &[bool],
        needs: &FxHashMap<u32, Need>,
    ) -> Self {
        let terms = |&at: &u32| of.system.relation(at as usize).terms().map(|term| term.0);
        let cells: BTreeSet<u32> = relations.iter().flat_map(terms).collect();
        let cells: Vec<u32> = cells.into_iter().collect();
        let place = |cell: u32| cells.binary_search(&cell).expect("it is one of them") as u32;
        let here = |at: &u32| terms(at).map(place).collect::<Vec<u32>>();
        // What is hidden already must stay in doubt, too.
        let standing = |&cell: &u32| {
            if hidden[cell as usize] { Standing::Sensitive } else { of.standing[cell as usize] }
        };
        let need = |(at, cell): (u32, &u32)| needs.get(cell).map(|need| Need { cell: at, ..*need });
        Self {
            of,
            system: System::new(cells.len(), relations.iter().map(here)),
            standing: cells.iter().map(standing).collect(),
            needs: (0..).zip(&cells).filter_map(need).collect(),
            cells,
        }
    }

    fn newly_hidden(&self, hidden: &[bool], stopped: &(dyn Fn() -> bool + Sync)) -> Vec<u32> {
        let pick =
            |of: &[f64]| -> Vec<f64> { self.cells.iter().map(|&cell| of[cell as usize]).collect() };
        let (values, cost) = (pick(self.of.values), pick(self.of.cost));
        let (down, up) = (pick(self.of.outside.down), pick(self.of.outside.up));
        let contributors = self.of.contributors.of_cells(&self.cells);
        let everybody = self.of.everybody.map(|of| Renumbered { of, cells: &self.cells });
        let problem = Problem {
            system: &self.system,
            values: &values,
            standing: &self.standing,
            cost: &cost,
            needs: &self.needs,
            outside: Outside { down: &down, up: &up },
            contributors: &contributors,
            everybody: everybody.as_ref().map(|of| of as &dyn Everybody),
            alone_know: self.of.alone_know,
        };
        let here = mended(&problem, greedy::hidden(&problem, 0), stopped).0.hidden;
        let new = |(&cell, here): (&u32, bool)| (here && !hidden[cell as usize]).then_some(cell);
        self.cells.iter().zip(here).filter_map(new).collect()
    }
}
