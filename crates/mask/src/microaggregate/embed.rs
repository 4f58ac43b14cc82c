//! Columns as points: numbers in comparable units, and categories placed so that their distances
//! are those that were asked for.
//!
//! With categories as points every algorithm works on every kind of data. The places of categories
//! come from classical scaling of the matrix of dissimilarities (W. S. Torgerson 1952), which is
//! exact for those that fit into some space of Euclid's: equal or not, ordered, and every distance
//! in a tree. For others it is the nearest that does; so it is if there are more than 32 categories,
//! because a place has some thirty numbers at most.

use super::options::{Dissimilarity, Options, Scaling};
use super::points::Points;
use crate::Refused;
use ridotto_core::{Code, Series, Values};
use ridotto_numbers::chance::dice;
use ridotto_numbers::{Matrix, Numbers, components, correlations};

/// Categories more than these get places that are only about equally far from each other.
const EXACT: usize = 32;

/// How many numbers the place of such a category has.
const SPREAD: usize = 24;

/// The points of some columns.
pub(super) fn embed(
    columns: &[Series],
    places: &[usize],
    options: &Options,
) -> Result<Points, Refused> {
    let mut all = Vec::new();
    for &place in places {
        match &columns[place].values {
            Values::Numbers(numbers) => all.push(scaled(numbers, options.scaling)?),
            Values::Categories { codes, categories, ordered } => {
                let default = if *ordered { Dissimilarity::Ordered } else { Dissimilarity::Equal };
                let unlike = options.dissimilarities.get(&place).unwrap_or(&default);
                let spots = spots(unlike, *categories)?;
                all.extend(placed(codes, &spots, options.scaling));
            }
        }
    }
    if options.scaling == Scaling::Whitened {
        all = whitened(all);
    }
    Ok(Points::from_columns(&all))
}

/// Numbers about their middle, which is where missing ones are put.
fn scaled(numbers: &[f64], scaling: Scaling) -> Result<Vec<f64>, Refused> {
    let infinite = numbers.iter().filter(|number| number.is_infinite()).count();
    if infinite > 0 {
        return Err(Refused::NotFinite { records: infinite as u64 });
    }
    let mut known: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    if known.is_empty() {
        return Ok(vec![0.0; numbers.len()]);
    }
    let count = known.len() as f64;
    let mean = known.iter().sum::<f64>() / count;
    let (middle, unit) = match scaling {
        Scaling::Plain => (mean, 1.0),
        Scaling::ZScore | Scaling::Whitened => {
            let squares: f64 = known.iter().map(|number| (number - mean).powi(2)).sum();
            (mean, (squares / (count - 1.0).max(1.0)).sqrt())
        }
        Scaling::Range => {
            let least = known.iter().copied().fold(f64::INFINITY, f64::min);
            (mean, known.iter().copied().fold(f64::NEG_INFINITY, f64::max) - least)
        }
        Scaling::Robust => {
            let middle = median(&mut known);
            let mut away: Vec<f64> = known.iter().map(|number| (number - middle).abs()).collect();
            let deviation = median(&mut away);
            let mean = away.iter().sum::<f64>() / count;
            // Both are the standard deviation of normally distributed numbers.
            (middle, if deviation > 0.0 { 1.482_602 * deviation } else { 1.253_314 * mean })
        }
    };
    // What does not vary beyond rounding tells nothing.
    let unit = if unit > 1e-12 * middle.abs() { unit } else { f64::INFINITY };
    let place = |number: &f64| if number.is_nan() { 0.0 } else { (number - middle) / unit };
    Ok(numbers.iter().map(place).collect())
}

pub(super) fn median(numbers: &mut [f64]) -> f64 {
    let half = numbers.len() / 2;
    numbers.select_nth_unstable_by(half, f64::total_cmp);
    let upper = numbers[half];
    if numbers.len() % 2 == 1 {
        return upper;
    }
    let lower = numbers[..half].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    f64::midpoint(lower, upper)
}

