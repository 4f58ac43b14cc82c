//! Noise that stays in the range and on the grid of the decimals.

use super::draw::each_row;
use super::moments::Expected;
use super::{Drawn, Task};
use crate::masked::{Figure, Pooled, decimals};
use crate::{Extremes, Note, Refused};
use rand::RngExt;
use ridotto_numbers::dice::{Stream, normal};
use ridotto_numbers::sum::sum;

/// An attribute in units of its last decimal.
struct Grid {
    /// Units of 1.
    scale: f64,
    /// Whether values are whole numbers of units.
    is_whole: bool,
    lower: f64,
    upper: f64,
}

/// Noise with less than this share of the variance that was asked for is told of.
const LITTLE: f64 = 0.95;

/// See [`super::Kind::Restricted`].
pub(super) fn mask(
    task: &Task<'_>,
    lower: Option<f64>,
    upper: Option<f64>,
    extremes: Extremes,
) -> Result<Drawn, Refused> {
    let (mut columns, mut shown) = (Vec::new(), Vec::new());
    let (mut notes, mut figures) = (Vec::new(), Vec::new());
    for (at, values) in task.sheet.columns.iter().enumerate() {
        let decimals = decimals(values);
        let grid =
            grid(values, decimals, lower, upper).map_err(|refused| refused.of(task.names[at]))?;
        let deviation = (task.alpha[at] * task.moments.variances[at]).sqrt() * grid.scale;
        let dice = task.dice.part(at as u64);
        let column = match extremes {
            Extremes::Keep => each_row(values.len(), &dice, |row, stream| {
                grid.symmetric(values[row], deviation, stream)
            }),
            Extremes::Move => {
                let thrown = each_row(values.len(), &dice, |row, stream| {
                    grid.thrown_back(values[row], deviation, stream)
                });
                grid.same_mean(task, values, &thrown, &dice)
            }
        };
        let asked = task.alpha[at] * task.moments.variances[at];
        let reached = noise_variance(task, values, &column);
        figures.push(Figure {
            name: format!("variance of the noise of {}", task.names[at]),
            original: 0.0,
            expected: Some(asked),
            reached,
            pooled: Pooled::Mean,
        });
        columns.push(column);
        shown.push(decimals);
        let on_bound = |value: &&f64| {
            let unit = **value * grid.scale;
            unit <= grid.lower || unit >= grid.upper
        };
        let records = values.iter().filter(on_bound).count() as u64;
        if extremes == Extremes::Keep && records > 0 {
            notes.push(Note::ExtremesKept { attribute: task.names[at].to_owned(), records });
        }
        if reached < LITTLE * asked {
            let attribute = task.names[at].to_owned();
            notes.push(Note::LessNoise { attribute, share: reached / asked });
        }
    }
    let means = task.moments.means.clone();
    let expected = Expected { means, variances: None, correlations: None };
    Ok(Drawn { columns, expected, decimals: shown, notes, figures, transformation: None })
}

/// The weighted mean of squares of what was added.
fn noise_variance(task: &Task<'_>, before: &[f64], after: &[f64]) -> f64 {
    let total = |each: &(dyn Fn(usize) -> f64 + Sync)| {
        let of = |row: usize| task.sheet.weight(row) * each(row);
        sum(before.len(), |row| if before[row].is_finite() { of(row) } else { 0.0 })
    };
    total(&|row| (after[row] - before[row]).powi(2)) / total(&|_| 1.0)
}

