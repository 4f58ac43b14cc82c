//! Drawing from a tree: a record's value is that of one of the true records in its leaf, and
//! numbers may be smoothed.

use super::grid::Grid;
use super::predictor::{Predictor, common_first};
use super::split::Target;
use super::tree::{Growth, Tree};
use ridotto_core::{Code, Values};
use ridotto_numbers::dice::{Stream, normal};

/// A tree and what its donors give.
pub(super) struct Donors<'a> {
    tree: Tree,
    values: &'a Values,
    /// Of each node, if numbers are smoothed.
    kernels: Option<Vec<Kernel>>,
}

/// How a leaf's numbers are smoothed: by normal noise of this width, and shrunk to their mean so
/// that their variance stays what it was.
#[derive(Clone, Copy, Default)]
struct Kernel {
    mean: f64,
    width: f64,
    shrink: f64,
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
        let kernels = match (values, smooth) {
            (Values::Numbers(numbers), Some(grid)) => Some(
                (0..tree.nodes())
                    .map(|leaf| Kernel::of(tree.donors(leaf), numbers, grid))
                    .collect(),
            ),
            _ => None,
        };
        Self { tree, values, kernels }
    }

    /// A category for a row of other predictors.
    pub fn code(&self, given: &[Predictor], row: usize, stream: &mut Stream) -> Option<Code> {
        let donor = self.tree.donor(self.tree.leaf(given, row), stream);
        match self.values {
            Values::Categories { codes, .. } => codes[donor],
            Values::Numbers(_) => None,
        }
    }

    /// A number for a row of other predictors, smoothed if that was asked, and then perhaps out of
    /// the range.
    pub fn number(&self, given: &[Predictor], row: usize, grid: &Grid, stream: &mut Stream) -> f64 {
        let leaf = self.tree.leaf(given, row);
        let Values::Numbers(numbers) = self.values else { return f64::NAN };
        let number = numbers[self.tree.donor(leaf, stream)];
        match &self.kernels {
            Some(kernels) if !grid.is_shared(number) => kernels[leaf].smooth(number, stream),
            _ => number,
        }
    }
}

impl Kernel {
    /// Silverman's width for the donors' numbers, those that several records share left out.
    fn of(donors: &[u32], numbers: &[f64], grid: &Grid) -> Self {
        let own = donors.iter().map(|&donor| numbers[donor as usize]);
        let mut own: Vec<f64> = own.filter(|&number| !grid.is_shared(number)).collect();
        let count = own.len() as f64;
        if count < 2.0 {
            // One alone must not be told as it is: a hundredth of the range hides it a little.
            let width = (grid.most - grid.least) / 100.0;
            return Self { mean: own.first().copied().unwrap_or(0.0), width, shrink: 1.0 };
        }
        own.sort_by(f64::total_cmp);
        let mean = own.iter().sum::<f64>() / count;
        let variance = own.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let quarter = own.len() / 4;
        let middle = (own[own.len() - 1 - quarter] - own[quarter]) / 1.349;
        let deviation = variance.sqrt();
        let spread = if middle > 0.0 { deviation.min(middle) } else { deviation };
        let width = 0.9 * spread * count.powf(-0.2);
        let shrink = if variance > 0.0 { (1.0 + width * width / variance).sqrt() } else { 1.0 };
        Self { mean, width, shrink }
    }

    fn smooth(self, number: f64, stream: &mut Stream) -> f64 {
        self.mean + (number - self.mean + self.width * normal(stream)) / self.shrink
    }
}
