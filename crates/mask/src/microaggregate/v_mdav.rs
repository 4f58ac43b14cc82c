//! V-MDAV: groups of variable size, which grow while the next record is nearer to the group than
//! to anything else.

use super::mdav::{Left, mdav};
use super::nearest::Nearest;
use super::points::{Points, squared};

/// Groups of k to 2k − 1 records.
///
/// The record farthest from the mean of all gathers its k − 1 nearest. Then the record nearest to
/// the group joins it if its distance is less than `gain` times its distance to the nearest record
/// outside, up to 2k − 1. Records left over at the end go to the nearest groups.
///
/// `gain` is 0.2 for scattered records, and about 1.1 where records lie in clusters.
///
/// # References
/// A. Solanas, A. Martínez-Ballesté (2006), *V-MDAV: a multivariate microaggregation with variable
/// group size*.
pub(super) fn v_mdav(points: &Points, rows: &[u32], k: usize, gain: f64) -> Vec<Vec<u32>> {
    let mut left = Left::new(points, rows);
    let center = left.center();
    let mut groups = Vec::with_capacity(rows.len() / k);
    while left.len() >= k {
        let start = left.farthest(&center);
        let mut group = left.gather_around(&start, k);
        grow(points, &mut left, &mut group, 2 * k - 1, gain);
        groups.push(group);
    }
    scatter(points, &mut groups, &left.into_rows());
    split(points, groups, k)
}

fn grow(points: &Points, left: &mut Left, group: &mut Vec<u32>, most: usize, gain: f64) {
    // Distances are squared, and so must be what they are compared by.
    let gain = gain * gain;
    let mut away: Vec<(u32, f64)> = left.iter().map(|(row, _)| (row, f64::INFINITY)).collect();
    let mut new: Vec<u32> = group.clone();
    while group.len() < most && left.len() > 0 {
        for (place, (_, point)) in left.iter().enumerate() {
            for &member in &new {
                away[place].1 = away[place].1.min(squared(point, points.row(member)));
            }
        }
        let mut nearest = Nearest::new(1);
        for (place, &(row, distance)) in away.iter().enumerate() {
            nearest.offer(distance, row, place as u32);
        }
        let Some((inside, place)) = nearest.first() else { return };
        let row = away[place as usize].0;
        let others = left.iter().filter(|&(other, _)| other != row);
        let outside = others.map(|(_, point)| squared(point, points.row(row)));
        if inside >= gain * outside.fold(f64::INFINITY, f64::min) {
            return;
        }
        left.remove(place as usize);
        away.swap_remove(place as usize);
        group.push(row);
        new = vec![row];
    }
}

/// Gives each record to the group whose mean is nearest.
pub(super) fn scatter(points: &Points, groups: &mut [Vec<u32>], rows: &[u32]) {
    let means: Vec<Vec<f64>> = groups.iter().map(|group| points.mean(group)).collect();
    for &row in rows {
        let mut nearest = Nearest::new(1);
        for (group, mean) in means.iter().enumerate() {
            nearest.offer(squared(mean, points.row(row)), group as u32, group as u32);
        }
        if let Some((_, group)) = nearest.first() {
            groups[group as usize].push(row);
        }
    }
}

/// Splits what has 2k records or more; that never makes the error greater.
pub(super) fn split(points: &Points, groups: Vec<Vec<u32>>, k: usize) -> Vec<Vec<u32>> {
    let part = |group: Vec<u32>| {
        if group.len() >= 2 * k { mdav(points, &group, k) } else { vec![group] }
    };
    groups.into_iter().flat_map(part).collect()
}
