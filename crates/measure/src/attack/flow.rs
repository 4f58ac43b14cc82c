//! Which pairs can occur in a matching that leaves nobody out.
//!
//! Equal people are one node with their number, equal records another; an edge says that they fit.
//! A matching of people and records is a flow between the nodes. One flow that serves everybody is
//! found by Dinic's algorithm (which is Hopcroft and Karp's where all numbers are 1). Any other one
//! differs from it by cycles in what is left over, so an edge can be used if it is used now, or if
//! its ends lie on such a cycle, that is in one strongly connected component.

use ridotto_core::Watch;

/// After so many steps it is asked whether anybody still waits.
const PATIENCE: usize = 1 << 20;

/// People on the left, records on the right, each node with how many it stands for.
pub(super) struct Graph {
    left: Vec<u64>,
    right: Vec<u64>,
    /// The right nodes that fit each left node; the edges of node `i` end at `ends[i]`.
    ends: Vec<usize>,
    edges: Vec<u32>,
}

impl Graph {
    /// A graph of people's and records' numbers, and the record nodes that fit each people's node.
    pub fn new(left: Vec<u64>, right: Vec<u64>, fitting: &[Vec<u32>]) -> Self {
        let edges: Vec<u32> = fitting.concat();
        let ends = fitting.iter().scan(0, |end, own| {
            *end += own.len();
            Some(*end)
        });
        Self { left, right, ends: ends.collect(), edges }
    }

    /// For each edge, in the order of the lists given, whether some matching that leaves nobody out
    /// uses it; `None` if there is no such matching, or nobody waits for one.
    pub fn usable(&self, watch: &dyn Watch) -> Option<Vec<bool>> {
        let everybody: u64 = self.left.iter().sum();
        if everybody != self.right.iter().sum::<u64>() {
            return None;
        }
        let mut flow = Flow::new(self);
        flow.fill(watch);
        if flow.sum() != everybody {
            return None;
        }
        let component = flow.components(watch)?;
        let right = |edge: usize| component[self.left.len() + self.edges[edge] as usize];
        let used =
            |(node, edge): (usize, usize)| flow.used[edge] > 0 || component[node] == right(edge);
        Some(self.each_edge().map(used).collect())
    }

    fn each_edge(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.left.len()).flat_map(|node| self.edges_of(node).map(move |edge| (node, edge)))
    }

    fn edges_of(&self, node: usize) -> std::ops::Range<usize> {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        start..self.ends[node]
    }
}

struct Flow<'a> {
    graph: &'a Graph,
    /// How many pairs each edge stands for now.
    used: Vec<u64>,
    free_left: Vec<u64>,
    free_right: Vec<u64>,
    /// For each right node its edges, with their left ends.
    back: Vec<Vec<(u32, u32)>>,
}

const FAR: u32 = u32::MAX;

