//! Drawing from a tree: a record's value is that of one of the true records in its leaf, and
//! numbers may be smoothed.

use super::grid::Grid;
use super::predictor::{Predictor, common_first};
use super::split::Target;
use super::tree::{Growth, Tree};
use rand::RngExt;
use ridotto_core::{Code, Values};
use ridotto_numbers::dice::Stream;

/// A tree and what its donors give.
pub(super) struct Donors<'a> {
    tree: Tree,
    values: &'a Values,
    /// Of each node, if numbers are smoothed.
    smoothing: Option<Vec<Smoothing>>,
}

/// The numbers of a leaf that few records share, and around each the interval that smoothing draws
/// from evenly.
///
/// With sorted numbers x₁ < … < xₘ, of which xᵢ is that of wᵢ donors, the interval of xᵢ reaches
/// down by (xᵢ − xᵢ₋₁)/2wᵢ and up by (xᵢ₊₁ − xᵢ)/2wᵢ, and not beyond x₁ and xₘ. So intervals meet
/// halfway at most and each keeps its donors: quantiles stay where they were, and nothing leaves the
/// range. The middle of the interval is (xᵢ₊₁ − 2xᵢ + xᵢ₋₁)/4wᵢ from xᵢ, which sums up to 0 over all
/// donors: the leaf's mean stays, however skewed it is.
#[derive(Default)]
struct Smoothing {
    numbers: Vec<f64>,
    intervals: Vec<(f64, f64)>,
}

/// Classes that a tree tells apart; the rarest share one.
const MOST_CLASSES: usize = 250;

impl<'a> Donors<'a> {
    /// Grows a tree for the values of these rows. `smooth` has the grid of numbers that are to be
    /// smoothed.
    pub fn grow(
        predictors: &[Predictor],
        values: &'a Values,
        rows: Vec<u32>,
        growth: Growth,
        smooth: Option<&Grid>,
    ) -> Self {
        let tree = match values {
            Values::Numbers(numbers) => {
                Tree::grow(predictors, rows, Target::Numbers(numbers), growth)
            }
            Values::Categories { codes, categories, ordered } => {
                let (bins, count) = common_first(codes, *categories, MOST_CLASSES, *ordered);
                let class = |code: &Option<Code>| code.map_or(count as u8, |c| bins[c as usize]);
                let classes: Vec<u8> = codes.iter().map(class).collect();
                Tree::grow(predictors, rows, Target::Classes(&classes), growth)
            }
        };
        let smoothing = match (values, smooth) {
            (Values::Numbers(numbers), Some(grid)) => Some(
                (0..tree.nodes())
                    .map(|leaf| Smoothing::of(tree.donors(leaf), numbers, grid))
                    .collect(),
            ),
            _ => None,
        };
        Self { tree, values, smoothing }
    }

    /// A category for a row of other predictors.
    pub fn code(&self, given: &[Predictor], row: usize, stream: &mut Stream) -> Option<Code> {
        let donor = self.tree.donor(self.tree.leaf(given, row), stream);
        match self.values {
            Values::Categories { codes, .. } => codes[donor],
            Values::Numbers(_) => None,
        }
    }

    /// A number for a row of other predictors, smoothed if that was asked.
    pub fn number(&self, given: &[Predictor], row: usize, grid: &Grid, stream: &mut Stream) -> f64 {
        let leaf = self.tree.leaf(given, row);
        let Values::Numbers(numbers) = self.values else { return f64::NAN };
        let number = numbers[self.tree.donor(leaf, stream)];
        match &self.smoothing {
            Some(leaves) if !grid.is_shared(number) => leaves[leaf].draw(number, stream),
            _ => number,
        }
    }
}

impl Smoothing {
    /// That of the donors' numbers, those that several records share left out.
    fn of(donors: &[u32], numbers: &[f64], grid: &Grid) -> Self {
        let mut all: Vec<f64> = donors.iter().map(|&donor| numbers[donor as usize]).collect();
        all.sort_by(f64::total_cmp);
        let runs = all.chunk_by(|a, b| a.total_cmp(b).is_eq());
        let own: Vec<(f64, f64)> = runs
            .filter(|run| !grid.is_shared(run[0]))
            .map(|run| (run[0], run.len() as f64))
            .collect();
        let intervals = match own[..] {
            [(alone, _)] => vec![around(alone, &all, grid)],
            _ => (0..own.len()).map(|at| between_neighbours(&own, at)).collect(),
        };
        Self { numbers: own.into_iter().map(|(number, _)| number).collect(), intervals }
    }

    /// A number from the interval of this one.
    fn draw(&self, number: f64, stream: &mut Stream) -> f64 {
        let at = self.numbers.binary_search_by(|own| own.total_cmp(&number));
        let (low, high) = at.map_or((number, number), |at| self.intervals[at]);
        low + (high - low) * stream.random::<f64>()
    }
}

/// The interval of one of several numbers, which come with how many donors have them.
fn between_neighbours(own: &[(f64, f64)], at: usize) -> (f64, f64) {
    let (number, donors) = own[at];
    let below = at.checked_sub(1).map_or(number, |below| own[below].0);
    let above = own.get(at + 1).map_or(number, |above| above.0);
    (number - (number - below) / (2.0 * donors), number + (above - number) / (2.0 * donors))
}

/// The interval of the only number of a leaf that few share, which must not be told as it is: as far
/// to both sides as half of the way to the leaf's nearest other number, or a hundredth of the range
/// where there is none, and within the range.
fn around(alone: f64, all: &[f64], grid: &Grid) -> (f64, f64) {
    let others = all.iter().map(|other| (other - alone).abs()).filter(|&apart| apart > 0.0);
    let nearest = others.fold(f64::INFINITY, f64::min);
    let wanted = if nearest.is_finite() { nearest / 2.0 } else { (grid.most - grid.least) / 100.0 };
    let reach = wanted.min(alone - grid.least).min(grid.most - alone).max(0.0);
    (alone - reach, alone + reach)
}
