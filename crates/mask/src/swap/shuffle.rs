//! Shuffling: values are dealt out again in the order that a model draws for each record.
//!
//! Ranks become normal scores; for each record scores are drawn from the distribution that the model
//! gives them, knowing only the record's attributes that are published as they are; and the record
//! whose drawn score has the i-th rank gets the i-th value. The own value of a record has no
//! influence on what it gets, except through what the published attributes tell anyway.
//!
//! # What is preserved
//! Exactly: the distribution of each attribute. Approximately: rank correlations of the shuffled
//! attributes with each other and with the others, as far as relations are monotone.
//!
//! # Does not protect against
//! Learning what the published attributes tell about the shuffled ones: that is what is preserved.
//! A record whose published attributes are unlike all others still has typical values of its kind.
//! Gaps stay where they are.
//!
//! # Parameters
//! None but the attributes that are published as they are (`given`). Unordered ones among these may
//! have at most 100 categories.
//!
//! # Cost
//! Sorting each attribute and O(n p²) for n records of p attributes.
//!
//! # Example
//! ```
//! use ridotto_core::{Series, Values};
//! use ridotto_mask::{Dice, swap::shuffle};
//! let income = Values::Numbers((0..50).map(f64::from).collect());
//! let income = Series { name: "income".into(), values: income };
//! let masked = shuffle::mask(&[income], &[], &Dice::seeded(1)).unwrap();
//! let Values::Numbers(shuffled) = &masked.columns[0].values else { unreachable!() };
//! assert_eq!(shuffled.iter().sum::<f64>(), 49.0 * 25.0);
//! ```
//!
//! # References
//! K. Muralidhar, R. Sarathy (2006), *Data shuffling: a new masking approach for numerical data*,
//! doi:10.1287/mnsc.1050.0503.

use super::order::{correlation, correlation_figures, even, masked, names, ranking, sizes};
use crate::noise::WeightedColumns;
use crate::{Dice, Masked, Note, Refused};
use rayon::prelude::*;
use ridotto_core::{Series, Values};
use ridotto_numbers::dice::normal;
use ridotto_numbers::{Eigen, Matrix};

/// Categories that an attribute without order may have, if it is given.
const MOST: usize = 100;

/// Rows that one stream serves.
const ROWS: usize = 1 << 12;

/// Shuffles the values of `columns`; `given` are published as they are and explain them.
pub fn mask(columns: &[Series], given: &[Series], dice: &Dice) -> Result<Masked, Refused> {
    let rows = even(columns.iter().chain(given))?;
    if columns.is_empty() {
        return Err(Refused::Uneven);
    }
    let sizes = columns.iter().map(sizes).collect::<Result<Vec<_>, _>>()?;
    let ranks: Vec<Vec<f64>> = sizes.iter().map(|sizes| middle_ranks(sizes)).collect();
    let mut scores = Vec::new();
    for (column, ranks) in columns.iter().zip(&ranks) {
        let known = ranks.iter().filter(|rank| rank.is_finite()).count();
        if known == 0 {
            return Err(Refused::AllMissing.of(&column.name));
        }
        if known < 3 {
            return Err(Refused::TooFew { needed: 3, records: known as u64 }.of(&column.name));
        }
        scores.push(normal_scores(ranks, known));
    }
    let mut features = Vec::new();
    for column in given {
        features.extend(self::features(column)?.into_iter().map(filled));
    }
    let model = Model::fit(&scores, &features)?;
    let drawn = model.draw(&features, rows, dice);
    let mut after = Vec::new();
    for (at, (column, sizes)) in columns.iter().zip(&sizes).enumerate() {
        after.push(deal(column, sizes, &drawn[at], &dice.part(at as u64)));
    }
    let incomplete =
        (0..rows).filter(|&row| ranks.iter().any(|ranks| !ranks[row].is_finite())).count() as u64;
    let notes =
        (incomplete > 0).then_some(Note::Incomplete { records: incomplete }).into_iter().collect();
    let ordered =
        |column: &&Series| !matches!(column.values, Values::Categories { ordered: false, .. });
    let shown: Vec<&Series> = given.iter().filter(ordered).collect();
    let spearman = |columns: &[Series]| {
        let all = columns.iter().chain(shown.iter().copied());
        let ranks = all.map(|column| super::order::sizes(column).map(|sizes| middle_ranks(&sizes)));
        ranks.collect::<Result<Vec<_>, _>>().map(|ranks| correlation(&ranks))
    };
    let (before, reached) = (spearman(columns)?, spearman(&after)?);
    let names = names(columns.iter().chain(shown.iter().copied()));
    let figures = correlation_figures("rank correlation", &names, &before, &reached).collect();
    Ok(masked(columns, after, figures, notes))
}

