//! The distances of t-closeness against the definition: the cheapest way to carry one
//! distribution over into the other, found by moving along cheapest paths until nothing is left.

use proptest::prelude::*;
use ridotto_core::model::{Baseline, Distance, TCloseness};
use ridotto_core::{ClassModel, ClassTable, Code, Decimal, Hierarchy};
use ridotto_testkit::{Small, small};

/// The least cost of carrying `from` over into `to` (equal sums), where a unit from i to j costs
/// `cost(i, j)`: successive cheapest paths by Bellman and Ford.
fn transport(from: &[u64], to: &[u64], cost: impl Fn(usize, usize) -> f64) -> f64 {
    let (left, right) = (from.len(), to.len());
    let (mut supply, mut demand) = (from.to_vec(), to.to_vec());
    let mut moved = vec![vec![0_u64; right]; left];
    let mut total = 0.0;
    while supply.iter().any(|&units| units > 0) {
        // Places 0..left are sources, left.. are sinks.
        let mut distance = vec![f64::INFINITY; left + right];
        let mut before = vec![usize::MAX; left + right];
        (0..left).filter(|&at| supply[at] > 0).for_each(|at| distance[at] = 0.0);
        for _ in 0..left + right {
            for i in 0..left {
                for j in 0..right {
                    let forth = distance[i] + cost(i, j);
                    if forth < distance[left + j] - 1e-12 {
                        (distance[left + j], before[left + j]) = (forth, i);
                    }
                    let back = distance[left + j] - cost(i, j);
                    if moved[i][j] > 0 && back < distance[i] - 1e-12 {
                        (distance[i], before[i]) = (back, left + j);
                    }
                }
            }
        }
        let sinks = (0..right).filter(|&at| demand[at] > 0);
        let sink = sinks.min_by(|&a, &b| distance[left + a].total_cmp(&distance[left + b]));
        let sink = sink.expect("sums are equal");
        let mut path = vec![left + sink];
        while before[path[path.len() - 1]] != usize::MAX {
            path.push(before[path[path.len() - 1]]);
        }
        path.reverse();
        let back = |step: &[usize]| (step[0] >= left).then(|| moved[step[1]][step[0] - left]);
        let least = path.windows(2).filter_map(back).min().unwrap_or(u64::MAX);
        let units = least.min(supply[path[0]]).min(demand[sink]);
        for step in path.windows(2) {
            if step[0] < left {
                moved[step[0]][step[1] - left] += units;
            } else {
                moved[step[1]][step[0] - left] -= units;
            }
        }
        supply[path[0]] -= units;
        demand[sink] -= units;
        total += units as f64 * distance[left + sink];
    }
    total
}

/// The earth mover's distance of a class from a table.
fn moved(class: &[u64], table: &[u64], cost: impl Fn(usize, usize) -> f64) -> f64 {
    let (size, all): (u64, u64) = (class.iter().sum(), table.iter().sum());
    let from: Vec<u64> = class.iter().map(|count| count * all).collect();
    let to: Vec<u64> = table.iter().map(|count| count * size).collect();
    transport(&from, &to, cost) / (size * all) as f64
}

fn histogram(counts: &[u64]) -> Vec<(Code, u64)> {
    (0..).zip(counts).filter(|&(_, &count)| count > 0).map(|(code, &count)| (code, count)).collect()
}

fn measured(class: &[u64], table: &[u64], distance: Distance<'_>) -> TCloseness {
    let baseline = Baseline::new(table.to_vec());
    let model = TCloseness::new(0, Decimal::ONE, distance, &baseline).expect("it fits");
    assert!(model.distance(&histogram(class)).is_finite());
    model
}

/// The share of the height at which two values fall together.
fn height(hierarchy: &Hierarchy, a: usize, b: usize) -> f64 {
    let together = |level: &usize| hierarchy.map(*level)[a] == hierarchy.map(*level)[b];
    let level = (0..=hierarchy.height()).find(together).expect("the top has all");
    level as f64 / hierarchy.height() as f64
}

