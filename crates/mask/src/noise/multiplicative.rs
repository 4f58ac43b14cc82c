//! Noise that is a factor.

use super::additive::weakened;
use super::draw::each_row;
use super::moments::{Expected, whole};
use super::{Drawn, Task, fine};
use crate::Note;
use rayon::prelude::*;
use ridotto_numbers::dice::normal;
use ridotto_numbers::sum::sum;

/// Multiplies by `exp(s·z − s²/2)`, `s² = ln(1 + alpha)`: a factor with mean 1 and variance alpha
/// that is never negative.
pub(super) fn mask(task: &Task<'_>) -> Drawn {
    let (mut columns, mut variances) = (Vec::new(), Vec::new());
    let (mut decimals, mut notes) = (Vec::new(), Vec::new());
    for (at, values) in task.sheet.columns.iter().enumerate() {
        let square = task.alpha[at].ln_1p();
        let factor = |row: usize, stream: &mut _| {
            values[row] * (square.sqrt() * normal(stream) - square / 2.0).exp()
        };
        columns.push(each_row(values.len(), &task.dice.part(at as u64), factor));
        let added = task.alpha[at] * mean_square(task, values);
        variances.push(task.moments.variances[at] + added);
        let zeros = values.par_iter().filter(|value| **value == 0.0).count() as u64;
        if zeros > 0 {
            let attribute = task.names[at].to_owned();
            notes.push(Note::ZerosKept { attribute, records: zeros });
        }
        decimals.push(Some(fine(values, least(values) * task.alpha[at].sqrt())));
    }
    let before = &task.moments;
    let correlations = Some(weakened(&before.correlations, &before.variances, &variances));
    let expected =
        Expected { means: before.means.clone(), variances: Some(variances), correlations };
    Drawn { columns, expected, decimals, notes, figures: Vec::new(), transformation: None }
}

/// The weighted mean of squares.
fn mean_square(task: &Task<'_>, values: &[f64]) -> f64 {
    let total =
        |each: &(dyn Fn(f64) -> f64 + Sync)| {
            let known = |row: usize| values[row].is_finite();
            sum(values.len(), |row| {
                if known(row) { task.sheet.weight(row) * each(values[row]) } else { 0.0 }
            })
        };
    total(&|value| value * value) / total(&|_| 1.0)
}

/// The typical size of a small value: the mean of the smallest tenth of sizes above zero.
fn least(values: &[f64]) -> f64 {
    let mut sizes: Vec<f64> =
        values.iter().map(|value| value.abs()).filter(|size| *size > 0.0).collect();
    sizes.par_sort_unstable_by(f64::total_cmp);
    sizes.truncate(sizes.len().div_ceil(10));
    let count = whole(sizes.len() as f64).max(1) as f64;
    (sizes.iter().sum::<f64>() / count).max(f64::MIN_POSITIVE)
}
