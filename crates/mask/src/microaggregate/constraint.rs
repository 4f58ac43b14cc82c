//! Groups that must hold something: l-diversity, t-closeness, or whatever a caller can say of the
//! rows of a group.
//!
//! Two ways lead there, and the one that costs less is taken. Groups that lack something are merged
//! with neighbours; or groups are grown: around the most distant record its nearest, and then, of
//! the records nearby, always the one after which the group lacks least.

use super::blocks::{all, blocks, error, most};
use super::mdav::Left;
use super::nearest::Nearest;
use super::points::{Points, squared};
use super::v_mdav::scatter;
use crate::Refused;
use rayon::prelude::*;

/// What the rows of a group lack: 0 if the group may be published, and more the farther it is from
/// that. Who can only say yes or no says 0 or 1. Rows are given in their order.
pub type Lack<'a> = dyn Fn(&[u32]) -> f64 + Sync + 'a;

/// How many neighbours are tried: groups to merge with, records to take in.
const LOOK: usize = 24;

/// Merges groups until none lacks anything.
pub(super) fn merge(
    points: &Points,
    groups: &[Vec<u32>],
    k: usize,
    lack: &Lack,
) -> Result<Vec<Vec<u32>>, Refused> {
    let centers: Vec<f64> = groups.par_iter().flat_map_iter(|group| points.mean(group)).collect();
    let centers = Points::from_rows(centers, points);
    // In blocks first: neighbours are near, and nobody needs to compare a group with all others.
    let blocks = blocks(&centers, all(&centers), most(k) / k, 0.5);
    let merged: Vec<Vec<Vec<u32>>> = blocks
        .par_iter()
        .map(|block| {
            let own = block.iter().map(|&group| groups[group as usize].clone()).collect();
            merge_all(points, own, lack)
        })
        .collect();
    let merged = merge_all(points, merged.into_iter().flatten().collect(), lack);
    let good = merged.iter().all(|group| lack(group) <= 0.0);
    if good { Ok(merged) } else { Err(Refused::Constraint) }
}

fn merge_all(points: &Points, groups: Vec<Vec<u32>>, lack: &Lack) -> Vec<Vec<u32>> {
    let mut means: Vec<Vec<f64>> = groups.iter().map(|group| points.mean(group)).collect();
    let mut groups = groups;
    let mut left = groups.len();
    for at in 0..groups.len() {
        while left > 1 && !groups[at].is_empty() && lack(&groups[at]) > 0.0 {
            let other = partner(&groups, &means, at, lack);
            let more = std::mem::take(&mut groups[other]);
            groups[at] = union(&groups[at], &more);
            means[at] = points.mean(&groups[at]);
            left -= 1;
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn union(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut rows = [a, b].concat();
    rows.sort_unstable();
    rows
}

/// Of the neighbours that cost least, the one with which the union lacks least.
fn partner(groups: &[Vec<u32>], means: &[Vec<f64>], at: usize, lack: &Lack) -> usize {
    let size = groups[at].len() as f64;
    let mut nearest = Nearest::new(LOOK);
    for (other, group) in groups.iter().enumerate() {
        if other != at && !group.is_empty() {
            let count = group.len() as f64;
            let cost = size * count / (size + count) * squared(&means[at], &means[other]);
            nearest.offer(cost, other as u32, other as u32);
        }
    }
    let union = |other: u32| union(&groups[at], &groups[other as usize]);
    least(nearest.places(), |other| lack(&union(other))) as usize
}

/// The first of those with the least number; if it is 0, nobody looks further.
fn least(places: impl Iterator<Item = u32>, number: impl Fn(u32) -> f64) -> u32 {
    let mut best = (f64::INFINITY, None);
    for place in places {
        let own = number(place);
        if own < best.0 || best.1.is_none() {
            best = (own, Some(place));
        }
        if own <= 0.0 {
            break;
        }
    }
    best.1.expect("there is another")
}

/// Grows groups that lack nothing, in blocks of neighbours.
pub(super) fn grow(
    points: &Points,
    rows: &[u32],
    k: usize,
    lack: &Lack,
) -> Result<Vec<Vec<u32>>, Refused> {
    let blocks = blocks(points, rows.to_vec(), most(k), 0.5);
    let grown: Vec<Vec<Vec<u32>>> =
        blocks.par_iter().map(|block| grow_block(points, block, k, lack)).collect();
    let grown: Vec<Vec<u32>> = grown.into_iter().flatten().collect();
    merge(points, &grown, k, lack)
}

/// From the outside in. What is left over at the end joins its nearest groups.
fn grow_block(points: &Points, rows: &[u32], k: usize, lack: &Lack) -> Vec<Vec<u32>> {
    let mut left = Left::new(points, rows);
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut rest = Vec::new();
    while left.len() >= k {
        let start = left.farthest(&left.center());
        let mut group = left.gather_around(&start, k);
        group.sort_unstable();
        while lack(&group) > 0.0 && left.len() > 0 {
            let mean = points.mean(&group);
            let with = |place: u32| lack(&union(&group, &[left.row_at(place)]));
            let mut place = least(left.nearest(&mean, LOOK).places(), with);
            if with(place) >= lack(&group) {
                // All near ones are of a kind: a farther one may help.
                place = least(left.nearest(&mean, 8 * LOOK).places(), with);
            }
            group = union(&group, &[left.remove(place as usize)]);
        }
        if lack(&group) > 0.0 {
            rest = group;
        } else {
            groups.push(group);
        }
    }
    rest.extend(left.into_rows());
    if groups.is_empty() && !rest.is_empty() {
        groups.push(rest);
    } else {
        scatter(points, &mut groups, &rest);
    }
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
}

/// Of two partitions of the same points the one with the smaller error.
pub(super) fn cheaper(
    points: &Points,
    first: Vec<Vec<u32>>,
    second: Vec<Vec<u32>>,
) -> Vec<Vec<u32>> {
    if error(points, &second) < error(points, &first) { second } else { first }
}
