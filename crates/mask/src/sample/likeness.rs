//! Whether a sample still speaks for the whole.
//!
//! The figures are relative, so that they never tell a value: how far the mean moved, in standard
//! deviations of the whole; the standard deviation as a share of that of the whole; and for
//! categories half the sum of all differences of shares (the total variation distance).

use ridotto_core::{Code, Dictionary, Kind};

/// How like the whole a sample is in one attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Likeness {
    /// Of numbers and dates.
    Numbers {
        /// How far the mean moved, in standard deviations of the whole; 0 is best.
        shift: f64,
        /// The standard deviation as a share of that of the whole; 1 is best.
        spread: f64,
    },
    /// Of categories.
    Categories {
        /// The total variation distance of the two distributions, from 0 to 1; 0 is best.
        distance: f64,
    },
}

/// A mean that moved by a tenth of a standard deviation is what Cohen (1988) calls half of a small
/// effect, and what tests of balance between groups usually tolerate at most.
pub const FAR_SHIFT: f64 = 0.1;
/// A standard deviation that changed by a fifth.
pub const FAR_SPREAD: (f64, f64) = (0.8, 1.25);
/// One record in ten would have to be in another category.
pub const FAR_DISTANCE: f64 = 0.1;

impl Likeness {
    /// Compares how often each value occurs in a sample and in the whole. Missing values are a
    /// category, and no number. Numbers of which the sample has none are compared as categories.
    pub fn new(dictionary: &Dictionary, whole: &[u64], sample: &[u64]) -> Self {
        Self::of_numbers(dictionary, whole, sample)
            .unwrap_or_else(|| Self::Categories { distance: distance(whole, sample) })
    }

    fn of_numbers(dictionary: &Dictionary, whole: &[u64], sample: &[u64]) -> Option<Self> {
        let reading = dictionary.reading();
        if !matches!(reading.kind, Kind::Integer | Kind::Decimal | Kind::Date) {
            return None;
        }
        let number = |code: Code| reading.parse(dictionary.text(code)?).as_f64();
        let numbers: Vec<Option<f64>> = (0..dictionary.len() as Code).map(number).collect();
        let (mean, deviation) = moments(&numbers, whole)?;
        let (sample_mean, sample_deviation) = moments(&numbers, sample)?;
        let is_constant = deviation <= f64::EPSILON * mean.abs();
        Some(Self::Numbers {
            shift: if is_constant { 0.0 } else { (sample_mean - mean).abs() / deviation },
            spread: if is_constant { 1.0 } else { sample_deviation / deviation },
        })
    }

    /// Whether the sample says something else than the whole.
    pub fn is_far(self) -> bool {
        match self {
            Self::Numbers { shift, spread } => {
                shift > FAR_SHIFT || !(FAR_SPREAD.0..=FAR_SPREAD.1).contains(&spread)
            }
            Self::Categories { distance } => distance > FAR_DISTANCE,
        }
    }
}

/// Mean and standard deviation, both of the records at hand.
fn moments(numbers: &[Option<f64>], counts: &[u64]) -> Option<(f64, f64)> {
    let known = || numbers.iter().zip(counts).filter_map(|(n, &count)| Some(((*n)?, count as f64)));
    let records: f64 = known().map(|(_, count)| count).sum();
    if records == 0.0 {
        return None;
    }
    let mean = known().map(|(number, count)| number * (count / records)).sum::<f64>();
    let square = known().map(|(number, count)| (number - mean).powi(2) * (count / records));
    Some((mean, square.sum::<f64>().sqrt()))
}

fn distance(whole: &[u64], sample: &[u64]) -> f64 {
    let total = |counts: &[u64]| counts.iter().sum::<u64>().max(1) as f64;
    let (of_whole, of_sample) = (total(whole), total(sample));
    let apart = |(a, b): (&u64, &u64)| (*a as f64 / of_whole - *b as f64 / of_sample).abs();
    whole.iter().zip(sample).map(apart).sum::<f64>() / 2.0
}
