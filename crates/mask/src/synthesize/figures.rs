//! Statistics of the original and of a copy, side by side.

use super::Figure;
use ridotto_core::{Series, Values};
use ridotto_numbers::moments::{Numbers, correlations};

/// Means, deviations and correlations of numbers, distances of categories' shares, and shares of
/// missing values.
pub(super) fn figures(original: &[Series], copy: &[Series]) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut add = |name: String, expected, reached| {
        figures.push(Figure { name, expected, reached });
    };
    for (before, after) in original.iter().zip(copy) {
        let name = &before.name;
        let (expected, reached) = (missing(&before.values), missing(&after.values));
        if expected + reached > 0.0 {
            add(format!("share of missing values of {name}"), expected, reached);
        }
        match (&before.values, &after.values) {
            (Values::Numbers(before), Values::Numbers(after)) => {
                let (expected, reached) = (moments(before), moments(after));
                add(format!("mean of {name}"), expected.0, reached.0);
                add(format!("standard deviation of {name}"), expected.1, reached.1);
            }
            (Values::Categories { .. }, Values::Categories { .. }) => {
                let (expected, reached) = variation(&before.values, &after.values);
                add(format!("distance of the shares of {name}"), expected, reached);
            }
            _ => {}
        }
    }
    let columns = |file: &[Series]| -> Vec<(String, Vec<f64>)> {
        let numbers = file.iter().filter_map(|column| match &column.values {
            Values::Numbers(numbers) => Some((column.name.to_string(), numbers.clone())),
            Values::Categories { .. } => None,
        });
        numbers.collect()
    };
    let (before, after) = (columns(original), columns(copy));
    for a in 0..before.len() {
        for b in a + 1..before.len() {
            let name = format!("correlation of {} and {}", before[a].0, before[b].0);
            add(
                name,
                correlation(&before[a].1, &before[b].1),
                correlation(&after[a].1, &after[b].1),
            );
        }
    }
    figures
}

fn missing(values: &Values) -> f64 {
    let (count, rows) = match values {
        Values::Numbers(numbers) => {
            (numbers.iter().filter(|number| number.is_nan()).count(), numbers.len())
        }
        Values::Categories { codes, .. } => {
            (codes.iter().filter(|code| code.is_none()).count(), codes.len())
        }
    };
    count as f64 / rows.max(1) as f64
}

fn moments(numbers: &[f64]) -> (f64, f64) {
    let numbers = Numbers::complete(&[numbers]);
    (numbers.means()[0], numbers.covariances().at(0, 0).sqrt())
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    correlations(&Numbers::complete(&[a, b]).covariances()).at(0, 1)
}

/// Half the sum of differences between shares: what is expected if each of the copy's records were
/// drawn from the original's shares, and what it is.
fn variation(before: &Values, after: &Values) -> (f64, f64) {
    let (expected, reached) = (shares(before), shares(after));
    let records = match after {
        Values::Categories { codes, .. } => codes.len().max(1) as f64,
        Values::Numbers(_) => 1.0,
    };
    // The mean of a normal deviate's size is √(2/π) of its deviation.
    let one = |p: &f64| (2.0 / std::f64::consts::PI * p * (1.0 - p) / records).sqrt();
    let by_chance = expected.iter().map(one).sum::<f64>() / 2.0;
    let apart = expected.iter().zip(&reached).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0;
    (by_chance, apart)
}

/// The share of each category, and at last of missing values.
fn shares(values: &Values) -> Vec<f64> {
    let Values::Categories { codes, categories, .. } = values else { return Vec::new() };
    let mut counts = vec![0.0; categories + 1];
    for code in codes {
        counts[code.map_or(*categories, |code| code as usize)] += 1.0;
    }
    counts.iter().map(|count| count / codes.len().max(1) as f64).collect()
}
