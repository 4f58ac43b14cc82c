//! Hybrid data: each true record mixed with the synthetic record nearest to it.
//!
//! After R. Dandekar, J. Domingo-Ferrer, F. Sebé (2002), *LHS-based hybrid microdata versus rank
//! swapping and microaggregation for numeric microdata protection*, doi:10.1007/3-540-47804-3_12:
//! numbers become weight·true + (1 − weight)·synthetic. Categories of a record are all the true
//! ones with probability `weight` and all the synthetic ones otherwise, so that no combination
//! arises that neither has. Linear sums hold in the mixture as they hold in both. A mixture that
//! breaks a constraint, or that tells a number of one record alone where numbers are smooth, gives
//! way to the synthetic record, which breaks none.

use super::Sum;
use super::constraints::Rules;
use rand::RngExt;
use rayon::prelude::*;
use ridotto_core::{Code, Series, Values};
use ridotto_numbers::Dice;
use ridotto_numbers::moments::{Numbers, components, correlations};

/// Mixes. A value is missing where it is missing in the true record, and nowhere else: synthetic
/// records that lack the same values come first, and what another one lacks alone is the true value.
pub(super) fn mix(
    original: &[Series],
    synthetic: &[Series],
    weight: f64,
    rules: &Rules,
    dice: &Dice,
) -> Vec<Series> {
    let nearest = nearest(original, synthetic);
    let mut stream = dice.stream(0);
    let true_ones: Vec<bool> = nearest.iter().map(|_| stream.random::<f64>() < weight).collect();
    let mut mixed: Vec<Series> = original
        .iter()
        .zip(synthetic)
        .enumerate()
        .map(|(at, (before, after))| {
            let values = match (&before.values, &after.values) {
                (Values::Numbers(before), Values::Numbers(after)) => {
                    let grid = rules.grids[at].as_ref().expect("numbers have a grid");
                    let mix = |(&own, &other): (&f64, &u32)| {
                        let other = after[other as usize];
                        let other = if other.is_nan() { own } else { other };
                        let mixed = weight * own + (1.0 - weight) * other;
                        if mixed.is_nan() { mixed } else { grid.fit(mixed) }
                    };
                    Values::Numbers(before.iter().zip(&nearest).map(mix).collect())
                }
                (
                    Values::Categories { codes: before, categories, ordered },
                    Values::Categories { codes: after, .. },
                ) => {
                    let pick = |(row, &other): (usize, &u32)| -> Option<Code> {
                        let other = if true_ones[row] { None } else { after[other as usize] };
                        before[row].map(|own| other.unwrap_or(own))
                    };
                    let codes = nearest.iter().enumerate().map(pick).collect();
                    Values::Categories { codes, categories: *categories, ordered: *ordered }
                }
                _ => unreachable!("a synthetic column is of the kind of the true one"),
            };
            Series { name: before.name.clone(), values }
        })
        .collect();
    // A member of one sum may be the total of another: once more for each that there is.
    for _ in &rules.sums {
        for sum in &rules.sums {
            keep_sum(sum, &mut mixed, rules);
        }
    }
    // What a mixture breaks, a drawn record keeps: ranges, sums and combinations, and that no
    // number is one record's own.
    let broken = |mixed: &[Series], row: &usize| !rules.keeps(mixed, *row);
    for row in (0..nearest.len()).filter(|row| broken(&mixed, row)).collect::<Vec<_>>() {
        let drawn = nearest[row] as usize;
        replace(&mut mixed, row, synthetic, drawn, true);
        if broken(&mixed, &row) {
            // What must hold comes before what is missing.
            replace(&mut mixed, row, synthetic, drawn, false);
        }
    }
    mixed
}

/// Puts a drawn record in the place of another one; where either lacks a value and gaps are kept, the
/// cell stays as it is.
fn replace(into: &mut [Series], row: usize, from: &[Series], drawn: usize, keeps_gaps: bool) {
    for (column, from) in into.iter_mut().zip(from) {
        match (&mut column.values, &from.values) {
            (Values::Numbers(into), Values::Numbers(from))
                if !(keeps_gaps && (into[row].is_nan() || from[drawn].is_nan())) =>
            {
                into[row] = from[drawn];
            }
            (Values::Categories { codes: into, .. }, Values::Categories { codes: from, .. })
                if !(keeps_gaps && (into[row].is_none() || from[drawn].is_none())) =>
            {
                into[row] = from[drawn];
            }
            _ => {}
        }
    }
}

/// Rounding may part a sum from its parts: parts decide.
fn keep_sum(sum: &Sum, mixed: &mut [Series], rules: &Rules) {
    let grid = rules.grids[sum.total].as_ref().expect("numbers have a grid");
    for row in 0..mixed[sum.total].len() {
        let number = |at: usize| numbers(&mixed[at]).map_or(f64::NAN, |numbers| numbers[row]);
        let (total, added) = (number(sum.total), sum.implied(sum.total, number));
        if !total.is_nan() && !added.is_nan() {
            put(&mut mixed[sum.total], row, grid.round(added));
        }
    }
}

fn put(column: &mut Series, row: usize, number: f64) {
    if let Values::Numbers(numbers) = &mut column.values {
        numbers[row] = number;
    }
}

/// A file's records as places: numbers in standard deviations of the original, categories as they
/// are, and the first principal component, along which they are sorted.
struct Places {
    numbers: Vec<Vec<f64>>,
    codes: Vec<Vec<Option<Code>>>,
    /// Whether a value is missing, in each column.
    gaps: Vec<Vec<bool>>,
    component: Vec<f64>,
}

/// How far a gap is from a value, squared: farther than any value from another, or nearly.
const GAP: f64 = 1e6;

