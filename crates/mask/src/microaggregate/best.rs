//! The best groups that a bounded search finds, and MDAV for files too large for it.

use super::blocks::{across, all, error, within};
use super::constraint::cheaper;
use super::genetic::genetic;
use super::improve::{Effort, Search};
use super::mdav::mdav;
use super::order::{by_component, nearest_next, outside_in};
use super::path::optimal;
use super::points::Points;
use super::v_mdav::v_mdav;
use rayon::prelude::*;

/// A look at each group and its nearest.
const GLANCE: Effort = Effort { visits: 1, together: 4, trials: 0 };

/// What [`best`] spends on a block.
const THOROUGH: Effort = Effort { visits: 3, together: 6, trials: 24 };

/// Which share of the points the first side of a cut has, one round after the other: so the borders
/// of one round are inside the blocks of another.
const SHARES: [f64; 3] = [0.37, 0.43, 0.5];

/// Groups of k to 2k − 1 records with a squared error as small as a bounded search finds: never
/// more than MDAV's (of MDAV within blocks of some thousand neighbours, in larger files), and
/// usually 10 to 50 % less.
///
/// Several starts (MDAV, V-MDAV, and the best cuts of paths: *nearest point next*, *centroid-based*
/// and the first component) get a glance, and the best of them is improved thoroughly; in small
/// files the result of the genetic algorithm, too. Time grows with the number of records, not with
/// its square.
pub(super) fn best(points: &Points, rows: &[u32], k: usize) -> Vec<Vec<u32>> {
    // Small files can have more of it.
    let trials = (60_000 * k / rows.len()).clamp(THOROUGH.trials, 120);
    let thorough = Effort { trials, ..THOROUGH };
    let groups = within(points, rows, k, |block| {
        let start = starts(block, k)
            .into_par_iter()
            .map(|start| {
                let groups = improved(block, start, k, GLANCE, 0);
                (error(block, &groups), groups)
            })
            .collect::<Vec<_>>()
            .into_iter()
            .reduce(|best, other| if other.0 < best.0 { other } else { best });
        let (_, start) = start.expect("there are starts");
        let groups = improved(block, start, k, thorough, 1);
        if block.rows() < rows.len() {
            return groups;
        }
        // One block is all there is: evolution gets a chance, too.
        let evolved = improved(block, genetic(block, k, 1), k, thorough, 2);
        cheaper(block, groups, evolved)
    });
    if rows.len() <= super::blocks::most(k) {
        return groups;
    }
    let again = Effort { trials: 6, ..THOROUGH };
    across(points, &groups, k, (again, 0.37))
}

/// In place of exact MDAV for many records: MDAV in blocks of neighbours, then a look at each group
/// with its nearest, three times in other blocks, so that no border stays. The squared error is less
/// than that of exact MDAV in all that was measured, and the time is linear.
pub(super) fn large(points: &Points, rows: &[u32], k: usize) -> Vec<Vec<u32>> {
    let groups = within(points, rows, k, |block| mdav(block, &all(block), k));
    let together = (20 / k).clamp(4, 6);
    SHARES.iter().fold(groups, |groups, &share| {
        across(points, &groups, k, (Effort { together, ..GLANCE }, share))
    })
}

fn starts(block: &Points, k: usize) -> Vec<Vec<Vec<u32>>> {
    let rows = all(block);
    let path = |order: Vec<u32>| optimal(block, &order, k);
    let mut starts = vec![
        mdav(block, &rows, k),
        path(nearest_next(block, &rows)),
        path(outside_in(block, &rows, k)),
        path(by_component(block, &rows)),
    ];
    // Groups grow record by record there, which takes too long for large ones.
    if k <= 50 {
        starts.extend([0.2, 1.1].map(|gain| v_mdav(block, &rows, k, gain)));
    }
    starts
}

fn improved(
    points: &Points,
    groups: Vec<Vec<u32>>,
    k: usize,
    effort: Effort,
    seed: u64,
) -> Vec<Vec<u32>> {
    let mut search = Search::new(points, groups, k);
    search.run(effort, seed);
    search.into_groups()
}
