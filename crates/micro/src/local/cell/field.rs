//! The units and what it costs to show them as something coarser.

use super::{CellKey, Cluster, Clustering, ladder::Ladder};
use crate::local::{GroupCheck, Shown, grouping::Names};
use ridotto_core::{Code, Hierarchy, class::Tally};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The units of a table, ready to be clustered.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub ladders: Vec<Ladder>,
    pub judge: &'a GroupCheck<'a>,
    pub counts: Vec<u32>,
    hierarchies: Vec<&'a Hierarchy>,
    /// The mean loss of each attribute at each level, once it was asked for.
    pub costs: OnceLock<Vec<Vec<f64>>>,
    /// The key codes of each unit, side by side.
    codes: Vec<Code>,
    /// The sensitive values of each unit, side by side.
    judged: Vec<Code>,
    pub importance: f64,
}

impl<'a> Field<'a> {
    pub(super) fn new(tally: &'a Tally, keys: &[CellKey<'a>], judge: &'a GroupCheck<'a>) -> Self {
        let ladder = |key: &CellKey<'_>| Ladder::new(key.hierarchy, key.importance);
        let (mut codes, mut judged) = (Vec::with_capacity(tally.len() * keys.len()), Vec::new());
        for unit in 0..tally.len() {
            codes.extend((0..keys.len()).map(|at| tally.code(unit, at)));
            judged.extend((0..judge.sensitive()).map(|of| tally.code(unit, keys.len() + of)));
        }
        Self {
            ladders: keys.iter().map(ladder).collect(),
            judge,
            counts: tally.counts().iter().map(|&count| count as u32).collect(),
            hierarchies: keys.iter().map(|key| key.hierarchy).collect(),
            costs: OnceLock::new(),
            codes,
            judged,
            importance: keys.iter().map(|key| key.importance).sum(),
        }
    }

    pub(super) fn units(&self) -> usize {
        self.counts.len()
    }

    /// The key codes of a unit.
    pub(super) fn codes(&self, unit: u32) -> &[Code] {
        let m = self.ladders.len();
        &self.codes[unit as usize * m..][..m]
    }

    /// The sensitive values of a unit.
    pub(super) fn judged(&self, unit: u32) -> &[Code] {
        let m = self.judge.sensitive();
        &self.judged[unit as usize * m..][..m]
    }

    pub(super) fn rows(&self, units: &[u32]) -> u64 {
        units.iter().map(|&unit| u64::from(self.counts[unit as usize])).sum()
    }

    /// Whether units are safe together.
    pub(super) fn holds(&self, units: &[u32]) -> bool {
        self.judge.holds(self.rows(units), |of| {
            units
                .iter()
                .map(move |&unit| (self.judged(unit)[of], u64::from(self.counts[unit as usize])))
        })
    }

    /// What some units show, as levels on the path of the first.
    pub(super) fn levels<const L: usize>(&self, units: &[u32]) -> [u8; L] {
        let mut levels = [0; L];
        let Some((&first, others)) = units.split_first().filter(|(_, others)| !others.is_empty())
        else {
            return levels;
        };
        for (at, ladder) in self.ladders.iter().enumerate() {
            let own = self.codes(first)[at];
            for &other in others {
                levels[at] = levels[at].max(ladder.meet(own, self.codes(other)[at]));
            }
        }
        levels
    }

    /// The cluster of some units: at least one.
    pub(super) fn cluster(&self, units: Vec<u32>) -> Cluster {
        let bottom = |unit: u32| {
            self.ladders.iter().zip(self.codes(unit)).map(|(ladder, &code)| ladder.node(code, 0))
        };
        let mut nodes: Vec<u32> = bottom(units[0]).collect();
        for &unit in &units[1..] {
            for ((node, ladder), own) in nodes.iter_mut().zip(&self.ladders).zip(bottom(unit)) {
                *node = ladder.join(*node, own);
            }
        }
        let rows = self.rows(&units);
        Cluster { loss: self.loss(&nodes), units, nodes, rows }
    }

    /// The loss of a row that shows these nodes.
    pub(super) fn loss(&self, nodes: &[u32]) -> f64 {
        let one = |(ladder, &node): (&Ladder, &u32)| f64::from(ladder.loss(node));
        self.ladders.iter().zip(nodes).map(one).sum()
    }

    /// What clusters show, attribute by attribute.
    pub(super) fn shown(&self, clusters: &[Cluster]) -> Vec<Shown> {
        let attribute = |at: usize| {
            let (mut shown, mut names) = (Shown::default(), Names::default());
            let mut known: FxHashMap<u32, Code> = FxHashMap::default();
            for cluster in clusters {
                let node = cluster.nodes[at];
                if let Some(&code) = known.get(&node) {
                    shown.label_of.push(code);
                    continue;
                }
                let (level, group) = self.ladders[at].place(node);
                shown.push(&mut names, self.hierarchies[at].label(level, group));
                known.insert(node, shown.label_of[shown.label_of.len() - 1]);
            }
            shown
        };
        (0..self.ladders.len()).map(attribute).collect()
    }

    /// Clusters with what they show; those that are in none are suppressed.
    pub(super) fn finished(&self, clusters: Vec<Cluster>, gone: Vec<u32>) -> Clustering {
        let suppressed = self.rows(&gone) as f64;
        let rows: f64 = clusters.iter().map(|cluster| cluster.rows as f64).sum::<f64>();
        let total: f64 = clusters.iter().map(|cluster| cluster.rows as f64 * cluster.loss).sum();
        let scale = (rows + suppressed) * self.importance;
        let loss = if scale > 0.0 { (total + suppressed * self.importance) / scale } else { 0.0 };
        Clustering { attributes: self.shown(&clusters), clusters, gone, loss, cut_short: false }
    }
}