/// How numbers become places.
struct Scaling {
    /// Mean and deviation of each column with numbers.
    scales: Vec<(f64, f64)>,
    direction: Vec<f64>,
}

impl Scaling {
    fn learn(original: &[Series]) -> Self {
        let columns: Vec<&[f64]> = original.iter().filter_map(numbers).collect();
        let scale = |column: &&[f64]| {
            let column = Numbers::complete(&[column]);
            let deviation = column.covariances().at(0, 0).sqrt();
            (column.means()[0], if deviation > 0.0 { deviation } else { 1.0 })
        };
        let whole = Numbers::complete(&columns);
        // Without complete records any direction is as good.
        let direction = if whole.rows() > 1 {
            components(&correlations(&whole.covariances())).vectors.swap_remove(0)
        } else {
            (0..columns.len()).map(|at| f64::from(u8::from(at == 0))).collect()
        };
        Self { scales: columns.iter().map(scale).collect(), direction }
    }

    /// Missing numbers lie at the mean.
    fn places(&self, file: &[Series]) -> Places {
        let columns = file.iter().filter_map(numbers).zip(&self.scales);
        let scaled = columns.map(|(column, (mean, deviation))| {
            let place = |number: &f64| (number - mean) / deviation;
            let known = |place: f64| if place.is_nan() { 0.0 } else { place };
            column.iter().map(place).map(known).collect()
        });
        let numbers: Vec<Vec<f64>> = scaled.collect();
        let rows = file.first().map_or(0, Series::len);
        let component = |row: usize| {
            numbers.iter().zip(&self.direction).map(|(column, along)| column[row] * along).sum()
        };
        let codes = file.iter().filter_map(|column| match &column.values {
            Values::Categories { codes, .. } => Some(codes.clone()),
            Values::Numbers(_) => None,
        });
        let gaps = file.iter().map(|column| match &column.values {
            Values::Numbers(numbers) => numbers.iter().map(|number| number.is_nan()).collect(),
            Values::Categories { codes, .. } => codes.iter().map(Option::is_none).collect(),
        });
        Places {
            component: (0..rows).map(component).collect(),
            codes: codes.collect(),
            gaps: gaps.collect(),
            numbers,
        }
    }
}

fn numbers(column: &Series) -> Option<&[f64]> {
    match &column.values {
        Values::Numbers(numbers) => Some(numbers),
        Values::Categories { .. } => None,
    }
}

/// The square of the distance of two records: categories count 1 where they differ, and [`GAP`] where
/// one of the two records lacks a value.
fn distance(one: &Places, row: usize, other: &Places, at: usize) -> f64 {
    let numbers = one.numbers.iter().zip(&other.numbers);
    let numbers: f64 = numbers.map(|(a, b)| (a[row] - b[at]).powi(2)).sum();
    let codes = one.codes.iter().zip(&other.codes).filter(|(a, b)| a[row] != b[at]).count();
    let gaps = one.gaps.iter().zip(&other.gaps).filter(|(a, b)| a[row] != b[at]).count();
    numbers + codes as f64 + GAP * gaps as f64
}

/// Of each true record the nearest synthetic one.
///
/// Records are compared from the nearest outwards along the first principal component, until the
/// difference along it alone is greater than the best distance: no nearer record is passed over.
fn nearest(original: &[Series], synthetic: &[Series]) -> Vec<u32> {
    let scaling = Scaling::learn(original);
    let (own, others) = (scaling.places(original), scaling.places(synthetic));
    let mut order: Vec<u32> = (0..others.component.len() as u32).collect();
    let along = |other: u32| others.component[other as usize];
    order.sort_by(|&a, &b| along(a).total_cmp(&along(b)).then(a.cmp(&b)));
    let find = |row: usize| {
        let here = own.component[row];
        let mut high = order.partition_point(|&other| along(other) < here);
        let mut low = high;
        let mut best = (f64::INFINITY, 0);
        loop {
            let below = low.checked_sub(1).map_or(f64::INFINITY, |low| here - along(order[low]));
            let above = order.get(high).map_or(f64::INFINITY, |&other| along(other) - here);
            let gap = below.min(above);
            // A little more for rounding; nothing is left where both are endless.
            if gap.is_infinite() || gap * gap > best.0 * (1.0 + 1e-9) {
                return best.1;
            }
            let other = if below <= above {
                low -= 1;
                order[low]
            } else {
                high += 1;
                order[high - 1]
            };
            let found = (distance(&own, row, &others, other as usize), other);
            if found < best {
                best = found;
            }
        }
    };
    (0..own.component.len()).into_par_iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn file(rows: &[(i32, i32, u32)]) -> Vec<Series> {
        let column = |values| Series { name: "x".into(), values };
        let codes = rows.iter().map(|row| Some(row.2)).collect();
        vec![
            column(Values::Numbers(rows.iter().map(|row| f64::from(row.0)).collect())),
            column(Values::Numbers(rows.iter().map(|row| f64::from(row.1)).collect())),
            column(Values::Categories { codes, categories: 3, ordered: false }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_record_is_nearer(
            one in prop::collection::vec((-9_i32..9, -9_i32..9, 0_u32..3), 1..20),
            other in prop::collection::vec((-9_i32..9, -9_i32..9, 0_u32..3), 1..20),
        ) {
            let (original, synthetic) = (file(&one), file(&other));
            let scaling = Scaling::learn(&original);
            let (own, others) = (scaling.places(&original), scaling.places(&synthetic));
            for (row, &found) in nearest(&original, &synthetic).iter().enumerate() {
                let least = (0..other.len()).map(|at| distance(&own, row, &others, at));
                let least = least.fold(f64::INFINITY, f64::min);
                prop_assert!(distance(&own, row, &others, found as usize) <= least + 1e-9);
            }
        }
    }
}
