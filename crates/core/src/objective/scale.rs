//! What an attribute's levels cost, counted once before a search.

use crate::{Code, Hierarchy};

/// The levels of one attribute with what each costs.
#[derive(Clone, Debug)]
pub struct Scale {
    /// How dear the attribute is; 1 is usual.
    pub importance: f64,
    /// Leaves in the whole hierarchy.
    pub domain: u64,
    /// The levels, from the values themselves to `*`.
    pub levels: Vec<ScaleLevel>,
}

/// One level of one attribute.
#[derive(Clone, Debug)]
pub struct ScaleLevel {
    /// Rows in each group.
    pub rows: Vec<u64>,
    /// Leaves under each group.
    pub leaves: Vec<u64>,
    /// The granularity loss of each group's rows, 0 to 1.
    pub loss: Vec<f64>,
    /// The loss summed over all rows.
    pub total_loss: f64,
    /// Σ over rows of −log2(count of the value / count of its group).
    pub entropy: f64,
    /// The mean over rows of the logarithm of the leaves.
    pub mean_log_leaves: f64,
    /// Groups from the greatest loss down: rows so far, and what suppressing them would add.
    dearest: Vec<(u64, f64)>,
}

impl Scale {
    /// Counts what each level of a hierarchy costs for values that occur `counts` times.
    pub fn new(hierarchy: &Hierarchy, counts: &[u64], importance: f64) -> Self {
        let domain = hierarchy.domain();
        let levels = (0..=hierarchy.height())
            .map(|level| {
                let leaves = hierarchy.leaves(level).to_vec();
                ScaleLevel::of(counts, hierarchy.map(level), leaves, domain)
            })
            .collect();
        Self { importance, domain, levels }
    }

    /// The scale of one grouping of the values that need not be a level of a hierarchy: value
    /// `v` occurs `counts[v]` times and is in group `map[v]`, and `leaves` of the domain are under
    /// each group. Its only level is 0, so that objectives of levels and heights say nothing of it.
    pub fn of_grouping(
        counts: &[u64],
        map: &[Code],
        leaves: &[u64],
        domain: u64,
        importance: f64,
    ) -> Self {
        let level = ScaleLevel::of(counts, map, leaves.to_vec(), domain);
        Self { importance, domain, levels: vec![level] }
    }

    /// The number of steps from the values to `*`.
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }
}

/// The share of its domain that a value is spread over if so many leaves are under it: 0 for one
/// leaf, 1 for all.
pub fn granularity(leaves: u64, domain: u64) -> f64 {
    leaves.saturating_sub(1) as f64 / domain.saturating_sub(1).max(1) as f64
}

/// The mean of what attributes lose, each by its importance; 0 without attributes.
pub fn mean_loss(losses: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    let (mut lost, mut importances) = (0.0, 0.0);
    for (importance, loss) in losses {
        lost += importance * loss;
        importances += importance;
    }
    if importances > 0.0 { lost / importances } else { 0.0 }
}

/// count · −log2(count / of).
pub(super) fn bits(count: u64, of: u64) -> f64 {
    if count == of { 0.0 } else { count as f64 * (of as f64 / count as f64).log2() }
}

impl ScaleLevel {
    fn of(counts: &[u64], map: &[Code], leaves: Vec<u64>, domain: u64) -> Self {
        let mut rows = vec![0; leaves.len()];
        for (&count, &group) in counts.iter().zip(map) {
            rows[group as usize] += count;
        }
        let entropy = counts
            .iter()
            .zip(map)
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, &group)| bits(count, rows[group as usize]))
            .sum();
        Self::new(rows, leaves, domain, entropy)
    }

    fn new(rows: Vec<u64>, leaves: Vec<u64>, domain: u64, entropy: f64) -> Self {
        let all: u64 = rows.iter().sum();
        let loss: Vec<f64> = leaves.iter().map(|&leaves| granularity(leaves, domain)).collect();
        let total_loss = rows.iter().zip(&loss).map(|(&rows, loss)| rows as f64 * loss).sum();
        let by_group = rows.iter().zip(&leaves);
        let log_leaves = by_group.map(|(&rows, &leaves)| rows as f64 * (leaves as f64).ln());
        let mean_log_leaves = log_leaves.sum::<f64>() / all.max(1) as f64;
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&a, &b| loss[b].total_cmp(&loss[a]));
        let mut sum = (0, 0.0);
        let dearest = order
            .iter()
            .map(|&group| {
                sum = (sum.0 + rows[group], sum.1 + rows[group] as f64 * (1.0 - loss[group]));
                sum
            })
            .collect();
        Self { rows, leaves, loss, total_loss, entropy, mean_log_leaves, dearest }
    }

    /// The least that suppressing `suppressed` rows adds to the loss, whichever rows they are:
    /// those that had lost the most already.
    pub fn least_added_by(&self, suppressed: u64) -> f64 {
        let at = self.dearest.partition_point(|&(rows, _)| rows < suppressed);
        let (rows, added) = if at == 0 { (0, 0.0) } else { self.dearest[at - 1] };
        match self.dearest.get(at) {
            Some(&(next_rows, next)) if next_rows > rows => {
                added + (next - added) * ((suppressed - rows) as f64 / (next_rows - rows) as f64)
            }
            _ => added,
        }
    }
}
