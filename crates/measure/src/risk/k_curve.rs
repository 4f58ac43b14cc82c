//! The k-loss curve: to reach k, this share of the records would go.

use ridotto_core::ClassTable;

/// One step of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// From this k on, up to the next step's.
    pub k: u64,
    /// So many records are in smaller classes.
    pub records: u64,
    /// The same as a share of all records.
    pub share: f64,
}

/// What suppression alone costs for every k: the records in classes smaller than k.
///
/// # Definition
/// For each k at which the number changes, the records in classes with fewer than k records. The
/// first step is k = 1, where nothing is lost; after the last step everything is.
///
/// # Range
/// Shares grow from 0 to 1 with k.
///
/// # What it does not see
/// That generalising saves records: the curve is the price at the current level of detail, so an
/// upper bound of what k costs.
///
/// # Reference
/// P. Samarati, L. Sweeney (1998), *Protecting privacy when disclosing information: k-anonymity
/// and its enforcement through generalization and suppression*.
pub fn k_curve(table: &ClassTable) -> Vec<Step> {
    let mut sizes = table.keys().counts().to_vec();
    sizes.sort_unstable();
    let all: u64 = sizes.iter().sum();
    let mut steps = vec![Step { k: 1, records: 0, share: 0.0 }];
    let mut records = 0;
    for same in sizes.chunk_by(|a, b| a == b) {
        records += same.iter().sum::<u64>();
        steps.push(Step { k: same[0] + 1, records, share: records as f64 / all as f64 });
    }
    steps
}

/// The step that a k is on.
pub fn at(curve: &[Step], k: u64) -> Option<Step> {
    curve.iter().rev().find(|step| step.k <= k).copied()
}
