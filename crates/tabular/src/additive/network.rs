//! Tables that are networks, and the cheapest flow in them.
//!
//! Where every cell stands in two relations at most, once in each direction, relations are the nodes of
//! a network and cells its arcs: so it is with tables of two dimensions of which at most one has levels.
//! Whole numbers between whole bounds that minimise a sum of distances are then found exactly, by
//! shortest augmenting paths (Ahuja, Magnanti and Orlin 1993, *Network Flows*, chapters 9 and 14).

use super::{Sums, Windows};
use ridotto_audit::System;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A system as a network.
#[derive(Clone, Debug)]
pub struct Network {
    /// From which node to which each cell flows.
    arcs: Vec<(u32, u32)>,
    /// Where the arcs of each node end, and which they are.
    ends: Vec<usize>,
    touching: Vec<u32>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Whole numbers at the least cost.
    Cheapest(Vec<i64>),
    /// There are none within the bounds.
    Impossible,
    /// It was stopped.
    Stopped,
}

impl Network {
    /// The network of a system, if it is one.
    pub fn of(system: &System, sums: &Sums) -> Option<Self> {
        let kept = independent(system, sums)?;
        let mut nodes: Vec<Vec<(u32, f64)>> = vec![Vec::new(); system.cells()];
        for (node, &at) in (0..).zip(&kept) {
            for (cell, sign) in system.relation(at as usize).terms() {
                let of = &mut nodes[cell as usize];
                if of.len() == 2 {
                    return None;
                }
                of.push((node, sign));
            }
        }
        let signs = signs(system, &kept, &nodes)?;
        let ground = kept.len() as u32;
        let arc = |of: &Vec<(u32, f64)>| {
            let end = |is_in: bool| {
                let into =
                    |(node, sign): &&(u32, f64)| (sign * signs[*node as usize] > 0.0) == is_in;
                of.iter().find(into).map_or(ground, |found| found.0)
            };
            (end(false), end(true))
        };
        Some(Self::with_arcs(nodes.iter().map(arc).collect(), kept.len() + 1))
    }

    fn with_arcs(arcs: Vec<(u32, u32)>, nodes: usize) -> Self {
        let mut touching: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        for (at, &(from, to)) in (0..).zip(&arcs) {
            touching[from as usize].push(at);
            if to != from {
                touching[to as usize].push(at);
            }
        }
        let ends = touching.iter().scan(0, |end, of| {
            *end += of.len();
            Some(*end)
        });
        Self { ends: ends.collect(), touching: touching.concat(), arcs }
    }

    fn touching(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.touching[start..self.ends[node]]
    }

    /// Whole numbers within windows, as near to the targets as can be.
    pub fn cheapest(&self, of: &Windows<'_>, stopped: &dyn Fn() -> bool) -> Found {
        if of.low.iter().zip(of.high).any(|(low, high)| low > high) {
            return Found::Impossible;
        }
        Flow::new(self, of).run(stopped)
    }
}

/// One relation for each total, which together say all, chosen so that no cell is in three.
fn independent(system: &System, sums: &Sums) -> Option<Vec<u32>> {
    if !sums.is_whole() {
        return Some((0..system.len() as u32).collect());
    }
    let mut uses = vec![0_u32; system.cells()];
    let choices = |cell: u32| -> Vec<u32> {
        let own = system.relations_of(cell).iter().copied();
        own.filter(|&at| system.relation(at as usize).total() == cell).collect()
    };
    let totals: Vec<(u32, Vec<u32>)> = (0..system.cells() as u32)
        .filter(|&cell| !sums.is_leaf(cell))
        .map(|cell| (cell, choices(cell)))
        .collect();
    let mut kept = Vec::new();
    // Those who have no choice go first.
    let (forced, free): (Vec<_>, Vec<_>) = totals.iter().partition(|(_, all)| all.len() == 1);
    for (total, all) in forced.into_iter().chain(free) {
        let crowd = |&&at: &&u32| {
            let parts = system.relation(at as usize).parts();
            parts.iter().map(|&part| uses[part as usize]).max().unwrap_or(0)
        };
        let &at = all.iter().min_by_key(crowd).expect("a total has a relation");
        for &cell in system.relation(at as usize).parts().iter().chain([total]) {
            uses[cell as usize] += 1;
            if uses[cell as usize] > 2 {
                return None;
            }
        }
        kept.push(at);
    }
    Some(kept)
}

