//! A genetic algorithm whose genes are groups.

use super::blocks::{all, error};
use super::improve::{Effort, Search};
use super::mdav::mdav;
use super::order::by_component;
use super::path::{fixed, optimal};
use super::points::Points;
use super::v_mdav::{scatter, split, v_mdav};
use ridotto_numbers::chance::{below, dice};

/// How many partitions live at a time.
const POPULATION: usize = 12;

/// How many children are born.
const CHILDREN: usize = 60;

/// Groups of k to 2k − 1 records by evolution: a child takes groups that lie together from one
/// parent and all else from the other; records that lost their group go to the nearest, and a
/// mutation regroups a few places at random. A child replaces the worst if it is better than that.
/// The first generation is MDAV, V-MDAV, fixed sizes and the best cut along the first component,
/// and mutations of these; so the result is never worse than the best of them.
///
/// # References
/// J. M. Mateo-Sanz, J. Domingo-Ferrer (1998), *A comparative study of microaggregation methods*.
/// E. Falkenauer (1998), *Genetic algorithms and grouping problems*.
pub(super) fn genetic(points: &Points, k: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut people = first(points, k, seed);
    for child in 0..CHILDREN as u64 {
        let own = dice(seed, child);
        // The better of two at random, twice.
        let parent = |which: u64| {
            let one = |at: u64| below(own, which * 2 + at, people.len());
            let (a, b) = (one(0), one(1));
            if people[a].0 <= people[b].0 { a } else { b }
        };
        let (mother, father) = (parent(0), parent(1));
        let born = cross(points, &people[mother].1, &people[father].1, k, own);
        let born = mutate(points, born, k, own);
        let error = error(points, &born);
        let worst = (0..people.len()).max_by(|&a, &b| people[a].0.total_cmp(&people[b].0));
        let worst = worst.expect("some live");
        if error < people[worst].0 {
            people[worst] = (error, born);
        }
    }
    let best = people.into_iter().reduce(|best, other| if other.0 < best.0 { other } else { best });
    best.expect("some live").1
}

type Partition = Vec<Vec<u32>>;

fn first(points: &Points, k: usize, seed: u64) -> Vec<(f64, Partition)> {
    let rows = all(points);
    let order = by_component(points, &rows);
    let seeds = [
        mdav(points, &rows, k),
        v_mdav(points, &rows, k, 0.2),
        optimal(points, &order, k),
        fixed(&order, k),
    ];
    let one = |at: usize| {
        let groups = seeds[at % seeds.len()].clone();
        let groups = if at < seeds.len() {
            groups
        } else {
            mutate(points, groups, k, dice(seed, !(at as u64)))
        };
        (error(points, &groups), groups)
    };
    (0..POPULATION).map(one).collect()
}

/// Groups of the father near a random one of them, and what they leave of the mother's.
fn cross(
    points: &Points,
    mother: &[Vec<u32>],
    father: &[Vec<u32>],
    k: usize,
    seed: u64,
) -> Partition {
    let center = points.mean(&father[below(seed, 10, father.len())]);
    let away = |group: &Vec<u32>| super::points::squared(&points.mean(group), &center);
    let mut near: Vec<(f64, usize)> =
        father.iter().enumerate().map(|(at, group)| (away(group), at)).collect();
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.truncate(1 + below(seed, 11, father.len().div_ceil(2)));
    let mut taken = vec![false; points.rows()];
    let mut child: Partition = near.iter().map(|&(_, at)| father[at].clone()).collect();
    child.iter().flatten().for_each(|&row| taken[row as usize] = true);
    let mut homeless = Vec::new();
    for group in mother {
        let rest: Vec<u32> = group.iter().copied().filter(|&row| !taken[row as usize]).collect();
        if rest.len() >= k {
            child.push(rest);
        } else {
            homeless.extend(rest);
        }
    }
    scatter(points, &mut child, &homeless);
    split(points, child, k)
}

fn mutate(points: &Points, groups: Partition, k: usize, seed: u64) -> Partition {
    let mut search = Search::new(points, groups, k);
    search.run(Effort { visits: 0, together: 4, trials: 1 }, seed);
    search.into_groups()
}
