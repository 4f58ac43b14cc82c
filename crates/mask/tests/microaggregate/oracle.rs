//! Brute force on small files.

use crate::microaggregate::case::{cloud, column, error, lists, plain, points, run};
use ridotto_mask::microaggregate::{Algorithm, dendrogram, group};
use ridotto_numbers::chance::below;

/// The least squared error of all partitions into groups of at least k.
fn optimum(columns: &[Vec<f64>], k: usize) -> f64 {
    fn place(at: u32, columns: &[Vec<f64>], k: usize, lists: &mut Vec<Vec<u32>>, best: &mut f64) {
        let rows = columns[0].len() as u32;
        let missing: usize = lists.iter().map(|list| k.saturating_sub(list.len())).sum();
        if missing > (rows - at) as usize {
            return;
        }
        if at == rows {
            *best = best.min(error(columns, lists));
            return;
        }
        for group in 0..lists.len() {
            lists[group].push(at);
            place(at + 1, columns, k, lists, best);
            lists[group].pop();
        }
        lists.push(vec![at]);
        place(at + 1, columns, k, lists, best);
        lists.pop();
    }
    let mut best = f64::INFINITY;
    place(0, columns, k, &mut Vec::new(), &mut best);
    best
}

#[test]
fn one_attribute_is_grouped_exactly() {
    for seed in 0..60 {
        let (rows, k) = (4 + below(seed, 0, 6), 2 + below(seed, 1, 3));
        if rows < k {
            continue;
        }
        // Whole numbers, so that some are equal.
        let numbers: Vec<f64> = (0..rows).map(|at| below(seed, 9 + at as u64, 12) as f64).collect();
        let outcome = run(&plain(Algorithm::Optimal, k), &[column(&numbers)]);
        let (least, most) = outcome.groups[0].sizes();
        assert!(least >= k && most < 2 * k);
        let best = optimum(&[numbers], k);
        assert!((outcome.loss.within - best).abs() < 1e-9, "seed {seed}");
    }
}

#[test]
fn no_method_is_better_than_the_optimum_and_the_best_finds_it_mostly() {
    let mut found = 0;
    for seed in 0..30 {
        let columns = cloud(10, 2, 0, seed);
        let k = 2 + below(seed, 1, 2);
        let optimum = optimum(&columns, k);
        for algorithm in [
            Algorithm::Mdav,
            Algorithm::VMdav,
            Algorithm::Ward,
            Algorithm::Genetic,
            Algorithm::Best,
            Algorithm::ZScore,
        ] {
            let groups = group(&points(&columns), &plain(algorithm, k), seed).unwrap();
            let own = error(&columns, &lists(&groups));
            assert!(own >= optimum * (1.0 - 1e-12), "{algorithm:?}, seed {seed}");
            found += usize::from(algorithm == Algorithm::Best && own <= optimum * (1.0 + 1e-9));
        }
    }
    assert!(found >= 27, "the optimum was found {found} times of 30");
}

#[test]
fn the_fast_way_to_mdav_is_mdav() {
    // Each step as it is written down, with lists and no more.
    fn plainly(columns: &[Vec<f64>], k: usize) -> Vec<Vec<u32>> {
        let distance = |row: u32, point: &[f64]| -> f64 {
            columns.iter().zip(point).map(|(column, at)| (column[row as usize] - at).powi(2)).sum()
        };
        let point =
            |row: u32| columns.iter().map(|column| column[row as usize]).collect::<Vec<_>>();
        let mut left: Vec<u32> = (0..columns[0].len() as u32).collect();
        let mut groups = Vec::new();
        let farthest = |left: &[u32], from: &[f64]| {
            let best = left.iter().copied().reduce(|best, row| {
                if distance(row, from) > distance(best, from) { row } else { best }
            });
            point(best.unwrap())
        };
        let gather = |left: &mut Vec<u32>, around: &[f64]| {
            left.sort_by(|&a, &b| {
                distance(a, around).total_cmp(&distance(b, around)).then(a.cmp(&b))
            });
            let mut group: Vec<u32> = left.drain(..k).collect();
            left.sort_unstable();
            group.sort_unstable();
            group
        };
        let mean = |left: &[u32]| {
            let sum = |column: &Vec<f64>| left.iter().map(|&row| column[row as usize]).sum::<f64>();
            columns.iter().map(|column| sum(column) / left.len() as f64).collect::<Vec<f64>>()
        };
        while left.len() >= 3 * k {
            let first = farthest(&left, &mean(&left));
            groups.push(gather(&mut left, &first));
            let second = farthest(&left, &first);
            groups.push(gather(&mut left, &second));
        }
        if left.len() >= 2 * k {
            let first = farthest(&left, &mean(&left));
            groups.push(gather(&mut left, &first));
        }
        groups.push(left);
        groups.sort();
        groups
    }
    for seed in 0..14 {
        let rows = 30 + below(seed, 0, 100);
        let (width, k) =
            (1 + below(seed, 1, 6), if seed > 11 { 40 } else { 2 + below(seed, 2, 5) });
        let columns = cloud(rows, width, below(seed, 3, 2) * 5, seed);
        let groups = group(&points(&columns), &plain(Algorithm::Mdav, k), 0).unwrap();
        assert_eq!(lists(&groups), plainly(&columns, k), "seed {seed}");
    }
}

#[test]
fn ward_merges_what_a_look_at_all_pairs_would() {
    for seed in 0..20 {
        let rows = 3 + below(seed, 0, 25);
        // Whole numbers, so that many costs are equal.
        let number = |at: usize| below(seed, 9 + at as u64, 8) as f64;
        let columns: Vec<Vec<f64>> =
            (0..2).map(|c| (0..rows).map(|row| number(c * rows + row)).collect()).collect();
        let mut groups: Vec<Vec<u32>> = (0..rows as u32).map(|row| vec![row]).collect();
        for merge in dendrogram(&points(&columns)) {
            let cost = |a: &Vec<u32>, b: &Vec<u32>| {
                let both = error(&columns, &[[&a[..], b].concat()]);
                both - error(&columns, &[a.clone(), b.clone()])
            };
            let mut best = (f64::INFINITY, 0, 0);
            for a in 0..groups.len() {
                for b in a + 1..groups.len() {
                    let own = cost(&groups[a], &groups[b]);
                    if own < best.0 - 1e-9 {
                        best = (own, a, b);
                    }
                }
            }
            assert!((merge.cost - best.0).abs() < 1e-8, "seed {seed}");
            // Of costs that are equal but for rounding either pair will do.
            let at = groups.iter().position(|group| *group == merge.first).unwrap();
            let other = groups.iter().position(|group| *group == merge.second).unwrap();
            assert!(at < other);
            let second = groups.remove(other);
            groups[at].extend(second);
        }
        assert_eq!(groups.len(), 1);
    }
}

#[test]
fn large_files_lose_no_more_than_exact_mdav() {
    for (clusters, k) in [(0, 3), (40, 3), (0, 10)] {
        let columns = cloud(7000, 5, clusters, 3);
        let all = points(&columns);
        let exact = group(&all, &plain(Algorithm::Mdav, k), 0).unwrap();
        let quick =
            ridotto_mask::microaggregate::Options { exact: 100, ..plain(Algorithm::Mdav, k) };
        let quick = group(&all, &quick, 0).unwrap();
        let (exact, quick) = (error(&columns, &lists(&exact)), error(&columns, &lists(&quick)));
        println!("{clusters} clusters, k = {k}: {:.4} of exact MDAV", quick / exact);
        assert!(quick < 1.01 * exact, "{clusters} clusters, k = {k}: {quick} and {exact}");
    }
}