/// For each relation 1 or −1, so that every cell that is in two comes from one and goes to the other.
fn signs(system: &System, kept: &[u32], nodes: &[Vec<(u32, f64)>]) -> Option<Vec<f64>> {
    let mut signs = vec![0.0; kept.len()];
    for start in 0..kept.len() {
        if signs[start] != 0.0 {
            continue;
        }
        signs[start] = 1.0;
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for (cell, sign) in system.relation(kept[node] as usize).terms() {
                let [(a, one), (b, two)] = nodes[cell as usize][..] else { continue };
                let (other, its) = if a as usize == node { (b, two) } else { (a, one) };
                if other as usize == node {
                    return None;
                }
                let wanted = -signs[node] * sign * its;
                if signs[other as usize] == 0.0 {
                    signs[other as usize] = wanted;
                    open.push(other as usize);
                } else if signs[other as usize] * wanted < 0.0 {
                    return None;
                }
            }
        }
    }
    Some(signs)
}

/// Costs are whole numbers of this part of the greatest weight.
const FINE: f64 = (1_u64 << 24) as f64;

/// Flows that become balanced, one augmenting path after the other.
struct Flow<'a> {
    network: &'a Network,
    of: &'a Windows<'a>,
    scale: f64,
    values: Vec<i64>,
    /// How much more flows into each node than out of it.
    excess: Vec<i64>,
    potential: Vec<i64>,
}

impl<'a> Flow<'a> {
    /// Every cell at the number of its window that is nearest to its target.
    fn new(network: &'a Network, of: &'a Windows<'a>) -> Self {
        let values: Vec<i64> = (0..of.target.len()).map(|cell| of.nearest(cell)).collect();
        let nodes = network.ends.len();
        let mut excess = vec![0; nodes];
        for (&(from, to), &value) in network.arcs.iter().zip(&values) {
            excess[from as usize] -= value;
            excess[to as usize] += value;
        }
        let greatest = of.weight.iter().copied().fold(0.0, f64::max);
        let scale = if greatest > 0.0 { FINE / greatest } else { 1.0 };
        Self { network, of, scale, values, excess, potential: vec![0; nodes] }
    }

    fn run(mut self, stopped: &dyn Fn() -> bool) -> Found {
        let mut search = Search::new(self.excess.len());
        // The ground takes what is left over: it is balanced when all others are.
        let ground = self.excess.len() - 1;
        let mut paths = 0_usize;
        for node in (0..ground).chain([ground]) {
            while self.excess[node] > 0 {
                paths += 1;
                if paths.is_multiple_of(64) && stopped() {
                    return Found::Stopped;
                }
                let Some(end) = self.shortest(node as u32, &mut search) else {
                    return Found::Impossible;
                };
                self.augment(node as u32, end, &search);
            }
        }
        // What nobody could give is missing: there are no such numbers.
        if self.excess.iter().any(|&excess| excess != 0) {
            return Found::Impossible;
        }
        Found::Cheapest(self.values)
    }

    /// What a unit more costs on a cell, or a unit less, and how many units have that cost.
    fn step(&self, cell: u32, up: bool) -> Option<(i64, i64)> {
        let at = cell as usize;
        let (value, target) = (self.values[at], self.of.target[at]);
        let room = if up { self.of.high[at] - value } else { value - self.of.low[at] };
        if room <= 0 {
            return None;
        }
        let after = if up { value + 1 } else { value - 1 };
        let rise = (after as f64 - target).abs() - (value as f64 - target).abs();
        // How many whole steps lie before the target.
        let before = if up { target - value as f64 } else { value as f64 - target };
        let units = if before < 1.0 { if before <= 0.0 { room } else { 1 } } else { before as i64 };
        Some(((rise * self.of.weight[at] * self.scale).round() as i64, units.min(room)))
    }

    /// The nearest node that lacks something, along arcs with room.
    fn shortest(&mut self, start: u32, search: &mut Search) -> Option<u32> {
        search.begin(start);
        while let Some((distance, node)) = search.pop() {
            if self.excess[node as usize] < 0 {
                self.settle(distance, search);
                return Some(node);
            }
            for &cell in self.network.touching(node) {
                let (from, to) = self.network.arcs[cell as usize];
                if from == to {
                    continue;
                }
                // What is too much in a node leaves it on what flows out, or comes in less.
                let (up, other) = if from == node { (true, to) } else { (false, from) };
                if let Some((cost, _)) = self.step(cell, up) {
                    let reduced =
                        cost + self.potential[node as usize] - self.potential[other as usize];
                    search.offer(other, distance + reduced.max(0), cell);
                }
            }
        }
        None
    }

