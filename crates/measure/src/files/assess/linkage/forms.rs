//! Distances that are given or follow from the files: weights, a matrix, Mahalanobis's.

use super::Side;
use crate::files::likened::Likened;
use crate::linkage::aggregation::{factor, inverse};
use crate::linkage::distance::link;
use crate::linkage::{Attribute, Difference, LinkageError};
use crate::risk::interval::{Deviation, standard_deviation};
use crate::{Series, Values};
use ridotto_core::Watch;

/// Numbers of both files over the deviation that the intruder knows.
type Numbers = (Vec<f64>, Vec<f64>);

/// The numbers of a column; `None` if it has none, in one of the files.
fn numbers(one: &Likened) -> Option<Numbers> {
    let (Values::Numbers(from), Values::Numbers(to)) = (&one.from.values, &one.to.values) else {
        return None;
    };
    if !(is_told(&one.from) && is_told(&one.to)) {
        return None;
    }
    let deviation = standard_deviation(from, Deviation::Population);
    let over = if deviation > 0.0 { 1.0 / deviation } else { 0.0 };
    let scaled = |values: &[f64]| values.iter().map(|value| value * over).collect();
    Some((scaled(from), scaled(to)))
}

/// Whether any cell of a column says something.
pub(super) fn is_told(column: &Series) -> bool {
    match &column.values {
        Values::Numbers(numbers) => numbers.iter().any(|number| !number.is_nan()),
        Values::Categories { codes, .. } => codes.iter().any(Option::is_some),
    }
}

/// Linked by the distance with these weights, in the order of the columns.
pub(super) fn by_weights(
    side: &Side<'_>,
    weights: &[f64],
    watch: &dyn Watch,
) -> Result<f64, LinkageError> {
    let by = side.attributes().into_iter().zip(weights);
    let by: Vec<Attribute<'_>> = by.map(|(one, &weight)| one.weighing(weight)).collect();
    link(&by, side.terms(watch)).map(|links| links.rate)
}

/// Linked by a bilinear form of some columns' scaled differences, and of nothing else.
pub(super) fn by_matrix(
    side: &Side<'_>,
    places: &[usize],
    matrix: &[f64],
    watch: &dyn Watch,
) -> Result<f64, LinkageError> {
    let name = || side.columns[places[0]].from.name.clone();
    let scaled: Option<Vec<Numbers>> =
        places.iter().map(|&at| numbers(&side.columns[at])).collect();
    let scaled = scaled.ok_or_else(|| LinkageError::Kind(name()))?;
    let factor = factor(matrix, places.len()).ok_or_else(|| LinkageError::Distance(name()))?;
    let turned = turned(&scaled, &factor);
    let by: Vec<Attribute<'_>> =
        turned.iter().map(|(a, b)| Attribute::new(a, b).by(Difference::Plain)).collect();
    link(&by, side.terms(watch)).map(|links| links.rate)
}

/// Linked by Mahalanobis's distance of the numbers, with the covariances of both files added up (what
/// is known without knowing who is who), beside the other columns; `None` of fewer than two columns in
/// which any number is left, or if they depend on each other.
pub(super) fn by_mahalanobis(
    side: &Side<'_>,
    watch: &dyn Watch,
) -> Option<Result<f64, LinkageError>> {
    let scaled: Vec<Option<Numbers>> = side.columns.iter().map(numbers).collect();
    let numeric: Vec<Numbers> = scaled.iter().flatten().cloned().collect();
    if numeric.len() < 2 {
        return None;
    }
    let froms: Vec<&[f64]> = numeric.iter().map(|(from, _)| &from[..]).collect();
    let tos: Vec<&[f64]> = numeric.iter().map(|(_, to)| &to[..]).collect();
    let sum: Vec<f64> =
        covariances(&froms).iter().zip(covariances(&tos)).map(|(a, b)| a + b).collect();
    let factor = factor(&inverse(&sum, numeric.len())?, numeric.len())?;
    let turned = turned(&numeric, &factor);
    let plain = turned.iter().map(|(a, b)| Attribute::new(a, b).by(Difference::Plain));
    let others = side.attributes().into_iter().zip(&scaled).filter(|(_, scaled)| scaled.is_none());
    let by: Vec<Attribute<'_>> = plain.chain(others.map(|(one, _)| one)).collect();
    Some(link(&by, side.terms(watch)).map(|links| links.rate))
}

/// The columns after a linear map of the records.
fn turned(numbers: &[Numbers], factor: &[f64]) -> Vec<(Series, Series)> {
    let map = |row: &[f64], of: fn(&Numbers) -> &Vec<f64>| {
        let mut sums = vec![0.0; of(&numbers[0]).len()];
        for (weight, column) in row.iter().zip(numbers).filter(|(weight, _)| **weight != 0.0) {
            sums.iter_mut().zip(of(column)).for_each(|(sum, value)| *sum += weight * value);
        }
        Series { name: "form".into(), values: Values::Numbers(sums) }
    };
    let rows = factor.chunks_exact(numbers.len());
    rows.map(|row| (map(row, |one| &one.0), map(row, |one| &one.1))).collect()
}

/// The covariances of columns over the records in which nothing is missing.
fn covariances(columns: &[&[f64]]) -> Vec<f64> {
    let n = columns.len();
    let whole = |row: &usize| columns.iter().all(|column| !column[*row].is_nan());
    let rows: Vec<usize> = (0..columns[0].len()).filter(whole).collect();
    let count = rows.len().max(1) as f64;
    let mean = |column: &&[f64]| rows.iter().map(|&row| column[row]).sum::<f64>() / count;
    let means: Vec<f64> = columns.iter().map(mean).collect();
    let entry = |at: usize| {
        let (a, b) = (at / n, at % n);
        let product = |&row: &usize| (columns[a][row] - means[a]) * (columns[b][row] - means[b]);
        rows.iter().map(product).sum::<f64>() / count
    };
    (0..n * n).map(entry).collect()
}
