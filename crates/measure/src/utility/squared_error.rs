//! Squared error of numbers, by attribute and by record.

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_numbers::sum::{sum, sum_vectors};

/// What a difference is divided by, so that attributes can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normalise {
    /// The attribute's range before, greatest less least: a difference is then 0 to 1.
    Range,
    /// The attribute's standard deviation before (of a population).
    StandardDeviation,
}

/// The mean over records of the squared normalised difference of one attribute's numbers. Records
/// where either number is missing are left out; `None` if none is left.
///
/// # Range
/// 0 to 1 by range if numbers stay within it, from 0 without end by standard deviation; 0 is
/// intact, less is better.
///
/// # Does not see
/// Whether differences cancel out: noise that keeps all means and correlations costs as much as a
/// shift of everybody. Where the attribute was constant any change counts 1.
///
/// # References
/// J. Domingo-Ferrer, V. Torra (2001), *Disclosure control methods and information loss for
/// microdata*; J. Domingo-Ferrer, D. Sánchez, J. Soria-Comas (2016), *Database anonymization*,
/// doi:10.2200/S00690ED1V01Y201512SPT015.
pub fn squared_error(before: &[f64], after: &[f64], by: Normalise) -> Option<f64> {
    mean_square(before, after, scale(before, by))
}

/// The mean of the squared differences in units of `scale`, where both numbers are there.
fn mean_square(before: &[f64], after: &[f64], scale: f64) -> Option<f64> {
    let sums = sum_vectors(before.len().min(after.len()), 2, |rows, sums| {
        for row in rows {
            let distance = distance(before[row], after[row], scale);
            if !distance.is_nan() {
                sums[0] += distance * distance;
                sums[1] += 1.0;
            }
        }
    });
    (sums[1] > 0.0).then(|| sums[0] / sums[1])
}

/// The mean of the attributes' squared errors: SSE of the literature. `None` if an attribute has
/// none.
pub fn table_squared_error(before: &[&[f64]], after: &[&[f64]], by: Normalise) -> Option<f64> {
    let each: Option<Vec<f64>> =
        before.iter().zip(after).map(|(before, after)| squared_error(before, after, by)).collect();
    let each = each.filter(|each| !each.is_empty())?;
    Some(each.iter().sum::<f64>() / each.len() as f64)
}

/// The mean over records of the squared distance between the record before and after: the sum of
/// its squared normalised differences. Records with a missing number are left out.
pub fn record_squared_error(before: &[&[f64]], after: &[&[f64]], by: Normalise) -> Option<f64> {
    let rows = before.first()?.len();
    let scales: Vec<f64> = before.iter().map(|column| scale(column, by)).collect();
    let sums = sum_vectors(rows, 2, |part, sums| {
        for row in part {
            let each = before.iter().zip(after).zip(&scales);
            let square: f64 = each
                .map(|((before, after), &scale)| distance(before[row], after[row], scale).powi(2))
                .sum();
            if !square.is_nan() {
                sums[0] += square;
                sums[1] += 1.0;
            }
        }
    });
    (sums[1] > 0.0).then(|| sums[0] / sums[1])
}

/// SSE by SST: the sum of all squared differences by the sum of all squared differences from the mean,
/// in the units of the attributes. It is the loss of microaggregation as it is defined; where attributes
/// have different units, the one with the greatest variance decides, and
/// [`standardised_sse_by_sst`] is the figure to look at.
///
/// Where numbers are missing, each attribute counts by the mean over its own records.
///
/// # Range
/// 0 to 1 where records were replaced by the means of their groups; other methods may exceed 1.
/// Less is better. `None` where nothing varied.
///
/// # References
/// J. Domingo-Ferrer, J. M. Mateo-Sanz (2002), *Practical data-oriented microaggregation for
/// statistical disclosure control*, doi:10.1109/69.979982.
pub fn sse_by_sst(before: &[&[f64]], after: &[&[f64]]) -> Option<f64> {
    let (mut within, mut total) = (0.0, 0.0);
    for (before, after) in before.iter().zip(after) {
        let variance = scale(before, Normalise::StandardDeviation).powi(2);
        within += mean_square(before, after, 1.0)?;
        total += variance;
    }
    (total > 0.0).then(|| within / total)
}

/// The same over attributes in units of their standard deviation, so that each counts alike: the mean
/// of the attributes' own shares. Microaggregation standardises unless `scaling` says otherwise, and
/// published losses of it are usually these.
pub fn standardised_sse_by_sst(before: &[&[f64]], after: &[&[f64]]) -> Option<f64> {
    // The variance of every attribute is 1 in these units, so the total error is records times
    // attributes, and a constant attribute has no part in it.
    let by = Normalise::StandardDeviation;
    let varied = before.iter().zip(after).filter(|(before, _)| scale(before, by) > 0.0);
    let (before, after): (Vec<&[f64]>, Vec<&[f64]>) = varied.unzip();
    table_squared_error(&before, &after, by)
}

fn distance(before: f64, after: f64, scale: f64) -> f64 {
    let difference = (before - after).abs();
    if scale > 0.0 || difference.is_nan() {
        difference / scale
    } else {
        f64::from(u8::from(difference > 0.0))
    }
}

