//! Where clusters are large, units that lie close together in one are moved as one.
//!
//! A window holds some hundred members. Of clusters that need hundreds of rows each that is one or two,
//! which have nothing to exchange; of atoms of some rows it is enough. An atom never crosses the border
//! of a cluster, so that every partition stays possible as it is.

use super::field::Field;

/// Clusters of fewer rows are small: their units are moved one by one.
const LARGE: u64 = 192;
/// A cluster that is just large enough has about so many atoms.
const ATOMS: u64 = 10;
/// An atom loses at most such a share of what its cluster does.
const SHARE: f64 = 0.5;

/// The units of a cluster in another order, and where each atom ends.
pub(super) struct Atoms {
    units: Vec<u32>,
    ends: Vec<usize>,
}

impl Atoms {
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.units[start..end])
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }
}

impl Field<'_> {
    /// Whether clusters are so large that units are put together.
    pub(super) fn has_large_clusters(&self) -> bool {
        self.judge.least() >= LARGE
    }

    /// The atoms of a cluster: runs of its units in an order in which near ones tend to be neighbours,
    /// each as long as it may be.
    pub(super) fn atoms(&self, cluster: &[u32], key: impl Fn(u32) -> u128) -> Atoms {
        let mut order: Vec<(u128, u32)> = cluster.iter().map(|&unit| (key(unit), unit)).collect();
        order.sort_unstable();
        let units: Vec<u32> = order.into_iter().map(|pair| pair.1).collect();
        let most_rows = self.judge.least() / ATOMS;
        let most_loss = self.cluster(cluster.to_vec()).loss * SHARE;
        let (mut ends, mut start) = (Vec::new(), 0);
        for end in 1..=units.len() {
            let is_atom = |end: usize| {
                self.rows(&units[start..end]) <= most_rows
                    && self.cluster(units[start..end].to_vec()).loss <= most_loss
            };
            if end == units.len() || !is_atom(end + 1) {
                ends.push(end);
                start = end;
            }
        }
        Atoms { units, ends }
    }
}
