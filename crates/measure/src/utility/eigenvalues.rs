//! The eigenvalue measure: is the cloud of points still as long and as wide?

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_numbers::matrix::Matrix;
use ridotto_numbers::moments::Numbers;

/// The mean of |λ − λ′|/λ over the eigenvalues, from the greatest down, of the covariance matrices
/// before and after. Both files are in units of the standard deviations *before*, so that no
/// attribute counts more for its units. An eigenvalue that is 0 before counts as a mean variation
/// does: 0 if it still is, otherwise 1.
///
/// Rows need not belong together. `None` if a file has fewer than two complete records.
///
/// # Range
/// From 0; 0 is intact, less is better.
///
/// # Does not see
/// Directions: a cloud that was turned has the same eigenvalues. Nor who is where in it.
///
/// # References
/// M. Templ, A. Kowarik, B. Meindl (2015), *Statistical disclosure control for micro-data using the
/// R package sdcMicro*, doi:10.18637/jss.v067.i04, where the differences are added up.
pub fn eigenvalue_difference(before: &[&[f64]], after: &[&[f64]]) -> Option<f64> {
    let (before, after) = (Numbers::complete(before), Numbers::complete(after));
    if before.rows() < 2 || after.rows() < 2 || before.width() != after.width() {
        return None;
    }
    let (x, y) = (before.covariances(), after.covariances());
    let p = x.size();
    let deviations: Vec<f64> = (0..p).map(|at| x.at(at, at).sqrt()).collect();
    let scaled = |matrix: &Matrix| {
        let mut scaled = matrix.clone();
        for a in 0..p {
            for b in 0..p {
                let unit = |at: usize| if deviations[at] > 0.0 { deviations[at] } else { 1.0 };
                scaled.set(a, b, matrix.at(a, b) / (unit(a) * unit(b)));
            }
        }
        scaled.eigen().values
    };
    let (before, after) = (scaled(&x), scaled(&y));
    let greatest = before.first().copied().unwrap_or(0.0).max(f64::MIN_POSITIVE);
    let variation = |(before, after): (&f64, &f64)| {
        let is_zero = |value: f64| value.abs() < greatest * 1e-12;
        match (is_zero(*before), is_zero(*after)) {
            (true, after) => f64::from(u8::from(!after)),
            (false, _) => (before - after).abs() / before,
        }
    };
    Some(before.iter().zip(&after).map(variation).sum::<f64>() / p as f64)
}

/// Change of eigenvalues.
pub static EIGENVALUES: Entry = MeasureEntry {
    name: "eigenvalues",
    title: "Change of eigenvalues",
    aliases: &["principal-components"],
    formula: "mean of |l - l'| / l over the eigenvalues of the covariances",
    summary: "How far the eigenvalues of the covariances moved, as a share of what they were, on average.",
    facts: MeasureFacts {
        group: &group::NUMBERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::TEMPL_2015],
    worked: Worked::perturbed("In units of the deviations before, the two eigenvalues are `1 + 0.8217 = 1.8217` and `1 - 0.8217 = 0.1783`, where 0.8217 is the correlation; after, 3.194 and 1.2445. `(|1.8217 - 3.194| / 1.8217 + |0.1783 - 1.2445| / 0.1783) / 2 = 3.367`: **3.367**. The cloud was thin and is thick.", &["eigenvalues 0 3.367"]),
}
.entry();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_paper() {
        let (x, y): ([f64; 4], [f64; 4]) = ([1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0]);
        let double = |column: &[f64; 4]| column.map(|number| 2.0 * number);
        let near = |found: Option<f64>, expected: f64| {
            assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} and {expected}");
        };
        // Both eigenvalues are 1; of the doubled column it is 4.
        near(eigenvalue_difference(&[&x, &y], &[&double(&x), &y]), 1.5);
        // Turned by a right angle, and shifted: the same.
        let back = x.map(|number| 7.0 - number);
        near(eigenvalue_difference(&[&x, &y], &[&y, &back]), 0.0);
        // A column that depended on another no longer does: from (2, 0) to (1, 1).
        near(eigenvalue_difference(&[&x, &x], &[&x, &y]), 0.75);
        assert_eq!(eigenvalue_difference(&[&x], &[&x[..1]]), None);
    }
}
