//! Where the sensitive values of a class can be, if no part of it is unsafe.
//!
//! Placements of *s* values on *n* rows are equally likely, so parts have counts as if each row had
//! the value with some probability *p* by itself and the sum happened to be *s*, whatever *p* is.
//! With *p* = *s*/*n* all numbers stay within what a float holds. Safe placements are counted by
//! multiplying the parts' distributions, each cut off where the part would be unsafe.

use super::Class;
use ridotto_core::Decimal;

/// The odds of one published class.
pub(super) struct Odds {
    /// The probability that no part is unsafe.
    pub safe: f64,
    /// For each part the share of sensitive rows that is expected if no part is unsafe.
    if_safe: Vec<f64>,
    /// The share of sensitive rows in the class.
    overall: f64,
}

impl Odds {
    pub fn new(class: &Class, share: Decimal) -> Self {
        let (rows, sensitive) = (class.rows(), class.sensitive);
        let overall = sensitive as f64 / rows as f64;
        let parts: Vec<Vec<f64>> =
            class.sizes.iter().map(|&size| safe_counts(size, sensitive, overall, share)).collect();
        let ways = binomial(rows, overall)[sensitive as usize];
        let all = parts.iter().fold(vec![1.0], |sums, part| add(&sums, part, sensitive));
        let safe = at(&all, sensitive as usize) / ways;
        // Parts of one size have the same distribution: one of each is enough.
        let mut known = rustc_hash::FxHashMap::default();
        let mut expected = |part: usize| -> f64 {
            *known.entry(class.sizes[part]).or_insert_with(|| {
                let others = parts.iter().enumerate().filter(|(other, _)| *other != part);
                let rest = others.fold(vec![1.0], |sums, (_, part)| add(&sums, part, sensitive));
                let left = |count: usize| at(&rest, sensitive as usize - count);
                let mean = parts[part]
                    .iter()
                    .enumerate()
                    .map(|(count, odds)| count as f64 * odds * left(count));
                mean.sum::<f64>() / at(&all, sensitive as usize) / class.sizes[part] as f64
            })
        };
        let if_safe = if safe > 0.0 {
            (0..parts.len()).map(&mut expected).collect()
        } else {
            vec![0.0; parts.len()]
        };
        Self { safe, if_safe, overall }
    }

    /// The probability that a row of a part is sensitive, given that not all is safe, where `safe`
    /// is the probability that all is; `None` if nothing is known of it.
    pub fn sensitive_if_unsafe(&self, part: usize, safe: Option<f64>) -> f64 {
        match safe {
            // If nothing can be unsafe the method was another one, and nothing is learnt.
            Some(safe) if safe < 1.0 - 1e-9 => {
                ((self.overall - safe * self.if_safe[part]) / (1.0 - safe)).clamp(0.0, 1.0)
            }
            _ => self.overall,
        }
    }
}

/// The probability of each count of sensitive rows in a part, as far as it is safe and possible.
fn safe_counts(size: u64, sensitive: u64, overall: f64, share: Decimal) -> Vec<f64> {
    let mut odds = binomial(size, overall);
    odds.truncate(sensitive as usize + 1);
    let safe = |count: usize| share.is_at_least(count as u128, size.into());
    let last = (0..odds.len()).take_while(|&count| safe(count)).count();
    odds.truncate(last);
    odds
}

/// The binomial distribution, from its greatest entry outwards.
fn binomial(rows: u64, share: f64) -> Vec<f64> {
    let rows = rows as usize;
    let mut odds = vec![0.0; rows + 1];
    let most = (0..=rows).rev().find(|&count| count as f64 <= rows as f64 * share).unwrap_or(0);
    odds[most] = 1.0;
    let step = |count: usize| (rows - count) as f64 / (count + 1) as f64 * share / (1.0 - share);
    for count in most..rows {
        odds[count + 1] = odds[count] * step(count);
    }
    for count in (0..most).rev() {
        odds[count] = odds[count + 1] / step(count);
    }
    let sum: f64 = odds.iter().sum();
    for entry in &mut odds {
        *entry /= sum;
    }
    odds
}

/// The distribution of a sum of two, up to `most`.
fn add(one: &[f64], other: &[f64], most: u64) -> Vec<f64> {
    let length = (one.len() + other.len()).saturating_sub(1).min(most as usize + 1);
    let mut sums = vec![0.0; length];
    for (count, odds) in one.iter().enumerate() {
        for (sum, more) in sums.iter_mut().skip(count).zip(other) {
            *sum += odds * more;
        }
    }
    sums
}

fn at(odds: &[f64], count: usize) -> f64 {
    odds.get(count).copied().unwrap_or(0.0)
}
