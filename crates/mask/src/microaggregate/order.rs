//! Orders of records: along an attribute, a sum, a component, or a path through all of them.

use super::mdav::Left;
use super::points::{Points, squared};
use ridotto_numbers::{Numbers, components, correlations};

/// Records by a number of each, from the least; of equal ones, the first record is first.
fn by(rows: &[u32], key: impl Fn(u32) -> f64) -> Vec<u32> {
    let mut keyed: Vec<(f64, u32)> = rows.iter().map(|&row| (key(row), row)).collect();
    keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    keyed.into_iter().map(|(_, row)| row).collect()
}

/// By one number of the points.
pub(super) fn along(points: &Points, rows: &[u32], axis: usize) -> Vec<u32> {
    by(rows, |row| points.at(row, axis))
}

/// By the sum of all numbers: of z-scores, if the points are standardised.
pub(super) fn by_sum(points: &Points, rows: &[u32]) -> Vec<u32> {
    by(rows, |row| points.row(row).iter().sum())
}

/// By the first principal component of the points' correlations.
pub(super) fn by_component(points: &Points, rows: &[u32]) -> Vec<u32> {
    let column = |at: usize| rows.iter().map(|&row| points.at(row, at)).collect();
    let numbers = Numbers { columns: (0..points.width()).map(column).collect() };
    let (means, covariances) = (numbers.means(), numbers.covariances());
    let Some(loadings) = components(&correlations(&covariances)).vectors.into_iter().next() else {
        return rows.to_vec();
    };
    let weight = |at: usize| {
        let deviation = covariances.at(at, at).sqrt();
        if deviation > 0.0 { loadings[at] / deviation } else { 0.0 }
    };
    let weights: Vec<f64> = (0..points.width()).map(weight).collect();
    let score = |row: u32| {
        let parts = points.row(row).iter().zip(&means).zip(&weights);
        parts.map(|((number, mean), weight)| weight * (number - mean)).sum()
    };
    by(rows, score)
}

/// *Nearest point next*: from the record farthest from the mean always on to the nearest that has
/// not been visited.
pub(super) fn nearest_next(points: &Points, rows: &[u32]) -> Vec<u32> {
    let mut left = Left::new(points, rows);
    let mut path = Vec::with_capacity(rows.len());
    let mut here = if rows.is_empty() { Vec::new() } else { left.farthest(&left.center()) };
    while left.len() > 0 {
        let next = left.gather_around(&here, 1)[0];
        here.copy_from_slice(points.row(next));
        path.push(next);
    }
    path
}

/// *Centroid-based, of fixed size*: always the record farthest from the mean of all, with its
/// nearest after it.
pub(super) fn outside_in(points: &Points, rows: &[u32], k: usize) -> Vec<u32> {
    let mut left = Left::new(points, rows);
    let center = if rows.is_empty() { Vec::new() } else { left.center() };
    let mut path = Vec::with_capacity(rows.len());
    while left.len() > 0 {
        let start = left.farthest(&center);
        let mut group = left.gather_around(&start, k);
        group.sort_by(|&a, &b| {
            let distance = |row: u32| squared(points.row(row), &start);
            distance(a).total_cmp(&distance(b)).then(a.cmp(&b))
        });
        path.extend(group);
    }
    path
}
