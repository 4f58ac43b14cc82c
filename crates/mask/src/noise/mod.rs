//! Noise: numbers that differ from the true ones by a random amount, so that means, variances and
//! correlations stay as they were, or change in a way that is known.
//!
//! # What is preserved
//! Let `x` be an attribute, `V` its variance, `r` its correlation with another one.
//!
//! | kind | in expectation | exactly |
//! |---|---|---|
//! | uncorrelated | means; variance `(1+alpha)V`; correlation `r/(1+alpha)` | – |
//! | correlated | means; variance `(1+alpha)V`; correlations | linear relations, as sums of columns |
//! | linear | means, variances, correlations | linear relations |
//! | restricted | means, of subgroups too | range, decimals |
//! | outlier-aware | means, covariances; variances grow by a known amount | – |
//! | orthogonal | – | means, variances, correlations, linear relations |
//! | multiplicative | means; variance `V + alpha (V + m²)` around the mean m | signs, zeros |
//!
//! # Does not protect against
//! Who holds the original file, or one much like it, links the records again by distance; measure
//! that before you publish. Noise hides little of a value that is far from all others (use
//! `outlier-aware`, or `multiplicative`), and averages of many noisy releases of the same
//! record come near its value. Relations that are not linear are blurred. Nothing here is
//! differentially private but [`private`] and [`means`].
//!
//! # Parameters
//! `alpha`: the variance of the noise as a share of the attribute's: 0.01 to 0.1 usually, 0.5 where
//! much is at stake. For `multiplicative` it is the variance of the factor, so that the noise has the
//! variance `alpha (V + m²)`, m being the mean: where values are far from zero and near one another,
//! that is many times `alpha V`, and a tenth of the usual value may do. For `orthogonal` it says how far records are turned away from themselves: at
//! 1 as much noise as data, and the more the less remains of the single record. Weights count
//! records for moments; the noise of a record does not depend on its weight.
//!
//! # Missing values
//! They stay missing and do not count for means and variances. Correlations are those of the
//! complete records; a record with a gap gets its noise all the same.
//!
//! # Cost
//! A normal number per cell and a pass over the rows per moment: O(n p²) for n records of p
//! attributes.
//!
//! # Example
//! ```
//! use ridotto_core::{Series, Values};
//! use ridotto_mask::{Dice, noise::{self, Kind, Noise}};
//! let income = (1..=100).map(f64::from).collect();
//! let income = Series { name: "income".into(), values: Values::Numbers(income) };
//! let noise = Noise { kind: Kind::Orthogonal, alpha: vec![0.1] };
//! let outcome = noise::mask(&noise, &[income], None, &Dice::seeded(1)).unwrap();
//! let mean = &outcome.masked.figures[0];
//! assert!((mean.reached - 50.5).abs() < 1e-9);
//! ```
//!
//! # References
//! J. Kim (1986), *A method for limiting disclosure in microdata based on random noise and
//! transformation*. P. Tendick (1991), *Optimal noise addition for preserving confidentiality in
//! multivariate data*. R. Brand (2002), *Microdata protection through noise addition*,
//! doi:10.1007/3-540-47804-3_8. D. Ting, S. Fienberg, M. Trottini (2008), *Random orthogonal matrix
//! masking methodology for microdata release*, doi:10.1504/IJICS.2008.016823.

mod additive;
pub(crate) mod bind;
mod bind_means;
mod bind_values;
mod check;
mod draw;
mod entry;
pub mod means;
pub(crate) mod moments;
mod multiplicative;
mod orthogonal;
mod outliers;
pub mod private;
mod restricted;

pub use additive::{Transformation, expected};
pub use entry::{NOISE, NoiseKind};
pub use moments::Expected;
pub(crate) use moments::WeightedColumns;

use crate::masked::{Figure, Masked, decimals, unchanged};
use crate::{Dice, Extremes, Note, Refused};
use moments::{Moments, figures, numbers, usable, varied};
use ridotto_core::{Series, Values};
use std::sync::Arc;

/// Which noise, and how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise {
    /// Which.
    pub kind: Kind,
    /// The variance of the noise as a share of the attribute's: one number for all attributes, or
    /// one for each. Kinds that keep correlations take one number only. Of multiplicative noise it is
    /// the variance of the factor.
    pub alpha: Vec<f64>,
}

/// The kinds of noise.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Each attribute has noise of its own: `N(0, alpha · V)`.
    Uncorrelated,
    /// The noise has the covariances of the data: `N(0, alpha · Σ)`.
    Correlated,
    /// Correlated noise, and then `z = c·y + d` such that means and covariances are unbiased.
    Linear {
        /// Whether `c` and the `d` are given back to be published. Without them users cannot
        /// estimate means of subgroups without bias.
        reveal: bool,
    },
    /// Noise that never leaves the range, on the grid of the attribute's decimals. Each value's
    /// noise is symmetric and as wide as the nearer bound allows, so no mean has a bias. Near a bound
    /// there is less of it than `alpha` says; a figure tells how much there is.
    Restricted {
        /// The least value; the least of the data if it is `None`.
        lower: Option<f64>,
        /// The largest value; the largest of the data if it is `None`.
        upper: Option<f64>,
        /// What happens to values at the bounds: kept, which is the only way without bias for each
        /// record; or moved as others are. Then noise is thrown back at the bounds, and all values
        /// are drawn a little towards the other bound so that the overall mean is kept (exactly,
        /// but for the rounding to the grid); means of subgroups near a bound have a bias.
        extremes: Extremes,
    },
    /// A record that is far from the others, by a robust distance, has more noise in proportion.
    OutlierAware,
    /// Records are turned by a random rotation that leaves means and covariances exactly as they
    /// were. `alpha` says how far.
    Orthogonal,
    /// Each value is multiplied by a log-normal factor with mean 1 and variance `alpha`.
    Multiplicative,
}

