//! Where the search begins: with the better of Mondrian's regions and the clusters of a sweep.

use super::improve::Stopped;
use super::partition::Partition;
use super::{CellKey, Cluster, field::Field};
use crate::local::mondrian::Mondrian;
use crate::local::{Axis, NoGroups};
use ridotto_core::Watch;
use ridotto_core::class::Tally;

/// Tables with more distinct tuples are not swept: there is no time to try enough generalisations.
const SWEPT: usize = 1 << 17;

/// What is known before the search begins: the group of each unit.
#[derive(Clone, Copy, Default)]
pub(super) struct Starts<'a> {
    /// Groups that somebody else found.
    pub given: &'a [Vec<u32>],
    /// Mondrian's regions, if it was run already.
    pub regions: Option<&'a [u32]>,
}

/// An attribute as Mondrian cuts it.
fn axis<'a>(key: &CellKey<'a>) -> Axis<'a> {
    let counts = key.column.codes.histogram(key.column.values);
    Axis::tree(key.dictionary, key.hierarchy, &counts)
}

impl Field<'_> {
    /// A partition of all units into clusters that are safe, also where some show the same.
    pub(super) fn start(
        &self,
        (tally, keys): (&Tally, &[CellKey<'_>]),
        known: Option<&[u32]>,
        watch: &dyn Watch,
        stopped: &Stopped<'_>,
    ) -> Result<Partition, NoGroups> {
        let known = known.and_then(|groups| self.given(groups)).map(|state| state.partition);
        let regions = match known {
            Some(regions) => regions,
            None => self.regions(tally, keys, watch)?,
        };
        if self.units() > SWEPT || !self.judge.size_decides() || stopped() {
            return Ok(regions);
        }
        let (clusters, left, _) = self.sweep(&self.nodes(), stopped);
        // What a sweep leaves that was stopped is much, and settling it takes longer than there is time.
        if stopped() {
            return Ok(regions);
        }
        let Some(swept) = self.settle(clusters, left) else { return Ok(regions) };
        let swept: Partition = swept.iter().map(|cluster| &cluster.units[..]).collect();
        Ok(if self.cost(&swept) < self.cost(&regions) { swept } else { regions })
    }

    /// Mondrian's regions, also safe where some show the same.
    fn regions(
        &self,
        tally: &Tally,
        keys: &[CellKey<'_>],
        watch: &dyn Watch,
    ) -> Result<Partition, NoGroups> {
        let axes: Vec<Axis<'_>> = keys.iter().map(axis).collect();
        let mut cells = Mondrian::default().partition(tally, &axes, self.judge, watch)?;
        cells.join_same_texts(tally, &axes, self.judge);
        Ok(cells.iter().collect())
    }

    /// The clusters of a partition, with what they show.
    pub(super) fn clusters(&self, partition: &Partition) -> Vec<Cluster> {
        partition.iter().map(|units| self.cluster(units.to_vec())).collect()
    }
}
