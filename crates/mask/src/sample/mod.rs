//! Sampling: which records stay.
//!
//! Every design is drawn by selection: one goes through the units in their order and takes each
//! with the probability "still needed / still to come". Every sample of the size is equally likely,
//! the size is exact, and what was drawn is in order (Fan, Muller and Rezucha 1962,
//! doi:10.1080/01621459.1962.10480667; Knuth's algorithm S). Randomness comes from the caller.
//!
//! # Guarantee
//! Of simple and stratified samples each record's chance is the sample's share (of its stratum);
//! of clusters, the share of clusters. Who is not drawn is nowhere in what is left.
//!
//! # Does not protect against
//! An intruder who knows that somebody was drawn. A sample alone protects nobody in it, and exact
//! values of a drawn record still lead to it elsewhere: ask for a model as well.
//!
//! # Example
//! ```
//! use ridotto_mask::sample;
//! // A die that always falls on 0 takes the first.
//! assert_eq!(sample::simple(5, 2, &mut |_| 0), [0, 1]);
//! assert_eq!(sample::allocate(&[50, 30, 20], 7), [4, 2, 1]);
//! ```

pub(crate) mod bind;
mod entry;
pub mod likeness;

pub use entry::SAMPLE;
use ridotto_core::{Code, CodeColumn, KeyedMap};

/// A die: given the number of its sides, a number below that, each as likely as the others.
pub type Die<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Draws `size` of so many records, in ascending order.
pub fn simple(records: usize, size: usize, die: Die<'_>) -> Vec<u32> {
    stratified(&vec![0; records], &[records as u64], &[size as u64], die)
}

/// Draws as many records of each stratum as said, in ascending order. `strata` has the stratum of
/// each record, and `sizes` how many records each stratum has.
pub fn stratified(strata: &[u32], sizes: &[u64], draw: &[u64], die: Die<'_>) -> Vec<u32> {
    let mut left: Vec<(u64, u64)> = draw.iter().copied().zip(sizes.iter().copied()).collect();
    let mut drawn = Vec::with_capacity(draw.iter().sum::<u64>() as usize);
    for (record, &stratum) in (0..).zip(strata) {
        let (needed, coming) = &mut left[stratum as usize];
        if *needed > 0 && die(*coming) < *needed {
            drawn.push(record);
            *needed -= 1;
        }
        *coming -= 1;
    }
    drawn
}

/// Draws so many clusters and gives all their records, in ascending order. `clusters` has the
/// cluster of each record, and there are `count` of them.
pub fn clustered(clusters: &[u32], count: usize, size: usize, die: Die<'_>) -> Vec<u32> {
    let mut is_drawn = vec![false; count];
    for cluster in simple(count, size, die) {
        is_drawn[cluster as usize] = true;
    }
    let records = (0..).zip(clusters).filter(|(_, cluster)| is_drawn[**cluster as usize]);
    records.map(|(record, _)| record).collect()
}

/// How many of `size` each stratum gets in proportion to its records: whole numbers that add up,
/// the rest going to the largest remainders, and among equal ones to the stratum that comes first.
pub fn allocate(sizes: &[u64], size: u64) -> Vec<u64> {
    let all: u128 = sizes.iter().map(|&size| u128::from(size)).sum();
    let exact = |&records: &u64| u128::from(size) * u128::from(records);
    let mut quotas: Vec<u64> = sizes.iter().map(|of| (exact(of) / all.max(1)) as u64).collect();
    let mut by_remainder: Vec<usize> = (0..sizes.len()).collect();
    by_remainder.sort_by_key(|&at| std::cmp::Reverse(exact(&sizes[at]) % all.max(1)));
    let rest = size.saturating_sub(quotas.iter().sum());
    by_remainder.into_iter().take(rest as usize).for_each(|at| quotas[at] += 1);
    quotas
}

/// The records that are equal on some columns: the group of each, in the order of their first
/// records, and how many records each has.
pub fn groups(columns: &[CodeColumn<'_>], records: usize) -> (Vec<u32>, Vec<u64>) {
    let mut group = vec![0; records];
    let mut count = 1;
    for column in columns {
        let mut numbers: KeyedMap<u64, u32> = KeyedMap::default();
        let mut of = group.iter_mut();
        column.codes.for_each(0..records, |code: Code| {
            if let Some(group) = of.next() {
                let next = numbers.len() as u32;
                *group = *numbers.entry(u64::from(*group) << 32 | u64::from(code)).or_insert(next);
            }
        });
        count = numbers.len();
    }
    let mut sizes = vec![0; count];
    for &group in &group {
        sizes[group as usize] += 1;
    }
    (group, sizes)
}

/// The clusters of a column and how many there are; a record without a value is one by itself.
pub fn clusters(column: CodeColumn<'_>, missing: Option<Code>) -> (Vec<u32>, usize) {
    let mut number = vec![u32::MAX; column.values];
    let (mut clusters, mut count) = (Vec::with_capacity(column.codes.len()), 0);
    column.codes.for_each(0..column.codes.len(), |code| {
        let known = &mut number[code as usize];
        if *known == u32::MAX || Some(code) == missing {
            *known = count;
            count += 1;
        }
        clusters.push(*known);
    });
    (clusters, count as usize)
}