/// Masked columns, and what may be published with them.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The columns and what is to be said of them.
    pub masked: Masked,
    /// Of linear noise, if it is to be revealed.
    pub transformation: Option<Transformation>,
}

/// What a kind of noise made, before figures are added.
struct Drawn {
    columns: Vec<Vec<f64>>,
    expected: Expected,
    decimals: Vec<Option<u8>>,
    notes: Vec<Note>,
    /// What there is beside means, variances and correlations.
    figures: Vec<Figure>,
    transformation: Option<Transformation>,
}

/// Everything a kind of noise needs.
struct Task<'a> {
    sheet: WeightedColumns<'a>,
    names: Vec<&'a str>,
    moments: Moments,
    /// One for each column.
    alpha: Vec<f64>,
    dice: &'a Dice,
}

impl Task<'_> {
    fn width(&self) -> usize {
        self.sheet.columns.len()
    }

    /// What kinds need that work with all attributes at once.
    fn needs_joint(&self) -> Result<(), Refused> {
        if self.alpha.iter().any(|alpha| alpha.to_bits() != self.alpha[0].to_bits()) {
            let must_be = "one number, as this kind of noise keeps correlations";
            return Err(Refused::Parameter { parameter: "alpha", must_be });
        }
        let needed = self.width() as u64 + 2;
        if self.moments.complete < needed {
            return Err(Refused::TooFew { needed, records: self.moments.complete });
        }
        Ok(())
    }

    fn incomplete(&self) -> Option<Note> {
        let records = self.sheet.rows() as u64 - self.moments.complete;
        (records > 0).then_some(Note::Incomplete { records })
    }
}

/// Adds noise to columns of numbers; `weights` has one number per record, if records count
/// differently.
pub fn mask(
    noise: &Noise,
    columns: &[Series],
    weights: Option<&[f64]>,
    dice: &Dice,
) -> Result<Outcome, Refused> {
    let slices = numbers(columns)?;
    usable(weights, columns[0].len())?;
    for (column, values) in columns.iter().zip(&slices) {
        varied(values).map_err(|refused| refused.of(&column.name))?;
    }
    let sheet = WeightedColumns { columns: &slices, weights };
    let moments = sheet.moments();
    let unusable = |variance: &f64| !variance.is_finite() || *variance <= 0.0;
    if let Some(at) = moments.variances.iter().position(unusable) {
        // All that differs has weight 0, or is too large to be squared.
        return Err(Refused::Constant.of(&columns[at].name));
    }
    let task = Task {
        sheet,
        names: columns.iter().map(|column| &*column.name).collect(),
        moments,
        alpha: one_each(&noise.alpha, columns.len())?,
        dice,
    };
    let drawn = match &noise.kind {
        Kind::Uncorrelated => additive::uncorrelated(&task),
        Kind::Correlated => additive::correlated(&task)?,
        Kind::Linear { reveal } => additive::linear(&task, *reveal)?,
        Kind::Restricted { lower, upper, extremes } => {
            restricted::mask(&task, *lower, *upper, *extremes)?
        }
        Kind::OutlierAware => outliers::mask(&task),
        Kind::Orthogonal => orthogonal::mask(&task)?,
        Kind::Multiplicative => multiplicative::mask(&task),
    };
    Ok(finish(columns, &task, drawn))
}

/// One alpha for each of so many columns.
fn one_each(alpha: &[f64], columns: usize) -> Result<Vec<f64>, Refused> {
    let refused = |must_be| Refused::Parameter { parameter: "alpha", must_be };
    if alpha.iter().any(|alpha| !alpha.is_finite() || *alpha <= 0.0) {
        return Err(refused("greater than 0"));
    }
    match alpha {
        [alpha] => Ok(vec![*alpha; columns]),
        all if all.len() == columns => Ok(all.to_vec()),
        _ => Err(refused("one number, or one for each attribute")),
    }
}

/// Measures what was reached.
fn finish(columns: &[Series], task: &Task<'_>, drawn: Drawn) -> Outcome {
    let slices: Vec<&[f64]> = drawn.columns.iter().map(Vec::as_slice).collect();
    let reached = WeightedColumns { columns: &slices, weights: task.sheet.weights }.moments();
    let mut figures = figures(columns, &task.moments, &drawn.expected, &reached);
    figures.extend(drawn.figures);
    let named = |(column, numbers): (&Series, Vec<f64>)| Series {
        name: Arc::clone(&column.name),
        values: Values::Numbers(numbers),
    };
    let masked: Vec<Series> = columns.iter().zip(drawn.columns).map(named).collect();
    let mut notes = drawn.notes;
    for (before, after) in columns.iter().zip(&masked) {
        let (records, of) = unchanged(&before.values, &after.values);
        if records > 0 {
            notes.push(Note::Unchanged { attribute: before.name.to_string(), records, of });
        }
    }
    let masked = Masked { columns: masked, decimals: drawn.decimals, figures, notes };
    Outcome { masked, transformation: drawn.transformation }
}

/// Decimals that show a thousandth of the noise's deviation, and no fewer than the attribute had:
/// more would only tell how a computer adds.
fn fine(values: &[f64], deviation: f64) -> u8 {
    #[expect(clippy::cast_sign_loss, reason = "it was made to be from 0 to 15")]
    let needed = (1000.0 / deviation).log10().ceil().clamp(0.0, 15.0) as u8;
    needed.max(decimals(values).unwrap_or(0))
}
