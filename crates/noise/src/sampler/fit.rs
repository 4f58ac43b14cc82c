//! Pearson's test of goodness of fit, with the tails as cells of their own.

use std::collections::BTreeMap;

/// Pearson's statistic and its degrees of freedom. A value that is expected five times or more is a
/// cell; what lies beyond the last of them on either side is one cell together.
fn statistic(draws: &[i64], probability: impl Fn(i64) -> f64) -> (f64, f64) {
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for &draw in draws {
        *counts.entry(draw).or_default() += 1;
    }
    let n = draws.len() as f64;
    let cells = (0..100_000).take_while(|&x| n * probability(x) >= 5.0).last().unwrap_or(0);
    let (mut sum, mut seen, mut expected, mut degrees) = (0.0, 0.0, 0.0, 0.0);
    let mut add = |count: f64, of: f64| {
        if of > 0.0 {
            sum += (count - of).powi(2) / of;
            degrees += 1.0;
        }
    };
    for x in -cells..=cells {
        let (count, of) = (*counts.get(&x).unwrap_or(&0) as f64, n * probability(x));
        add(count, of);
        seen += count;
        expected += of;
    }
    let tail = |side: std::ops::Range<i64>| counts.range(side).map(|(_, count)| count).sum::<u64>();
    for count in [tail(i64::MIN..-cells), tail(cells + 1..i64::MAX)] {
        add(count as f64, (n - expected) / 2.0);
        seen += count as f64;
    }
    assert!((seen - n).abs() < 0.5, "every draw is in a cell");
    (sum, degrees - 1.0)
}

/// How many standard errors the statistic is above its mean, by Wilson and Hilferty.
fn distance((sum, degrees): (f64, f64)) -> f64 {
    let part = 2.0 / (9.0 * degrees);
    ((sum / degrees).cbrt() - (1.0 - part)) / part.sqrt()
}

/// The draws are from this distribution, as far as a test of level 1 in 30,000 can tell; the seed is
/// fixed, so it passes always or never.
pub(crate) fn assert_fits(draws: &[i64], probability: impl Fn(i64) -> f64) {
    let of = statistic(draws, probability);
    let off = distance(of);
    assert!(off < 4.0, "{} with {} degrees: {off} standard errors", of.0, of.1);
}

/// The draws are surely not from this distribution.
pub(crate) fn assert_wrong(draws: &[i64], probability: impl Fn(i64) -> f64) {
    let off = distance(statistic(draws, probability));
    assert!(off > 4.0, "{off} standard errors: the test is too weak");
}
