//! Cubes around sensitive cells: each is hidden together with the other corners of a cube.
//!
//! A cube has a partner of the sensitive cell in each dimension in which it is a part, and the cells where
//! their lines meet. Corners go up and down in turns, so that no sum changes; how far, the smallest says
//! (Repsilber 1994; Giessing and Repsilber 2002). It is quick and hides more than others.

use super::{Problem, Standing};
use ridotto_audit::{Need, Relation};

/// How many partners are tried in each dimension.
const PARTNERS: usize = 6;

/// Which cells are hidden when each sensitive cell has its cube.
pub fn hidden(of: &Problem<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<bool> {
    let sensitive = of.standing.iter().map(|of| *of == Standing::Sensitive);
    let mut cubes = Cubes { of, hidden: sensitive.collect() };
    for need in of.needs {
        if stopped() {
            break;
        }
        if let Some(corners) = cubes.cheapest(*need) {
            for corner in corners {
                cubes.hidden[corner as usize] = true;
            }
        }
    }
    cubes.hidden
}

struct Cubes<'a> {
    of: &'a Problem<'a>,
    hidden: Vec<bool>,
}

/// How good a cube is: by how much it falls short, what it costs, and its corners, so that of equals one
/// is chosen.
type Rank = (f64, f64);

impl Cubes<'_> {
    /// The relations of which a cell is a part.
    fn lines(&self, cell: u32) -> impl Iterator<Item = Relation<'_>> {
        let relations = self.of.system.relations_of(cell).iter();
        let relations = relations.map(|&at| self.of.system.relation(at as usize));
        relations.filter(move |relation| relation.total() != cell)
    }

    fn may_be(&self, cell: u32) -> bool {
        self.of.standing[cell as usize] != Standing::Published
    }

    /// What it costs to hide a cell that is not hidden yet.
    fn cost(&self, cell: u32) -> f64 {
        if self.hidden[cell as usize] { 0.0 } else { self.of.cost[cell as usize] }
    }

    /// The cells of a line that go with a cell best.
    fn partners(&self, cell: u32, line: Relation<'_>) -> Vec<u32> {
        let parts = line.parts().iter().copied();
        let mut all: Vec<u32> = parts.filter(|&part| part != cell && self.may_be(part)).collect();
        let value = |cell: u32| self.of.values[cell as usize].abs();
        all.sort_by(|&a, &b| {
            let by_cost = self.cost(a).total_cmp(&self.cost(b));
            by_cost.then(value(b).total_cmp(&value(a))).then(a.cmp(&b))
        });
        all.truncate(PARTNERS);
        all
    }

    fn cheapest(&self, need: Need) -> Option<Vec<u32>> {
        let mut cubes: Vec<Vec<u32>> = vec![vec![need.cell]];
        for line in self.lines(need.cell) {
            let partners = self.partners(need.cell, line);
            let with = |cube: &Vec<u32>| -> Vec<Vec<u32>> {
                partners.iter().filter_map(|&partner| self.doubled(cube, partner)).collect()
            };
            let longer: Vec<Vec<u32>> = cubes.iter().flat_map(with).collect();
            if longer.is_empty() {
                return None;
            }
            cubes = longer;
        }
        let ranked = cubes.into_iter().map(|cube| (self.rank(need, &cube), cube));
        let best = ranked.min_by(|(a, one), (b, other)| {
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(one.cmp(other))
        });
        best.map(|of| of.1)
    }

    /// A cube and the same moved to a partner of its first corner.
    fn doubled(&self, cube: &[u32], partner: u32) -> Option<Vec<u32>> {
        let mut all = cube.to_vec();
        all.push(partner);
        // Corner after corner: where the line to the one before and the line from the first one meet.
        for at in 1..cube.len() {
            let before = cube.len() + (at & (at - 1));
            let corner = self.meeting(cube[at], all[before], cube[at & (at - 1)])?;
            all.push(corner);
        }
        Some(all)
    }

    /// The cell beside two cells that is not the third.
    fn meeting(&self, one: u32, other: u32, third: u32) -> Option<u32> {
        let beside =
            |cell: u32, other: u32| self.lines(cell).any(|line| line.parts().contains(&other));
        let mut cells = self.lines(one).flat_map(|line| line.parts().iter().copied());
        cells.find(|&cell| {
            cell != one
                && cell != third
                && cell != other
                && self.may_be(cell)
                && beside(other, cell)
                && !beside(third, cell)
        })
    }

    /// Corners are numbered so that the bits of a number say to which partners it has moved.
    fn rank(&self, need: Need, cube: &[u32]) -> Rank {
        let outside = self.of.outside;
        let mut short = 0.0_f64;
        for (at, &cell) in cube.iter().enumerate() {
            let (down, up) = (outside.down[cell as usize], outside.up[cell as usize]);
            let (own, opposite) = if at.count_ones() % 2 == 0 { (down, up) } else { (up, down) };
            short += (need.down - own).max(0.0) + (need.up - opposite).max(0.0);
        }
        (short, cube.iter().map(|&cell| self.cost(cell)).sum())
    }
}
