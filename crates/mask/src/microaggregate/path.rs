//! The best groups of consecutive records of an order: a shortest path, found exactly.

use super::points::Points;

/// Cuts an order of records into groups of k to 2k − 1 consecutive ones, so that the squared error
/// is the least of all such cuts. For one attribute in its order it is the least of all partitions
/// into groups of at least k: optimal groups are intervals, and one of 2k or more can be split
/// without loss.
///
/// # Cost
/// O(kn) after sorting.
///
/// # References
/// S. L. Hansen, S. Mukherjee (2003), *A polynomial algorithm for optimal univariate
/// microaggregation*, doi:10.1109/TKDE.2003.1209020. For paths through many attributes:
/// J. Domingo-Ferrer, A. Martínez-Ballesté, J. M. Mateo-Sanz, F. Sebé (2006), *Efficient
/// multivariate data-oriented microaggregation*, doi:10.1007/s00778-006-0007-0.
pub(super) fn optimal(points: &Points, order: &[u32], k: usize) -> Vec<Vec<u32>> {
    let mut mean = vec![0.0; points.stride()];
    // Welford's way, from the last record of a group backwards: it does not lose digits.
    let costs = |end: usize, costs: &mut Vec<f64>| {
        mean.fill(0.0);
        let mut error = 0.0;
        costs.clear();
        for (taken, at) in (0..end).rev().take(2 * k - 1).enumerate() {
            let part = 1.0 / (taken as f64 + 1.0);
            for (mean, number) in mean.iter_mut().zip(points.row(order[at])) {
                let difference = number - *mean;
                *mean += difference * part;
                error += difference * (number - *mean);
            }
            costs.push(error);
        }
    };
    cut(order.len(), k, costs).into_iter().map(|range| order[range].to_vec()).collect()
}

/// The cheapest way to cut `length` things in a row into runs of k to 2k − 1. `costs` says what
/// runs cost that end before a place: of one thing, of two, and so on up to 2k − 1.
pub(super) fn cut(
    length: usize,
    k: usize,
    mut costs: impl FnMut(usize, &mut Vec<f64>),
) -> Vec<std::ops::Range<usize>> {
    let mut least = vec![f64::INFINITY; length + 1];
    let mut taken = vec![0_usize; length + 1];
    least[0] = 0.0;
    let mut of = Vec::with_capacity(2 * k);
    for end in k..=length {
        costs(end, &mut of);
        for (size, cost) in (1..).zip(&of).skip(k - 1) {
            let whole = least[end - size] + cost;
            if whole < least[end] {
                (least[end], taken[end]) = (whole, size);
            }
        }
    }
    let mut runs = Vec::with_capacity(length / k);
    let mut end = length;
    while end > 0 {
        let start = end - taken[end].max(1);
        runs.push(start..end);
        end = start;
    }
    runs.reverse();
    runs
}

/// Groups of `k` consecutive records of an order; the last has up to 2k − 1.
pub(super) fn fixed(order: &[u32], k: usize) -> Vec<Vec<u32>> {
    let groups = (order.len() / k).max(1);
    let part = |group: usize| {
        let end = if group + 1 == groups { order.len() } else { (group + 1) * k };
        order[group * k..end].to_vec()
    };
    (0..groups).map(part).collect()
}
