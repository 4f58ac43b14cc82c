//! The generalisations to try, from the cheapest on.

use super::field::Field;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// At most so many generalisations are listed; those beyond are the dearest but for the top.
const MOST: usize = 1 << 16;

/// A node in the queue: its cost, and the attribute from which on it may be raised. Each node is
/// reached one way: by raising its attributes in their order.
#[derive(PartialEq)]
struct Entry {
    cost: f64,
    levels: Vec<u8>,
    from: usize,
}

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.cost.total_cmp(&other.cost).then_with(|| self.levels.cmp(&other.levels))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Field<'_> {
    /// The mean loss of all rows and the levels, node by node; the cheapest first.
    pub(super) fn nodes(&self) -> Vec<(f64, Vec<u8>)> {
        let costs = self.costs();
        let attributes = costs.len();
        let mut queue = BinaryHeap::new();
        queue.push(Reverse(Entry { cost: 0.0, levels: vec![0; attributes], from: 0 }));
        let mut nodes = Vec::new();
        while let Some(Reverse(Entry { cost, levels, from })) = queue.pop() {
            for at in from..attributes {
                let level = usize::from(levels[at]);
                if level + 1 < costs[at].len() {
                    let mut raised = levels.clone();
                    raised[at] += 1;
                    let cost = cost - costs[at][level] + costs[at][level + 1];
                    queue.push(Reverse(Entry { cost, levels: raised, from: at }));
                }
            }
            nodes.push((cost, levels));
            if nodes.len() == MOST {
                break;
            }
        }
        let top: Vec<u8> = costs.iter().map(|levels| levels.len() as u8 - 1).collect();
        if nodes.len() == MOST {
            climb(costs, &mut nodes);
        }
        if nodes.last().is_none_or(|node| node.1 != top) {
            // Levels that cost nothing more may put the top before others; it must be the last.
            let cost = costs.iter().filter_map(|levels| levels.last()).sum();
            nodes.push((cost, top));
        }
        nodes
    }

    /// A short way from a node to the top.
    pub(super) fn way_up(&self, from: &(f64, Vec<u8>)) -> Vec<(f64, Vec<u8>)> {
        let mut nodes = vec![from.clone()];
        climb(self.costs(), &mut nodes);
        nodes
    }

    /// The mean loss of each attribute at each level.
    pub(super) fn costs(&self) -> &[Vec<f64>] {
        self.costs.get_or_init(|| {
            let rows: f64 = self.counts.iter().map(|&count| f64::from(count)).sum();
            let cost = |at: usize, level: usize| {
                let ladder = &self.ladders[at];
                let loss = |unit: usize| {
                    let node = ladder.node(self.codes(unit as u32)[at], level);
                    f64::from(self.counts[unit]) * f64::from(ladder.loss(node))
                };
                (0..self.units()).map(loss).sum::<f64>() / rows.max(1.0)
            };
            (0..self.ladders.len())
                .map(|at| (0..self.ladders[at].levels()).map(|level| cost(at, level)).collect())
                .collect()
        })
    }
}

/// From the last node listed to the top, by the cheapest step each time.
fn climb(costs: &[Vec<f64>], nodes: &mut Vec<(f64, Vec<u8>)>) {
    let Some((mut cost, mut levels)) = nodes.last().cloned() else { return };
    loop {
        let step = |at: usize| {
            let level = usize::from(levels[at]);
            costs[at].get(level + 1).map(|next| (at, next - costs[at][level]))
        };
        let steps = (0..levels.len()).filter_map(step);
        let Some((at, dearer)) = steps.min_by(|a, b| a.1.total_cmp(&b.1)) else { return };
        levels[at] += 1;
        cost += dearer;
        nodes.push((cost, levels.clone()));
    }
}
