//! Figures of attributes with numbers.

use super::{List, Pair};
use crate::group;
use crate::utility::{
    Attribute, COMPARED, EIGENVALUES, IL1S, InformationLoss, Normalise, RECORD_SQUARED_ERROR,
    SQUARED_ERROR_BY_DEVIATION, SQUARED_ERROR_BY_RANGE, SSE_BY_SST, STANDARDISED_SSE_BY_SST,
    eigenvalue_difference, il1s, record_squared_error, squared_error, sse_by_sst,
    standardised_sse_by_sst, table_squared_error,
};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_numbers::moments::Numbers;

pub(super) fn measure(pair: &Pair<'_>, list: &mut List) {
    let numeric: Vec<&Attribute> =
        pair.attributes.iter().filter(|attribute| attribute.domain.is_numeric()).collect();
    if numeric.is_empty() {
        return;
    }
    let before: Vec<Vec<f64>> = numeric.iter().map(|one| one.numbers_before()).collect();
    let after: Vec<Vec<f64>> = numeric.iter().map(|one| one.numbers_after(false)).collect();
    for (attribute, (before, after)) in numeric.iter().zip(before.iter().zip(&after)) {
        let (x, y) = (Numbers::complete(&[before]), Numbers::complete(&[after]));
        let deviation =
            |numbers: &Numbers| (numbers.rows() > 1).then(|| numbers.covariances().at(0, 0).sqrt());
        list.of(attribute, &MEAN, x.means()[0], Some(y.means()[0]));
        list.of(attribute, &STANDARD_DEVIATION, deviation(&x), deviation(&y));
    }
    list.add(&EIGENVALUES, 0.0, eigenvalue_difference(&views(&before), &views(&after)));
    let Some(rows) = pair.rows() else { return };
    // From here on row by row.
    let aligned = |numbers: &Vec<f64>| rows.iter().map(|&row| numbers[row as usize]).collect();
    let before: Vec<Vec<f64>> = before.iter().map(aligned).collect();
    let shown: Vec<Vec<f64>> = numeric.iter().map(|one| one.numbers_after(true)).collect();
    let (x, y) = (views(&before), views(&shown));
    let by = [
        (&SQUARED_ERROR_BY_RANGE, Normalise::Range),
        (&SQUARED_ERROR_BY_DEVIATION, Normalise::StandardDeviation),
    ];
    for (measure, by) in by {
        for (attribute, (x, y)) in numeric.iter().zip(x.iter().zip(&y)) {
            list.of(attribute, measure, 0.0, squared_error(x, y, by));
        }
        list.add(measure, 0.0, table_squared_error(&x, &y, by));
    }
    list.add(&RECORD_SQUARED_ERROR, 0.0, record_squared_error(&x, &y, Normalise::Range));
    list.add(&SSE_BY_SST, 0.0, sse_by_sst(&x, &y));
    list.add(&STANDARDISED_SSE_BY_SST, 0.0, standardised_sse_by_sst(&x, &y));
    let y = views(&after);
    list.add(&IL1S, 0.0, il1s(&x, &y));
    if let Some(loss) = InformationLoss::new(&x, &y) {
        for compared in COMPARED {
            let [square, absolute, variation] = compared.entries();
            let difference = loss.of(compared);
            list.add(square, 0.0, Some(difference.mean_square));
            list.add(absolute, 0.0, Some(difference.mean_absolute));
            list.add(variation, 0.0, Some(difference.mean_variation));
        }
    }
}

fn views(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}

/// Mean.
pub static MEAN: Entry = MeasureEntry {
    name: "mean",
    title: "Mean",
    aliases: &["average"],
    formula: "sum of x / n",
    summary: "The mean of the numbers.",
    facts: MeasureFacts {
        group: &group::NUMBERS,
        unit: Unit::Number,
        better: Better::Same,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[],
    worked: Worked::assessed("Pay before: `(2100 + 2400 + 2700 + 3100 + 3400 + 4100 + 2900 + 3900) / 8 = 3075`. After: `(2000 + 2500 + 2500 + 3000 + 3500 + 4000 + 3000 + 4000) / 8 = 3062.5`. An interval counts as its middle: ages 34.5, 44.5 and 54.5, `(3 * 34.5 + 2 * 44.5 + 3 * 54.5) / 8 = 44.5`, so **44.5** after **45**.", &["mean of age 45 44.5", "mean of pay 3075 3062"]),
}
.entry();

/// Standard deviation.
pub static STANDARD_DEVIATION: Entry = MeasureEntry {
    name: "standard-deviation",
    title: "Standard deviation",
    aliases: &["SD", "sigma of an attribute", "spread"],
    formula: "sqrt(sum of (x - mean)^2 / (n - 1))",
    summary: "The standard deviation of the numbers.",
    facts: MeasureFacts {
        group: &group::NUMBERS,
        unit: Unit::Number,
        better: Better::Same,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[],
    worked: Worked::perturbed("x has the mean 7.667. `sqrt(((5 - 7.667)^2 + (3 - 7.667)^2 + (19 - 7.667)^2 + (0 - 7.667)^2 + (13 - 7.667)^2 + (6 - 7.667)^2) / 5) = 7.033`; after, with the mean 7.5, `sqrt(((2 - 7.5)^2 + (7 - 7.5)^2 + (23 - 7.5)^2 + (0 - 7.5)^2 + (10 - 7.5)^2 + (3 - 7.5)^2) / 5) = 8.408`. Noise made it greater: **8.408**.", &["standard-deviation of x 7.033 8.408"]),
}
.entry();
