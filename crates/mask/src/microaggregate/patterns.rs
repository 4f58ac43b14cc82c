//! Records that lack the same values are grouped with one another: where missing values stay missing, a
//! record that lacks one would otherwise be told from the rest of its group.
//!
//! Patterns of which there are fewer than k records are joined, and if these are fewer than k together,
//! the nearest records of others join them. In a group of several patterns a value that one record
//! lacks is missing in all.

use super::points::{Points, squared};
use ridotto_core::{Series, Values};
use std::collections::BTreeMap;

/// Parts of some rows, each of at least k of them if there are so many.
pub(super) fn alike(
    (columns, places): (&[Series], &[usize]),
    points: &Points,
    rows: &[u32],
    k: usize,
) -> Vec<Vec<u32>> {
    let mut patterns: BTreeMap<Vec<bool>, Vec<u32>> = BTreeMap::new();
    for &row in rows {
        let lacks = places.iter().map(|&place| is_missing(&columns[place], row)).collect();
        patterns.entry(lacks).or_default().push(row);
    }
    let (mut parts, small): (Vec<Vec<u32>>, Vec<Vec<u32>>) =
        patterns.into_values().partition(|part| part.len() >= k);
    let mut joined: Vec<u32> = small.into_iter().flatten().collect();
    if joined.is_empty() {
        return parts;
    }
    fill(&mut joined, &mut parts, points, k);
    joined.sort_unstable();
    parts.push(joined);
    parts
}

/// Takes the nearest records of other parts until there are k; a part that has k alone joins as a whole
/// if no other can give.
fn fill(joined: &mut Vec<u32>, parts: &mut Vec<Vec<u32>>, points: &Points, k: usize) {
    if joined.len() >= k {
        return;
    }
    let middle = points.mean(joined);
    let mut near: Vec<(f64, u32, usize)> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        near.extend(part.iter().map(|&row| (squared(points.row(row), &middle), row, at)));
    }
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, row, at) in near {
        if joined.len() < k && parts[at].len() > k {
            parts[at].retain(|&other| other != row);
            joined.push(row);
        }
    }
    if joined.len() < k {
        let least = (0..parts.len()).min_by_key(|&at| parts[at].len());
        joined.extend(least.map(|at| parts.remove(at)).into_iter().flatten());
    }
}

fn is_missing(column: &Series, row: u32) -> bool {
    match &column.values {
        Values::Numbers(numbers) => numbers[row as usize].is_nan(),
        Values::Categories { codes, .. } => codes[row as usize].is_none(),
    }
}