/// The place of each category: numbers, one category after the other in each.
fn spots(unlike: &Dissimilarity, categories: usize) -> Result<Vec<Vec<f64>>, Refused> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    match unlike {
        Dissimilarity::Ordered => {
            let most = (categories as f64 - 1.0).max(1.0);
            Ok(vec![(0..categories).map(|code| code as f64 / most).collect()])
        }
        Dissimilarity::Equal if categories <= EXACT => {
            let one = |axis: usize| {
                (0..categories).map(|code| if code == axis { half } else { 0.0 }).collect()
            };
            Ok((0..categories).map(one).collect())
        }
        Dissimilarity::Equal => {
            // Corners of a cube, drawn at random: any two differ in about half of their numbers.
            let side = half / (SPREAD as f64).sqrt();
            let sign = |code: usize, axis: usize| {
                if dice(axis as u64, code as u64) & 1 == 1 { side } else { -side }
            };
            let one = |axis: usize| (0..categories).map(|code| sign(code, axis)).collect();
            Ok((0..SPREAD).map(one).collect())
        }
        Dissimilarity::Matrix(matrix) => torgerson(matrix, categories),
    }
}

fn torgerson(unlike: &[f64], categories: usize) -> Result<Vec<Vec<f64>>, Refused> {
    let at = |a: usize, b: usize| unlike[a * categories + b];
    let fits = |a: usize, b: usize| {
        let (there, back) = (at(a, b), at(b, a));
        there.is_finite()
            && there >= 0.0
            && (there - back).abs() <= 1e-9
            && (a != b || there == 0.0)
    };
    let good = unlike.len() == categories * categories
        && (0..categories).all(|a| (0..categories).all(|b| fits(a, b)));
    if !good || categories > 512 {
        let must_be = "a symmetric matrix with a zero diagonal, of at most 512 categories";
        return Err(Refused::Parameter { parameter: "dissimilarity", must_be });
    }
    let n = categories as f64;
    let square = |a: usize, b: usize| at(a, b).powi(2);
    let means: Vec<f64> =
        (0..categories).map(|a| (0..categories).map(|b| square(a, b)).sum::<f64>() / n).collect();
    let mean = means.iter().sum::<f64>() / n;
    let mut products = Matrix::zero(categories);
    for a in 0..categories {
        for b in 0..categories {
            products.set(a, b, -0.5 * (square(a, b) - means[a] - means[b] + mean));
        }
    }
    let eigen = products.eigen();
    let greatest = eigen.values.first().copied().unwrap_or(0.0);
    let axes = eigen.values.iter().zip(&eigen.vectors).take(EXACT);
    let axes = axes.filter(|&(&value, _)| value > 1e-9 * greatest && value > 0.0);
    Ok(axes.map(|(value, axis)| axis.iter().map(|part| part * value.sqrt()).collect()).collect())
}

/// Columns of the places of codes, about their mean; scaled so that they spread by 1 together.
fn placed(codes: &[Option<Code>], spots: &[Vec<f64>], scaling: Scaling) -> Vec<Vec<f64>> {
    let known = codes.iter().flatten().count().max(1) as f64;
    let column = |spots: &Vec<f64>| {
        let mean = codes.iter().flatten().map(|&code| spots[code as usize]).sum::<f64>() / known;
        let place = |code: &Option<Code>| code.map_or(0.0, |code| spots[code as usize] - mean);
        codes.iter().map(place).collect::<Vec<f64>>()
    };
    let mut columns: Vec<Vec<f64>> = spots.iter().map(column).collect();
    if matches!(scaling, Scaling::Plain | Scaling::Range) {
        return columns;
    }
    let squares: f64 = columns.iter().flatten().map(|number| number * number).sum();
    let unit = (squares / (known - 1.0).max(1.0)).sqrt();
    if unit > 0.0 {
        columns.iter_mut().flatten().for_each(|number| *number /= unit);
    }
    columns
}

/// Rotated to principal components, each in its standard deviation. Those that are next to nothing
/// are left out: they would be noise made large.
fn whitened(columns: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let rows = columns.first().map_or(0, Vec::len);
    let numbers = Numbers { columns };
    let covariances = numbers.covariances();
    let eigen = components(&correlations(&covariances));
    let deviation: Vec<f64> =
        (0..numbers.width()).map(|at| covariances.at(at, at).sqrt().max(1e-300)).collect();
    let kept = eigen.values.iter().zip(&eigen.vectors).filter(|&(&value, _)| value > 1e-8);
    let component = |(value, vector): (&f64, &Vec<f64>)| {
        let mut column = vec![0.0; rows];
        for ((part, deviation), numbers) in vector.iter().zip(&deviation).zip(&numbers.columns) {
            let weight = part / deviation / value.sqrt();
            column.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += weight * number);
        }
        column
    };
    kept.map(component).collect()
}