/// Ranks from 1; equal values share the mean of theirs.
fn middle_ranks(sizes: &[f64]) -> Vec<f64> {
    let mut order: Vec<u32> =
        (0..sizes.len() as u32).filter(|&row| sizes[row as usize].is_finite()).collect();
    order.par_sort_unstable_by(|&a, &b| sizes[a as usize].total_cmp(&sizes[b as usize]));
    let mut ranks = vec![f64::NAN; sizes.len()];
    let mut start = 0;
    #[expect(clippy::float_cmp, reason = "ties are equal numbers")]
    for ties in order.chunk_by(|&a, &b| sizes[a as usize] == sizes[b as usize]) {
        let rank = start as f64 + f64::midpoint(1.0, ties.len() as f64);
        for &row in ties {
            ranks[row as usize] = rank;
        }
        start += ties.len();
    }
    ranks
}

/// What a normal attribute would have at these ranks, with mean 0 and variance 1.
fn normal_scores(ranks: &[f64], known: usize) -> Vec<f64> {
    let score = |rank: f64| quantile((rank - 0.5) / known as f64);
    let scores: Vec<f64> = ranks.par_iter().map(|&rank| score(rank)).collect();
    standard(scores)
}

/// With mean 0 and variance 1; a constant becomes 0. Gaps stay gaps.
fn standard(mut values: Vec<f64>) -> Vec<f64> {
    let slices = [values.as_slice()];
    let (means, variances) = WeightedColumns { columns: &slices, weights: None }.covariances();
    let deviation = variances.at(0, 0).sqrt();
    values.par_iter_mut().for_each(|value| {
        *value = if deviation > 0.0 { (*value - means[0]) / deviation } else { 0.0 * *value };
    });
    values
}

