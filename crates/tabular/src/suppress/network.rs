//! Cheapest flows, where a table is a network: in two dimensions of which at most one has levels.
//!
//! There every cell stands in two relations, and a move that changes no sum is a flow round a circle: the
//! relations are the nodes, the cells the arcs. A sensitive cell is brought as far as needed by the
//! cheapest circles through it, in which cells that are hidden already cost nothing (Cox 1980; Kelly,
//! Golden and Assad 1992). In more dimensions there is no network.

use super::residue::sum;
use super::tableau::Tableau;
use super::{Problem, Standing};
use ridotto_audit::{Need, System};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which cells are hidden when each sensitive cell has its flows. Nothing but the sensitive ones where the
/// table is no network.
pub fn hidden(of: &Problem<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<bool> {
    let sensitive = of.standing.iter().map(|of| *of == Standing::Sensitive);
    let mut flows = Flows { of, hidden: sensitive.collect(), ends: Vec::new() };
    let Some(network) = Network::of(of.system) else { return flows.hidden };
    flows.ends = network.ends;
    let mut needs: Vec<&Need> = of.needs.iter().collect();
    // Who needs most is first: what is hidden for it serves the others.
    needs.sort_by(|a, b| b.up.max(b.down).total_cmp(&a.up.max(a.down)).then(a.cell.cmp(&b.cell)));
    for need in needs {
        for (sign, needed) in [(-1, need.down), (1, need.up)] {
            if stopped() {
                return flows.hidden;
            }
            flows.bring(need.cell, sign, needed);
        }
    }
    flows.hidden
}

/// Whether a table is a network.
pub fn is_network(system: &System) -> bool {
    Network::of(system).is_some()
}

/// A relation, and whether a cell is its total.
type End = (u32, i8);

/// The two relations of each cell.
struct Network {
    ends: Vec<Vec<End>>,
}

impl Network {
    fn of(system: &System) -> Option<Self> {
        let crowded = |cell: u32| system.relations_of(cell).len() > 2;
        let is_spare = |at: usize| system.relation(at).terms().all(|term| crowded(term.0));
        let (spare, kept): (Vec<usize>, Vec<usize>) =
            (0..system.len()).partition(|&at| is_spare(at));
        let cells =
            |&at: &usize| system.relation(at).terms().map(|term| term.0).collect::<Vec<_>>();
        if !spare.is_empty() {
            // What is left out has to follow from what is kept.
            let tableau =
                Tableau::new(&System::new(system.cells(), kept.iter().map(cells)), |_| false, 1);
            let follows = |&at: &usize| {
                let relation = system.relation(at);
                let parts = relation.parts().iter().map(|&part| tableau.moves(part));
                let all = parts.fold([0, 0], |all, of| [sum(all[0], of[0]), sum(all[1], of[1])]);
                all == tableau.moves(relation.total())
            };
            if !spare.iter().all(follows) {
                return None;
            }
        }
        let mut ends: Vec<Vec<End>> = vec![Vec::new(); system.cells()];
        for at in kept {
            for (cell, sign) in system.relation(at).terms() {
                let of = &mut ends[cell as usize];
                if of.len() == 2 {
                    return None;
                }
                of.push((at as u32, if sign > 0.0 { 1 } else { -1 }));
            }
        }
        Some(Self { ends })
    }
}

struct Flows<'a> {
    of: &'a Problem<'a>,
    hidden: Vec<bool>,
    ends: Vec<Vec<End>>,
}

/// A node, and whether what flows into it has to be made up for by more or by less.
type At = (u32, i8);

/// What it costs to get to a node, and by which cell, in which direction, from where.
type Reached = (f64, Option<(u32, i8, At)>);

/// A number in the order of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cost(f64);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Flows<'_> {
    /// Hides the cells of the cheapest circles that bring a cell so far.
    fn bring(&mut self, cell: u32, sign: i8, needed: f64) {
        let mut used: FxHashMap<u32, f64> = FxHashMap::default();
        let mut left = needed;
        while left > needed * 1e-9 {
            let Some(circle) = self.circle(cell, sign, &used, left) else { return };
            let room = |&(cell, sign): &(u32, i8)| self.room(cell, sign, &used);
            let far = circle.iter().map(room).fold(left, f64::min);
            for (cell, sign) in circle {
                self.hidden[cell as usize] = true;
                *used.entry(cell).or_default() += f64::from(sign) * far;
            }
            left -= far;
        }
    }

    fn room(&self, cell: u32, sign: i8, used: &FxHashMap<u32, f64>) -> f64 {
        let used = used.get(&cell).copied().unwrap_or(0.0);
        let at = cell as usize;
        if self.of.standing[at] == Standing::Published {
            return 0.0;
        }
        if sign > 0 { self.of.outside.up[at] - used } else { self.of.outside.down[at] + used }
    }

    /// The cells of the cheapest circle through a cell that goes up or down, with their directions.
    fn circle(
        &self,
        cell: u32,
        sign: i8,
        used: &FxHashMap<u32, f64>,
        needed: f64,
    ) -> Option<Vec<(u32, i8)>> {
        let [(from, own), (to, last)] = self.ends[cell as usize][..] else {
            // A cell of one relation flows to where nothing is asked.
            return None;
        };
        let start: At = (from, own * sign);
        let goal: At = (to, -last * sign);
        let mut reached: FxHashMap<At, Reached> = FxHashMap::default();
        let mut queue = BinaryHeap::from([(Reverse(Cost(0.0)), start)]);
        reached.insert(start, (0.0, None));
        while let Some((Reverse(Cost(cost)), at)) = queue.pop() {
            if at == goal {
                break;
            }
            if reached[&at].0 < cost {
                continue;
            }
            for (other, term) in self.of.system.relation(at.0 as usize).terms() {
                // So much flowed in with its sign; another makes up for it.
                let direction = if (term > 0.0) == (at.1 > 0) { -1 } else { 1 };
                let room = self.room(other, direction, used);
                if other == cell || room <= needed * 1e-9 {
                    continue;
                }
                let Some(&(next, its)) = self.ends[other as usize].iter().find(|end| end.0 != at.0)
                else {
                    continue;
                };
                let next: At = (next, its * direction);
                let cost = cost + self.cost(other, room < needed);
                if reached.get(&next).is_none_or(|of| cost < of.0) {
                    reached.insert(next, (cost, Some((other, direction, at))));
                    queue.push((Reverse(Cost(cost)), next));
                }
            }
        }
        let mut circle = vec![(cell, sign)];
        let mut at = goal;
        while let Some((cell, direction, before)) = reached.get(&at)?.1 {
            circle.push((cell, direction));
            at = before;
        }
        Some(circle)
    }

    /// What it costs to use a cell; twice where it takes a second circle.
    fn cost(&self, cell: u32, is_narrow: bool) -> f64 {
        let own = if self.hidden[cell as usize] { 0.0 } else { self.of.cost[cell as usize] };
        own * if is_narrow { 2.0 } else { 1.0 } + 1e-9
    }
}
