//! Noise that is added: uncorrelated, correlated, and correlated with a linear transformation.

use super::draw::normals;
use super::moments::Expected;
use super::{Drawn, Kind, Task, fine};
use crate::{Note, Refused};
use rayon::prelude::*;
use ridotto_numbers::Matrix;
use serde::{Deserialize, Serialize};

/// The linear transformation `z = scale · y + shift` of each attribute with noise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transformation {
    /// The same for every attribute: `1/√(1+alpha)`.
    pub scale: f64,
    /// One for each attribute: `(1 − scale)` times its mean.
    pub shifts: Vec<f64>,
}

impl Transformation {
    /// The one that makes noise with this `alpha` unbiased.
    pub fn unbiased(alpha: f64, means: &[f64]) -> Self {
        let scale = 1.0 / (1.0 + alpha).sqrt();
        Self { scale, shifts: means.iter().map(|mean| (1.0 - scale) * mean).collect() }
    }

    /// The value with noise that a published value of this attribute came from. Means of any
    /// subgroup of such values have no bias, so it is the way from a published mean to the true one.
    pub fn undo(&self, attribute: usize, value: f64) -> f64 {
        (value - self.shifts[attribute]) / self.scale
    }

    /// The variance of a subgroup, or the covariance of two attributes in it, without bias: from that
    /// of its published values and that of all. Noise adds `alpha` times the (co)variance of the whole
    /// file to every subgroup's; the published one of the whole file is unbiased for that, and `alpha`
    /// is `1/scale² − 1`.
    pub fn covariance(&self, of_subgroup: f64, of_all: f64) -> f64 {
        let growth = self.scale.powi(-2);
        growth * of_subgroup - (growth - 1.0) * of_all
    }
}

/// Variances and correlations that these kinds of noise have in expectation, from those of the
/// data; `None` for kinds of which they depend on more than that.
pub fn expected(
    kind: &Kind,
    alpha: &[f64],
    means: &[f64],
    variances: &[f64],
    correlations: &Matrix,
) -> Option<Expected> {
    let growth: Vec<f64> = match kind {
        Kind::Uncorrelated | Kind::Correlated => alpha.iter().map(|alpha| 1.0 + alpha).collect(),
        Kind::Linear { .. } | Kind::Orthogonal => vec![1.0; alpha.len()],
        Kind::Restricted { .. } | Kind::OutlierAware | Kind::Multiplicative => return None,
    };
    let after: Vec<f64> = variances.iter().zip(&growth).map(|(v, growth)| v * growth).collect();
    let shown = match kind {
        Kind::Uncorrelated => weakened(correlations, variances, &after),
        _ => correlations.clone(),
    };
    let (means, variances) = (means.to_vec(), Some(after));
    Some(Expected { means, variances, correlations: Some(shown) })
}

/// Correlations after variances have grown and covariances have not.
pub(super) fn weakened(correlations: &Matrix, before: &[f64], after: &[f64]) -> Matrix {
    let mut shown = correlations.clone();
    for a in 0..before.len() {
        for b in (0..before.len()).filter(|&b| b != a) {
            let share = (before[a] / after[a] * before[b] / after[b]).sqrt();
            shown.set(a, b, correlations.at(a, b) * share);
        }
    }
    shown
}

fn promised(kind: &Kind, task: &Task<'_>) -> Expected {
    let moments = &task.moments;
    expected(kind, &task.alpha, &moments.means, &moments.variances, &moments.correlations)
        .expect("this kind of noise says what it preserves")
}

/// The standard deviation of each attribute's noise.
fn deviations(task: &Task<'_>) -> Vec<f64> {
    let both = task.moments.variances.iter().zip(&task.alpha);
    both.map(|(variance, alpha)| (variance * alpha).sqrt()).collect()
}

fn drawn(task: &Task<'_>, kind: &Kind, columns: Vec<Vec<f64>>, scale: f64) -> Drawn {
    let both = task.sheet.columns.iter().zip(deviations(task));
    Drawn {
        columns,
        expected: promised(kind, task),
        decimals: both.map(|(values, deviation)| Some(fine(values, scale * deviation))).collect(),
        notes: Vec::new(),
        figures: Vec::new(),
        transformation: None,
    }
}

/// Independent noise for each attribute.
pub(super) fn uncorrelated(task: &Task<'_>) -> Drawn {
    let mut columns = normals(task.sheet.rows(), task.width(), task.dice);
    let all = columns.iter_mut().zip(task.sheet.columns).zip(deviations(task));
    for ((noise, values), deviation) in all {
        let both = noise.par_iter_mut().zip(values.par_iter());
        both.for_each(|(noise, value)| *noise = value + deviation * *noise);
    }
    drawn(task, &Kind::Uncorrelated, columns, 1.0)
}

/// Noise with the covariances of the data.
pub(super) fn correlated(task: &Task<'_>) -> Result<Drawn, Refused> {
    task.needs_joint()?;
    let mut drawn = drawn(task, &Kind::Correlated, with_noise(task), 1.0);
    drawn.notes.extend(task.incomplete());
    Ok(drawn)
}

/// Correlated noise, transformed such that means and covariances have no bias.
pub(super) fn linear(task: &Task<'_>, reveal: bool) -> Result<Drawn, Refused> {
    task.needs_joint()?;
    let transformation = Transformation::unbiased(task.alpha[0], &task.moments.means);
    let mut columns = with_noise(task);
    for (column, shift) in columns.iter_mut().zip(&transformation.shifts) {
        column.par_iter_mut().for_each(|value| *value = transformation.scale * *value + shift);
    }
    let mut drawn = drawn(task, &Kind::Linear { reveal }, columns, transformation.scale);
    drawn.notes.extend(task.incomplete());
    if reveal {
        drawn.notes.push(Note::TransformationRevealed);
        drawn.transformation = Some(transformation);
    }
    Ok(drawn)
}

/// The data with noise of their own covariances.
fn with_noise(task: &Task<'_>) -> Vec<Vec<f64>> {
    let (p, deviations) = (task.width(), deviations(task));
    // Also if it is singular: then the noise keeps the linear relations between attributes.
    let factor = task.moments.correlations.root();
    let normals = normals(task.sheet.rows(), p, task.dice);
    let column = |at: usize| {
        let values = task.sheet.columns[at];
        let noisy = |row: usize| {
            let noise: f64 = factor.row(at).iter().zip(&normals).map(|(f, z)| f * z[row]).sum();
            values[row] + deviations[at] * noise
        };
        (0..values.len()).into_par_iter().map(noisy).collect()
    };
    (0..p).map(column).collect()
}
