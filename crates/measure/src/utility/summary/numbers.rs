//! Figures of attributes with numbers.

use super::{List, Pair};
use crate::utility::{
    Attribute, COMPARED, Compared, InformationLoss, Normalise, eigenvalue_difference, il1s,
    record_squared_error, squared_error, sse_by_sst, table_squared_error,
};
use ridotto_numbers::moments::Numbers;

/// The names of the table of information loss: mean square, mean absolute, mean variation.
const fn names(compared: Compared) -> [&'static str; 3] {
    match compared {
        Compared::Values => ["values-mean-square", "values-mean-absolute", "values-variation"],
        Compared::Means => ["means-mean-square", "means-mean-absolute", "means-variation"],
        Compared::Covariances => {
            ["covariances-mean-square", "covariances-mean-absolute", "covariances-variation"]
        }
        Compared::Variances => {
            ["variances-mean-square", "variances-mean-absolute", "variances-variation"]
        }
        Compared::Correlations => {
            ["correlations-mean-square", "correlations-mean-absolute", "correlations-variation"]
        }
        Compared::Loadings => {
            ["loadings-mean-square", "loadings-mean-absolute", "loadings-variation"]
        }
        Compared::Commonalities => {
            ["commonalities-mean-square", "commonalities-mean-absolute", "commonalities-variation"]
        }
        Compared::Scores => ["scores-mean-square", "scores-mean-absolute", "scores-variation"],
    }
}

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
        list.of(attribute, "mean", x.means()[0], Some(y.means()[0]));
        list.of(attribute, "standard-deviation", deviation(&x), deviation(&y));
    }
    list.add("eigenvalues", 0.0, eigenvalue_difference(&views(&before), &views(&after)));
    let Some(rows) = pair.rows() else { return };
    // From here on row by row.
    let aligned = |numbers: &Vec<f64>| rows.iter().map(|&row| numbers[row as usize]).collect();
    let before: Vec<Vec<f64>> = before.iter().map(aligned).collect();
    let shown: Vec<Vec<f64>> = numeric.iter().map(|one| one.numbers_after(true)).collect();
    let (x, y) = (views(&before), views(&shown));
    let by = [
        ("squared-error-by-range", Normalise::Range),
        ("squared-error-by-deviation", Normalise::StandardDeviation),
    ];
    for (name, by) in by {
        for (attribute, (x, y)) in numeric.iter().zip(x.iter().zip(&y)) {
            list.of(attribute, name, 0.0, squared_error(x, y, by));
        }
        list.add(name, 0.0, table_squared_error(&x, &y, by));
    }
    list.add("record-squared-error", 0.0, record_squared_error(&x, &y, Normalise::Range));
    list.add("sse-by-sst", 0.0, sse_by_sst(&x, &y));
    let y = views(&after);
    list.add("il1s", 0.0, il1s(&x, &y));
    if let Some(loss) = InformationLoss::new(&x, &y) {
        for compared in COMPARED {
            let [square, absolute, variation] = names(compared);
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
