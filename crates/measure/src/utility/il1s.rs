//! IL1s: how many standard deviations are the numbers off?

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_numbers::moments::Numbers;
use ridotto_numbers::sum::sum;

/// The mean over cells of |x − x′| / (√2 · S), where S is the attribute's standard deviation before
/// (of a sample). A constant attribute counts 0 where it is unchanged and 1 where it is not.
///
/// `None` if fewer than two records are complete.
///
/// # Range
/// From 0; 0 is intact, less is better. About 1 means that a number is as far off as that of another
/// record, drawn at random, would be.
///
/// # Does not see
/// Whether statistics survive: see [`super::InformationLoss`]. What was suppressed is left out.
///
/// # References
/// W. Yancey, W. Winkler, R. Creecy (2002), *Disclosure risk assessment in perturbative microdata
/// protection*, doi:10.1007/3-540-47804-3_11; J. M. Mateo-Sanz, F. Sebé, J. Domingo-Ferrer (2004),
/// *Outlier protection in continuous microdata masking*, doi:10.1007/978-3-540-25955-8_16.
pub fn il1s(before: &[&[f64]], after: &[&[f64]]) -> Option<f64> {
    let all: Vec<&[f64]> = before.iter().chain(after).copied().collect();
    let (before, after) = Numbers::complete(&all).split(before.len());
    if before.rows() < 2 || before.width() != after.width() {
        return None;
    }
    let covariances = before.covariances();
    let each =
        before.columns.iter().zip(&after.columns).enumerate().map(|(at, (before, after))| {
            let scale = (2.0 * covariances.at(at, at)).sqrt();
            let total = sum(before.len(), |row| {
                let difference = (before[row] - after[row]).abs();
                if scale > 0.0 { difference / scale } else { f64::from(u8::from(difference > 0.0)) }
            });
            total / before.len() as f64
        });
    Some(each.sum::<f64>() / before.width() as f64)
}

/// Absolute error by deviation.
pub static IL1S: Entry = MeasureEntry {
    name: "il1s",
    title: "Absolute error by deviation",
    aliases: &["il-1s"],
    formula: "mean of |x - y| / (sqrt(2) s)",
    summary: "IL1s: about 1 means that a number is as far off as that of another record, drawn at random, would be.",
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
    references: &[reference::YANCEY_2002],
    worked: Worked::perturbed("x moved by 3, 4, 4, 0, 3 and 3: `(3 + 4 + 4 + 0 + 3 + 3) / 6 / (sqrt(2) * 7.033) = 0.2849`. y: `(3 + 6 + 1 + 1 + 6 + 3) / 6 / (sqrt(2) * 2.665) = 0.8844`. The mean is `(0.2849 + 0.8844) / 2 = 0.5847`, so **0.5847**.", &["il1s 0 0.5847"]),
}
.entry();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_paper() {
        // The standard deviation of 1, 2, 3 is 1.
        let found = il1s(&[&[1.0, 2.0, 3.0]], &[&[2.0, 2.0, 1.0]]).unwrap();
        assert!((found - 1.0 / 2.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(il1s(&[&[5.0, 5.0]], &[&[5.0, 7.0]]), Some(0.5));
        assert_eq!(il1s(&[&[5.0]], &[&[5.0]]), None);
    }
}
