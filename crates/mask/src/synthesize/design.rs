//! Columns as terms of a regression.

use super::normal_score::Scores;
use super::predictor::common_first;
use ridotto_core::{Code, Values};

/// Categories of a column that a regression tells apart; the rarest share a term.
const MOST_CATEGORIES: usize = 32;

/// How a column becomes terms, learnt from the original so that synthetic values become the same.
pub(super) enum Encoding {
    /// Less the mean, divided by the deviation.
    Standard { mean: f64, deviation: f64 },
    /// Normal scores of ranks.
    Scores(Scores),
    /// The term of each category, counted from 0; the first has none, as the constant stands for it.
    Categories { places: Vec<u8>, count: usize },
}

/// Terms of rows: the constant, and behind it those of columns in the order in which they came.
pub(super) struct Design {
    columns: Vec<Terms>,
    width: usize,
}

/// The terms of a column: a number each, and one of several that is 1.
struct Terms {
    dense: Option<(usize, Vec<f64>)>,
    sparse: Vec<u32>,
}

impl Encoding {
    /// Learns from the original. Numbers become normal scores if `ranks`.
    pub fn learn(values: &Values, ranks: bool) -> Self {
        match values {
            Values::Numbers(numbers) if ranks => Self::Scores(Scores::learn(numbers)),
            Values::Numbers(numbers) => {
                let known = || numbers.iter().copied().filter(|number| !number.is_nan());
                let count = known().count().max(1) as f64;
                let mean = known().sum::<f64>() / count;
                let variance = known().map(|number| (number - mean).powi(2)).sum::<f64>() / count;
                let deviation = if variance > 0.0 { variance.sqrt() } else { 1.0 };
                Self::Standard { mean, deviation }
            }
            Values::Categories { codes, categories, ordered } => {
                let (places, count) = common_first(codes, *categories, MOST_CATEGORIES, *ordered);
                Self::Categories { places, count }
            }
        }
    }

    /// How many terms it makes, that of missing values included.
    fn width(&self) -> usize {
        match self {
            Self::Standard { .. } | Self::Scores(_) => 2,
            Self::Categories { count, .. } => *count,
        }
    }
}

impl Design {
    /// The constant alone.
    pub fn new() -> Self {
        Self { columns: Vec::new(), width: 1 }
    }

    /// How many terms there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Adds the terms of a column.
    pub fn push(&mut self, encoding: &Encoding, values: &Values) {
        let start = self.width;
        let dense = |score: &dyn Fn(f64) -> f64, numbers: &[f64]| {
            let known = |&number: &f64| if number.is_nan() { 0.0 } else { score(number) };
            let missing = |number: &f64| if number.is_nan() { start as u32 + 1 } else { 0 };
            Terms {
                dense: Some((start, numbers.iter().map(known).collect())),
                sparse: numbers.iter().map(missing).collect(),
            }
        };
        let terms = match (encoding, values) {
            (Encoding::Standard { mean, deviation }, Values::Numbers(numbers)) => {
                dense(&|number| (number - mean) / deviation, numbers)
            }
            (Encoding::Scores(scores), Values::Numbers(numbers)) => {
                dense(&|number| scores.score(number), numbers)
            }
            (Encoding::Categories { places, count }, Values::Categories { codes, .. }) => {
                let place =
                    |code: &Option<Code>| match code.map(|c| usize::from(places[c as usize])) {
                        Some(0) => 0,
                        Some(place) => (start + place - 1) as u32,
                        None => (start + count - 1) as u32,
                    };
                Terms { dense: None, sparse: codes.iter().map(place).collect() }
            }
            _ => unreachable!("an encoding is made from a column of the same kind"),
        };
        self.columns.push(terms);
        self.width += encoding.width();
    }

    /// Calls for each term of a row that is not 0.
    pub fn each(&self, row: usize, mut term: impl FnMut(usize, f64)) {
        term(0, 1.0);
        for column in &self.columns {
            if let Some((place, numbers)) = &column.dense {
                term(*place, numbers[row]);
            }
            if column.sparse[row] > 0 {
                term(column.sparse[row] as usize, 1.0);
            }
        }
    }

    /// The sum of a row's terms, each times its coefficient.
    pub fn predict(&self, row: usize, coefficients: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each(row, |place, term| sum += term * coefficients[place]);
        sum
    }
}
