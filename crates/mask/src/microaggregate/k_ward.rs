//! k-Ward: Ward's algorithm made to give groups of at least k records.

use super::nearest::Nearest;
use super::points::Points;
use super::ward::{Merge, Ward};

/// One step of k-Ward, for those who want to see it.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Records were started on: the two that are farthest from each other each gathered their
    /// k − 1 nearest, and all others stand alone.
    Start {
        /// The records.
        rows: Vec<u32>,
        /// The two farthest.
        extremes: (u32, u32),
        /// The groups to begin with.
        groups: Vec<Vec<u32>>,
    },
    /// Two groups were merged.
    Merged(Merge),
}

/// Groups of at least k records by Ward's algorithm, where two groups of k or more are never
/// merged; what has 2k or more is grouped again in the same way. Extremes are by plain distance,
/// and of equal ones the first record counts.
///
/// A group that has k may take in others only up to k/(1 − `mixability`) records: without limit at
/// 1, which is the plain algorithm, and none at all at 0. Where nobody may take a small group in,
/// the limit is lifted.
///
/// # References
/// J. Domingo-Ferrer, J. M. Mateo-Sanz (2002), *Practical data-oriented microaggregation for
/// statistical disclosure control*, doi:10.1109/69.979982.
pub(super) fn k_ward(
    points: &Points,
    rows: &[u32],
    k: usize,
    mixability: f64,
    steps: &mut dyn FnMut(Step),
) -> Vec<Vec<u32>> {
    if rows.len() < 2 * k {
        return vec![rows.to_vec()];
    }
    let most = if mixability < 1.0 { k as f64 / (1.0 - mixability) } else { f64::INFINITY };
    let groups = start(points, rows, k, steps);
    let small = |a: usize, b: usize| a < k || b < k;
    let narrow = |a: usize, b: usize| small(a, b) && (a.max(b) < k || (a + b) as f64 <= most);
    let mut groups = merge(points, groups, k, &narrow, steps);
    if groups.iter().any(|group| group.len() < k) {
        groups = merge(points, groups, k, &small, steps);
    }
    let mut all = Vec::with_capacity(groups.len());
    for mut group in groups {
        group.sort_unstable();
        all.extend(k_ward(points, &group, k, mixability, steps));
    }
    all
}

/// The groups of the two extremes, and single records.
fn start(points: &Points, rows: &[u32], k: usize, steps: &mut dyn FnMut(Step)) -> Vec<Vec<u32>> {
    let mut extremes = (f64::NEG_INFINITY, rows[0], rows[0]);
    for (at, &a) in rows.iter().enumerate() {
        for &b in &rows[at + 1..] {
            let distance = points.distance(a, b);
            if distance > extremes.0 {
                extremes = (distance, a, b);
            }
        }
    }
    let (_, first, second) = extremes;
    let mut left: Vec<u32> = rows.iter().copied().filter(|&row| row != second).collect();
    let own = gather(points, &mut left, first, k);
    left.push(second);
    left.sort_unstable();
    let mut groups = vec![own, gather(points, &mut left, second, k)];
    groups.extend(left.iter().map(|&row| vec![row]));
    steps(Step::Start { rows: rows.to_vec(), extremes: (first, second), groups: groups.clone() });
    groups
}

/// Takes out the k records nearest to one of them, which is the first of them.
fn gather(points: &Points, left: &mut Vec<u32>, around: u32, k: usize) -> Vec<u32> {
    let mut nearest = Nearest::new(k - 1);
    left.retain(|&row| row != around);
    for &row in &*left {
        nearest.offer(points.distance(row, around), row, row);
    }
    let mut group: Vec<u32> = nearest.places().chain([around]).collect();
    group.sort_unstable();
    left.retain(|row| group.binary_search(row).is_err());
    group
}

/// Merges until every group has k records, or none may be merged any more.
fn merge(
    points: &Points,
    groups: Vec<Vec<u32>>,
    k: usize,
    may: &dyn Fn(usize, usize) -> bool,
    steps: &mut dyn FnMut(Step),
) -> Vec<Vec<u32>> {
    let mut small = groups.iter().filter(|group| group.len() < k).count();
    let mut ward = Ward::new(points, groups, may);
    while small > 0 {
        let Some(merged) = ward.step() else { break };
        let sizes = (merged.first.len(), merged.second.len());
        small -= usize::from(sizes.0 < k) + usize::from(sizes.1 < k);
        small += usize::from(sizes.0 + sizes.1 < k);
        steps(Step::Merged(merged));
    }
    ward.into_groups()
}