    /// Potentials after a search that ended at a distance.
    fn settle(&mut self, distance: i64, search: &Search) {
        for &node in &search.seen {
            let own = search.distance[node as usize];
            if own < distance {
                self.potential[node as usize] += own - distance;
            }
        }
    }

    fn augment(&mut self, start: u32, end: u32, search: &Search) {
        let mut path = Vec::new();
        let mut node = end;
        let mut amount = self.excess[start as usize].min(-self.excess[end as usize]);
        while node != start {
            let cell = search.by[node as usize];
            let (from, to) = self.network.arcs[cell as usize];
            let up = to == node;
            let (_, units) = self.step(cell, up).expect("the path has room");
            amount = amount.min(units);
            path.push((cell, up));
            node = if up { from } else { to };
        }
        for (cell, up) in path {
            self.values[cell as usize] += if up { amount } else { -amount };
        }
        self.excess[start as usize] -= amount;
        self.excess[end as usize] += amount;
    }
}

/// Dijkstra's search, which forgets only what it touched.
struct Search {
    distance: Vec<i64>,
    by: Vec<u32>,
    seen: Vec<u32>,
    heap: BinaryHeap<Reverse<(i64, u32)>>,
}

impl Search {
    fn new(nodes: usize) -> Self {
        let (distance, by) = (vec![i64::MAX; nodes], vec![u32::MAX; nodes]);
        Self { distance, by, seen: Vec::new(), heap: BinaryHeap::new() }
    }

    fn begin(&mut self, start: u32) {
        for node in self.seen.drain(..) {
            self.distance[node as usize] = i64::MAX;
        }
        self.heap.clear();
        self.offer(start, 0, u32::MAX);
    }

    fn offer(&mut self, node: u32, distance: i64, by: u32) {
        let at = node as usize;
        if distance < self.distance[at] {
            if self.distance[at] == i64::MAX {
                self.seen.push(node);
            }
            (self.distance[at], self.by[at]) = (distance, by);
            self.heap.push(Reverse((distance, node)));
        }
    }

    fn pop(&mut self) -> Option<(i64, u32)> {
        while let Some(Reverse((distance, node))) = self.heap.pop() {
            if distance == self.distance[node as usize] {
                return Some((distance, node));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::additive::samples::{LECTURE, table};

    #[test]
    fn two_dimensions_are_a_network_and_three_are_none() {
        let flat = table(&[3, 3], &LECTURE);
        assert!(Network::of(&flat.system, &Sums::of(&flat.system).unwrap()).is_some());
        let solid = table(&[2, 2, 2], &[1; 8]);
        assert!(Network::of(&solid.system, &Sums::of(&solid.system).unwrap()).is_none());
    }

    /// Four values in two groups and a total, by two columns: cells are 3 × place + column.
    #[test]
    fn one_dimension_may_have_levels() {
        let cell = |row: u32, column: u32| row * 3 + column;
        let mut relations: Vec<Vec<u32>> =
            (0..7).map(|row| vec![cell(row, 2), cell(row, 0), cell(row, 1)]).collect();
        for column in 0..3 {
            for (group, parts) in [(4, [0, 1]), (5, [2, 3]), (6, [4, 5])] {
                relations.push(vec![
                    cell(group, column),
                    cell(parts[0], column),
                    cell(parts[1], column),
                ]);
            }
        }
        let system = System::new(21, relations);
        assert!(Network::of(&system, &Sums::of(&system).unwrap()).is_some());
    }

    #[test]
    fn what_is_not_there_is_said() {
        let of = table(&[2, 2], &[1, 1, 1, 1]);
        let network = Network::of(&of.system, &Sums::of(&of.system).unwrap()).unwrap();
        let target: Vec<f64> = of.values.iter().map(|&value| value as f64).collect();
        let mut high = of.values.clone();
        let weight = vec![1.0; 9];
        let mut low = of.values.clone();
        let windows = Windows { target: &target, low: &low, high: &high, weight: &weight };
        assert_eq!(network.cheapest(&windows, &|| false), Found::Cheapest(of.values.clone()));
        // One cell goes up, and its totals may not.
        (low[0], high[0]) = (2, 2);
        let windows = Windows { target: &target, low: &low, high: &high, weight: &weight };
        assert_eq!(network.cheapest(&windows, &|| false), Found::Impossible);
    }
}
