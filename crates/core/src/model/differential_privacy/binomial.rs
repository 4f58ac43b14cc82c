//! How likely it is that many of some records are sampled, between bounds that are proved.

use super::interval::{Interval, Product};

/// The probability that at least `least` of `of` records are sampled, each with the same
/// probability. `least` must be above the expectation by so much that the terms of the sum fall
/// from the first on.
pub(super) fn at_least(least: u64, of: u64, probability: Interval) -> Interval {
    if least > of {
        return Interval::exactly(0.0);
    }
    let odds = probability / probability.rest_of_one();
    let mut term = exactly(least, of, probability);
    let mut sum = term;
    for sampled in least..of {
        // Of the next term to this one; it falls as more are sampled.
        let ratio = Interval::count(of - sampled) / Interval::count(sampled + 1) * odds;
        term = term * ratio;
        if term.high < sum.low * 1e-18 && ratio.high < 0.75 {
            // The terms that follow are less than ¾ of their neighbours: together at most 4 times
            // the first of them.
            return sum + Interval { low: 0.0, high: (4.0 * term.high).next_up() };
        }
        sum = sum + term;
    }
    sum
}

/// The probability that exactly so many are sampled: the number of ways to choose the sampled
/// ones, or the others, whichever are fewer, times the probability of one way.
fn exactly(sampled: u64, of: u64, probability: Interval) -> Interval {
    let (few, many) = (sampled.min(of - sampled), sampled.max(of - sampled));
    let ways = (1..=few).fold(Product::ONE, |product, at| {
        product.times(Interval::count(many + at) / Interval::count(at))
    });
    ways.and(Product::power(probability, sampled))
        .and(Product::power(probability.rest_of_one(), of - sampled))
        .number()
}
