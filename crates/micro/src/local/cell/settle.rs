//! The end: what the sweep left over joins clusters, and clusters that show the same are judged
//! as one.

use super::{Cluster, field::Field};
use std::collections::HashMap;

impl Field<'_> {
    /// Gives every unit a cluster; `None` if not even all of them together are safe.
    pub(super) fn settle(
        &self,
        mut clusters: Vec<Cluster>,
        left: Vec<u32>,
    ) -> Option<Vec<Cluster>> {
        if self.judge.size_decides() && !clusters.is_empty() {
            let borrowed = self.borrow(&clusters, &left);
            // A safe cluster stays safe whatever joins it.
            for unit in left {
                self.join_best(&mut clusters, vec![unit]);
            }
            let total = |clusters: &[Cluster]| -> f64 {
                clusters.iter().map(|cluster| cluster.rows as f64 * cluster.loss).sum()
            };
            return match borrowed {
                Some(borrowed) if total(&borrowed) < total(&clusters) => Some(borrowed),
                _ => Some(clusters),
            };
        }
        let mut pool = left;
        loop {
            if !pool.is_empty() {
                if self.holds(&pool) {
                    clusters.push(self.cluster(std::mem::take(&mut pool)));
                } else if clusters.is_empty() {
                    return None;
                } else {
                    let at = self.nearest(&clusters, &self.cluster(pool.clone()));
                    pool.extend(clusters.remove(at).units);
                    pool.sort_unstable();
                    continue;
                }
            }
            let Some(unsafe_together) = self.same_texts(&clusters) else { return Some(clusters) };
            for at in unsafe_together.into_iter().rev() {
                pool.extend(clusters.remove(at).units);
            }
            pool.sort_unstable();
        }
    }

    /// What is left as a cluster of its own, filled up with units that other clusters can spare:
    /// those that lose the least by it. `None` if they are too few. For models of size only.
    fn borrow(&self, clusters: &[Cluster], left: &[u32]) -> Option<Vec<Cluster>> {
        let least = self.judge.least();
        let mut clusters = clusters.to_vec();
        let mut own = self.cluster((!left.is_empty()).then(|| left.to_vec())?);
        let spare = |cluster: &Cluster, unit: u32| {
            cluster.rows - u64::from(self.counts[unit as usize]) >= least
        };
        let mut offers: Vec<(f64, u32, u32)> = Vec::new();
        for (at, cluster) in (0..).zip(&clusters) {
            for &unit in cluster.units.iter().filter(|&&unit| spare(cluster, unit)) {
                let joined = self.cluster_with(&own, unit);
                let grown = (joined - own.loss) * own.rows as f64;
                let rows = f64::from(self.counts[unit as usize]);
                offers.push(((grown / rows) + joined - cluster.loss, unit, at));
            }
        }
        offers.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut changed = Vec::new();
        for (_, unit, at) in offers {
            if own.rows >= least {
                break;
            }
            let cluster = &mut clusters[at as usize];
            if spare(cluster, unit) {
                cluster.units.retain(|&other| other != unit);
                cluster.rows -= u64::from(self.counts[unit as usize]);
                own.rows += u64::from(self.counts[unit as usize]);
                own.units.push(unit);
                changed.push(at as usize);
            }
        }
        if own.rows < least {
            return None;
        }
        changed.sort_unstable();
        changed.dedup();
        for at in changed {
            clusters[at] = self.cluster(std::mem::take(&mut clusters[at].units));
        }
        clusters.push(self.cluster(own.units));
        Some(clusters)
    }

    /// The loss of a row once a unit joined its cluster.
    fn cluster_with(&self, cluster: &Cluster, unit: u32) -> f64 {
        let nodes = self.ladders.iter().zip(cluster.nodes.iter().zip(self.codes(unit)));
        let joined = nodes.map(|(ladder, (&node, &code))| ladder.join(node, ladder.node(code, 0)));
        self.loss(&joined.collect::<Vec<_>>())
    }

    fn join_best(&self, clusters: &mut [Cluster], units: Vec<u32>) {
        let one = self.cluster(units);
        let at = self.nearest(clusters, &one);
        let mut units = std::mem::take(&mut clusters[at].units);
        units.extend(one.units);
        clusters[at] = self.cluster(units);
    }

    /// The cluster whose union with another costs the least more than the two.
    fn nearest(&self, clusters: &[Cluster], one: &Cluster) -> usize {
        let cost = |cluster: &Cluster| {
            let joined = self.ladders.iter().zip(cluster.nodes.iter().zip(&one.nodes));
            let loss: f64 =
                joined.map(|(ladder, (&a, &b))| f64::from(ladder.loss(ladder.join(a, b)))).sum();
            loss * (cluster.rows + one.rows) as f64 - cluster.loss * cluster.rows as f64
        };
        let costs = clusters.iter().map(cost).enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
    }

    /// Clusters that show the same texts and are not safe as one class: the first such set.
    fn same_texts(&self, clusters: &[Cluster]) -> Option<Vec<usize>> {
        if self.judge.size_decides() {
            return None;
        }
        let shown = self.shown(clusters);
        let mut classes: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
        for at in 0..clusters.len() {
            let key = shown.iter().map(|attribute| attribute.label_of[at]).collect();
            classes.entry(key).or_default().push(at);
        }
        let mut several: Vec<Vec<usize>> =
            classes.into_values().filter(|class| class.len() > 1).collect();
        several.sort_unstable();
        several.into_iter().find(|class| {
            let units: Vec<u32> =
                class.iter().flat_map(|&at| clusters[at].units.iter().copied()).collect();
            !self.holds(&units)
        })
    }
}
