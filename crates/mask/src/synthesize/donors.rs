//! Drawing from a tree: a record's value is that of one of the true records in its leaf, and
//! numbers may be smoothed.

use super::grid::Grid;
use super::predictor::{Predictor, common_first};
use super::smoothing::Smoothing;
use super::split::Target;
use super::tree::{Growth, Tree};
use ridotto_core::{Code, Values};
use ridotto_numbers::dice::Stream;

/// A tree and what its donors give.
pub(super) struct Donors<'a> {
    tree: Tree,
    values: &'a Values,
    /// If numbers are smoothed.
    smoothing: Option<Smoothing>,
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
        let known = |numbers: &[f64], grid: &Grid| {
            Smoothing::learn(rows.iter().map(|&row| numbers[row as usize]), grid)
        };
        let smoothing = match values {
            Values::Numbers(numbers) => smooth.map(|grid| known(numbers, grid)),
            Values::Categories { .. } => None,
        };
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

    /// The number of a donor for a row of other predictors.
    pub fn number(&self, given: &[Predictor], row: usize, stream: &mut Stream) -> f64 {
        let Values::Numbers(numbers) = self.values else { return f64::NAN };
        numbers[self.tree.donor(self.tree.leaf(given, row), stream)]
    }

    /// A donor's number, smoothed if that was asked.
    pub fn smoothed(&self, number: f64, stream: &mut Stream) -> f64 {
        self.smoothing.as_ref().map_or(number, |smoothing| smoothing.draw(number, stream))
    }
}