fn grid(
    values: &[f64],
    decimals: Option<u8>,
    lower: Option<f64>,
    upper: Option<f64>,
) -> Result<Grid, Refused> {
    let known = || values.iter().copied().filter(|value| value.is_finite());
    let least = known().fold(f64::INFINITY, f64::min);
    let most = known().fold(f64::NEG_INFINITY, f64::max);
    let refused = |parameter, must_be| Refused::Parameter { parameter, must_be };
    if lower.is_some_and(|lower| lower.is_nan() || lower > least) {
        return Err(refused("lower", "at most the least value"));
    }
    if upper.is_some_and(|upper| upper.is_nan() || upper < most) {
        return Err(refused("upper", "at least the largest value"));
    }
    let scale = 10_f64.powi(decimals.map_or(0, i32::from));
    let inside = |bound: f64, inwards: fn(f64) -> f64| {
        let unit = bound * scale;
        // A bound such as 0.3 is a whole number of tenths but for the last bit.
        let near = (unit - unit.round()).abs() <= 4.0 * f64::EPSILON * unit.abs();
        if decimals.is_none() {
            unit
        } else if near {
            unit.round()
        } else {
            inwards(unit)
        }
    };
    Ok(Grid {
        scale,
        is_whole: decimals.is_some(),
        lower: inside(lower.unwrap_or(least), f64::ceil),
        upper: inside(upper.unwrap_or(most), f64::floor),
    })
}

impl Grid {
    fn unit(&self, value: f64) -> f64 {
        let unit = value * self.scale;
        if self.is_whole { unit.round() } else { unit }
    }

    fn value(&self, unit: f64) -> f64 {
        unit.clamp(self.lower, self.upper) / self.scale
    }

    /// With normal noise cut off symmetrically where the nearer bound is: on average it is 0.
    /// Rounding half a unit away from 0 keeps that.
    fn symmetric(&self, value: f64, deviation: f64, stream: &mut Stream) -> f64 {
        if !value.is_finite() {
            return value;
        }
        let unit = self.unit(value);
        let room = (unit - self.lower).min(self.upper - unit);
        let noise = cut(room, deviation, stream);
        let noise = if self.is_whole { noise.round() } else { noise };
        if noise == 0.0 { value } else { self.value(unit + noise) }
    }

    /// With normal noise that bounces off the bounds, in units.
    fn thrown_back(&self, value: f64, deviation: f64, stream: &mut Stream) -> f64 {
        if !value.is_finite() {
            return value;
        }
        let width = self.upper - self.lower;
        let beyond = self.unit(value) + deviation * normal(stream) - self.lower;
        let around = beyond.rem_euclid(2.0 * width);
        self.lower + if around > width { 2.0 * width - around } else { around }
    }

    /// Draws all units towards one bound, in proportion to their distance from it, until the
    /// weighted mean is what it was; then rounds up or down at random, without bias.
    fn same_mean(
        &self,
        task: &Task<'_>,
        values: &[f64],
        thrown: &[f64],
        dice: &crate::Dice,
    ) -> Vec<f64> {
        let total = |each: &(dyn Fn(usize) -> f64 + Sync)| {
            let known = |row: usize| values[row].is_finite();
            let of = |row: usize| task.sheet.weight(row) * each(row);
            sum(values.len(), |row| if known(row) { of(row) } else { 0.0 })
        };
        let surplus = total(&|row| thrown[row] - self.unit(values[row]));
        let bound = if surplus > 0.0 { self.lower } else { self.upper };
        let room = total(&|row| thrown[row] - bound);
        let kept = if room == 0.0 { 1.0 } else { 1.0 - surplus / room };
        each_row(values.len(), &dice.part(0), |row, stream| {
            if !values[row].is_finite() {
                return values[row];
            }
            let unit = bound + (thrown[row] - bound) * kept;
            let unit = if self.is_whole { (unit + stream.random::<f64>()).floor() } else { unit };
            self.value(unit)
        })
    }
}

/// A normal number that is at most `room` away from 0.
fn cut(room: f64, deviation: f64, stream: &mut Stream) -> f64 {
    if room <= 0.0 {
        return 0.0;
    }
    loop {
        // Where little room is, hardly any normal number would fit, but most even ones do.
        if room > deviation {
            let noise = deviation * normal(stream);
            if noise.abs() <= room {
                return noise;
            }
        } else {
            let noise = room * (2.0 * stream.random::<f64>() - 1.0);
            let likely = (-(noise / deviation).powi(2) / 2.0).exp();
            if stream.random::<f64>() < likely {
                return noise;
            }
        }
    }
}
