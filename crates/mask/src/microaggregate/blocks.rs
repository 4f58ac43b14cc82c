//! Blocks of neighbouring points, for what takes quadratic time: cut at the median of the axis that
//! spreads most, until blocks are small.

use super::improve::{Effort, Search};
use super::points::Points;
use rayon::prelude::*;

/// Points of a block, unless k is large.
pub(super) const BLOCK: usize = 3000;

/// How many points a block may have.
pub(super) fn most(k: usize) -> usize {
    BLOCK.max(20 * k)
}

/// Cuts rows into blocks of at most `most`. The first part of each cut has `share` of the points.
pub(super) fn blocks(points: &Points, rows: Vec<u32>, most: usize, share: f64) -> Vec<Vec<u32>> {
    if rows.len() <= most {
        return vec![rows];
    }
    let (first, second) = cut(points, rows, share);
    let (mut first, second) =
        rayon::join(|| blocks(points, first, most, share), || blocks(points, second, most, share));
    first.extend(second);
    first
}

#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn cut(points: &Points, mut rows: Vec<u32>, share: f64) -> (Vec<u32>, Vec<u32>) {
    let axis = widest(points, &rows);
    let middle = (rows.len() as f64 * share) as usize;
    rows.select_nth_unstable_by(middle, |&a, &b| {
        points.at(a, axis).total_cmp(&points.at(b, axis)).then(a.cmp(&b))
    });
    let mut second = rows.split_off(middle);
    // Which rows are on which side is certain; their order is the selection's own affair.
    rows.sort_unstable();
    second.sort_unstable();
    (rows, second)
}

fn widest(points: &Points, rows: &[u32]) -> usize {
    let mean = points.mean(rows);
    let mut spread = vec![0.0; points.stride()];
    for &row in rows {
        for ((spread, number), mean) in spread.iter_mut().zip(points.row(row)).zip(&mean) {
            *spread += (number - mean) * (number - mean);
        }
    }
    (0..points.width()).fold(0, |best, axis| if spread[axis] > spread[best] { axis } else { best })
}

/// Groups the points of each block on its own. `group` is given a block's points, renumbered.
pub(super) fn within(
    points: &Points,
    rows: &[u32],
    k: usize,
    group: impl Fn(&Points) -> Vec<Vec<u32>> + Sync,
) -> Vec<Vec<u32>> {
    let blocks = blocks(points, rows.to_vec(), most(k), 0.5);
    each(&blocks, |block| back(block, group(&points.take(block))))
}

/// Improves groups across the borders of blocks: blocks of whole groups, cut elsewhere.
pub(super) fn across(
    points: &Points,
    groups: &[Vec<u32>],
    k: usize,
    (effort, share): (Effort, f64),
) -> Vec<Vec<u32>> {
    let centers: Vec<f64> = groups.par_iter().flat_map_iter(|group| points.mean(group)).collect();
    let centers = Points::from_rows(centers, points);
    let numbers = (0..groups.len() as u32).collect();
    let blocks = blocks(&centers, numbers, most(k) / k, share);
    each(&blocks, |block| {
        let rows: Vec<u32> =
            block.iter().flat_map(|&group| groups[group as usize].iter().copied()).collect();
        let mut at = 0;
        let own = block.iter().map(|&group| {
            let size = groups[group as usize].len() as u32;
            at += size;
            (at - size..at).collect()
        });
        let own: Vec<Vec<u32>> = own.collect();
        let taken = points.take(&rows);
        let mut search = Search::new(&taken, own, k);
        search.run(effort, 1);
        back(&rows, search.into_groups())
    })
}

fn each(blocks: &[Vec<u32>], group: impl Fn(&[u32]) -> Vec<Vec<u32>> + Sync) -> Vec<Vec<u32>> {
    let groups: Vec<Vec<Vec<u32>>> = blocks.par_iter().map(|block| group(block)).collect();
    groups.into_iter().flatten().collect()
}

/// Rows of a block back to the rows that they are.
fn back(rows: &[u32], mut groups: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    groups.iter_mut().flatten().for_each(|row| *row = rows[*row as usize]);
    groups
}

/// The rows of a file, for a method that takes some.
pub(super) fn all(points: &Points) -> Vec<u32> {
    (0..points.rows() as u32).collect()
}

/// The squared error of some groups.
pub(super) fn error(points: &Points, groups: &[Vec<u32>]) -> f64 {
    groups.iter().map(|group| points.squared_error(group)).sum()
}
