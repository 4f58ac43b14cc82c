//! How many records, and how many people by their weights, have a record's key, where keys may be
//! missing or were suppressed.

use super::individual::expected_inverse;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{Code, CodeColumn};
use std::collections::BTreeMap;

/// The frequencies of each record's key.
///
/// # Definition
/// Another record counts for a record if both agree wherever neither lacks a value. It counts fully
/// if it has every attribute that the record has, and for a share `alpha` if it lacks one of these:
/// then it may be the same or not. With `alpha` 1 a missing value matches anything; with 0 a record
/// that lacks a value is no cover for those that have it.
///
/// # Range
/// Sizes from 1 to the number of records. They grow with `alpha`.
///
/// # What it does not see
/// Fitting is no equivalence, so 1 over the size does not bound the risk: all that fit a record with
/// a missing value may differ from each other where the intruder can see it.
///
/// # Cost
/// For each set of attributes that two records may have in common a count of the file: few, unless
/// there are many patterns of missing values.
///
/// # References
/// M. Templ, A. Kowarik, B. Meindl (2015), *Statistical disclosure control for micro-data using the
/// R package sdcMicro*, doi:10.18637/jss.v067.i04.
#[derive(Clone, Debug, PartialEq)]
pub struct Frequencies {
    /// For each record how many records count for it, itself among them.
    pub sizes: Vec<f64>,
    /// For each record the sum of their weights.
    pub people: Vec<f64>,
}

/// Counts frequencies. `missing[attribute]` is the code of a missing value, if the attribute has
/// one; every record has a weight. `None` if there are more than 64 attributes, a list has the wrong
/// length, a weight is negative or not finite, or `alpha` is no share.
pub fn frequencies(
    keys: &[CodeColumn<'_>],
    missing: &[Option<Code>],
    weights: &[f64],
    alpha: f64,
) -> Option<Frequencies> {
    let rows = weights.len();
    let fits = keys.len() <= 64
        && keys.len() == missing.len()
        && keys.iter().all(|key| key.codes.len() == rows)
        && weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0)
        && (0.0..=1.0).contains(&alpha);
    if !fits {
        return None;
    }
    let patterns = patterns(keys, missing, rows);
    let mut result = Frequencies { sizes: vec![0.0; rows], people: vec![0.0; rows] };
    for (lacking, pairs) in pairs(&patterns, alpha) {
        let has = |&at: &usize| lacking >> at & 1 == 0;
        let common: Vec<CodeColumn<'_>> = (0..keys.len()).filter(has).map(|at| keys[at]).collect();
        let (numbers, groups) = grouped(&common, rows);
        for (other, own) in pairs {
            let mut sums = vec![(0.0, 0.0); groups];
            for &row in &patterns[&other] {
                let sum = &mut sums[numbers[row as usize] as usize];
                *sum = (sum.0 + 1.0, sum.1 + weights[row as usize]);
            }
            for (pattern, share) in own {
                for &row in &patterns[&pattern] {
                    let sum = sums[numbers[row as usize] as usize];
                    result.sizes[row as usize] += share * sum.0;
                    result.people[row as usize] += share * sum.1;
                }
            }
        }
    }
    Some(result)
}

impl Frequencies {
    /// The individual risk of each record, as in [`individual`](super::individual). A size between
    /// two whole numbers counts as the smaller one, for which the risk is higher.
    pub fn risks(&self) -> Vec<f64> {
        let one = |(&size, &people): (&f64, &f64)| {
            #[expect(clippy::cast_sign_loss, reason = "a size is at least 1")]
            let whole = (size + 1e-9).floor().max(1.0) as u64;
            expected_inverse(whole, whole as f64 / people.max(whole as f64))
        };
        self.sizes.iter().zip(&self.people).map(one).collect()
    }
}

/// The rows that lack the same attributes: bit `i` says that the i-th is missing.
fn patterns(
    keys: &[CodeColumn<'_>],
    missing: &[Option<Code>],
    rows: usize,
) -> BTreeMap<u64, Vec<u32>> {
    let mut lacks = vec![0_u64; rows];
    for (at, (key, missing)) in keys.iter().zip(missing).enumerate() {
        let Some(missing) = missing else { continue };
        let mut row = 0;
        key.codes.for_each(0..rows, |code| {
            lacks[row] |= u64::from(code == *missing) << at;
            row += 1;
        });
    }
    let mut patterns: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (row, lacks) in (0..).zip(lacks) {
        patterns.entry(lacks).or_default().push(row);
    }
    patterns
}

/// What a pattern counts for others: those patterns, and the share.
type Counting = BTreeMap<u64, Vec<(u64, f64)>>;

/// All pairs of patterns, by the attributes that at least one of both lacks.
fn pairs(patterns: &BTreeMap<u64, Vec<u32>>, alpha: f64) -> BTreeMap<u64, Counting> {
    let mut pairs: BTreeMap<u64, Counting> = BTreeMap::new();
    for &own in patterns.keys() {
        for &other in patterns.keys() {
            let share = if other & !own == 0 { 1.0 } else { alpha };
            if share > 0.0 {
                let counting = pairs.entry(own | other).or_default();
                counting.entry(other).or_default().push((own, share));
            }
        }
    }
    pairs
}

/// The group of each row by some attributes, and how many groups there are.
fn grouped(keys: &[CodeColumn<'_>], rows: usize) -> (Vec<u32>, usize) {
    if keys.is_empty() {
        return (vec![0; rows], 1);
    }
    let tally = Tally::count(keys, rows);
    (number_rows(&tally, keys, rows), tally.len())
}
