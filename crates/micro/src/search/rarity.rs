//! How rare records are, and how many are too rare, before anything was counted together.
//!
//! A record's *surprisal* is -log2 of the share of all records that are like it; `k` records are
//! like it if it is at most log2(records / k). Were the attributes independent, it would be the sum
//! of the surprisals of the record's values, and so would be its cumulants: mean, variance and third
//! central moment. A gamma distribution with the same three says what share of the records lies
//! beyond.
//!
//! Attributes are not independent, but what is told so is told in the right order: on Adult (k from
//! 2 to 100) the logit of the share suppressed lies within 0.2 of a line in the one expected, where a
//! line in the mean alone, the entropy, misses it by 0.4.
//!
//! # References
//! The tail of a gamma distribution: E. B. Wilson, M. M. Hilferty (1931): The Distribution of
//! Chi-Square, doi:10.1073/pnas.17.12.684. The logistic form of the normal one: S. R. Bowling et al.
//! (2009): A logistic approximation to the cumulative normal distribution.

use std::iter::Sum;
use std::ops::{Add, Sub};

/// The cumulants of surprisal, in bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surprisal {
    /// The mean: the entropy.
    pub mean: f64,
    variance: f64,
    third: f64,
}

impl Surprisal {
    /// Of an attribute whose groups have these rows.
    pub fn of(rows: &[u64]) -> Self {
        let all = rows.iter().sum::<u64>() as f64;
        let present = || rows.iter().filter(|&&rows| rows > 0).map(|&rows| rows as f64 / all);
        let mean: f64 = present().map(|share| -share * share.log2()).sum();
        let moment = |power: i32| -> f64 {
            present().map(|share| share * (-share.log2() - mean).powi(power)).sum()
        };
        Self { mean, variance: moment(2), third: moment(3) }
    }

    /// The logit of the share of records whose surprisal is more than `bits`.
    pub fn beyond(self, bits: f64) -> f64 {
        let deviation = self.variance.max(LEAST_VARIANCE).sqrt();
        let skewness = (self.third / deviation.powi(3)).clamp(LEAST_SKEWNESS, MOST_SKEWNESS);
        let root = 2.0 / skewness;
        let shape = root * root;
        let ratio = (1.0 + (bits - self.mean) / (deviation * root)).max(0.0);
        let root_of_ratio = (ratio.ln() / 3.0).exp();
        let normal = (root_of_ratio - 1.0 + 1.0 / (9.0 * shape)) * 3.0 * root;
        -normal * (1.5976 + 0.070_56 * normal * normal)
    }
}

/// What is less varied or skewed than this, or more skewed, is taken to be so much.
const LEAST_VARIANCE: f64 = 0.05;
const LEAST_SKEWNESS: f64 = 0.05;
const MOST_SKEWNESS: f64 = 3.0;

impl Add for Surprisal {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            mean: self.mean + other.mean,
            variance: self.variance + other.variance,
            third: self.third + other.third,
        }
    }
}

impl Sub for Surprisal {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            mean: self.mean - other.mean,
            variance: self.variance - other.variance,
            third: self.third - other.third,
        }
    }
}

impl Sum for Surprisal {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of records that are too rare, of attributes that really are independent.
    fn true_share(attributes: &[&[u64]], bits: f64) -> f64 {
        let mut shares = vec![1.0];
        for rows in attributes {
            let all = rows.iter().sum::<u64>() as f64;
            let with = |share: &f64| {
                let share = *share;
                rows.iter().map(move |&rows| share * rows as f64 / all)
            };
            shares = shares.iter().flat_map(with).collect();
        }
        shares.into_iter().filter(|share| -share.log2() > bits).sum()
    }

    #[test]
    fn independent_attributes_are_told_well() {
        let attributes: [&[u64]; 4] = [
            &[500, 300, 100, 60, 40],
            &[70, 20, 10],
            &[9, 8, 7, 6, 5, 4, 3, 2, 1],
            &[85, 10, 3, 1, 1],
        ];
        let rarity: Surprisal = attributes.iter().map(|rows| Surprisal::of(rows)).sum();
        for bits in [5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0] {
            let share = true_share(&attributes, bits);
            let logit = (share / (1.0 - share)).ln();
            assert!((rarity.beyond(bits) - logit).abs() < 0.4, "{bits}: {logit}");
        }
    }

    #[test]
    fn more_groups_are_rarer_and_one_is_not_rare_at_all() {
        let one = Surprisal::of(&[1000]);
        assert_eq!(one, Surprisal::default());
        assert!(one.beyond(7.0) < -20.0);
        let two = Surprisal::of(&[900, 100]);
        assert!((two.mean - 0.469).abs() < 1e-3 && (two + one - one) == two);
        assert!((two + two).beyond(4.0) > two.beyond(4.0));
        assert_eq!(Surprisal::of(&[]), Surprisal::default());
        assert!(Surprisal::of(&[0, 3]).beyond(0.0).is_finite());
    }
}