impl<'a> Flow<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut back = vec![Vec::new(); graph.right.len()];
        for (node, edge) in graph.each_edge() {
            back[graph.edges[edge] as usize].push((node as u32, edge as u32));
        }
        Self {
            graph,
            used: vec![0; graph.edges.len()],
            free_left: graph.left.clone(),
            free_right: graph.right.clone(),
            back,
        }
    }

    fn sum(&self) -> u64 {
        self.used.iter().sum()
    }

    /// Pushes as much as there is room for, in rounds of shortest ways, as long as somebody waits.
    fn fill(&mut self, watch: &dyn Watch) {
        let lefts = self.graph.left.len();
        loop {
            let Some(levels) = self.levels() else { return };
            let mut next = vec![0; lefts + self.graph.right.len()];
            for node in 0..lefts {
                if node % 1024 == 0 && !watch.goes_on() {
                    return;
                }
                while self.free_left[node] > 0 && self.push(node, &levels, &mut next) > 0 {}
            }
        }
    }

    /// The distance of each node from a left one with people to place; `None` if no room is reached.
    fn levels(&self) -> Option<Vec<u32>> {
        let lefts = self.graph.left.len();
        let mut levels = vec![FAR; lefts + self.graph.right.len()];
        let mut queue: Vec<usize> = (0..lefts).filter(|&node| self.free_left[node] > 0).collect();
        for &node in &queue {
            levels[node] = 0;
        }
        let (mut at, mut room) = (0, false);
        while at < queue.len() {
            let node = queue[at];
            at += 1;
            let mut reach = |other: usize| {
                if levels[other] == FAR {
                    levels[other] = levels[node] + 1;
                    queue.push(other);
                }
            };
            if node < lefts {
                let edges = self.graph.edges_of(node);
                edges.for_each(|edge| reach(lefts + self.graph.edges[edge] as usize));
            } else {
                room |= self.free_right[node - lefts] > 0;
                let back = self.back[node - lefts].iter();
                back.filter(|(_, edge)| self.used[*edge as usize] > 0)
                    .for_each(|(left, _)| reach(*left as usize));
            }
        }
        room.then_some(levels)
    }

    /// Pushes along one way from a left node, and tells how much. Ways are kept in a list, as they
    /// may be longer than a stack of calls.
    fn push(&mut self, start: usize, levels: &[u32], next: &mut [usize]) -> u64 {
        let lefts = self.graph.left.len();
        // The nodes of the way, and the edge by which each was reached.
        let mut way: Vec<(usize, usize)> = vec![(start, usize::MAX)];
        while let Some(&(node, _)) = way.last() {
            if node >= lefts && self.free_right[node - lefts] > 0 {
                return self.settle(&way);
            }
            match self.step(node, levels, next) {
                Some(further) => way.push(further),
                None => {
                    way.pop();
                    if let Some(&(before, _)) = way.last() {
                        next[before] += 1;
                    }
                }
            }
        }
        0
    }

    /// The next node one level on, and the edge to it.
    fn step(&self, node: usize, levels: &[u32], next: &mut [usize]) -> Option<(usize, usize)> {
        let lefts = self.graph.left.len();
        let on = |other: usize| levels[other] == levels[node].saturating_add(1);
        loop {
            if node < lefts {
                let edge = self.graph.edges_of(node).nth(next[node])?;
                let other = lefts + self.graph.edges[edge] as usize;
                if on(other) {
                    return Some((other, edge));
                }
            } else {
                let &(left, edge) = self.back[node - lefts].get(next[node])?;
                if self.used[edge as usize] > 0 && on(left as usize) {
                    return Some((left as usize, edge as usize));
                }
            }
            next[node] += 1;
        }
    }

    /// Moves as much along a way as all of its edges admit.
    fn settle(&mut self, way: &[(usize, usize)]) -> u64 {
        let lefts = self.graph.left.len();
        let (start, end) = (way[0].0, way[way.len() - 1].0 - lefts);
        let returned = way[1..].iter().filter(|(node, _)| *node < lefts);
        let least = returned.map(|&(_, edge)| self.used[edge]).min().unwrap_or(u64::MAX);
        let amount = least.min(self.free_left[start]).min(self.free_right[end]);
        for &(node, edge) in &way[1..] {
            if node < lefts {
                self.used[edge] -= amount;
            } else {
                self.used[edge] += amount;
            }
        }
        self.free_left[start] -= amount;
        self.free_right[end] -= amount;
        amount
    }

    /// The strongly connected component of each node in what is left over: from left to right
    /// along every edge, and back along those in use. Tarjan's algorithm without recursion. `None` if
    /// nobody waits any more.
    fn components(&self, watch: &dyn Watch) -> Option<Vec<u32>> {
        let nodes = self.graph.left.len() + self.graph.right.len();
        let (mut index, mut low) = (vec![FAR; nodes], vec![FAR; nodes]);
        let (mut component, mut components) = (vec![FAR; nodes], 0);
        let (mut open, mut count, mut steps) = (Vec::new(), 0, 0_usize);
        for root in 0..nodes {
            if index[root] != FAR {
                continue;
            }
            let mut calls = vec![(root, 0)];
            while let Some((node, at)) = calls.pop() {
                steps += 1;
                if steps % PATIENCE == 0 && !watch.goes_on() {
                    return None;
                }
                if at == 0 {
                    (index[node], low[node]) = (count, count);
                    count += 1;
                    open.push(node);
                }
                match self.successor(node, at) {
                    Some(other) => {
                        calls.push((node, at + 1));
                        if index[other] == FAR {
                            calls.push((other, 0));
                        } else if component[other] == FAR {
                            low[node] = low[node].min(index[other]);
                        }
                    }
                    None => {
                        if low[node] == index[node] {
                            while let Some(member) = open.pop() {
                                component[member] = components;
                                if member == node {
                                    break;
                                }
                            }
                            components += 1;
                        }
                        if let Some(&(parent, _)) = calls.last() {
                            low[parent] = low[parent].min(low[node]);
                        }
                    }
                }
            }
        }
        Some(component)
    }

    /// The successor of a node at a place in its list, or the node itself for an edge that is not
    /// open in this direction; `None` past the end.
    fn successor(&self, node: usize, at: usize) -> Option<usize> {
        let lefts = self.graph.left.len();
        if node < lefts {
            let edge = self.graph.edges_of(node).nth(at)?;
            return Some(lefts + self.graph.edges[edge] as usize);
        }
        let &(left, edge) = self.back[node - lefts].get(at)?;
        Some(if self.used[edge as usize] > 0 { left as usize } else { node })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All matchings of single people with single records.
    fn by_hand(fits: &[Vec<bool>]) -> Option<Vec<Vec<bool>>> {
        fn place(fits: &[Vec<bool>], taken: &mut Vec<usize>, used: &mut [Vec<bool>]) -> bool {
            let person = taken.len();
            if person == fits.len() {
                taken.iter().enumerate().for_each(|(person, &record)| used[person][record] = true);
                return true;
            }
            let mut any = false;
            for record in 0..fits.len() {
                if fits[person][record] && !taken.contains(&record) {
                    taken.push(record);
                    any |= place(fits, taken, used);
                    taken.pop();
                }
            }
            any
        }
        let mut used = vec![vec![false; fits.len()]; fits.len()];
        place(fits, &mut Vec::new(), &mut used).then_some(used)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn usable_edges_are_those_of_all_matchings(
            (left, right, fits) in (1_usize..4, 1_usize..4).prop_flat_map(|(l, r)| (
                prop::collection::vec(1_u64..3, l),
                prop::collection::vec(1_u64..3, r),
                prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.7), r), l),
            )),
        ) {
            let fitting: Vec<Vec<u32>> = fits.iter()
                .map(|own| (0..).zip(own).filter(|it| *it.1).map(|it| it.0).collect()).collect();
            let usable = Graph::new(left.clone(), right.clone(), &fitting).usable(&());
            let copies = |sizes: &[u64]| -> Vec<usize> {
                sizes.iter().enumerate().flat_map(|(at, &size)| vec![at; size as usize]).collect()
            };
            let (people, records) = (copies(&left), copies(&right));
            if people.len() != records.len() {
                prop_assert!(usable.is_none());
                return Ok(());
            }
            let single: Vec<Vec<bool>> = people.iter()
                .map(|&person| records.iter().map(|&record| fits[person][record]).collect()).collect();
            let expected = by_hand(&single);
            prop_assert_eq!(usable.is_some(), expected.is_some());
            if let (Some(usable), Some(expected)) = (usable, expected) {
                let mut at = 0;
                for (person, own) in fitting.iter().enumerate() {
                    for &record in own {
                        let pair = (0..people.len())
                            .flat_map(|p| (0..records.len()).map(move |r| (p, r)))
                            .find(|&(p, r)| people[p] == person && records[r] == record as usize);
                        let (p, r) = pair.expect("each node has a copy");
                        prop_assert_eq!(usable[at], expected[p][r]);
                        at += 1;
                    }
                }
            }
        }
    }
}
