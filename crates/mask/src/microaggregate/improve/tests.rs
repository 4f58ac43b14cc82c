//! What improvement must keep.

use super::*;
use crate::microaggregate::groups::{Groups, Loss};
use ridotto_numbers::chance::dice;

fn points(rows: usize, width: usize, seed: u64) -> Points {
    let number = |at: u64| (dice(seed, at) >> 11) as f64 / (1_u64 << 53) as f64;
    let column = |c: usize| (0..rows).map(|row| number((c * rows + row) as u64)).collect();
    Points::from_columns(&(0..width).map(column).collect::<Vec<Vec<f64>>>())
}

fn loss(points: &Points, groups: &[Vec<u32>]) -> f64 {
    Loss::of(points, &Groups::from_lists(points.rows(), groups)).within
}

#[test]
fn moves_and_swaps_are_judged_as_they_turn_out() {
    for seed in 0..20 {
        let points = points(11, 3, seed);
        let mut region = Region::new(2);
        region.fill(11, |a, b| points.distance(a as u32, b as u32));
        let label: Vec<u32> = (0..11).map(|record| record % 4).collect();
        region.set(&label, 4);
        let plain = |label: &[u32]| {
            let of = |group| (0..11).filter(|&at| label[at as usize] == group).collect();
            let lists: Vec<Vec<u32>> =
                (0..4).map(of).filter(|of: &Vec<u32>| !of.is_empty()).collect();
            loss(&points, &lists)
        };
        assert!((region.error() - plain(&label)).abs() < 1e-12);
        region.polish();
        assert!((region.error() - plain(region.label())).abs() < 1e-12);
        assert!(region.error() <= plain(&label));
        // No single swap is left that would be better.
        for a in 0..11 {
            for b in 0..11 {
                let mut other = region.label().to_vec();
                other.swap(a, b);
                assert!(plain(&other) > region.error() * (1.0 - 1e-9), "{seed}: {a} and {b}");
            }
        }
    }
}

#[test]
fn the_result_is_never_worse_and_groups_stay_large_enough() {
    for (seed, k) in [(1, 2), (2, 3), (3, 4), (4, 7)] {
        let points = points(100, 4, seed);
        let rows: Vec<u32> = (0..100).collect();
        let start = crate::microaggregate::path::fixed(&rows, k);
        let before = loss(&points, &start);
        let mut search = Search::new(&points, start, k);
        search.run(Effort { visits: 2, together: 4, trials: 5 }, 1);
        let after = search.into_groups();
        assert!(after.iter().all(|group| group.len() >= k && group.len() < 2 * k));
        assert!(loss(&points, &after) < before);
        assert_eq!(after.iter().map(Vec::len).sum::<usize>(), 100);
    }
}