/// The quantile of the normal distribution to within 0.00045, which is enough for scores (M.
/// Abramowitz, I. Stegun 1964, *Handbook of mathematical functions*, 26.2.23).
fn quantile(share: f64) -> f64 {
    if share > 0.5 {
        return -quantile(1.0 - share);
    }
    let t = (-2.0 * share.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    above / below - t
}

/// A gap of what is given tells nothing: it counts as the mean.
fn filled(mut feature: Vec<f64>) -> Vec<f64> {
    feature.par_iter_mut().filter(|value| value.is_nan()).for_each(|value| *value = 0.0);
    feature
}

/// Scores of an ordered attribute, or one indicator for each category but one.
fn features(column: &Series) -> Result<Vec<Vec<f64>>, Refused> {
    match &column.values {
        Values::Categories { codes, categories, ordered: false } => {
            if *categories > MOST {
                let must_be = "attributes with at most 100 categories, or with an order";
                return Err(Refused::Parameter { parameter: "given", must_be }.of(&column.name));
            }
            let indicator = |category: usize| {
                let is = |code: &Option<u32>| match code {
                    Some(code) => f64::from(*code as usize == category),
                    None => f64::NAN,
                };
                standard(codes.iter().map(is).collect())
            };
            Ok((1..*categories).map(indicator).collect())
        }
        _ => {
            let ranks = middle_ranks(&sizes(column)?);
            let known = ranks.iter().filter(|rank| rank.is_finite()).count();
            Ok(vec![normal_scores(&ranks, known)])
        }
    }
}

/// Scores as linear functions of the features and of noise.
struct Model {
    /// For each score one coefficient a feature.
    slopes: Vec<Vec<f64>>,
    /// The factor of the noise's covariances.
    noise: Matrix,
}

impl Model {
    fn fit(scores: &[Vec<f64>], features: &[Vec<f64>]) -> Result<Self, Refused> {
        let (p, q) = (scores.len(), features.len());
        let needed = (p + q + 2) as u64;
        let is_complete = |row: &usize| scores.iter().all(|scores| scores[*row].is_finite());
        let records = (0..scores[0].len()).filter(is_complete).count() as u64;
        if records < needed {
            return Err(Refused::TooFew { needed, records });
        }
        let all: Vec<&[f64]> = scores.iter().chain(features).map(Vec::as_slice).collect();
        let (_, covariances) = WeightedColumns { columns: &all, weights: None }.covariances();
        let mut among = Matrix::zero(q);
        (0..q).for_each(|a| (0..q).for_each(|b| among.set(a, b, covariances.at(p + a, p + b))));
        let inverse = among.eigen();
        let slopes: Vec<Vec<f64>> = (0..p)
            .map(|at| {
                let with: Vec<f64> = (0..q).map(|b| covariances.at(at, p + b)).collect();
                times_inverse(&inverse, &with)
            })
            .collect();
        let mut rest = Matrix::zero(p);
        for (a, slopes) in slopes.iter().enumerate() {
            for b in 0..p {
                let explained: f64 = (0..q).map(|f| slopes[f] * covariances.at(p + f, b)).sum();
                rest.set(a, b, covariances.at(a, b) - explained);
            }
        }
        Ok(Self { slopes, noise: rest.root() })
    }

    /// A score of each record for each attribute.
    fn draw(&self, features: &[Vec<f64>], rows: usize, dice: &Dice) -> Vec<Vec<f64>> {
        let p = self.slopes.len();
        let mut drawn = vec![vec![0.0; rows]; p];
        let noise: Vec<Vec<f64>> = (0..rows.div_ceil(ROWS))
            .into_par_iter()
            .flat_map_iter(|block| {
                let mut stream = dice.stream(block as u64);
                let count = ROWS.min(rows - block * ROWS);
                (0..count)
                    .map(|_| (0..p).map(|_| normal(&mut stream)).collect())
                    .collect::<Vec<_>>()
            })
            .collect();
        for (at, scores) in drawn.iter_mut().enumerate() {
            scores.par_iter_mut().enumerate().for_each(|(row, score)| {
                let both = self.slopes[at].iter().zip(features);
                let explained: f64 = both.map(|(slope, feature)| slope * feature[row]).sum();
                let rest = self.noise.row(at).iter().zip(&noise[row]);
                *score = explained + rest.map(|(factor, z)| factor * z).sum::<f64>();
            });
        }
        drawn
    }
}

/// The inverse times a vector; directions without variance are left out.
fn times_inverse(eigen: &Eigen, right: &[f64]) -> Vec<f64> {
    let mut solution = vec![0.0; right.len()];
    let least = 1e-10 * eigen.values.first().copied().unwrap_or(0.0);
    for (value, vector) in eigen.values.iter().zip(&eigen.vectors).filter(|(v, _)| **v > least) {
        let along: f64 = vector.iter().zip(right).map(|(v, r)| v * r).sum::<f64>() / value;
        solution.iter_mut().zip(vector).for_each(|(sum, v)| *sum += along * v);
    }
    solution
}

/// Gives the values in their order to the records in the order of their drawn scores.
fn deal(column: &Series, sizes: &[f64], drawn: &[f64], dice: &Dice) -> Series {
    let values = ranking(sizes, &mut dice.stream(0));
    let known = |row: usize| sizes[row].is_finite();
    let scores: Vec<f64> =
        (0..drawn.len()).map(|row| if known(row) { drawn[row] } else { f64::NAN }).collect();
    let records = ranking(&scores, &mut dice.stream(1));
    let mut source: Vec<u32> = (0..sizes.len() as u32).collect();
    for (record, value) in records.iter().zip(&values) {
        source[*record as usize] = *value;
    }
    column.take(&source)
}
