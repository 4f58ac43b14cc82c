//! What noise, swapping and post-randomisation give back: columns, how to write them, and what was
//! reached beside what was expected.

use crate::note::Note;
use ridotto_catalogue::names;
use ridotto_core::{Series, Values};
use ridotto_numbers::sum::parts;

/// Masked columns with what a report says of them.
#[derive(Clone, Debug)]
pub struct Masked {
    /// In the order in which they came.
    pub columns: Vec<Series>,
    /// With how many decimals each should be written; `None`: with all that its numbers have, or it
    /// has categories.
    pub decimals: Vec<Option<u8>>,
    /// What was expected and what was reached.
    pub figures: Vec<Figure>,
    /// What the publisher should know.
    pub notes: Vec<Note>,
}

/// A statistic of the original, what the method promises for it, and what came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name: "variance of income".
    pub name: String,
    /// In the original.
    pub original: f64,
    /// In the masked data on average over all draws; `None` if the method does not say.
    pub expected: Option<f64>,
    /// In the masked data of this draw.
    pub reached: f64,
    /// What is told of it where strata are masked by themselves.
    pub pooled: Pooled,
}

/// How figures of strata become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooled {
    /// The mean, each stratum by its records.
    Mean,
    /// The sum.
    Sum,
    /// The largest.
    Largest,
    /// The least.
    Least,
}

names! {
    /// What rank swapping does with the least and the greatest value.
    Extremes {
        /// They stay: who knows that somebody has the greatest value has found them.
        Keep = "keep" Now,
        /// They are swapped like others.
        Move = "swap" Now,
    }
}

/// How many decimals the numbers have, if all of them have at most nine.
pub(crate) fn decimals(values: &[f64]) -> Option<u8> {
    let most = |decimals: Option<u8>, value: &f64| -> Option<u8> {
        let from = decimals?;
        if !value.is_finite() {
            return decimals;
        }
        (from..=9).find(|&places| {
            let scaled = value * 10_f64.powi(i32::from(places));
            (scaled - scaled.round()).abs() <= 4.0 * f64::EPSILON * scaled.abs()
        })
    };
    let of = |part: &[f64]| part.iter().fold(Some(0), most);
    let all = parts(values.len(), |rows| of(&values[rows]));
    all.into_iter().try_fold(0, |most, part| part.map(|part| most.max(part)))
}

/// In how many rows both have a value and it is the same one, and how many rows have one.
pub(crate) fn unchanged(before: &Values, after: &Values) -> (u64, u64) {
    let count = |pairs: &mut dyn Iterator<Item = (bool, bool)>| {
        pairs.fold((0, 0), |(same, all), (is_known, is_same)| {
            (same + u64::from(is_known && is_same), all + u64::from(is_known))
        })
    };
    match (before, after) {
        (Values::Numbers(before), Values::Numbers(after)) => count(
            &mut (before.iter().zip(after))
                .map(|(a, b)| (a.is_finite(), a.to_bits() == b.to_bits())),
        ),
        (Values::Categories { codes: before, .. }, Values::Categories { codes: after, .. }) => {
            count(&mut before.iter().zip(after).map(|(a, b)| (a.is_some(), a == b)))
        }
        _ => (0, before_len(before)),
    }
}

fn before_len(values: &Values) -> u64 {
    match values {
        Values::Numbers(numbers) => numbers.len() as u64,
        Values::Categories { codes, .. } => codes.len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_the_longest_number() {
        for (values, expected) in [
            (vec![1.0, -20.0, 0.0, f64::NAN], Some(0)),
            (vec![1.0, 0.1], Some(1)),
            (vec![1234.567, 0.1, 99.99], Some(3)),
            (vec![1e15 + 1.0, 3.0], Some(0)),
            (vec![0.123_456_789], Some(9)),
            (vec![std::f64::consts::PI, 1.0], None),
            (vec![], Some(0)),
        ] {
            assert_eq!(decimals(&values), expected, "{values:?}");
        }
    }
}
