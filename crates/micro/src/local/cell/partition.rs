//! What a search holds in its hands: clusters of units, and units that are suppressed.

use super::Cluster;

/// Clusters of units, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    pub(super) units: Vec<u32>,
    ends: Vec<u32>,
}

impl Partition {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.units[start..self.ends[at] as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|at| self.get(at))
    }
}

impl<'a> FromIterator<&'a [u32]> for Partition {
    fn from_iter<I: IntoIterator<Item = &'a [u32]>>(clusters: I) -> Self {
        let mut all = Self::default();
        for units in clusters {
            all.units.extend_from_slice(units);
            all.ends.push(all.units.len() as u32);
        }
        all
    }
}

/// A partition of the units that are not suppressed, and the others.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub partition: Partition,
    pub gone: Vec<u32>,
}

impl State {
    /// How many clusters and suppressed units there are.
    pub(super) fn len(&self) -> usize {
        self.partition.len() + self.gone.len()
    }

    /// The units of a cluster, or a suppressed one.
    pub(super) fn units(&self, at: usize) -> &[u32] {
        match at.checked_sub(self.partition.len()) {
            Some(nth) => &self.gone[nth..=nth],
            None => self.partition.get(at),
        }
    }

    pub(super) fn new(clusters: &[Cluster], gone: Vec<u32>) -> Self {
        Self { partition: clusters.iter().map(|cluster| &cluster.units[..]).collect(), gone }
    }
}
