//! Tables at hand: what levels of the first half have made of the table so far.

use super::cross_table::{Arranged, CrossTable};
use super::half::Half;
use crate::lattice::is_at_most;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Arrangements at hand, by the first half's levels. When they hold too much all are dropped.
#[derive(Debug)]
pub struct CrossTables {
    base: Arc<CrossTable>,
    by_levels: FxHashMap<Vec<u8>, Arc<Arranged>>,
    kept: usize,
}

impl CrossTables {
    /// The finest sheet alone.
    pub fn new(base: CrossTable) -> Self {
        Self { base: Arc::new(base), by_levels: FxHashMap::default(), kept: 0 }
    }

    /// The table arranged by the first half's levels, from the smallest finer one at hand.
    pub fn arranged(&mut self, levels: &[u8], first: &Half<'_>) -> Arc<Arranged> {
        if let Some(arranged) = self.by_levels.get(levels) {
            return Arc::clone(arranged);
        }
        let sheet = self.finer(levels).unwrap_or_else(|| Arc::clone(&self.base));
        let arranged = Arc::new(Arranged::new(sheet, first.view(levels)));
        self.keep(levels, &arranged);
        arranged
    }

    /// Makes a sheet of an arrangement that has proved useful; its entries' second numbers are
    /// below `seconds`.
    pub fn keep_own(&mut self, levels: &[u8], arranged: &Arranged, seconds: usize) {
        if !arranged.is_own {
            let own = Arc::new(arranged.to_sheet(seconds));
            self.keep(levels, &own);
        }
    }

    /// The entries worth keeping: some times the table itself.
    fn most(&self) -> usize {
        (4 * self.base.entries.len()).max(1 << 22)
    }

    /// The smallest sheet that is finer.
    fn finer(&self, levels: &[u8]) -> Option<Arc<CrossTable>> {
        let own = self.by_levels.iter().filter(|(_, arranged)| arranged.is_own);
        own.filter(|(at, _)| is_at_most(at, levels))
            .min_by(|(a, sheet), (b, other)| {
                sheet.sheet.entries.len().cmp(&other.sheet.entries.len()).then_with(|| a.cmp(b))
            })
            .map(|(_, arranged)| Arc::clone(&arranged.sheet))
    }

    fn keep(&mut self, levels: &[u8], arranged: &Arc<Arranged>) {
        if self.kept + arranged.weight() > self.most() {
            self.by_levels.clear();
            self.kept = 0;
        }
        self.kept += arranged.weight();
        if let Some(old) = self.by_levels.insert(levels.to_vec(), Arc::clone(arranged)) {
            self.kept -= old.weight();
        }
    }
}