proptest! {
    #[test]
    fn distances_are_the_cheapest_transport(
        counts in prop::collection::vec((0_u64..5, 0_u64..5), 2..8),
        numbers in prop::collection::vec(-20_i32..20, 8),
    ) {
        let class: Vec<u64> = counts.iter().map(|count| count.0).collect();
        let table: Vec<u64> = counts.iter().map(|count| count.0 + count.1).collect();
        prop_assume!(class.iter().sum::<u64>() > 0);
        let check = |distance, expected: f64| {
            let found = measured(&class, &table, distance).distance(&histogram(&class));
            prop_assert!((found - expected).abs() < 1e-9, "{} != {}", found, expected);
            Ok(())
        };
        let apart = |a: usize, b: usize| f64::from(u8::from(a != b));
        check(Distance::Equal, moved(&class, &table, apart))?;
        check(Distance::Variational, moved(&class, &table, apart))?;
        // Ranks among the values that the table has.
        let rank = |at: usize| table[..at].iter().filter(|&&count| count > 0).count() as f64;
        let steps = (rank(table.len()) - 1.0).max(1.0);
        let ranked = |a: usize, b: usize| (rank(a) - rank(b)).abs() / steps;
        check(Distance::Ordered, moved(&class, &table, ranked))?;
        let numbers: Vec<f64> = numbers[..table.len()].iter().copied().map(f64::from).collect();
        let present = || numbers.iter().zip(&table).filter(|&(_, &count)| count > 0).map(|pair| *pair.0);
        let range = present().fold(f64::MIN, f64::max) - present().fold(f64::MAX, f64::min);
        let apart = |a: usize, b: usize| {
            if range > 0.0 { (numbers[a] - numbers[b]).abs() / range } else { 0.0 }
        };
        check(Distance::Continuous(&numbers), moved(&class, &table, apart))?;
        let (size, all) = (class.iter().sum::<u64>() as f64, table.iter().sum::<u64>() as f64);
        let term = |(&own, &whole): (&u64, &u64)| {
            let (p, q) = (own as f64 / size, whole as f64 / all);
            if own == 0 { 0.0 } else { p * (p / q).ln() }
        };
        check(Distance::KullbackLeibler, class.iter().zip(&table).map(term).sum())?;
    }

    #[test]
    fn the_hierarchical_distance_is_the_cheapest_transport(table in small(1, 30), cut in 1_usize..30) {
        let Small { columns, dictionaries, hierarchies, rows } = &table;
        let whole = columns[0].histogram(dictionaries[0].len());
        let mut class = vec![0; whole.len()];
        (0..cut.min(*rows)).for_each(|row| class[columns[0].get(row) as usize] += 1);
        let hierarchy = &hierarchies[0];
        let model = measured(&class, &whole, Distance::Hierarchical(hierarchy));
        let found = model.distance(&histogram(&class));
        let expected = moved(&class, &whole, |a, b| height(hierarchy, a, b));
        prop_assert!((found - expected).abs() < 1e-9, "{} != {}", found, expected);
    }

    /// Exactly at the bound a class is close, and with a bound that is a hair smaller it is not.
    #[test]
    fn bounds_are_exact(counts in prop::collection::vec((0_u64..9, 0_u64..9), 2..8)) {
        let class: Vec<u64> = counts.iter().map(|count| count.0).collect();
        let table: Vec<u64> = counts.iter().map(|count| count.0 + count.1).collect();
        let (size, all): (u64, u64) = (class.iter().sum(), table.iter().sum());
        prop_assume!(size > 0);
        let excess = |(&own, &whole): (&u64, &u64)| (own * all).saturating_sub(whole * size);
        let above: u64 = class.iter().zip(&table).map(excess).sum();
        let is_close = |t: Decimal| {
            let baseline = Baseline::new(table.clone());
            let model = TCloseness::new(0, t, Distance::Equal, &baseline).expect("it fits");
            model.is_close(&histogram(&class))
        };
        prop_assert!(is_close(Decimal::ceil_share(above, size * all)));
        let hair = Decimal::new(1, Decimal::MOST_PLACES);
        let below = Decimal::floor_share(above, size * all).checked_sub(hair).expect("it fits");
        prop_assert!(above == 0 || !is_close(below));
    }
}

/// Every way to keep some rows of a class.
fn parts(class: &[u64]) -> Vec<Vec<u64>> {
    class.iter().fold(vec![Vec::new()], |parts, &count| {
        parts
            .iter()
            .flat_map(|part| (0..=count).map(move |kept| [&part[..], &[kept]].concat()))
            .collect()
    })
}

proptest! {
    /// A floor must never exceed what the best choice of rows would remove; and it is not idle.
    #[test]
    fn what_must_go_is_never_overstated(
        counts in prop::collection::vec((0_u64..4, 0_u64..6), 2..5), t in 0_u32..6,
    ) {
        let class: Vec<u64> = counts.iter().map(|count| count.0).collect();
        let table: Vec<u64> = counts.iter().map(|count| count.0 + count.1).collect();
        let size = class.iter().sum::<u64>();
        prop_assume!(size > 0);
        let t = Decimal::new(t.into(), 1);
        for distance in [Distance::Equal, Distance::Ordered] {
            let model = TCloseness::new(0, t, distance, &Baseline::new(table.clone())).unwrap();
            let kept = parts(&class)
                .into_iter()
                .filter(|part| part.iter().sum::<u64>() > 0 && model.is_close(&histogram(part)))
                .map(|part| part.iter().sum::<u64>())
                .max()
                .unwrap_or(0);
            let one = ClassTable::of_one_class(size, vec![(table.len(), histogram(&class))]);
            let said = one.classes().map(|class| model.least_removed(class)).sum::<u64>();
            prop_assert!(said <= size - kept, "{} of {}, {} can stay", said, size, kept);
            prop_assert_eq!(said == 0, kept == size);
        }
    }
}
