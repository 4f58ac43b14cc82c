//! Columns as small whole numbers, for trees.

use crate::utility::frequency;
use crate::{Series, Values};
use ridotto_core::Code;

const MOST_CATEGORIES: usize = 255;
const MOST_INTERVALS: usize = 63;

/// How columns are cut into bins, learnt from some rows so that others are cut alike.
#[derive(Clone, Debug)]
pub struct Binning {
    columns: Vec<Cut>,
}

#[derive(Clone, Debug)]
enum Cut {
    /// The edges between bins; bin 0 is a missing number.
    Numbers(Vec<f64>),
    /// The bin of each category; the last but one for those never seen, the last a missing one.
    Categories(Vec<u16>, u16),
}

/// Rows of columns in bins.
#[derive(Clone)]
pub struct Binned {
    pub(super) columns: Vec<Vec<u16>>,
    /// How many bins each column has.
    pub(super) bins: Vec<usize>,
    /// Whether bins are in the order of the values.
    pub(super) ordered: Vec<bool>,
}

impl Binning {
    /// Learns from columns: numbers are cut where about as many rows are on either side.
    pub fn learn(columns: &[Series]) -> Self {
        let cut = |column: &Series| match &column.values {
            Values::Numbers(numbers) => Cut::Numbers(edges(numbers)),
            Values::Categories { codes, categories, .. } => categories_of(codes, *categories),
        };
        Self { columns: columns.iter().map(cut).collect() }
    }

    /// The bins of columns like those that it learnt from.
    pub fn bin(&self, columns: &[Series]) -> Binned {
        let (mut binned, mut bins, mut ordered) = (Vec::new(), Vec::new(), Vec::new());
        for (column, cut) in columns.iter().zip(&self.columns) {
            match (&column.values, cut) {
                (Values::Numbers(numbers), Cut::Numbers(edges)) => {
                    let bin = |number: &f64| {
                        if number.is_nan() {
                            0
                        } else {
                            1 + edges.partition_point(|edge| edge <= number) as u16
                        }
                    };
                    binned.push(numbers.iter().map(bin).collect());
                    bins.push(edges.len() + 2);
                    ordered.push(true);
                }
                (Values::Categories { codes, .. }, Cut::Categories(places, missing)) => {
                    let bin = |code: &Option<Code>| match code {
                        Some(code) => places.get(*code as usize).copied().unwrap_or(missing - 1),
                        None => *missing,
                    };
                    binned.push(codes.iter().map(bin).collect());
                    bins.push(usize::from(*missing) + 1);
                    ordered.push(false);
                }
                _ => panic!("a column changed its kind"),
            }
        }
        Binned { columns: binned, bins, ordered }
    }
}

impl Binned {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}

impl std::fmt::Debug for Binned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Binned({} rows, {} columns)", self.rows(), self.columns.len())
    }
}

fn edges(numbers: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut edges: Vec<f64> = Vec::new();
    let mut distinct = sorted.clone();
    distinct.dedup();
    if distinct.len() <= MOST_INTERVALS {
        return distinct.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
    }
    for nth in 1..MOST_INTERVALS {
        let at = nth * sorted.len() / MOST_INTERVALS;
        // Before the first of those that are equal.
        let first = sorted.partition_point(|&number| number < sorted[at]);
        if first > 0 {
            let edge = f64::midpoint(sorted[first - 1], sorted[first]);
            if edges.last().is_none_or(|&last| last < edge) {
                edges.push(edge);
            }
        }
    }
    edges
}

fn categories_of(codes: &[Option<Code>], categories: usize) -> Cut {
    let ranks = frequency::ranks(codes, categories, MOST_CATEGORIES);
    let unseen = categories.min(MOST_CATEGORIES) as u16;
    Cut::Categories(ranks.into_iter().map(|rank| rank as u16).collect(), unseen + 1)
}