fn scale(numbers: &[f64], by: Normalise) -> f64 {
    match by {
        Normalise::Range => {
            let known = || numbers.iter().copied().filter(|number| !number.is_nan());
            known().fold(f64::NEG_INFINITY, f64::max) - known().fold(f64::INFINITY, f64::min)
        }
        Normalise::StandardDeviation => {
            let count = numbers.iter().filter(|number| !number.is_nan()).count() as f64;
            let known = |row: usize| if numbers[row].is_nan() { 0.0 } else { numbers[row] };
            let mean = sum(numbers.len(), known) / count;
            let square = |row: usize| {
                let off = numbers[row] - mean;
                if off.is_nan() { 0.0 } else { off * off }
            };
            (sum(numbers.len(), square) / count).sqrt()
        }
    }
}

/// Squared error by range.
pub static SQUARED_ERROR_BY_RANGE: Entry = MeasureEntry {
    name: "squared-error-by-range",
    title: "Squared error by range",
    aliases: &["range-scaled-error"],
    formula: "mean of ((x - y) / range)^2",
    summary: "The mean squared difference of a number before and after, in units of the range before.",
    facts: MeasureFacts {
        group: &group::NUMBERS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::perturbed("x moved by 3, 4, 4, 0, 3 and 3, and its range is 19: `(3^2 + 4^2 + 4^2 + 0^2 + 3^2 + 3^2) / 6 / 19^2 = 0.02724`. y moved by 3, 6, 1, 1, 6 and 3 in a range of 7: `(3^2 + 6^2 + 1^2 + 1^2 + 6^2 + 3^2) / 6 / 7^2 = 0.3129`. The mean of both is `(0.02724 + 0.3129) / 2 = 0.1701`, so **0.1701**.", &["squared-error-by-range 0 0.1701", "squared-error-by-range of x 0 0.02724", "squared-error-by-range of y 0 0.3129"]),
}
.entry();

/// Squared error by deviation.
pub static SQUARED_ERROR_BY_DEVIATION: Entry = MeasureEntry {
    name: "squared-error-by-deviation",
    title: "Squared error by deviation",
    aliases: &["standardised squared error", "scaled squared error"],
    formula: "mean of ((x - y) / s)^2",
    summary: "The mean squared difference of a number before and after, in units of the standard deviation before.",
    facts: MeasureFacts {
        group: &group::NUMBERS,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::perturbed("x moved by 3, 4, 4, 0, 3 and 3. The squares sum up to 59, and those of the distances from the mean to 247.3: `59 / 247.3 = 0.2386`. Of y `92 / 35.5 = 2.592`. The mean is `(0.2385 + 2.592) / 2 = 1.415`, so **1.415**: y was moved farther than it is spread.", &["squared-error-by-deviation 0 1.415", "squared-error-by-deviation of y 0 2.592"]),
}
.entry();

/// Squared error of a record.
pub static RECORD_SQUARED_ERROR: Entry = MeasureEntry {
    name: "record-squared-error",
    title: "Squared error of a record",
    aliases: &["squared error per record", "record-wise squared error"],
    formula: "mean over records of the sum of ((x - y) / range)^2",
    summary: "The squared distance of a record before and after, in units of the ranges, on average.",
    facts: MeasureFacts {
        group: &group::NUMBERS,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::perturbed("For each record the squares of both columns are added: x gives 0.02724 on average, y 0.3129, together `0.02724 + 0.3129 = 0.3401`, with all digits **0.3402**.", &["record-squared-error 0 0.3402"]),
}
.entry();

/// Squared error by total variance.
pub static SSE_BY_SST: Entry = MeasureEntry {
    name: "sse-by-sst",
    title: "Squared error by total variance",
    aliases: &["sse", "sse-sst"],
    formula: "sum of (x - y)^2 / sum of (x - mean of x)^2, over all attributes as they are",
    summary: "The share of the variance that was lost where records were replaced by the means of groups; other methods may exceed the whole. In the units of the data, so that the attribute with the greatest numbers decides.",
    facts: SHARE_OF_VARIANCE,
    references: &[reference::DOMINGO_FERRER_2002],
    worked: Worked::perturbed("The squares of what x moved sum up to 59, of what it differs from its mean to 247.3; y has 92 and 35.5. All together: `(59 + 92) / (247.33 + 35.5) = 0.5339`, so **0.5339**, and x decides, whose numbers are greater.", &["sse-by-sst 0 0.5339"]),
}
.entry();

/// The same of standardised attributes.
pub static STANDARDISED_SSE_BY_SST: Entry = MeasureEntry {
    name: "standardised-sse-by-sst",
    title: "Squared error by total variance, standardised",
    aliases: &["standardized-sse-by-sst", "standardised-sse-sst"],
    formula: "mean over attributes of sum of (x - y)^2 / sum of (x - mean of x)^2",
    summary: "The share of the variance that was lost, each attribute in units of its standard deviation, so that all count alike. This is what is usually published of microaggregation.",
    facts: SHARE_OF_VARIANCE,
    references: &[reference::DOMINGO_FERRER_2002],
    worked: Worked::perturbed("The squares of what x moved sum up to 59, of what it differs from its mean to 247.3; y has 92 and 35.5. Each column in its own unit: `(59 / 247.33 + 92 / 35.5) / 2 = 1.415`, so **1.415**. Microaggregation stays below 1, noise need not.", &["standardised-sse-by-sst 0 1.415"]),
}
.entry();

const SHARE_OF_VARIANCE: MeasureFacts = MeasureFacts {
    group: &group::NUMBERS,
    unit: Unit::Part,
    better: Better::Less,
    twin: None,
    reader: Reader::Owner,
    files: Files::Pair,
    untouched: Some(0.0),
    form: Form::Name,
};
